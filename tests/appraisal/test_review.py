"""The review of a whole match: the ledger adds up, a stop loses nothing, and bad files get one sentence."""

import hashlib
import json
from dataclasses import asdict

import numpy as np
import pytest

from lasttrick import games
from lasttrick.appraisal.appraise import REFERENCE, VERSION, Budget
from lasttrick.appraisal.review import GROUP, Ledger, of_the_group, steps_of
from lasttrick.appraisal.whole import Shelf, Whole, limits_of, name_of
from lasttrick.appraisal.words import ledger_rows
from lasttrick.bots.hidden import sample
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from tests.appraisal.matches import finished
from tests.bots.positions import least_players
from tests.cases import SHORT
from tests.cli.test_cli import run as run_command

FEW = Budget(worlds=128)
MATCH = ("ten_tricks_later", 3)
OF_VERSION = {
    "ten_tricks_later": "a2f37f864126",
    "scout": "1d180d33b450",
    "zombie_escape": "e75abde5df50",
    "trick_to_survival": "cc9a0f180e7b",
}


def run(*arguments: str, fails: bool = False) -> str:
    done = run_command(*arguments)
    assert (done.returncode != 0) == fails, done.stderr
    return done.stderr if fails else done.stdout


@pytest.fixture(scope="module")
def whole() -> Whole:
    found = Whole(finished(*MATCH, target="3"), FEW)
    found.look_at_all()
    return found


def test_the_ledger_adds_up_for_every_seat_and_to_nothing_over_the_table(whole):
    ledgers = whole.ledgers()
    for entry in ledgers:
        parts = entry.deal + entry.draws + entry.others + entry.own + entry.guesses
        assert parts == pytest.approx(entry.result - entry.even, abs=1e-9)
    for name in ("deal", "draws", "result"):
        assert sum(getattr(e, name) for e in ledgers) == pytest.approx(1 if name == "result" else 0, abs=1e-9)


def test_where_wins_are_not_shared_out_the_group_has_a_ledger_of_its_own(whole):
    """Two of three win: what a seat has on average adds up as well."""
    seats = [
        Ledger(0, 1.0, 0.3, 0.1, 0.2, 0.3, 0.0, 0.1, 0.6, 0.04),
        Ledger(1, 1.0, 0.3, 0.1, 0.2, 0.3, 0.0, 0.1, 0.6, 0.04),
        Ledger(2, 0.0, 0.3, -0.2, 0.1, -0.3, -0.1, 0.2, -0.1, 0.01),
    ]
    group = of_the_group(seats)
    assert (group.seat, group.result) == (GROUP, pytest.approx(2 / 3))
    parts = group.deal + group.draws + group.others + group.own + group.guesses
    assert parts == pytest.approx(group.result - group.even, abs=1e-9)
    assert group.adjusted_reach == pytest.approx(0.03)
    assert of_the_group(whole.ledgers()) is None
    told = {"ledger": [asdict(one) for one in seats], "group": asdict(group)}
    assert [row[0] for row in ledger_rows(told)] == ["A", "B", "C", "on average"]


def test_what_comes_most_often_after_the_best_is_told_with_its_share(whole):
    told = whole.to_json()["mattered"]
    assert any(one["continuation"] for one in told)
    for one in told:
        shares = [step["share"] for step in one["continuation"]]
        assert shares == sorted(shares, reverse=True)
        assert all(1 / 8 <= share <= 1 for share in shares)


def test_decisions_without_a_choice_are_not_judged(whole):
    forced = {step.number for step in whole.steps if step.choices == 1}
    assert forced
    assert not forced & whole.known.keys()


def test_what_is_told_is_plain_json_with_its_limits(whole):
    told = json.loads(json.dumps(whole.to_json()))
    assert told["limits"]
    assert len(told["ledger"]) == 3
    assert {d["verdict"] for d in told["decisions"]} <= {"good", "unclear", "slip", "mistake", "blunder"}
    assert len(told["open"]) == len(whole.steps)
    one = whole.to_json([1])
    assert {d["seat"] for d in one["decisions"]} == {1}


