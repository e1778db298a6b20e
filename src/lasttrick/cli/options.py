"""Arguments that several commands share."""

from pathlib import Path
from typing import Annotated, Any

import typer

from lasttrick.core.about import About
from lasttrick.core.data import read_data_file
from lasttrick.core.errors import LastTrickError


def begin_with(incomplete: str) -> list[str]:
    """For a shell that completes: the games whose names begin so."""
    from lasttrick.games import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game by name; see lasttrick games.", autocompletion=begin_with),
]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many seats; the most the game allows if not said.")
]
Seed = Annotated[
    str | None, typer.Option("--seed", "-s", help="Any number or text; the same seed gives the same deals.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="A rule option; may be given several times. See lasttrick games."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for another program instead of text for people.")]


def data_files(given: list[str] | None) -> dict[str, str]:
    """By option, the names of the data files among the options."""
    pairs = [item.partition("=") for item in given or []]
    return {name: Path(value).name for name, _, value in pairs if value.endswith(".json")}


def read_options(given: list[str] | None, about: About) -> dict[str, Any]:
    """`["rescue=strict"]` as `{"rescue": "strict"}`; a data file is read here, and only here."""
    options: dict[str, Any] = {}
    for item in given or []:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise LastTrickError(f"Option {item!r} is not of the form NAME=VALUE.")
        if name in options and options[name] != value:
            raise LastTrickError(f"Option {name} is given twice, as {options[name]} and as {value}; give it once.")
        options[name] = value
    for option in about.options:
        if option.check and str(options.get(option.name, "")).endswith(".json"):
            options[option.name] = read_data_file(options[option.name])
    return options
