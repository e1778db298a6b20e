"""What moves: by transform and opacity alone, never for ever, and a table that waits is still."""

import re
from pathlib import Path

import in_sight
import pytest
import recorded
from conftest import PHONE

from lasttrick import games

SOURCES = Path(__file__).parents[2] / "web" / "src"
CHEAP = {"transform", "translate", "opacity", "visibility", "none"}  # drawn without a new layout or picture
TRANSITION = re.compile(r"transition:\s([^;}]*)")
KEYFRAMES = re.compile(r"@keyframes \w+ \{((?:[^{}]*\{[^{}]*\})*)")


def styles() -> list[tuple[str, str]]:
    files = [*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.css")]
    return [(file.name, re.sub(r"\([^()]*\)", "", file.read_text())) for file in files]


def test_motion_is_by_transform_and_opacity_alone():
    other = []
    for name, text in styles():
        for told in TRANSITION.findall(text):
            other += [(name, one.split()[0]) for one in told.split(",") if one.split() and one.split()[0] not in CHEAP]
        for frames in KEYFRAMES.findall(text):
            properties = re.findall(r"^\s*([\w-]+):", frames, re.M)
            other += [(name, one) for one in properties if one not in CHEAP]
    assert other == []


def test_nothing_moves_for_ever():
    assert [name for name, text in styles() if "infinite" in text] == []


WATCH = """window.dealt_ = window.ticks_ = 0;
  new MutationObserver(() => { dealt_ = Math.max(dealt_, document.querySelectorAll("[data-dealt]").length); })
    .observe(document, {subtree: true, childList: true});
  const set = window.setInterval;
  window.setInterval = (work, ms, ...more) => { if (ms < 2000) ticks_++; return set(work, ms, ...more); }"""
DEALT = "() => dealt_ > 0 && document.querySelectorAll('[data-dealt]').length === 0"
STILL = "() => document.getAnimations().every(one => one.playState !== 'running')"


@pytest.mark.parametrize("game", games.OURS)
def test_cards_are_dealt_to_every_seat_and_a_table_that_waits_is_still(visitors, game):
    """With all motion on: some cards fly to each seat; then nothing is animated and, without a clock, nothing ticks."""
    players = max(games.about(game).players)
    page = visitors.page(speed="normal")
    page.add_init_script(WATCH)
    recorded.Shown(page, game, players).put(recorded.record(game, players)[0])
    page.wait_for_function(DEALT)
    page.wait_for_function(STILL)
    assert page.evaluate("dealt_") == 4 * players
    assert page.evaluate("ticks_") == 0


SLID = """() => {
  window.slid = 0;
  const isSlide = one => one.transitionProperty === "translate" && one.effect.target.matches("[data-hand] .slot");
  const look = () => { slid += document.getAnimations().filter(isSlide).length; requestAnimationFrame(look); };
  look();
}"""


def test_when_a_phone_is_turned_the_cards_lie_there_at_once(visitors):
    page = visitors.page(PHONE, speed="normal")
    decision = next(one for one in recorded.record("ten_tricks_later", 3) if one.update["view"]["phase"] == "play")
    recorded.Shown(page, "ten_tricks_later", 3).put(decision)
    page.wait_for_selector("[data-hand].lies")
    page.wait_for_timeout(600)
    lies = "[...document.querySelectorAll('[data-hand] .slot')].map(e => e.getBoundingClientRect().left)"
    before = page.evaluate(lies)
    page.evaluate(SLID)
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    page.wait_for_timeout(600)
    assert page.evaluate(lies) != before
    assert page.evaluate("slid") == 0


TELLS = """() => {
  const text = e => e.textContent.replace(/\\s+/g, " ").trim();
  const all = selector => [...document.querySelectorAll(selector)].map(text);
  return {said: all("[data-caption] .line"), scene: all("[data-scene] :is(h2, .reason, .word, .fate, p)"),
    log: all("[data-log] li").length, settled: document.querySelector("[data-settled]").dataset.settled};
}"""


TOUCH = """() => ["pointerdown", "pointerup"].forEach(kind =>
  document.querySelector(".board").dispatchEvent(new PointerEvent(kind, {bubbles: true})))"""
ENDS_SOON = {
    "ten_tricks_later": {"target": 1, "max_rounds": 1},
    "trick_to_survival": {"weeks": 1, "days": 2},
}


def told_by_touch(page, shown, whole) -> list:
    """What is said and shown at each moment of the last decision, one touch after the other."""
    shown.put(whole[-2])
    shown.put(whole[-1], told=True)
    seen = []
    for _ in range(20):
        page.evaluate(in_sight.STILL)
        seen.append(page.evaluate(TELLS))
        if seen[-1]["settled"] == "true":
            return seen
        page.evaluate(TOUCH)
        page.wait_for_timeout(60)
    raise AssertionError("the story does not end")


@pytest.mark.parametrize("game", games.OURS)
def test_without_motion_the_same_facts_are_told(visitors, game):
    whole, told = recorded.record(game, 3, every=True, **ENDS_SOON.get(game, {})), []
    for wish in ("no-preference", "reduce"):
        page = visitors.page(speed="touch")
        page.emulate_media(reduced_motion=wish)
        told.append(told_by_touch(page, recorded.Shown(page, game, 3), whole))
    assert [one for one in told[0] if one["settled"] != "true"] == [one for one in told[1] if one["settled"] != "true"]
    assert any(one["scene"] for one in told[1]), "it ends with a scene"
