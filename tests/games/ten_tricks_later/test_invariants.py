"""The invariants of the rules page, over random matches of both player counts and both variants."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice
from lasttrick.games.ten_tricks_later import notation, rules
from lasttrick.games.ten_tricks_later.state import INFECTED_8, NO_CARD, Phase
from tests.games.ten_tricks_later.table import GAME, trick

SETTINGS = [
    pytest.param(players, options, id=f"{players} players {' '.join(options.values())}".strip())
    for players in (3, 4)
    for options in ({}, {"preset": "english_literal"})
]
SEEDS = (4, 7, 11, 12, 15)  # matches that meet exchanges, as the last test checks


def walk(players: int, options: dict, seed: int):
    """Play a match at random; give (match, copy of the state before, seat, action text) after each decision."""
    match, choose = Match(GAME, players, {"max_rounds": "8", **options}, seed=seed), random_choice(seed)
    while not match.over:
        before = match.state.copy()
        seat, action = choose(match)
        text = match.text(action)
        match.apply(seat, action)
        yield match, before, seat, text


def events(match: Match, kind: str) -> list[dict]:
    return [event for event in match.story_for(-1) if event["event"] == kind]


def in_same_round(match: Match, before) -> bool:
    return match.state.round_number == before.round_number


def every_place(state) -> list[int]:
    """All cards of the round with their places, each place's cards listed."""
    n = state.players
    places = [*state.hand[:n], *state.upper[:n], *state.lower[:n], *state.lost[:n], state.aside]
    cards = [c for place in places for c in bits.members(place)]
    cards += [int(c) for c in state.played if c != NO_CARD]
    return cards + ([int(state.given)] if state.given != NO_CARD else [])


def check_cards(state):
    """[TTL-I01] Every card of the round lies in exactly one place. [TTL-I02] Survivors and Infected in play."""
    n, exchanged = int(state.players), int(state.exchanger >= 0)
    cards = every_place(state)
    deck = [c for c in range(41) if rules.is_in_deck(state, c)] + [INFECTED_8] * exchanged
    assert sorted(cards) == sorted(deck)
    aside = int(state.given != NO_CARD)
    survivors = sum(c < 32 for c in cards) - aside
    infected = sum(c >= 32 for c in cards)
    if exchanged == aside:
        assert survivors == {3: 24, 4: 32}[n] - exchanged
        assert infected == {3: 6, 4: 8}[n] + exchanged
        assert survivors + infected == 10 * n


def check_sizes(state):
    """[TTL-I03] Hands are equal between tricks. [TTL-I04] Boards and heap hold all tricks. [TTL-I05] Tracks."""
    n = int(state.players)
    played = [int(state.played[s] != NO_CARD) for s in range(n)]
    assert [int(h) for h in state.hand_size[:n]] == [10 - int(state.tricks) - p for p in played]
    on_boards = sum(bits.count(x) for f in (state.upper, state.lower, state.lost) for x in f[:n])
    assert on_boards + bits.count(state.aside) == n * int(state.tricks)
    assert all(0 <= t <= 8 for t in state.track[:n])


def check_settled(state):
    """[TTL-I06] No Survivor within reach is left outside. [TTL-I07] A full track means an empty upper side."""
    for seat in range(state.players):
        values = [c % 8 + 1 for c in bits.members(state.upper[seat])]
        if values:
            reach = min(values) >= state.track[seat] if state.strict_rescue else min(values) > state.track[seat]
            assert reach
        if not state.strict_rescue and state.track[seat] == 8:
            assert not values


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I01_to_I07_hold_after_every_decision(players, options):
    for seed in SEEDS:
        for match, _, _, _ in walk(players, options, seed):
            state = match.state
            check_cards(state)
            if state.phase == Phase.PLAY:
                check_sizes(state)
                check_settled(state)


