"""What happens at a table besides playing cards: people, reloads, restarts, explanations, languages."""

import re

import playing
import pytest
from conftest import PHONE, TableServer, Visitors

from lasttrick import games


def lobby(page, game="ten_tricks_later") -> str:
    """A table with open seats, opened through the set-up page."""
    page.goto(f"/new/{game}")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    return page.url.rsplit("/", 1)[1]


def test_two_people_in_two_browsers_sit_at_one_table(visitors):
    host, guest = visitors.page(name="Hana"), visitors.page(name="Gus")
    table = lobby(host)
    guest.goto(f"/table/{table}")
    guest.get_by_role("button", name="Sit down at this table").click()
    host.get_by_text("Gus").wait_for()
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        page.wait_for_selector("[data-hand] [role=option]:not([inert])")
    dealt = [
        set(page.eval_on_selector_all("[data-hand] [data-card]:not([inert])", "all => all.map(e => e.dataset.card)"))
        for page in (host, guest)
    ]
    assert not dealt[0] & dealt[1]
    guest.get_by_role("button", name=re.compile("keep my hand|cannot ask")).click()
    host.get_by_role("tab", name="Chat").click()
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_label("Say something to the table").fill("hello from Gus")
    guest.keyboard.press("Enter")
    host.get_by_role("tabpanel").get_by_text("hello from Gus").wait_for()


def test_a_reload_in_the_middle_loses_nothing(visitors):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", options={})
    hands = playing.Pointer(page)
    for _ in range(4):
        playing.decide(page, hands)
    page.wait_for_function(playing.WAITING)
    before = page.eval_on_selector_all("[data-hand] [data-card]:not([inert])", "all => all.map(e => e.dataset.card)")
    page.reload()
    page.wait_for_selector("[data-settled=true]")
    assert before == page.eval_on_selector_all(
        "[data-hand] [data-card]:not([inert])", "all => all.map(e => e.dataset.card)"
    )
    assert page.locator("aside li").count() > 10
    playing.decide(page, hands)


def test_the_match_goes_on_after_the_server_was_restarted(built, browser, tmp_path):
    server = TableServer(tmp_path)
    visitors = Visitors(browser, server.url)
    try:
        page = visitors.page()
        playing.sit_down(page, "ten_tricks_later", options={})
        hands = playing.Pointer(page)
        playing.decide(page, hands)
        server.stop()
        page.wait_for_selector("[data-cut]")
        server.start()
        page.wait_for_selector("[data-cut]", state="detached")
        for _ in range(3):
            playing.decide(page, hands)
    finally:
        visitors.close()
        server.stop()
    assert not visitors.complaints


def test_without_the_server_the_home_page_says_so(visitors):
    page = visitors.page()
    page.route("**/api/**", lambda route: route.abort())
    page.goto("/")
    page.get_by_text("The server does not answer").wait_for()
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("article")


def test_a_spectator_sees_the_table_and_no_hand(visitors):
    player, watcher = visitors.page(), visitors.page()
    table = playing.sit_down(player, "ten_tricks_later", options={})
    watcher.goto(f"/table/{table}")
    watcher.wait_for_selector("[data-settled=true]")
    playing.decide(player, playing.Pointer(player))
    assert watcher.locator("[data-hand], [data-choices]").count() == 0
    player.get_by_text("1 watching").wait_for()


def test_an_illegal_touch_says_why_and_shows_its_clause(visitors):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", options={})
    hands = playing.Pointer(page)
    while not page.locator("[data-hand] [aria-disabled=true]:not([inert])").count():
        playing.decide(page, hands)
        page.wait_for_function(playing.WAITING)
    page.locator("[data-hand] [aria-disabled=true]:not([inert])").first.click(force=True)
    page.wait_for_selector("[data-refusal]")
    page.get_by_role("button", name="See rule TTL-").click()
    page.wait_for_selector(".clause.on")


@pytest.mark.parametrize("game", games.OURS)
def test_japanese_on_a_phone_without_sideways_scrolling_or_english(visitors, game):
    page = visitors.page(PHONE, language="ja", name="のら")
    playing.sit_down(page, game, name="のら")
    hands = playing.Pointer(page)
    for _ in range(5):
        playing.decide(page, hands)
        page.wait_for_function(playing.WAITING)
    assert page.evaluate("document.documentElement.lang") == "ja"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    labels = page.eval_on_selector_all("[aria-label]", "all => all.map(e => e.ariaLabel)")
    said = " ".join([page.locator("#app").text_content(), *labels])
    assert re.search("[\u3040-\u30ff]", said)
    assert set(re.findall("[A-Za-z]{3,}", said)) <= {"SHM"}  # the marks of a card


