"""Compiling: light to skip, harmless where nothing can be written, one version for numbers of any width."""

import os
import subprocess
import sys

import pytest

from lasttrick.core import rule


def run(code: str, **environment) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_the_cache_does_not_grow_from_run_to_run(tmp_path):
    """Compile a little, count the files, run again: nothing new."""
    code = "from lasttrick.core import bits; print(bits.count(5))"
    runs = []
    for _ in range(2):
        done = run(code, LASTTRICK_CACHE=str(tmp_path))
        assert done.returncode == 0, done.stderr
        runs.append((done.stdout, sorted(p.name for p in tmp_path.rglob("*") if p.is_file())))
    assert runs[0] == runs[1]
    assert runs[0][1]


def test_without_a_place_for_the_cache_everything_still_works(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run(
        "from lasttrick.core.rng import new_rng, below; print(below(new_rng(1), 10))", LASTTRICK_CACHE=str(blocked)
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "module", ["lasttrick", "lasttrick.cli", "lasttrick.games", "lasttrick.games.ten_tricks_later"]
)
def test_nothing_heavy_is_imported_to_ask_for_help(module):
    done = run(f"import sys, {module}; print([m for m in ('numba', 'numpy') if m in sys.modules])")
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_a_game_whose_ways_in_are_closed_is_refused(monkeypatch):
    """`apply` marked as a rule would run uncompiled for everybody who calls it."""
    from lasttrick.core import contract
    from lasttrick.games.ten_tricks_later import rules

    if rule.PLAIN:
        pytest.skip("nothing is compiled in plain mode")
    monkeypatch.setattr(rules, "apply", rule.rule(rules.apply.py_func))
    with pytest.raises(TypeError, match="other rooms call apply; mark them with @entry"):
        contract.load("lasttrick.games.ten_tricks_later")
