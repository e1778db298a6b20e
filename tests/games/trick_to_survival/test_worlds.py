"""[TTS-I17] [TTS-81] [TTS-82] [TTS-83] Views hide what is hidden; a sampled world could have been played as it was."""

import numpy as np
import pytest

from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.story import CHANCE
from lasttrick.core.trace import random_choice
from lasttrick.games.trick_to_survival.memory import certain_hands
from lasttrick.games.trick_to_survival.positions import section_cards, words_of
from lasttrick.games.trick_to_survival.state import PLAY, SWAP, Ask, Chance, Memo
from tests.games.trick_to_survival.table import GAME, LONG, at, do

WEEK = {"weeks": 1, "death_wounds": 25}


def memos(state) -> list[tuple[int, int, int]]:
    return [(int(e) >> 10, int(e) >> 7 & 7, int(e) & 127) for e in state.log[: state.log_used]]


def dealt_hands(world) -> list[list[int]]:
    """The hands of the deal, winding the world's own log back."""
    hands = [set(words_of(world.hand[s])) for s in range(world.players)]
    pairs, pair = [], (0, 0)
    for kind, seat, what in memos(world):
        pair = (seat, what) if kind == Memo.SWAP else pair
        pairs.append(pair)
    for (kind, seat, what), (actor, partner) in reversed(list(zip(memos(world), pairs, strict=True))):
        if kind == Memo.OUT:
            hands[seat].add(what)
        elif kind == Memo.IN:
            hands[seat].remove(what)
        elif kind in (Memo.GIVEN, Memo.TAKEN):
            hands[seat].remove(what)
            hands[actor if kind == Memo.GIVEN else partner].add(what)
    return [sorted(hand) for hand in hands]


def deal_of(world, first) -> list[int]:
    """The week deal that leads to the world: its hands wound back, what was seen as it was, what was hidden its own."""
    piles = [c if c >= 0 else f for c, f in zip(world.challenge.tolist(), first["piles"], strict=True)]
    river = [list(s) for s in first["river"]]
    for day in range(7):
        down = int(world.face_down[day])
        river[day][:down] = section_cards(world, day)[:down]
    depth = max(map(len, river))
    return [
        *(c for hand in dealt_hands(world) for c in hand),
        *piles,
        *(s[i] for i in range(depth) for s in river[1:] if i < len(s)),
    ]


def wound_back(world, match: Match, first) -> Match:
    """A match from the world's deal, with all decisions so far; secret cards are those of the world."""
    state = match.state
    events = first["events"][: int(state.event_next)] + world.event_deck[state.event_next : 30].tolist()
    rest = [t for t in range(25) if t not in world.trait.tolist()]
    roles = state.role[: match.players].tolist()
    tape = [first["leader"], *roles, *(r for r in range(6) if r not in roles)]
    tape += [*world.trait[: match.players].tolist(), *rest, *events, *deal_of(world, first)]
    again = Match(GAME, match.players, match.options, seed=0, tape=tape)
    secrets = iter([what for kind, _, what in memos(world) if kind in (Memo.GIVEN, Memo.TAKEN, Memo.SEEN)])
    for (seat, action), story in zip(match.decisions, match.stories, strict=True):
        outcomes = [(kind - CHANCE, facts[0]) for _, kind, facts in story if kind >= CHANCE]
        looked = any(kind == GAME.state.Event.LOOKED for _, kind, _ in story)
        chosen = int(world.chosen[seat])
        if SWAP <= action < SWAP + 390:
            given, taken = next(secrets), next(secrets)
            action, outcomes = SWAP + given * 5 + (action - SWAP) % 5, [(Chance.SWAP_CARD, taken)]
        elif looked:
            outcomes = [(Chance.LOOK_CARD, next(secrets))] if again.state.hand_size[action_target(action)] > 1 else []
        elif (
            again.state.ask == Ask.NIGHT
            and chosen >= 0
            and match.state.ask == Ask.NIGHT
            and is_last_night(match, again)
        ):
            action = PLAY + chosen
        if SWAP <= action < SWAP + 390 and again.state.hand_size[(action - SWAP) % 5] == 0:
            outcomes = []
        again.apply(seat, action, tape=[card for _, card in outcomes])
    return again


