"""The terms of a judgement add up to it, and what they say is true of the position."""

import os
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import lasttrick
from lasttrick import games
from lasttrick.appraisal import likely
from lasttrick.bots import terms
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.policy import best_looking
from lasttrick.bots.terms import scout
from lasttrick.bots.terms import trick_to_survival as survival
from lasttrick.core.foresight import foreseen
from lasttrick.core.rng import new_rng
from lasttrick.core.words import describe
from lasttrick.games.trick_to_survival.outcome import sum_needed, sum_played, trumps_needed, trumps_played

LONG = os.environ.get("LASTTRICK_LONG") == "1"
SPLIT = ("ten_tricks_later", "scout", "zombie_escape", "trick_to_survival")
MOMENTS = 5000 if LONG else 250


def moments(game: str, count: int, seed: int = 7):
    """Positions of random matches with a choice: the view, who decides, and two of the actions."""
    lot, found = Random(seed), 0
    while found < count:
        match = lasttrick.new_match(game, seed=lot.getrandbits(40))
        while not match.over and found < count:
            seat = lot.choice(match.acting)
            legal = match.legal(seat)
            if len(legal) > 1:
                found += 1
                yield match, match.view(seat), seat, lot.sample(legal, 2)
            match.decide(seat, lot.choice(legal))


@pytest.mark.parametrize("game", SPLIT)
def test_the_terms_add_up_to_the_judgement(game):
    split = 0
    for match, view, seat, _ in moments(game, MOMENTS):
        actions = legal_actions(match.game, view, seat)
        rows = terms.split(match.game, view, seat, actions.tolist())
        if rows is not None:
            worth = np.zeros(len(actions))
            best_looking(view, seat, actions, len(actions), worth, new_rng())
            assert rows.sum(axis=1) == pytest.approx(worth), match.position()
            split += 1
    assert split > MOMENTS / 5


def told(game: str):
    """What the terms say of two actions, over many positions."""
    reasons = 0
    for match, view, seat, (one, other) in moments(game, MOMENTS):
        for better, worse in ((one, other), (other, one)):
            for term in terms.telling(match.game, view, seat, better, worse):
                reasons += 1
                yield match, view, seat, better, worse, term
    print(f"{game}: {reasons} reasons at {MOMENTS} positions")


def facts(match, view, seat: int, action: int, key: str) -> list[dict]:
    return [fact for fact in foreseen(match.game, view, seat, action) if fact["fact"] == key]


def test_what_is_said_in_10_tricks_later_is_what_the_rules_foresee():
    said = set()
    for match, view, seat, better, worse, term in told("ten_tricks_later"):
        key, given = term["key"], term["facts"]
        said.add(key)
        mine = [fact for fact in facts(match, view, seat, better, "attack") if fact["seat"] == seat]
        if key == "avoids":
            assert not mine
            assert {"seat": seat, "level": given["level"]}.items() <= facts(match, view, seat, worse, "attack")[
                0
            ].items()
        elif key == "wins":
            assert facts(match, view, seat, better, "trick_won")[0]["seat"] == seat
            assert not mine
        elif key == "attacks":
            assert given.items() <= facts(match, view, seat, better, "attack")[0].items()
        else:
            assert (key, given["after"] == given["instead"]) == ("track", False)
            won = facts(match, view, seat, better, "trick_won")
            track = [fact for fact in facts(match, view, seat, better, "track") if fact["seat"] == seat]
            if track and won[0]["seat"] != seat:
                assert track[0]["after"] == given["after"]
    assert said == {"avoids", "wins", "attacks", "track"}


def test_what_is_said_in_zombie_escape_lies_in_the_graveyard():
    said = set()
    for match, view, seat, better, _, term in told("zombie_escape"):
        seen = describe(match.game, view, seat)
        said.add(term["key"])
        card = match.game.notation.action_text(view, better).split()[1]
        assert term["facts"]["card"] == card
        if term["key"] == "rid":
            joining = [c for c in seen["if_played"][card]["joining"] if c in seen["graveyard"]]
            numbers = [int("".join(d for d in c if d.isdigit())) for c in [card, *joining]]
            assert term["facts"]["danger"] == sum(numbers)
        else:
            assert len(seen["if_played"][card]["marks"]) >= 3
    assert "rid" in said


def test_what_is_said_in_scout_is_how_the_hand_can_be_cut():
    said = 0
    for match, _, seat, better, _, term in told("scout"):
        after = match.copy()
        after.decide(seat, better)
        if after.state.round_number != match.state.round_number or after.over:
            continue
        row = [int(face.split("/")[0]) for face in after.describe(seat)["seats"][seat]["hand"]]
        assert term["facts"]["count"] == fewest_by_trying(row) < term["facts"]["instead"]
        said += 1
    assert said


