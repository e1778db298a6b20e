"""The reference pages of observations and actions, written from the words of the games themselves."""

from pathlib import Path

from lasttrick import games
from lasttrick.core.meanings import Axis, Part, observation_version
from tests.contract.tools_page import tools

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"

OBSERVATIONS = """# Observations, number by number

What each number of an observation means, written from the games' own `meanings` (`make reference` writes it anew).
How the interfaces give these numbers is in [environments](environments.md).

A section is a table laid out row by row: the last of its axes runs fastest. So in 10 Tricks Later `trick` is 4 seats
× 41 cards and begins at 85, and the number for the card G1 of the next seat is 85 + 1 × 41 + 8. Seats are counted
from the viewer's own on, clockwise; places that nobody sits in are 0. Where nothing stands under *1 is*, a number is
1 for yes and 0 for no; where each place has its own unit, its name says it.

From Python: `game.meanings.SECTIONS` has all this, `lasttrick.core.meanings.laid_out(sections)` the names of each
number, and `lasttrick.observation_version("scout")` the version, which an agent's file keeps beside its weights.
"""

ACTIONS = """# Actions, row by row

What each action means, written from the games' own `meanings` (`make reference` writes it anew). An action is a
number, the row of the game's action table; `match.text(action)` gives its text and every command takes it.

Rows with the same first word are a table laid out row by row: the last of the axes named here runs fastest. So in 10
Tricks Later `play B1` is 34 + 24. A seat in an action is its number at the table, not counted from the viewer.
"""


def observations() -> str:
    return OBSERVATIONS + "".join(_game(name, "SECTIONS", _sections) for name in games.NAMES)


def actions() -> str:
    return ACTIONS + "".join(_game(name, "ACTION_TABLE", _rows) for name in games.NAMES)


def _game(name: str, parts: str, table) -> str:
    game = games.game(name)
    found = getattr(game.meanings, parts)
    count = sum(part.size for part in found)
    head = f"\n## {game.about.title}\n\nVersion `{observation_version(game)}`; {count:,} in all.\n\n"
    return head + table(found) + _axes(found)


def _sections(sections) -> str:
    lines, at = ["| first | section | shape | means | 1 is |", "|---|---|---|---|---|"], 0
    for section in sections:
        lines.append(f"| {at} | `{section.name}` | {_shape(section)} | {section.meaning} | {section.one} |")
        at += section.size
    return "\n".join(lines) + "\n"


def _rows(table) -> str:
    lines, at = ["| first | text | shape | means |", "|---|---|---|---|"], 0
    for rows in table:
        lines.append(f"| {at} | `{rows.text}` | {_shape(rows)} | {rows.meaning} |")
        at += rows.size
    return "\n".join(lines) + "\n"


def _shape(part: Part) -> str:
    return " × ".join(f"{len(axis)} {axis.name}" for axis in part.axes) or "1"


def _axes(parts) -> str:
    """The places of each axis, once; axes of one name are told apart by how many places they have."""
    found: dict[tuple, Axis] = {}
    for part in parts:
        for axis in part.axes:
            found.setdefault((axis.name, axis.names), axis)
    lines = [f"- **{axis.name}** ({len(axis)}): {_places(axis)}" for axis in found.values()]
    return "\n" + "\n".join(lines) + "\n"


def _places(axis: Axis) -> str:
    if all(name.isdigit() for name in axis.names):
        return f"{axis.names[0]} … {axis.names[-1]}"
    between = "; " if any(", " in name for name in axis.names) else ", "
    return between.join(f"{number} {name}" for number, name in enumerate(axis.names))


PAGES = {"observations.md": observations, "actions.md": actions, "tools.md": tools}
