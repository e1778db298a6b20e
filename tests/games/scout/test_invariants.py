"""The invariants of the rules page of SCOUT over random matches."""

import numpy as np
import pytest

from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.words import event_json
from tests.games.scout.slow import is_set
from tests.games.scout.slow import strength as slow_strength
from tests.games.scout.table import COUNTS, SCOUT, Table, deal_match, random_match

GAMES = [pytest.param(players, options, id=f"{players} players") for players, options in COUNTS]
OVER_THREE = GAMES[1:]
DECK = {2: 22, 3: 36, 4: 44, 5: 45}  # cards in a round
Phase = SCOUT.state.Phase


def faces(row, size):
    return [tuple(map(int, SCOUT.notation.card(face).split("/"))) for face in row[:size]]


def hand(state, seat):
    return faces(state.hand[seat], state.hand_size[seat])


def prior(state):
    return faces(state.table, state.table_size)


def pile_sizes(state):
    return [int(bits.count(pile)) for pile in state.pile[: state.players]]


class Turns:
    """Watches a match and keeps, for each decision, the state before and after and what was decided."""

    def __init__(self, players, options, seed):
        self.players = players
        self.steps = []
        before, text, who = None, None, None
        for match, seat, action in random_match(players, options, seed):
            if before is not None:
                self.steps.append((before, who, text, match.state.copy()))
            before, text, who, last = match.state.copy(), match.text(action), seat, match
        self.steps.append((before, who, text, last.state.copy()))
        self.match = last

    def within_rounds(self):
        """The steps that do not end a round."""
        return [step for step in self.steps if not ends_round(step)]

    def rounds(self):
        """The steps of each round, from the first turn on."""
        rounds, current = [], []
        for step in self.steps:
            if not step[2].startswith("rotate"):
                current.append(step)
            if ends_round(step):
                rounds.append(current)
                current = []
        return rounds


def ends_round(step) -> bool:
    before, _, _, after = step
    return before.round_number != after.round_number or after.phase == Phase.OVER


@pytest.fixture(scope="module")
def turns():
    kept = {}

    def get(players, options, seed=1):
        key = players, tuple(sorted(options.items())), seed
        if key not in kept:
            kept[key] = Turns(players, options, seed)
        return kept[key]

    return get


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I01_cards_are_conserved(turns, players, options):
    for _, _, _, state in turns(players, options).steps:
        cards = [tuple(sorted(face)) for seat in range(players) for face in hand(state, seat)]
        cards += [tuple(sorted(face)) for face in prior(state)]
        assert len(set(cards)) == len(cards)
        assert len(cards) + sum(pile_sizes(state)) == DECK[players]
        captured = [card for pile in state.pile for card in bits.members(pile)]
        in_hands = {int(SCOUT.state.card_of(SCOUT.notation.read_card(f"{a}/{b}"))) for a, b in cards}
        assert len(set(captured) | in_hands) == DECK[players]


