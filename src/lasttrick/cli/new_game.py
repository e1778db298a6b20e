"""`lasttrick new-game`: a folder with a small whole game, to be made into another."""

import re
from pathlib import Path
from typing import Annotated

import typer

PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1.0"
description = "{title}, a game for lasttrick."
requires-python = ">=3.11"
dependencies = ["lasttrick"]

[project.entry-points."lasttrick.games"]
{name} = "{name}"

[tool.hatch.build.targets.wheel]
packages = ["src/{name}"]
"""

TESTS = '''"""{title}: what every game promises, the clauses of its page, and a match that stays as it is."""

import json
from pathlib import Path

import pytest

from lasttrick import checks, games
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice, trace_decisions

GAME = games.game("{name}")
GOLDEN = Path(__file__).with_name("playthrough.jsonl")


@pytest.mark.parametrize("case", list(checks.cases(GAME)), ids=lambda case: f"{{case.players}} players")
@pytest.mark.parametrize("check", checks.CHECKS, ids=checks.name_of)
def test_the_contract_holds(check, case):
    check(case)


def playthrough() -> str:
    lines = trace_decisions(Match(GAME, 3, seed="playthrough"), random_choice(3))
    return "".join(json.dumps(line, ensure_ascii=False) + "\\n" for line in lines)


def test_a_playthrough_is_as_it_was():
    """Where a rule has changed on purpose, write it anew: python tests/test_{name}.py"""
    assert playthrough() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("hand", "trick", "playable"),
    [
        pytest.param("F1 F4 L2", "A:F3", "F1 F4", id="holds the led suit: must follow"),
        pytest.param("L2 S5", "A:F3", "L2 S5", id="cannot follow: anything goes"),
    ],
)
def test_{prefix}_04_following(hand, trick, playable):
    match = Match.from_position(GAME, {{"players": 3, "trick": trick, "B": hand}})
    assert match.legal_text(1) == [f"play {{card}}" for card in playable.split()]


def test_{prefix}_05_the_highest_of_the_led_suit_wins_and_leads():
    match = Match.from_position(GAME, {{"players": 3, "A": "F3 S1", "B": "F4 S2", "C": "L5 S3"}})
    for seat, card in enumerate(("F3", "F4", "L5")):
        match.apply(seat, f"play {{card}}")
    assert match.acting == [1]
    assert match.describe(-1)["seats"][1]["score"] == 1


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(), encoding="utf-8")
'''


def new_game(
    name: Annotated[str, typer.Argument(help="Its name in code: small letters, digits and underscores.")],
    folder: Annotated[Path, typer.Option("--in", help="Where its folder goes.")] = Path(),
) -> None:
    """Write a folder with a small whole game that runs: rules page, code, tests, a golden playthrough."""
    place = write_game(name, folder)
    print(f"Written: {place}. To play it: pip install -e {place}, then lasttrick play {name}.")
    print(f"To test it while you write: cd {place}, then LASTTRICK_PLAIN=1 pytest.")


def write_game(name: str, folder: Path) -> Path:
    """Write the game and give its folder."""
    from lasttrick import games
    from lasttrick.core.errors import LastTrickError

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise LastTrickError(f"{name!r} cannot be a game's name; it has small letters, digits and underscores.")
    place = folder / name
    if name in games.NAMES or place.exists():
        raise LastTrickError(f"There is a game or a folder {name} already; choose another name.")
    title, prefix = name.replace("_", " ").title(), name.replace("_", "")[:3].upper()
    package = place / "src" / name
    package.mkdir(parents=True)
    template = Path(games.__file__).resolve().parents[1] / "template"
    for path in sorted([*template.glob("*.py"), template / "rules.md"]):
        text = path.read_text(encoding="utf-8").replace("lasttrick.template", name).replace('"template"', f'"{name}"')
        text = text.replace("TPL", prefix).replace("Template", title)
        text = text.replace(": the smallest whole game, from which `lasttrick new-game` makes another", "")
        (package / path.name).write_text(text, encoding="utf-8")
    (place / "pyproject.toml").write_text(PROJECT.format(name=name, title=title), encoding="utf-8")
    tests = place / "tests"
    tests.mkdir()
    (tests / f"test_{name}.py").write_text(TESTS.format(name=name, title=title, prefix=prefix), encoding="utf-8")
    (tests / "playthrough.jsonl").write_text(_playthrough(name, package.parent), encoding="utf-8")
    return place


def _playthrough(name: str, sources: Path) -> str:
    """A match of the new game, from a process in which nothing is compiled."""
    import os
    import subprocess
    import sys

    code = (
        "import json, sys\n"
        f"sys.path.insert(0, {str(sources.resolve())!r})\n"
        "from lasttrick.core.contract import load\n"
        "from lasttrick.core.match import Match\n"
        "from lasttrick.core.trace import random_choice, trace_decisions\n"
        f"lines = trace_decisions(Match(load({name!r}), 3, seed='playthrough'), random_choice(3))\n"
        "print('\\n'.join(json.dumps(line, ensure_ascii=False) for line in lines))"
    )
    environment = {**os.environ, "LASTTRICK_PLAIN": "1", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return run.stdout
