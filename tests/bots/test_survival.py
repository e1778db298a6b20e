"""The Trick To Survival, thought about: what the living do for each other."""

from itertools import permutations

import numpy as np
import pytest

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.bots.survival import camp as bargain
from lasttrick.bots.survival.hands import read_others, read_unseen
from lasttrick.bots.survival.needs import fate, need, wounds_to_come
from lasttrick.bots.survival.noon import healing
from lasttrick.bots.survival.plan import SUIT, plan_night
from lasttrick.bots.survival.purse import cost_to_all, level_to_pay
from lasttrick.bots.survival.secret import FAR, MOVED, ROWS, SIDES, feel, feel_pulls, pull, spoken_of
from lasttrick.bots.survival.told import hear_all, read_known, word_to_tell
from lasttrick.bots.survival.trick import chance_of_event
from lasttrick.bots.survival.weights import ALONE, MOST, NUMBERS, TOGETHER
from lasttrick.bots.trick_to_survival import appraise, hope, insight, outlook, spare_worth, trait_chance, ward_worth
from lasttrick.core.match import Match
from lasttrick.core.rule import PLAIN
from lasttrick.games.trick_to_survival.content.expressions import Counter
from lasttrick.games.trick_to_survival.state import (
    FOOD,
    MEDICINE,
    OFFER,
    SEATS,
    SUITS,
    WANTS,
    WATER,
    Ask,
    Ending,
    Memo,
    Step,
)
from tests.games.trick_to_survival.table import at, do

GAME = games.game("trick_to_survival")
W, TRUSTING = NUMBERS[ALONE], NUMBERS[TOGETHER]
ME, FRIEND = 0, 1
NO_PULLS = np.zeros((ROWS, 2 * SIDES + 1))


def choice(match: Match) -> str:
    """What the heuristic does for the seat that is asked first."""
    seat = match.acting[0]
    view = match.view(seat)
    return GAME.notation.action_text(view, make_bot("heuristic").choose(GAME, view, seat))


@pytest.fixture
def camp():
    """Four players on the second day of the first week, two tokens of each type in every hand."""
    state = Match(GAME, 4, seed="camp").state.copy()
    state.day, state.first = 2, ME
    state.tokens[:] = 2
    return state


# --- Cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("challenge", "plays", "hand", "card"),
    [
        pytest.param("M5", "A9 M3 M5", "A1 A6 A13", "A6", id="three are missing: enough, and no more"),
        pytest.param("M12", "A9 M3 M5", "A2 A4 A11", "A2", id="out of reach: the least"),
        pytest.param("M5", "A9 A3 M5", "A8 M4", "M4", id="a trump is missing: the trump"),
        pytest.param("M5", "A9 M3 M5", "A4 M4", "M4", id="nobody has followed: another trump brings an event"),
    ],
)
def test_the_last_seat_plays_what_the_challenge_asks_for(challenge, plays, hand, card):
    cards = plays.split()
    seats = {f"s{s}": f"{c} H{s + 1} | R5 T0{s + 1} | 2 2 2 2 2 2 |" for s, c in enumerate(cards)}
    match = at(4, ask="raise", challenge=challenge, day=3, **seats, s3=f"{hand} | R5 T04 | 2 2 2 2 2 2 |")
    do(match, "0 raise 4, " + ", ".join(f"{seat} play {c}" for seat, c in enumerate(cards)))
    assert choice(match) == f"play {card}"


@pytest.mark.parametrize(("challenge", "raised"), [("M1", 8), ("M12", 4)])
def test_an_easy_challenge_is_raised_and_a_hard_one_is_not(challenge, raised):
    match = at(4, ask="raise", challenge=challenge, **{f"s{s}": f"A{s + 5} M{s + 5} F{s + 5}" for s in range(4)})
    assert choice(match) == f"raise {raised}"


