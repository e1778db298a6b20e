"""Rows of matches, tricks and decisions: the same whatever the cores, and kept whatever happens."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import polars as pl
import pytest

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.loops import RandomMatches
from lasttrick.core.match import Match
from lasttrick.lab import loops
from lasttrick.lab import run as runs
from lasttrick.lab.matches import GlancingTable, JudgingTable, ThinkingTable, open_table
from lasttrick.lab.store import Store
from lasttrick.lab.tally import sum_up, sum_up_file

from .plans import GAME, a_plan, played

HAS_RAY = importlib.util.find_spec("ray") is not None


def test_a_row_a_match_says_who_won_with_what_and_how_long_it_took(tmp_path):
    rows = played(a_plan(), tmp_path)
    per_seat = [f"{name}_{seat}" for name in ("score", "share") for seat in "ABC"]
    assert rows.columns == ["match", "winners", "ending", *per_seat, "decisions", "rounds"]
    assert rows["match"].to_list() == list(range(60))
    winners, scores, decisions = RandomMatches(games.game(GAME), 3, {}, "1").play(0, 60)
    assert rows["decisions"].to_list() == decisions.tolist()
    assert rows["score_B"].to_list() == scores[:, 1].tolist()
    assert [sum(1 << "ABC".index(c) for c in w) for w in rows["winners"]] == winners.tolist()
    assert set(rows["ending"]) == {"target"}


@pytest.mark.parametrize("rows", ["matches", "rules", "tricks", "decisions"])
def test_the_same_seed_gives_the_same_rows_whatever_the_cores_and_parts(tmp_path, monkeypatch, rows):
    one = played(a_plan(bots=["heuristic"], rows=rows), tmp_path / "one", workers=1)
    monkeypatch.setattr(runs, "_size", lambda plan, cores: 7)
    three = played(a_plan(bots=["heuristic"], rows=rows), tmp_path / "three", workers=3)
    assert one.equals(three)
    assert not one.equals(played(a_plan(bots=["heuristic"], rows=rows, seed="2"), tmp_path / "other"))


def test_decisions_replay_to_the_result_of_their_match(tmp_path):
    steps = played(a_plan(matches=5, rows="decisions"), tmp_path, name="d.parquet")
    matches = played(a_plan(matches=5), tmp_path, name="m.parquet")
    assert steps.group_by("match", maintain_order=True).len()["len"].to_list() == matches["decisions"].to_list()
    table = ThinkingTable(games.game(GAME), 3, {}, "1", ["random"])
    match = Match(table.game, 3, table.options, table._key(4))
    for seat, text, legal in steps.filter(pl.col("match") == 4).select("seat", "text", "legal").iter_rows():
        assert len(match.legal("ABC".index(seat))) == legal
        match.apply("ABC".index(seat), text)
    assert match.result["scores"] == [matches.row(4, named=True)[f"score_{s}"] for s in "ABC"]


def test_tricks_have_a_lead_and_a_taker_who_leads_the_next(tmp_path):
    tricks = played(a_plan(matches=5, rows="tricks"), tmp_path)
    first = tricks.filter((pl.col("match") == 0) & (pl.col("round") == 1))
    assert len(first) == 10
    assert first["lead"].to_list()[1:] == first["taken_by"].to_list()[:-1]


def test_bots_that_think_and_bots_that_judge_are_dealt_the_same_cards():
    game = games.game(GAME)
    slow = ThinkingTable(game, 3, {}, "1", ["heuristic"], rows="decisions")
    fast = open_table(game, 3, {}, "1", ["heuristic"], rows="decisions")
    assert isinstance(fast, JudgingTable)
    (a,), (b,) = slow.play(0, 1), fast.play(0, 1)
    assert np.array_equal(a.steps["legal"][:3], b.steps["legal"][:3])


def test_steps_find_room_however_many_they_are(monkeypatch):
    monkeypatch.setattr("lasttrick.lab.matches.ROOM", 4)
    table = open_table(games.game(GAME), 3, {}, "1", ["random"], rows="decisions")
    blocks = list(table.play(0, 8))
    assert sum(len(b.rows.winners) for b in blocks) == 8
    assert sum(len(b.steps) for b in blocks) == sum(int(b.rows.decisions.sum()) for b in blocks)


def test_sums_are_the_same_with_and_without_rows(tmp_path):
    plan = a_plan(matches=1500)
    played(plan, tmp_path)
    assert sum_up_file(plan, tmp_path / "rows.parquet") == sum_up(plan)


# --- Going on, and what goes wrong -----------------------------------------------------------------------------------


def stop_after(monkeypatch, parts: int, error: BaseException):
    """Let a run fail when it is about to keep part number `parts`."""
    keep, kept = Store.keep, []

    def failing(self, part, tables):
        if len(kept) == parts:
            raise error
        kept.append(part)
        keep(self, part, tables)

    monkeypatch.setattr(Store, "keep", failing)
    monkeypatch.setattr(runs, "_size", lambda plan, cores: 10)
    return kept


def test_an_interrupted_run_keeps_its_parts_and_goes_on(tmp_path, monkeypatch):
    whole = played(a_plan(rows="rules"), tmp_path / "whole")
    with monkeypatch.context() as patch:
        stop_after(patch, 3, KeyboardInterrupt())
        with pytest.raises(runs.Interrupted, match=r"30 of 60 matches are kept in .*the same command goes on"):
            played(a_plan(rows="rules"), tmp_path)
    heard = []
    again = played(a_plan(rows="rules"), tmp_path, watch=heard.append)
    assert heard[0] == 30
    assert sum(heard) == 60
    assert again.equals(whole)
    for name in ("rows-cards.parquet", "rows-bars.parquet"):
        assert pl.read_parquet(tmp_path / name).equals(pl.read_parquet(tmp_path / "whole" / name))
    assert not (tmp_path / "rows.parquet.parts").exists()


def test_a_full_disk_is_said_in_one_sentence_and_what_was_finished_is_kept(tmp_path, monkeypatch):
    write = type(tmp_path).write_bytes

    def full(self, data):
        if "0000002" in str(self):
            raise OSError(28, "No space left on device")
        return write(self, data)

    with monkeypatch.context() as patch:
        patch.setattr(type(tmp_path), "write_bytes", full)
        patch.setattr(runs, "_size", lambda plan, cores: 10)
        with pytest.raises(
            LastTrickError, match=r"cannot be written: No space left on device\. What was finished is kept"
        ):
            played(a_plan(), tmp_path)
    assert Store(a_plan(), tmp_path / "rows.parquet").open(0) == 10
    assert played(a_plan(), tmp_path).equals(played(a_plan(), tmp_path / "whole"))


def test_a_path_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(LastTrickError, match="cannot be written: Not a directory"):
        played(a_plan(), tmp_path / "file")


def test_another_plan_does_not_touch_what_is_there(tmp_path):
    played(a_plan(), tmp_path)
    with pytest.raises(LastTrickError, match="holds something else"):
        played(a_plan(seed="9"), tmp_path)
    assert played(a_plan(), tmp_path).height == 60  # the same plan finds its file
    with pytest.raises(LastTrickError, match=r"ends in \.parquet"):
        played(a_plan(), tmp_path, name="rows.csv")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rows", "cards", "--out", "x.parquet"), "There are no rows 'cards'."),
        (("--rows", "tricks"), "name it with --out FILE.parquet"),
        (("--bots", "random,random", "--out", "x.parquet"), "There are 4 seats for bots and 2 bots"),
        (("--ray", "127.0.0.1:1", "--out", "x.parquet"), "127.0.0.1:1" if HAS_RAY else "pip install 'lasttrick[ray]'"),
        (("--option", "data=none.json", "--out", "x.parquet"), "has no option 'data'"),
    ],
)
def test_bad_input_gets_one_clear_sentence(tmp_path, arguments, sentence):
    command = [sys.executable, "-m", "lasttrick", "simulate", GAME, "-n", "10", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_ctrl_c_stops_a_real_run_and_the_same_command_finishes_it(tmp_path):
    arguments = ["simulate", GAME, "-n", "40000", "-p", "3", "--bots", "heuristic", "--out", "rows.parquet", "--json"]
    command = [sys.executable, "-m", "lasttrick", *arguments]
    begun = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    parts = tmp_path / "rows.parquet.parts"
    until = time.monotonic() + 120
    while not list(parts.glob("0*[0-9]")) and begun.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    begun.send_signal(signal.SIGINT)
    _, said = begun.communicate(timeout=60)
    assert begun.returncode == 130
    assert "of 40,000 matches are kept in rows.parquet.parts, and the same command goes on." in said
    assert "Traceback" not in said
    assert list(parts.glob("0*[0-9]"))
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(again.stdout)["matches"] == 40_000
    rows = pl.read_parquet(tmp_path / "rows.parquet")
    assert rows["match"].to_list() == list(range(40_000))
    few = played(a_plan(matches=50, bots=["heuristic"], seed="0"), tmp_path, name="few.parquet")
    assert rows.head(50).equals(few)


PLAIN = """
import polars as pl, sys
from pathlib import Path
from lasttrick.lab import run
from tests.lab.plans import a_plan, played
run._size = lambda plan, cores: 3
for rows in ("rules", "decisions"):
    plan = a_plan(matches=3, bots=["heuristic", "random", "heuristic:mistakes=30"], rows=rows)
    played(plan, Path(sys.argv[1]) / rows)
