"""Zombie Escape, as the lab reads it."""

import numpy as np

from lasttrick.games.zombie_escape.codes import deck
from lasttrick.games.zombie_escape.data import check_data, content
from lasttrick.games.zombie_escape.state import JOINING, Chance, Ending, Event
from lasttrick.lab.facts import Cards, Facts, Histogram, Rule, outcome
from lasttrick.lab.notes import CardOp


def facts(players: int, blank, options: dict) -> Facts:
    data = content(check_data(options.get("data")))
    places = {**PLACES, **data.get("locations", {})}
    return Facts(
        title=data.get("title", ""),
        rounds_field="day",
        round_word="day",
        trick_word="turn",
        score_word="damage",
        round_event=Event.DAY_STARTS,
        trick_event=Event.CAUGHT,
        lead=(Event.LED, 0),
        leads_tricks=True,
        score=(Event.DAY_DAMAGE, 1, 2),
        lower_wins=True,
        rules=(
            Rule("returns", "zombies come back from the graveyard", Event.RETURNED),
            Rule("moves", "a zombie moves to another player", Event.MOVED),
            Rule("caught_by_1000", "somebody is caught by a danger of 1000 or more", Event.CAUGHT, 1, 1000),
            Rule("caught_by_herd", "somebody is caught by a zombie of several cards", Event.CAUGHT, 2, 2),
            Rule("recoveries", "a damage card brings recovery", Event.RECOVERED),
            Rule("flips", "a damage card is turned face down for it", Event.FLIPPED),
            Rule("ended_by_damage", "the match ends by damage", Event.OVER, 0, Ending.DAMAGE, Ending.DAMAGE),
            Rule("reversals", "the victory is reversed", Event.OVER, 1, 1, 1),
        ),
        histograms=(
            Histogram("herd_size", "Cards of the zombie that catches", Event.CAUGHT, 2),
            Histogram("day_damage", "Damage of a seat on a day", Event.DAY_DAMAGE, 1),
        ),
        cards=(
            Cards(outcome(Chance.DEAL), CardOp.DEAL_ALL),
            Cards(Event.LED, CardOp.PLAY),
            Cards(Event.FOLLOWED, CardOp.PLAY),
            Cards(Event.RETURNED, CardOp.LAY, JOINING, many=True),
            Cards(Event.MOVED, CardOp.LAY, JOINING, many=True),
            Cards(Event.CAUGHT, CardOp.TAKE_OWN),
        ),
        card_names=tuple(deck(blank)),
        card_kinds=tuple(name.rstrip("abcdefghijklmnopqrstuvwxyz") for name in deck(blank)),
        card_words=lambda name: _words(name, places),
        card_colour=lambda name: COLOURS.get(name.lstrip("0123456789"), "#555555"),
        card_group=lambda name: "".join(c for c in name if c.isdigit()),
        captured_word="in the zombie that caught the seat",
        per_hand=int(blank.turns),
        columns=_columns,
    )


PLACES = {"S": "Shopping Mall", "H": "Hospital", "M": "Mountain", "Z": "Zombie"}
COLOURS = {"S": "#2f6db5", "H": "#3a9d5d", "M": "#8a6d3b", "Z": "#b03030"}


def _words(name: str, places: dict[str, str]) -> str:
    """A kind of card in words: `17 Hospital`; X is a card of all three places."""
    number, marks = "".join(c for c in name if c.isdigit()), name.lstrip("0123456789")
    return f"{number} {'all places' if marks == 'X' else ' and '.join(places.get(m, m) for m in marks)}"


def _columns(ends, players: int) -> dict[str, np.ndarray]:
    """Of the last states: the most damage anybody has."""
    return {"most_damage": ends["records"][:, :players].max(axis=1)}
