"""A game the page has no folder for: a whole match of the example game on the generic board, told in words."""

import playing
import pytest
from conftest import PHONE, SCREENSHOTS, TableServer, Visitors

from tests.test_examples import HEARTS, LAMPLIGHT, installed, only_long

pytestmark = pytest.mark.uncompiled
DESK = {"width": 1280, "height": 800}


def visitors_with(place, browser, folder):
    """Visitors of a server for which an example game is installed; nothing is compiled for it."""
    server = TableServer(folder, {**installed(place, folder), "LASTTRICK_PLAIN": "1"})
    people = Visitors(browser, server.url)
    yield people
    people.close()
    server.stop()
    assert not people.complaints, "the browser complained"


@pytest.fixture(scope="module")
def guests(built, browser, tmp_path_factory):
    yield from visitors_with(LAMPLIGHT, browser, tmp_path_factory.mktemp("generic"))


def look(page, name: str) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"generic-{name}.png")


def sit_down(page, **options) -> None:
    playing.sit_down(page, "lamplight", 3, {"rounds": 1, **options})


def test_a_whole_match_is_played_and_told(guests):
    page = guests.page(DESK)
    sit_down(page)
    assert page.locator("h1").inner_text() == "Lamplight"
    assert page.locator("[data-hand] [role=option]:not([inert])").count() == 6
    page.wait_for_function(playing.WAITING)
    assert "Play a card" in page.locator(".status").inner_text()
    playing.decide(page, playing.Pointer(page))
    page.wait_for_function(playing.WAITING)
    look(page, "desk")
    playing.play_to_the_end(page, playing.Pointer(page))
    result = page.locator("[data-result]").inner_text()
    assert "Nora" in result
    assert "All rounds are played" in result
    look(page, "result")
    page.keyboard.press("Escape")
    log = page.locator("[data-log]").inner_text()
    assert "You play " in log
    assert log.count("the trick with") == 6
    assert "in all." in log


def test_a_trick_is_seen_before_it_is_gone_on_a_phone(guests):
    page = guests.page(PHONE, speed="touch")
    sit_down(page, wind="still")
    for _ in range(40):
        if page.locator(".ring .winner").count():
            break
        if page.locator("[data-hand] .playable:not([inert])").count() and not page.locator("[data-waiting]").count():
            playing.Pointer(page).play_card()
        else:
            page.locator(".board").click(position={"x": 4, "y": 4})
        page.wait_for_timeout(60)
    assert page.locator(".ring li").count() == 3
    look(page, "phone")


def test_rules_words_and_choices_are_in_both_languages(guests):
    page = guests.page(DESK, language="ja")
    sit_down(page)
    assert page.locator("h1").inner_text() == "ランプライト"
    page.keyboard.press("r")
    page.get_by_text("油1枚につき").wait_for()
    look(page, "ja")


@only_long
def test_a_whole_match_of_hearts_is_played_and_told(built, browser, tmp_path):
    """Written by the how-to alone: cards are chosen by all at once, passed and played; the page knows no word of it."""
    for guests in visitors_with(HEARTS, browser, tmp_path):
        page = guests.page(DESK)
        playing.sit_down(page, "hearts", 4, {"target": 1})
        assert page.locator("h1").inner_text() == "Hearts"
        assert page.locator("[data-hand] [role=option]:not([inert])").count() == 13
        page.wait_for_function(playing.WAITING)
        look(page, "hearts-passing")
        playing.play_to_the_end(page, playing.Pointer(page))
        assert "Nora" in page.locator("[data-result]").inner_text()
        look(page, "hearts-result")
        page.keyboard.press("Escape")
        log = page.locator("[data-log]").inner_text()
        assert "passes three cards to" in log
        assert log.count("takes the trick") == 13
        assert "in all." in log
