"""`lasttrick play`: a person against the computer, in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import Options, Players, Seed, read_options


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game by name; asked for if not said.")] = None,
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    bot: Annotated[
        str,
        typer.Option(help="Who plays the others: easy, normal, hard, any bot or an agent's file; one, or one a seat."),
    ] = "normal",
    save: Annotated[Path | None, typer.Option(help="Keep the match in this file, after every decision.")] = None,
) -> None:
    """Play a game in the terminal. You sit in seat A; bots play the other seats.

    Type the number of an action, or the action itself. ? shows what you can type, ? ACTION says what it would do or why
    it is not legal, q stops.
    """
    from rich.console import Console
    from rich.prompt import Prompt

    from lasttrick import games
    from lasttrick.bots.registry import bot_list, check_agents
    from lasttrick.cli.ready import get_bots_ready, open_game
    from lasttrick.cli.table import Table
    from lasttrick.core.match import Match

    console = Console()
    bots = bot_list(bot)
    if game is None:
        for name in games.NAMES:
            console.print(f"  [cyan]{name}[/cyan]  {games.about(name).pitch}", highlight=False)
        game = Prompt.ask("Which game", choices=list(games.NAMES), default=games.NAMES[0], console=console)
    opened = open_game(game, "table")
    match = Match(opened, players, read_options(option, opened.about), seed)
    check_agents(bots, opened, match.players)
    table = Table(match, console, bots, save)
    get_bots_ready(opened, bots)
    table.play()
