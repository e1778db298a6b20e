"""10 Tricks Later in the browser: losses, who is ahead, the rule in force and what a card would do are all in sight."""

import playing
import recorded
from conftest import PHONE

# what is being swept up is inert
LOOK = """() => {
  const number = e => Number(e?.innerText.match(/\\d+/)?.[0] ?? NaN);
  return {
    lies: document.querySelectorAll("[data-laid]:not([inert])").length,
    ahead: document.querySelectorAll("[data-laid]:not([inert]) [data-winning]").length,
    lost: number(document.querySelector(".own [data-lost]")),
    so: document.querySelectorAll("[data-so]").length,
    banned: !document.querySelector(".ban.off"),
    leading: !document.querySelector("[data-laid]:not([inert])"),
    rule: document.querySelector(".rules .now")?.innerText ?? "",
  };
}"""


def sit(visitors, viewport=None):
    page = visitors.page(viewport)
    playing.sit_down(page, "ten_tricks_later", 4, options={})
    hands = playing.Pointer(page)
    playing.until_a_card_can_be_played(page, hands)
    return page, hands


def test_a_trick_says_who_is_ahead_a_seat_what_it_has_lost_and_the_rules_what_is_in_force(visitors):
    page, hands = sit(visitors)
    page.get_by_role("tab", name="Rules").click()
    page.wait_for_selector(".rules .now")
    looks = []
    for _ in range(9):
        page.wait_for_function(playing.WAITING)
        page.wait_for_selector("[data-so]")
        looks.append(page.evaluate(LOOK))
        playing.decide(page, hands)
    lying = [look for look in looks if look["lies"]]
    assert lying
    assert [look for look in lying if look["ahead"] != 1] == []
    assert all(look["lost"] >= 0 and look["so"] == 4 for look in looks)
    free = [look["rule"] for look in looks if look["leading"] and not look["banned"]]
    assert not [rule for rule in free if "may not be led" in rule]
    assert any(not look["banned"] for look in looks)


def test_a_card_shows_in_place_what_it_would_do(visitors):
    page, _ = sit(visitors, PHONE)
    for _ in range(4):
        page.wait_for_function(playing.WAITING)
        page.locator("[data-hand] .playable:not([inert])").first.click()
        page.wait_for_selector("[data-ghost]")
        page.wait_for_selector("[data-foreseen]")
        marks = page.locator("[data-fate], [data-then], [data-attack], [data-points], [data-winning]")
        assert marks.count()
        said = marks.evaluate_all("all => all.map(e => Object.values(e.dataset).at(-1))")
        assert set(said) <= {"sure", "maybe", "now"}
        page.locator("[data-confirm]").first.click()
        page.wait_for_selector("[data-ghost]", state="detached")


def test_against_bots_nobody_is_asked_what_has_one_answer_and_the_last_trick_is_shown_in_whole_cards(visitors):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", 4, options={})
    page.wait_for_function(playing.WAITING)
    assert page.locator("[data-choices] button").count() != 1
    hands = playing.Pointer(page)
    playing.until_a_card_can_be_played(page, hands)
    playing.decide(page, hands)
    page.wait_for_function(playing.WAITING)
    page.keyboard.press("l")
    cards = page.locator("dialog[open] [data-card]")
    cards.first.wait_for()
    assert cards.count() == 4
    assert all(card.bounding_box()["width"] >= 40 for card in cards.all())
    assert page.locator("dialog[open] .won").count() == 1


OVER = """() => [...document.querySelectorAll(".front")].filter(front => {
  const track = front.querySelector(".track").getBoundingClientRect();
  return [...front.querySelectorAll(".chip")].some(one => {
    const chip = one.getBoundingClientRect();
    return chip.bottom > track.top && chip.top < track.bottom && chip.right > track.left && chip.left < track.right;
  });
}).length"""


def test_a_crowded_street_does_not_hide_the_track_on_a_phone(visitors):
    crowded = max(recorded.record("ten_tricks_later", 4), key=lambda one: most_outside(one.update["view"]))
    assert most_outside(crowded.update["view"]) >= 6
    shown = recorded.Shown(visitors.page(PHONE), "ten_tricks_later", 4)
    shown.put(crowded)
    assert shown.page.locator(".front .chip").count() > 6
    assert shown.page.evaluate(OVER) == 0


def most_outside(view: dict) -> int:
    return max(len(seat["upper"]) for seat in view["seats"][1:])


UNDER_ATTACK = """() => [...document.querySelectorAll(".front")].flatMap(front => {
  const mark = front.querySelector("[data-attack]")?.getBoundingClientRect();
  return mark ? [...front.querySelectorAll(".street .chip")].map(one => one.getBoundingClientRect()).filter(chip =>
    chip.bottom > mark.top + 1 && chip.top < mark.bottom - 1 && chip.right > mark.left && chip.left < mark.right) : [];
}).length"""


def test_an_attack_that_is_foreseen_hides_nobody_on_the_street(visitors):
    def attacked(one, facts):
        found = next((fact["facts"]["seat"] for fact in facts if fact["key"] == "attack"), 0)
        return len(one.update["view"]["seats"][found]["upper"]) if found in (1, 3) else 0

    match = recorded.record("ten_tricks_later", 4, seed=7)[:-1]
    ways = [(attacked(one, one.choices[c["action"]]), one, c["text"]) for one in match for c in one.update["legal"]]
    most, crowded, text = max(ways, key=lambda way: way[0])
    assert most >= 5
    for size in (PHONE, {"width": 1280, "height": 800}):
        shown = recorded.Shown(visitors.page(size), "ten_tricks_later", 4)
        shown.put(crowded)
        shown.page.locator(f"[data-hand] [data-card='{text.split()[1]}']").first.click()
        shown.page.wait_for_selector(".front [data-attack]")
        assert shown.page.evaluate(UNDER_ATTACK) == 0
