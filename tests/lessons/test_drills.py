"""Rule drills: every clause that can be asked is asked, the rules know the answers, and what is hidden decides none."""

import os
import re
from random import Random

import pytest

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.games import pages
from lasttrick.lessons import drills
from lasttrick.lessons.drills.sheet import elsewhere, moments, questions_at

LONG = os.environ.get("LASTTRICK_LONG") == "1"
EACH_GAME = pytest.mark.parametrize("game", games.OURS)
FEW = 5  # sheets of a game that are looked at in the short form
WORLDS = 40 if LONG else 4


def sheets(game: str) -> list[list[drills.Question]]:
    return [drills.sheet(game, number) for number in (range(drills.SHEETS) if LONG else range(FEW))]


@EACH_GAME
def test_every_clause_of_the_page_is_asked_or_says_why_not(game):
    number = rf"{games.about(game).clause_prefix}-\d+[a-z]?"
    numbered = {id for id in pages.clauses(game) if re.fullmatch(number, id)}
    asked, not_asked = set(drills.asked(game)), set(drills.not_asked(game))
    assert asked | not_asked == numbered
    assert not asked & not_asked
    assert len(asked) >= 30


@EACH_GAME
def test_a_sheet_asks_five_things_and_begins_with_the_clause_whose_turn_it_is(game):
    found = 0
    for number, sheet in enumerate(sheets(game)):
        clauses = drills.asked(game)
        assert len(sheet) == drills.QUESTIONS
        assert len({one.drill for one in sheet}) == drills.QUESTIONS
        found += clauses[number % len(clauses)] in sheet[0].clauses
        for one in sheet:
            assert 2 <= len(set(one.asked.options)) == len(one.asked.options) <= 7, one
            assert one.right, one
            assert one.asked.many or len(one.right) == 1, one
    assert found >= FEW - 2


@EACH_GAME
def test_the_same_number_gives_the_same_sheet(game):
    once, again = (
        [(one.drill, one.asked.options, one.right, one.moment.before) for one in drills.sheet(game, 3)]
        for _ in range(2)
    )
    assert once == again


@EACH_GAME
def test_the_words_are_there_in_both_languages_with_the_same_places(game):
    for drill in drills.table(game).values():
        places = [set(re.findall(r"\{(\w+)", drill.ask[language])) for language in ("en", "ja")]
        assert places[0] == places[1], drill.ask
        assert re.search(r"[\u3040-\u30ff]", drill.ask["ja"]), drill.ask


@EACH_GAME
def test_what_may_be_done_is_what_the_rules_allow(game):
    """Each option that is right is legal, each other one is refused by the clause that is asked about."""
    asked = [one for sheet in sheets(game) for one in sheet if one.asked.kind == "action"]
    for one in asked:
        read = one.moment.game.notation.read_action
        for option in one.asked.options:
            why = one.moment.refusal(read(one.moment.view, option))
            assert (why is None) == (option in one.asked.right)
            assert why is None or why.clause in one.clauses


@EACH_GAME
def test_what_is_hidden_decides_no_answer(game):
    """In other worlds that fit what the seat sees, the same is seen, asked and answered."""
    table = drills.table(game)
    for one in [one for sheet in sheets(game)[: None if LONG else 2] for one in sheet]:
        for number in range(100, 100 + WORLDS):
            other = elsewhere(one.moment, number)
            assert other.before == one.moment.before
            if one.of_action:
                there = table[one.drill].find(other, Random(1))
                assert there is not None, one
                assert (set(there.right), there.facts) == (set(one.asked.right), one.asked.facts)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(-1, "There is no sheet -1"), (drills.SHEETS, "sheets are 0 to"), (10**9, "There is no sheet")],
)
def test_a_sheet_that_is_none_is_refused(number, sentence):
    with pytest.raises(LastTrickError, match=sentence):
        drills.sheet("scout", number)


@pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")
@EACH_GAME
def test_every_clause_that_is_asked_comes_up(game):
    came = {clause for sheet in sheets(game) for one in sheet for clause in one.clauses}
    missing = sorted(set(drills.asked(game)) - came)
    print(f"{game}: {len(came)} of {len(drills.asked(game))} clauses on {drills.SHEETS} sheets")
    assert not missing


def test_a_luckless_question_is_not_asked():
    """Whether an event comes is known before the last card; which one, is not, and nothing asks for it."""
    game, lot = games.game("trick_to_survival"), Random(5)
    table = list(drills.table("trick_to_survival").values())
    kinds = {one.asked.kind for moment in moments(game, lot, 120) for one in questions_at(moment, table, lot)}
    assert kinds <= {"action", "seat", "number", "yes", "suit"}
