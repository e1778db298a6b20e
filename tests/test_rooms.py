"""Imports run one way between the rooms."""

import ast
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src" / "lasttrick"
MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "checks": {"core", "games", "lessons", "checks"},
    "appraisal": {"core", "games", "bots", "appraisal"},
    "lab": {"core", "games", "bots", "appraisal", "lab"},
    "server": {"core", "games", "bots", "appraisal", "lessons", "server"},
    "lessons": {"core", "games", "lessons"},
    "envs": {"core", "games", "bots", "envs"},
    "cli": {"core", "games", "bots", "appraisal", "lab", "lessons", "server", "envs", "checks", "cli"},
}


def imports(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_a_room_imports_only_what_stands_below_it():
    wrong = []
    for room, allowed in MAY_IMPORT.items():
        for path in (SOURCES / room).rglob("*.py"):
            for module in imports(path):
                parts = module.split(".")
                if parts[0] == "lasttrick" and len(parts) > 1 and parts[1] in MAY_IMPORT and parts[1] not in allowed:
                    wrong.append(f"{path.relative_to(SOURCES)} imports {module}")
    assert not wrong


def test_games_do_not_know_each_other_and_the_core_knows_no_game():
    names = [p.name for p in (SOURCES / "games").iterdir() if (p / "rules.py").exists()]
    for path in SOURCES.rglob("*.py"):
        room = path.relative_to(SOURCES).parts
        text = path.read_text(encoding="utf-8")
        if room[0] == "core":
            assert not [n for n in names if n in text], path
        if room[0] == "games" and len(room) >= 3:
            assert not [n for n in names if n != room[1] and f"games.{n}" in text], path
