"""The how-to about adding a game says what is so: its limits and names are those of the code."""

from pathlib import Path

import pytest

from lasttrick.checks import case, playing
from lasttrick.core import story, words
from tests.contract.tools_page import CONSTANTS, TOOLS, used_in

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


@pytest.mark.parametrize("folder", ["src/lasttrick/template", "examples/lamplight/src/lamplight"])
def test_what_a_game_takes_from_core_is_on_the_page_of_tools(folder):
    offered = {(module, name) for module in TOOLS for name in f"{TOOLS[module]} {CONSTANTS.get(module, '')}".split()}
    assert used_in(ROOT / folder) <= offered
