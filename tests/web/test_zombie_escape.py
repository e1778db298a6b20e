"""The street of Zombie Escape: who is caught so far, what a card would do, and how days and matches end."""

import in_sight
import pytest
import recorded

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def six():
    return recorded.record("zombie_escape", 6)


def show(visitors, decision, players=6, viewport=DESKTOP, **settings):
    shown = recorded.Shown(visitors.page(viewport, **settings), "zombie_escape", players)
    shown.put(decision)
    return shown.page


def caught_in(facts: list[dict]) -> dict:
    return next(fact for fact in facts if fact["key"] == "caught")


def test_whoever_is_caught_so_far_is_marked_on_the_street(visitors, six):
    decision = next(one for one in six if any(fact["key"] == "caught" for fact in one.now))
    page = show(visitors, decision)
    seat = caught_in(decision.now)["facts"]["seat"]
    page.wait_for_selector(f"[data-herd='{seat}'] [data-verdict='mark.caught.soFar']")
    assert page.locator("[data-verdict^='mark.caught']").count() == 1


def plays_that(decisions, wanted):
    """The first card, of all decisions, whose facts are wanted: decision, card, facts."""
    for decision in decisions[:-1]:
        for choice in decision.update["legal"]:
            facts = decision.choices[choice["action"]]
            if choice["text"].startswith("follow") and wanted({fact["key"]: fact for fact in facts}):
                return decision, choice["text"].split()[1], {fact["key"]: fact for fact in facts}
    raise AssertionError("no such card was ever held")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_chosen_card_shows_its_herd_what_comes_back_and_who_is_caught(visitors, six, viewport):
    decision, card, facts = plays_that(six, lambda told: "returned" in told and "caught" in told)
    page = show(visitors, decision, viewport=viewport)
    page.locator(f"[data-card='{card}']").click()
    own = page.locator("[data-herd='0'].would")
    own.wait_for()
    assert own.locator("[data-danger]").get_attribute("data-danger") == str(facts["herd"]["facts"]["danger"])
    number = int("".join(filter(str.isdigit, facts["returned"]["facts"]["cards"][0])))
    assert page.locator(f"[data-grave='{number}'].wakes").count() == 1
    caught = facts["caught"]
    sure = "" if caught["certain"] else ".soFar"
    assert page.locator(f"[data-herd='{caught['facts']['seat']}'] [data-verdict='mark.caught{sure}']").count() == 1


def test_what_is_certain_and_what_only_stands_so_are_told_apart(visitors, six):
    last, card, _ = plays_that(six, lambda told: "caught" in told and told["caught"]["certain"])
    page = show(visitors, last)
    page.locator(f"[data-card='{card}']").click()
    page.wait_for_selector("[data-verdict='mark.caught']:not(.maybe)")


def test_the_mark_of_whoever_is_caught_fits_on_a_phone(visitors, six):
    decisions = [one for one in six if any(fact["key"] == "caught" for fact in one.now)]
    on_the_right = next(one for one in decisions if caught_in(one.now)["facts"]["seat"] in (4, 5))
    page = show(visitors, on_the_right, viewport=PHONE)
    box = page.locator("[data-verdict^='mark.caught']").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_little_height_covers_nothing_that_matters(visitors):
    """As much as a drill or a lesson leaves of 800 pixels: the stake lay under the graveyard."""
    four = recorded.record("zombie_escape", 4, seed=5)
    page = show(visitors, max(four[:-1], key=lambda one: one.fullness), 4, {"width": 1280, "height": 660})
    seen = in_sight.Seen()
    seen.look(page, "1280×660")
    assert seen.faults == []


def test_a_herd_that_would_move_is_marked_where_it_stands(visitors, six):
    decision, card, facts = plays_that(six, lambda told: "moved" in told)
    page = show(visitors, decision)
    page.locator(f"[data-card='{card}']").click()
    page.wait_for_selector(f"[data-herd='{facts['moved']['facts']['other']}'].leaves")


def test_after_the_match_no_day_is_counted_twice(visitors, six):
    """S2-7: a plate said 5+3 for a player whose result was 5."""
    page = show(visitors, six[-1])
    page.keyboard.press("Escape")
    records = [str(score) for score in six[-1].update["result"]["scores"]]
    told = page.evaluate("""() => [...document.querySelectorAll("[data-seat]")]
        .map(e => [e.dataset.seat, e.querySelector(".now").innerText]).sort().map(e => e[1])""")
    assert told == records


def test_the_light_follows_the_day(visitors, six):
    views = [one.update["view"] for one in six[:-1]]
    first = next(i for i, view in enumerate(views) if view["turn_number"] == 1)
    last = next(i for i, view in enumerate(views) if view["turn_number"] == view["turns"])
    hours = [show(visitors, six[i]).locator("[data-hour]").get_attribute("data-hour") for i in (first, last)]
    assert hours == ["6", "23"]


def test_a_day_a_death_and_the_match_end_as_scenes(visitors):
    every = recorded.record("zombie_escape", 4, every=True)
    deadly = every[-1].update
    assert max(deadly["result"]["scores"]) >= 10, "this match must end with a death"
    shown = recorded.Shown(visitors.page(DESKTOP, speed="fast"), "zombie_escape", 4)
    shown.put(every[-2])
    shown.put(every[-1], told=True)
    for kind in ("day", "death", "match"):
        shown.page.wait_for_selector(f"[data-scene={kind}]")
        if kind == "day":
            shown.page.locator("[data-caption]", has_text="is over: today's damage is added").wait_for()
        if kind == "death":
            shown.page.locator("[data-caption]", has_text="reached the deadly line").wait_for()
            shown.page.wait_for_timeout(400)  # counted up
            assert shown.page.locator("[data-scene=death] .first").count() == 0, "nobody leads among the dead"
    day = next(event for event in deadly["story"] if event["key"] == "day_damage")
    assert day["facts"]["record"] == deadly["result"]["scores"][day["facts"]["seat"]]


def test_those_who_walk_are_as_many_as_zombies_stand_at_the_place(visitors, six):
    def here(one):
        return sum(len(seat["zombie"]) for seat in one.update["view"]["seats"] if seat["takes_part"])

    some = max(six[:-1], key=lambda one: here(one) if here(one) < 12 else 0)
    none = next(one for one in six[:-1] if not here(one))
    walking = [show(visitors, one).locator(".walker.here").count() for one in (none, some)]
    assert walking[1] - walking[0] == here(some)


def test_a_recovery_says_what_is_left_of_today_and_the_record_what_it_is(visitors, six):
    def changes(one):
        facts = [fact for choice in one.choices.values() for fact in choice]
        return one.update["view"]["phase"] == "flip" and any(fact["key"] == "change" for fact in facts)

    decision = next(one for one in six[:-1] if changes(one))
    page = show(visitors, decision)
    action = next(a for a, facts in decision.choices.items() if any(fact["key"] == "change" for fact in facts))
    change = next(fact["facts"] for fact in decision.choices[action] if fact["key"] == "change")
    page.locator("[data-choices] button", has_text=f"{change['before']} → {change['damage']} today").first.wait_for()
    page.locator(".own .record .bar").click()
    page.locator("[data-told]", has_text="The lowest wins").wait_for()