"""


def test_compiled_equals_plain(tmp_path):
    for name, plain in (("compiled", "0"), ("plain", "1")):
        command = [sys.executable, "-c", PLAIN, str(tmp_path / name)]
        subprocess.run(command, check=True, env={**os.environ, "LASTTRICK_PLAIN": plain})
    for table in ("rules/rows", "rules/rows-cards", "rules/rows-bars", "decisions/rows"):
        one, two = (pl.read_parquet(tmp_path / name / f"{table}.parquet") for name in ("compiled", "plain"))
        assert one.equals(two)


def test_networks_play_inside_compiled_code_as_they_do_at_a_table():
    game = games.game("ten_tricks_later")
    fast = open_table(game, 4, {}, "glance", ["net"])
    assert isinstance(fast, GlancingTable)
    slow = ThinkingTable(game, 4, {}, "glance", ["net"])
    quick = next(fast.play(0, 2)).rows
    for number in range(2):
        rows = next(slow.play(number, 1)).rows
        assert rows.winners[0] == quick.winners[number]
        assert rows.scores[0].tolist() == quick.scores[number].tolist()
        assert rows.decisions[0] == quick.decisions[number]


def test_networks_sit_beside_other_bots_and_each_has_its_own():
    game = games.game("ten_tricks_later")
    names = ["random", "net", "heuristic", "net:temperature=80"]
    table = open_table(game, 4, {}, "mixed", names)
    assert table.glances.who.tolist() == [loops.NO_NET, 0, loops.NO_NET, 1]
    assert table.glances.temperature.tolist() == [0, 0, 0, 0.8]
    first, again = (next(open_table(game, 4, {}, "mixed", names).play(0, 40)).rows for _ in range(2))
    assert first.winners.tolist() == again.winners.tolist()
    wins = [sum(int(won) >> seat & 1 for won in first.winners) for seat in range(4)]
    assert wins[1] > wins[0]
