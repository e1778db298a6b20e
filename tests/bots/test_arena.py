"""The arena: duplicate deals, the same again from the same seed, going on after a stop, and bots that break."""

import json
import re

import polars
import pytest

from lasttrick import __version__, games
from lasttrick.bots.bot import legal_actions
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import read_match
from lasttrick.lab import arena, arena_match, arena_report

GAME = "ten_tricks_later"


def a_plan(bots=("random", "heuristic"), games_each=6, players=3, seed="1"):
    return arena.make_plan(games.game(GAME), list(bots), players, games_each, seed, {})


def untimed(rows):
    return [{k: v for k, v in row.items() if k != "slowest_ms"} for row in rows]


@pytest.fixture
def played(tmp_path):
    return a_plan(), arena.run(a_plan(), tmp_path, workers=1), tmp_path


def test_every_pairing_plays_every_deal_once_in_each_seat(played):
    plan, rows, _ = played
    assert plan.pairings == [("random", "heuristic"), ("heuristic", "random")]
    assert len(rows) == plan.matches == 2 * 2 * 3
    assert [(r["deal"], r["moved"]) for r in rows if r["host"] == "random"] == [
        (d, m) for d in (0, 1) for m in range(3)
    ]
    assert all(r["failed"] == "" for r in rows)


def test_the_same_seed_gives_the_same_matches_and_another_seed_others(played, tmp_path_factory):
    _, rows, _ = played
    assert untimed(arena.run(a_plan(), tmp_path_factory.mktemp("again"), workers=1)) == untimed(rows)
    assert untimed(arena.run(a_plan(seed="2"), tmp_path_factory.mktemp("other"), workers=1)) != untimed(rows)


def test_an_interrupted_run_goes_on_where_it_stopped(played):
    plan, rows, folder = played
    log = folder / "matches.jsonl"
    kept = log.read_text().splitlines(keepends=True)[:7]  # two deals whole and one match of a third
    log.write_text("".join(kept) + '{"challenger": "ran')
    heard = []
    again = arena.run(plan, folder, workers=1, watch=lambda piece: heard.append(len(piece)))
    assert heard == [6, 3, 3]
    assert untimed(again) == untimed(rows)


def test_a_folder_of_another_plan_is_refused(played):
    _, _, folder = played
    with pytest.raises(LastTrickError, match="holds another arena"):
        arena.run(a_plan(seed="9"), folder, workers=1)


@pytest.mark.parametrize(
    ("bots", "players", "number", "sentence"),
    [
        (["random"], 3, 6, "at least two bots"),
        (["random", "random"], 3, 6, "one is named twice"),
        (["random", "wizard"], 3, 6, "There is no bot 'wizard'"),
        (["random", "search:ms=0"], 3, 6, "ms cannot be '0'"),
        (["random", "heuristic"], 1, 6, "is for 3 to 4 players, not 1"),
        (["random", "heuristic"], 3, 0, "at least one match"),
    ],
)
def test_what_is_wrong_with_a_plan_is_said_before_anything_is_played(bots, players, number, sentence):
    with pytest.raises(LastTrickError, match=sentence):
        arena.make_plan(games.game(GAME), bots, players, number, "0", {})


class Broken:
    """Plays on for a while, then raises or chooses what is not legal."""

    def __init__(self, after: int, action):
        self.left, self.after, self.action = after, after, action

    def reseed(self, seed):
        self.left = self.after

    def ready(self, game):
        pass

    def choose(self, game, view, seat):
        self.left -= 1
        if self.left < 0:
            if self.action is None:
                raise ZeroDivisionError("bot broke")
            return self.action
        return int(legal_actions(game, view, seat)[0])


@pytest.mark.parametrize(
    ("action", "said"), [(None, "ZeroDivisionError: bot broke"), (0, "IllegalAction"), (70, "IllegalAction")]
)
def test_a_bot_that_breaks_stops_its_match_and_the_arena_goes_on(tmp_path, monkeypatch, action, said):
    real = arena_match.make_bot
    monkeypatch.setattr(arena_match, "_bots", {})
    monkeypatch.setattr(arena_match, "make_bot", lambda t, s: Broken(4, action) if t == "random" else real(t, s))
    rows = arena.run(a_plan(), tmp_path, workers=1)
    assert all(said in row["failed"] for row in rows)
    saved = sorted((tmp_path / "failed").glob("*.json"))
    assert len(saved) == len(rows)
    match = read_match(saved[0].read_text(), games.game)
    assert not match.over
    assert match.position() in saved[0].with_suffix(".txt").read_text()
    found = arena_report.write(a_plan(), rows, tmp_path)
    assert found["failed"] == len(rows)
    assert found["shares"][0]["share"] is None


