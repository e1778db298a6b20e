"""`lasttrick trace`: one whole match, everything visible, as JSON lines."""

import json

from lasttrick.cli.options import GameName, Options, Players, Seed, read_options


def trace(game: GameName, players: Players = None, seed: Seed = "0", option: Options = None) -> None:
    """Play one match at random and print every outcome, decision, event and position as JSON lines.

    The first line says what is played; chance and decisions follow in the order in which they happen.

    Each decision has its legal actions, its story and the complete position after it; the last line is the result.
    """
    from lasttrick.cli.ready import open_game
    from lasttrick.core.match import Match
    from lasttrick.core.trace import random_choice, trace_decisions

    opened = open_game(game, "table")
    options = opened.about.automatic_options(read_options(option, opened.about))
    match = Match(opened, players, options, seed)
    for line in trace_decisions(match, random_choice(int(match.key[0]))):
        print(json.dumps(line, ensure_ascii=False))
