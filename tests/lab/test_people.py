"""Matches of people: match files become the rows that a simulation of the same decisions gives."""

import json
import re

import polars as pl
import pytest

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.games import OURS, about
from lasttrick.lab import people, report, strong
from lasttrick.lab.matches import ThinkingTable

from .plans import GAME


def a_match(seed: str, players=3, end=True, game=GAME) -> Match:
    match, bots = Match(games.game(game), players, {}, seed), [make_bot("random", s) for s in range(players)]
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
    assert people.gather([tmp_path], tmp_path / "rows.parquet") == {
        "matches": 4,
        "unfinished": 1,
        "others": 0,
    }
    rows = pl.read_parquet(tmp_path / "rows.parquet")
    assert rows["decisions"].to_list() == [len(m.decisions) for m in played]
    assert rows["score_A"].to_list() == [m.result["scores"][0] for m in played]
    assert [f.rpartition("/")[2] for f in rows["file"]] == ["0.json", "1.json", "2.json", "more.jsonl:1"]
    simulated = ThinkingTable(games.game(GAME), 3, {}, "1", ["random"], rows="rules")
    assert "attacks" in rows.columns
    assert {rule.name for rule in simulated.facts.rules} <= set(rows.columns)
    assert (rows["tricks"] == 10 * rows["rounds"]).all()
    assert (tmp_path / "rows-cards.parquet").exists()


def test_rows_that_are_not_whole_or_of_another_version_are_refused(tmp_path, monkeypatch):
    a_match("1").save(tmp_path / "1.json")
    people.gather([tmp_path], tmp_path / "rows.parquet")
    assert people.read_plan(tmp_path / "rows.parquet").matches == 1
    monkeypatch.setattr(people, "FORMAT", "lasttrick simulation 99")
    with pytest.raises(LastTrickError, match="gathered by another version"):
        people.read_plan(tmp_path / "rows.parquet")
    (tmp_path / "rows-bars.parquet").unlink()
    with pytest.raises(LastTrickError, match=r"lacks rows-bars\.parquet beside it"):
        people.read_plan(tmp_path / "rows.parquet")


def test_what_cannot_be_gathered_is_said(tmp_path):
    with pytest.raises(LastTrickError, match="no file or folder"):
        people.gather([tmp_path / "nothing"], tmp_path / "rows.parquet")
    a_match("half", end=False).save(tmp_path / "half.json")
    with pytest.raises(LastTrickError, match="no finished match"):
        people.gather([tmp_path], tmp_path / "rows.parquet")
    a_match("1").save(tmp_path / "a.json")
    a_match("1", players=4).save(tmp_path / "b.json")
    with pytest.raises(LastTrickError, match=r"2 kinds: 1 of ten_tricks_later with 3 players; 1 of .* by --game"):
        people.gather([tmp_path], tmp_path / "rows.parquet")


def test_of_a_mixed_folder_matches_of_one_kind_can_be_chosen(tmp_path):
    for players in (3, 4):
        a_match("1", players).save(tmp_path / f"{players}.json")
    found = people.gather([tmp_path], tmp_path / "rows.parquet", GAME, 4)
    assert found == {"matches": 1, "unfinished": 0, "others": 1}
    assert people.read_plan(tmp_path / "rows.parquet").players == 4


def test_a_report_on_gathered_rows_is_about_them(tmp_path, monkeypatch):
    monkeypatch.setattr(strong, "SEARCH", "heuristic:mistakes=1")
    monkeypatch.setattr(strong, "FEWEST", 5)
    monkeypatch.setattr(strong, "MATCHES", 20)
    played = [a_match(str(n)) for n in range(5)]
    lines = [json.dumps({**m.to_json(), "bots": ["", "", "easy"] if n else []}) for n, m in enumerate(played)]
    (tmp_path / "played.jsonl").write_text("\n".join(lines))
    rows = tmp_path / "people.parquet"
    people.gather([tmp_path / "played.jsonl"], rows)
    assert pl.read_parquet(rows)["bots"].to_list() == ["", "C", "C", "C", "C"]
    files = report.report_on(games.game(GAME), rows, tmp_path / "page")
    page = files["index"].read_text()
    assert "5 recorded matches from people.parquet; in 4 of them a bot sat at the table." in page
    for title in ("Length", "Seats and lead", "The worth of each card", "Between bots that look ahead"):
        assert f">{title}</h2>" in page
    assert ">Skill and luck</h2>" not in page
    assert "nan" not in re.sub(r"<[^>]*>", "", page)
    numbers = {r["name"]: r["value"] for r in pl.read_csv(files["numbers"]).to_dicts()}
    assert numbers["decisions"] == pytest.approx(sum(len(m.decisions) for m in played) / 5, rel=1e-5)


def test_rows_that_nobody_gathered_are_refused(tmp_path):
    pl.DataFrame({"match": [1]}).write_parquet(tmp_path / "other.parquet")
    for name in ("other", "missing"):
        with pytest.raises(LastTrickError, match=f"{name}.parquet is no file of gathered rows"):
            people.read_plan(tmp_path / f"{name}.parquet")


def test_each_game_can_be_gathered_and_reported(tmp_path, monkeypatch):
    """A handful of matches, as a playtest gives: no figure needs more."""
    monkeypatch.setattr(strong, "stronger", lambda *_: report.Section("Between bots that look ahead"))
    monkeypatch.setattr(report, "stronger", strong.stronger)
    for name in OURS:
        a_match("1", players=max(about(name).players), game=name).save(tmp_path / f"{name}.json")
        rows = tmp_path / f"{name}.parquet"
        people.gather([tmp_path / f"{name}.json"], rows)
        page = report.report_on(games.game(name), rows, tmp_path / name)["index"].read_text()
        assert "1 recorded match from" in page
        assert "nan" not in re.sub(r"<[^>]*>", "", page)
