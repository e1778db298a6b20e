"""The pages about environments: nothing that exists lacks its place, and the how-to trains an agent as written."""

import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lasttrick import games
from lasttrick.envs.vector import ManyMatches
from tests.envs.worlds import LONG

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "reference" / "environments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", games.OURS)
def test_every_section_of_an_observation_is_on_the_page(name):
    game = games.game(name)
    row = next(
        line for line in PAGE.splitlines() if line.startswith(f"| {game.about.title} | {game.observation_size:,} |")
    )
    assert row.split("|")[3].strip() == f"{game.actions:,}"
    assert re.findall(r"`(\w+)` (\d+)", row) == [(s.name, str(s.size)) for s in game.meanings.SECTIONS]


def test_every_argument_of_the_vector_environment_is_on_the_page():
    arguments = list(inspect.signature(ManyMatches.__init__).parameters)[1:-1]
    assert not [name for name in arguments if f"`{name}`" not in PAGE]


@pytest.mark.uncompiled
def test_no_script_of_the_docs_claims_the_impossible_beside_none_or_all():
    """An agent that wins everything wins 100 % ± 0 by a normal interval."""
    pages = {page.name: page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md")}
    scripts = {name: "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)) for name, text in pages.items()}
    assert not [name for name, script in scripts.items() if "1.96" in script or "±" in script]


@pytest.mark.skipif(not LONG, reason="trains for a minute; LASTTRICK_LONG=1 asks for it")
@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="torch is not installed; the how-to says how")
def test_the_how_to_trains_an_agent_that_beats_random(tmp_path):
    page = (DOCS / "how-to" / "train-an-agent.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "train.py").write_text(script, encoding="utf-8")
    command = [sys.executable, "train.py", "--minutes", "1", "--out", "agent.npz"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    print(done.stdout.splitlines()[-1])
    share = re.search(r"random bots: ([\d.]+) %.* of the wins", done.stdout)
    assert share is not None
    assert float(share[1]) > 45
    play = [sys.executable, "-m", "lasttrick", "play", "scout", "-p", "3", "--bot", "agent.npz"]
    assert subprocess.run(play, cwd=tmp_path, input="q\n", text=True, check=False).returncode == 0
