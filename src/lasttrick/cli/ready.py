"""Opening a game for a command, with a progress bar while it is compiled for the first time."""


def open_game(name: str):
    """The game, compiled. The first time on a machine this takes a while, so it is shown on the error stream."""
    from lasttrick import games
    from lasttrick.core.warm import is_warm, warm

    game = games.game(name)
    if is_warm(game):
        return game
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"Compiling {game.about.title} for this machine, once")

        def report(what: str, done: int, of: int) -> None:
            progress.update(task, completed=done, total=of, description=f"Compiling {game.about.title}, once: {what}")

        warm(game, report)
    return game
