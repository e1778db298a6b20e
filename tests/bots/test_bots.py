"""Every bot in every game: a view in, a legal action out, the same for the same luck."""

import numpy as np
import pytest

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.bots.nets.net import clue_places
from lasttrick.bots.policy import appraise, clues, judgement_of
from lasttrick.core.errors import LastTrickError
from lasttrick.core.rule import PLAIN, rule
from tests.bots.positions import GAMES, least_players, positions

BOTS = ["random", "heuristic", "easy", "search:iterations=3"]


@rule
def judge(record, seat, actions, n, worth, told):
    appraise(record, seat, actions, n, worth)
    clues(record, seat, actions, n, worth, told)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", BOTS)
def test_every_bot_gives_a_legal_action_and_the_same_one_again(name, text):
    game = games.game(name)
    for _, view, seat, legal in positions(name, least_players(name)):
        action = make_bot(text, 7).choose(game, view, seat)
        assert action in legal
        assert make_bot(text, 7).choose(game, view, seat) == action


@pytest.mark.parametrize("name", GAMES)
def test_choosing_leaves_the_view_as_it_was(name):
    game = games.game(name)
    for _, view, seat, _ in positions(name, least_players(name))[:4]:
        before = view.tobytes()
        make_bot("heuristic").choose(game, view, seat)
        make_bot("search:iterations=2").choose(game, view, seat)
        assert view.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_judgement_sees_no_more_than_the_view(name):
    """The same worth and clues from the full state and from the view: nothing hidden is looked at."""
    game = games.game(name)
    judgement_of(game)
    for players in game.about.players:
        for state, view, seat, legal in positions(name, players):
            actions = np.array(legal, np.int16)
            seen, full = np.zeros(len(legal)), np.zeros(len(legal))
            clues_seen, clues_full = np.zeros((2, len(legal), clue_places(game)), np.float32)
            judge(view, seat, actions, len(legal), seen, clues_seen)
            judge(state, seat, actions, len(legal), full, clues_full)
            assert np.isfinite(seen).all()
            assert np.abs(clues_seen).max() < 10, "small numbers, which a network can weigh"
            assert seen.tolist() == full.tolist()
            assert clues_seen.tolist() == clues_full.tolist()


def test_a_bot_is_not_asked_out_of_turn():
    game = games.game("ten_tricks_later")
    _, view, seat, _ = next(
        p for p in positions("ten_tricks_later", 3) if int(game.rules.acting(p[1])).bit_count() == 1
    )
    with pytest.raises(LastTrickError, match="is not to act"):
        make_bot("random").choose(game, view, (seat + 1) % 3)


@pytest.mark.parametrize("name", GAMES)
def test_heuristic_explains_itself_by_worth(name):
    game = games.game(name)
    _, view, seat, legal = positions(name, least_players(name))[0]
    why = make_bot("heuristic").explain(game, view, seat)
    assert why["text"] == game.notation.action_text(view, why["action"])
    assert sorted(row["action"] for row in why["actions"]) == sorted(legal)
    assert why["actions"][0]["worth"] == max(row["worth"] for row in why["actions"])


@pytest.mark.skipif(PLAIN, reason="whole matches take minutes without compiling")
@pytest.mark.parametrize(
    ("name", "times_even"),
    [("ten_tricks_later", 2.0), ("scout", 2.5), ("zombie_escape", 2.0)],
)
def test_heuristic_beats_random(name, times_even):
    """One heuristic among random seats, on duplicate deals of a fixed seed, at every number of players."""
    from lasttrick.bots.batch import JudgedMatches

    game = games.game(name)
    for players in game.about.players:
        mistakes = [0] + [100] * (players - 1)
        shares = JudgedMatches(game, players, {}, "strength", mistakes, duplicate=True).shares(0, 200 * players)
        assert shares[:, 0].mean() * players > times_even, f"{players} players"
