"""Data files: JSON that a designer wrote, read with errors that say where.

Only the command line opens files. A game's data option takes the content, so that nobody who sends options over a
network can make a server read a path.
"""

import json
import unicodedata
from pathlib import Path

from lasttrick.core.errors import LastTrickError

MOST_BYTES = 32_768  # of all data of a match; the data that comes with the games has some thousands
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")  # control and direction characters, and what is no character
DEEPEST = 8  # objects and lists inside each other
LONGEST_TEXT = 300
LONGEST_NUMBER = 9  # digits


def read_data_file(name: str):
    """The content of a JSON file, for the command line."""
    path = Path(name)
    if path.suffix != ".json" or not path.is_file():
        raise LastTrickError(f"There is no data file {name!r}; give the path of a file that ends in .json.")
    if path.stat().st_size > MOST_BYTES:
        raise LastTrickError(f"{name} is longer than {MOST_BYTES} bytes; this is no data file.")
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
    except (OSError, UnicodeDecodeError) as error:
        raise LastTrickError(f"{name} cannot be read as text: {error}.") from None
    value = read_json(text, name)
    if value is None:
        raise LastTrickError(f"{name} holds null, which is no data.")
    return value


def read_json(text: str, name: str = "The data"):
    """JSON from text; what is wrong is said with its line and column."""
    if len(text) > MOST_BYTES:
        raise _too_much(name)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_number)
    except json.JSONDecodeError as error:
        raise LastTrickError(f"{name} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise LastTrickError(f"{name} is not a data file: it is nested too deeply.") from None
    check_bounds(value, name)
    return value


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > LONGEST_NUMBER:
        raise LastTrickError(f"The data has a number of {len(digits)} digits; {LONGEST_NUMBER} are enough for all.")
    return int(digits)


def _object(pairs) -> dict:
    """A JSON object; a key written twice would silently lose its first value."""
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise LastTrickError(f"The data has the key {name[:80]!r} twice in one place.")
        names.add(name)
    return dict(pairs)


# --- Bounds, before anything is done with what a stranger sent -------------------------------------------------------


def check_bounds(value, name: str) -> None:
    """Refuse data that is too much, too deep, or has too long texts or numbers. Looks at each value once."""
    left, level = MOST_BYTES, [value]
    for _ in range(DEEPEST + 1):
        inside: list = []
        for one in level:
            left -= _length(one, name)
            if left < 0:
                raise _too_much(name)
            if isinstance(one, dict):
                inside += one.keys()
                inside += one.values()
            elif isinstance(one, list | tuple):
                inside += one
        level = inside
        if not level:
            return
    raise LastTrickError(f"{name} is nested too deeply; {DEEPEST} objects and lists inside each other are enough.")


def _length(value, name: str) -> int:
    """About how many bytes a value takes in JSON, without what is inside it."""
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise LastTrickError(f"{name} has a text of {len(value)} letters; {LONGEST_TEXT} are the most.")
        if not value.isprintable() and any(unicodedata.category(c) in _UNSEEN for c in value):
            raise LastTrickError(f"{name} has a text with characters that cannot be seen: {value[:80]!a}.")
        return len(value) + 3
    if isinstance(value, int) and not -(10**LONGEST_NUMBER) < value < 10**LONGEST_NUMBER:
        raise LastTrickError(f"{name} has a number of more than {LONGEST_NUMBER} digits.")
    return 2


def _too_much(name: str) -> LastTrickError:
    return LastTrickError(f"{name} is longer than {MOST_BYTES} bytes; this is no data file.")


# --- What is not as in the game's own data ---------------------------------------------------------------------------


def differences(house, mine, where: str = "") -> list[str]:
    """What is not as in the game's own data, a line each."""
    if house == mine:
        return []
    if isinstance(house, dict) and isinstance(mine, dict):
        return [
            line
            for key in {**house, **mine}
            for line in differences(house.get(key), mine.get(key), _inside(where, key))
        ]
    if _are_named(house) and _are_named(mine):
        old, new = ({entry["id"]: entry for entry in side} for side in (house, mine))
        return differences(old, new, where)
    return [f"{where}: {_shown(mine)} instead of {_shown(house)}"]


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _are_named(value) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) and "id" in entry for entry in value)


def _shown(value) -> str:
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}…"