def test_at_night_followers_play_the_trump_and_the_leader_another_suit():
    hands = {f"s{s}": f"M{s + 7} A{s + 7} F{s + 7} W{s + 7}" for s in range(4)}
    log = "1+M8 2+M9 3+M10"  # so the leader knows of their trumps
    match = at(4, ask="raise", time="night", challenge="M6", discard="", log=log, **hands)
    do(match, "0 raise 4")
    chosen = []
    for _ in range(4):
        chosen.append(choice(match))
        match.apply(match.acting[0], chosen[-1])
    assert not chosen[0].startswith("play M")
    assert all(card.startswith("play M") for card in chosen[1:])


# --- What is known of the others' cards ------------------------------------------------------------------------------


def seen_of_friend(log: str, hand: str):
    match = at(3, s0="F1 W1", s1=hand, s2="S1 S2", discard="", log=log)
    holds, best = np.zeros((SEATS, SUITS)), np.zeros(SEATS)
    read_others(W, match.view(ME), ME, holds, best, np.zeros(SUITS))
    return holds[FRIEND], best[FRIEND]


def test_a_card_taken_from_the_river_is_known_until_it_is_played():
    holds, best = seen_of_friend("1+M10", "M10 A2")
    assert holds[MEDICINE] == 1
    assert best == 10
    holds, best = seen_of_friend("1+M10 1-M10", "A1 A2")
    assert 0 < holds[MEDICINE] < 1
    assert best < 10


def test_who_could_not_follow_has_none_of_that_suit_until_a_card_of_it_is_taken():
    assert seen_of_friend("1!W", "M3 A2")[0][WATER] == 0
    assert seen_of_friend("1!W 1+W3", "W3 A2")[0][WATER] == 1


def test_a_swap_ends_what_was_known():
    holds, _ = seen_of_friend("1+M10 1!W 1~2 2<M10 1>S3", "S3 A2")
    assert 0 < holds[MEDICINE] < 1
    assert 0 < holds[WATER] < 1


def test_who_played_no_trump_where_one_was_wanted_seems_to_have_none():
    plain, shy = (seen_of_friend(log, "M3 A2")[0] for log in ("", "1?W"))
    assert 0 < shy[WATER] < plain[WATER] / 2
    assert shy[MEDICINE] > plain[MEDICINE]
    assert seen_of_friend("1?W 1~2 2<M10 1>S3", "S3 A2")[0][WATER] == plain[WATER]
    assert seen_of_friend("1?W 1+W3", "W3 A2")[0][WATER] == 1


def test_at_noon_no_card_is_taken_for_a_challenge_that_is_not_there():
    match = at(4, ask="noon", day=2, discard="", **{f"s{s}": f"F{s + 1}" for s in range(4)})
    unseen = np.empty(SUITS, np.int64)
    read_unseen(match.view(ME), ME, np.zeros((SEATS, SUITS), np.int64), unseen)
    assert [int(cards).bit_count() for cards in unseen] == [12, 13, 13, 13, 13, 13]


@pytest.mark.parametrize(
    ("log", "suit"),
    [
        pytest.param("", "H", id="the next one after trump"),
        pytest.param("0+F9", "F", id="one of which the leader took a card"),
        pytest.param("0!H", "S", id="not one that the leader lacks"),
        pytest.param("0?H", "S", id="or seems to lack"),
    ],
)
def test_at_night_all_know_which_suit_the_leader_is_to_lead(log, suit):
    """So that nobody else plays it, and an event comes."""
    hands = {"s0": "F9 S2", "s1": "F3 H7 S7", "s2": "F4 H8 S8"}
    match = at(3, ask="raise", time="night", challenge="M9", discard="", log=log, **hands)
    do(match, "0 raise 3")
    holds, odds = np.zeros((SEATS, SUITS)), np.zeros(SUITS)
    for seat in range(3):
        agreed = read_others(W, match.view(seat), seat, holds, np.zeros(SEATS), odds)
        assert "FWAMHS"[agreed] == suit
    chances = [chance_of_event(W, match.view(2), 2, other, holds, agreed) for other in range(SUITS)]
    assert min(chances) == chances[agreed] < 0


