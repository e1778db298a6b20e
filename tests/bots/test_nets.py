"""Networks: what a glance computes, what is written down for learning, and their files."""

import numpy as np
import pytest

from lasttrick import LastTrickError, games
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.nets import weights
from lasttrick.bots.nets.bot import NetBot
from lasttrick.bots.nets.net import FIRST, NOBODY, OUTCOMES, SECOND, glance_dtype, new_net
from lasttrick.bots.nets.notes import MOST_CHOICES, Ways, note_matches, notes_dtype
from lasttrick.bots.nets.play import JUDGEMENT, RANDOM, NetMatches
from lasttrick.bots.nets.weights import read_net, rounded, save_net
from lasttrick.bots.policy import appraise, judgement_of
from lasttrick.bots.registry import check_agents, make_bot
from lasttrick.core.match import Match
from lasttrick.envs.vector import ManyMatches

GAME, PLAYERS = "ten_tricks_later", 4


def any_net(game, seed: int = 3) -> np.ndarray:
    """A network with weights by lot, as a file would hold them."""
    lot, net = np.random.default_rng(seed), new_net(game)
    for key in ("first", "second", "action", "outcome", "first_bias", "second_bias", "action_bias", "outcome_bias"):
        net[0][key][...] = lot.normal(0, 0.15, net[0][key].shape)
    net[0].judgement[0] = 0.5
    return rounded(net)


def some_views(game, players: int, count: int):
    """Views of seats that have a choice, from a match played by lot."""
    match, lot = Match(game, players, {}, "views"), np.random.default_rng(1)
    while not match.over and count:
        seat = match.acting[0]
        legal = match.legal(seat)
        if len(legal) > 1:
            count -= 1
            yield match.view(seat), seat
        match.apply(seat, int(lot.choice(legal)))


@pytest.fixture(scope="module")
def game():
    return games.game(GAME)


@pytest.fixture
def saved(game, tmp_path):
    file = tmp_path / "net.npz"
    save_net(file, game, (3, 4), any_net(game), {"note": "by lot"})
    return file


def test_a_glance_is_the_layers_and_the_judgement(game, saved):
    net = read_net(saved).weights[0]
    bot = make_bot(str(saved))
    assert isinstance(bot, NetBot)
    for view, seat in some_views(game, PLAYERS, 25):
        told = bot.explain(game, view, seat)
        numbers = np.zeros(game.observation_size, np.float32)
        game.view.encode(view, seat, numbers)
        first = np.maximum(0, numbers @ net.first + net.first_bias)
        second = np.maximum(0, first @ net.second + net.second_bias)
        actions = legal_actions(game, view, seat)
        worth = np.zeros(len(actions))
        appraise(view, seat, actions, len(actions), worth)
        leaning = np.maximum((worth - worth.max()) / judgement_of(game).SCALE, -20)
        pull = net.judgement[0] * leaning + net.action[actions] @ second + net.action_bias[actions]
        assert {look["action"]: look["worth"] for look in told["actions"]} == pytest.approx(
            dict(zip(actions.tolist(), pull.tolist(), strict=True)), abs=2e-3
        )
        outcome = second @ net.outcome + net.outcome_bias
        here = np.exp(np.append(outcome[:PLAYERS], outcome[NOBODY]).astype(float))
        chances = (here / here.sum())[[(seat_of - seat) % PLAYERS for seat_of in range(PLAYERS)]]
        assert told["chances"] == pytest.approx(chances.tolist(), abs=2e-3)


