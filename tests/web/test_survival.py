"""The camp by the river: what matters is in sight, tokens are taken in hand, every choice says what follows from it."""

import in_sight
import pytest
import recorded
from conftest import PHONE

GAME = "trick_to_survival"
WIDE = in_sight.SIZES["1280×800"]
UNDER = """() => [...document.querySelectorAll(".trick .card")].map(card => card.getBoundingClientRect())
  .filter(box => [0.2, 0.5, 0.8].some(y => document.elementFromPoint(box.left + box.width / 2, box.top + box.height * y)
    ?.closest("[data-scene]"))).map(box => box.left)"""


COVERED = """() => [...document.querySelectorAll(".trick .card, .gauge")].filter(one => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !one.contains(top) && !top?.contains(one);
  }).map(one => one.className)"""


class Camp(recorded.Shown):
    """A page at a recorded match that remembers what it sends."""

    def __init__(self, page, players: int):
        self.sent: list[int] = []
        super().__init__(page, GAME, players)

    def _hear(self, message: dict) -> None:
        if message["type"] == "act":
            self.sent.append(message["action"])
        super()._hear(message)

    def text_sent(self) -> str:
        """The action that was sent last, in the game's notation."""
        self.page.wait_for_timeout(50)
        return {one["action"]: one["text"] for one in self._decision.update["legal"]}[self.sent[-1]]


@pytest.fixture(scope="module")
def match():
    """Every decision of the first seat of a match of five whose players live long."""
    return recorded.record(GAME, 5, seed=5, weeks=1, days=3, death_wounds=9)


def asked(match, question: str, where=lambda one: True) -> recorded.Decision:
    """A decision about this question that is no matter of course."""
    found = [one for one in match[:-1] if one.update["view"]["question"] == question]
    return next(one for one in found if len(one.update["legal"]) > 1 and where(one))


def look(shown) -> list:
    shown.page.evaluate(in_sight.STILL)
    return shown.page.evaluate(in_sight.LOOK, in_sight.FINGER)["found"]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280 × 800", "phone"])
def test_a_token_is_taken_in_hand_and_put_on_a_card(visitors, match, size):
    decision = asked(match, "modify", where=lambda one: len(one.update["legal"]) > 12)
    shown = Camp(visitors.page(size), 5)
    shown.put(decision)
    page = shown.page
    assert page.locator("[data-choices] button").count() == 1, "only 'done' is a button"
    page.locator("[data-token]:not(:disabled)").first.click()
    cards = page.locator("[data-action^='boost']")
    assert cards.count() == sum(one["played"] is not None for one in decision.update["view"]["seats"])
    cards.first.hover()
    page.locator("[data-action^='boost'] .made").first.wait_for()
    before = decision.update["view"]["sum"]
    assert f"Σ {before + 1}/" in cards.first.inner_text()
    page.locator(".gauge.differs .then", has_text=str(before + 1)).wait_for()
    assert look(shown) == []
    cards.first.click()
    assert shown.text_sent().startswith("boost")


def test_a_difficulty_says_its_sum_and_its_reward(visitors):
    decision = recorded.record(GAME, 5, weeks=1, days=2, first_leader=0)[0]
    shown = Camp(visitors.page(WIDE), 5)
    shown.put(decision)
    value = decision.update["view"]["value"]
    shown.page.locator("[data-action='raise 7']", has_text=f"sum {7 * value}").wait_for()
    assert "+2 tokens" in shown.page.locator("[data-action='raise 7']").inner_text()


def test_a_trade_is_laid_out_on_two_sides_of_a_tray(visitors, match):
    decision = asked(match, "camp", where=lambda one: any(c["text"].count(" ") == 3 for c in one.update["legal"]))
    shown = Camp(visitors.page(PHONE), 5)
    shown.put(decision)
    page = shown.page
    assert page.locator("select").count() == 0
    page.locator("[data-token]:not(:disabled)").first.click()
    page.locator("[data-want]:not(:disabled)").first.click()
    assert look(shown) == []
    page.locator("[data-offer]").click()
    assert shown.text_sent().startswith("offer")


