"""The table tells the game: picture, caption and log together, again and back, people who talk, endings."""

import playing
import pytest
import recorded
from conftest import PHONE

WATCH = """() => {
    window.told = [];
    const words = e => e?.innerText.replace(/\\s+/g, " ").trim() ?? "";
    const look = () => {
        const lines = document.querySelectorAll("[data-log] li");
        const page = document.querySelector("[data-settled]").dataset;
        const now = [words(document.querySelector("[data-caption] .words")), words(lines[lines.length - 1]),
            page.settled, document.querySelectorAll(".plate .turn").length];
        if (JSON.stringify(now) !== JSON.stringify(window.told.at(-1))) window.told.push(now);
        requestAnimationFrame(look);
    };
    look();
}"""


def sit(visitors, game="ten_tricks_later", viewport=None, **settings):
    """At the table with a card to play, at a pace."""
    page = visitors.page(viewport, **{"speed": "fast", **settings})
    playing.sit_down(page, game, options={})
    hands = playing.Pointer(page)
    playing.until_a_card_can_be_played(page, hands)
    return page, hands


def test_the_log_is_never_ahead_of_the_picture(visitors):
    page, hands = sit(visitors)
    page.evaluate(WATCH)
    for _ in range(2):
        playing.decide(page, hands)
        page.wait_for_function(playing.WAITING)
    told = page.evaluate("window.told")
    assert len(told) > 8
    assert [(caption, line) for caption, line, _, _ in told if line and line not in caption] == []
    assert any(acting == 0 for _, _, settled, acting in told if settled == "false"), (
        "while a trick is judged nobody acts"
    )


def test_a_touch_goes_to_the_present_and_holding_stops_the_story(visitors):
    page, hands = sit(visitors, speed="slow")
    hands.play_card()
    page.wait_for_selector("[data-settled=false]")
    board = page.locator("[role=region]").first.bounding_box()
    page.mouse.move(board["x"] + 4, board["y"] + 4)
    page.mouse.down()
    page.wait_for_timeout(600)
    before = page.locator("[data-caption] .words").inner_text()
    page.wait_for_timeout(2500)
    assert page.locator("[data-caption] .words").inner_text() == before
    page.mouse.up()
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector("[data-settled=true]", timeout=4000)


def test_a_line_of_the_log_leads_back_and_the_present_comes_by_itself(visitors):
    page, hands = sit(visitors, speed="none")
    for _ in range(2):
        playing.decide(page, hands)
        page.wait_for_function(playing.WAITING)
    page.locator("[data-log] li button").first.click()
    page.wait_for_selector("[data-caption].past")
    assert page.locator("[data-settled=false]").count()
    page.wait_for_selector("[data-settled=true]", timeout=30_000)
    page.get_by_role("button", name="Show the last turn again").click()
    page.wait_for_selector("[data-settled=false]")
    playing.decide(page, hands)  # acting goes to the present


def test_a_choice_says_what_would_follow(visitors):
    page, _ = sit(visitors, speed="none")
    page.locator("[data-hand] .playable:not([inert])").first.click()
    page.wait_for_selector("[data-foreseen]")


def test_chat_is_noticed_at_the_seat_and_on_the_tab(visitors):
    host, guest = visitors.page(name="Hana"), visitors.page(PHONE, name="Gus")
    host.goto("/new/ten_tricks_later")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/table/*")
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down at this table").click()
    host.get_by_text("Gus").wait_for()
    host.get_by_role("button", name="Start").click()
    guest.wait_for_selector("[data-hand]")
    guest.get_by_role("button", name="Chat", exact=True).click()
    guest.get_by_role("button", name="Well played!").click()
    host.locator("[data-bubble]", has_text="Well played!").wait_for()
    host.locator("aside [data-unread]", has_text="1").wait_for()
    host.get_by_role("tab", name="Chat").click()
    host.locator("aside [data-unread]").wait_for(state="detached")


def test_a_round_ends_with_a_scene_that_counts_up_and_the_result_is_sorted(visitors):
    page = visitors.page(speed="none")
    table = playing.sit_down(page, "ten_tricks_later", 4, options={"target": 1, "max_rounds": 1})
    playing.play_to_the_end(page, playing.Pointer(page))
    scores = [int(text) for text in page.locator("[data-result] tbody td").all_inner_texts()[:4]]
    assert scores == sorted(scores, reverse=True)
    names = page.locator("[data-result] svg[role=img] text").all_text_contents()
    assert "Nora" in names
    page.goto(f"/replay/{table}?at=0&eyes=all")
    page.wait_for_selector("[data-at='0']")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-scene=round]")
    line = page.locator("[data-log] [data-now]").last
    assert line.evaluate("e => { const b = e.getBoundingClientRect(); return b.top > 0 && b.bottom <= innerHeight }")


FOCUSED = "() => !!document.activeElement?.closest('[data-hand], [data-choices]')"


def test_the_keyboard_stays_where_choices_are_made_after_a_move(visitors):
    page = visitors.page(speed="none")
    playing.sit_down(page, "ten_tricks_later", options={})
    hands = playing.Keyboard(page)
    playing.until_a_card_can_be_played(page, hands)
    for _ in range(3):
        playing.decide(page, hands)
        page.wait_for_function(playing.WAITING)
        page.wait_for_function(FOCUSED, timeout=5000)


MOST_BEATS = 15  # of one decision
CAPTION = """() => {
    const words = document.querySelector("[data-caption] .words");
    const settled = document.querySelector("[data-settled]").dataset.settled === "true";
    return [words.innerText.trim(), words.scrollHeight - words.clientHeight, settled];
}"""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("game", "players"), [("ten_tricks_later", 4), ("scout", 5)])
def test_on_a_phone_where_the_captions_are_the_log_none_loses_a_sentence(visitors, game, players, language):
    page = visitors.page(PHONE, language=language, speed="touch")
    decisions = recorded.record(game, players, seed=7, every=True)
    shown = recorded.Shown(page, game, players)
    shown.put(decisions[players])
    told = []
    for decision in decisions[players + 1 : players + 21]:
        shown.put(decision, told=True)
        for _ in range(MOST_BEATS):
            page.wait_for_timeout(40)
            caption, hidden, settled = page.evaluate(CAPTION)
            told.append(caption)
            assert not caption.startswith("…")
            assert hidden <= 2, caption
            if settled:
                break
            page.mouse.click(5, page.locator(".board").bounding_box()["y"] + 3)
    assert len(set(told)) > 15
