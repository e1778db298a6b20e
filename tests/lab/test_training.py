"""Training: the command's refusals, and in the long form a small training that ends stronger, twice the same."""

import json
import os

import numpy as np
import pytest

from lasttrick import LastTrickError, games
from lasttrick.cli.train import _stopped, read_amount
from lasttrick.lab.training import need_torch

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


@pytest.mark.skipif(not LONG, reason="some minutes, and torch: long checks")
def test_a_small_training_is_repeatable_goes_on_and_gains(tmp_path, report):
    pytest.importorskip("torch", reason="training needs torch")
    from lasttrick.bots.nets.weights import read_net
    from lasttrick.lab.training.run import Plan, Training

    plan = Plan(games.game("ten_tricks_later"), (4,), {}, 8_000_000, "1")
    first = Training(plan, tmp_path / "a")
    first.run(lambda now: None, calibration=200_000)
    card = read_net(tmp_path / "a" / "net.npz").card
    share, off = card["strength"]["4"], card["calibration"]
    report(
        f"training 10 Tricks Later: {first.done:,} decisions, {first.done / first.seconds:,.0f} a second, "
        f"{share['times_even']:.2f} ± {share['half']:.2f} times even against heuristics over {share['matches']:,} "
        f"matches, chances off by {off['expected_error']:.4f}"
    )
    assert share["times_even"] - share["half"] > 1
    short = Plan(plan.game, (4,), {}, 400_000, "1")
    runs = []
    for name in ("b", "c"):
        Training(short, tmp_path / name).run(lambda now: None, calibration=0)
        runs.append(read_net(tmp_path / name / "net.npz").weights.tobytes())
    assert runs[0] == runs[1]
    again = Training(short, tmp_path / "b")
    assert again.done >= short.decisions
    with pytest.raises(LastTrickError, match="holds a training with other decisions"):
        Training(plan, tmp_path / "b")
    (tmp_path / "b" / "training.pt").write_bytes(b"no")
    with pytest.raises(LastTrickError, match="is damaged; begin anew in another folder"):
        Training(short, tmp_path / "b")
    assert np.isfinite(json.loads((tmp_path / "a" / "progress.jsonl").read_text().splitlines()[-1])["entropy"])
