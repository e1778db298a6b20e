"""`lasttrick check`: can this data file be played, or what does a game not bring? Said at once; nothing is compiled."""

from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import GameName


def check(
    game: GameName,
    file: Annotated[
        Path | None, typer.Argument(help="A data file, as lasttrick data prints one. Without it, the game itself.")
    ] = None,
    option: Annotated[
        str, typer.Option(help="Check the file as another option than data, such as one of its entries.")
    ] = "data",
) -> None:
    """Say whether a data file can be played, and how it differs from the game's own; or what a game lacks."""
    if file is None:
        _say_what_is_missing(game)
    else:
        _check_file(game, file, option)


def _say_what_is_missing(name: str) -> None:
    from lasttrick import checks, games

    game = games.game(name)
    for sentence in checks.missing(game) or [f"{game.about.title} brings everything that a game may bring."]:
        print(sentence)


def _check_file(game: str, file: Path, option: str) -> None:
    from lasttrick.core.data import differences, read_data_file
    from lasttrick.core.errors import LastTrickError
    from lasttrick.games import about

    face = about(game)
    if face.house_file is None:
        raise LastTrickError(f"{face.title} has no data file; its options are in lasttrick games.")
    content = read_data_file(str(file))
    if face.option(option).check is None:
        raise LastTrickError(f"Option {option} of {face.title} is no data; it can be {face.option(option).possible()}.")
    counts, refused = [], []
    for players in face.players:
        try:
            face.check(players, {option: content})
            counts.append(players)
        except LastTrickError as error:
            refused.append(f"Not with {players} players: {error}")
    if not counts:
        raise LastTrickError(refused[0].partition(": ")[2])
    print(f"{file} can be played with {', '.join(map(str, counts))} players.")
    for line in refused:
        print(line)
    house = read_data_file(str(face.house_file))
    for line in differences(house if option == "data" else house.get(option), content):
        print(f"  {line}")
