"""A match again: all hands open round the table and in sight, the log in step, the ends of rounds and days shown."""

import pytest
import recorded
from conftest import PHONE
from in_sight import SIZES, STILL

from lasttrick import games

MOST_PLAYERS = {"ten_tricks_later": 4, "scout": 5, "zombie_escape": 6, "trick_to_survival": 5}
LOOK = """() => {
  const faults = [];
  const hands = [...document.querySelectorAll("[data-open-hand]")];
  for (const hand of hands)
    for (const slot of hand.querySelectorAll(".slot")) {
      const box = slot.getBoundingClientRect();
      const fault = faultOf(hand, box);
      if (fault) faults.push(`${hand.dataset.openHand}: ${slot.innerText.trim()} ${fault}`);
    }
  const scroll = document.querySelector("aside[data-scroll]")?.getBoundingClientRect();
  const line = [...document.querySelectorAll("aside [data-now]")].at(-1)?.getBoundingClientRect();
  const inStep = !scroll?.width || (line && line.top >= scroll.top - 1 && line.bottom <= scroll.bottom + 1);
  const said = document.querySelector("[data-caption]").innerText.trim();
  return {hands: hands.length, faults, inStep, said};

  function faultOf(hand, box) {
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return "off";
    for (let up = hand; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = up.getBoundingClientRect();
      if (box.left < around.left - 1 || box.right > around.right + 1) return "cut";
      if (box.top < around.top - 1 || box.bottom > around.bottom + 1) return "cut";
    }
    if (box.width < 7) return "too close";
    const there = document.elementFromPoint(box.left + Math.min(4, box.width / 2), box.top + box.height * 0.3);
    return hand.contains(there) || hand.parentElement.contains(there) ? "" : "covered";
  }
}"""


def open_at(page, at: int, eyes: str) -> None:
    page.goto(f"/replay/{recorded.TABLE}?at={at}&eyes={eyes}")
    page.wait_for_selector(f"[data-at='{at}']")
    page.evaluate(STILL)


@pytest.mark.parametrize("game", games.OURS)
def test_with_all_cards_open_every_hand_is_in_sight_and_the_log_in_step(visitors, game):
    players, page = MOST_PLAYERS[game], visitors.page()
    length = recorded.again(page, game, players)
    for size in ("1280×800", "390×844"):
        page.set_viewport_size(SIZES[size])
        for at in (players + 1, min(length // 2, 60)):
            open_at(page, at, "all")
            seen = page.evaluate(LOOK)
            assert seen["hands"] == players - 1, "the own hand lies below"
            assert seen["faults"] == [], f"{size}, position {at}"
            assert seen["inStep"], f"{size}, position {at}"
            assert seen["said"], f"{size}, position {at}"


def test_one_looks_through_a_face_and_the_rounds_are_marked(visitors):
    page = visitors.page()
    recorded.again(page, "ten_tricks_later", 3)
    open_at(page, 20, "all")
    page.get_by_role("radio", name="Mara").check()
    page.wait_for_selector("[data-eyes='1']")
    assert "eyes=1" in page.url
    assert page.get_by_role("radio", checked=True).count() == 1
    assert page.locator("[data-open-hand]").count() == 0
    assert page.locator(".parts > span").first.inner_text() == "Round 1"
    assert page.locator("[data-at='20']").count(), "the position stays"


@pytest.mark.parametrize(
    ("game", "kind"), [("ten_tricks_later", "round"), ("scout", "round"), ("zombie_escape", "day")]
)
def test_the_end_of_a_round_is_a_step_of_its_own_on_a_phone_too(visitors, game, kind):
    page = visitors.page(PHONE)
    length = recorded.again(page, game, 3)
    open_at(page, length - 1, "0")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        if page.locator(f"[data-scene={kind}], [data-scene=match]").count():
            break
    scene = page.locator(".scene")
    page.evaluate(STILL)
    box = scene.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= PHONE["height"]
    assert scene.locator("li").count() == 3
