"""The tests of 10 Tricks Later notice a changed line, in what is seen, remembered, sampled, observed or done."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.ten_tricks_later.mutants import EQUIVALENT, MUTANTS, Changed

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("bug", [*MUTANTS, *EQUIVALENT], ids=lambda bug: bug.what)
def test_the_line_to_change_is_there(bug):
    assert Changed(bug).get_data("").count(bug.becomes.encode()) > 0


@pytest.mark.skipif(os.environ.get("LASTTRICK_LONG") != "1", reason="takes minutes; LASTTRICK_LONG=1 asks for it")
def test_every_changed_line_is_noticed(report):
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.ten_tricks_later.mutants"],
        env={**os.environ, "LASTTRICK_PLAIN": "1", "LASTTRICK_LONG": ""},
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    found = [json.loads(line) for line in run.stdout.splitlines()]
    report(f"{sum(bool(one['noticed by']) for one in found)} of {len(found)} changed lines are noticed")
    assert len(found) == len(MUTANTS)
    assert [one["mutant"] for one in found if not one["noticed by"]] == []
