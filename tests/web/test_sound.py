"""Sounds: one for each event that has one, short, neither silent nor too loud, on by default with a mute in sight."""

import re
from pathlib import Path

import hearing
import pytest

from lasttrick import games

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
MADE = re.compile(r'sound: (?:[^,"]*\? )?"(\w+)"(?: : "(\w+)")?')
MAPPED = re.compile(r"const SOUNDS: Record<string, string> = \{(.*?)\};", re.S)


@pytest.fixture(scope="module")
def heard(browser):
    return hearing.listen(browser)


def test_every_sound_is_heard_at_once_is_short_and_not_too_loud(heard):
    for of, sounds in heard.items():
        lengths, peaks = [one.length for one in sounds], [one.peak for one in sounds]
        print(f"sounds, {of}: {len(sounds)}, {min(lengths):.2f} to {max(lengths):.2f} s, peak {max(peaks):.2f}")
    all_ = [(of, one) for of, sounds in heard.items() for one in sounds]
    assert [(of, one.name) for of, one in all_ if one.before > 0.02] == []
    assert [(of, one.name) for of, one in all_ if not 0.03 < one.length < 1.6] == []
    assert [(of, one.name) for of, one in all_ if not 0.06 < one.peak < 0.9] == []


@pytest.mark.parametrize("game", games.OURS)
def test_every_sound_that_a_game_asks_for_is_there_and_those_it_brings_are_used(heard, game):
    text = "".join((GAMES / game / name).read_text() for name in ("game.ts", "story.ts"))
    asked = {name for pair in MADE.findall(text) for name in pair if name}
    asked |= set(re.findall(r': "(\w+)"', MAPPED.search(text)[1]))
    brought = {one.name for one in heard[game]}
    assert asked - brought - {one.name for one in heard["table"]} == set()
    assert len(brought) >= 4
    assert brought - asked == set()


def test_sounds_are_on_and_the_mute_is_in_sight(visitors):
    page = visitors.page()
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_function("() => document.querySelector('[data-settled=true]')")
    page.get_by_role("button", name="Sound: switch it off").click()
    assert page.evaluate("JSON.parse(localStorage.getItem('lasttrick.settings')).sound") is False