# --- The report ------------------------------------------------------------------------------------------------------


def row(challenger, host, deal, moved, share, winners):
    facts = {"ending": "target", "scores": [1, 2, 3], "decisions": 9, "slowest_ms": [1.0, 2.0, 3.0], "failed": ""}
    names = {"challenger": challenger, "host": host, "deal": deal, "moved": moved}
    return {**names, "share": share, "others": (1 - share) / 2, "won": winners, "winners": winners, **facts}


def test_shares_count_deals_not_matches():
    plan = a_plan()
    rows = [row("heuristic", "random", 0, m, 1.0, [m]) for m in range(3)]
    rows += [row("heuristic", "random", 1, m, 0.5, [m, (m + 1) % 3]) for m in range(3)]
    found = arena_report.shares(plan, rows)["heuristic", "random"]
    assert found["share"] == 0.75
    assert found["others"] == 0.125
    assert found["low"] < 0.1  # two deals tell next to nothing
    assert found["high"] > 0.98


def test_winning_every_match_is_no_certainty():
    rows = [row("heuristic", "random", d, m, 1.0, [m]) for d in range(4) for m in range(3)]
    found = arena_report.shares(a_plan(), rows)["heuristic", "random"]
    assert (found["share"], found["high"]) == (1.0, 1.0)
    assert found["low"] < 0.6
    assert "100.0 % (" in arena_report.percent(found)
    assert "±" not in arena_report.percent(found)


def test_ratings_put_the_winner_first_with_its_doubt():
    rows = [row("heuristic", "random", d, m, 1.0, [m]) for d in range(4) for m in range(3)]
    rated = arena_report.ratings(a_plan(), rows)
    assert rated["heuristic"]["rating"] > rated["random"]["rating"] + 5
    assert 0 < rated["heuristic"]["doubt"] < 25 / 3


def test_results_are_written_as_parquet_data_and_a_page(played):
    plan, rows, folder = played
    found = arena_report.write(plan, rows, folder)
    table = polars.read_parquet(folder / "matches.parquet")
    assert table.height == plan.matches
    assert table["winners"].to_list() == [r["winners"] for r in rows]
    assert json.loads((folder / "summary.json").read_text()) == found
    page = (folder / "index.html").read_text()
    assert f"Made by lasttrick {__version__} with rules version " in page
    assert f"plan {plan.fingerprint}" in page
    assert f"{plan.matches} of {plan.matches}" in page  # how they ended, counted; and no 100 %
    assert page.count("<circle") == 2
    assert "http" not in page


def test_a_page_names_the_data_by_file_and_hash_and_keeps_a_copy(tmp_path):
    house = json.loads(games.about("zombie_escape").house_file.read_text(encoding="utf-8"))
    plans = [
        arena.Plan("zombie_escape", ("a", "b"), 3, 1, "1", {"data": {**house, "max_days": days}}) for days in (2, 3)
    ]
    rows = [row(a, b, 0, m, 1.0, [m]) | {"ending": "last_day"} for a, b in (("a", "b"), ("b", "a")) for m in range(3)]
    for plan in plans:
        arena_report.write(plan, rows, tmp_path, {"data": "mine.json"})
        page = (tmp_path / "index.html").read_text(encoding="utf-8")
        assert re.search(r"data=mine\.json \(sha256 \w{12}\)", page)
        assert json.loads((tmp_path / "data.json").read_text(encoding="utf-8")) == plan.options["data"]
    assert plans[0].fingerprint != plans[1].fingerprint


def test_a_decision_is_never_said_to_take_no_time():
    assert arena_report.milliseconds(0.2) == "below 1 ms"
    assert arena_report.milliseconds(30.4) == "30 ms"
