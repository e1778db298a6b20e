"""`lasttrick review`: what each decision of a finished match was worth, and how lucky everybody was."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import Json
from lasttrick.cli.replay import read_text
from lasttrick.cli.working import Workers


def review(
    file: Annotated[Path, typer.Argument(help="A match file of a finished match.")],
    seat: Annotated[str, typer.Option(metavar="A", help="Only the decisions of this seat.")] = "",
    worlds: Annotated[
        int | None,
        typer.Option(
            help="Worlds that weigh a decision; a verdict in doubt takes some times as many.", show_default=False
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page instead of text.")] = None,
    as_json: Json = False,
    workers: Workers = 0,
) -> None:
    """Look at a finished match again: every decision from what its seat could know, and the ledger of luck.

    An interrupted review goes on where it was when the same command is given again.
    """
    from lasttrick import games
    from lasttrick.appraisal.appraise import Budget
    from lasttrick.appraisal.whole import Shelf, Whole, budget_for, name_of
    from lasttrick.cli.ready import open_game
    from lasttrick.core.errors import LastTrickError
    from lasttrick.core.match import read_match
    from lasttrick.core.sources import cache_root
    from lasttrick.core.words import read_seat

    if html is not None and as_json:
        raise LastTrickError("Give --html for a page or --json for programs, not both.")
    given = None if worlds is None else Budget(worlds).worlds
    recorded = read_match(read_text(file), lambda name: open_game(name) if name in games.NAMES else games.game(name))
    seats = [read_seat(seat)] if seat else list(range(recorded.players))
    if not 0 <= seats[0] < recorded.players:
        raise LastTrickError(f"The match has no seat {seat}; its seats are A to {'ABCDEFGH'[recorded.players - 1]}.")
    if html is not None and (html.is_dir() or not html.parent.is_dir()):
        raise LastTrickError(f"{html} cannot be written: it is to be a file in a folder that is there.")
    usual = budget_for(recorded.game, len(recorded.decisions))
    budget = replace(usual, worlds=given or usual.worlds)
    shelf = Shelf(cache_root() / "reviews" / f"{name_of(recorded, budget, 0)}.jsonl")
    whole = Whole(recorded, budget, 0, shelf)
    _look(whole, workers)
    told = whole.to_json(seats)
    if html is not None:
        from lasttrick.lab.review_page import page

        try:
            html.write_text(page(told, file.name), encoding="utf-8")
        except OSError as error:
            raise LastTrickError(f"{html} cannot be written: {error.strerror}.") from None
        print(f"Written to {html}.", file=sys.stderr)
    elif as_json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        print_review(told)


def _look(whole, workers: int) -> None:
    """All pieces, with a bar on the error stream."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Looking at decisions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("", total=len(whole.pieces))
            whole.look_at_all(workers, lambda done, of: progress.update(task, completed=done))
    except KeyboardInterrupt:
        print("lasttrick: Stopped; what was finished is kept, and the same command goes on.", file=sys.stderr)
        raise typer.Exit(130) from None


def print_review(told: dict) -> None:
    """The review as text for people."""
    from lasttrick.appraisal import words
    from lasttrick.appraisal.words import continuation_in_words, ledger_rows, sentence, split_in_words

    decisions = {decision["number"]: decision for decision in told["decisions"]}
    print(f"{words.outcome(told)}\n")
    print("What mattered most:" if told["mattered"] else "No decision can be shown to have cost anything.")
    for entry in told["mattered"]:
        print(f"  {sentence(decisions[entry['number']])}")
        if entry["split"]:
            print(f"      {split_in_words(entry['split'])}")
        if entry["continuation"]:
            print(f"      {continuation_in_words(entry['continuation'])}")
    print(words.LOSSES)
    for stage in dict.fromkeys(decision["stage"] for decision in told["decisions"]):
        print(f"\n{told['parts'][str(stage)]}")
        for decision in told["decisions"]:
            if decision["stage"] == stage:
                print(f"  {sentence(decision)}")
    print("\nWhere the results come from")
    for row in [words.LEDGER_HEAD, *ledger_rows(told)]:
        print("  " + "".join(f"{cell:>14}" for cell in row))
    print("")
    for limit in [words.LEDGER, *told["limits"]]:
        print(limit)
