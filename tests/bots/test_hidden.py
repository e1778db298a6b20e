"""What others have decided out of sight is decided in sampled worlds as the judgement would have."""

import numpy as np
import pytest

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.bots.hidden import hidden_of, sample
from lasttrick.bots.hidden.scout import is_dealt, place_of
from lasttrick.bots.policy import best_looking
from lasttrick.bots.scout import plan
from lasttrick.core.bits import members
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.games.scout.state import HAND_SIZES, ROTATE_NO, ROTATE_YES, Phase, Visibility, bottom_of, top_of
from tests.bots.positions import least_players, positions

SCOUT = games.game("scout")


def views(players: int, **options):
    """Every decision of a match of heuristics, with what the seat to act sees."""
    match = Match(SCOUT, players, SCOUT.about.automatic_options({}) | options, "hidden")
    bots = [make_bot("heuristic", seat) for seat in range(players)]
    while not match.over:
        seat = match.acting[0]
        yield match.view(seat), seat
        match.decide(seat, bots[seat].choose(SCOUT, match.view(seat), seat))


def worlds(players: int, wanted, count: int = 4, **options):
    """Some worlds of each decision that is wanted, with the seat that decides."""
    out = np.zeros(1, SCOUT.dtype)
    for number, (view, seat) in enumerate(views(players, **options)):
        for one in range(count if wanted(view) else 0):
            sample(view, seat, new_rng(number, one), out)
            yield view, seat, out[0].copy()


def plan_of(numbers) -> float:
    return plan(numbers, len(numbers), np.empty(len(numbers) + 1))


def tops_of(world, seat: int) -> list[int]:
    return [int(top_of(face)) for face in world.hand[seat][: world.hand_size[seat]]]


@pytest.mark.parametrize("name", [name for name in games.NAMES if name != "scout"])
def test_other_games_have_nothing_to_decide(name):
    game = games.game(name)
    one, other = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    for _, view, seat, _ in positions(name, least_players(name), wanted=3):
        game.view.determinize(view, seat, new_rng(1), one)
        sample(view, seat, new_rng(1), other)
        assert one[0].tobytes() == other[0].tobytes()
    assert not hidden_of(game).SAID


@pytest.mark.parametrize("visibility", [each.name.lower() for each in Visibility])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_world_fits_what_the_seat_sees(players, visibility):
    seen, options = np.zeros(1, SCOUT.dtype), {"insertion_visibility": visibility}
    if players == 2:
        options["two_player"] = "oink"
    for view, seat, world in worlds(players, lambda view: True, 1, **options):
        SCOUT.view.view(world, seat, seen)
        assert seen[0].tobytes() == view.tobytes()


def test_nobody_who_has_answered_would_turn_the_dealt_hand():
    """Nothing is played yet: the reference, asked once more in the world, would leave every hand as it lies."""
    asked, actions = 0, np.array([ROTATE_NO, ROTATE_YES], np.int16)
    for _, seat, world in worlds(4, lambda view: (view.hand_size[:4] == HAND_SIZES[4]).all()):
        for other in range(4):
            if other != seat and world.rotated[other] > 0:
                worth = np.zeros(2)
                best_looking(world, other, actions, 2, worth, new_rng())
                assert worth[0] >= worth[1]
                asked += 1
    assert asked >= 40


def test_the_more_is_gone_the_less_the_rest_tells():
    """How often the rest of a dealt hand is better as it lies, by how much has been played of it."""
    better: dict[bool, list[bool]] = {False: [], True: []}
    for _, seat, world in worlds(4, lambda view: view.phase == Phase.TURN, 8):
        for other in range(4):
            dealt = [place for place in range(world.hand_size[other]) if is_dealt(world, other, place)]
            faces = world.hand[other][dealt]
            gap = plan_of([int(top_of(face)) for face in faces]) - plan_of([int(bottom_of(face)) for face in faces])
            if other != seat and gap != 0:
                better[len(faces) < HAND_SIZES[4] - 5].append(gap > 0)
    little, much = (np.mean(better[is_late]) for is_late in (False, True))
    assert 0.5 < much < 0.75 < little < 1


def test_scouted_cards_stand_where_they_do_most_unless_their_place_was_seen():
    """Of a hand with one scouted card: no other place and no other way up would be better for the row."""
    asked = 0
    for _, seat, world in worlds(3, lambda view: True, 1):
        for other in range(3):
            if other != seat and len(list(members(world.known[other]))) == 1:
                [card] = members(world.known[other])
                row, place = tops_of(world, other), place_of(world, other, card)
                face = int(world.hand[other][place])
                rest = row[:place] + row[place + 1 :]
                tried = [[*rest[:at], n, *rest[at:]] for n in (top_of(face), bottom_of(face)) for at in range(len(row))]
                assert plan_of(row) == pytest.approx(max(map(plan_of, tried)))
                asked += 1
    assert asked >= 20


def test_the_same_luck_gives_the_same_world():
    one, other = (list(worlds(3, lambda view: True, 1)) for _ in range(2))
    assert all(a[2].tobytes() == b[2].tobytes() for a, b in zip(one, other, strict=True))
