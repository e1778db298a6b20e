"""The checks catch what they promise: bugs planted in the smallest game, at least thirty, and every one is found."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.planted import BUGS

pytestmark = pytest.mark.uncompiled


@pytest.mark.skipif(os.environ.get("LASTTRICK_LONG") != "1", reason="takes minutes; LASTTRICK_LONG=1 asks for it")
def test_every_planted_bug_is_caught():
    """In plain Python, in a process of its own; the game without a bug passes all checks."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.contract.planted"],
        env={**os.environ, "LASTTRICK_PLAIN": "1"},
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    found = [json.loads(line) for line in run.stdout.splitlines()]
    caught = [bug for bug in found if bug["caught by"]]
    print(f"{len(caught)} of {len(found)} planted bugs are caught")
    assert len(found) == len(BUGS) >= 30
    assert [bug["bug"] for bug in found if not bug["caught by"]] == []


def test_the_game_without_a_bug_passes_every_check():
    code = (
        "from lasttrick import checks\nfrom lasttrick.core.contract import load\n"
        "[check(checks.Case(load('lasttrick.template'), 3)) for check in checks.CHECKS]"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LASTTRICK_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
