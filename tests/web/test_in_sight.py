"""Everything that matters is whole, uncovered and large enough at every decision, at three sizes.

The short form looks at the worst decisions of a recorded match of each game with most seats. The long form
(LASTTRICK_LONG=1) looks at every decision of whole matches of every game with every number of players and prints one
line of figures each.
"""

import os

import in_sight
import pytest
import recorded

from lasttrick import games, lessons

KINDS = {"seat", "score", "card", "choice", "stake"}
MOST = 8  # decisions that the short form looks at in each match


def options_of(game: str, players: int) -> dict:
    return {"two_player": "oink"} if (game, players) == ("scout", 2) else {}


def worst(decisions: list[recorded.Decision]) -> list[recorded.Decision]:
    """Of every kind of decision the fullest, those with most to show first."""
    chosen = sorted(recorded.fullest(decisions), key=lambda one: -one.fullness - 60 * len(one.update["legal"]))
    kinds: dict[str, recorded.Decision] = {}
    for one in chosen:
        kinds.setdefault(one.kind, one)
    first = list(kinds.values())
    return (first + [one for one in chosen if one not in first])[:MOST]


def check(seen: in_sight.Seen, game: str, players: int) -> None:
    print(seen.line(f"in sight, {game}, {players} players"))
    if seen.faults:
        print(seen.first_faults())
    assert seen.kinds.keys() == KINDS
    assert seen.unasked == 0
    assert seen.faults == []


@pytest.mark.parametrize("game", games.OURS)
def test_what_matters_is_in_sight_at_the_worst_decisions(visitors, game):
    players = max(games.about(game).players)
    decisions = worst(recorded.record(game, players, **options_of(game, players)))
    seen = in_sight.look_through(visitors.page, game, players, decisions)
    assert seen.looks >= 3 * len(decisions)
    check(seen, game, players)


ALL = [(game, players) for game in games.OURS for players in games.about(game).players]


@pytest.mark.skipif(not os.environ.get("LASTTRICK_LONG"), reason="long: LASTTRICK_LONG=1")
@pytest.mark.parametrize(("game", "players"), ALL)
def test_what_matters_is_in_sight_at_every_decision(visitors, game, players):
    decisions = recorded.record(game, players, seed=players, **options_of(game, players))[:-1]
    check(in_sight.look_through(visitors.page, game, players, decisions), game, players)


TALL = [  # much above it
    ("ten_tricks_later", "tie"),
    *(("trick_to_survival", lesson) for lesson in ("noon", "reward", "secret")),
]
LESSONS = [(game, one.name) for game in games.OURS for one in lessons.course(game).lessons]


@pytest.mark.parametrize(("game", "name"), LESSONS if os.environ.get("LASTTRICK_LONG") else TALL)
def test_what_matters_is_in_sight_below_the_task_of_a_lesson(visitors, game, name):
    page, seen = visitors.page(), in_sight.Seen()
    for size, viewport in in_sight.SIZES.items():
        page.set_viewport_size(viewport)
        page.goto(f"/learn/{game}/{name}")
        page.wait_for_selector(f"[data-lesson={name}]")
        page.wait_for_selector("[data-settled=true]")
        seen.look(page, size)
    assert seen.things
    assert seen.faults == []


# how far below the coach the own place begins
BELOW = """() => {
  const box = one => document.querySelector(one).getBoundingClientRect();
  return box("[data-seat='0']").top - box("[data-coach]").bottom;
}"""
TOP = "document.querySelector('.board').getBoundingClientRect().top"


@pytest.mark.parametrize("game", games.OURS)
def test_on_a_phone_the_coach_pushes_nothing_out_of_sight_and_does_not_lie_over_the_own_place(visitors, game):
    players = max(games.about(game).players)
    decision = worst([one for one in recorded.record(game, players) if len(one.update["legal"]) > 1])[0]
    page = visitors.page(in_sight.SIZES["390×844"])
    recorded.Shown(page, game, players).put(decision)
    before = page.evaluate(TOP)
    page.locator("header .tools button").first.click()
    for depth in (1, 2, 3):
        page.wait_for_selector(f"[data-coach='{depth}']")
        page.evaluate(in_sight.STILL)
        assert page.evaluate(TOP) == before
        assert page.evaluate(BELOW) >= 0
        faults = page.evaluate(in_sight.LOOK, in_sight.FINGER)["found"]
        assert {one["kind"] for one in faults} <= {"seat", "score", "stake"}, "what is chosen from is in sight"
        if depth < 3:
            page.locator("[data-deeper]").click()


BOARD = "JSON.stringify(document.querySelector('.board').getBoundingClientRect())"


@pytest.mark.parametrize("game", games.OURS)
def test_on_a_desktop_the_coach_stands_over_the_log_and_takes_nothing_from_the_table(visitors, game):
    players = max(games.about(game).players)
    decision = worst([one for one in recorded.record(game, players) if len(one.update["legal"]) > 1])[0]
    page = visitors.page(in_sight.SIZES["1280×800"])
    recorded.Shown(page, game, players).put(decision)
    page.evaluate(in_sight.STILL)
    before = page.evaluate(BOARD)
    page.locator("header .tools button").first.click()
    for depth in (1, 2, 3):
        page.wait_for_selector(f"[data-coach='{depth}']")
        page.evaluate(in_sight.STILL)
        assert page.evaluate(BOARD) == before
        assert page.evaluate(in_sight.LOOK, in_sight.FINGER)["found"] == []
        if depth < 3:
            page.locator("[data-deeper]").click()


def test_a_thing_that_is_covered_cut_off_or_small_is_noticed(visitors):
    """The check itself: four things with a fault each, and one that can be seen."""
    page = visitors.page(in_sight.SIZES["1280×800"])
    page.goto("/about")
    page.evaluate("""() => { document.body.innerHTML = `
      <div data-matters="seat" data-style="position:fixed;left:0;top:0;width:80px;height:80px">fine</div>
      <div data-matters="score" data-style="position:fixed;left:200px;top:0;width:80px;height:80px">covered</div>
      <div data-style="position:fixed;left:220px;top:40px;width:80px;height:80px;background:red"></div>
      <div data-matters="choice" data-style="position:fixed;left:400px;top:0;width:80px;height:20px">small</div>
      <div data-matters="stake" data-style="position:fixed;left:400px;top:790px;width:80px;height:80px">off</div>
      <div data-style="position:fixed;left:600px;top:0;width:50px;height:50px;overflow:hidden">
        <div data-matters="card" data-style="width:80px;height:80px">cut</div></div>`;
      for (const e of document.querySelectorAll("[data-style]")) e.style.cssText = e.dataset.style; }""")
    found = page.evaluate(in_sight.LOOK, in_sight.FINGER)["found"]
    assert {(one["kind"], one["fault"]) for one in found} == {
        ("score", "covered"),
        ("choice", "small"),
        ("stake", "off"),
        ("card", "cut"),
    }
