"""No change of an observation, an action or a reward goes unnoticed: prints of all three stand beside the version.

After a change that is meant: raise "version" in envs/versions.json (and `VERSION` in the game's `meanings`, if
observations or actions have changed), then `python -m tests.envs.test_versions`.
"""

import hashlib
import json

import numpy as np
import pytest

from lasttrick import games
from lasttrick.core.meanings import fingerprint, observation_version
from lasttrick.envs import loops, rewards, versions
from lasttrick.envs.progress import progress_of
from lasttrick.envs.setting import Desk, Setting
from tests.cases import SHORT, every_game, walk

EVERY = 5  # decisions between two looks


def short_print(*parts) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else repr(part).encode())
    return digest.hexdigest()[:16]


def rounded(numbers) -> bytes:
    return (np.round(np.asarray(numbers, np.float64), 4) + 0.0).tobytes()


def observations(name: str) -> str:
    """What seats see on the way of a match with the fewest and of one with the most players."""
    game = games.game(name)
    numbers, seen = np.zeros(game.observation_size, np.float32), []
    for players in (game.about.players[0], game.about.players[-1]):
        for number, (match, seat, _) in enumerate(walk(name, players, {})):
            if number % EVERY == 0:
                game.view.encode(match.state, seat, numbers)
                seen.append(rounded(numbers))
    return short_print(observation_version(game), fingerprint(game.meanings.SECTIONS), *seen)


def paid(name: str, kind: str) -> list[bytes]:
    """All that a match pays, step by step."""
    players = games.about(name).players[-1]
    desk = Desk(Setting(name, players, SHORT.get(name, {}), kind))
    given = []
    for number, (match, seat, action) in enumerate(walk(name, players, {})):
        if number == 0:
            desk.start(match.key)
        desk.apply(seat, action)
        given.append(rounded(desk.rewards()))
    return given


def prints(name: str) -> dict[str, str]:
    game = games.game(name)
    win = game.about.win
    rules = (win.shared, win.ending, loops.PROGRESS_SHARE, progress_of(game).SENTENCE, rewards.SENTENCES)
    return {
        "observations": observations(name),
        "actions": fingerprint(game.meanings.ACTION_TABLE),
        "rewards": short_print(rules, *(part for kind in rewards.KINDS for part in paid(name, kind))),
    }


@every_game
def test_an_environment_is_what_its_version_says(name):
    kept = versions.kept()[name]
    assert kept["printed"] == kept["version"], "python -m tests.envs.test_versions prints a new version"
    assert kept["prints"] == prints(name), f"the environment of {name} has changed: {__doc__}"


def test_a_changed_observation_is_noticed(monkeypatch):
    game = games.game("ten_tricks_later")
    before, encode = observations("ten_tricks_later"), game.view.encode

    def scaled(state, seat, out):
        encode(state, seat, out)
        out[-1] *= 2

    monkeypatch.setattr(game.view, "encode", scaled)
    assert observations("ten_tricks_later") != before


def test_a_changed_reward_is_noticed(monkeypatch):
    before = prints("ten_tricks_later")["rewards"]
    monkeypatch.setattr(loops, "PROGRESS_SHARE", 0.25)
    assert prints("ten_tricks_later")["rewards"] != before


@pytest.mark.parametrize("name", games.NAMES)
def test_versions_are_in_gymnasiums_registry(name):
    import gymnasium

    from lasttrick.envs.ids import IDS

    assert IDS[name].endswith(f"-v{versions.version(name)}")
    assert gymnasium.spec(IDS[name]).kwargs["game"] == name


if __name__ == "__main__":
    found = json.loads(versions.FILE.read_text(encoding="utf-8"))
    for game_name in games.NAMES:
        entry, new = found[game_name], prints(game_name)
        if entry.get("printed", 0) < entry["version"]:
            entry |= {"printed": entry["version"], "prints": new}
        elif entry["prints"] != new:
            print(f"{game_name} has changed: raise its version in {versions.FILE.name} first.")
    versions.FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
