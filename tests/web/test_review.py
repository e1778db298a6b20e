"""A finished match reviewed in the browser: what mattered, chances, luck, every decision, and mistakes met again."""

import json

import playing
import pytest
from conftest import DESKTOP, PHONE
from test_access import check

from tests.appraisal.matches import finished

BRING = """async file => {
    const headers = {"Content-Type": "application/json"};
    const answer = await fetch("/api/matches", {method: "POST", body: JSON.stringify(file), headers});
    return (await answer.json()).table.id;
}"""
FORK = """async ([table, wish]) => {
    const headers = {"Content-Type": "application/json"};
    const answer = await fetch(`/api/tables/${table}/fork`, {method: "POST", body: JSON.stringify(wish), headers});
    return (await answer.json()).table.id;
}"""
SCREENS = pytest.mark.parametrize(
    ("size", "theme", "language"),
    [
        pytest.param(PHONE, "light", "ja", id="phone, light, Japanese"),
        pytest.param(DESKTOP, "dark", "en", id="desktop, dark, English"),
    ],
)


def bring(page, **options) -> str:
    """A short match between bots that err, brought as a file; its table."""
    match = finished("ten_tricks_later", 3, target="3")
    page.goto("/about")
    return page.evaluate(BRING, {**match.to_json(), "names": ["Nora", "Kenji", ""], **options})


def reviewed(page) -> str:
    table = bring(page)
    page.goto(f"/review/{table}")
    page.locator("[data-begin], [data-limits]").first.wait_for()
    if page.locator("[data-begin]").count():
        page.locator("[data-begin]").click()
    page.wait_for_selector("[data-limits]", timeout=300_000)  # a cold cache compiles first
    return table


@SCREENS
def test_a_match_is_reviewed_in_one_touch_and_its_mistakes_are_met_again(visitors, size, theme, language):
    page = visitors.page(size, theme=theme, language=language)
    table = reviewed(page)
    assert 1 <= page.locator("[data-mattered]").count() <= 3
    assert page.locator("figure svg[role=img]").count() == 2
    assert page.locator("[data-ledger] thead th").count() == 3
    check(page, "review")

    page.locator("[data-size]").select_option("slip")
    verdicts = page.locator("li[data-verdict] [data-decision]")
    left = verdicts.count()
    assert left
    assert not page.locator(".decisions li[data-verdict=good]").count()
    page.locator("h1").click()
    for _ in range(left):
        page.keyboard.press("k")
    page.wait_for_function("document.activeElement.dataset.decision")
    first = page.evaluate("document.activeElement.dataset.decision")
    page.keyboard.press("j")
    if left > 1:
        page.wait_for_function("old => document.activeElement.dataset.decision !== old", arg=first)
    assert page.locator("[aria-expanded=true]").count() == 1
    check(page, "review-decision")

    numbers = page.evaluate("[...document.querySelectorAll('[data-decision]')].map(e => Number(e.dataset.decision))")
    kept = json.dumps([{"match": table, "number": n, "level": 0, "due": 0} for n in numbers[:2]])
    page.evaluate("kept => localStorage.setItem('lasttrick.mistakes', kept)", kept)
    page.goto("/practice")
    page.wait_for_selector("[data-choice]")
    assert not page.locator("[data-next]").count()  # the answer is hidden
    check(page, "practice")
    page.locator("[data-show]").click()
    page.locator("[data-next]").wait_for()
    check(page, "practice-answer")


def test_any_answer_inside_the_interval_of_the_best_is_right_and_comes_back_later(visitors):
    page = visitors.page(DESKTOP)
    table = reviewed(page)
    told = page.evaluate("async id => (await fetch(`/api/tables/${id}/review/told`)).json()", table)
    wrong = [d for d in told["decisions"] if d["verdict"] in ("slip", "mistake", "blunder")]
    one = wrong[0]
    kept = json.dumps([{"match": table, "number": d["number"], "level": 0, "due": 0} for d in (one, one | wrong[-1])])
    page.evaluate("kept => localStorage.setItem('lasttrick.mistakes', kept)", kept)
    page.goto("/practice")
    played = next(a for a in one["actions"] if one["played"] in a["texts"])
    page.locator(f"[data-choice='{played['texts'][0]}']").click()
    page.wait_for_function("document.querySelector('[data-answer]').textContent")
    assert not page.locator("[data-next]").count()  # what was played is still wrong
    right = next(a for a in reversed(one["actions"]) if a is one["actions"][0] or a["loss"] <= a["loss_reach"])
    page.locator(f"[data-choice='{right['texts'][0]}']").click()
    page.locator("[data-next]").wait_for()
    again = json.loads(page.evaluate("localStorage.getItem('lasttrick.mistakes')"))[0]
    assert again["level"] == 0  # not at once
    assert again["due"] > page.evaluate("Date.now()")


def test_mistakes_outlive_their_review_which_is_made_again(visitors):
    page = visitors.page(PHONE)
    table, asked = reviewed(page), []
    kept = json.dumps([{"match": table, "number": number, "level": 2, "due": 0} for number in (3, 7)])
    page.evaluate("kept => localStorage.setItem('lasttrick.mistakes', kept)", kept)
    gone = {"error": "This match has not been reviewed yet; ask for it first.", "key": "no_review"}
    page.route("**/review/told", lambda route: route.fulfill(status=404, json=gone))
    page.on("request", lambda request: asked.append(request.method) if request.url.endswith("/review") else None)
    page.goto("/practice")
    page.get_by_text("being looked at again").wait_for()
    assert asked == ["POST"]
    assert page.evaluate("localStorage.getItem('lasttrick.mistakes')") == kept


