"""Everything that matters is whole, uncovered and large enough at every decision, at three sizes.

The short form looks at the first decisions of one match a game and asserts what holds today: `HOLDS` names, game by
game, the kinds of things that may have no fault. The long form (LASTTRICK_LONG=1) plays whole matches of every game
with every number of players and prints one line of figures each. Whoever rebuilds a game's scene adds to `HOLDS` until
every game has every kind; then the long form is to assert that there are no faults at all.
"""

import os
import random

import in_sight
import playing
import pytest

from lasttrick import games

KINDS = {"seat", "score", "card", "choice", "stake"}
HOLDS: dict[str, set[str]] = {
    "ten_tricks_later": {"card", "choice"},
    "scout": KINDS,
    "zombie_escape": {"card", "choice"},
    "trick_to_survival": set(),
}
MOST_PLAYERS = {"ten_tricks_later": 4, "scout": 5, "zombie_escape": 6, "trick_to_survival": 5}


def open_everywhere(visitors, game: str, players: int, sizes) -> tuple[dict, str]:
    """One seat in three windows of one browser."""
    first = visitors.page(in_sight.SIZES[sizes[0]])
    table = playing.sit_down(first, game, players, options={})
    pages = {sizes[0]: first}
    for size in sizes[1:]:
        page = first.context.new_page()
        page.set_viewport_size(in_sight.SIZES[size])
        page.goto(f"/table/{table}")
        pages[size] = page
    return pages, table


@pytest.mark.parametrize("game", games.OURS)
def test_what_matters_is_in_sight_in_the_first_decisions(visitors, game):
    pages, table = open_everywhere(visitors, game, MOST_PLAYERS[game], list(in_sight.SIZES))
    seen = in_sight.look_through(pages, table, random.Random(3), most=6)
    print(seen.line(f"in sight, {game}, {MOST_PLAYERS[game]} players"))
    assert seen.things > 20 * seen.decisions
    assert [fault for fault in seen.faults if fault[1] in HOLDS[game]] == []


ALL = [(game, players) for game in games.OURS for players in games.about(game).players]


@pytest.mark.skipif(not os.environ.get("LASTTRICK_LONG"), reason="long: LASTTRICK_LONG=1")
@pytest.mark.parametrize(("game", "players"), ALL)
def test_what_matters_is_in_sight_at_every_decision(visitors, game, players):
    pages, table = open_everywhere(visitors, game, players, list(in_sight.SIZES))
    seen = in_sight.look_through(pages, table, random.Random(players), most=400)
    print(seen.line(f"in sight, {game}, {players} players"))
    print(in_sight.print_faults(seen))
    assert [fault for fault in seen.faults if fault[1] in HOLDS[game]] == []
