"""SCOUT at the ring: ends that can be seen and dragged, a hand in one row, what a choice would do, said in place."""

import re

import playing
import recorded
from conftest import PHONE

DECIDE = """async ({table, prefer}) => {
    const line = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    const next = () => new Promise(done => (line.onmessage = event => done(JSON.parse(event.data))));
    await new Promise(done => (line.onopen = done));
    line.send(JSON.stringify({type: "hello", id: crypto.randomUUID().replaceAll("-", ""), last: null}));
    let now = null;
    while (!now) { const m = await next(); if (m.type === "welcome") now = m.now; }
    const id = crypto.randomUUID().replaceAll("-", "");
    const choice = prefer.map(verb => now.legal.find(one => one.text.startsWith(verb))).find(Boolean) ?? now.legal[0];
    line.send(JSON.stringify({type: "act", id, version: now.version, action: choice.action}));
    for (;;) { const m = await next(); if (m.id === id) { line.close(); return m.version; } }
}"""
MINE = """version => {
    const page = document.querySelector("[data-settled=true][data-my-turn=true]");
    return page && Number(page.dataset.version) >= version;
}"""


def sit_until(page, wanted: str, prefer=("scout",), players=3, most=40) -> None:
    """At a table whose picture has what is wanted when it is our turn; until then what is preferred is done."""
    table, version = playing.sit_down(page, "scout", players, options={}), 0
    for _ in range(most):
        page.wait_for_function(MINE, arg=version)
        if page.evaluate(f"() => Boolean({wanted})"):
            return
        version = page.evaluate(DECIDE, {"table": table, "prefer": list(prefer)})
    raise AssertionError(f"not in {most} decisions: {wanted}")


CARDS = "document.querySelectorAll('[data-hand] [role=option]:not([inert])').length"
A_SET = "document.querySelectorAll('[data-ring] li').length > 1 && document.querySelectorAll('[data-end]').length === 2"
NOTHING = "document.querySelector('[data-scout]') && !document.querySelector('[data-hand] .hint')"
PLACES = "all => all.map(e => { const box = e.getBoundingClientRect(); return [box.x, box.y, box.width] })"


def check_ends(page) -> None:
    """What can be taken from the ring is a whole card at rest."""
    for end in page.locator("[data-end]").all():
        box = end.bounding_box()
        assert box["width"] >= 40
        assert box["height"] > 1.3 * box["width"]
        assert end.evaluate("e => e.getAnimations({subtree: true}).length") == 0


def test_with_nothing_to_play_a_second_touch_asks_about_the_block(visitors):
    page = visitors.page()
    sit_until(page, NOTHING, prefer=("play",), players=4)
    cards = page.locator("[data-hand] [role=option]")
    cards.nth(0).click()
    cards.nth(1).click()
    assert page.locator("[data-hand] [aria-selected=true]").count() == 2
    page.locator("[data-refusal]", has_text=re.compile(r"\d+-\d+")).wait_for()


def test_the_coach_marks_the_end_the_way_and_the_place_of_a_scout(visitors):
    page = visitors.page()
    decisions = [one for one in recorded.record("scout", 4) if len(one.update["legal"]) > 1]
    chosen = next(one for one in decisions if one.update["legal"][0]["text"].startswith("scout"))
    recorded.Shown(page, "scout", 4).put(chosen)
    _, end, _, place = chosen.update["legal"][0]["text"].split()
    page.locator("header .tools button").first.click()
    page.wait_for_selector("[data-coach='1']")
    assert page.locator("[data-advised]").count() == 0
    page.locator("[data-deeper]").click()
    for mark in (f"[data-end='{end}']", "[data-scout]", f"[data-into='{place}']"):
        page.wait_for_selector(f"{mark}[data-advised='']")
    assert page.locator("[data-advised]").count() == 3
    page.locator("[data-deeper]").click()
    page.wait_for_selector("[data-advised=next]")


def check_row(page) -> None:
    places = page.eval_on_selector_all("[data-hand] [role=option]:not([inert])", PLACES)
    assert [x for x, _, _ in places] == sorted(x for x, _, _ in places), "the order reads from left to right"
    assert all(width >= 40 and x >= 0 and x + width <= 390 for x, _, width in places)


def test_the_longest_hand_is_one_row_also_on_a_phone_and_while_a_card_is_placed(visitors):
    page = visitors.page(PHONE)
    sit_until(page, f"{CARDS} >= 13 && document.querySelector('[data-end]')")
    before = page.eval_on_selector_all("[data-hand] [data-card]:not([inert])", "all => all.map(e => e.dataset.card)")
    check_ends(page)
    check_row(page)
    page.locator("[data-end]").first.click()
    page.locator("[data-gap='3']").click()
    page.wait_for_timeout(400)  # the cards part
    check_row(page)
    after = page.eval_on_selector_all("[data-hand] [data-card]:not([inert])", "all => all.map(e => e.dataset.card)")
    assert after[:3] + after[4:] == before


def test_an_end_is_a_whole_card_that_is_dragged_to_a_gap_turned_there_and_taken(visitors):
    page = visitors.page()
    sit_until(page, A_SET, prefer=("play",))
    check_ends(page)
    end, hand = page.locator("[data-end=R]").bounding_box(), page.locator("[data-hand]").bounding_box()
    page.mouse.move(end["x"] + 20, end["y"] + 40)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 90, steps=4)
    page.mouse.move(hand["x"] + 30, hand["y"] + 30, steps=6)
    page.mouse.up()
    placed = page.locator("[data-hand] .placed")
    face = placed.get_attribute("data-card")
    placed.click()
    assert placed.get_attribute("data-card") == "/".join(reversed(face.split("/")))
    cards = page.evaluate(CARDS)
    version = page.locator("[data-version]").get_attribute("data-version")
    page.locator("[data-send]").click()
    page.wait_for_function(playing.MOVED_ON, arg=version)
    assert page.evaluate(CARDS) == cards


def test_a_card_is_scouted_by_keys_alone_and_the_focus_goes_along(visitors):
    page = visitors.page()
    sit_until(page, A_SET, prefer=("play",))
    hands = playing.Keyboard(page)
    hands.use("[data-end]")
    page.wait_for_selector("[data-gap]:focus")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-gap='1']:focus")
    first = page.locator("[data-hand] .placed").get_attribute("data-card")
    page.keyboard.press("ArrowUp")
    assert page.locator("[data-hand] .placed").get_attribute("data-card") == "/".join(reversed(first.split("/")))
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-gap]", state="detached")


def test_gaps_say_which_set_they_make_and_a_set_says_what_it_beats(visitors):
    page = visitors.page(language="en")
    sit_until(page, "document.querySelector('[data-end]') && document.querySelector('[data-hand] .hint')")
    page.wait_for_selector("[data-now]")
    page.locator("[data-end]").first.click()
    made = page.locator("[data-gap].makes").first
    made.wait_for()
    assert re.search(r"[Mm]akes \d+/\d+", made.get_attribute("aria-label"))
    made.click()
    page.wait_for_selector("[data-hand] .made")
    page.locator("[data-verdict]", has_text="token").wait_for()
    assert page.locator("[data-will]").count() >= 1
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    hands = playing.Pointer(page)
    for first, last in playing._ranges(page):
        hands.choose_range(first, last)
        if page.locator("[data-play]:not(:disabled)").count():
            break
        hands.clear_range()
    page.locator("[data-verdict]", has_text="Beats").wait_for()
