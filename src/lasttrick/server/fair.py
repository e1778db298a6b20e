"""Fair deals: the table fixes its secret before anybody adds a word, and shows it when the match is over.

    commitment = SHA-256 of the secret's text (64 hexadecimal digits)
    seed       = SHA-256 of these lines, joined by line feeds, without one at the end:
                 `lasttrick deal 1`, the secret, the word of seat A, the word of seat B, …  (an empty line for no word)

The seed is the key of the match; `core.chance` says how every card follows from it.
"""

import hashlib
import secrets
import unicodedata

HEADING = "lasttrick deal 1"


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def seed(secret: str, words: list[str]) -> str:
    """The seed of the match, from the table's secret and everybody's words."""
    return hashlib.sha256("\n".join([HEADING, secret, *words]).encode()).hexdigest()


def clean(text: str, most: int) -> str:
    """Text of a person as one line: normalised, without control and direction characters, not too long."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(c for c in line if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))[:most].strip()
