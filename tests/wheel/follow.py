"""Follow the docs in an empty folder: examples print what their page says, commands end well.

Run by `test_wheel.py` with the Python in which the package is installed; of the checkout it knows the docs alone. A
line of JSON is printed for each example and command: its page, its text, whether it was run, and what went wrong.

    python -P follow.py DOCS short|long
"""

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\n((?:    [^\n]*\n?)+))?", re.DOTALL)
COMMAND = re.compile(r"^(?:    )?lasttrick ([^\n]*)", re.MULTILINE)
LOOK = "heuristic:mistakes=1"  # stands in for a search, which takes its time

READ_ONLY = {  # commands that are read to the last option and not run, by what is in them
    "--ray": "a cluster has its own check",
    "play paper_lantern": "the package of a new game has its own check",
    "simulate lamplight": "the example's package has its own check",
    "check lamplight": "the example's package has its own check",
    "serve": "the server is started by the command of the README",
}
SLOW = {"ready --bots heuristic,search": "compiles for minutes"}  # the same, in the short form


def pages(docs: Path) -> list[Path]:
    found = [docs.parent / "README.md"]
    return found + [page for room in ("tutorial", "how-to", "reference") for page in sorted((docs / room).glob("*.md"))]


# --- Examples --------------------------------------------------------------------------------------------------------


def follow_examples(page: Path) -> list[dict]:
    """The examples of a page one after the other, each with what the others left behind."""
    space: dict = {}
    found = EXAMPLE.findall(page.read_text(encoding="utf-8"))
    return [follow(page, code, partial(run_example, code, printed, space)) for code, printed in found]


def run_example(code: str, printed: str, space: dict) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, space)
    wanted = [line[4:] for line in printed.rstrip().splitlines()]
    shown = [line.rstrip() for line in out.getvalue().rstrip().splitlines()]
    assert not printed or shown == wanted, f"printed {shown} where the page says {wanted}"


# --- Commands --------------------------------------------------------------------------------------------------------


def follow_commands(page: Path, is_short: bool) -> list[dict]:
    """The commands of a page in its own empty folder."""
    done = []
    for line in COMMAND.findall(page.read_text(encoding="utf-8")):
        text = line.partition("#")[0].strip()
        unrun = READ_ONLY | SLOW if is_short else READ_ONLY
        why = next((why for part, why in unrun.items() if part in text and page.name != "README.md"), "")
        work = partial(read_options, text) if why else partial(run_command, text, is_short)
        done.append(follow(page, f"lasttrick {text}", work, why))
    return done


def read_options(text: str) -> None:
    import typer

    from lasttrick.cli import app

    name, *arguments = shlex.split(text)
    typer.main.get_command(app).commands[name].make_context(name, arguments)


def run_command(text: str, is_short: bool) -> None:
    from typer.testing import CliRunner

    from lasttrick.cli import app

    for part, prepare in GIVEN.items():
        if part in text:
            prepare()
    command, _, kept = text.partition(" > ")
    arguments = smaller(shlex.split(command), is_short)
    if arguments[0] == "serve":
        return serve(is_short)
    done = CliRunner().invoke(app, arguments, input="q\n")
    if done.exit_code:
        raise done.exception or AssertionError(done.output)
    if kept:
        Path(kept).write_text(done.stdout, encoding="utf-8")
    return None


def smaller(arguments: list[str], is_short: bool) -> list[str]:
    """The command with fewer matches."""
    most = 100 if is_short else 2000
    if "--games" in arguments:
        at = arguments.index("--games") + 1
        thinking = arguments[0] == "arena" or any(".npz" in part for part in arguments)
        arguments[at] = str(min(int(arguments[at]), 24 if thinking else most))
    elif arguments[0] in ("report", "compare") and "--rows" not in arguments:
        arguments += ["--games", str(most)]
    return [re.sub(r"search(:\w+=\d+)?", LOOK, part) if is_short else part for part in arguments]


def serve(is_short: bool) -> None:
    """Start a server, ask for its page, and stop it; in the short form nothing is compiled for it."""
    import urllib.request

    command = [sys.executable, "-m", "lasttrick", "serve", "--port", "0", "--metrics", ""]
    known = {**os.environ, "LASTTRICK_PLAIN": "1" if is_short else "0"}
    with subprocess.Popen(command, env=known, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        late = threading.Timer(300, server.kill)
        late.start()
        try:
            greeting = server.stdout.readline()
            url = re.search(r"http://[\d.]+:\d+", greeting)
            assert url, f"the server said {greeting!r}"
            with urllib.request.urlopen(url[0]) as page:
                assert b"<title>" in page.read()
        finally:
            server.send_signal(signal.SIGINT)
            late.cancel()
    assert server.returncode == 0, f"the server ended with {server.returncode}"


# --- What a page takes as given --------------------------------------------------------------------------------------


def own_data() -> None:
    from lasttrick.games import about

    Path("mine.json").write_text(about("zombie_escape").house_file.read_text(encoding="utf-8"), encoding="utf-8")


def played_matches(file: Path, players: int) -> None:
    """Some matches of SCOUT, as people might have left them."""
    import lasttrick

    file.parent.mkdir(exist_ok=True)
    lines = []
    for seed in range(3):
        match = lasttrick.new_match("scout", players=players, seed=seed)
        while not match.over:
            match.apply(match.acting[0], match.legal(match.acting[0])[0])
        lines.append(json.dumps(match.to_json()))
    file.write_text("\n".join(lines), encoding="utf-8")


def agent() -> None:
    import numpy as np

    from lasttrick import games
    from lasttrick.bots.learned import save_agent

    game = games.game("scout")
    rng = np.random.default_rng(1)
    sizes = ((4, game.observation_size), (game.actions, 4))
    save_agent("scout-agent.npz", "scout", 3, [(rng.normal(size=size), np.zeros(size[0])) for size in sizes])


GIVEN: dict[str, Callable[[], None]] = {  # by what is in the command
    "compare zombie_escape --option data=default,mine.json": own_data,
    "gather played.jsonl": lambda: played_matches(Path("played.jsonl"), 4),
    "gather played/": lambda: played_matches(Path("played", "all.jsonl"), 4),
    "play scout --players 3 --bot scout-agent.npz": agent,
}


# --- All of it -------------------------------------------------------------------------------------------------------


def follow(page: Path, text: str, work: Callable[[], object], why_unrun: str = "") -> dict:
    error, begun = "", time.process_time()
    try:
        work()
    except BaseException:
        error = traceback.format_exc()
    spent = round(time.process_time() - begun, 1)
    return {"page": page.name, "text": text, "unrun": why_unrun, "seconds": spent, "error": error}


def take_small_samples() -> None:
    """Reports whose slow samples are a handful."""
    from lasttrick.lab import choices, skill, strong

    choices.MATCHES, choices.WORLDS, skill.DEALS, strong.SEARCH, strong.FEWEST, strong.MATCHES = 3, 4, 25, LOOK, 5, 20
    skill.PAIRINGS = tuple((a, b, 30) for a, b in (("heuristic", "random"), ("random", "heuristic"), (LOOK, "random")))


def main() -> None:
    docs, is_short = Path(sys.argv[1]), sys.argv[2] == "short"
    here = Path.cwd()
    os.environ["LASTTRICK_DATA"] = str(here / "tables")
    if is_short:
        take_small_samples()
    for page in pages(docs):
        folder = here / page.stem
        folder.mkdir()
        os.chdir(folder)
        taught = page.parent.name in ("tutorial", docs.parent.name)
        for done in [*(follow_examples(page) if taught else []), *follow_commands(page, is_short)]:
            print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
