"""SCOUT, as the lab reads it."""

from lasttrick.games.scout.notation import card
from lasttrick.games.scout.state import CARDS, FACES, HAND_SIZES, NUMBERS, UPRIGHT, Chance, Event, RoundEnd, card_of
from lasttrick.lab.facts import Cards, Facts, Histogram, Rule, outcome
from lasttrick.lab.notes import CardOp


def facts(players: int, blank, options: dict) -> Facts:
    return Facts(
        rounds_field="round_number",
        trick_word="capture",
        round_event=Event.ROUND_STARTS,
        trick_event=Event.CAPTURED,
        lead=(Event.ROUND_STARTS, 1),
        score=(Event.ROUND_SCORE, 4, 5),
        rules=(
            Rule("plays", "a set is played", Event.PLAYED),
            Rule("captures", "a set is captured", Event.CAPTURED),
            Rule("scouts", "a card is scouted", Event.SCOUTED),
            Rule("double_actions", "a Double Action is used", Event.MARKER_PAID),
            Rule("emptied", "the last card of a set is scouted away", Event.TABLE_EMPTY),
            Rule(
                "condition_i", "a round ends because a hand is empty", Event.ROUND_ENDS, 0, RoundEnd.OUT, RoundEnd.OUT
            ),
            Rule(
                "condition_ii",
                "a round ends because nobody beats a set",
                Event.ROUND_ENDS,
                0,
                RoundEnd.SCOUTED,
                RoundEnd.STUCK,
            ),
            Rule("stalled", "a round is stopped", Event.ROUND_ENDS, 0, RoundEnd.STALLED, RoundEnd.STALLED),
        ),
        histograms=(
            Histogram("captured_cards", "Cards captured at once", Event.CAPTURED, 1),
            Histogram("cards_left", "Cards that count against a seat at the end of a round", Event.ROUND_SCORE, 3),
        ),
        cards=(
            Cards(outcome(Chance.DEAL), CardOp.DEAL_ALL),
            Cards(Event.PLAYED, CardOp.PLAY, many=True),
            Cards(Event.SCOUTED, CardOp.LIFT),
            Cards(Event.CAPTURED, CardOp.TAKE_OLDER),
        ),
        card_names=tuple(card(UPRIGHT[c]) for c in range(CARDS)),
        card_words=lambda name: f"{name.partition('/')[0]} and {name.partition('/')[2]}",
        card_group=lambda name: f"higher number {name.partition('/')[2]}",
        card_of=tuple(int(card_of(face)) if face % NUMBERS != face // NUMBERS else 0 for face in range(FACES)),
        per_hand=int(HAND_SIZES[players]),
    )
