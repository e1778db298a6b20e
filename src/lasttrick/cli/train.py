"""`lasttrick train`: let a network learn a game by playing itself."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Options, Seed, read_options
from lasttrick.core.errors import LastTrickError


def train(
    game: GameName,
    players: Annotated[str, typer.Option(help="Numbers of players to learn, as in 3,4; all if not said.")] = "",
    decisions: Annotated[
        str, typer.Option(metavar="N", help="Decisions to learn from, as in 500k or 9M; 3M take some ten minutes.")
    ] = "3M",
    seed: Seed = "1",
    option: Options = None,
    start: Annotated[
        str, typer.Option(metavar="FILE", help="Go on from this network, or from the one that ships: shipped.")
    ] = "",
    chances: Annotated[
        bool, typer.Option("--chances", help="Learn only who wins; the network then plays as its judgement says.")
    ] = False,
    searches: Annotated[
        int, typer.Option(metavar="N", min=0, help="Learn to choose as plain searches of N iterations do.")
    ] = 0,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder; train-GAME if not said.")] = None,
) -> None:
    """Train a network for a game by self-play, on two cores, and write it to DIR/net.npz.

    The best network so far is kept, as duels find it. An interrupted training goes on where it stopped when the same
    command is given again. Needs the extra `train`, which is torch.
    """
    from lasttrick.cli.ready import open_game
    from lasttrick.games import about
    from lasttrick.lab.training import need_torch

    if searches and chances:
        raise LastTrickError("Give --chances or --searches, not both: one learns who wins, the other what is chosen.")
    numbers = _read_players(about(game), players)
    wanted = read_amount(decisions)
    options = read_options(option, about(game))
    need_torch()
    opened = open_game(game)

    from lasttrick.bots.nets.weights import shipped_net
    from lasttrick.lab.training.run import Plan, Training

    folder = out or Path(f"train-{opened.name}{'-searches' if searches else ''}")
    if start == "shipped" or (searches and not start):
        start = shipped_net(opened).name
    if searches:
        _learn_from_searches(Plan(opened, numbers, options, wanted, str(seed), start), searches, folder)
        return
    training = Training(Plan(opened, numbers, options, wanted, str(seed), start, chances), folder)
    if training.done:
        print(f"Going on after {training.done:,} decisions.", file=sys.stderr)
    try:
        with _live(training) as watch:
            training.run(watch, calibration=min(500_000, max(wanted if chances else wanted // 2, 50_000)))
    except KeyboardInterrupt:
        print(_stopped(folder / "net.npz"), file=sys.stderr)
        raise typer.Exit(130) from None
    print(f"{folder / 'net.npz'}: seat it by its path, as in lasttrick play {opened.name} --bot {folder / 'net.npz'}")


def _learn_from_searches(plan, iterations: int, folder: Path) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from lasttrick.lab.training.searches import learn_from_searches

    try:
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task("Searching", total=plan.decisions)
            found = learn_from_searches(plan, iterations, folder, lambda done: bar.update(task, completed=done))
    except KeyboardInterrupt:
        print(f"Stopped. The matches so far are kept in {folder}; the same command goes on.", file=sys.stderr)
        raise typer.Exit(130) from None
    if found["decisions"]:
        before, after = (f"{found[when]['agrees']:.0%}" for when in ("before", "after"))
        told = f"{after} of {found['decisions']:,} decisions from which it has not learned (before: {before})"
        print(f"Its first choice is the search's in {told}.", file=sys.stderr)
    print(folder / "net.npz")


def _stopped(net: Path) -> str:
    if not net.exists():
        return "Stopped before the first look at its strength: nothing is kept yet."
    return f"Stopped. The best so far is {net}; the same command goes on."


def read_amount(text: str) -> int:
    """`500k` or `200M` or `12345` as a number."""
    units = {"k": 1000, "m": 1_000_000, "b": 1_000_000_000}
    digits, unit = (text[:-1], units[text[-1].lower()]) if text[-1:].lower() in units else (text, 1)
    if not digits.isdecimal() or int(digits) == 0:
        raise LastTrickError(f"--decisions cannot be {text!r}; give a whole number of 1 or more, as in 500k or 200M.")
    return int(digits) * unit


def _read_players(about, text: str) -> tuple[int, ...]:
    if not text:
        return tuple(about.players)
    pieces = [piece.strip() for piece in text.split(",")]
    if not all(piece.isdecimal() and int(piece) in about.players for piece in pieces):
        known = [str(number) for number in about.players]
        raise LastTrickError(
            f"--players cannot be {text!r}; {about.title} has {', '.join(known)} players, "
            f"as in --players {','.join(known)}."
        )
    return tuple(sorted({int(piece) for piece in pieces}))


def _live(training):
    """A bar and a table of the last looks, on the error stream."""
    from contextlib import contextmanager

    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    @contextmanager
    def live():
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        bar = Progress(*columns)
        task = bar.add_task("Learning", total=training.plan.decisions, completed=training.done)
        with Live(Group(bar), console=Console(stderr=True), refresh_per_second=2) as screen:

            def watch(now) -> None:
                rate = now.done / max(now.seconds, 1e-9)
                bar.update(task, completed=now.done, description=f"{rate / 1000:.0f}k decisions a second")
                screen.update(Group(_looks(now), bar))

            yield watch

    return live()


def _looks(training):
    """How strong the network was at the last looks."""
    from rich.table import Table

    table = Table(title="one network against the heuristic in all other seats (1 is even), 95 % intervals")
    table.add_column("decisions", justify="right")
    for number in training.plan.players:
        table.add_column(f"{number} players", justify="right")
    for name in ("entropy", "told chances off by, nats", "best"):
        table.add_column(name, justify="right")
    for look in training.looks[-8:]:
        table.add_row(
            f"{look['decisions']:,}",
            *(_interval(look[f"judgement_{number}"]) for number in training.plan.players),
            f"{look['entropy']:.2f}",
            f"{look['outcome']:.3f}",
            "yes" if look.get("is_best") else "",
        )
    return table


def _interval(found: dict) -> str:
    mean, half = found["times_even"], found["half"]
    return f"{mean:.2f} ({mean - half:.2f} to {mean + half:.2f})"
