"""Data by command: print the game's own, check a file at once, give its shape to an editor."""

import json
import os
import subprocess
import sys

import jsonschema
import pytest

from lasttrick.games import about

GAMES = ("zombie_escape", "trick_to_survival")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "lasttrick", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def house(game: str) -> dict:
    return json.loads(about(game).house_file.read_text(encoding="utf-8"))


@pytest.mark.uncompiled
@pytest.mark.parametrize("game", GAMES)
def test_what_data_prints_passes_check_and_fits_its_schema(tmp_path, game):
    printed = run("data", game).stdout
    assert json.loads(printed) == house(game)
    (tmp_path / "mine.json").write_text(printed)
    checked = run("check", game, str(tmp_path / "mine.json"))
    players = ", ".join(map(str, about(game).players))
    assert checked.stdout == f"{tmp_path}/mine.json can be played with {players} players.\n"
    schema = json.loads(run("data", game, "--schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(house(game), schema)


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("zombie_escape", {"max_days": 0}),
        ("zombie_escape", {"days": 4}),
        ("zombie_escape", {"damage_kinds": {"H1": {"wholes": -1, "halves": 0}}}),
        ("trick_to_survival", {"weeks": 99}),
        ("trick_to_survival", {"events": [{"id": "E", "name": "x", "ops": [["gain", "alive", "Q", 1]]}]}),
        ("trick_to_survival", {"events": [{"id": "E", "name": "x"}]}),
        ("trick_to_survival", {"traits": [{"id": "T", "name": "x"}]}),
    ],
)
def test_schema_and_check_refuse_the_same(tmp_path, game, change):
    (tmp_path / "mine.json").write_text(json.dumps({**house(game), **change}))
    assert run("check", game, str(tmp_path / "mine.json")).returncode == 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**house(game), **change}, about(game).data_schema())


@pytest.mark.uncompiled
def test_check_says_what_is_different(tmp_path):
    data = house("trick_to_survival")
    data["traits"][7]["if"] = "total >= 12"
    (tmp_path / "mine.json").write_text(json.dumps(data), encoding="utf-8-sig")  # as Windows editors save it
    shown = run("check", "trick_to_survival", str(tmp_path / "mine.json")).stdout
    assert '  traits.T08.if: "total >= 12" instead of "total >= 10"\n' in shown


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("zombie_escape", "null", "holds null, which is no data."),
        ("zombie_escape", "{", "is not JSON"),
        ("trick_to_survival", '{"weks": 3}', "data has no entry 'weks'. Did you mean weeks?"),
        ("scout", "{}", "SCOUT has no data file"),
    ],
)
def test_a_wrong_file_gets_one_sentence(tmp_path, game, text, sentence):
    (tmp_path / "mine.json").write_text(text)
    done = run("check", game, str(tmp_path / "mine.json"))
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(sentence) or sentence in done.stderr
    assert "?." not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.uncompiled
def test_a_role_that_makes_what_it_takes_is_refused(tmp_path):
    data = house("trick_to_survival")
    data["roles"][0] |= {"input": "M", "output": "M"}
    (tmp_path / "mine.json").write_text(json.dumps(data))
    assert "role R1 makes M out of M" in run("check", "trick_to_survival", str(tmp_path / "mine.json")).stderr


@pytest.mark.uncompiled
@pytest.mark.parametrize("command", ["simulate", "report", "compare", "arena"])
@pytest.mark.parametrize("change", [{"max_days": -1}, {"damage_piles": {"3": {"H1": 1}}}])
def test_wrong_data_is_told_before_anything_is_compiled(tmp_path, command, change):
    """With an empty cache a compiled game leaves something in it."""
    (tmp_path / "mine.json").write_text(json.dumps({**house("zombie_escape"), **change}))
    more = ["--bots", "random,heuristic"] if command == "arena" else []
    values = f"data=default,{tmp_path}/mine.json" if command == "compare" else f"data={tmp_path}/mine.json"
    arguments = [command, "zombie_escape", "-p", "3", "--option", values, "--out", str(tmp_path / "x.parquet"), *more]
    done = run(*arguments, LASTTRICK_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 1
    assert next(iter(change)) in done.stderr
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.uncompiled
def test_a_whole_file_for_one_entry_is_named_as_what_it_is():
    from lasttrick.core.errors import LastTrickError

    with pytest.raises(LastTrickError, match="traits was given a whole data file; give the file as data"):
        about("trick_to_survival").check(4, {"traits": house("trick_to_survival")})
