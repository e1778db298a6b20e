"""Every lesson is played to its end by its own solution, a wrong move is answered, and all teach what is needed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lasttrick import games, lessons
from lasttrick.core import foresight
from lasttrick.core.errors import LastTrickError
from lasttrick.games import pages
from lasttrick.lessons.attempt import LEARNER, Attempt, attempt
from lasttrick.lessons.lesson import LANGUAGES, read_course

ROOT = Path(__file__).resolve().parents[2]
ALL = [one for name in games.OURS for one in lessons.course(name).lessons]
EACH = pytest.mark.parametrize("lesson", ALL, ids=lambda one: f"{one.game}-{one.name}")


@EACH
def test_the_solution_reaches_the_goal_and_no_sooner(lesson):
    way = Attempt(lesson)
    for move in lesson.solution:
        assert way.status == "open"
        assert way.show_me == move
        way.decide(move)
    assert way.status == "done", way.match.position()
    assert way.answer == lesson.done


@EACH
def test_a_wrong_move_is_answered(lesson):
    """At some step of the solution another legal move misses the goal, and is told why; so does every move answered."""
    missed, answered = 0, set()
    for step in range(len(lesson.solution)):
        before = attempt(lesson, lesson.solution[:step])
        for move in before.match.legal_text(LEARNER):
            if move == lesson.solution[step]:
                continue
            wrong = attempt(lesson, [*lesson.solution[:step], move])
            while wrong.status == "open":
                wrong.decide(wrong.match.legal(LEARNER)[0])
            if wrong.status == "missed":
                missed += 1
                assert wrong.answer == lesson.answers.get(move, lesson.missed)
                answered.add(move)
    assert missed, "every legal move reaches the goal: there is nothing to learn"
    assert set(lesson.answers) <= answered


@EACH
def test_a_lesson_is_short(lesson):
    for text in (lesson.task, lesson.done, lesson.missed, *lesson.answers.values()):
        assert len(text["en"]) <= 260
        assert len(text["ja"]) <= 140
    assert len(lesson.solution) <= 6


@pytest.mark.parametrize("game", games.OURS)
def test_together_they_teach_every_clause_a_player_needs(game):
    course = lessons.course(game)
    number = rf"{games.about(game).clause_prefix}-\d+[a-z]?"
    numbered = {id for id in pages.clauses(game) if re.fullmatch(number, id)}
    taught = {clause for one in course.lessons for clause in one.clauses}
    assert set(course.needed) <= taught
    assert taught <= numbered
    assert {*course.needed, *course.left_out} == numbered, "a clause of the page is needed, or it is left out"
    assert not {*course.needed} & {*course.left_out}


ONLY_TOLD = {  # clauses that a lesson tells of, and no code of a rule carries in it
    "ZMB-14": "what a damage card shows is data",
    **dict.fromkeys(
        ("TTS-49", "TTS-50", "TTS-51", "TTS-52", "TTS-53"), "one suit's action is used; cards tell the others"
    ),
    "TTS-78": "a match that is won by the dead has no lesson to its end",
}


def test_the_code_of_every_clause_runs_in_a_lesson_that_teaches_it():
    """In plain Python, where every function that carries a clause can be seen at work, or refuses by it."""
    command = [sys.executable, "-m", "tests.lessons.running"]
    told = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "LASTTRICK_PLAIN": "1"}, check=True, capture_output=True, text=True
    )
    run = json.loads(told.stdout)
    taught = {(one.game, one.name, clause) for one in ALL for clause in one.clauses}
    at_work = {clause for game, name, clause in taught if clause in run[game][name]}
    never = {clause for _, _, clause in taught} - at_work
    assert never == set(ONLY_TOLD)


def codes(told) -> set[str]:
    """Every word in what is told, wherever it stands, but for what the page says is known of others."""
    if isinstance(told, dict):
        return set().union(*(codes(part) for name, part in told.items() if name not in ("known", "offer")), set())
    if isinstance(told, list | tuple):
        return set().union(*map(codes, told), set())
    return set(re.split(r"[\s,+]", told)) if isinstance(told, str) else set()


def in_other_hands(match) -> set[str]:
    hands = [match.describe(seat)["seats"][seat]["hand"] or [] for seat in range(match.players) if seat != LEARNER]
    return {card for hand in hands for card in hand}


def foreseen_of(match) -> list:
    """How things stand for the learner, and what would follow from every choice."""
    view = match.view(LEARNER)
    follows = [foresight.foreseen(match.game, view, LEARNER, action) for action in match.legal(LEARNER)]
    return [foresight.standing(match.game, view, LEARNER), follows]


@EACH
def test_no_card_of_another_hand_is_told(lesson):
    """Neither view nor story, choices or what would follow name a card that another holds, at any moment."""

    def look(match):
        choices = [text for text in match.legal_text(LEARNER) if not text.startswith("offer")]  # F2: two Food
        is_dealt = any(event["event"] in ("day_starts", "round_starts") for event in match.story_for(LEARNER))
        told = [match.describe(LEARNER), choices, [] if is_dealt else match.story_for(LEARNER), foreseen_of(match)]
        known = {card for one in match.describe(LEARNER)["seats"] for card in one.get("known") or []}
        shown = {card for event in match.story_for(LEARNER) for card in codes(event)}
        hidden = in_other_hands(match) - known - {"/".join(reversed(card.split("/"))) for card in known}
        if lesson.game == "scout":
            hidden -= shown  # a card that was scouted before all eyes
        assert not hidden & codes(told), (hidden & codes(told), match.position())

    attempt(lesson, lesson.solution, look)


@pytest.mark.parametrize("game", games.OURS)
def test_a_game_has_a_handful_of_lessons(game):
    assert 6 <= len(lessons.course(game).lessons) <= 12


@pytest.mark.parametrize("game", games.OURS)
def test_the_first_lesson_says_what_the_game_is_about(game):
    """Goal before rules: who wins, or what all want, in the first sentence of the first task."""
    task = lessons.course(game).lessons[0].task
    assert re.search(r"\bwins?\b|goal", task["en"].split(".")[0])
    assert re.search("勝|目的", task["ja"].split("。")[0])


GOOD = """
[[lesson]]
name = "one"
title = { en = "a", ja = "あ" }
task = { en = "a", ja = "あ" }
done = { en = "a", ja = "あ" }
missed = { en = "a", ja = "あ" }
clauses = "TTL-20"
position = "players: 3"
solution = ["play R1"]
goal = ["A.lower >= 1"]
"""


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("name =", "nmae ="), "has nmae, which no lesson has"),
        ((', ja = "あ" }', " }"), "needs a text in each of en"),
        (('solution = ["play R1"]', "solution = []"), "at least one move"),
        (("A.lower >= 1", "lots"), "is not of the form"),
        (('position = "players: 3"', ""), "lacks position"),
        (("[[lesson]]", 'others = ["A play R1"]\n[[lesson]]'), "has others"),
        (('name = "one"', 'name = "one'), "cannot be read"),
    ],
)
def test_a_mistake_in_a_lesson_is_told_in_one_sentence(change, sentence):
    assert len(read_course(GOOD, "ten_tricks_later").lessons) == 1
    with pytest.raises(LastTrickError, match=sentence):
        read_course(GOOD.replace(*change), "ten_tricks_later")


def test_a_goal_names_what_the_table_shows():
    (one,) = read_course(GOOD.replace("A.lower", "A.treasure"), "ten_tricks_later").lessons
    with pytest.raises(LastTrickError, match="asks for 'treasure'"):
        one.goal[0].holds(None, {"seats": [{}]})


def test_words_are_there_in_both_languages():
    for one in ALL:
        for text in (one.title, one.task, one.done, one.missed):
            assert set(text) == set(LANGUAGES)
