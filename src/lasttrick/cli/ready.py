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


def get_ready(game, what: str, step) -> None:
    """Compile or load more, with something to watch meanwhile: a search takes a while the first time."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(f"Getting {what} ready for {game.about.title}; the first time this compiles")
        step(game)


def get_bots_ready(game, names: list[str]) -> None:
    from lasttrick.bots import make_bot

    for name in dict.fromkeys(names):
        get_ready(game, name, make_bot(name).ready)
