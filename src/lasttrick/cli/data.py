"""`lasttrick data`: the data that comes with a game, to start an own file from; or its shape for an editor."""

import json
from typing import Annotated

import typer

from lasttrick.cli.options import GameName


def data(
    game: GameName,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the file instead.")] = False,
) -> None:
    """Print the data that comes with a game: lasttrick data zombie_escape > mine.json.

    Change the file, say whether it can be played with lasttrick check, and play it with --option data=mine.json.
    """
    from lasttrick.core.errors import LastTrickError
    from lasttrick.games import about

    face = about(game)
    if face.house_file is None:
        raise LastTrickError(f"{face.title} has no data file; its options are in lasttrick games.")
    if schema:
        assert face.data_schema is not None
        print(json.dumps(face.data_schema(), indent=1))
    else:
        print(face.house_file.read_text(encoding="utf-8"), end="")