def test_a_wound_of_tonight_and_the_secret_are_told_in_place(visitors, match):
    def lacks(one):
        return any(fact["key"] == "upkeep" and fact["facts"]["seat"] == 0 for fact in one.now)

    decision = asked(match, "noon", where=lacks)
    shown = Camp(visitors.page(WIDE), 5)
    shown.put(decision)
    shown.page.locator(".own .tonight.bad").wait_for()
    met = any(fact["key"] == "secret_met" for fact in decision.now)
    assert shown.page.locator("[data-secret]").first.get_attribute("data-secret") == ("met" if met else "missed")
    for size in (WIDE, PHONE):
        shown.page.set_viewport_size(size)
        assert look(shown) == []
        seen = shown.page.locator(".noon[data-matters=stake] li").filter(visible=True)
        assert seen.count() == 6, "what each suit does at noon"


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280 × 800", "phone"])
def test_an_open_event_lies_over_nothing_that_matters(visitors, size):
    whole = recorded.record(GAME, 5, seed=6, weeks=1, days=3, death_wounds=9)
    decision = asked(whole, "gain", where=lambda one: one.update["view"]["event"] and one.update["view"]["challenge"])
    shown = Camp(visitors.page(size), 5)
    shown.put(decision)
    shown.page.wait_for_selector(".event")
    assert look(shown) == []
    assert shown.page.evaluate(COVERED) == []


def test_the_guide_speaks_of_upkeep_only_where_there_is_one(visitors, match, catalogue):
    words = catalogue[GAME]
    shown = Camp(visitors.page(WIDE), 5)
    for first in (True, False):
        shown.put(asked(match, "camp", where=lambda one, first=first: (one.update["view"]["day"] == 1) == first))
        shown.page.goto(f"/table/{recorded.TABLE}?guide")
        told = words["tip.campFirst" if first else "tip.camp"][0]
        shown.page.get_by_role("region", name="Guide").filter(has_text=told).wait_for()


def test_nobody_is_asked_where_everybody_sees_the_only_answer(visitors, match):
    decision = asked(match, "modify")
    only = next(choice for choice in decision.update["legal"] if choice["text"] == "done")
    alone = recorded.Decision({**decision.update, "legal": [only]}, [], {})
    shown = Camp(visitors.page(WIDE), 5)
    shown.put(alone)
    shown.page.wait_for_function("() => document.querySelector('[data-my-turn=false]')")
    shown.page.wait_for_timeout(900)
    assert shown.sent == [only["action"]]
    assert shown.page.locator("[data-choices] button").count() == 0


def test_the_dead_are_told_that_they_may_play_anything(visitors, match):
    decision = asked(match, "play")
    view = {**decision.update["view"], "led": "F"}
    view["seats"] = [{**one, "alive": one["seat"] > 0} for one in view["seats"]]
    shown = Camp(visitors.page(WIDE), 5)
    shown.put(recorded.Decision({**decision.update, "view": view}, [], {}))
    shown.page.locator(".status", has_text="You are dead: play any card.").wait_for()


def test_an_offer_says_who_makes_it(visitors, match):
    decision = asked(match, "offer")
    shown = Camp(visitors.page(PHONE), 5)
    shown.put(decision)
    names = {1: "Mara", 2: "Quill", 3: "Juno", 4: "Sable"}
    offerer = names[decision.update["view"]["offerer"]]
    shown.page.locator("[data-matters=stake]", has_text=f"{offerer} offers Nora").wait_for()


def test_endings_say_what_was_met_and_what_was_missing(visitors):
    whole = recorded.record(GAME, 3, seed=4, every=True, weeks=1, days=2, death_wounds=9)
    shown = Camp(visitors.page(WIDE, speed="touch"), 3)

    def scene(key):
        at = next(i for i, one in enumerate(whole) if any(line["key"] in key for line in one.update["story"]) and i)
        shown.put(whole[at - 1])
        shown.put(whole[at], told=True)
        return shown.page

    page = scene(("success", "failure"))
    for _ in range(20):
        if page.locator("[data-scene=trick]").count():
            break
        page.keyboard.press(".")
    assert page.locator("[data-scene=trick] li").count() == 2, "the sum and the trumps, each met or missed"
    page.evaluate(in_sight.STILL)
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(UNDER) == [], "the trick stays in sight"


