"""The example games: packages of their own, found by their entry points; no file of ours knows them."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.uncompiled
ROOT = Path(__file__).resolve().parents[1]
LAMPLIGHT = ROOT / "examples" / "lamplight"
HEARTS = ROOT / "examples" / "hearts"
LONG = os.environ.get("LASTTRICK_LONG") == "1"
only_long = pytest.mark.skipif(not LONG, reason="takes minutes; LASTTRICK_LONG=1 asks for it")


def installed(place: Path, folder: Path) -> dict[str, str]:
    """The environment of a process for which the package in a place is installed as `pip install -e` would leave it."""
    name = place.name
    notes = folder / f"{name}-0.1.0.dist-info"
    notes.mkdir(exist_ok=True)
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (notes / "entry_points.txt").write_text(f"[lasttrick.games]\n{name} = {name}\n")
    paths = os.pathsep.join(map(str, (place / "src", folder, ROOT / "src")))
    return {**os.environ, "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}


def run(folder: Path, *command: str, place: Path = LAMPLIGHT, **more: str) -> str:
    environment = {**installed(place, folder), "LASTTRICK_PLAIN": "1", **more}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=place, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_its_own_tests_pass(tmp_path):
    """With three players; the others in the long checks."""
    which = [] if LONG else ["-k", "(3 and players) or LMP or playthrough or trick"]
    run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", *which)


@only_long
@pytest.mark.parametrize("plain", ["1", ""], ids=["plain", "compiled"])
@pytest.mark.parametrize("place", [LAMPLIGHT, HEARTS], ids=lambda place: place.name)
def test_all_its_tests_pass_in_plain_python_and_compiled(place, plain, tmp_path, report):
    begun = time.monotonic()
    told = run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", place=place, LASTTRICK_PLAIN=plain)
    how = "plain" if plain else "compiled"
    report(f"{place.name}, {how}: {told.count('.')} tests in {time.monotonic() - begun:.0f} s")


@only_long
def test_hearts_is_played_by_bots_that_think_nothing(tmp_path):
    told = run(tmp_path, "lasttrick", "simulate", "hearts", "-n", "200", place=HEARTS, LASTTRICK_PLAIN="")
    assert "200" in told
    told = run(tmp_path, "lasttrick", "check", "hearts", place=HEARTS)
    assert told.startswith("Hearts brings no judgement")


def test_it_is_found_with_rules_in_both_languages(tmp_path):
    assert "Lamplight" in run(tmp_path, "lasttrick", "games")
    assert "blow at the lamp" in " ".join(run(tmp_path, "lasttrick", "rules", "lamplight", "11").split())
    assert "吹いて" in run(tmp_path, "lasttrick", "rules", "lamplight", "11", "--language", "ja")


def test_its_judgement_lies_in_its_own_package_and_what_it_does_not_bring_is_said(tmp_path):
    code = (
        "from lasttrick import games\nfrom lasttrick.bots.policy import judgement_of\n"
        "print(judgement_of(games.game('lamplight')).__name__)"
    )
    environment = {**installed(LAMPLIGHT, tmp_path), "LASTTRICK_PLAIN": "1"}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "lamplight.judgement"
    sentences = run(tmp_path, "lasttrick", "check", "lamplight").splitlines()
    assert [sentence.partition(":")[0] for sentence in sentences] == [
        "Lamplight brings no facts",
        "Lamplight brings no progress",
        "Lamplight has no folder and no art in the page",
        "Lamplight has no lessons",
    ]
