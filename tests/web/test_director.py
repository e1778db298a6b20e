"""How a match is told: the director, the words and the stories of the games, run by Node on matches recorded here."""

import json
import os
import random
import subprocess

import pytest

import hatch_build
import lasttrick
from lasttrick import games

RECORDED = [("ten_tricks_later", 3), ("ten_tricks_later", 4), ("scout", 2), ("scout", 4), ("zombie_escape", 3)]
RECORDED += [("zombie_escape", 6), ("trick_to_survival", 2), ("trick_to_survival", 4)]
MOST = 260  # decisions of each match: enough for rounds, days and deaths


def record(game: str, players: int) -> dict:
    """A match between players who choose blindly, as the first seat is told it."""
    options = {"two_player": "oink"} if (game, players) == ("scout", 2) else {}
    match = lasttrick.new_match(game, players=players, seed=11, **options)
    chance, updates = random.Random(5), []

    def hear() -> None:
        story = [{"key": line.pop("event"), "facts": line} for line in map(dict, match.story_for(0))]
        updates.append({"version": len(updates), "story": story, "view": match.describe(0), "acting": match.acting})

    hear()
    while not match.over and len(updates) < MOST:
        seat = chance.choice(match.acting)
        match.apply(seat, chance.choice(match.legal(seat)))
        hear()
    return {"game": game, "players": players, "updates": updates}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("told") / "matches.json"
    path.write_text(json.dumps([record(game, players) for game, players in RECORDED]))
    return path


@pytest.mark.parametrize("part", ["director", "words", "stories"])
def test_what_is_told(recorded, part):
    node, _ = hatch_build.npm()
    command = [node, "--experimental-strip-types", "--no-warnings", "--test", f"test/{part}.test.ts"]
    settings = os.environ | {"RECORDED": str(recorded)}
    done = subprocess.run(command, cwd=hatch_build.WEB, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_every_game_is_recorded():
    assert {game for game, _ in RECORDED} == set(games.OURS)