def test_from_a_decision_one_goes_on_in_a_fresh_world_which_is_marked(visitors):
    page = visitors.page(DESKTOP)
    table = bring(page)
    page.goto(f"/replay/{table}?at=6&eyes=1")
    page.wait_for_selector("[data-at='6']")
    page.locator("[data-go-on] summary").click()
    page.locator("[data-fork=fresh]").click()
    page.wait_for_selector("[data-settled=true]")
    assert page.locator("[data-forked] a").get_attribute("href") == f"/replay/{table}?at=6"
    playing.decide(page, playing.Pointer(page))


def test_a_friend_with_the_link_sits_down_for_a_bot_where_a_match_goes_on(visitors):
    page = visitors.page(DESKTOP)
    table = bring(page)
    made = page.evaluate(FORK, [table, {"step": 6, "seat": 1, "fresh": True, "name": "Nora"}])
    page.goto(f"/table/{made}")
    page.locator("[data-invite]").click()
    assert page.locator("dialog[open] input[readonly]").last.input_value().endswith(f"/table/{made}")
    friend = visitors.page(PHONE, name="Ben", language="ja")
    friend.goto(f"/table/{made}")
    friend.locator("[data-sit='0']").click()
    friend.wait_for_selector("[data-hand]")
    assert not friend.locator("[data-sit]").count()
    assert not page.locator("[data-undo]").count(), "nothing is taken back from others"
    seats = page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json()).table.seats", made)
    assert [one["kind"] for one in seats] == ["person", "person", "bot"]
    check(friend, "fork-friend")


def test_on_a_phone_a_ledger_of_many_seats_scrolls_in_its_own_frame(visitors):
    page = visitors.page(PHONE)

    def of_six(route):
        told = route.fetch().json()
        told["ledger"] = [{**one, "seat": seat} for seat, one in enumerate(2 * told["ledger"])]
        route.fulfill(json=told)

    page.route("**/review/told", of_six)
    reviewed(page)
    assert page.locator("[data-ledger] thead th").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_copies_of_a_card_stand_in_one_row(visitors):
    """What reads the same and is worth the same; what reads the same and is worth something else keeps its row."""
    page = visitors.page(DESKTOP)
    rows = {}

    def with_copies(route):
        told = route.fetch().json()
        for one in told["decisions"]:
            rows[str(one["number"])] = 1 + sum(action["worlds"] > 0 for action in one["actions"])
            best = one["actions"][0]
            one["actions"] += [best, {**best, "chance": best["chance"] / 2 - 1}]
        route.fulfill(json=told)

    page.route("**/review/told", with_copies)
    reviewed(page)
    opened = page.locator("[data-decision][aria-expanded=true]")
    assert page.locator(".more tbody tr").count() == rows[opened.get_attribute("data-decision")]


def test_of_many_actions_the_best_and_the_one_played_are_shown_first(visitors):
    page = visitors.page(PHONE, language="ja")

    def of_many(route):
        told = route.fetch().json()
        for one in told["decisions"]:
            played = next(action for action in one["actions"] if one["played"] in action["texts"])
            others = [{**played, "texts": [f"no {at}"], "worlds": 2} for at in range(30)]
            one["actions"] = [*others, played]
        route.fulfill(json=told)

    page.route("**/review/told", of_many)
    reviewed(page)
    page.locator("[data-decision]").last.click()
    assert page.locator(".more tbody tr").count() == 9
    assert page.locator(".more tr.played").count() == 1
    page.locator("[data-more]").click()
    assert page.locator(".more tbody tr").count() == 31
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_beside_a_review_the_whole_position_is_in_sight(visitors):
    """On the narrowest screen that has room for both; pictures of the scenery may reach beyond."""
    page = visitors.page({"width": 1280, "height": 800})
    reviewed(page)
    page.wait_for_selector("aside [data-hand]")
    page.wait_for_function("""() => [...document.querySelectorAll("aside *")].every(
        e => !(e instanceof HTMLElement) || e.getBoundingClientRect().right <= innerWidth + 1)""")


def test_a_review_comes_although_the_server_was_busy(visitors):
    """Whatever is refused for the moment is asked for again, the finished review included."""
    page = visitors.page(DESKTOP)
    table, refused = reviewed(page), []

    def busy(route):
        first = route.request.url not in refused
        refused.append(route.request.url)
        route.fulfill(status=503, json={"error": "Busy.", "key": "busy"}) if first else route.continue_()

    page.route(f"**/api/tables/{table}/review**", busy)
    page.goto(f"/review/{table}")
    page.wait_for_selector("[data-limits]", timeout=60_000)
    assert {url.rpartition("/")[2] for url in refused} == {"review", "told"}


def test_a_match_that_was_broken_off_is_not_reviewed(visitors):
    page = visitors.page(DESKTOP)
    actions = finished("ten_tricks_later", 3, target="3").to_json()["actions"]
    table = bring(page, actions=actions[:9])
    page.goto(f"/review/{table}?begin")
    page.get_by_role("alert").filter(has_text="played to its end").wait_for()