def action_target(action: int) -> int:
    return action - GAME.state.TARGET


def is_last_night(match: Match, again: Match) -> bool:
    return (match.state.week, match.state.day) == (again.state.week, again.state.day)


def first_deal(match: Match) -> dict:
    state = match.state
    return {
        "leader": int(state.leader),
        "events": state.event_deck[:30].tolist(),
        "piles": [int(state.challenge_card), *state.challenge[1:].tolist()],
        "river": [section_cards(state, day) for day in range(7)],
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_world_allows_every_action_so_far_and_leads_to_itself(players):
    """Events that a second event deck would bring are beyond this test: thirty are enough for a week."""
    match, choose = Match(GAME, players, WEEK, seed=players), random_choice(players)
    first, match.stories = first_deal(match), []
    world, rng = np.zeros(1, GAME.dtype), new_rng(players)
    number = 0
    while not match.over:
        if number % 23 == 0:
            for seat in range(-1, players):
                GAME.view.determinize(match.view(seat), seat, rng, world)
                again = wound_back(world[0], match, first)
                again.state.key[:] = world[0].key
                again.state.events = world[0].events
                different = [f for f in GAME.dtype.names if not np.array_equal(again.state[f], world[0][f])]
                assert not different, (number, seat)
        number += 1
        match.apply(*choose(match))
        match.stories.append(match.story)


@pytest.mark.parametrize("players", [3, 5])
def test_views_do_not_change_when_hidden_cards_are_exchanged(players):
    """A sampled world has other hidden cards, and the same view, in every week of a long match."""
    match, choose = Match(GAME, players, LONG, seed=1), random_choice(1)
    world, again, rng = np.zeros(1, GAME.dtype), np.zeros(1, GAME.dtype), new_rng(1)
    number = differing = 0
    while not match.over:
        if number % 19 == 0:
            for seat in range(-1, players):
                seen = match.view(seat)
                GAME.view.determinize(seen, seat, rng, world)
                GAME.view.view(world[0], seat, again)
                assert again[0].tobytes() == seen.tobytes()
                differing += world[0].hand.tobytes() != match.state.hand.tobytes()
        number += 1
        match.apply(*choose(match))
    assert differing > number // 19


def sampled(match: Match, seat: int, times: int = 60) -> list:
    world, rng = np.zeros(1, GAME.dtype), new_rng(3)
    found = []
    for _ in range(times):
        GAME.view.determinize(match.view(seat), seat, rng, world)
        found.append(world[0].copy())
    return found


HANDS = {
    "s0": "F1 F2 F3 F4 F5 F6 F7 F8 F9",
    "s1": "W1 W2 W3 W4 W5 W6 W7 W8 W9",
    "s2": "A1 A2 A3 A4 A5 A6 A7 A8 A9",
    "hand": 9,
}


def holds(world, seat: int, card: str) -> bool:
    return card in [GAME.notation.card(c) for c in words_of(world.hand[seat])]


def test_a_void_is_remembered():
    match = at(ask="play", challenge="M6", trick="0:S5", asked=1, order="0 1", log="0-S5", **HANDS)
    do(match, "1 play W9")
    match.state.hand_size[0] = 9
    for world in sampled(match, 2):
        assert not any(c // 13 == 5 for c in words_of(world.hand[1]))


@pytest.mark.parametrize(
    ("time", "plays", "noted"),
    [
        pytest.param("morning", "0 play S5, 1 play W9, 2 play A9", {1, 2}, id="a trump is wanted: who plays none"),
        pytest.param("morning", "0 play S5, 1 play M9, 2 play A9", set(), id="the one that is needed is there"),
        pytest.param("night", "0 play S5, 1 play W9, 2 play M1", {1}, id="at night nobody knows: not the leader"),
    ],
)
def test_who_plays_no_trump_where_one_is_wanted_is_noted_and_proves_nothing(time, plays, noted):
    hands = {"s0": "S5 M5 F1", "s1": "W9 M9 F2", "s2": "A9 M1 F3"}
    match = at(ask="raise", time=time, challenge="M1", day=7, log="", **hands)
    do(match, f"0 raise 3, {plays}")
    shy = [(seat, what) for kind, seat, what in memos(match.state) if kind == Memo.SHY]
    assert sorted(shy) == sorted((seat, 3) for seat in noted)
    assert match.describe(0)["seats"][1]["void"] == ["S"] * (time == "morning" and "1 play W9" in plays)


@pytest.mark.parametrize(
    ("offer", "answer", "noted"),
    [
        ("F1 W2", "decline", ["0%1FW"]),
        ("F2 W1", "decline", ["0%1FW"]),
        ("F1 W2", "accept", []),
        ("F1 -", "decline", []),
    ],
)
def test_what_was_asked_for_in_vain_is_noted_and_proves_nothing(offer, answer, noted):
    hands = {"s0": "S5 M5 F1 | R4 T01 | 2 2 2 2 2 2 |", "s1": "W9 M9 F2 | R4 T02 | 2 2 2 2 2 2 |"}
    match = at(2, ask="camp", day=3, log="", **hands)
    do(match, f"0 offer 1 {offer}, 1 {answer}")
    assert [item for item in GAME.notation.write(match.state)["log"].split() if "%" in item] == noted
    known, voids = np.zeros((5, 6), np.int64), np.zeros(5, np.int64)
    certain_hands(match.view(1), 1, known, voids)
    assert not known.any()
    assert not voids.any()


def test_a_card_taken_openly_stays_in_the_hand_until_played():
    match = at(ask="noon", day=2, river="- / S9", **HANDS)
    do(match, "0 take")
    assert all(holds(world, 0, "S9") for world in sampled(match, 1))


def test_after_a_swap_a_known_card_is_with_one_of_the_two():
    """The others know that it went from hand to hand, or did not; never that it is anywhere else."""
    lines = {**HANDS, "s0": HANDS["s0"] + " S1", "s2": HANDS["s2"], "hand": 9, "log": "1+S9 1-W9 0+S1"}
    lines["s1"] = "W1 W2 W3 W4 W5 W6 W7 W8 S9"
    match = at(4, ask="noon", day=2, s3="H1 H2 H3 H4 H5 H6 H7 H8 H9", **lines)
    do(match, "0 place S1, 0 swap F9 1", tape="W3")
    places = {s for world in sampled(match, 2, 200) for s in range(4) if holds(world, s, "S9")}
    assert places == {0, 1}
    assert {s for world in sampled(match, 0) for s in range(4) if holds(world, s, "S9")} == {1}
    assert all(holds(world, 1, "F9") and holds(world, 0, "W3") for world in sampled(match, 1))


def test_a_looked_at_card_is_known_to_the_one_who_looked():
    lines = {**HANDS, "s0": "S1 " + HANDS["s0"] + " | R1 T01 || dead", "log": "0+S1"}
    match = at(ask="noon", day=2, leader=1, order="0 0", asked=0, **lines)
    do(match, "0 place S1, 0 target 1", tape="W5")
    assert all(holds(world, 1, "W5") for world in sampled(match, 0))
    others = sampled(match, 2)
    assert not all(holds(world, 1, "W5") for world in others)
    assert all(any(c // 13 != 5 for c in words_of(world.hand[1])) for world in others)


def test_a_position_without_its_log_still_gives_worlds():
    match = at(ask="play", challenge="M6", s0="F1 F2", s1="F3 F4", s2="F5 F6", discard="", piles=" ".join(["-"] * 14))
    for world in sampled(match, 0, 5):
        assert sorted(len(words_of(world.hand[s])) for s in range(3)) == [2, 2, 2]
