"""Examples in the docs run and print what they say; nothing that exists lacks its heading."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from lasttrick.cli import app
from lasttrick.games import OURS, about

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorial").glob("*.md"))]
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\n((?:    [^\n]*\n?)+))?", re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_examples_run_and_print_what_the_page_says(page):
    space: dict = {}
    for code, printed in EXAMPLE.findall(page.read_text(encoding="utf-8")):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(code, space)
        if printed:
            wanted = "\n".join(line[4:] for line in printed.rstrip().splitlines())
            shown = "\n".join(line.rstrip() for line in out.getvalue().rstrip().splitlines())
            assert shown == wanted, code


def test_every_command_has_its_heading():
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    commands = [command.callback.__name__.replace("_", "-") for command in app.registered_commands]
    assert commands
    missing = [name for name in commands if f"## `lasttrick {name}`" not in page]
    assert not missing


@pytest.mark.parametrize("name", OURS)
def test_every_game_is_in_the_readme_and_every_option_on_its_rules_page(name):
    assert about(name).title in (ROOT / "README.md").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "reference" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    assert not [option.name for option in about(name).options if f"`{option.name}" not in page]


def test_links_between_pages_lead_somewhere():
    broken = []
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert not broken