@pytest.mark.parametrize("name", ["scout", "zombie_escape"])
def test_clues_weigh_what_the_network_gives_them_here(name, tmp_path):
    game = games.game(name)
    plain, lot = any_net(game), np.random.default_rng(4)
    plain[0].clue_bias[...] = plain[0].clue[...] = 0
    clued = plain.copy()
    for key in ("clue", "clue_bias"):
        clued[0][key][...] = lot.normal(0, 0.5, clued[0][key].shape)
    clued = rounded(clued)
    bots = []
    for at, net in enumerate((plain, clued)):
        save_net(tmp_path / f"{at}.npz", game, (PLAYERS,), net, {})
        bots.append(NetBot("net", 0, 0, str(tmp_path / f"{at}.npz")))
    apart = 0.0
    for view, seat in some_views(game, PLAYERS, 12):
        (_, without, n), (_, g, _) = (bot._look(game, view, seat) for bot in bots)
        trust = clued[0].clue @ g.second + clued[0].clue_bias
        wanted = without.pull[:n] + g.clues[:n] @ trust
        assert g.pull[:n] == pytest.approx(wanted, abs=2e-3)
        apart += np.ptp(g.clues[:n] @ trust)
    assert apart > 0
    with pytest.raises(LastTrickError, match="clue is not of the size"):
        read_net(changed(tmp_path / "1.npz", tmp_path / "narrow.npz", clue=clued[0].clue[:, :1]))
    fewer = {key: clued[0][key][:3] for key in ("clue", "clue_bias")}
    older = read_net(changed(tmp_path / "1.npz", tmp_path / "older.npz", **fewer)).weights[0]
    assert older.clue[:3].tolist() == clued[0].clue[:3].tolist()
    assert not older.clue[3:].any(), "clues that came later weigh nothing"


def test_a_network_that_says_nothing_plays_by_the_judgement(game, tmp_path):
    save_net(tmp_path / "net.npz", game, (PLAYERS,), new_net(game), {})
    bot = make_bot(str(tmp_path / "net.npz"))
    for view, seat in some_views(game, PLAYERS, 25):
        actions = legal_actions(game, view, seat)
        worth = np.zeros(len(actions))
        appraise(view, seat, actions, len(actions), worth)
        assert bot.choose(game, view, seat) in actions[worth == worth.max()]


def test_temperature_tries_others_too_by_the_bots_own_luck(game, saved):
    view, seat = next(iter(some_views(game, PLAYERS, 1)))
    warm = {NetBot("net", seed, 500, str(saved)).choose(game, view, seat) for seed in range(40)}
    assert len(warm) > 1
    assert len({NetBot("net", 7, 500, str(saved)).choose(game, view, seat) for _ in range(3)}) == 1
    assert len({NetBot("net", seed, 0, str(saved)).choose(game, view, seat) for seed in range(5)}) == 1


def test_matches_in_compiled_code_are_those_of_the_bot_at_the_table(game, saved):
    net = read_net(saved)
    inside = NetMatches(game, PLAYERS, {}, "same", net.weights, [0] * PLAYERS, [0.0] * PLAYERS)
    winners, scores, decisions, _ = inside.play(0, 1)
    again = _replayed(game, net, game.about.automatic_options({}))
    assert (int(winners[0]), scores[0].tolist(), int(decisions[0])) == again


def _replayed(game, net, options):
    """The first match of `NetMatches`, decided by the bot from views."""
    from lasttrick.core import bits, chance
    from lasttrick.core.story import new_story

    states, seen, story = (
        np.array([game.blank(PLAYERS, options)], game.dtype),
        np.zeros(1, game.dtype),
        new_story(on=False),
    )
    chance.derive_key(chance.key_of("same"), 0, states[0].key)
    game.rules.start(states[0], story)
    bot, decisions = NetBot("net", 0, 0, net.name), 0
    while int(game.rules.acting(states[0])):
        seat = bits.members(game.rules.acting(states[0]))[0]
        game.view.view(states[0], seat, seen)
        game.rules.apply(states[0], seat, bot.choose(game, seen[0], seat), story)
        decisions += 1
    scores = np.zeros(8, np.int32)
    return int(game.rules.result(states[0], scores)), scores[:PLAYERS].tolist(), decisions


