"""The table of strength: the page says what was measured, with the networks that ship, and with enough matches."""

import importlib.util
import json
from pathlib import Path

import pytest

from lasttrick import games
from lasttrick.bots.nets import weights
from lasttrick.bots.registry import read_bot

BENCH = Path(__file__).resolve().parents[2] / "bench" / "strength_table.py"
MOST_BYTES = 4 << 20


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("strength_table", BENCH)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def rows(bench):
    return json.loads(bench.ROWS.read_text(encoding="utf-8"))


def test_the_page_has_the_table_of_what_was_measured(bench, rows):
    page = bench.PAGE.read_text(encoding="utf-8")
    assert bench.page_with(page, rows) == page
    assert bench.page_with(page, rows[1:]) != page


def test_a_budget_is_said_in_milliseconds_only_where_it_is_just_that(bench):
    said = {bot: bench._said("scout", bot) for bot in ("search:iterations=600", "search:iterations=6000", "net")}
    assert list(said.values()) == ["`search:iterations=600` (30 ms)", "`search:iterations=6000` (300 ms)", "`net`"]
    assert bench._said("scout", "search:iterations=600,net=1") == "`search:iterations=600,net=1`"


def test_every_line_has_enough_matches_and_an_interval_around_its_share(bench, rows):
    for row in rows:
        assert row["matches"] >= bench.LEAST
        assert row["low"] <= row["share"] <= row["high"]
        assert read_bot(row["bot"])
        assert read_bot(row["against"])


def test_no_line_is_of_another_network_than_ships(bench, rows):
    assert bench.still_true(rows) == rows


def test_every_network_that_ships_beats_heuristics_and_says_how_it_was_made(rows):
    assert weights.shipped_games()
    for name in weights.shipped_games():
        net = weights.shipped_net(games.game(name))
        for players in net.players:
            assert net.card["strength"][str(players)]["times_even"] > 1
            if not net.game.about.win.shared:
                continue  # it is a group that wins; bots.md has how often
            line = (name, players, "net", "heuristic")
            [row] = [row for row in rows if (row["game"], row["players"], row["bot"], row["against"]) == line]
            assert players * row["low"] > 1
        assert net.card["training"]["game"] == name
        assert {"decisions", "seed"} <= set(net.card["training"])
        calibration = net.card["calibration"]
        assert calibration["expected_error"] <= 0.010
        assert calibration["worst_bin"] <= 0.03
        assert len(calibration["bins"]) == 15


def test_every_network_that_chooses_as_searches_do_says_how_it_was_made_and_how_well():
    files = sorted((weights.SHIPPED / weights.OF_SEARCHES).glob("*.npz"))
    assert files
    for file in files:
        net = weights.net_of_search(games.game(file.stem), 2)
        assert net.card["training"]["game"] == file.stem
        assert {"decisions", "seed", "start", "searches"} <= set(net.card["training"])
        apart = net.card["apart"]
        assert apart["decisions"] > 1000
        assert apart["after"]["agrees"] > apart["before"]["agrees"]
        assert apart["after"]["nats"] < apart["before"]["nats"]


def test_all_networks_together_are_small():
    assert sum(file.stat().st_size for file in weights.SHIPPED.rglob("*.npz")) <= MOST_BYTES


def steps(bench, rows, name, players):
    """What is known of each level against the one below, lowest first."""
    known = {bench.Line(*(row[key] for key in bench.KEYS)): row for row in rows}
    wanted = [line for line in bench.level_lines() if (line.game, line.players) == (name, players)]
    return [known[line] for line in wanted]


@pytest.mark.parametrize("name", ["ten_tricks_later", "scout", "zombie_escape"])
def test_the_steps_between_levels_are_even_as_far_as_the_matches_can_tell(bench, rows, name):
    """There is a step, in points of rating, that no measured step between neighbours contradicts."""
    found = steps(bench, rows, name, 4)
    lows, highs = ([bench.rating(row["players"], row[end]) for row in found] for end in ("low", "high"))
    assert max(lows) < min(highs)


@pytest.mark.parametrize("name", ["ten_tricks_later", "scout", "zombie_escape"])
def test_each_level_is_stronger_than_the_one_below(bench, rows, name):
    for players in weights.shipped_net(games.game(name)).players:
        found = steps(bench, rows, name, players)
        assert len(found) == 3
        assert all(players * row["low"] > 1 for row in found), f"{name}, {players} players"
