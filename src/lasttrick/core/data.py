"""Data files: JSON that a designer wrote, read with errors that say where.

Only the command line opens files. A game's data option takes the content, so that nobody who sends options over a
network can make a server read a path.
"""

import json
from pathlib import Path

from lasttrick.core.errors import LastTrickError

MOST_BYTES = 100_000


def read_data_file(name: str):
    """The content of a JSON file, for the command line."""
    path = Path(name)
    if path.suffix != ".json" or not path.is_file():
        raise LastTrickError(f"There is no data file {name!r}; give the path of a file that ends in .json.")
    if path.stat().st_size > MOST_BYTES:
        raise LastTrickError(f"{name} is longer than {MOST_BYTES} bytes; this is no data file.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LastTrickError(f"{name} cannot be read as text: {error}.") from None
    return read_json(text, name)


def read_json(text: str, name: str = "The data"):
    """JSON from text; what is wrong is said with its line and column."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise LastTrickError(f"{name} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise LastTrickError(f"{name} is not a data file: it is nested too deeply.") from None


def _object(pairs) -> dict:
    """A JSON object; a key written twice would silently lose its first value."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise LastTrickError(f"The data has the key {name!r} twice in one place.")
    return dict(pairs)