def test_places_move_round_the_table_and_share_the_win(game, saved):
    who = [0, JUDGEMENT, RANDOM, RANDOM]
    found = NetMatches(game, PLAYERS, {}, 5, read_net(saved).weights, who, [0.0] * 4, duplicate=True).shares(0, 8)
    assert found.shape == (8, PLAYERS)
    assert found.sum(axis=1) == pytest.approx(np.ones(8))


def noted(game, net, who, ways, count=2):
    """What is written down of some matches."""
    play = NetMatches(game, PLAYERS, {}, "notes", net, [0] * PLAYERS, [1.0] * PLAYERS)
    notes = np.zeros(1, notes_dtype(game, 1000, 200_000, 50_000, 10))[0]
    glance, ahead = (np.zeros(1, glance_dtype(game))[0] for _ in range(2))
    states = np.zeros(2, game.dtype)
    note_matches(net, play._blank, play._base, 0, count, who, ways, states, play._story, glance, ahead, notes)
    assert notes.used[3] == count
    return notes, int(notes.used[0])


def test_what_is_written_down_is_what_was_seen_and_what_may_come_of_it(game, saved):
    net, everybody = read_net(saved).weights, np.zeros((2, 8), np.int64)
    notes, number = noted(game, net, everybody, Ways(1.0, 100, 1, 0))
    assert number > 100
    assert (np.diff(notes.cell_end[:number]) > 0).all()
    sizes = np.diff(np.append(0, notes.choice_end[:number]))
    assert sizes.min() > 0
    assert sizes.max() >= MOST_CHOICES
    advice = notes.advice[: notes.used[2]]
    assert (advice >= 0).all()
    assert (advice <= 1).all()
    apart = [np.ptp(part) for part in np.split(advice, notes.choice_end[: number - 1])]
    assert np.mean(np.array(apart) > 0) > 0.5, "choices come to different things"
    assert notes.shares[:2, :PLAYERS].sum(axis=1) == pytest.approx([1, 1])


def test_advice_leaves_the_match_as_it_was(game, saved):
    net, everybody = read_net(saved).weights, np.zeros((2, 8), np.int64)
    with_advice, number = noted(game, net, everybody, Ways(0.0, 100, 1, 0))
    without, _ = noted(game, net, everybody, Ways(0.0, 100, 0, 0))
    assert without.used[0] == number
    assert np.array_equal(with_advice.seat, without.seat)
    assert np.array_equal(with_advice.shares, without.shares)


def test_the_last_choice_of_a_match_comes_to_what_the_match_gives(game, saved):
    """Where nobody has a choice any more the advice on what was done is the result itself."""
    net, everybody = read_net(saved).weights, np.zeros((2, 8), np.int64)
    notes, number = noted(game, net, everybody, Ways(0.0, 100, 1, 0))
    for match in range(2):
        last = np.flatnonzero(notes.match[:number] == match)[-1]
        choices = notes.advice[notes.choice_end[last - 1] : notes.choice_end[last]]
        share = notes.shares[match, notes.seat[last]]
        assert np.abs(choices - share).min() < 1e-6


def test_a_seat_of_another_is_not_written_down(game, saved):
    who = np.full((1, 8), JUDGEMENT)
    who[0, 2] = 0
    notes, number = noted(game, read_net(saved).weights, who, Ways(0.0, 100, 0, 0), 1)
    assert set(notes.seat[:number].tolist()) == {2}


# --- files ---


def test_a_file_gives_back_what_was_saved(game, saved):
    found = read_net(saved)
    wanted = any_net(game)
    assert all(np.array_equal(found.weights[0][key], wanted[0][key]) for key in wanted.dtype.names)
    assert (found.players, found.card) == ((3, 4), {"note": "by lot"})