@pytest.mark.parametrize(("players", "options"), OVER_THREE)
def test_SCT_I02_tokens_and_SCT_I03_markers_count_scouts(turns, players, options):
    """One token a Scout, one marker a Double Action."""
    for steps in turns(players, options).rounds():
        scouts = doubles = 0
        for before, _, text, _ in steps:
            assert before.tokens.sum() == scouts
            assert players - before.marker.sum() == doubles
            assert set(before.marker.tolist()) <= {0, 1}
            scouts += text.startswith(("scout", "double"))
            doubles += text.startswith("double")


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I04_hand_sizes_and_SCT_I18_row_order(turns, players, options):
    """A Play takes a block out, a Scout puts one card in; all others stay as they were. [SCT-10]"""
    for before, seat, text, after in turns(players, options).within_rounds():
        verb, *rest = text.split()
        was, now = hand(before, seat), hand(after, seat)
        if verb == "play":
            start, length = map(int, rest)
            assert now == was[:start] + was[start + length :]
        elif verb in ("scout", "double"):
            assert now[: int(rest[2])] + now[int(rest[2]) + 1 :] == was
        for other in range(players):
            if other != seat:
                assert hand(after, other) == hand(before, other)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I05_hands_are_not_empty_and_SCT_I06_not_too_long(turns, players, options):
    for before, _, _, _ in turns(players, options).steps:
        sizes = before.hand_size[:players]
        assert sizes.min() >= 1
        assert sizes.max() <= DECK[players] - (players - 1)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I07_the_prior_set_is_a_set_and_SCT_I19_not_too_long(turns, players, options):
    for before, _, _, _ in turns(players, options).steps:
        table = prior(before)
        assert not table or is_set(table)
        if table:
            same = slow_strength(table)[1]
            assert len(table) <= {3: 8 if same else 9}.get(players, 9 if same else 10)
        assert (before.owner == -1) == (not table)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I08_a_play_is_stronger_and_captures_what_lay_there(turns, players, options):
    for before, seat, text, after in turns(players, options).within_rounds():
        if text.startswith("play") and before.table_size:
            assert slow_strength(prior(after)) > slow_strength(prior(before))
            assert pile_sizes(after)[seat] - pile_sizes(before)[seat] == before.table_size


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I09_the_owner_is_not_on_turn_and_SCT_I10_the_counter_is_small(turns, players, options):
    for before, _, _, _ in turns(players, options).steps:
        if before.phase in (Phase.TURN, Phase.DOUBLE):
            assert before.table_size == 0 or before.owner != before.to_act
            assert players == 2 or 0 <= before.scouts <= players - 2


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I11_something_is_legal_and_SCT_I21_so_many(players, options):
    for match, seat, _ in random_match(players, options, 6):
        state = match.state
        actions = match.legal_text(seat)
        assert actions
        if state.phase != Phase.TURN:
            continue
        size, lies = int(state.hand_size[seat]), int(state.table_size)
        may_scout = lies > 0 and (players > 2 or state.tokens[seat] > 0)
        kinds = {verb: [a for a in actions if a.startswith(verb)] for verb in ("play", "scout", "double")}
        assert len(kinds["scout"]) == (min(2, lies) * 2 * (size + 1) if may_scout else 0)
        assert not kinds["double"] or (state.marker[seat] and lies)
        if lies == 1 and state.marker[seat]:
            assert kinds["double"]
        assert lies or len([a for a in kinds["play"] if a.endswith(" 1")]) == size


@pytest.mark.parametrize(("players", "options"), OVER_THREE)
@pytest.mark.parametrize("seed", [1, 2])
def test_SCT_I12_how_rounds_end(turns, players, options, seed):
    watched = turns(players, options, seed)
    history = watched.match.result["rounds"]
    for steps, ended in zip(watched.rounds(), history, strict=True):
        before, seat, text, _ = steps[-1]
        if ended["ending"] == "out":
            assert text.startswith("play")
            assert before.hand_size[seat] == int(text.split()[2])
            assert (before.hand_size[:players] == 0).sum() == 0
            assert ended["seat"] == seat
        elif ended["ending"] == "scouted":
            last = steps[-players + 1 :]
            assert [t.split()[0] for _, _, t, _ in last] == ["scout"] * (players - 1)
            assert {s for _, s, _, _ in last} == set(range(players)) - {ended["seat"]}
            played = steps[-players]
            assert (played[1], played[2].split()[0]) == (ended["seat"], "play")
            assert int(played[2].split()[2]) >= players - 1


