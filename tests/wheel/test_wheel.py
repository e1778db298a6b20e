"""The package as others get it: a wheel, installed apart from the checkout, used in an empty folder.

In short form the wheel is installed alone and borrows the libraries of the environment that runs the tests; in long
form every Python that is found gets an environment of its own with everything from the package index. The Python that
runs the tests follows the docs at length, the others with fewer matches: what may differ there is not how many.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONG = os.environ.get("LASTTRICK_LONG") == "1"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
OWN_CODE = """
from pathlib import Path

import lasttrick
from lasttrick.envs.vector import ManyMatches


def longest(seeds: list[int]) -> int:
    most = 0
    for seed in seeds:
        match = lasttrick.new_match("scout", players=3, seed=seed)
        while not match.over:
            seat: int = match.acting[0]
            match.apply(seat, match.legal(seat)[0])
        most = max(most, len(match.decisions))
        match.save(Path(f"{seed}.json"))
    return most


many = ManyMatches("scout", 8, 3)
reveal_type(lasttrick.new_match("scout"))
reveal_type(many.digest(0))
longest(["one"])
"""


def run(*command, **ways) -> str:
    """What a command prints; its environment knows nothing of the checkout."""
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=known, **ways)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory) -> Path:
    """A Python with the wheel in it, and the libraries of this one beside."""
    folder = tmp_path_factory.mktemp("alone") / "env"
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    found = python_of(folder)
    run(sys.executable, "-m", "pip", "--python", found, "install", "--quiet", "--no-deps", "--no-index", wheel)
    place = run(found, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    Path(place, "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return found


def python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def follow(python: Path, folder: Path, form: str) -> list[dict]:
    """Follow the docs there; what went wrong is said."""
    place = run(python, "-c", "import lasttrick; print(lasttrick.__file__)", cwd=folder).strip()
    assert not Path(place).is_relative_to(ROOT)
    said = run(python, "-P", Path(__file__).with_name("follow.py"), ROOT / "docs", form, cwd=folder)
    done = [json.loads(line) for line in said.splitlines()]
    wrong = [f"{step['page']}: {step['text']}\n{step['error']}" for step in done if step["error"]]
    assert not wrong, "\n".join(wrong)
    return done


def test_the_tutorial_and_all_commands_of_the_docs_run_from_the_wheel_in_an_empty_folder(python, tmp_path):
    """Games: ten_tricks_later, scout, zombie_escape and trick_to_survival are made ready for this."""
    done = follow(python, tmp_path, "short")
    assert len([step for step in done if not step["unrun"]]) >= 35


def test_what_the_docs_tell_to_install_can_be_installed(wheel):
    with zipfile.ZipFile(wheel) as files:
        (metadata,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        extras = set(re.findall(r"^Provides-Extra: (\w+)", files.read(metadata).decode(), re.MULTILINE))
    told = set()
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for names in re.findall(r"pip install '?lasttrick\[([\w,]+)\]", page.read_text(encoding="utf-8")):
            told |= set(names.split(","))
    assert told <= extras
    assert {"server", "lab", "envs"} <= told


def test_the_wheel_has_the_page_the_rules_the_types_and_all_licences(wheel):
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    assert {"lasttrick/py.typed", "lasttrick/web/index.html", "lasttrick/pages/scout.md"} <= set(names)
    kept = {Path(name).name for name in names if "/licenses/" in name}
    assert kept == {"LICENSE", *(path.name for path in (ROOT / "licences").iterdir())}
    assert not [name for name in names if name.endswith((".ts", ".svelte")) or "/tests/" in name]


def check_types(python: Path, folder: Path) -> None:
    """Strict mypy sees the types of the installed package, and an error in code of one's own."""
    (folder / "own.py").write_text(OWN_CODE, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "own.py"]
    said = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=folder).stdout
    assert 'Revealed type is "lasttrick.core.match.Match"' in said
    assert 'Revealed type is "str"' in said.replace("builtins.", "")
    errors = [line for line in said.splitlines() if " error: " in line]
    assert len(errors) == 1, said
    assert 'List item 0 has incompatible type "str"; expected "int"' in errors[0]


def find_python(version: str) -> str | None:
    """A Python of this version: in the path, or among those of pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = [str(path) for path in sorted(kept.glob(f"{version}.*/bin/python"))]
    return found[-1] if found else shutil.which(f"python{version}")


@pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")
@pytest.mark.parametrize("version", PYTHONS)
def test_each_python_installs_it_from_the_index_and_follows_the_docs(version, wheel, tmp_path):
    found = find_python(version)
    if found is None:
        pytest.skip(f"no Python {version} on this machine")
    run(found, "-m", "venv", tmp_path / "env")
    python = python_of(tmp_path / "env")
    wanted = f"{wheel}[envs,lab,server]"
    installed = subprocess.run([str(python), "-m", "pip", "install", "--quiet", wanted], capture_output=True, text=True)
    if installed.returncode:
        pytest.skip(f"Python {version}: {installed.stderr.strip().splitlines()[-1]}")
    here = tmp_path / "here"
    here.mkdir()
    form = "long" if version == ".".join(map(str, sys.version_info[:2])) else "short"
    done = follow(python, here, form)
    check_types(python, tmp_path)
    print(f"Python {version}: {len(done)} examples and commands of the docs followed, {form} form")
