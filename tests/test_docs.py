"""Nothing that exists lacks its heading, and links lead somewhere. Examples and commands run in `wheel`."""

import re
from pathlib import Path

import pytest

from lasttrick.cli import app
from lasttrick.games import OURS, about

ROOT = Path(__file__).resolve().parents[1]


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