# whether the event that lies open is under the paper of the outcome
HIDDEN = """() => {
  const box = document.querySelector(".event:not(.large) h2").getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !!there?.closest("[data-scene]");
}"""


def test_the_paper_of_the_outcome_does_not_lie_over_the_event(visitors):
    whole = recorded.record(GAME, 4, seed=6, every=True, weeks=1, days=3, death_wounds=9)
    views = [one.update["view"] for one in whole]
    told = [{line["key"] for line in one.update["story"]} for one in whole]
    ends = [i for i, keys in enumerate(told) if keys & {"success", "failure"}]
    at = next(i for i in ends if views[i - 1]["event"] and views[i - 1]["challenge"])
    shown = Camp(visitors.page(WIDE, speed="touch"), 4)
    shown.put(whole[at - 1])
    shown.put(whole[at], told=True)
    for _ in range(20):
        if shown.page.locator("[data-scene=trick]").count():
            break
        shown.page.keyboard.press(".")
    shown.page.evaluate(in_sight.STILL)
    assert shown.page.evaluate(HIDDEN) is False


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280 × 800", "phone"])
def test_the_ways_of_a_dilemma_say_what_they_bring_and_which_was_taken(visitors, match, size):
    """The choice of way A was told as Ammunition, whose letter is A, too."""
    decision = asked(match, "modify")
    ways = [{"action": i, "text": f"choose {way}"} for i, way in enumerate("AB")]
    view = {**decision.update["view"], "event": "E29", "event_name": "Rickety Bridge", "question": "choose"}
    shown = Camp(visitors.page(size), 5)
    shown.put(recorded.Decision({**decision.update, "view": view, "legal": ways}, [], {}))
    shown.page.get_by_role("button", name="A: the leader is wounded, the challenge is worth 3 less").wait_for()
    assert look(shown) == []
    story = [{"key": "event", "facts": {"event_id": "E29"}}, {"key": "choice", "facts": {"seat": 0, "way": "A"}}]
    shown.put(recorded.Decision({**decision.update, "story": story}, [], {}), told=True)
    shown.page.locator("[data-caption]", has_text="You choose A: the leader is wounded").wait_for()


def test_the_table_does_not_jump_when_somebody_may_pay(visitors, match):
    decision = asked(match, "modify")
    shown = Camp(visitors.page(WIDE), 5)
    heights = []
    for legal, acting in ((decision.update["legal"], [0]), ([], [1])):
        shown.put(recorded.Decision({**decision.update, "legal": legal, "acting": acting}, [], {}))
        shown.page.evaluate(in_sight.STILL)
        heights.append(shown.page.evaluate("document.querySelector('.board').clientHeight"))
    assert abs(heights[0] - heights[1]) <= 3


def test_whatever_is_touched_says_what_it_is(visitors, match):
    """On a phone nothing hovers: a touch of a gauge, a role, the wounds or the river tells what they are."""
    shown = Camp(visitors.page(PHONE), 5)
    shown.put(asked(match, "play"))
    page, told = shown.page, shown.page.locator("[data-told]")
    page.locator(".gauge").last.click()
    told.filter(has_text="cards of the trump suit must lie in the trick").wait_for()
    page.locator(".company .seat .name").first.click()
    told.filter(has_text="Crafts 2").wait_for()
    page.locator(".company .wounds").first.click()
    told.filter(has_text="is dead and plays on").wait_for()
    page.locator(".river .phases").get_by_text("Noon").click()
    told.filter(has_text="places a card for tomorrow").wait_for()
    assert page.evaluate("document.querySelector('[data-told]').getBoundingClientRect().right <= innerWidth")
    page.keyboard.press("Escape")
    told.wait_for(state="detached")
