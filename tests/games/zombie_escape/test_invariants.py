"""The invariants of the rules page, over random matches of every player count."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.games.zombie_escape import codes, rules
from lasttrick.games.zombie_escape.state import NO_CARD, Phase, bears, danger, marks
from tests.games.zombie_escape.table import EVERY_COUNT, GAME, at, told, totals, walk

SEEDS = (1, 2, 3)
every_count = pytest.mark.parametrize("players", EVERY_COUNT)


def check_cards(state):
    """[ZMB-I1] Every card lies in exactly one place, and as many as dealt are not aside."""
    n = int(state.players)
    places = [*state.hand[:n], *state.zombie[:n], state.graveyard]
    if state.phase == Phase.OVER:
        places[n : 2 * n] = []  # the table is in the graveyard
    cards = [card for place in places for card in bits.members(place)]
    assert len(cards) == len(set(cards)) == n * int(state.turns)
    assert sorted(cards + bits.members(rules.aside(state))) == list(range(48))


def check_hands(state):
    """[ZMB-I2] Hands are equal between turns and differ by at most one within."""
    n = int(state.players)
    sizes = [bits.count(hand) for hand in state.hand[:n]]
    assert max(sizes) - min(sizes) <= 1
    if state.phase in (Phase.LEAD, Phase.FLIP, Phase.OVER):
        assert len(set(sizes)) == 1


def check_damage(state):
    """[ZMB-I3] Pile, revealed and taken cards are the pile of these players. [ZMB-I4] [ZMB-77] One taken a turn."""
    n = int(state.players)
    size = state.in_pile.sum(dtype=int)
    assert np.bincount(state.pile[:size], minlength=8).tolist() == state.in_pile.tolist()
    taken = [turn for seat in range(n) for turn in bits.members(state.taken[seat])]
    assert sorted(taken) == list(range(int(state.turn) + (state.phase == Phase.FLIP)))
    assert int(state.down) & ~bits.pack(taken) == 0


def group_of(state, card: int) -> int:
    """A number for the seam group of a card; seamless cards are groups of their own."""
    row = state.row_of[card]
    return int(state.seam_first[row]) if state.seam_cards[row] else 100 + card


def check_zombies(state):
    """[ZMB-I5] A seam group lies in front of one seat or in the graveyard. [ZMB-I6] A zombie is one group."""
    if state.phase == Phase.OVER:
        return
    buried = {group_of(state, card) for card in bits.members(state.graveyard)}
    in_front = []
    for seat in range(state.players):
        groups = {group_of(state, card) for card in bits.members(state.zombie[seat])}
        assert len(groups) <= 1
        in_front += groups
    assert len(in_front) == len(set(in_front))
    assert not buried & set(in_front)


def check_led_card(state):
    """[ZMB-I7] [ZMB-47] One zombie holds the led card, and it bears the location."""
    if state.phase in (Phase.FOLLOW, Phase.FLIP):
        led = state.played[state.leader]
        holding = [z for z in state.zombie[: state.players] if bits.has(z, led)]
        assert len(holding) == 1
        assert bits.has(marks(state, holding[0]), state.location)


def check_choices(match: Match):
    """[ZMB-I8] Something is legal; a follow bears the location, or nothing in the hand does."""
    state = match.state
    for seat in match.acting:
        legal = match.legal_text(seat)
        assert legal
        if state.phase == Phase.FOLLOW:
            played = [codes.read_card(state, text.split()[1]) for text in legal]
            following = [bears(state, card, state.location) for card in played]
            assert all(following) or played == bits.members(state.hand[seat])
            assert all(following) or not any(following)


@every_count
def test_ZMB_I1_to_ZMB_I8_hold_after_every_decision(players):
    for seed in SEEDS:
        for match, _, _, _ in walk(players, seed):
            check_cards(match.state)
            check_hands(match.state)
            check_damage(match.state)
            check_zombies(match.state)
            check_led_card(match.state)
            check_choices(match)


@every_count
def test_ZMB_I9_records_never_fall_and_are_low_before_the_last_day(players):
    for seed in SEEDS:
        for match, before, _, _ in walk(players, seed):
            assert (match.state.records >= before.records).all()
            assert match.over or match.state.records.max() <= 9


@every_count
def test_ZMB_I10_cards_stay_face_down_and_recovery_turns_one_or_two(players):
    recoveries = 0
    for seed in SEEDS:
        down = 0
        for match, before, _, _ in walk(players, seed):
            recovered, flipped = told(match, "recovered"), told(match, "flipped")
            recoveries += len(recovered)
            assert len(recovered) + len(flipped) <= 1
            down = 0 if match.state.day != before.day else down
            assert int(match.state.down) & down == down
            if match.state.day == before.day:
                assert bits.count(match.state.down) - bits.count(down) == len(recovered) + len(flipped)
            down = int(match.state.down)
    assert recoveries > 0


def combinations(players: int, seed: int):
    """For each day: plays, plays that combine, plays that make a 1000 zombie, cards seen."""
    day = {"plays": 0, "combined": 0, "thousand": 0, "seen": set()}
    for match, before, _, text in walk(players, seed):
        if not text.startswith("flip"):
            card = codes.read_card(before, text.split()[1])
            joined = [e for kind in ("returned", "moved") for e in told(match, kind)]
            zombie = [card, *(codes.read_card(before, c) for e in joined for c in e["cards"])]
            day["plays"] += 1
            day["combined"] += bool(joined)
            day["thousand"] += danger(before, bits.pack(zombie)) == 1000
            day["seen"].add(card)
        if match.over or match.state.day != before.day:
            yield before, day
            day = {"plays": 0, "combined": 0, "thousand": 0, "seen": set()}


@every_count
def test_ZMB_I11_one_play_a_day_makes_the_1000(players):
    for seed in SEEDS:
        for _, day in combinations(players, seed):
            assert day["thousand"] == 1 if players != 5 else day["thousand"] <= 1


@every_count
def test_ZMB_I12_how_many_plays_combine(players):
    for seed in SEEDS:
        for state, day in combinations(players, seed):
            groups = {group_of(state, card) for card in day["seen"]}
            seamed = {g for g in groups if g < 100}
            assert day["combined"] == day["plays"] - len(seamed) - (len(groups) - len(seamed))
            assert players == 5 or day["combined"] == 36


@pytest.mark.parametrize("kind", ["H1", "W1", "WH"])
def test_ZMB_I13_equal_damage_cards_are_one_choice(kind):
    pile = f"{kind} H1 {kind} W2 HELI"
    first, second = (at(pile=pile, taken=taken, turn=6, players=3) for taken in ("a A A A A", "A A a A A"))
    assert totals(first) == totals(second)


def test_ZMB_I14_same_seed_and_actions_same_game():
    first, second = ([m.state.tobytes() for m, _, _, _ in walk(5, 4)] for _ in range(2))
    assert first == second


def hidden_exchange(state, viewer: int, rng) -> np.record:
    """The state with cards exchanged among other hands and aside as the shown voids allow, and another pile order."""
    other = state.copy()
    seats = [s for s in range(state.players) if s != viewer]
    for _ in range(30):
        a, b = rng.choice(seats), rng.choice([*seats, -1])
        cards, more = bits.members(other.hand[a]), bits.members(rules.aside(other) if b < 0 else other.hand[b])
        if a == b or not cards or not more:
            continue
        x, y = int(rng.choice(cards)), int(rng.choice(more))
        if marks(other, 1 << y) & other.void[a] or (b >= 0 and marks(other, 1 << x) & other.void[b]):
            continue
        other.hand[a] ^= (1 << x) | (1 << y)
        if b >= 0:
            other.hand[b] ^= (1 << x) | (1 << y)
    first, size = int(state.turn) + 1, int(state.in_pile.sum())
    other.pile[first:size] = rng.permutation(other.pile[first:size])
    return other


@every_count
def test_ZMB_I14_a_view_depends_on_nothing_hidden(players):
    rng = np.random.default_rng(players)
    seen, again, changed = np.zeros(1, GAME.dtype), np.zeros(1, GAME.dtype), 0
    for match, _, _, _ in walk(players, 9):
        if match.over:
            break
        viewer = int(rng.integers(-1, players))
        other = hidden_exchange(match.state, viewer, rng)
        changed += other.tobytes() != match.state.tobytes()
        GAME.view.view(match.state, viewer, seen)
        GAME.view.view(other, viewer, again)
        assert seen.tobytes() == again.tobytes()
    assert changed > 20


def test_the_walks_meet_what_they_are_for():
    kinds = {e["event"] for m, _, _, _ in walk(4, 1) for e in m.story_for(-1)}
    assert kinds >= {"returned", "moved", "recovered", "flipped", "day_damage"}
    assert any(m.state.played[0] != NO_CARD for m, _, _, _ in walk(4, 1))
