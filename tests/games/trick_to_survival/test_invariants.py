"""The invariants of the rules page, over random matches at every number of players."""

from collections import Counter

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.games.trick_to_survival import positions
from lasttrick.games.trick_to_survival.codes import action_text
from tests.games.trick_to_survival.table import GAME, LONG, PLAYERS, question, random_match, step

SHORT: dict = {}
every_table = pytest.mark.parametrize(
    ("players", "options"),
    [pytest.param(n, o, id=f"{n} players, {'long' if o else 'default'}") for n in PLAYERS for o in (SHORT, LONG)],
)


def check_position(match: Match) -> None:
    """[TTS-I1] [TTS-I2] [TTS-I3] [TTS-I4] [TTS-I5] [TTS-I8]"""
    state = match.state
    n, deadly = int(state.players), int(state.death_wounds)
    cards = positions.named_cards(state)
    assert len(cards) == len(set(cards)) == (60 if n <= 3 else 78), "TTS-I1"
    assert state.tokens.min() >= 0, "TTS-I2"
    assert state.tokens.max() <= 6, "TTS-I2"
    assert state.tokens.sum(axis=0).max() <= 30, "TTS-I2"
    for seat in range(n):
        is_dead = not bits.has(state.alive, seat)
        assert 0 <= state.wounds[seat] <= deadly, "TTS-I3"
        assert (state.wounds[seat] == deadly) == is_dead, "TTS-I3"
        assert not (is_dead and bits.has(state.wards, seat)), "TTS-I4"
        assert state.hand_size[seat] == len(positions.words_of(state.hand[seat]))
    if not match.over:
        assert bits.has(state.alive, int(state.leader)), "TTS-I5"
    assert state.section_size[0] == 0, "TTS-I8"
    for day in range(7):
        in_section = positions.section_cards(state, day)
        assert len(in_section) == state.section_size[day]
        assert not in_section or state.face_down[day] < len(in_section), "TTS-I8: the top is face up"


def check_change(before, match: Match, text: str) -> None:
    """[TTS-I6] [TTS-I7] [TTS-I12] [TTS-I13] What one decision may change."""
    state, keys = match.state, [e.get("event") for e in match.story_for(-1)]
    assert bits.members(before.alive & state.alive) == bits.members(state.alive), "TTS-I3: the dead never come back"
    if state.leader != before.leader:
        assert "leader" in keys, "TTS-I6"
        assert "success" in keys or "died" in keys, "TTS-I6"
    if state.day == before.day and text.startswith("place"):
        assert bin(state.used_suits & ~before.used_suits).count("1") == 1, "TTS-I7"
    assert (
        state.used_suits & before.used_suits == before.used_suits
        or state.day != before.day
        or state.week != before.week
    )
    if text == "accept":
        assert np.array_equal(state.tokens.sum(axis=0), before.tokens.sum(axis=0)), "TTS-I12"
    if text == "craft":
        assert state.tokens.sum() == before.tokens.sum() - 1, "TTS-I12"
    for event in match.story_for(-1):
        if event["event"] == "wounded":
            assert bits.has(before.alive, event["seat"]), "TTS-I13"
    if text.split()[0] in ("place", "name", "steal", "swap", "switch") and question(match) == "noon":
        assert np.array_equal(state.wounds, before.wounds), "TTS-I13"
    if state.week != before.week:
        living = bits.members(state.alive)
        assert all(state.wounds[s] == 0 for s in living), "TTS-I14"
        assert [int(x) for x in state.hand_size[: state.players]] == [10] * int(state.players), "TTS-I14"


@every_table
def test_TTS_I1_TTS_I2_TTS_I3_TTS_I4_TTS_I5_TTS_I6_TTS_I7_TTS_I8_TTS_I12_TTS_I13_TTS_I14(players, options):
    match, before, text = None, None, ""
    for match, _, action in random_match(players, 11 * players, options):
        check_position(match)
        if before is not None:
            check_change(before, match, text)
        before, text = match.state.copy(), action_text(None, action)
    assert match is not None
    check_position(match)
    check_change(before, match, text)


@every_table
def test_TTS_I9_a_living_follower_plays_the_led_suit_or_a_trump_or_has_none(players, options):
    for match, seat, _ in random_match(players, 5, options):
        state = match.state
        if question(match) == "play" and state.led >= 0 and bits.has(state.alive, seat):
            suits = {(a - 11) // 13 for a in match.legal(seat)}
            assert suits <= {int(state.led), int(state.challenge_card) // 13} or state.hand[seat, state.led] == 0


@every_table
def test_TTS_I10_TTS_I11_and_TTS_I15_what_a_challenge_may_bring(players, options):
    challenges = ends = changes = events = pool = 0
    for match, _, _ in random_match(players, 7, options):
        for event in match.story_for(-1):
            key = event["event"]
            if key == "challenge":
                challenges, changes, events, pool = challenges + 1, 0, 0, 0
            changes += key == "changed"
            events += key == "event"
            ends += key in ("day_starts",)
            pool += key == "assigned"
            assert not (key == "assigned" and match.state.dead_won), "TTS-I11"
        keys = [event["event"] for event in match.story_for(-1)]
        for outcome in ("success", "failure"):
            if outcome in keys:
                gained = keys[keys.index(outcome) :].count("gained")
                assert gained <= sum(c >= 0 for c in match.state.played) or step(match) in ("noon", "camp"), "TTS-I11"
        assert changes <= (0 if match.state.night else 1), "TTS-I10"
        assert events <= 1, "TTS-I10"
        if step(match) in ("pool", "discard"):
            played = sum(c >= 0 for c in match.state.played)
            assert pool <= played + int(match.state.multiplier) - players, "TTS-I11"
    assert challenges <= 42, "TTS-I15"
    assert ends <= 21, "TTS-I15"
    if options:
        assert challenges == 42
        assert match.result["ending"] == "safe_house"


@every_table
def test_TTS_I16_winners_are_of_one_kind(players, options):
    *_, (match, _, _) = random_match(players, 3, options)
    kinds = {kind for kind in match.result["kinds"] if kind}
    assert len(kinds) <= 1
    if not match.state.alive:
        assert match.result["winners"] == list(range(players))
        assert kinds == {"nature"}
    else:
        assert kinds <= {"safe"}
        assert all(bits.has(match.state.alive, w) for w in match.result["winners"])


@pytest.mark.parametrize("players", PLAYERS)
def test_TTS_I17_the_same_seed_and_actions_give_the_same_match(players):
    *_, (match, _, _) = random_match(players, 2)
    again = Match(GAME, players, seed=2)
    for seat, action in match.decisions:
        again.apply(seat, action)
    assert again.state.tobytes() == match.state.tobytes()


@every_table
def test_TTS_94_a_match_has_its_greatest_length(players, options):
    """Decisions of a day and of a match, kind by kind, within the bounds of the page."""
    n = players
    most = {"raise": 2, "play": 2 * n, "night": 2 * n, "modify": 38 * n, "pool": 4 * n, "extra": 4 * n, "spare": 2}
    most |= {"noon": 2 * n, "camp": 8 * n, "offer": 8 * n, "ward": 19 * n}
    for seed in range(3):
        days, total = Counter(), 0
        for match, _, _ in random_match(players, seed, options):
            days[int(match.state.week), int(match.state.day), question(match)] += 1
            total += 1
        by_day = Counter()
        for (week, day, name), count in days.items():
            assert count <= most.get(name, 8 * n), name
            by_day[week, day] += count
        assert max(by_day.values()) <= 81 * n + 4
        assert total <= 21 * (81 * n + 4) + n
