"""The reference page of the tools that a game may use, written from the sources of `core`."""

import ast
import re
from functools import cache
from pathlib import Path

from lasttrick import core

CORE = Path(core.__path__[0])

# What a game may use of each module, in the order of the page.
TOOLS = {
    "rule": "rule entry",
    "fields": "Fields Field Kind Extra names choice",
    "bits": "one has first count lowest without_lowest members pack",
    "tricks": "next_seat seats_with highest lowest suit_cards follow trick_winner cards_played deal_hands list_members "
    "mark_members begin_world",
    "chance": "shuffle deal pick pick_member",
    "story": "Telling tell tell_four tell_six tell_list begin_line only",
    "worlds": "spread spread_set",
    "rng": "below next_word",
    "text": "Cards Actions in_hands teller sentences standing",
    "positions": "Positions Line SeatLines Text trick_line complete_trick read_pairs pairs_text read_number read_word "
    "read_seat_of",
    "meanings": "Axis Section Rows seat_axis one_of",
    "foresight": "Foresight fact",
    "winning": "share_win",
    "about": "About Option Win",
    "words": "seat_letter read_seat",
    "errors": "LastTrickError",
}
CONSTANTS = {
    "fields": "ALL OWN HIDDEN BY_SEAT SMALL NUMBER LARGE SET FLAG SEAT",
    "story": "EVERYBODY SPECTATOR NOBODY",
    "worlds": "NO_LIMIT",
    "foresight": "FACTS",
    "words": "LETTERS",
}

BY_HAND = {  # where the source says it to those who change it, not to those who use it
    ("rule", "rule"): (
        "function",
        "A function of the rules: compiled into those that call it, plain with `LASTTRICK_PLAIN=1`",
    ),
    ("rule", "entry"): (
        "function",
        "A rule that Python and other rooms call, such as `apply`: machine code of its own, cached",
    ),
    ("bits", "has"): ("members, member", "Whether a set has this member"),
    ("bits", "without_lowest"): ("members", "The set without its smallest member"),
    ("fields", "ALL"): ("", "seen by everybody"),
    ("fields", "HIDDEN"): ("", "seen by nobody, which a field is if nothing is said"),
    ("fields", "NUMBER"): ("", "up to 32,767"),
    ("fields", "LARGE"): ("", "up to 2,147,483,647"),
    ("fields", "SEAT"): ("", "a seat, −1 for nobody"),
    ("story", "EVERYBODY"): ("", "the audience of all seats and those who watch"),
    ("worlds", "NO_LIMIT"): ("", "a place may have any number of cards of a group"),
    ("words", "LETTERS"): ("", "the seats, in text"),
}

HEAD = """# The tools of a game

Everything in `lasttrick.core` that a game may use, written from the sources (`make reference` writes it anew). None
of it is a rule: a game's rules call it and carry the clauses. What a game brings is in [the contract](contract.md);
names with a meaning and limits are in [add a game](../how-to/add-a-game.md).
"""


@cache
def source(module: str) -> str:
    return (CORE / f"{module}.py").read_text(encoding="utf-8")


@cache
def said(module: str) -> dict[str, tuple[str, str]]:
    """The functions and classes of a module: their arguments, and the first sentence of what they say."""
    found: dict[str, tuple[str, str]] = {}
    tree = ast.parse(source(module))
    branches = [part for part in tree.body if isinstance(part, ast.If)]
    for node in [*tree.body, *(part for branch in branches for part in branch.body)]:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name not in found:
            found[node.name] = (arguments(node), sentence(ast.get_docstring(node) or node.name.replace("_", " ")))
    return found


def arguments(node: ast.FunctionDef | ast.ClassDef) -> str:
    """The names of the arguments; of a class those of its making, or its fields."""
    if isinstance(node, ast.FunctionDef):
        taken = [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
        return ", ".join(taken + ([f"*{node.args.vararg.arg}"] if node.args.vararg else []))
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return arguments(part).removeprefix("self").removeprefix(", ")
    fields = [
        part.target.id for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]
    return ", ".join(name for name in fields if not name.startswith("_"))


def sentence(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split()).rstrip(".:").replace("|", "·")


def constant(module: str, name: str) -> str:
    """The comment that says what a constant is."""
    found = re.search(rf"^{name}\b[^=]*= .*?  # (.*)$", source(module), re.MULTILINE)
    return found[1] if found else ""


def row(module: str, name: str) -> str:
    """The row of a tool."""
    given, says = BY_HAND.get((module, name)) or said(module).get(name) or ("", constant(module, name))
    assert says, f"core.{module}.{name} is not there, or does not say what it does."
    return f"| `{name}({given})` | {says} |" if given or name in said(module) else f"| `{name}` | {says} |"


def tools() -> str:
    parts = [HEAD]
    for module, names in TOOLS.items():
        first = sentence(ast.get_docstring(ast.parse(source(module))) or "")
        parts.append(f"\n## `core.{module}`\n\n{first}.\n\n| name | says |\n|---|---|\n")
        listed = f"{names} {CONSTANTS.get(module, '')}".split()
        parts.append("\n".join(row(module, name) for name in listed) + "\n")
    return "".join(parts)


def used_in(folder: Path) -> set[tuple[str, str]]:
    """What the modules of a game take from `core`: pairs of module and name."""
    found = set()
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "lasttrick.core":
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lasttrick.core."):
                found |= {(node.module.rpartition(".")[2], alias.name) for alias in node.names}
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                found.add((node.value.id, node.attr))
    return found
