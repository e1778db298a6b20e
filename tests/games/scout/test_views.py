"""SCOUT: what a seat may know, and worlds that fit it."""

import numpy as np
import pytest

from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.story import new_story
from lasttrick.core.words import describe
from tests.games.scout.table import LETTERS, SCOUT, Table, deal_match, random_match

VISIBILITIES = ("hidden", "position", "full")
TABLES = [
    *[(players, {"insertion_visibility": seen}) for players in (3, 4, 5) for seen in VISIBILITIES],
    *[(2, {"two_player": "oink", "insertion_visibility": seen}) for seen in VISIBILITIES],
    (3, {"start": "holder_of_1_2"}),
    (4, {"start": "holder_of_1_2", "insertion_visibility": "position"}),
]


def view_of(state, seat) -> np.record:
    seen = np.zeros(1, SCOUT.dtype)
    SCOUT.view.view(state, seat, seen)
    return seen[0]


def world_of(seen, seat, rng) -> np.record:
    world = np.zeros(1, SCOUT.dtype)
    SCOUT.view.determinize(seen, seat, rng, world)
    return world[0]


def row(state, seat) -> list[int]:
    return state.hand[seat][: state.hand_size[seat]].tolist()


# --- What is seen ----------------------------------------------------------------------------------------------------

POSITION = "turn: B\nowner: A\ntable: 7/1 8/2 9/3\nA: 1/2 3/4\nB: 6/4 2/5\nC: 1/3"


def described(table: Table, viewer: int, seat: int) -> dict:
    return describe(SCOUT, view_of(table.state, viewer), viewer)["seats"][seat]


@pytest.mark.parametrize(
    ("visibility", "others_see"),
    [
        pytest.param("hidden", None, id="hidden: that the card is there, not where"),
        pytest.param("position", [None, "3/9", None], id="position: where, not which way up"),
        pytest.param("full", [None, "9/3", None], id="full: where and which way up"),
    ],
)
def test_SCT_V04_what_others_see_of_a_scouted_card(visibility, others_see):
    """[SCT-43] [SCT-44] [SCT-45] [SCT-R03]"""
    table = Table(f"{POSITION}\ninsertion_visibility: {visibility}").do("Scout(R, no, 1)")
    for viewer in (0, 2, -1):
        told = described(table, viewer, 1)
        assert (told["hand"], told["known"], told["cards"]) == (others_see, ["3/9"], 3)
    assert described(table, 1, 1)["hand"] == ["6/4", "9/3", "2/5"]


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_SCT_V04_who_is_told_of_the_place(visibility):
    """[SCT-43] [SCT-44] The card and its end are told to all; the place as the option says."""
    match = deal_match(3, ROWS, options={"insertion_visibility": visibility})
    for seat in range(3):
        match.apply(seat, "rotate no")
    match.apply(0, "play 3 1")
    assert [line["event"] for line in match.story_for(1)] == ["played"] + ["played_from"] * (visibility != "hidden")
    match.apply(1, "scout L turn 2")
    told = {viewer: [line for line in match.story_for(viewer) if line["event"] == "inserted"] for viewer in (1, 2, -1)}
    assert told[1] == [{"event": "inserted", "seat": 1, "position": 2, "way": "turn"}]
    other = {"hidden": [], "position": [{**told[1][0], "way": "unseen"}], "full": told[1]}[visibility]
    assert told[2] == told[-1] == other
    assert {"event": "scouted", "seat": 1, "card": "4/5", "end": "left"} in match.story_for(2)


ROWS = [
    "1/4 1/6 9/4 4/5 8/2 7/1 4/7 6/2 8/1 8/3 2/1 6/4",
    "2/7 3/9 6/8 8/9 5/1 5/3 9/1 2/4 3/2 8/7 8/4 7/3",
    "2/5 7/9 7/5 6/3 3/4 8/5 3/1 7/6 9/6 5/6 9/2 9/5",
]


def test_SCT_R01_answers_are_never_shown():
    """[SCT-44] [SCT-46]"""
    match = deal_match(3, ROWS)
    match.apply(1, "rotate yes")
    assert match.story_for(0) == [{"event": "answered", "seat": 1}]
    assert {"event": "rotated", "seat": 1, "rotated": "yes"} in match.story_for(1)
    assert match.acting == [0, 2]
    match.apply(0, "rotate no")
    match.apply(2, "rotate no")
    seats = match.describe(2)["seats"]
    assert [seat["rotated"] for seat in seats] == ["hidden", "hidden", "no"]
    assert match.describe(-1)["seats"][1]["rotated"] == "hidden"


def test_SCT_45_a_scouted_card_is_known_until_played():
    table = Table(POSITION).do("Scout(R, no, 1)")
    assert described(table, 0, 1)["known"] == ["3/9"]
    later = Table("turn: B\nA: 1/2\nB: 6/4 9/3 2/5\nB known: 3/9\nC: 1/3").do("Play(1,1)")
    assert described(later, 0, 1)["known"] == []