# --- What seats tell each other --------------------------------------------------------------------------------------


def told(match: Match) -> tuple[np.ndarray, np.ndarray]:
    """The suits that all know each seat to hold and to lack."""
    has, lacks = np.zeros((2, SEATS), np.int64)
    read_known(match.state, np.zeros((SEATS, SUITS), np.int64), has, lacks)
    return has, lacks


def heard_by(seen) -> tuple[np.ndarray, np.ndarray]:
    """The cards that all know of each seat, and where the highest others lie."""
    known, ranges = np.zeros((SEATS, SUITS), np.int64), np.zeros((SEATS, SUITS, 2), np.int64)
    hear_all(seen, known, ranges)
    return known, ranges


def word(*answers: tuple[int, int], seat: int = FRIEND, players: int = 3) -> str:
    """The entry of the log by which a seat gives answers, each one of so many."""
    number = 0
    for answer, ways in reversed(answers):
        number = number * ways + answer
    partner = [other for other in range(players) if other != seat][number // 30]
    return f"{seat}%{partner}{''.join(list(permutations('FWAMHS', 2))[number % 30])}"


def seen_by_network(match: Match) -> int:
    """The action that looks best to a network before it has learned anything."""
    seat = match.acting[0]
    actions = match.legal(seat)
    worth = np.zeros(len(actions))
    insight(match.view(seat), seat, np.array(actions, np.int16), len(actions), worth)
    return int(actions[worth.argmax()])


def suits(text: str) -> int:
    return sum(1 << "FWAMHS".index(suit) for suit in text)


CAMPERS = {"s0": "F1 M2 M3 | R4 T01 | 2 2 2 2 2 2 |", "s1": "W1 | R4 T02 | 2 2 2 2 2 2 |"}


def test_in_camp_a_network_tells_its_suits_by_offers_that_are_declined():
    match = at(2, ask="camp", day=3, log="", **CAMPERS)
    for known, lacked in (("F", "WA"), ("FM", "WAHS")):
        match.apply(0, seen_by_network(match))
        assert GAME.notation.action_text(match.view(1), seen_by_network(match)) == "decline"
        match.apply(1, "decline")
        has, lacks = told(match)
        assert has[ME] == suits(known)
        assert lacks[ME] == suits(lacked)
    assert GAME.notation.action_text(match.view(0), seen_by_network(match)) == "done"


NONE = word((0, 3), (0, 4), (0, 5))  # three suits are missing
LOW_FOOD = word((1, 3), (0, 4), (0, 5))
HIGH_FOOD = word((2, 3), (0, 4), (0, 5))


@pytest.mark.parametrize(
    ("log", "has", "lacks"),
    [
        pytest.param(NONE, "", "FWA", id="none of the first three suits"),
        pytest.param(f"{NONE} {word((1, 3), (3, 4), (0, 5))}", "MH", "FWAS", id="then of the others"),
        pytest.param(f"{NONE} 1+F3", "F", "WA", id="a card is taken"),
        pytest.param(f"1+F3 {LOW_FOOD}", "FW", "AM", id="of what is not known already"),
        pytest.param(f"{LOW_FOOD} 1!F", "", "FWA", id="it is seen to be wrong"),
        pytest.param(f"{LOW_FOOD} 1-F3", "", "WA", id="a card is played: it may have been the highest"),
        pytest.param(f"{HIGH_FOOD} 1-F3", "F", "WA", id="a card is played, and a higher one was told of"),
        pytest.param(f"{LOW_FOOD} 1~2 2<F3 1>S3", "", "", id="a swap ends it"),
        pytest.param(f"1-S9 1-S8 1-H9 1-H8 1-H7 1-H6 1-H5 1-H4 1-H3 {HIGH_FOOD}", "F", "WAMHS", id="the last card"),
    ],
)
def test_what_is_told_is_known_until_it_may_have_changed(log, has, lacks):
    match = at(3, s0="F1 W1", s1="M3 A2", s2="S1 S2", discard="", log=log)
    found = told(match)
    assert found[0][FRIEND] == suits(has)
    assert found[1][FRIEND] == suits(lacks)
    assert GAME.notation.write(match.state)["log"] == log


def test_the_heuristic_does_not_listen():
    quiet, loud = (
        at(3, s0="F1 W1", s1="M3 A2", s2="S1 S2", discard="", log=log, ask="raise", challenge="F5")
        for log in ("", f"{NONE} {LOW_FOOD} {word((0, 3), (0, 4), (0, 5), seat=2)}")
    )
    worth = np.zeros((2, 2))
    for match, found in zip((quiet, loud), worth, strict=True):
        do(match, "0 raise 3")
        actions = match.legal(0)
        appraise(match.view(0), 0, np.array(actions, np.int16), len(actions), found)
    assert worth[0].tolist() == worth[1].tolist()
    holds = np.zeros((2, SEATS, SUITS))
    for numbers, found in zip((W, TRUSTING), holds, strict=True):
        read_others(numbers, loud.view(ME), ME, found, np.zeros(SEATS), np.zeros(SUITS))
    assert 0 < holds[0, FRIEND, FOOD] < 1
    assert holds[1, FRIEND, FOOD] == 0


TWO_WORDS = f"{LOW_FOOD} {word((1, 3), (0, 4), (4, 5))}"  # low Food and Medicine, high Sanity, nothing else


@pytest.mark.parametrize(
    ("log", "values"),
    [
        pytest.param(TWO_WORDS, {"F": (1, 5), "M": (1, 5), "S": (8, 10)}, id="of six suits in two words"),
        pytest.param(
            f"{TWO_WORDS} {word((2, 5), (1, 5), (1, 2))}",
            {"F": (3, 3), "M": (2, 2), "S": (9, 10)},
            id="then just which",
        ),
        pytest.param(f"{TWO_WORDS} 1-S7", {"F": (1, 5), "M": (1, 5), "S": (8, 10)}, id="a lower one is played"),
        pytest.param(f"{TWO_WORDS} 1-S9", {"F": (1, 5), "M": (1, 5)}, id="what is played is open again"),
        pytest.param(
            f"{TWO_WORDS} 1-S8 {word((7, 11), (2, 5))}",
            {"F": (3, 3), "M": (1, 5), "S": (7, 7)},
            id="and asked for first",
        ),
        pytest.param(
            f"{TWO_WORDS} 1-S10 {word((1, 10), (2, 5))}",
            {"F": (3, 3), "M": (1, 5), "S": (1, 1)},
            id="of what it may be yet",
        ),
    ],
)
def test_words_say_how_high_cards_are(log, values):
    """With three players values go up to 10, and there are sixty words."""
    known, ranges = heard_by(at(3, s0="F1 W1", s1="F3 M2 S4", s2="S1 S2", discard="", log=log).state)
    found = {"FWAMHS"[suit]: tuple(map(int, ranges[FRIEND, suit])) for suit in range(SUITS) if ranges[FRIEND, suit, 0]}
    named = {"FWAMHS"[suit]: (value, value) for suit in range(SUITS) for value in bit_values(known[FRIEND, suit])}
    assert found | named == values


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whatever_is_declined_or_played_ranges_stay_ranges(players):
    """Offers that were meant are no words, and what they are taken for need not be so."""
    state = at(players, discard="", log="").state
    chance = np.random.default_rng(players)
    for _ in range(200):
        state.log_used = 0
        for kind in chance.choice([Memo.ASKED, Memo.ASKED, Memo.OUT, Memo.IN, Memo.VOID], 40):
            most = {Memo.ASKED: 30 * (players - 1), Memo.VOID: SUITS}.get(kind, 0)
            what = (
                chance.integers(most) if most else 13 * chance.integers(SUITS) + chance.integers(int(state["values"]))
            )
            state.log[state.log_used] = int(kind) * 1024 + int(chance.integers(players)) * 128 + int(what)
            state.log_used += 1
        _, ranges = heard_by(state)
        low, high = ranges[:players, :, 0], ranges[:players, :, 1]
        assert (low >= 0).all()
        assert (low <= high).all()
        assert (high <= state["values"]).all()
        for seat in range(players):
            word_of_seat, words = word_to_tell(state, seat)
            assert -1 <= word_of_seat < words <= 30 * (players - 1)


def bit_values(cards) -> list[int]:
    return [value for value in range(1, 14) if int(cards) >> (value - 1) & 1]


@pytest.mark.parametrize("players", [2, 4])
def test_networks_tell_the_truth_and_all_understand_the_same(players):
    """At every decision of a match, what everybody is told to know of a hand is so, and at night all plan the same."""
    match = Match(GAME, players, seed="told")
    heard, plans = 0, 0
    while not match.over:
        known, ranges = heard_by(match.state)
        for seat, suit in np.ndindex(players, SUITS):
            hand = int(match.state.hand[seat, suit])
            assert known[seat, suit] & ~hand == 0
            highest = (hand & ~int(known[seat, suit])).bit_length()
            assert ranges[seat, suit, 0] <= highest <= ranges[seat, suit, 1]
        if len(match.decisions) % 10 == 0:
            for viewer in range(players):
                for seen, meant in zip(heard_by(match.view(viewer)), (known, ranges), strict=True):
                    assert seen.tolist() == meant.tolist()
        if match.state.ask == Ask.NIGHT and len(match.acting) == players:
            found = [planned(match, viewer) for viewer in range(players)]
            assert all(plan == found[0] for plan in found)
            plans += found[0] is not None
        heard = max(heard, *(int(one).bit_count() for one in np.bitwise_or(*told(match))))
        match.apply(match.acting[0], seen_by_network(match))
    assert heard == SUITS
    assert plans > 0


def planned(match: Match, viewer: int) -> list | None:
    """The plan as a seat finds it."""
    plan = np.zeros((SEATS, 3))
    return plan[: match.players].tolist() if plan_night(TRUSTING, match.view(viewer), plan) else None


def test_at_night_trumps_enough_are_planned_and_nobody_follows():
    hands = {f"s{s}": f"M{s + 2} S{s + 2}" for s in range(4)}
    words = ((0, 4), (0, 4), (0, 5)), ((1, 4), (0, 4), (1, 5))  # nothing but low Medicine and Sanity
    log = " ".join(word(*answers, seat=s, players=4) for s in range(4) for answers in words)
    match = at(4, ask="raise", time="night", challenge="M1", discard="", log=log, **hands)
    do(match, "0 raise 4")
    plan = planned(match, 0)
    assert plan is not None
    assert ["FWAMHS"[int(card[SUIT])] for card in plan] == ["S", "M", "M", "M"]
    assert planned(at(4, ask="raise", time="night", challenge="M1", discard="", log="", **hands), 0) is None


# --- Wounds and tokens -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wounds", "uses_it"), [(0, False), (5, False), (6, True)])
def test_the_ward_is_kept_for_the_wound_that_would_kill(camp, wounds, uses_it):
    camp.wounds[ME] = wounds
    assert (ward_worth(W, camp, ME, NO_PULLS) > 0) == uses_it


@pytest.mark.parametrize(
    ("mine", "theirs", "does"),
    [
        pytest.param("2 2 2 2 2 2", "0 2 2 2 2 2", "offer 1 F1 -", id="a gift, if the friend has none and I have some"),
        pytest.param("3 2 2 2 2 2", "2 2 2 2 2 2", "done", id="no gift, if the friend can pay"),
        pytest.param("1 2 2 2 2 2", "0 2 2 2 2 2", "done", id="nor of the own last one"),
        pytest.param("4 0 2 2 2 2", "0 4 2 2 2 2", "offer 1 F2 W2", id="a trade, if it helps both"),
    ],
)
def test_in_camp_tokens_go_where_they_help_the_two_together(mine, theirs, does):
    match = at(2, ask="camp", day=3, s0=f"F1 | R4 T01 | {mine} |", s1=f"W1 | R4 T02 | {theirs} |")
    assert choice(match) == does
    if does != "done":
        do(match, f"0 {does}")
        assert choice(match) == "accept"


@pytest.mark.parametrize(
    ("wounds", "does"),
    [
        pytest.param(6, "offer 1 F1 -", id="the friend would die tonight, I would not: the last Food is given"),
        pytest.param(2, "done", id="the friend would live all the same"),
    ],
)
def test_in_camp_a_life_is_worth_a_wound(wounds, does):
    seats = {"s0": "F1 | R4 T01 | 1 1 1 1 1 1 |", "s1": f"W1 | R4 T02 | 0 1 1 1 1 1 | {wounds}"}
    assert choice(at(2, ask="camp", day=7, time="night", **seats)) == does


def test_who_would_die_for_want_of_a_token_needs_it_most(camp):
    camp.day, camp.tokens[:, FOOD] = 7, 0
    safe = need(W, camp, FRIEND, FOOD)
    camp.wounds[FRIEND] = 6
    assert need(W, camp, FRIEND, FOOD) > safe
    assert need(W, camp, FRIEND, FOOD) > need(W, camp, FRIEND, WATER)


@pytest.mark.parametrize(
    ("field", "value"),
    [("wounds", 3), ("tokens", 0), ("wards", 0)],
)
def test_death_is_nearer_with_more_wounds_fewer_tokens_and_no_ward(camp, field, value):
    camp.wards = 1 << ME
    before = fate(W, camp, wounds_to_come(W, camp, ME))
    if field == "wards":
        camp.wards = value
    else:
        camp[field][ME] = value
    assert fate(W, camp, wounds_to_come(W, camp, ME)) > before


def test_the_nearer_the_end_of_the_week_the_surer_is_what_comes(camp):
    camp.wounds[ME] = 5
    early = fate(W, camp, 1.0)
    camp.day, camp.step = 7, Step.CAMP
    assert 0.5 < early < fate(W, camp, 1.0)
    assert fate(W, camp, -1.0) < 0.2


def test_an_offer_that_hurts_more_than_it_helps_is_declined():
    match = at(2, ask="camp", day=3, s0="F1 | R4 T01 | 3 2 2 2 2 2 |", s1="W1 | R4 T02 | 3 1 2 2 2 2 |")
    do(match, "0 offer 1 F1 W1")
    assert choice(match) == "decline"


def test_what_is_missing_is_paid_together_and_from_plenty_first(camp):
    camp.tokens[FRIEND, FOOD] = 5
    assert level_to_pay(camp, ME, 3) == 3  # the three that the friend has beyond two
    assert level_to_pay(camp, ME, 4) == 2
    assert level_to_pay(camp, ME, 100) == 0
    assert 0 < cost_to_all(W, camp, ME, 3) < cost_to_all(W, camp, ME, 4) < cost_to_all(W, camp, ME, 100)


def test_who_is_nearest_to_death_is_spared(camp):
    camp.wounds[FRIEND] = 5
    assert spare_worth(W, camp, ME, FRIEND, NO_PULLS) > spare_worth(W, camp, ME, ME, NO_PULLS)
    camp.wounds[ME] = 5
    assert spare_worth(W, camp, ME, ME, NO_PULLS) > spare_worth(W, camp, ME, FRIEND, NO_PULLS)


def test_a_friend_is_healed_like_oneself(camp):
    camp.wounds[ME] = 5
    mine = healing(W, camp)
    camp.wounds[ME], camp.wounds[FRIEND] = 0, 5
    assert healing(W, camp) == mine > 0


@pytest.mark.parametrize(
    ("field", "at_seat", "value"),
    [
        pytest.param("wounds", ME, 5, id="with the own wounds"),
        pytest.param("wounds", FRIEND, 5, id="with those of a friend"),
        pytest.param("tokens", ME, 0, id="with fewer tokens"),
        pytest.param("hand", ME, 0, id="with fewer cards"),
    ],
)
def test_hope_falls(camp, field, at_seat, value):
    before = hope(camp, ME)
    camp[field][at_seat] = value
    assert hope(camp, ME) < before


def test_the_outlook_of_the_dead_is_the_fall_of_the_living(camp):
    camp.alive &= ~(1 << FRIEND)
    chances = np.zeros(SEATS)
    outlook(camp, chances)
    before = chances[FRIEND]
    camp.wounds[:] = 5
    outlook(camp, chances)
    assert 0 < before < chances[FRIEND] < 1


def test_to_have_what_the_trait_asks_for_is_better_the_nearer_the_end(camp):
    camp.trait[ME], camp.tokens[ME, FOOD] = 1, 2  # Glutton: two Food
    early = trait_chance(camp, ME)
    camp.week, camp.day = 3, 7
    assert 0.5 < early < trait_chance(camp, ME) < 1
    camp.tokens[ME, FOOD] = 1
    assert trait_chance(camp, ME) < 0.5


# --- The own secret --------------------------------------------------------------------------------------------------


def last_camp(secret: str, mine: str, **said):
    """The last camp of the match between two, the friend with what upkeep asks and one Food more."""
    seats = {"s0": f"F1 | R4 {secret} | {mine} |", "s1": "W1 | R4 T01 | 2 2 1 1 1 1 |"}
    return at(2, ask="camp", week=3, day=7, **(seats | said))


@pytest.mark.parametrize(
    ("secret", "mine", "does"),
    [
        pytest.param("T02", "2 4 1 1 1 1", "offer 1 W1 F1", id="Glutton: asks for the Food that is missing"),
        pytest.param("T03", "3 3 1 1 1 1", "done", id="Thirsty: keeps the Water that is there"),
        pytest.param("T10", "3 3 3 2 1 1", "offer 1 ", id="Ascetic: gives away what is too much"),
    ],
)
def test_in_the_last_camp_tokens_go_where_the_secret_wants_them(secret, mine, does):
    assert choice(last_camp(secret, mine)).startswith(does)


@pytest.mark.parametrize(("secret", "answer"), [("T01", "accept"), ("T23", "decline"), ("T22", "accept")])
def test_who_must_not_trade_declines_even_a_gift(secret, answer):
    match = at(2, ask="camp", day=3, s0="F1 | R4 T01 | 4 2 2 2 2 2 |", s1=f"W1 | R4 {secret} | 0 2 2 2 2 2 |")
    do(match, "0 offer 1 F1 -")
    assert choice(match) == answer


@pytest.mark.parametrize(
    ("secret", "day", "spared"),
    [
        pytest.param("T01", 7, 1, id="no secret of wounds: who is nearest to death"),
        pytest.param("T11", 7, 0, id="Vain, with two wounds on the last day: oneself"),
        pytest.param("T11", 3, 1, id="but not long before"),
        pytest.param("T21", 7, 0, id="Gloating: not the one whose fourth wound is the secret"),
    ],
)
def test_on_the_last_day_the_secret_says_who_is_spared(secret, day, spared):
    hands = {"s0": f"F1 | R4 {secret} | 2 2 2 2 2 2 | 2", "s1": "F2 | R4 T01 | 2 2 2 2 2 2 | 3"}
    match = at(2, ask="spare", week=3, day=day, time="night", challenge="M9", trick="0:F3 1:F4", **hands)
    assert choice(match) == f"spare {spared}"


def test_secrets_are_tried_on_a_copy(camp):
    camp.week, camp.day, camp.ask = 3, 7, Ask.CAMP
    before = camp.tobytes()
    feel_pulls(camp, ME, np.empty_like(NO_PULLS))
    assert camp.tobytes() == before


def test_what_a_secret_does_not_speak_of_does_nothing_for_it(camp):
    camp.week, camp.day, camp.ask, camp.wounds[:4] = 3, 7, Ask.PLAY, [2, 3, 0, 4]
    everything = (1 << len(Counter) + SUITS) - 1
    spoken = set()
    for trait in range(camp.trait_count):
        camp.trait[ME] = trait
        spoken.add(int(spoken_of(camp, ME)))
        for row in range(ROWS - SEATS + int(camp.players)):
            pulls, fates = NO_PULLS.copy(), np.array([camp, camp], GAME.dtype)
            feel(fates, everything, ME, row, FAR, pulls)
            if not spoken_of(camp, ME) & MOVED[row]:
                assert (pulls[row, SIDES:] == 0).all()
    assert len(spoken) > 5


def test_a_glance_at_an_offer_sees_all_but_the_last_bits(camp):
    camp.tokens[:4] = [[0, 1, 2, 3, 4, 5], [6, 0, 1, 0, 3, 2], [2, 2, 2, 2, 2, 2], [1, 0, 0, 5, 1, 0]]
    camp.ask, camp.week, camp.to_act, camp.wounds[:4] = Ask.CAMP, 3, ME, [0, 6, 3, 5]
    pulls = np.random.default_rng(1).normal(size=NO_PULLS.shape)
    pulls[:, SIDES] = 0  # what does not move does nothing
    deaths, each, lacks = np.empty((SEATS, 2)), np.empty(MOST), np.empty(MOST)
    far = bargain.weigh_tokens(W, camp, deaths, each, lacks)
    odds, turns = np.empty(SEATS), np.empty((SEATS, 2, WANTS, 2))
    bargain.glance_at_turns(W, camp, ME, deaths, far, each, lacks, pulls, odds, turns)
    legal = np.zeros(GAME.actions, np.int16)
    offers = [a for a in legal[: GAME.rules.legal(camp, ME, legal)].tolist() if OFFER <= a < bargain.CRAFT]
    assert len(offers) > 100
    for offer in offers:
        trade = W.SECRET * pull(pulls, bargain.TRADE, 1)
        glance = bargain.glance_at_offer(W, ME, offer, deaths, odds, turns) + trade
        exact = bargain.exchange_worth(W, camp, ME, offer, deaths, far, each, lacks) - W.WORTH_A_TRADE
        assert glance == pytest.approx(exact + bargain.secret_of_offer(W, camp, offer, pulls), abs=bargain.CLOSE / 100)


# --- The dead --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("challenge", "hand", "card"),
    [
        pytest.param("M7", "M13 F1", "F1", id="a success can be prevented: nothing for it"),
        pytest.param("M2", "M13 F1", "M13", id="it cannot: the trick is won, so the living get no tokens"),
    ],
)
def test_the_dead_prevent_a_success_or_take_its_tokens(challenge, hand, card):
    cards = ["A9", "M5", "A8"]
    seats = {f"s{s}": f"{c} H{s + 1} | R5 T0{s + 1} | 1 1 1 1 1 1 |" for s, c in enumerate(cards)}
    match = at(4, ask="raise", challenge=challenge, day=3, **seats, s3=f"{hand} | R5 T04 | 2 2 2 2 2 2 | 7 dead")
    do(match, "0 raise 4, " + ", ".join(f"{seat} play {c}" for seat, c in enumerate(cards)))
    assert choice(match) == f"play {card}"


# --- All together ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(PLAIN, reason="whole matches take minutes without compiling")
def test_a_group_often_brings_somebody_home():
    """Fixed deals; docs/reference/bots.md has the figure of thousands."""
    bot, arrived = make_bot("heuristic"), 0
    for number in range(40):
        match = Match(GAME, 4, seed=f"home {number}")
        while not match.over:
            seat = match.acting[0]
            match.apply(seat, bot.choose(GAME, match.view(seat), seat))
        arrived += match.state.ending == Ending.SAFE_HOUSE
    assert arrived >= 10
