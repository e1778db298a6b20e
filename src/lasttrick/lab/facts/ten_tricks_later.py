"""10 Tricks Later, as the lab reads it."""

from lasttrick.games.ten_tricks_later.notation import card
from lasttrick.games.ten_tricks_later.state import CARDS, HAND, INFECTED_0, Chance, Event
from lasttrick.lab.facts import Cards, Facts, Histogram, Rule, outcome
from lasttrick.lab.notes import CardOp

COLOURS = {
    "R": ("Red", "#c23b3b"),
    "G": ("Green", "#3a9d5d"),
    "Y": ("Yellow", "#c9a227"),
    "B": ("Blue", "#2f6db5"),
    "P": ("Infected", "#7a4aa0"),
}


def facts(players: int, blank, options: dict) -> Facts:
    return Facts(
        rounds_field="round_number",
        round_event=Event.ROUND_STARTS,
        trick_event=Event.TRICK_WON,
        lead=(Event.PLAYED, 0),
        leads_tricks=True,
        score=(Event.ROUND_SCORE, 1, 2),
        rules=(
            Rule("exchanges", "a player takes the Infected 8", Event.EXCHANGED),
            Rule("infected_played", "an Infected is played", Event.PLAYED, 1, INFECTED_0),
            Rule("one_is_nine", "a 1 counts 9 beside its 8", Event.ONE_IS_NINE),
            Rule("attacks", "the horde attacks", Event.ATTACK),
            Rule("strong_attacks", "an attack is of level 8 or more", Event.ATTACK, 1, 8),
            Rule("lost", "a survivor is lost", Event.LOST),
            Rule("rescued", "a survivor comes inside", Event.RESCUED),
            Rule("overflows", "a value does not fit on a track", Event.OVERFLOW),
            Rule("bans_end", "Infected may be led from now on", Event.BAN_ENDS),
        ),
        histograms=(
            Histogram("attack_level", "Level of an attack", Event.ATTACK, 1),
            Histogram("round_score", "Score of a seat in a round", Event.ROUND_SCORE, 1),
        ),
        cards=(
            Cards(outcome(Chance.DEAL), CardOp.DEAL_ALL),
            Cards(Event.PLAYED, CardOp.PLAY),
            Cards(Event.TRICK_WON, CardOp.TAKE_ALL),
        ),
        card_names=tuple(card(c) for c in range(CARDS)),
        card_group=lambda name: "Infected" if name.startswith("P") else f"Survivors {name[1:]}",
        card_words=lambda name: f"{COLOURS[name[0]][0]} {name[1:]}",
        card_colour=lambda name: COLOURS[name[0]][1],
        captured_word="won in a trick",
        per_hand=HAND,
    )
