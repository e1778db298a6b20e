"""`lasttrick games`: what there is to play, and what each game lets a table choose."""

import json

from lasttrick.cli.options import Json


def games(as_json: Json = False) -> None:
    """List the games with their players, options and variants."""
    from lasttrick.games import NAMES, about

    faces = [about(name) for name in NAMES]
    if as_json:
        print(json.dumps([_facts(face) for face in faces], indent=1))
        return
    from rich.console import Console

    console = Console()
    for face in faces:
        console.print(
            f"[bold]{face.title}[/bold]  [cyan]{face.name}[/cyan]  {_players(face)} players, {face.minutes} minutes"
        )
        console.print(f"  {face.pitch}", highlight=False)
        console.print(_options(face))
        for preset, settings in face.presets.items():
            means = " ".join(f"{k}={v}" for k, v in settings.items())
            console.print(f"  [green]preset[/green] {preset}: {means}", highlight=False)
        console.print()


def _options(face):
    from rich.table import Table

    table = Table("option", "possible (default)", "meaning", box=None, padding=(0, 1, 0, 2), header_style="dim")
    for option in face.options:
        default = "by players" if callable(option.default) else option.default
        possible = option.possible() if default is None else f"{option.possible()} ({default})"
        table.add_row(f"[green]{option.name}[/green]", possible, f"{option.sentence} [dim]{option.clause}[/dim]")
    return table


def _players(face) -> str:
    return f"{face.players[0]}–{face.players[-1]}"


def _facts(face) -> dict:
    return {
        "name": face.name,
        "title": face.title,
        "players": list(face.players),
        "minutes": face.minutes,
        "pitch": face.pitch,
        "rules_version": face.rules_version,
        "options": [
            {
                "name": option.name,
                "possible": option.possible(),
                "default": {n: option.default_for(n) for n in face.players}
                if callable(option.default)
                else option.default,
                "sentence": option.sentence,
                "clause": option.clause,
            }
            for option in face.options
        ],
        "presets": face.presets,
    }
