"""The how-to about adding a game says what is so: its limits and names are those of the code."""

from pathlib import Path

import pytest

from lasttrick.checks import case, playing
from lasttrick.core import story, words

pytestmark = pytest.mark.uncompiled
PAGE = (Path(__file__).resolve().parents[1] / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")


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
