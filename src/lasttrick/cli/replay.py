"""`lasttrick replay`: read a match file aloud."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import Json
from lasttrick.core.errors import LastTrickError


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise LastTrickError(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise LastTrickError(f"{path} is not a match file: it is not text.") from None


def replay(
    file: Annotated[Path, typer.Argument(help="A match file, as saved by lasttrick play --save.")],
    as_json: Json = False,
) -> None:
    """Replay a match file and tell it; with --json as the lines of lasttrick trace."""
    from lasttrick import games
    from lasttrick.cli.ready import open_game
    from lasttrick.core.match import Match, read_match
    from lasttrick.core.trace import recorded_choice, trace_decisions
    from lasttrick.core.words import position_text, seat_letter, sentence

    text = read_text(file)
    recorded = read_match(text, lambda name: open_game(name) if name in games.NAMES else games.game(name))
    again = Match(recorded.game, recorded.players, recorded.options, json.loads(text)["seed"], fork=recorded.fork)
    for line in trace_decisions(again, recorded_choice(recorded.decisions)):
        if as_json:
            print(json.dumps(line, ensure_ascii=False))
        elif "action" in line:
            print(f"{seat_letter(line['seat'])}: {line['action']}")
            for event in line["story"]:
                print(f"    {sentence(recorded.game, event)}")
        elif "result" in line:
            result = line["result"]
            winners = " and ".join(seat_letter(s) for s in result["winners"]) or "nobody"
            print(f"Won by {winners}; scores {result['scores']}; ended by {result['ending']}.")
    if not again.over and not as_json:
        print("The match is not over. The position:")
        print(position_text(recorded.game.notation.write(again.state)))