def changed(file, out, **changes):
    with np.load(file) as data:
        np.savez(out, **{**data, **changes})
    return out


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"observation": "older"}, "trained on another observation of ten_tricks_later; train it anew"),
        ({"rules": 999}, "trained for rules version 999 of ten_tricks_later"),
        ({"first": np.zeros((2, FIRST), np.float16)}, "first is not of the size and kind that ten_tricks"),
        ({"second": np.full((FIRST, SECOND), np.nan, np.float16)}, "second has numbers that are not finite"),
        ({"outcome_bias": np.zeros(OUTCOMES, np.int64)}, "outcome_bias is not of the size"),
        ({"format": "lasttrick net 0"}, "lacks format lasttrick net 1"),
        ({"card": "{"}, "is damaged: rules, players or card cannot be read"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(saved, tmp_path, change, sentence):
    with pytest.raises(LastTrickError) as refused:
        read_net(changed(saved, tmp_path / "other.npz", **change))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_damaged_file_is_refused(saved, tmp_path):
    data = saved.read_bytes()
    (tmp_path / "cut.npz").write_bytes(data[: len(data) // 2])
    for file, sentence in (("cut.npz", "not"), ("none.npz", "There is no network's file")):
        with pytest.raises(LastTrickError, match=sentence):
            read_net(tmp_path / file)


def test_another_table_is_refused_before_anything_is_played(game, saved):
    with pytest.raises(LastTrickError, match="trained for ten_tricks_later; it cannot play scout"):
        check_agents([str(saved)], games.game("scout"), 4)
    save_net(saved, game, (3,), any_net(game), {})
    with pytest.raises(LastTrickError, match="trained for 3 players; this table has 4"):
        check_agents([str(saved)], game, 4)


# --- the networks that come with the package ---


@pytest.fixture
def shipped(saved, monkeypatch):
    """A package that comes with one network, for 10 Tricks Later."""
    folder = saved.parent / "trained"
    folder.mkdir()
    saved.rename(folder / f"{GAME}.npz")
    monkeypatch.setattr(weights, "SHIPPED", folder)
    return folder / f"{GAME}.npz"


def test_net_is_the_network_that_comes_with_the_package(game, shipped):
    bots = make_bot("net"), make_bot(str(shipped))
    for view, seat in some_views(game, PLAYERS, 10):
        assert bots[0].choose(game, view, seat) == bots[1].choose(game, view, seat)


def test_a_game_without_a_network_is_refused_before_anything_is_played(shipped):
    with pytest.raises(LastTrickError) as refused:
        check_agents(["heuristic", "net"], games.game("scout"), 3)
    assert str(refused.value) == (
        "There is no trained network for scout; lasttrick train scout makes one, "
        "which is seated by the path of its file."
    )
    with pytest.raises(LastTrickError, match="no trained network for scout"):
        ManyMatches("scout", 2, 3, opponents="net")


def test_a_network_is_an_opponent_in_environments(shipped):
    env = ManyMatches(GAME, 2, PLAYERS, opponents="net,heuristic,net:temperature=40", autoreset_mode="SameStep")
    env.action_space.seed(1)
    env.reset(seed=2)
    for _ in range(20):
        seen, *_ = env.step(env.action_space.sample())
    assert seen["action_mask"].any(axis=1).all()


# --- search with a network ---


def test_a_search_with_the_network_repeats_itself_and_tells_chances(game, shipped):
    view, seat = next(iter(some_views(game, PLAYERS, 1)))
    told = [make_bot("search:iterations=60,net=1", seed=5).explain(game, view, seat) for _ in range(2)]
    assert told[0]["actions"] == told[1]["actions"]
    tried = [look for look in told[0]["actions"] if look["visits"]]
    assert sum(look["visits"] for look in tried) == told[0]["iterations"] == 60
    assert all(0 <= look["mean"] <= 1 for look in tried)
    assert {step["seat"] for step in told[0]["continuation"]} == {seat}


@pytest.mark.parametrize(("bias", "low", "high"), [(-60.0, 0.0, 0.5), (60.0, 0.5, 1.0)])
def test_at_the_leaves_of_a_search_the_network_counts_half(game, shipped, bias, low, high):
    """A network that gives its own seat no chance, or all, whatever it sees; the other half is played out."""
    net = new_net(game)
    net[0].outcome_bias[0] = bias
    save_net(shipped, game, (3, 4), net, {})
    view, seat = next(iter(some_views(game, PLAYERS, 1)))
    tried = make_bot("search:iterations=40,net=1").explain(game, view, seat)["actions"]
    means = [look["mean"] for look in tried if look["visits"]]
    assert all(low < mean < high for mean in means)
    assert len(set(means)) == len(means) > 1


def test_what_the_network_leans_to_is_tried_most_where_it_tells_the_same_of_all(game, shipped):
    view, seat = next(iter(some_views(game, PLAYERS, 1)))
    liked = int(legal_actions(game, view, seat)[-1])
    net = new_net(game)
    net[0].action_bias[liked] = 60.0
    save_net(shipped, game, (3, 4), net, {})
    tried = make_bot("search:iterations=40,net=1").explain(game, view, seat)["actions"]
    assert tried[0]["action"] == liked
    assert 20 < tried[0]["visits"] < 40  # and the others are not forgotten


def test_a_search_asks_for_a_network_that_fits(shipped):
    with pytest.raises(LastTrickError, match="no trained network for scout"):
        check_agents(["search:net=1"], games.game("scout"), 3)


@pytest.fixture
def of_searches(shipped):
    """The same network as one that has learned to choose as searches do, too."""
    file = weights.file_of(GAME, of_searches=True)
    file.parent.mkdir()
    file.write_bytes(shipped.read_bytes())
    return file


def test_a_network_of_searches_decides_for_the_others_too(game, of_searches):
    view, seat = next(iter(some_views(game, PLAYERS, 1)))
    [judged, again, searched] = [
        make_bot(f"search:iterations=60,net={net}", seed=5).explain(game, view, seat)["actions"] for net in (1, 2, 2)
    ]
    assert again == searched != judged


@pytest.mark.parametrize(("net", "differs"), [(1, False), (2, True)])
def test_what_the_network_likes_in_other_hands_counts_where_it_decides_for_them(
    game, shipped, of_searches, net, differs
):
    """Near the end of a round the thinker leads one of two cards, which mean nothing to the network."""
    match = Match(game, PLAYERS, {}, "leads")
    while match.state.tricks < 8 or match.state.lead != match.acting[0] or len(match.legal(match.acting[0])) < 2:
        match.apply(match.acting[0], match.legal(match.acting[0])[0])
    seat = match.acting[0]
    found = []
    for likes in (-1, 1):
        told = new_net(game)
        told[0].judgement[0] = 0
        told[0].action_bias[...] = likes * np.arange(game.actions)
        told[0].action_bias[match.legal(seat)] = 0
        for file in (shipped, of_searches):
            save_net(file, game, (PLAYERS,), told, {})
        found.append(
            make_bot(f"search:iterations=100,net={net}", seed=5).explain(game, match.view(seat), seat)["actions"]
        )
    assert (found[0] != found[1]) == differs


def test_a_game_whose_searches_nobody_has_learned_from_is_refused(of_searches):
    with pytest.raises(LastTrickError, match=r"No network has learned .* searches of scout do; search takes net=1\."):
        check_agents(["search:net=2"], games.game("scout"), 4)
    check_agents(["search:net=2"], games.game(GAME), PLAYERS)


def test_a_search_makes_ready_for_a_network_of_some_numbers_of_players(game, of_searches):
    save_net(of_searches, game, (PLAYERS,), any_net(game), {})
    bot = make_bot("search:iterations=2,net=2")
    bot.ready(game)
    view, seat = next(iter(some_views(game, 3, 1)))
    with pytest.raises(LastTrickError, match="trained for 4 players; this table has 3"):
        bot.choose(game, view, seat)