@pytest.mark.parametrize(("players", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_SCT_I13_score_identity_and_SCT_I14_bounds(turns, players, options, seed):
    watched = turns(players, options, seed)
    for steps, ended in zip(watched.rounds(), watched.match.result["rounds"], strict=True):
        piles, tokens, hands = counts_at_end(steps[-1])
        exempt = hands[ended["seat"]] if ended["ending"] in ("scouted", "stuck") else 0
        assert sum(ended["scores"]) == sum(piles) + sum(tokens) - sum(hands) + exempt
        scouts = sum(text.startswith(("scout", "double")) for _, _, text, _ in steps)
        assert sum(piles) <= DECK[players] - 1
        for seat, score in enumerate(ended["scores"]):
            assert score >= -(DECK[players] - players + 1)
            assert score <= piles[seat] + (scouts if players > 2 else 3)


def counts_at_end(step):
    """Piles, tokens and hands after the last action of a round, from the position before it."""
    before, seat, text, _ = step
    piles, tokens = pile_sizes(before), before.tokens[: before.players].tolist()
    hands = before.hand_size[: before.players].tolist()
    if text.startswith("play"):
        piles[seat] += int(before.table_size)
        hands[seat] -= int(text.split()[2])
    else:
        hands[seat] += 1
        if before.players == 2:
            tokens[seat] -= 1
        else:
            tokens[int(before.owner)] += 1
    return piles, tokens, hands


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I15_rounds_starts_and_winners(turns, players, options):
    """[SCT-40] [SCT-41] [SCT-42]"""
    watched = turns(players, options)
    starts = [int(steps[0][0].start_seat) for steps in watched.rounds()]
    assert starts == [(starts[0] + k) % players for k in range(players)]
    result = watched.match.result
    best = max(result["scores"])
    assert result["winners"] == [seat for seat, score in enumerate(result["scores"]) if score == best] != []


@pytest.mark.parametrize("players", [3, 4, 5])
def test_SCT_I20_length(turns, players):
    """At least n turns for an end by ii; never more than the stall limit allows."""
    watched = turns(players, {})
    limit = 40 * players
    for steps, ended in zip(watched.rounds(), watched.match.result["rounds"], strict=True):
        count = sum(not text.startswith("double") for _, _, text, _ in steps)
        assert count <= limit * (DECK[players] + players)
        assert ended["ending"] != "scouted" or count >= players


# --- Symmetries ------------------------------------------------------------------------------------------------------


def first_round(players: int, seed: int):
    """The dealt rows of a random first round and its decisions in text."""
    rows, decisions = None, []
    for match, seat, action in random_match(players, {}, seed):
        if rows is None:
            rows = [
                [SCOUT.notation.card(f) for f in match.state.hand[s][: match.state.hand_size[s]]]
                for s in range(players)
            ]
            start = int(match.state.start_seat)
        if match.state.round_number > 1:
            break
        decisions.append((match.state.copy(), seat, match.text(action)))
    return rows, "ABCDE"[start], decisions, match.state.score[0].tolist()


def played_again(players, rows, start, decisions) -> list[int]:
    match = deal_match(players, [" ".join(row) for row in rows], start)
    for seat, text in decisions:
        match.apply(seat, text)
    return match.state.score[0].tolist()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_SCT_I16_mirror_symmetry(players):
    """[SCT-R02] [SCT-R19] One row reversed, with its positions, starts and the ends of its sets: the same scores."""
    rows, start, decisions, scores = first_round(players, 3)
    mirrored = [row[::-1] if seat == 1 else row for seat, row in enumerate(rows)]
    reflected = []
    for before, seat, text in decisions:
        verb, *rest = text.split()
        size = int(before.hand_size[seat])
        if verb == "play" and seat == 1:
            text = f"play {size - int(rest[0]) - int(rest[1])} {rest[1]}"
        elif verb in ("scout", "double"):
            end, way, position = rest
            if before.owner == 1 and before.table_size > 1:
                end = "R" if end == "L" else "L"
            text = f"{verb} {end} {way} {size - int(position) if seat == 1 else position}"
        reflected.append((seat, text))
    assert played_again(players, mirrored, start, reflected) == scores


@pytest.mark.parametrize("players", [3, 4, 5])
def test_SCT_I17_rotation_symmetry(players):
    """[SCT-11] The other side dealt and the other answer given: the same round."""
    rows, start, decisions, scores = first_round(players, 4)
    turned = [["/".join(f.split("/")[::-1]) for f in row] if seat == 1 else row for seat, row in enumerate(rows)]
    opposite = {"rotate yes": "rotate no", "rotate no": "rotate yes"}
    answers = [(seat, opposite.get(text, text) if seat == 1 else text) for _, seat, text in decisions]
    assert played_again(players, turned, start, answers) == scores


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_SCT_I23_the_same_seed_and_a_replayed_log(players, options):
    """[SCT-50] [SCT-51] The log alone, without a generator, gives the same states."""
    first = Match(SCOUT, players, options, "a seed")
    again = Match(SCOUT, players, options, "a seed")
    replayed = Match(SCOUT, players, options, "another", tape=tape_of(first, SCOUT.blank(players, options)))
    random = np.random.default_rng(0)
    while not first.over:
        seat = first.acting[0]
        action = int(random.choice(first.legal(seat)))
        before = first.state.copy()
        assert first.apply(seat, action) == again.apply(seat, action)
        replayed.apply(seat, action, tape=tape_of(first, before))
        assert again.state.tobytes() == first.state.tobytes()
        same = replayed.state.copy()
        same.key[:] = first.state.key
        assert same.tobytes() == first.state.tobytes()
    assert Table(first.position()).state.tobytes() == first.state.tobytes()


def tape_of(match, before):
    lines = [event_json(SCOUT, match.state, line) for line in match.story]
    return [
        number
        for line in lines
        if "chance" in line
        for number in SCOUT.notation.read_chance(before, line["chance"], line["outcome"])
    ]