@pytest.mark.parametrize("game", games.OURS)
def test_twice_the_size_needs_no_sideways_scrolling_and_hides_no_card(visitors, game):
    page = visitors.page({"width": 720, "height": 450})  # a desktop at 200 %
    playing.sit_down(page, game)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    playing.decide(page, playing.Pointer(page))


def test_the_language_can_be_switched_in_the_middle(visitors):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", options={})
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("日本語").check()
    page.get_by_role("button", name="閉じる").first.click()
    page.get_by_role("tab", name="ログ").wait_for()


def test_the_rules_are_in_the_language_of_the_page(visitors):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", options={})
    page.keyboard.press("r")
    page.locator("[data-clause=TTL-27]", has_text="Tie for highest").wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("日本語").check()
    page.locator("[data-clause=TTL-27]", has_text="最高が並んだ場合").wait_for()
    assert not page.locator("[data-clause]", has_text="the ").count()


def test_afterwards_replay_rematch_and_verification(visitors):
    page = visitors.page()
    table = playing.sit_down(page, "ten_tricks_later")
    playing.play_to_the_end(page, playing.Pointer(page))
    page.get_by_role("button", name="Verify this deal").click()
    page.wait_for_selector("[data-verified=true]")
    page.goto(f"/replay/{table}?at=5&eyes=all")
    page.wait_for_selector("[data-at='5']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-at='6']")
    page.wait_for_selector("[data-open-hand]")
    assert page.locator("[data-open-hand]").count() == 2  # the third is the hand one looks over
    page.keyboard.press("End")
    while not page.locator("[data-scene=round]").count():  # how the round ended is a step of its own
        page.keyboard.press("ArrowLeft")
    assert page.locator("[data-scene=round] li").count() == 3
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("old => !location.pathname.endsWith(old)", arg=table)


def test_the_coach_nudges_then_shows_the_move_then_says_why(visitors):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", options={}, hints=True)
    playing.until_a_card_can_be_played(page, playing.Pointer(page))
    page.get_by_role("button", name="Coach").click()
    page.wait_for_selector("[data-coach='1']", timeout=300_000)  # a cold cache compiles the bot first
    assert page.locator("[data-advised]").count() == 0
    page.locator("[data-deeper]").click()
    page.wait_for_selector("[data-coach='2']")
    page.wait_for_selector("[data-hand] [data-advised]")
    page.locator("[data-deeper]").click()
    assert page.locator("[data-why]").inner_text().strip()


def test_the_coach_shows_a_move_that_is_no_card(visitors):
    page = visitors.page()
    playing.sit_down(page, "scout", options={}, hints=True)
    page.locator("[data-action='rotate no']").wait_for()
    page.get_by_role("button", name="Coach").click()
    page.wait_for_selector("[data-coach='1']", timeout=300_000)
    page.locator("[data-deeper]").click()
    page.wait_for_selector("[data-action][data-advised]")
    assert page.locator("[data-advised]").count() == 1


def test_the_guided_first_deal_speaks_at_each_turn(visitors):
    page = visitors.page()
    page.goto("/learn/ten_tricks_later")
    page.get_by_role("button", name="Now play a guided deal").click()
    page.get_by_role("region", name="Guide").wait_for()
    playing.decide(page, playing.Pointer(page))


def test_the_keys_are_listed_and_escape_closes(visitors):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", options={})
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Keys").wait_for(state="hidden")


def test_a_personal_link_opens_the_own_seat_on_another_device(visitors):
    page, phone = visitors.page(), visitors.page(PHONE, name="")
    playing.sit_down(page, "ten_tricks_later", options={})
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Open on another device").click()
    link = page.get_by_label("This link opens your own seat").input_value()
    phone.goto(link)
    phone.wait_for_selector("[data-hand] [role=option]:not([inert])")
    cards = "all => all.map(e => e.dataset.card)"
    assert phone.eval_on_selector_all("[data-card]:not([inert])", cards) == page.eval_on_selector_all(
        "[data-card]:not([inert])", cards
    )