@pytest.mark.parametrize("name", games.OURS)
def test_what_others_decide_out_of_sight_is_among_the_limits_where_it_is_decided(name):
    limits = limits_of(games.game(name))
    assert len(limits) == (3 if name == "scout" else 2)
    assert name != "scout" or "which way up they hold their hands" in limits[-1]


@pytest.mark.parametrize("name", games.OURS)
def test_what_the_reference_plays_and_its_worlds_have_a_version(name):
    """Reviews are kept by it, so that none is shown which the reference would not write any more."""
    match = finished(name, least_players(name), "version", REFERENCE, **SHORT[name])
    found, world = hashlib.sha256(repr(match.decisions).encode()), np.zeros(1, match.game.dtype)
    for step in steps_of(match)[::5]:
        sample(step.view, step.seat, new_rng(step.number), world)
        found.update(repr(match.game.notation.write(world[0])).encode())
    told = found.hexdigest()[:12]
    assert (VERSION, told) == (3, OF_VERSION[name]), f"raise VERSION of appraisal.appraise, and write {told} here"


def test_a_review_of_another_version_is_kept_by_another_name(monkeypatch, whole):
    before = name_of(whole.match, FEW, 0)
    monkeypatch.setattr("lasttrick.appraisal.whole.VERSION", VERSION + 1)
    assert name_of(whole.match, FEW, 0) != before


def test_an_interrupted_review_goes_on_where_it_was(tmp_path, whole):
    path = tmp_path / "kept.jsonl"
    begun = Whole(whole.match, FEW, shelf=Shelf(path))
    for name in begun.pieces[:3]:
        begun.look(name)
    path.write_text(path.read_text() + '\n{"name": "known 7", "to')  # it was stopped while writing
    again = Whole(whole.match, FEW, shelf=Shelf(path))
    assert [again.shelf.get(name) is not None for name in again.pieces[:4]] == [True, True, True, False]
    assert again.shelf.get(again.pieces[0]) == json.loads(json.dumps(whole.shelf.get(whole.pieces[0])))
    again.look(again.pieces[3])
    once_more = Shelf(path)  # what was cut off hides nothing that came after it
    assert [once_more.get(name) is not None for name in again.pieces[:5]] == [True, True, True, True, False]


def test_a_running_match_is_refused():
    match = Match(finished(*MATCH, target="3").game, 3, {}, "running")
    with pytest.raises(LastTrickError, match="still running"):
        Whole(match, FEW)


def test_the_command_prints_what_mattered_and_the_ledger(tmp_path, whole):
    file = tmp_path / "match.json"
    whole.match.save(file)
    shown = run("review", str(file), "--worlds", "128")
    assert "Where the results come from" in shown
    assert run("review", str(file), "--worlds", "128") == shown  # from what was kept
    told = json.loads(run("review", str(file), "--worlds", "128", "--seat", "B", "--json"))
    assert {d["seat"] for d in told["decisions"]} == {1}
    run("review", str(file), "--worlds", "128", "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text()
    assert "The ledger of luck" in page
    assert page.count("(played)") == len(json.loads(run("review", str(file), "--worlds", "128", "--json"))["decisions"])
    assert "10 Tricks Later, 3 players: " in page


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda file: file | {"rules": 999}, "rules version 999"),
        (lambda file: file | {"actions": file["actions"][:5]}, "still running"),
        (lambda file: {"format": "x"}, "not a match file"),
    ],
)
def test_bad_files_get_one_sentence(tmp_path, whole, change, sentence):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(change(whole.match.to_json())))
    assert sentence in run("review", str(file), fails=True)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--worlds", "0"), "not 0"),
        (("--seat=-",), "no seat -"),
        (("--html", "."), ". cannot be written"),
        (("--html", "page.html", "--json"), "not both"),
        (("--html", "nowhere/page.html"), "in a folder that is there"),
    ],
)
def test_bad_wishes_get_one_sentence(tmp_path, whole, asked, sentence):
    whole.match.save(tmp_path / "match.json")
    assert sentence in run("review", str(tmp_path / "match.json"), *asked, fails=True)
