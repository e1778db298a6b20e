"""The command line as a newcomer meets it."""

import json
import os
import subprocess
import sys

import pytest

from lasttrick.games import NAMES, about, pages


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "lasttrick", *arguments],
        input=typed,
        env={**os.environ, "COLUMNS": "120", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_lists_every_command():
    shown = run("--help").stdout
    for command in ("games", "rules", "play", "simulate", "trace", "replay", "bench"):
        assert command in shown


def test_games_lists_every_game_with_its_options():
    listed = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in listed] == list(NAMES)
    shown = run("games").stdout
    for name in NAMES:
        assert about(name).title in shown
        assert all(option.name in shown for option in about(name).options)


def test_rules_shows_a_clause_with_the_code_that_carries_it():
    shown = run("rules", "ten_tricks_later", "TTL-20").stdout
    assert "two or more cards of the lead" in shown
    assert "playable_follows" in shown
    assert json.loads(run("rules", "ten_tricks_later", "r06", "--json").stdout)["clause"] == "TTL-R06"
    assert "Decisions (complete list)" in run("rules", "ten_tricks_later").stdout


def test_rules_speak_japanese_too():
    assert "リードカラー" in run("rules", "ten_tricks_later", "20", "--language", "ja").stdout
    assert "決定（全一覧）" in run("rules", "ten_tricks_later", "--language", "ja").stdout


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_can_be_looked_up(name):
    for number, text in pages.clauses(name).items():
        assert pages.clause(name, number) == text
        assert len(text) > len(number)


def test_trace_is_one_whole_match_as_json_lines():
    lines = [
        json.loads(line) for line in run("trace", "ten_tricks_later", "-p", "3", "--seed", "4").stdout.splitlines()
    ]
    header, *middle, last = lines
    assert (header["game"], header["players"]) == ("ten_tricks_later", 3)
    assert [line["chance"] for line in middle[:2]] == ["remove_colour", "deal"]
    decisions = [line for line in middle if "action" in line]
    assert all(line["action"] in line["legal"] for line in decisions)
    assert all({"seat", "legal", "action", "story", "state"} == set(line) for line in decisions)
    assert set(last) == {"result"}
    assert last["result"]["ending"] == "target"


def test_the_same_seed_gives_the_same_trace():
    first, second = (run("trace", "ten_tricks_later", "--seed", "x").stdout for _ in range(2))
    assert first == second != run("trace", "ten_tricks_later", "--seed", "y").stdout


def test_simulate_sums_up_and_repeats_itself():
    arguments = ("simulate", "ten_tricks_later", "--players", "3", "--games", "2500", "--seed", "1", "--json")
    first, second = (json.loads(run(*arguments).stdout) for _ in range(2))
    assert first == second
    assert first["matches"] == 2500
    assert sum(seat["win_share"] for seat in first["seats"]) == pytest.approx(1, abs=0.01)
    assert "win share" in run("simulate", "ten_tricks_later", "-n", "100").stdout


def test_play_asks_explains_and_saves(tmp_path):
    path = tmp_path / "match.json"
    typed = "?\n? play P1\nnonsense\n1\nq\n"
    shown = run("play", "ten_tricks_later", "--players", "3", "--seed", "2", "--save", str(path), typed=typed).stdout
    assert "Type the number or the text of an action" in shown
    assert "TTL-57" in shown
    assert "'nonsense' is not an action" in shown
    saved = json.loads(path.read_text())
    assert saved["actions"][0].startswith("A wish")
    told = run("replay", str(path))
    assert told.returncode == 0
    assert "A: wish no" in told.stdout


def test_play_says_what_would_follow_from_a_card():
    typed = "wish no\n? 1\n? play R8\n? play G5\n? play Y2\n? play B3\nq\n"
    shown = run("play", "ten_tricks_later", "--players", "3", "--seed", "2", typed=typed).stdout
    assert "wins the trick." in shown


def test_play_goes_to_the_end():
    typed = "1\n" * 400
    shown = run("play", "ten_tricks_later", "--players", "3", "--seed", "3", typed=typed)
    assert shown.returncode == 0
    assert "Won by" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "bridge"), "There is no game 'bridge'."),
        (("simulate", "ten_trick_later"), "Did you mean ten_tricks_later?"),
        (("simulate", "ten_tricks_later", "-p", "6"), "10 Tricks Later is for 3 to 4 players, not 6."),
        (("trace", "ten_tricks_later", "-o", "target=0"), "Option target cannot be '0'; possible: a whole number"),
        (("trace", "ten_tricks_later", "-o", "goal=5"), "10 Tricks Later has no option 'goal'."),
        (("trace", "ten_tricks_later", "-o", "target"), "Option 'target' is not of the form NAME=VALUE."),
        (("trace", "ten_tricks_later", "-o", "target=5", "-o", "target=6"), "Option target is given twice"),
        (("trace", "ten_tricks_later", "-o", "preset=english_literal", "-o", "rescue=default"), "it contradicts"),
        (("rules", "ten_tricks_later", "TTL-999"), "have no clause 'TTL-999'."),
        (("replay", "missing.json"), "missing.json cannot be read: No such file or directory."),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, sentence):
    done = run(*arguments)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_data_file_is_read_by_the_command_line(tmp_path):
    from lasttrick.games.zombie_escape.data import house

    path = tmp_path / "short.json"
    path.write_text(json.dumps({**house(), "max_days": 1, "end_damage": 100}))
    lines = run("trace", "zombie_escape", "-p", "3", "-o", f"data={path}").stdout.splitlines()
    assert json.loads(lines[0])["options"]["data"]["max_days"] == 1
    assert json.loads(lines[-1])["result"]["ending"] == "last_day"
    assert "is no data file" not in run("trace", "zombie_escape", "-o", "data=none.json").stdout
    assert "There is no data file 'none.json'" in run("trace", "zombie_escape", "-o", "data=none.json").stderr


def test_an_unreadable_match_file_is_refused(tmp_path):
    path = tmp_path / "picture.json"
    path.write_bytes(b"\x89PNG\r\n\xff\xfe")
    assert "it is not text" in run("replay", str(path)).stderr
    path.write_text('{"format": "lasttrick match 1", "game": "ten_tricks_later"}')
    assert "The match file is damaged" in run("replay", str(path)).stderr
