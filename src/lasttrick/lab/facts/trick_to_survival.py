"""The Trick To Survival, as the lab reads it."""

import numpy as np

from lasttrick.games.trick_to_survival.codes import card
from lasttrick.games.trick_to_survival.content import data_of
from lasttrick.games.trick_to_survival.state import CARDS, SEATS, Ending, Event
from lasttrick.lab.facts import Cards, Facts, Histogram, Rule
from lasttrick.lab.notes import CardOp

TYPES = {
    "F": ("Food", "#c9a227"),
    "W": ("Water", "#2f6db5"),
    "A": ("Ammunition", "#777777"),
    "M": ("Medicine", "#c23b3b"),
    "H": ("Shelter", "#8a6d3b"),
    "S": ("Sanity", "#7a4aa0"),
}

KNOWN = {
    "random": "Random bots do not know their traits: the figure shows how often a trait comes true by itself, not how "
    "hard it is for somebody who plays for it.",
    "heuristic": "These bots pursue their traits one step ahead: trades, suit actions and leads all along, tokens and "
    "wounds in the last two days. Somebody who plans for a trait may find it easier than the figure says; search shows "
    "more of that.",
}


def facts(players: int, blank, options: dict) -> Facts:
    def names(table: str) -> tuple[str, ...]:
        return tuple(entry["name"] for entry in data_of(blank.content)[table])

    return Facts(
        rounds_field="week",
        round_word="week",
        score_word="wins",
        round_event=Event.WEEK_STARTS,
        trick_event=Event.TRICK_WON,
        lead=(Event.LEADS_FIRST, 0),
        rules=(
            Rule("days", "a day begins", Event.DAY_STARTS),
            Rule("raises", "a leader raises the difficulty", Event.RAISED, 1, players + 1),
            Rule("events", "an event is drawn", Event.EVENT),
            Rule("changes", "the suit of a card is changed", Event.CHANGED),
            Rule("boosts", "a card is boosted", Event.BOOSTED),
            Rule("wards_used", "a ward takes a wound", Event.WARD_USED),
            Rule("wounds", "a player is wounded", Event.WOUNDED),
            Rule("deaths", "a player dies", Event.DIED),
            Rule("successes", "a challenge succeeds", Event.SUCCESS),
            Rule("failures", "a challenge fails", Event.FAILURE),
            Rule("thefts", "a token is stolen", Event.STOLE),
            Rule("trades", "an offer is accepted", Event.ACCEPTED),
            Rule("refusals", "an offer is declined", Event.DECLINED),
            Rule("crafts", "a token is made out of two others", Event.CRAFTED),
        ),
        histograms=(
            Histogram("difficulty", "Difficulty the leader sets", Event.RAISED, 1),
            Histogram("event", "Events drawn", Event.EVENT, 0, dict(enumerate(names("events")))),
        ),
        first_of="event",
        cards=(
            Cards(Event.DEALT, CardOp.DEAL, many=True),
            Cards(Event.PLAYED, CardOp.PLAY),
            Cards(Event.TRICK_WON, CardOp.GAIN),
        ),
        card_names=tuple(card(c) for c in range(CARDS)),
        card_words=lambda name: f"{TYPES[name[0]][0]} {name[1:]}",
        card_colour=lambda name: TYPES[name[0]][1],
        card_group=lambda name: f"value {name[1:]}",
        captured_word="the winner of a trick",
        phase_field="question",
        columns=_columns,
        arrived="arrived",
        acted_on=("wounds", "deaths", "failures"),
        arrived_words="of the seats that arrive, the share whose condition holds",
        known=KNOWN,
        groups=(("trait", names("traits")), ("role", names("roles"))),
    )


def _columns(ends, players: int) -> dict[str, np.ndarray]:
    """Of the last states: how many are alive, whether each seat arrived, and its trait and role."""
    found = {"alive": sum((ends["alive"] >> seat) & 1 for seat in range(SEATS))}
    for name in ("trait", "role"):
        for seat in range(players):
            found[f"{name}_{'ABCDE'[seat]}"] = ends[name][:, seat]
    for seat in range(players):
        found[f"arrived_{'ABCDE'[seat]}"] = ((ends["alive"] >> seat) & 1) * (ends["ending"] == Ending.SAFE_HOUSE)
    return found
