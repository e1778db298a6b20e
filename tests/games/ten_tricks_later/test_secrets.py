"""[TTL-53] [TTL-54] [TTL-55] The exchange and the wishes: who knows what, and what sampled worlds make of the rest."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.meanings import slices
from lasttrick.core.rng import new_rng
from lasttrick.core.words import read_position
from lasttrick.games.ten_tricks_later.state import ALL_INFECTED, INFECTED_8, NO_CARD, SURVIVORS, UNBOUNDED, Wish
from tests.games.ten_tricks_later.table import GAME

A, B, C, D = range(4)
SAMPLES = 300


def exchanged(known: str = "B:P1") -> Match:
    """B has taken the Infected 8 for R1; five cards are left in each hand."""
    return Match.from_position(GAME, {
        "players": 3, "removed": "B", "phase": "play", "exchange": "B R1", "wishes": "no yes no", "lead": "A",
        "tricks": 5, "A": "R2 R3 G1 G2 P1 | U{R4 R5 R6 R7 R8}", "B": "G3 G4 Y1 Y2 P8 | U{G5 G6 G7 G8}",
        "C": "Y3 Y4 P2 P3 P4 | U{Y5 Y6 Y7 Y8}", "aside": "P5 P6", "known": known,
    })  # fmt: skip


def asked(**lines) -> Match:
    """All have ten cards and are asked; B has answered."""
    return Match.from_position(GAME, {
        "players": 3, "removed": "B", "phase": "wish", "wishes": "open yes open",
        "A": "R1 R2 R3 R4 R5 R6 R7 P1 P2 P3", "B": "G1 G2 G3 G4 G5 G6 G7 G8 Y1 Y2",
        "C": "Y3 Y4 Y5 Y6 Y7 Y8 R8 P4 P5 P6",
        **lines,
    })  # fmt: skip


def worlds(match: Match, seat: int, samples: int = SAMPLES):
    world, rng = np.zeros(1, GAME.dtype), new_rng(5, seat)
    for _ in range(samples):
        GAME.view.determinize(match.view(seat), seat, rng, world)
        yield world[0]


@pytest.mark.parametrize(("seat", "knows"), [(A, False), (B, True), (C, False), (-1, False)])
def test_TTL_54_only_who_put_the_card_aside_knows_it(seat, knows):
    match = exchanged()
    assert (match.view(seat).given == match.state.given) == knows


@pytest.mark.parametrize("seat", [A, C, -1])
def test_TTL_53_who_took_the_infected_8_has_it_in_every_world_and_a_survivor_lies_aside(seat):
    aside = set()
    for world in worlds(exchanged(), seat):
        assert bits.has(world.hand[B], INFECTED_8)
        assert [bits.count(hand) for hand in world.hand[:3]] == [5, 5, 5]
        assert bits.count(world.hand[B] & ~bits.first(SURVIVORS)) == 1, "dealt without Infected"
        assert 0 <= world.given < SURVIVORS
        aside.add(int(world.given))
    assert len(aside) > 3


@pytest.mark.parametrize("known", ["B:P1", "A:Y0 C:R0 C:G0 B:P1"])
def test_who_put_it_aside_never_meets_it_again(known):
    match = exchanged(known)
    for world in worlds(match, B, 60):
        assert world.given == match.state.given
        assert world.hand[B] == match.state.hand[B]
        assert not any(bits.has(hand, match.state.given) for hand in world.hand)


def test_TTL_58_while_a_card_is_owed_nothing_lies_aside_and_the_taker_has_eleven():
    match = asked(wishes="no yes no", phase="give", exchange="B", turn="B",
                  B="G1 G2 G3 G4 G5 G6 G7 G8 Y1 Y2 P8", hands="10 10 10", known="B:P1")  # fmt: skip
    for world in worlds(match, A, 40):
        assert world.given == NO_CARD
        assert bits.has(world.hand[B], INFECTED_8)
        assert [bits.count(hand) for hand in world.hand[:3]] == [10, 11, 10]


def test_TTL_R26_an_unknown_wish_is_no_where_the_hand_does_not_allow_it():
    """A holds three of the six Infected; in most worlds B has one of the others."""
    eligible = 0
    for world in worlds(asked(), A):
        may = world.hand[B] & ALL_INFECTED == 0
        assert world.wish[B] in (Wish.YES, Wish.NO)
        assert may or world.wish[B] == Wish.NO
        eligible += may
    assert 0 < eligible < SAMPLES


def test_TTL_R26_an_unknown_wish_is_an_even_lot_where_the_hand_allows_it():
    """A holds all Infected, so B may ask in every world: in half of them it has."""
    match = asked(A="R1 R2 R3 R4 P1 P2 P3 P4 P5 P6", C="Y3 Y4 Y5 Y6 Y7 Y8 R5 R6 R7 R8")
    wants = [world.wish[B] == Wish.YES for world in worlds(match, A, 800)]
    assert 0.45 < sum(wants) / len(wants) < 0.55


def two_wished() -> Match:
    """Of four, B and C were dealt no Infected and asked for the Infected 8; the lot fell on B, who gave G1."""
    match = Match.from_position(GAME, {
        "players": 4, "phase": "wish", "wishes": "no open yes no", "round": 2, "lead": "B",
        "A": "R1 R2 R3 R4 R5 R6 P0 P1 P2 P3", "B": "G1 G2 G3 G4 G5 G6 G7 G8 Y1 Y2",
        "C": "Y3 Y4 Y5 Y6 Y7 Y8 R7 R8 B1 B2", "D": "B3 B4 B5 B6 B7 B8 P4 P5 P6 P7",
    })  # fmt: skip
    match.apply(B, "wish yes", tape=[B])
    match.apply(B, "give G1")
    return match


def test_TTL_56_who_asked_was_dealt_no_infected_and_who_took_the_8_has_that_one_alone():
    match = two_wished()
    assert read_position(match.position())["known"] == "B:P1 C:P0"
    match.apply(B, "play G2")
    match.apply(C, "play Y3")
    assert read_position(match.position())["known"] == "B:P1 C:G0 C:P0"


@pytest.mark.parametrize("seat", [A, D, -1])
def test_TTL_56_no_world_gives_an_infected_to_who_asked_for_the_8(seat):
    for world in worlds(two_wished(), seat, 40):
        assert world.hand[C] & ALL_INFECTED == 0
        assert world.hand[B] & ALL_INFECTED == bits.one(INFECTED_8)


@pytest.mark.parametrize(("phase", "shown"), [("wish", Wish.HIDDEN), ("play", Wish.YES)])
def test_TTL_R03_what_others_wished_is_shown_once_all_have_answered(phase, shown):
    match = asked(phase=phase, wishes="no yes open" if phase == "wish" else "no yes no")
    assert match.view(A).wish[B] == shown
    assert match.view(B).wish[B] == Wish.YES


@pytest.mark.parametrize(("phase", "number"), [("wish", 0), ("play", 1)])
def test_the_own_wish_is_a_number_once_all_have_answered(phase, number):
    match = asked(phase=phase, wishes="no yes open" if phase == "wish" else "no yes no")
    numbers = np.zeros(GAME.observation_size, np.float32)
    GAME.view.encode(match.view(B), B, numbers)
    assert numbers[slices(GAME.meanings.SECTIONS)["wished"]][0] == number


def test_TTL_12_nothing_of_a_round_is_left_in_the_next():
    match = Match.from_position(GAME, {
        "players": 3, "removed": "B", "tricks": 9, "ban": "off", "round": 1, "lead": "A", "known": "B:R0 C:G1 C:P0",
        "max_rounds": 5, "A": "R1 | U{R2} L[R3 R4] X{R5} T 3", "B": "G1", "C": "Y1", "aside": "P1 P2",
    })  # fmt: skip
    for seat, card in enumerate(("R1", "G1", "Y1")):
        match.apply(seat, f"play {card}")
    state = match.state
    assert state.round_number == 2
    assert not state.rescued_as.any()
    assert (state.at_most[:3] == UNBOUNDED).all()
    assert state.aside == 0
    assert not any(part.any() for part in (state.upper, state.lower, state.lost, state.track))
