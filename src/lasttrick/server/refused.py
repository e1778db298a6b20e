"""A request that cannot be done."""

from lasttrick.core.errors import LastTrickError


class Refused(LastTrickError):
    """A request that cannot be done, with a status for HTTP and a key that stays the same."""

    def __init__(self, status: int, key: str, sentence: str):
        super().__init__(sentence)
        self.status, self.key = status, key
