"""`lasttrick check`: can this data file be played? Said at once; nothing is compiled."""

from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import GameName


def check(
    game: GameName,
    file: Annotated[Path, typer.Argument(help="A data file, as lasttrick data prints one.")],
    option: Annotated[
        str, typer.Option(help="Check the file as another option than data, such as one of its entries.")
    ] = "data",
) -> None:
    """Say whether a data file can be played, with how many players, and what is different from the game's own."""
    from lasttrick.core.data import read_data_file
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
    for line in differences(house if option == "data" else house.get(option), content, ""):
        print(line)


def differences(house, mine, where: str) -> list[str]:
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
    return [f"  {where}: {_shown(mine)} instead of {_shown(house)}"]


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _are_named(value) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) and "id" in entry for entry in value)


def _shown(value) -> str:
    import json

    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}…"
