"""Search: its budget, its reasons, its memory, and that it finds what there is to find."""

import time

import numpy as np
import pytest

from lasttrick import games, new_match
from lasttrick.bots import make_bot
from lasttrick.bots.levels import MOST_MS
from lasttrick.bots.memory import EDGES, NODES, add_edge, forget, hash_of, new_memory, node_of, words_seen
from lasttrick.bots.scout import copy_numbers, plan
from lasttrick.bots.search import SearchBot
from lasttrick.bots.tree import sample_world
from lasttrick.core.match import Match
from lasttrick.core.rule import PLAIN
from lasttrick.games.scout.state import ROTATE_NO, ROW
from lasttrick.server.bots import takes
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


@pytest.mark.parametrize(
    ("seconds_a_look", "iterations"),
    [pytest.param(0.0, 50, id="in time: as if there were no clock"), pytest.param(0.03, 4, id="late: cut short")],
)
def test_of_two_budgets_the_first_to_be_spent_counts(monkeypatch, seconds_a_look, iterations):
    """By a clock that moves with every world that is looked into."""
    looked = [0]
    whole = SearchBot._look

    def look(bot, game, view, seat, memory, looks):
        looked[0] += looks
        whole(bot, game, view, seat, memory, looks)

    monkeypatch.setattr(SearchBot, "_look", look)
    monkeypatch.setattr("lasttrick.bots.search.time.perf_counter", lambda: looked[0] * seconds_a_look)
    game, view, seat, _ = a_position()
    why = make_bot("search:iterations=50,ms=100", 9).explain(game, view, seat)
    assert why["iterations"] == iterations
    if iterations == 50:
        assert why["actions"] == make_bot("search:iterations=50", 9).explain(game, view, seat)["actions"]


@pytest.mark.parametrize("more", ["", ",net=1", ",ms=60000"])
def test_a_choice_is_made_once_the_rest_of_the_budget_cannot_change_it(more):
    """It is the choice of the whole budget, and takes fewer looks."""
    game, bot, looks = games.game("ten_tricks_later"), make_bot(f"search:iterations=60{more}"), []
    for _, view, seat, legal in positions("ten_tricks_later", 3)[:30]:
        if len(legal) > 1:
            bot.reseed(4)
            chosen = bot.choose(game, view, seat)
            looks.append(int(bot._memory[game.name].sums[0]))
            bot.reseed(4)
            assert chosen == bot.explain(game, view, seat)["action"]
    assert len(looks) > 5
    assert 30 < np.mean(looks) < 55
    assert max(looks) <= 60


def test_in_likely_worlds_the_others_hold_their_hands_as_the_judgement_would():
    """In SCOUT the better way up: such rows promise more than any that fit."""
    game, match = games.game("scout"), new_match("scout", 4, seed=1)
    for seat in range(4):
        match.decide(seat, ROTATE_NO)
    [seat] = match.acting
    promised = []
    for worlds in ("any", "likely"):
        bot = make_bot(f"search:worlds={worlds}", 3)
        memory = bot._empty(game)
        memory.luck[:] = bot.rng
        promised.append(np.mean([rows_promise(bot, game, match, seat, memory) for _ in range(40)]))
    assert promised[1] > promised[0] + 3


def rows_promise(bot, game, match, seat, memory):
    """What the rows of the others promise in a world that the search looks into, together."""
    sample_world(match.view(seat), seat, bot._ways(game), memory)
    world, numbers, best = memory.world[0], np.zeros(ROW + 1, np.int64), np.zeros(ROW + 2)
    promised = 0.0
    for other in set(range(4)) - {seat}:
        copy_numbers(world, other, numbers)
        promised += plan(numbers, int(world.hand_size[other]), best)
    return promised


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_likely_unless_asked_and_all_are_where_nothing_is_decided_out_of_sight(name):
    game, view, seat, _ = a_position(name)
    looks = [make_bot(f"search:iterations=20{worlds}", 5) for worlds in ("", ",worlds=likely", ",worlds=any")]
    unasked, likely, anyhow = (bot.explain(game, view, seat)["actions"] for bot in looks)
    assert unasked == likely
    assert (likely == anyhow) == (name != "scout")


@pytest.mark.parametrize("level", MOST_MS)
def test_a_level_that_searches_has_a_deadline_and_a_server_waits_no_longer(level):
    """SCOUT with two players is a table that no network knows: both levels search there."""
    bot = make_bot(level)._bot(games.game("scout"), 2)
    assert (bot.iterations > 0, bot.ms) == (True, MOST_MS[level])
    assert bot.ms / 1000 <= takes(level)


@pytest.mark.skipif(PLAIN, reason="times are those of compiled code")
@pytest.mark.parametrize("name", GAMES)
def test_a_budget_in_milliseconds_is_kept_in_every_decision_of_a_match(name):
    """By the clock of this thread's own work, since other work on the machine can stop it at any time."""
    game = games.game(name)
    bot = make_bot("search:ms=5")
    bot.ready(game)
    match = Match(game, 4, game.about.automatic_options({}), "budget")
    slowest = 0.0
    for _ in range(100):
        seat = match.acting[0]
        view = match.view(seat)
        begun = time.thread_time()
        action = bot.choose(game, view, seat)
        slowest = max(slowest, time.thread_time() - begun)
        match.apply(seat, action)
        if match.over:
            break
    assert slowest < 0.005 + 0.050


def test_where_there_is_no_choice_nothing_is_searched():
    game = games.game("ten_tricks_later")
    match = Match(game, 3, seed="forced")
    while len(match.legal(match.acting[0])) > 1:
        match.apply(match.acting[0], match.legal(match.acting[0])[0])
    seat = match.acting[0]
    why = make_bot("search:iterations=20").explain(game, match.view(seat), seat)
    assert why["iterations"] == 0
    assert [row["visits"] for row in why["actions"]] == [0]
    assert why["continuation"] == [{"seat": seat, "action": why["action"], "text": why["text"]}]


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
    for name in GAMES:
        assert 25e6 < new_memory(games.game(name)).nbytes < 27e6, "docs/reference/bots.md says about 26 MB"


def test_what_the_thinker_sees_is_hashed_byte_by_byte():
    memory = new_memory(games.game("ten_tricks_later"))
    words = words_seen(memory)
    memory.seen[0].total[3] = 7
    assert words.any()
    memory.seen[0].total[3] = 0
    assert not words.any()


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


# --- Where a look stops ----------------------------------------------------------------------------------------------


def test_a_round_that_is_cut_short_is_worth_its_outlook_and_a_finished_match_the_win():
    """10 Tricks Later: the next round is not dealt; who is ahead after this one has the better chances."""
    from lasttrick.bots import ten_tricks_later as judgement
    from lasttrick.games.ten_tricks_later.state import Ending

    game = games.game("ten_tricks_later")
    state = game.blank(3)
    state.total[:3] = 9, 4, 4
    chances = np.zeros(8)
    state.ending = Ending.MAX_ROUNDS
    judgement.payoff(state, 0, chances)
    assert chances[0] > chances[1] == chances[2] > 0
    assert chances[:3].sum() == pytest.approx(1)
    state.ending = Ending.TARGET
    judgement.payoff(state, 0b001, chances)
    assert chances[:3].tolist() == [1, 0, 0]