def test_SCT_V03_all_know_who_was_dealt_1_2():
    match = deal_match_by_holder()
    assert LETTERS[match.state.start_seat] == "A"
    assert match.describe(1)["seats"][0]["known"] == ["1/2"]
    for seat in range(3):
        match.apply(seat, "rotate no")
    match.apply(0, "play 10 1")
    assert match.describe(1)["seats"][0]["known"] == []


def deal_match_by_holder():
    options = {"start": "holder_of_1_2"}
    tape = SCOUT.notation.read_chance(SCOUT.blank(3, options), "deal", [r.split() for r in ROWS])
    return Match(SCOUT, 3, options, 1, tape=tape)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_SCT_I22_a_view_shows_nothing_hidden(players, options):
    """[SCT-43] [SCT-44] [SCT-45] Other splits, orders and orientations of the unseen cards give the same view."""
    rng = new_rng(3, players)
    for step, (match, _, _) in enumerate(random_match(players, options, 7)):
        if step % 4 == 0:
            for viewer in range(-1, players):
                seen = view_of(match.state, viewer)
                world = world_of(seen, viewer, rng)
                assert view_of(world, viewer).tobytes() == seen.tobytes()
                assert not seen.key.any()


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_SCT_I22_exchanging_hidden_cards_changes_no_view(visibility):
    """[SCT-45] By hand, without the sampler: two dealt cards of other hands change places, and one is turned."""
    for match, _, _ in random_match(4, {"insertion_visibility": visibility}, 11):
        other = match.state.copy()
        dealt = [
            (seat, place)
            for seat in (1, 2)
            for place in range(other.hand_size[seat])
            if not other.known[seat] >> int(SCOUT.state.card_of(other.hand[seat, place])) & 1
        ]
        if len(dealt) < 2:
            continue
        first, last = dealt[0], dealt[-1]
        other.hand[first], other.hand[last] = SCOUT.state.turned(int(other.hand[last])), other.hand[first]
        for viewer in (0, 3, -1):
            assert view_of(other, viewer).tobytes() == view_of(match.state, viewer).tobytes()


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_seat_lists_its_actions_from_its_view(players, options):
    out = np.zeros(SCOUT.actions, np.int16)
    for match, seat, _ in random_match(players, options, 2):
        seen = view_of(match.state, seat)
        assert out[: SCOUT.rules.legal(seen, seat, out)].tolist() == match.legal(seat)


# --- Worlds wound back to their deal ---------------------------------------------------------------------------------


class History:
    """What happened in a round, and how a world's rows got there."""

    def __init__(self, begin):
        self.begin = begin
        self.decisions = []  # seat, text, the faces played or the face scouted

    def wind_back(self, world, viewer, random):
        """The rows as dealt and the actions that lead from them to the world.

        Of other seats, places and ways that are not public are chosen; those that are public must fit."""
        rows = [row(world, seat) for seat in range(world.players)]
        actions = []
        for seat, text, shown in reversed(self.decisions):
            verb, *rest = text.split()
            sees_place = seat == viewer or world.visibility > 0
            sees_way = seat == viewer or world.visibility == 2
            if verb == "play":
                start = int(rest[0]) if sees_place else int(random.integers(0, len(rows[seat]) + 1))
                rows[seat][start:start] = shown
                actions.append((seat, f"play {start} {len(shown)}"))
            elif verb == "rotate":
                yes = world.rotated[seat] == SCOUT.state.Rotated.YES
                if yes:
                    rows[seat] = [int(SCOUT.state.turned(face)) for face in rows[seat]]
                actions.append((seat, "rotate yes" if yes else "rotate no"))
            else:
                faces = [shown, int(SCOUT.state.turned(shown))]
                position = next(p for p, face in enumerate(rows[seat]) if face in faces)
                way = ("keep", "turn")[faces.index(rows[seat][position])]
                assert not sees_place or position == int(rest[2])
                assert not sees_way or way == rest[1]
                del rows[seat][position]
                actions.append((seat, f"{verb} {rest[0]} {way} {position}"))
        return rows, actions[::-1]

    def replay(self, rows, actions) -> np.record:
        state = np.array([self.begin], SCOUT.dtype)[0]
        for seat, faces in enumerate(rows):
            assert len(faces) == state.hand_size[seat]
            state.hand[seat, : len(faces)] = faces
        out, story = np.zeros(SCOUT.actions, np.int16), new_story(on=False)
        for seat, text in actions:
            action = SCOUT.notation.read_action(state, text)
            assert action in out[: SCOUT.rules.legal(state, seat, out)], text
            SCOUT.rules.apply(state, seat, action, story)
        return state


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_world_wound_back_to_its_deal_allows_every_action(players, options):
    """[SCT-29] [SCT-V02] and gives, played forward again, the very same world."""
    rng, random = new_rng(5, players), np.random.default_rng(players)
    history = None
    for match, seat, action in random_match(players, options, 23):
        state = match.state
        is_new_round = state.phase == SCOUT.state.Phase.ROTATE and not state.rotated.any()
        if is_new_round:
            history = History(state.copy())
        if random.random() < 0.4 or state.phase == SCOUT.state.Phase.DOUBLE:
            viewer = int(random.integers(-1, players))
            world = world_of(view_of(state, viewer), viewer, rng)
            replayed = history.replay(*history.wind_back(world, viewer, random))
            replayed.key[:], replayed.events = world.key, world.events
            assert replayed.tobytes() == world.tobytes()
        history.decisions.append((seat, match.text(action), what_it_shows(match, seat, match.text(action))))


