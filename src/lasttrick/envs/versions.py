"""The version of each environment: raised when its observations, its actions or its rewards change.

`versions.json` keeps beside each version a print of all three. A test takes the print anew, so that no change goes
unnoticed: `python -m tests.envs.test_versions` writes new prints where the version has been raised.
"""

import json
from functools import cache
from pathlib import Path

from lasttrick import games
from lasttrick.core.about import About

FILE = Path(__file__).with_name("versions.json")


@cache
def kept() -> dict[str, dict]:
    return json.loads(FILE.read_text(encoding="utf-8"))


def version(game: str) -> int:
    """The version of a game's environments; a game of another package has that of its rules."""
    about: About = games.about(game)
    return int(kept()[about.name]["version"]) if about.name in kept() else about.rules_version
