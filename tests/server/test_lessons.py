"""Lessons over HTTP: the solution leads to the goal, refusals name their clause, and nothing hidden is told."""

import asyncio
from dataclasses import replace

import httpx
import msgspec
import pytest

from lasttrick import games, lessons
from lasttrick.lessons.attempt import LEARNER, attempt
from lasttrick.server import api
from lasttrick.server import lessons as desk


def tell(lesson, wanted: api.Attempt) -> bytes:
    return asyncio.run(desk.tell(lesson, wanted))


def ask(url: str, game: str, name: str, **body) -> httpx.Response:
    return httpx.post(f"{url}/api/lessons/{game}/{name}", json=body, timeout=120)


def test_a_lesson_is_listed_and_done_by_its_solution(url):
    listed = httpx.get(f"{url}/api/lessons/ten_tricks_later").json()
    assert [one["name"] for one in listed] == [one.name for one in lessons.course("ten_tricks_later").lessons]
    assert "position" not in listed[0]
    told, moves = ask(url, "ten_tricks_later", "score", moves=[]).json(), []
    while told["status"] == "open":
        moves.append(told["show"]["action"])
        told = ask(url, "ten_tricks_later", "score", moves=moves, seen=told["updates"][-1]["version"]).json()
        assert told["updates"]
    assert told["status"] == "done"
    assert told["updates"][-1]["legal"] == []


def test_what_the_rules_forbid_is_refused_with_its_clause(url):
    told = ask(url, "ten_tricks_later", "win", moves=[], ask="play Y8").json()
    assert told["refusal"]["clause"] == "TTL-20"
    yellow = games.game("ten_tricks_later").notation.read_action(None, "play Y8")
    assert ask(url, "ten_tricks_later", "win", moves=[yellow]).json()["refusal"]["clause"] == "TTL-20"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"moves": [0] * 65}, 400),
        ({"moves": [99_999]}, 400),
        ({"moves": [-1]}, 400),
        ({"moves": [], "ask": "x" * 101}, 400),
        ({"moves": [], "position": "players: 3"}, 400),
    ],
)
def test_an_attempt_that_cannot_be_is_refused(url, body, status):
    assert ask(url, "ten_tricks_later", "win", **body).status_code == status
    assert httpx.get(f"{url}/api/lessons/chess").status_code == status
    assert ask(url, "ten_tricks_later", "nothing", moves=[]).status_code == status


HIDDEN = {  # cards that the learner has not seen, exchanged
    ("ten_tricks_later", "win"): ("G3", "G2"),
    ("zombie_escape", "escape"): ("8M", "9M"),
    ("scout", "scout"): ("7/3", "8/4"),
    ("trick_to_survival", "challenge"): ("H2", "M3"),
}


@pytest.mark.parametrize(("game", "name"), HIDDEN)
def test_hidden_cards_change_nothing_that_is_told(game, name):
    lesson = lessons.lesson(game, name)
    one, other = HIDDEN[game, name]
    assert one in lesson.position
    assert other in lesson.position
    swapped = lesson.position.replace(one, "?").replace(other, one).replace("?", other)
    for wanted in (api.Attempt(), api.Attempt([first_move(lesson)])):
        assert tell(lesson, wanted) == tell(replace(lesson, position=swapped), wanted)


def first_move(lesson) -> int:
    made = attempt(lesson, [])
    return made.match.game.notation.read_action(made.match.view(LEARNER), lesson.solution[0])


def test_what_would_follow_is_told_as_long_as_the_lesson_is_open_and_how_things_stand_always():
    lesson = lessons.lesson("trick_to_survival", "trade")
    now = msgspec.json.decode(tell(lesson, api.Attempt()), type=api.LessonNow)
    assert set(now.choices) == {choice.action for choice in now.updates[-1].legal}
    assert [fact.facts["missing"] for fact in now.standing if fact.key == "upkeep" and fact.facts["seat"] == 0] == [
        ["M"]
    ]
    done = msgspec.json.decode(tell(lesson, api.Attempt([now.show.action])), type=api.LessonNow)
    assert (done.status, done.choices, done.updates[-1].acting) == ("done", {}, [])
    assert "upkeep_paid" in [fact.key for fact in done.standing if fact.facts.get("seat") == 0]


def test_every_lesson_of_every_game_can_be_told():
    for game in games.OURS:
        for lesson in lessons.course(game).lessons:
            now = msgspec.json.decode(tell(lesson, api.Attempt()), type=api.LessonNow)
            assert now.status == "open"
            assert now.show is not None


def test_a_sheet_of_drills_is_told_and_others_are_refused(url):
    told = httpx.get(f"{url}/api/drills/ten_tricks_later/2", timeout=120).json()
    assert len(told["questions"]) == 5
    for one in told["questions"]:
        assert one["right"]
        assert all(seat["hand"] is None for seat in one["view"]["seats"] if seat["seat"] != one["seat"])
    for path in ("ten_tricks_later/240", "chess/0", "ten_tricks_later/-1"):
        assert httpx.get(f"{url}/api/drills/{path}", timeout=120).status_code == 400
    assert httpx.get(f"{url}/api/drills/ten_tricks_later/much", timeout=120).status_code in (400, 404)
