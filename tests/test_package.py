"""The package: a base install names what it leaves out, what is shipped has its licence, the version is told."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

import lasttrick
from lasttrick.cli import app
from lasttrick.cli.extras import SERVER

pytestmark = pytest.mark.uncompiled
ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements) -> set[str]:
    return {re.split(r"[<>=\[ ]", item)[0].replace("_", "-") for item in requirements}


def blocked(libraries, code: str) -> str:
    """The last line of the error stream of a process in which these libraries are not installed."""
    program = f"""
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {tuple(libraries)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {tuple(libraries)!r} else found(name, *more)
sys.meta_path.insert(0, Missing())
{code}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1]


def command(line: str) -> str:
    return f"sys.argv = {['lasttrick', *line.split()]!r}\nfrom lasttrick.cli import main\nmain()"


@pytest.mark.parametrize(("line", "what"), [("serve", "The table server"), ("verify match.json", "Verifying a match")])
def test_without_the_servers_libraries_a_command_names_the_extra(line, what):
    said = blocked(["litestar", "uvicorn"], command(line))
    assert said == f"lasttrick: {what} needs litestar, uvicorn: pip install 'lasttrick[server]'."


def test_without_psycopg_the_extra_is_named():
    code = "from lasttrick.server.store import open_engine\nopen_engine('postgresql+psycopg://me@nowhere/tables')"
    assert blocked(["psycopg"], code).endswith("Postgres needs psycopg: pip install 'lasttrick[postgres]'.")


@pytest.mark.parametrize(
    "line",
    [
        "games --json",
        "rules scout",
        "simulate ten_tricks_later -n 2 --bots heuristic",
        "trace ten_tricks_later -s 1",
        "data zombie_escape",
        "ready scout",
    ],
)
def test_the_command_line_needs_nothing_of_an_extra(line, monkeypatch):
    """The commands that an install without extras brings, one each of a kind."""
    monkeypatch.setenv("LASTTRICK_PLAIN", "1")
    libraries = [*SERVER, "polars", "scipy", "gymnasium", "openskill", "pettingzoo", "pyspiel"]
    ended = "import atexit\natexit.register(lambda: print('the end', file=sys.stderr))\n"
    assert blocked(libraries, ended + command(line)) == "the end"


def test_a_checkout_has_what_the_extras_bring():
    extras, dev = PROJECT["project"]["optional-dependencies"], names(PROJECT["dependency-groups"]["dev"])
    assert not names([*extras["server"], *extras["lab"], *extras["envs"]]) - dev
    assert names(extras["server"]) == {name.replace("_", "-") for name in SERVER}


def test_the_version_is_told():
    done = CliRunner().invoke(app, ["--version"])
    assert (done.exit_code, done.output.strip()) == (0, f"lasttrick {lasttrick.__version__}")


def test_shells_can_complete():
    assert "--install-completion" in CliRunner().invoke(app, ["--help"]).output
    for words, wanted in {"lasttrick rep": ["report", "replay"], "lasttrick report sc": ["scout"]}.items():
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_LASTTRICK_COMPLETE": "complete_bash"}
        command = [sys.executable, "-c", "import sys; from lasttrick.cli import main; sys.argv = ['lasttrick']; main()"]
        done = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True)
        assert done.stdout.split() == wanted


def test_fonts_icons_and_scripts_of_the_page_have_their_licences():
    import json

    wanted = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    fonts = [name.partition("/")[2] for name in wanted if name.startswith("@fontsource/")]
    fonts += [path.stem for path in (ROOT / "web" / "src" / "fonts").glob("*.woff2")]
    assert len(fonts) == 10
    kept = {path.stem for path in (ROOT / "licences").iterdir()}
    assert {f"font-{font}" for font in fonts} | {"game-icons", "svelte", "qrcode-generator"} <= kept
    for font in fonts:
        assert "SIL OPEN FONT LICENSE" in (ROOT / "licences" / f"font-{font}.txt").read_text(encoding="utf-8").upper()
    assert PROJECT["project"]["license-files"] == ["LICENSE", "licences/*"]


def test_the_package_is_typed():
    assert (ROOT / "src" / "lasttrick" / "py.typed").exists()


def test_bots_are_told_without_a_terminal_where_they_are_compiled(capsys):
    from lasttrick.cli.ready import get_ready
    from lasttrick.core.sources import watchers
    from lasttrick.games import game

    def compiles(_) -> None:
        for watch in watchers:
            watch("best_looking")

    get_ready(game("scout"), "heuristic", lambda _: None)
    get_ready(game("scout"), "heuristic", compiles)
    assert capsys.readouterr().err == "Compiling heuristic for SCOUT, once: best looking\n"
    assert not watchers


@pytest.mark.parametrize("bot", ["random", "heuristic", "net"])
def test_a_simulation_compiles_whole_matches_and_nothing_else(bot, monkeypatch):
    from importlib import import_module

    from lasttrick.games import game
    from lasttrick.lab.plan import make_plan

    played, ready = [], import_module("lasttrick.cli.ready")
    monkeypatch.setattr("lasttrick.lab.tally.play_one", lambda plan, as_rows: played.append(as_rows))
    monkeypatch.setattr(ready, "open_game", lambda *parts: pytest.fail("more is compiled"))
    plan = make_plan(game("scout"), 3, 10, "1", [bot], {})
    ready.get_matches_ready(game("scout"), plan, as_rows=False)
    assert played == [False]


def test_compiling_is_told_without_a_terminal(capsys):
    from lasttrick.cli.ready import _watched

    with _watched("Compiling SCOUT for this machine, once") as report:
        report("dealing", 0, 8)
        report("ready", 1, 1)
    assert capsys.readouterr().err.splitlines() == [
        "Compiling SCOUT for this machine, once: dealing (1 of 8)",
        "Compiling SCOUT for this machine, once: ready (1 of 1)",
    ]
