"""Search: its budget, its reasons, its memory, and that it finds what there is to find."""

import time

import numpy as np
import pytest

from lasttrick import games, new_match
from lasttrick.bots import make_bot
from lasttrick.bots.memory import EDGES, NODES, Memory, add_edge, bytes_of, forget, hash_of, new_memory, node_of
from lasttrick.core.rule import PLAIN
from tests.bots.positions import GAMES, least_players, positions


def a_position(name="ten_tricks_later", at=6):
    game = games.game(name)
    _, view, seat, legal = positions(name, least_players(name))[at]
    return game, view, seat, legal


@pytest.mark.parametrize("name", GAMES)
def test_search_gives_its_reasons_for_every_legal_action(name):
    game, view, seat, legal = a_position(name)
    iterations = 8 if PLAIN else 200
    why = make_bot(f"search:iterations={iterations}").explain(game, view, seat)
    assert sorted(row["action"] for row in why["actions"]) == sorted(legal)
    assert sum(row["visits"] for row in why["actions"]) == why["iterations"] == iterations
    assert why["action"] == max(why["actions"], key=lambda row: row["visits"])["action"]
    for row in why["actions"]:
        if row["visits"]:
            assert 0 <= row["mean"] <= 1
            assert 0 <= row["spread"] <= 0.51
        else:
            assert row["mean"] is None
    assert why["continuation"][0] == {"seat": seat, "action": why["action"], "text": why["text"]}


def test_iterations_are_repeatable_and_explaining_chooses_the_same():
    game, view, seat, _ = a_position()
    first, second = make_bot("search:iterations=50", 9), make_bot("search:iterations=50", 9)
    why = first.explain(game, view, seat)
    assert why["action"] == second.choose(game, view, seat)
    second.reseed(9)
    again = second.explain(game, view, seat)
    assert {k: v for k, v in again.items() if k != "ms"} == {k: v for k, v in why.items() if k != "ms"}


@pytest.mark.skipif(PLAIN, reason="times are those of compiled code")
@pytest.mark.parametrize("name", GAMES)
def test_a_budget_in_milliseconds_is_kept(name):
    """By the clock of this process's own work, since other work on the machine can stop it at any time."""
    game, view, seat, _ = a_position(name)
    bot = make_bot("search:ms=40")
    bot.ready(game)
    bot.choose(game, view, seat)
    begun = time.process_time()
    bot.choose(game, view, seat)
    assert time.process_time() - begun < 0.040 + 0.050


@pytest.mark.skipif(PLAIN, reason="random rollouts to the end of a match are slow without compiling")
def test_random_rollouts_and_searching_others_work_too():
    game, view, seat, legal = a_position()
    for text in ("search:iterations=40,rollouts=random", "search:iterations=40,others=heuristic", "search:noise=100"):
        assert make_bot(text).choose(game, view, seat) in legal


def test_a_simultaneous_choice_is_searched_without_seeing_the_others():
    """All seats wish at once: whichever has answered already, the thinker's reasons are about its own answer."""
    for number in range(50):
        match = new_match("ten_tricks_later", 3, seed=number)
        if len(match.legal(2)) > 1:
            break
    why = make_bot("search:iterations=30").explain(match.game, match.view(2), 2)
    assert [row["text"] for row in sorted(why["actions"], key=lambda r: r["action"])] == ["wish no", "wish yes"]
    assert sum(row["visits"] for row in why["actions"]) == 30


# --- Memory ----------------------------------------------------------------------------------------------------------


def test_memory_is_bounded_and_stated():
    memory = new_memory(games.game("ten_tricks_later"))
    assert 15e6 < bytes_of(memory) < 30e6
    assert isinstance(memory, Memory)


def test_nodes_are_found_again_and_edges_chained():
    memory = new_memory(games.game("ten_tricks_later"))
    forget(memory)
    node = node_of(memory, 1234567)
    assert node_of(memory, 1234567) == node
    assert node_of(memory, 1234567 + (1 << 40)) != node  # same slot, another key
    a, b = add_edge(memory, node, 3), add_edge(memory, node, 8)
    assert memory.nodes["first"][node] == b
    assert memory.edges["following"][b] == a
    forget(memory)
    assert memory.used[:2].tolist() == [1, 0]


def test_full_memory_says_so_instead_of_growing():
    memory = new_memory(games.game("ten_tricks_later"))
    forget(memory)
    memory.used[0] = NODES
    assert node_of(memory, 99) == -1
    memory.used[1] = EDGES
    assert add_edge(memory, 0, 1) == -1


def test_the_hash_tells_views_and_seats_apart():
    words = np.arange(9, dtype=np.int64)
    other = words.copy()
    other[4] ^= 1
    assert len({hash_of(words, 0), hash_of(words, 1), hash_of(other, 0)}) == 3
