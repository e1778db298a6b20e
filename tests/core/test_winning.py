"""One definition of a win for each game: what counts, how it is shared, and that everybody asks for it here."""

import json

import numpy as np
import pytest

from lasttrick import games
from lasttrick.bots.policy import judgement_of
from lasttrick.core.winning import share_win, win_shares
from lasttrick.games import NAMES, pages

A, B, C = 1, 2, 4


def ended(name: str, ending: str):
    game = games.game(name)
    state = game.blank(3, {})
    state.ending = game.state.Ending[ending.upper()]
    return game, state


@pytest.mark.parametrize(
    ("name", "ending", "winners", "wanted"),
    [
        pytest.param("scout", "rounds", B, [0, 1, 0], id="one winner has it all"),
        pytest.param("zombie_escape", "damage", A | C, [0.5, 0, 0.5], id="two share it"),
        pytest.param("ten_tricks_later", "max_rounds", 0, [0, 0, 0], id="stopped unfinished: nobody"),
        pytest.param("trick_to_survival", "safe_house", A | B, [1, 1, 0], id="in the safe house each has a whole win"),
        pytest.param("trick_to_survival", "safe_house", 0, [0, 0, 0], id="arrived without their traits: nobody"),
        pytest.param("trick_to_survival", "nature", A | B | C, [0, 0, 0], id="everybody died: no win"),
    ],
)
def test_what_a_seat_has_of_the_win(name, ending, winners, wanted):
    game, state = ended(name, ending)
    shares = np.full(3, 9.0)
    share_win(state, winners, shares)
    assert shares.tolist() == wanted
    assert win_shares(game, [winners], [state.ending], 3).tolist() == [wanted]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_says_in_words_when_a_seat_has_won_and_why_matches_end(name):
    game = games.game(name)
    assert game.about.win.clause in pages.clauses(name)
    assert game.about.win.sentence.endswith(".")
    assert set(game.about.endings) == {e.name.lower() for e in game.state.Ending} - {"none"}


def test_what_bots_strive_for_is_the_win_and_for_the_dead_a_little_more():
    game, state = ended("trick_to_survival", "safe_house")
    payoff, chances = judgement_of(game).payoff, np.zeros(3)
    payoff(state, A, chances)
    assert chances.tolist() == [1, 0, 0]
    game, state = ended("trick_to_survival", "nature")
    payoff(state, A | B | C, chances)
    assert 0 < chances.max() < 0.2


def test_simulate_does_not_call_everybodys_death_a_win(capsys):
    from lasttrick.cli import app

    command = ["simulate", "trick_to_survival", "-p", "3", "-n", "3", "--bots", "random", "--workers", "1"]
    app([*command, "--json"], standalone_mode=False)
    found = json.loads(capsys.readouterr().out)
    assert found["endings"] == {"nature": 3}
    assert found["without_winner"] == 3
    assert [seat["win_share"] for seat in found["seats"]] == [0, 0, 0]
    app(command, standalone_mode=False)
    shown = " ".join(capsys.readouterr().out.split())
    assert "How they ended: everybody dies, nature wins: all of 3 Won (TTS-77)" in shown
    assert "Won (TTS-77): A seat has won that is alive in the safe house" in shown


def test_the_arena_counts_by_the_same_definition(tmp_path):
    from lasttrick.lab import arena

    plan = arena.make_plan(games.game("trick_to_survival"), ["random", "heuristic:mistakes=100"], 3, 3, "1", {})
    rows = arena.run(plan, tmp_path, workers=1)
    assert {row["ending"] for row in rows} == {"nature"}
    assert {row["share"] for row in rows} == {0.0}
    assert all(row["winners"] and not row["won"] for row in rows)
