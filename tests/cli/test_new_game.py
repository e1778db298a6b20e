"""`lasttrick new-game` writes a package that runs: found by its entry point (its tests: tests/test_add_a_game.py)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lasttrick.cli.new_game import write_game
from lasttrick.core.errors import LastTrickError

pytestmark = pytest.mark.uncompiled
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def lantern(tmp_path_factory) -> Path:
    place = write_game("paper_lantern", tmp_path_factory.mktemp("games"))
    installed = place / "src" / "paper_lantern-0.1.0.dist-info"  # as pip would leave it
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: paper_lantern\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text("[lasttrick.games]\npaper_lantern = paper_lantern\n")
    return place


def run(place: Path, *command: str) -> subprocess.CompletedProcess:
    paths = os.pathsep.join([str(place / "src"), str(ROOT / "src")])
    environment = {**os.environ, "LASTTRICK_PLAIN": "1", "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=place, env=environment, capture_output=True, encoding="utf-8", check=False
    )


def test_it_is_found_by_its_entry_point_with_rules_and_code(lantern):
    assert "Paper Lantern" in run(lantern, "lasttrick", "games").stdout
    shown = run(lantern, "lasttrick", "rules", "paper_lantern", "04").stdout
    assert "follows the led suit" in " ".join(shown.split())
    assert "playable" in shown
    missing = run(lantern, "lasttrick", "rules", "paper_lantern", "--language", "ja").stderr
    assert missing == "lasttrick: Paper Lantern has no rules page in ja; rules.ja.md in its package is missing.\n"


@pytest.mark.parametrize("name", ["Lantern", "2nd", "a game", "scout"])
def test_a_name_that_cannot_be_is_refused(name, tmp_path):
    with pytest.raises(LastTrickError, match="name"):
        write_game(name, tmp_path)
