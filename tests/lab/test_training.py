"""Training: the command's refusals, and in the long form a small training that ends stronger, twice the same."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from lasttrick import LastTrickError, games
from lasttrick.cli.train import _stopped, read_amount
from lasttrick.lab.training import need_torch
from tests.cli.test_cli import run

LONG = os.environ.get("LASTTRICK_LONG") == "1"


def test_amounts_are_read_with_their_units():
    assert [read_amount(text) for text in ("12345", "500k", "200M", "2b")] == [12345, 500_000, 200_000_000, 2 * 10**9]
    for text in ("", "0", "-5", "k", "1.5M", "many"):
        with pytest.raises(LastTrickError, match="as in 500k or 200M"):
            read_amount(text)


def test_who_stops_early_is_told_what_is_kept(tmp_path):
    assert _stopped(tmp_path / "net.npz").endswith("nothing is kept yet.")
    (tmp_path / "net.npz").touch()
    assert str(tmp_path / "net.npz") in _stopped(tmp_path / "net.npz")


def test_a_training_learns_from_searches_or_only_chances():
    done = run("train", "ten_tricks_later", "--searches", "9", "--chances")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "not both" in done.stderr


def test_without_torch_one_sentence_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(LastTrickError, match=r'pip install "lasttrick\[train\]"'):
        need_torch()


def test_what_means_alike_learns_together_and_is_written_as_its_sum():
    torch = pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.games.scout.state import PLAY, ROW, SCOUT
    from lasttrick.lab.training.calibration import model_of
    from lasttrick.lab.training.model import Model
    from lasttrick.lab.training.sharing import groups_of

    game = games.game("scout")
    groups = groups_of(game.meanings.ACTION_TABLE, game.actions)
    pairs, triple, scouted = groups[PLAY + ROW], groups[PLAY + 2 * ROW], groups[SCOUT]
    assert len(np.intersect1d(pairs, groups[PLAY + ROW + 5])) == 2, "all Plays, and those of two cards"
    assert len(np.intersect1d(pairs, triple)) == 2, "all Plays, and those from the first place"
    assert len(np.intersect1d(pairs, scouted)) == 0
    model = Model(game)
    before = model.net()
    with torch.no_grad():
        model.alike_done.rows[pairs[-1]] += 1.0
    after = model.net()
    changed = (after[0].action != before[0].action).any(axis=1)
    assert changed[PLAY:SCOUT].all()
    assert not changed[SCOUT:].any()
    assert np.array_equal(model_of(game, after).net(), after), "who goes on from a file begins with what it says"


@pytest.fixture
def small(monkeypatch):
    """A training in 10 Tricks Later that takes seconds: small batches, few looks, short duels."""
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.lab.training import run

    for name, value in {"BATCH": 4096, "WARM_UP": 2, "LOOKS": 4, "DUEL": 60}.items():
        monkeypatch.setattr(run, name, value)
    return run.Plan(games.game("ten_tricks_later"), (3, 4), {}, 24_000, "1")


def trained(plan, folder, watch=lambda now: None):
    """The weights that a training ends with: those that it keeps, and the newest."""
    from lasttrick.bots.nets.weights import read_net
    from lasttrick.lab.training.run import Training

    training = Training(plan, folder)
    training.run(watch, calibration=0)
    return read_net(folder / "net.npz").weights.tobytes(), training.learner.mean.net().tobytes()


def test_an_interrupted_training_ends_with_the_same_bytes(small, tmp_path):
    def stop(now):
        if now.done > small.decisions / 2:
            raise KeyboardInterrupt

    whole = trained(small, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        trained(small, tmp_path / "stopped", stop)
    half = (tmp_path / "stopped" / "net.npz").read_bytes()
    assert list((tmp_path / "stopped").glob("played-*")), "what it learns from is kept while it is not over"
    assert trained(small, tmp_path / "stopped") == whole
    assert not list((tmp_path / "stopped").glob("played-*"))
    assert half != (tmp_path / "stopped" / "net.npz").read_bytes()


def test_advice_says_how_much_better_a_choice_is_than_the_others_of_its_decision():
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.bots.nets.net import new_net
    from lasttrick.lab.training.actor import Actor
    from lasttrick.lab.training.model import Played

    actor = Actor(games.game("ten_tricks_later"), (3, 4), {}, "advice", 3000)
    notes = actor.new_notes()
    actor.play(new_net(actor.game), notes)
    played = Played.of(notes)
    before = played.advice.copy()
    played.compare_advice()
    sizes = np.diff(played.choice_start)
    assert len(played) == len(sizes) == notes.used[0]
    assert np.add.reduceat(played.advice, played.choice_start[:-1]) == pytest.approx(np.zeros(len(sizes)), abs=1e-4)
    for d in np.flatnonzero(sizes > 1)[:200]:
        here = slice(*played.choice_start[d : d + 2])
        assert np.array_equal(np.argsort(before[here], kind="stable"), np.argsort(played.advice[here], kind="stable"))
    for players in (3, 4):
        here = np.repeat((played.players[played.match] == players) & (sizes > 1), sizes)
        assert played.advice[here].std() == pytest.approx(1, abs=1e-3)


def test_a_cooled_network_chooses_the_same_and_is_less_sure():
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.bots.nets.bot import take
    from lasttrick.bots.nets.net import glance_dtype
    from lasttrick.bots.nets.weights import shipped_net
    from lasttrick.core.match import Match
    from lasttrick.lab.training.calibration import model_of

    game = games.game("ten_tricks_later")
    model = model_of(game, shipped_net(game).weights)
    model.cool(3.0)
    cooled, g = model.net(), np.zeros(1, glance_dtype(game))[0]
    match = Match(game, 4, {}, "cool")
    while len(match.legal(match.acting[0])) < 4:
        match.apply(match.acting[0], int(match.legal(match.acting[0])[0]))
    seat, actions = match.acting[0], match.legal(match.acting[0])
    g.actions[: len(actions)] = actions
    pulls = []
    for net in (shipped_net(game).weights, cooled):
        take(net[0], match.view(seat), seat, 0.0, len(actions), g)
        pulls.append(g.pull[: len(actions)].copy())
    assert pulls[1] * 3 == pytest.approx(pulls[0], abs=1e-4)


def test_another_plan_or_a_damaged_folder_is_refused_in_one_sentence(small, tmp_path):
    from dataclasses import replace

    trained(small, tmp_path)
    with pytest.raises(LastTrickError, match="holds a training with other decisions"):
        trained(replace(small, decisions=9), tmp_path)
    (tmp_path / "training.pt").write_bytes(b"no")
    with pytest.raises(LastTrickError, match="is damaged; begin anew in another folder"):
        trained(small, tmp_path)


def test_a_full_disk_is_one_sentence_and_what_was_kept_is_there(small, tmp_path, monkeypatch):
    def stop(now):
        if now.looks:
            raise KeyboardInterrupt

    def full(*_):
        raise OSError(28, "No space left on device")

    with pytest.raises(KeyboardInterrupt):
        trained(small, tmp_path, stop)
    kept = (tmp_path / "training.pt").read_bytes()
    with monkeypatch.context() as without_space:
        without_space.setattr(Path, "write_bytes", full)
        with pytest.raises(LastTrickError, match=r"No space left on device\. What was kept before is still there"):
            trained(small, tmp_path)
    assert (tmp_path / "training.pt").read_bytes() == kept
    played = min(tmp_path.glob("played-*"))
    whole = played.read_bytes()
    played.write_bytes(whole[:99])
    with pytest.raises(LastTrickError, match=r"played-0\.npz is damaged; begin anew in another folder"):
        trained(small, tmp_path)
    played.write_bytes(whole)
    assert not (tmp_path / "training.part").exists()
    trained(small, tmp_path)


@pytest.mark.skipif(not LONG, reason="some minutes, and torch: long checks")
def test_a_small_training_gains_and_tells_true_chances(tmp_path, report):
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.bots.nets.weights import read_net
    from lasttrick.lab.training.run import Plan, Training

    plan = Plan(games.game("ten_tricks_later"), (4,), {}, 600_000, "1")
    training = Training(plan, tmp_path)
    training.run(lambda now: None, calibration=200_000)
    card = read_net(tmp_path / "net.npz").card
    share, off = card["strength"]["4"], card["calibration"]
    report(
        f"training 10 Tricks Later: {training.done:,} decisions, {training.done / training.seconds:,.0f} a second, "
        f"{share['times_even']:.2f} ± {share['half']:.2f} times even against heuristics over {share['matches']:,} "
        f"matches, chances off by {off['expected_error']:.4f}"
    )
    assert share["times_even"] - share["half"] > 1.2, "it began as one of the heuristics"
    assert off["expected_error"] < 0.02
    assert np.isfinite(json.loads((tmp_path / "progress.jsonl").read_text().splitlines()[-1])["entropy"])


@pytest.mark.skipif(not LONG, reason="a minute, and torch: long checks")
def test_who_learns_only_the_chances_plays_as_its_judgement_says(tmp_path, report):
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.bots.nets.weights import read_net
    from lasttrick.lab.training.run import Plan, Training

    plan = Plan(games.game("trick_to_survival"), (2,), {}, 50_000, "1", chances=True)
    Training(plan, tmp_path).run(lambda now: None, calibration=50_000)
    net = read_net(tmp_path / "net.npz")
    company, off = net.card["strength"]["2"], net.card["calibration"]
    report(
        f"chances of The Trick To Survival: a seat wins {company['times_even']:.2f} ± {company['half']:.2f} times as "
        f"often as among heuristics, chances off by {off['expected_error']:.4f} over {off['matches']:,} matches"
    )
    assert not net.weights[0].action.any()
    assert not net.weights[0].clue.any()
    assert net.weights[0].outcome.any()
    assert net.card["training"]["chances"]
    assert company["times_even"] - company["half"] > 1


def test_who_learns_from_searches_comes_nearer_to_them_and_twice_the_same(tmp_path):
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.bots.nets.weights import read_net, shipped_net
    from lasttrick.lab.training import run
    from lasttrick.lab.training.searches import learn_from_searches

    game = games.game("ten_tricks_later")
    plan = run.Plan(game, (4,), {}, 1100, "1", shipped_net(game).name)
    told: list[int] = []
    found = learn_from_searches(plan, 20, tmp_path / "a", told.append)
    learn_from_searches(plan, 20, tmp_path / "b", lambda done: None)
    one, other = (read_net(tmp_path / folder / "net.npz") for folder in "ab")
    assert one.weights.tobytes() == other.weights.tobytes() != shipped_net(game).weights.tobytes()
    assert one.players == (4,)
    assert one.card["training"]["done"] == told[-1] >= 1100
    assert 0 < found["decisions"] < told[-1] / 2
    assert found["after"]["nats"] < found["before"]["nats"]


def test_a_stopped_training_from_searches_goes_on_after_its_last_match(tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="training needs torch")
    from dataclasses import replace

    from lasttrick.bots.nets.weights import read_net, shipped_net
    from lasttrick.bots.search import SearchBot
    from lasttrick.lab.training import run
    from lasttrick.lab.training.searches import learn_from_searches

    def stop(done):
        if done > 500:
            raise KeyboardInterrupt

    def weights(folder):
        return read_net(tmp_path / folder / "net.npz").weights.tobytes()

    game, told = games.game("ten_tricks_later"), []
    plan = run.Plan(game, (4,), {}, 1100, "1", shipped_net(game).name)
    kept = tmp_path / "stopped" / "searches.jsonl"
    learn_from_searches(plan, 20, tmp_path / "whole", told.append)
    with pytest.raises(KeyboardInterrupt):
        learn_from_searches(plan, 20, kept.parent, stop)
    with kept.open("a") as file:
        file.write("[[3, [1")  # as a full disk leaves it
    learn_from_searches(plan, 20, kept.parent, told.append)
    assert weights("stopped") == weights("whole")
    assert kept.read_bytes() == (tmp_path / "whole" / "searches.jsonl").read_bytes()
    with monkeypatch.context() as idle:
        idle.setattr(SearchBot, "tries", None)  # all is known: nobody searches
        learn_from_searches(plan, 20, kept.parent, told.append)
    with pytest.raises(LastTrickError, match="holds a training with other decisions and searches"):
        learn_from_searches(replace(plan, decisions=9), 21, kept.parent, told.append)
    for line in ("[[0, [1, 2], 0.5]]", "[[", "[]", "7"):
        kept.write_text(kept.read_text().splitlines()[0] + "\n" + line + "\n")
        with pytest.raises(LastTrickError, match=r"searches\.jsonl is damaged; begin anew in another folder"):
            learn_from_searches(plan, 20, kept.parent, told.append)


def test_what_is_learned_from_searches_is_what_they_saw_and_how_they_shared_out_their_visits(tmp_path):
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.bots.nets.net import new_net
    from lasttrick.lab.training import run
    from lasttrick.lab.training.searches import Kept, play_searches

    game = games.game("ten_tricks_later")
    plan = run.Plan(game, (3, 4), {}, 200, "1")
    notes = play_searches(plan, 20, new_net(game), Kept(tmp_path, plan.to_json()), lambda done: None)
    decisions, _, choices, matches = notes.used.tolist()
    assert notes.players[:matches].tolist() == [3, 4, 3, 4][:matches]
    starts = np.concatenate([[0], notes.choice_end[: decisions - 1]])
    assert np.add.reduceat(notes.advice[:choices], starts) == pytest.approx(np.ones(decisions), abs=1e-5)
    assert (notes.value[:decisions] >= 0).all()
    assert (notes.value[:decisions] <= 1).all()
    assert notes.shares[:matches].sum(axis=1) == pytest.approx(np.ones(matches))
    assert np.diff(notes.cell_end[:decisions]).min() > 0
