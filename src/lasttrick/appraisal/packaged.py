"""The sets of puzzles that come with the package, as text: whoever only lists them need not compile a game."""

import hashlib
import json
from importlib import resources


def lines(game: str) -> list[str]:
    """The puzzles of a game, a line of JSON each."""
    file = resources.files("lasttrick.appraisal") / "sets" / f"{game}.jsonl"
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def identity(match: dict, step: int) -> str:
    """A name that a puzzle keeps whatever stands before it in its set; its match cannot be guessed from it."""
    return hashlib.sha256(f"{match['seed']} {step}".encode()).hexdigest()[:12]


def identities(game: str) -> list[str]:
    """The names of a game's puzzles, in their order."""
    return [identity(told["match"], told["step"]) for told in map(json.loads, lines(game))]
