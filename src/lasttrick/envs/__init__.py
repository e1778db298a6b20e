"""The games behind standard interfaces: PettingZoo, Gymnasium (vector and single), OpenSpiel.

The modules `pettingzoo`, `vector`, `single` and `openspiel` import their
library when they are imported; it comes with the extra `envs`.
"""

from lasttrick.core.errors import LastTrickError


class MissingExtra(LastTrickError, ImportError):
    """A library that only an extra brings is not installed."""

    def __init__(self, library: str, command: str = "pip install 'lasttrick[envs]'"):
        super().__init__(f"This environment needs {library}: {command}.")
