"""Frames of a WebSocket (RFC 6455, section 5): writing ours, reading a client's short ones, counting all of them."""

TEXT = 0x81  # a whole message of text
HEAD = 6  # bytes before the payload of a short masked frame
_LONGEST_HEAD = 14


def frame(payload: bytes) -> bytes:
    """A message as one unmasked text frame (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((TEXT, length)) + payload
    if length < 65536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + payload
    return b"\x81\x7f" + length.to_bytes(8, "big") + payload


def unmasked(mask: bytes, payload: bytes) -> bytes:
    """The content of a client's frame (RFC 6455, section 5.3), as one exclusive or of two long numbers."""
    length = len(payload)
    whole = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
    return (int.from_bytes(payload, "big") ^ whole).to_bytes(length, "big")


class Tally:
    """Counts the frames of a client as their bytes come, cut anywhere, before anything else is done with them."""

    __slots__ = ("_head", "_rest")

    def __init__(self) -> None:
        self._head = b""  # the beginning of a frame whose length is not known yet
        self._rest = 0  # bytes still to come of the frame that has begun

    @property
    def is_between_frames(self) -> bool:
        return not self._rest and not self._head

    def count(self, data: bytes, most: int) -> int:
        """How many frames begin in this data; when there are more than `most`, it is the end and nothing is kept."""
        if self._rest >= len(data):
            self._rest -= len(data)
            return 0
        data, at, begun = self._head + data[self._rest :], 0, 0
        while at < len(data) and begun <= most:
            length, head = _length(data, at)
            if at + head > len(data):
                break
            at, begun = at + head + length, begun + 1
        self._head, self._rest = data[at:] if begun <= most else b"", max(0, at - len(data))
        return begun


def _length(data: bytes, at: int) -> tuple[int, int]:
    """The length of a client's frame, without and of its head; a head that is not whole yet reaches past the data."""
    length = data[at + 1] & 0x7F if at + 1 < len(data) else 0
    if length < 126:
        return length, HEAD
    if length == 126:
        return int.from_bytes(data[at + 2 : at + 4], "big"), HEAD + 2
    return int.from_bytes(data[at + 2 : at + 10], "big"), _LONGEST_HEAD
