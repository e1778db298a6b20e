"""The built page: small, of these sources, typed, without a host's name in its lock file."""

import gzip
import json
import re
import subprocess

import pytest

import hatch_build

MOST_FIRST_LOAD = 120_000


def first_load(page) -> list:
    """The script and style that index.html asks for, and what those scripts import at once."""
    index = (page / "index.html").read_text()
    found = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', index)
    for name in found:
        if name.endswith(".js"):
            text = (page / name).read_text()
            found += [
                n for n in (f"assets/{m}" for m in re.findall(r'from\s*"\./([^"]+\.js)"', text)) if n not in found
            ]
    return [page / name for name in found]


def test_the_first_load_is_small(built):
    size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in first_load(built))
    print(f"first load: {size / 1000:.1f} kB gzip of script and style, at most {MOST_FIRST_LOAD / 1000:.0f}")
    assert 10_000 < size <= MOST_FIRST_LOAD


def test_no_board_is_in_the_first_load(built):
    text = "".join(path.read_text() for path in first_load(built) if path.suffix == ".js")
    assert "TTL-20" not in text
    assert "wouldStandAlone" not in text


def test_nothing_inline_that_the_content_policy_forbids(built):
    index = (built / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", index)
    assert not re.search(r"\sstyle=|\son[a-z]+=", index)


def test_what_is_fresh_is_not_built_again(built):
    assert hatch_build.is_fresh()
    assert hatch_build.PageHook.dependencies(None) == []


def test_every_source_of_the_page_is_in_git():
    listed = subprocess.run(["git", "ls-files", "web"], cwd=hatch_build.ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    own = [path for path in hatch_build.sources() if path.is_relative_to(hatch_build.WEB)]
    names = {path.relative_to(hatch_build.ROOT).as_posix() for path in own}
    assert names - set(listed.stdout.split()) == set()


def test_the_lock_file_names_no_host_and_installs_everywhere():
    lock = json.loads((hatch_build.WEB / "package-lock.json").read_text())
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]
    assert all("integrity" in entry for name, entry in lock["packages"].items() if name)
    assert sum(name.startswith("node_modules/@rolldown/binding") for name in lock["packages"]) >= 15


def test_types_are_clean(built):
    node, npm = hatch_build.npm()
    done = subprocess.run([node, npm, "run", "check"], cwd=hatch_build.WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
