"""Matches of people: match files become the rows that a simulation of the same decisions gives."""

import json

import polars as pl
import pytest

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.lab import people
from lasttrick.lab.matches import ThinkingTable

from .plans import GAME


def a_match(seed: str, players=3, end=True) -> Match:
    match, bots = Match(games.game(GAME), players, {}, seed), [make_bot("random", s) for s in range(players)]
    while not match.over and (end or len(match.decisions) < 5):
        seat = match.acting[-1]  # another order than a simulation asks in
        match.apply(seat, bots[seat].choose(match.game, match.view(seat), seat))
    return match


def test_a_folder_of_match_files_becomes_rows(tmp_path):
    played = [a_match(str(n)) for n in range(4)]
    for n, match in enumerate(played[:3]):
        match.save(tmp_path / f"{n}.json")
    a_match("half", end=False).save(tmp_path / "half.json")
    played[3].save(tmp_path / "last.txt")
    line = json.dumps(json.loads((tmp_path / "last.txt").read_text()))
    (tmp_path / "more.jsonl").write_text(f"{line}\n")
    assert people.gather([tmp_path], tmp_path / "rows.parquet") == {"matches": 4, "unfinished": 1}
    rows = pl.read_parquet(tmp_path / "rows.parquet")
    assert rows["decisions"].to_list() == [len(m.decisions) for m in played]
    assert rows["score_A"].to_list() == [m.result["scores"][0] for m in played]
    assert [f.rpartition("/")[2] for f in rows["file"]] == ["0.json", "1.json", "2.json", "more.jsonl:1"]
    simulated = ThinkingTable(games.game(GAME), 3, {}, "1", ["random"], rows="rules")
    assert "attacks" in rows.columns
    assert {rule.name for rule in simulated.facts.rules} <= set(rows.columns)
    assert (rows["tricks"] == 10 * rows["rounds"]).all()
    assert (tmp_path / "rows-cards.parquet").exists()


def test_what_cannot_be_gathered_is_said(tmp_path):
    with pytest.raises(LastTrickError, match="no file or folder"):
        people.gather([tmp_path / "nothing"], tmp_path / "rows.parquet")
    a_match("half", end=False).save(tmp_path / "half.json")
    with pytest.raises(LastTrickError, match="no finished match"):
        people.gather([tmp_path], tmp_path / "rows.parquet")
    a_match("1").save(tmp_path / "a.json")
    a_match("1", players=4).save(tmp_path / "b.json")
    with pytest.raises(LastTrickError, match=r"b\.json is another game, number of players"):
        people.gather([tmp_path], tmp_path / "rows.parquet")
