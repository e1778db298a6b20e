"""Stable-Baselines3, RLlib, TorchRL and Tianshou, each tried once on our environments by a script beside this page.

They want libraries of their own, often of other versions than ours, so each gets an environment of its own, made here.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).with_name("frameworks")
NEEDED = {"sb3": ["sb3-contrib"], "rllib": ["ray[rllib]", "torch"], "torchrl": ["torchrl"], "tianshou": ["tianshou"]}
LONG = os.environ.get("LASTTRICK_LONG") == "1"


@pytest.mark.uncompiled
def test_each_framework_has_its_script():
    assert {path.stem for path in SCRIPTS.glob("*.py")} == NEEDED.keys()


@pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")
@pytest.mark.parametrize("framework", NEEDED)
def test_a_framework_plays_scout(framework, tmp_path):
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    python = tmp_path / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = [*NEEDED[framework], "pettingzoo", str(ROOT)]
    installed = subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], capture_output=True, text=True)
    if installed.returncode:
        pytest.skip(f"{framework} cannot be installed here: {installed.stderr.strip().splitlines()[-1]}")
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    script = SCRIPTS / f"{framework}.py"
    done = subprocess.run([python, "-P", script], capture_output=True, text=True, env=known, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    print(f"{framework}: {done.stdout.strip().splitlines()[-1]}")
