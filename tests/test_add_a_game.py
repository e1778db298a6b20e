"""The how-to about adding a game says what is so: its limits and names are those of the code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lasttrick.checks import case, playing
from lasttrick.core import story, words
from tests.contract.tools_page import CONSTANTS, TOOLS, used_in
from tests.test_examples import HEARTS, LAMPLIGHT, installed

pytestmark = pytest.mark.uncompiled
ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ("bytes of a state", playing.MOST_BYTES),
        ("players", len(words.LETTERS)),
        ("numbers told by one decision", story.LINES),
        ("outcomes on a tape", story.TAPE),
        ("decisions of a short match", case.MOST_DECISIONS),
    ],
)
def test_a_limit_is_as_the_page_says(what, most):
    assert f"| {what} | {most:,} |" in PAGE


@pytest.mark.parametrize(
    "folder", ["src/lasttrick/template", "examples/lamplight/src/lamplight", "examples/hearts/src/hearts"]
)
def test_what_a_game_takes_from_core_is_on_the_page_of_tools(folder):
    offered = {(module, name) for module in TOOLS for name in f"{TOOLS[module]} {CONSTANTS.get(module, '')}".split()}
    assert used_in(ROOT / folder) <= offered


BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [line for kind, block in BLOCKS if kind == "console" for line in block.splitlines()]


def test_the_blocks_of_code_are_those_of_the_examples():
    files = [path for place in (LAMPLIGHT, HEARTS) for kind in ("py", "md") for path in place.rglob(f"*.{kind}")]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in files)
    code = [block for kind, block in BLOCKS if kind != "console"]
    assert len(code) > 8
    assert [block for block in code if block not in sources] == []


def test_the_commands_make_a_game_that_runs_and_passes_its_tests(tmp_path):
    """In the order of the page; `pip install -e` is what it leaves behind. With three players, to be quick."""
    place, notes = tmp_path / "lamplight", tmp_path / "notes"
    notes.mkdir()
    for command in COMMANDS:
        words = [word for word in command.split() if "=" not in word]
        environment = {**installed(place, notes), "LASTTRICK_PLAIN": "1"}
        if words[:2] == ["lasttrick", "new-game"]:
            environment["PYTHONPATH"] = str(ROOT / "src")
        if words[0] == "pip":
            continue
        if words[0] == "pytest":
            words += ["-q", "-p", "no:cacheprovider", "--rootdir", ".", "-k", "(3 and players) or LAM or playthrough"]
        where = place if words[0] in ("pytest", "python") else tmp_path
        program = words[1:] if words[0] == "python" else ["-m", *words]
        done = subprocess.run(
            [sys.executable, *program], cwd=where, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, command + done.stdout[-2000:] + done.stderr[-2000:]