def check_trick(match: Match, before, played: list[int]):
    """[TTL-I08] [TTL-I09] [TTL-I10] [TTL-I11] of the trick just resolved, from the positions around it."""
    state, winner = match.state, int(match.state.lead)
    infected = [c for c in played if c >= 32]
    level = sum(c - 32 for c in infected)
    assert [e["seat"] for e in events(match, "trick_won")] == [winner]
    if infected:
        assert state.track[winner] == 0
    else:
        assert played[winner] // 8 == played[int(before.lead)] // 8
    for seat in range(state.players):
        fallen = int(state.lost[seat]) & ~int(before.lost[seat])
        rescued = int(state.lower[seat]) & ~int(before.lower[seat])
        assert int(before.lower[seat]) & ~int(state.lower[seat]) == 0
        assert int(before.lost[seat]) & ~int(state.lost[seat]) == 0
        assert not (fallen and (seat != winner or not infected))
        assert all(c % 8 + 1 <= level for c in bits.members(fallen))
        assert not (fallen and rescued)
        gone = int(before.upper[seat]) & ~int(state.upper[seat])
        assert gone == (fallen | rescued) & int(before.upper[seat])


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I08_to_I11_hold_for_every_trick(players, options):
    for seed in SEEDS:
        for match, before, seat, text in walk(players, options, seed):
            if events(match, "trick_won") and in_same_round(match, before) and not match.over:
                played = [int(c) for c in before.played[:players]]
                played[seat] = notation.read_card(text.removeprefix("play "))
                check_trick(match, before, played)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I12_the_ban_ends_at_most_once_a_round(players, options):
    for seed in SEEDS:
        ended, rounds = 0, 1
        for match, before, _, _ in walk(players, options, seed):
            ended += len(events(match, "ban_ends"))
            if not in_same_round(match, before):
                assert match.state.ban == 1
                rounds += 1
        assert ended <= rounds


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I13_and_TTL_I14_choices_and_counts_of_a_round(players, options):
    for seed in SEEDS:
        counts = {"wish": 0, "give": 0, "play": 0}
        for match, before, seat, text in walk(players, options, seed):
            legal = np.zeros(GAME.actions, np.int16)
            n = rules.legal(before, seat, legal)
            assert 1 <= n <= max(2, bits.count(before.hand[seat]))
            counts[text.split()[0]] += 1
            if not in_same_round(match, before) or match.over:
                assert (counts["wish"], counts["play"]) == (players, 10 * players)
                assert counts["give"] <= 1
                counts = dict.fromkeys(counts, 0)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I15_and_TTL_I16_the_track_ledger_and_attack_levels(players, options):
    for seed in SEEDS:
        ledger = [0] * players
        for match, before, _, _ in walk(players, options, seed):
            for event in match.story_for(-1):
                if event["event"] == "track":
                    ledger[event["seat"]] += event["after"] - event["before"]
                elif event["event"] == "rescued":
                    ledger[event["seat"]] -= notation.read_card(event["card"]) % 8 + 1
                elif event["event"] == "attack":
                    assert event["level"] <= {3: 15, 4: 22}[players] + 4 * (before.exchanger >= 0)
                elif event["event"] == "round_starts":
                    ledger = [0] * players
            assert ledger == [int(t) for t in match.state.track[:players]]


def slow_round_score(lower: list, lost: list, track: int) -> int:
    """A second version of the round score, counted card by card."""
    score = 0
    for _ in lower:
        score += 1
    for _ in lost:
        score -= 1
    if track == 8:
        score += 3
    return score if score > 0 else 0


def slow_winners(totals: list[int], uppers: list[int]) -> list[int]:
    ranked = sorted(range(len(totals)), key=lambda s: (totals[s], uppers[s]), reverse=True)
    best = ranked[0]
    return sorted(s for s in ranked if (totals[s], uppers[s]) == (totals[best], uppers[best]))


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I17_to_I19_scores_totals_and_winners(players, options):
    """[TTL-I17] [TTL-I18] [TTL-I19], and the slow second version of scoring agrees."""
    for seed in SEEDS:
        for match, before, _, _ in walk(players, options, seed):
            scores = events(match, "round_score")
            if not scores:
                continue
            assert all(0 <= e["score"] <= {3: 15, 4: 19}[players] for e in scores)
            assert all(e["total"] == int(before.total[e["seat"]]) + e["score"] for e in scores)
            assert all(e["score"] == max(0, e["inside"] + e["bonus"] - e["lost"]) for e in scores)
            assert max(int(t) for t in before.total) <= 9
            if match.over:
                state = match.state
                for e in scores:
                    s = e["seat"]
                    pile = bits.members(state.lower[s]), bits.members(state.lost[s]), int(state.track[s])
                    assert e["score"] == slow_round_score(*pile)
                    told = e["inside"], e["lost"], e["bonus"]
                    assert told == (len(pile[0]), len(pile[1]), 3 if pile[2] == 8 else 0)
                if match.result["ending"] == "target":
                    uppers = [bits.count(state.upper[s]) for s in range(players)]
                    assert match.result["winners"] == slow_winners(match.result["scores"], uppers)
                    assert 10 <= max(match.result["scores"]) <= {3: 24, 4: 28}[players]