def what_it_shows(match, seat, text):
    verb, *rest = text.split()
    if verb == "play":
        return row(match.state, seat)[int(rest[0]) : int(rest[0]) + int(rest[1])]
    if verb == "rotate":
        return None
    return int(match.state.table[0 if rest[0] == "L" else match.state.table_size - 1])


# --- Worlds in which somebody must have a Play -----------------------------------------------------------------------

TIGHT = [
    pytest.param(
        "hidden", "4/1 5/1 6/1", "2/9 9/10 8/9 7/9", "", id="a run of four or a better three, from a hand of four"
    ),
    pytest.param(
        "hidden", "8/1 8/2 8/3 8/4", "8/7 8/9 8/10 8/5 8/6", "7/8 8/9 8/10 5/8 6/8", id="only the known eights"
    ),
    pytest.param("position", "6/1 6/2 6/3", "7/5 7/4 7/3", "5/7 4/7", id="two seen sevens: the third is one too"),
    pytest.param("full", "9/1 9/2 9/3", "10/1 10/2 10/3 5/6", "1/10 2/10", id="two seen tens, their way up seen"),
    pytest.param(
        "full", "1/2 2/3 3/4 4/5 5/6", "1/7 2/7 3/7 4/7 5/8 6/8", "1/7 3/7", id="a long run around seen cards"
    ),
]


@pytest.mark.parametrize(("visibility", "table", "hand", "known"), TIGHT)
def test_SCT_29_after_the_scout_of_a_double_action_a_play_is_there(visibility, table, hand, known):
    """However unlikely, every sampled world has one."""
    now = Table(
        {
            "players": 4,
            "phase": "double",
            "turn": "B",
            "owner": "A",
            "insertion_visibility": visibility,
            "table": table,
            "A": "4/10 5/10",
            "B": hand,
            "B known": known,
            "C": "2/4 2/5",
            "D": "4/6 4/9",
            "markers": "1 0 1 1",
        }
    )
    assert now.legal()
    rng = new_rng(1)
    for viewer in (0, 2, -1):
        seen = view_of(now.state, viewer)
        for _ in range(10):
            world = world_of(seen, viewer, rng)
            assert view_of(world, viewer).tobytes() == seen.tobytes()
            assert SCOUT.rules.can_play(world, 1)
            held = [int(SCOUT.state.card_of(face)) for seat in range(4) for face in row(world, seat)]
            assert len(set(held)) == len(held) == 6 + len(hand.split())


def test_SCT_V02_a_seat_to_act_without_chips_has_a_play():
    now = Table("players: 2\ntokens: 3 0\nturn: B\nowner: A\ntable: 4/1 5/1 6/1\nA: 1/3 1/4\nB: 2/9 9/10 8/9 7/9")
    rng = new_rng(1)
    for _ in range(20):
        assert SCOUT.rules.can_play(world_of(view_of(now.state, 0), 0, rng), 1)


def test_worlds_differ():
    """[SCT-45] Over many samples every unseen card turns up in every other hand, both ways up."""
    match = deal_match(3, ROWS)
    seen, rng = view_of(match.state, 0), new_rng(9)
    faces = {seat: set() for seat in (1, 2)}
    for _ in range(300):
        world = world_of(seen, 0, rng)
        for seat in faces:
            faces[seat] |= set(row(world, seat))
    assert len(faces[1]) == len(faces[2]) == 48


# --- Numbers for a learner -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_numbers_fill_their_sections(players, options):
    """Every section is used at some time, nothing is written past the end, and nothing is endless."""
    size = SCOUT.observation_size
    used = np.zeros(size, bool)
    for match, seat, _ in random_match(players, options, 4):
        out = np.full(size + 8, 77, np.float32)
        SCOUT.view.encode(view_of(match.state, seat), seat, out[:size])
        assert (out[size:] == 77).all()
        assert np.isfinite(out).all()
        used |= out[:size] != 0
    at = 0
    for name, length in ((s.name, s.size) for s in SCOUT.meanings.SECTIONS):
        expected = {"places_seen": options.get("insertion_visibility", "hidden") != "hidden", "marker": players > 2}
        assert used[at : at + length].any() == expected.get(name, True), name
        at += length
    assert at == size
