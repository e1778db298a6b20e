"""`lasttrick puzzles`: find positions with a proved answer, or let a bot solve those that come with the package."""

import json
import sys
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Json, Players


def puzzles(
    game: GameName,
    matches: Annotated[
        int, typer.Option("--games", metavar="N", help="Look for new ones in so many matches of bots.", min=0)
    ] = 0,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="Other matches for another number.", min=0)] = 0,
    bot: Annotated[str, typer.Option(metavar="BOT", help="Let this bot solve the puzzles of the package.")] = "",
    as_json: Json = False,
) -> None:
    """Puzzles of a game: positions in which some actions are proved to be better than all others.

    Lists those that come with the package; with --games finds new ones, with --json prints them whole, a line each.
    """
    from lasttrick.appraisal.puzzles import find, shipped
    from lasttrick.cli.ready import open_game
    from lasttrick.core.errors import LastTrickError

    if bot and matches:
        raise LastTrickError("Give --games to find puzzles or --bot to have them solved, not both.")
    if not matches and (players or seed):
        raise LastTrickError("--players and --seed say where new puzzles are looked for; give --games with them.")
    if bot and as_json:
        raise LastTrickError("--json prints puzzles; what a bot solves is told in one sentence, without it.")
    opened = open_game(game)
    if bot:
        _solve(opened, bot)
        return
    count = players or (4 if 4 in opened.about.players else max(opened.about.players))
    if count not in opened.about.players:
        raise LastTrickError(f"{opened.about.title} is not played by {count}.")
    found = find(opened, count, matches, seed) if matches else iter(shipped(opened.name))
    _print(found, as_json)


def _print(found, as_json: bool) -> None:
    """Each as it is found; those without a puzzle only count."""
    count = looked = 0
    for puzzle in found:
        if puzzle is None:
            looked += 1
            continue
        count += 1
        if as_json:
            print(json.dumps(puzzle.to_json(), ensure_ascii=False), flush=True)
        else:
            print(f"{count}: {_sentence(puzzle)}", flush=True)
    print(f"{count} puzzles" + (f" in {looked} matches." if looked else "."), file=sys.stderr)


def _sentence(puzzle) -> str:
    """`B, decision 17: play R4 or play R5; 12.1 in a hundred ahead, surely 8.0`."""
    from lasttrick.core.words import seat_letter

    gap, lower = (min(getattr(g, name) for g in puzzle.gaps) for name in ("gap", "lower"))
    where = f"{seat_letter(puzzle.seat)}, decision {puzzle.step + 1}"
    return f"{where}: {' or '.join(puzzle.answers)}; {100 * gap:.1f} in a hundred ahead, surely {100 * lower:.1f}"


def _solve(game, bot: str) -> None:
    from lasttrick.appraisal.puzzles import shipped, solve
    from lasttrick.core.errors import LastTrickError

    puzzles = shipped(game.name)
    if not puzzles:
        raise LastTrickError(f"No puzzles of {game.about.title} come with the package; find some with --games.")
    kept = solve(puzzles, bot, game)[0]
    right = (kept == 1.0).sum()
    print(f"{bot}: {right} of {len(kept)} solved, {100 * kept.mean():.1f} of a hundred of the chance kept")
