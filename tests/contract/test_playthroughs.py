"""Golden playthroughs: a short match of every game at every number of players, line by line, run in three ways."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lasttrick import games
from lasttrick.core.trace import random_choice, trace_decisions
from tests.cases import cases, every_case, short_match

WHOLE = 40
FOLDER = Path(__file__).resolve().parents[1] / "playthroughs"


def path_of(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.jsonl"


def played(name: str, players: int, options: dict) -> list[str]:
    """A trace; to keep it readable, decisions after the first `WHOLE` leave out the legal actions and the state."""
    match = short_match(name, players, options, seed="playthrough")
    lines, decisions = [], 0
    for line in trace_decisions(match, random_choice(players)):
        decisions += "action" in line
        if decisions > WHOLE and "action" in line:
            line = {key: line[key] for key in ("seat", "action", "story")}
        lines.append(json.dumps(line, ensure_ascii=False))
    return lines


def golden_of(name: str, players: int) -> list[str]:
    if not path_of(name, players).exists():
        pytest.fail(f"There is no golden playthrough of {name} with {players} players yet: run make playthroughs.")
    return path_of(name, players).read_text(encoding="utf-8").splitlines()


def write_all() -> None:
    for name, players, options in cases():
        path_of(name, players).write_text("\n".join(played(name, players, options)) + "\n", encoding="utf-8")


@every_case
def test_a_playthrough_is_as_it_was(name, players, options):
    golden = golden_of(name, players)
    for number, (was, now) in enumerate(zip(golden, played(name, players, options), strict=True), 1):
        assert now == was, f"line {number} of {path_of(name, players).name}"


@pytest.mark.parametrize(
    "mode",
    [
        pytest.param({"LASTTRICK_PLAIN": "1", "PYTHONHASHSEED": "1"}, id="plain Python"),
        pytest.param({"LASTTRICK_BOUNDS": "1", "PYTHONHASHSEED": "2"}, id="every index checked"),
    ],
)
@pytest.mark.parametrize("name", games.NAMES)
def test_other_ways_of_running_give_the_same(name, mode):
    """Compiled equals plain; compiled with bounds checks meets no bad index; no process and no hash seed matters."""
    players = games.about(name).players[0]
    program = (
        "import warnings; warnings.simplefilter('error', RuntimeWarning)\n"
        "from tests.contract.test_playthroughs import played\n"
        f"print('\\n'.join(played({name!r}, {players}, {{}})))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **mode},
        cwd=FOLDER.parents[1],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.splitlines() == golden_of(name, players)


if __name__ == "__main__":
    write_all()
