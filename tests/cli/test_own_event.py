"""The page "write your own event": it names every operation, and what it shows can be checked and played."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lasttrick.games import about
from lasttrick.games.trick_to_survival.content.expressions import Counter
from lasttrick.games.trick_to_survival.content.program import FORMS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "write-your-own-event.md").read_text(encoding="utf-8")
EVENTS, TRAITS = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
HOUSE = json.loads(about("trick_to_survival").house_file.read_text(encoding="utf-8"))

pytestmark = pytest.mark.uncompiled


def test_the_page_names_every_operation_with_its_arguments_and_an_example_that_passes():
    told = dict(re.findall(r"^\| `(\w+)`([a-z ]*)\|", PAGE, re.MULTILINE))
    assert {name: form.strip() for name, form in told.items()} == FORMS
    for example in re.findall(r"\| `(\[.*?\])` \|", PAGE):
        event = {"id": "X", "name": "x", "ops": [json.loads(example)]}
        about("trick_to_survival").check(4, {"data": {**HOUSE, "events": [event]}})


def test_the_page_names_everything_that_can_be_counted():
    for counter in Counter:
        assert f"`{counter.name.lower()}`" in PAGE


def test_its_events_and_traits_pass_and_are_played(tmp_path):
    """A deck of the page's events alone, and nobody dies: all of them are drawn."""
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({**HOUSE, "traits": [*HOUSE["traits"], *TRAITS], "events": [*HOUSE["events"], *EVENTS]}))
    command = [sys.executable, "-m", "lasttrick"]
    checked = subprocess.run(
        [*command, "check", "trick_to_survival", str(mine)], capture_output=True, text=True, check=True
    )
    assert "can be played with 2, 3, 4, 5 players" in checked.stdout
    assert "events.E31" in checked.stdout
    longer = {**HOUSE, "death_wounds": 60, "weeks": 1}
    mine.write_text(json.dumps({**longer, "traits": [*HOUSE["traits"], *TRAITS], "events": EVENTS}))
    arguments = ["trace", "trick_to_survival", "-p", "3", "--seed", "1", "-o", f"data={mine}"]
    played = subprocess.run(
        [*command, *arguments], env={**os.environ, "LASTTRICK_PLAIN": "1"}, capture_output=True, text=True, check=True
    )
    told = [event for line in played.stdout.splitlines() for event in json.loads(line).get("story", [])]
    assert {"E31", "E32"} <= {value for event in told for value in event.values() if isinstance(value, str)}
