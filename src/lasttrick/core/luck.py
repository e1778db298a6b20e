"""Seeds that hang on names alone: the same bot in the same match has the same luck, wherever it is played."""

import hashlib


def luck(*names) -> int:
    """A number that stands for these names."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, names)).encode()).digest()[:7], "big")