def recoloured(card: int, order: list[int]) -> int:
    return order[card // 8] * 8 + card % 8 if card < 32 else card


def test_TTL_I20_colours_and_seats_are_symmetric():
    """The same match with colours exchanged and seats turned gives the same tracks and scores, turned."""
    order, shift = [2, 0, 3, 1], 1
    for seed in SEEDS:
        match, choose = Match(GAME, 4, {"max_rounds": "1"}, seed=seed), random_choice(seed)
        hands = [bits.members(h) for h in match.state.hand]
        turned = [hands[(s - shift) % 4] for s in range(4)]
        other = Match(
            GAME, 4, {"max_rounds": "1"}, seed=0, tape=[recoloured(c, order) for hand in turned for c in hand]
        )
        while not match.over:
            seat, action = choose(match)
            verb, _, card = match.text(action).partition(" ")
            match.apply(seat, action)
            drawn = [(facts[0] + shift) % 4 for _, kind, facts in match.story if kind >= 1002]
            text = card if verb == "wish" else notation.card(recoloured(notation.read_card(card), order))
            other.apply((seat + shift) % 4, f"{verb} {text}", tape=drawn)
        assert match.result["scores"] == [other.result["scores"][(s + shift) % 4] for s in range(4)]
        assert list(match.state.track) == [other.state.track[(s + shift) % 4] for s in range(4)]


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I21_a_view_does_not_change_when_hidden_cards_are_exchanged(players, options):
    for seed in SEEDS:
        for match, _, _, _ in walk(players, options, seed):
            state = match.state
            if state.phase != Phase.PLAY or (seed + int(state.tricks)) % 3:
                continue
            swapped = Match.from_position(GAME, notation.write(state))
            a, b = int(state.hand[1]), int(state.hand[2])
            low, high = a & -a, b & -b
            if not low or not high:
                continue
            swapped.state.hand[1] = a & ~low | high
            swapped.state.hand[2] = b & ~high | low
            assert swapped.view(0).tobytes() == match.view(0).tobytes()
            assert swapped.view(-1).tobytes() == match.view(-1).tobytes()
            assert swapped.view(1).tobytes() != match.view(1).tobytes()


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_TTL_I22_the_log_replays_without_a_generator(players, options):
    """All outcomes of chance are laid out on tapes; the key of the second match is another one."""
    from lasttrick.core.story import CHANCE

    def outcomes(match):
        return [n for _, kind, facts in match.story if kind >= CHANCE for n in facts]

    match, choose = Match(GAME, players, {"max_rounds": "8", **options}, seed=5), random_choice(5)
    again = Match(GAME, players, {"max_rounds": "8", **options}, seed="another", tape=outcomes(match))
    while not match.over:
        seat, action = choose(match)
        match.apply(seat, action)
        again.apply(seat, action, tape=outcomes(match))
        again.state.key[:] = match.state.key
        assert again.state.tobytes() == match.state.tobytes()
        again.state.key[:] = 1


@pytest.mark.parametrize("plays", ["A:R6 B:P6 C:R8", "A:P3 B:G7 C:R7", "A:Y7 B:Y1 C:Y8", "A:R5 B:R3 C:G8"])
def test_TTL_I23_variants_do_not_change_winners(plays):
    leads = {
        int(trick(plays, ban="off", rescue=rescue, unlock=unlock).state.lead)
        for rescue in ("default", "strict")
        for unlock in ("default", "followers_only")
    }
    assert len(leads) == 1


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_the_matches_above_meet_exchanges(players, options):
    """A check of the checks."""
    assert any(text.startswith("give") for seed in SEEDS for *_, text in walk(players, options, seed))