def test_what_is_said_in_the_trick_to_survival_is_what_the_rules_count():
    """Sums, trumps and tokens are those of the match after the action; wounds and hands those of the state."""
    said = set()
    for match, view, seat, better, worse, term in told("trick_to_survival"):
        key, given = term["key"], term["facts"]
        said.add(key)
        check_survival(match, view, seat, better, worse, key, given)
    assert said <= set(survival.SAID)
    assert said >= {"trump", "sum", "token", "keeps", "variety", "easier", "lacks", "enough", "craft", "trade"}


def check_survival(match, view, seat: int, better: int, worse: int, key: str, given: dict) -> None:
    state, (mine, other) = match.state, [match.text(action).split() for action in (better, worse)]
    if key in ("token", "lacks", "craft", "plenty", "food"):
        assert given["count"] == state.tokens[given.get("seat", seat), "FWAMHS".index(given.get("suit", "F"))]
    elif key == "trade":
        kind = "FWAMHS".index(given["suit"])
        assert given["count"] == state.tokens[seat, kind] < state.tokens[given["seat"], kind] == given["theirs"]
    elif key == "trump":
        assert given["count"] == trumps_needed(state) - trumps_played(state)
        assert (mine[1][0], other[1][0] == given["suit"]) == (given["suit"], False)
    elif key == "sum":
        assert [sum_after(match, view, seat, one) for one in (better, worse)] == [given["sum"], given["instead"]]
        assert given["instead"] < given["needed"] == sum_needed(state)
    elif key == "keeps":
        assert given["card"] == other[1]
    elif key == "variety":
        hand = match.describe(seat)["seats"][seat]["hand"]
        assert given["count"] == sum(card[0] == mine[1][0] for card in hand)
    elif key in ("easier", "reward"):
        fact, name, then = ("trick", "needed", "needed") if key == "easier" else ("reward", "extras", "count")
        asked = [facts(match, view, seat, one, fact)[0][name] for one in (better, worse)]
        assert asked == [given[then], given["instead"]]
    elif key == "near":
        assert given["wounds"] == state.wounds[given["seat"]]
        assert other[1] == "-" or state.wounds[int(other[1])] < given["wounds"]
    elif key == "short":
        assert given["missing"] == sum_needed(state) - sum_played(state)
    elif key == "enough":
        assert sum_played(state) >= sum_needed(state)
        assert trumps_played(state) >= trumps_needed(state)
    elif key == "makes_trump":
        assert trumps_played(state) + 1 == trumps_needed(state)
    elif key == "last":
        assert state.wounds[seat] == given["wounds"] == state.death_wounds - 1
    elif key == "heals":
        living = [state.wounds[one] for one in range(state.players) if state.alive >> one & 1]
        assert state.wounds[given["seat"]] == given["wounds"] == max(living)
    elif key == "hand":
        assert [facts(match, view, seat, better, "took")[0]["card"], state.hand_size[seat] + 1] == [*given.values()]
    else:
        assert (key, state.wards >> seat & 1) == ("ward", 0)


def sum_after(match, view, seat: int, action: int) -> int:
    """The sum of the trick with a card, at night of the own card alone."""
    counts = facts(match, view, seat, action, "counts")
    trick = facts(match, view, seat, action, "trick") or facts(match, view, seat, action, "success")
    return counts[0]["value"] if counts else (trick or facts(match, view, seat, action, "failure"))[0]["sum"]


def fewest_by_trying(row: list[int]) -> int:
    """The slow way: cut between any neighbours."""
    if not row:
        return 0
    most = 1
    while most < len(row) and scout._is_set(row[: most + 1]):
        most += 1
    return min(1 + fewest_by_trying(row[n:]) for n in range(1, most + 1)) if len(row) < 10 else scout.fewest_sets(row)


def test_a_row_is_cut_into_as_few_sets_as_can_be():
    lot = Random(2)
    for _ in range(60):
        row = [lot.randint(1, 5) for _ in range(lot.randint(0, 9))]
        assert scout.fewest_sets(row) == fewest_by_trying(row)
        assert scout.fewest_sets(row) >= 1 + sum(abs(b - a) > 1 for a, b in pairwise(row)) if row else True


@pytest.mark.parametrize("game", games.OURS)
def test_counts_are_those_of_the_worlds_and_certain_facts_happen_in_all_of_them(game):
    """Where the rules foresee for certain what becomes of the seat, it happens in every world or in none."""
    checked = 0
    for match, view, seat, pair in moments(game, 3000 if LONG else 300, seed=9):
        sure = [f for f in foreseen(match.game, view, seat, pair[0]) if f["certain"] and f.get("seat") == seat]
        keys = {f["fact"] for f in sure} & set(likely.NEWS[game])
        if keys:
            counted = likely.counts(match.game, view, seat, pair[0], 1, range(3))
            assert all(counted[key] == 3 for key in keys), (keys, counted)
            checked += 1
        if checked > (500 if LONG else 6):
            break
    assert checked
