"""A whole match of every game, played through the page against bots to its result."""

import os

import playing
import pytest

from lasttrick import games

LONG = os.environ.get("LASTTRICK_LONG") == "1"
HANDS = {"by keyboard": playing.Keyboard, "by pointer": playing.Pointer}
# In short form each game is played in one way, and each way in two games.
WAYS = [
    (game, way)
    for at, game in enumerate(games.OURS)
    for turn, way in enumerate(HANDS)
    if LONG or turn == at % len(HANDS)
]


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_a_match_is_played_to_its_result(visitors, game, way):
    page = visitors.page()
    playing.sit_down(page, game)
    playing.play_to_the_end(page, HANDS[way](page))
    assert page.locator("[data-result] tbody tr").count() >= playing.SHORT[game][0]


def test_from_the_home_page_to_a_hand_is_one_click(visitors):
    page = visitors.page()
    page.goto("/")
    page.locator("article .loud").first.click()
    page.wait_for_selector("[data-hand] [role=option]:not([inert])")


def test_a_card_is_dragged_onto_the_table(visitors):
    page = visitors.page(confirm=True)
    playing.sit_down(page, "ten_tricks_later")
    hands = playing.Pointer(page)
    playing.until_a_card_can_be_played(page, hands)
    card = page.locator("[data-hand] .playable:not([inert])").first
    card.hover()  # waits until it lies still
    name, box = card.get_attribute("data-card"), card.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=4)
    page.mouse.move(box["x"] + 40, box["y"] - 120, steps=4)
    page.mouse.up()
    page.wait_for_function("name => !document.querySelector(`[data-hand] [data-card='${name}']`)", arg=name)


def test_without_confirming_one_click_plays(visitors):
    page = visitors.page(confirm=False)
    playing.sit_down(page, "ten_tricks_later")
    hands = playing.Pointer(page)
    playing.until_a_card_can_be_played(page, hands)
    before = page.locator("[data-hand] [role=option]:not([inert])").count()
    page.locator("[data-hand] .playable:not([inert])").first.click()
    page.wait_for_function(
        "n => document.querySelectorAll('[data-hand] [role=option]:not([inert])').length < n", arg=before
    )


TALLEST = """() => {
    const hand = document.querySelector("[data-hand]");
    window.tallest = 0;
    const look = () => {
        window.tallest = Math.max(window.tallest, hand.offsetHeight);
        requestAnimationFrame(look);
    };
    look();
}"""


def test_a_card_on_its_way_to_the_table_moves_nothing_else(visitors):
    page = visitors.page(speed="normal")
    playing.sit_down(page, "ten_tricks_later")
    hands = playing.Pointer(page)
    playing.until_a_card_can_be_played(page, hands)
    before = page.locator("[data-hand]").evaluate("hand => hand.offsetHeight")
    page.evaluate(TALLEST)
    hands.play_card()
    page.wait_for_selector("[data-hand] [inert]")
    page.wait_for_selector("[data-hand] [inert]", state="detached")
    assert page.evaluate("window.tallest") == before
