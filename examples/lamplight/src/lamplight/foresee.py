"""Lamplight: what follows from an action before it is made; a card that fills the trick is certain, others are not."""

from enum import IntEnum

from lamplight.state import NO_CARD, VALUES, Event, Phase
from lasttrick.core.foresight import FACTS, Foresight
from lasttrick.core.rule import entry
from lasttrick.core.story import EVERYBODY, tell
from lasttrick.core.tricks import trick_winner

SENTENCES = {
    "trick_won": "{seat} wins the trick with {card}.",
    "winning": "{seat} wins the trick as it lies.",
    "lamp": "{seat}'s lamp goes from {before} to {after}.",
    "round_score": "{seat} scores {score}, {total} in all.",
}
PAGE_WORDS = {  # for the page, in English and Japanese
    "fact.trick_won": ("{seat} {seat~win|wins} the trick with {card}", "{seat}が{card}でトリックを取る"),
    "fact.winning": ("{seat} {seat~win|wins} the trick as it lies", "このままなら{seat}がトリックを取る"),
    "fact.lamp": ("{seat's} lamp goes from {before} to {after}", "{seat}のランプは{before}滴から{after}滴に"),
    "fact.round_score": ("{seat} {seat~score|scores} {score}, {total} in all", "{seat}は{score}点、合計{total}点"),
}


class Fact(IntEnum):
    WINNING = FACTS  # seat


@entry
def survey(state, seat, story):
    """[LMP-08] Who wins the trick as it lies."""
    if state.phase == Phase.PLAY and state.played[state.lead] != NO_CARD:
        tell(story, EVERYBODY, Fact.WINNING, trick_winner(state.played, state.lead, state.players, VALUES), 0, 0)


_trials = Foresight(
    __package__, survey, Fact, lambda seen, kind, facts: {"seat": facts[0]}, SENTENCES, uncovers=(Event.ROUND_STARTS,)
)


def foresee(seen, seat: int, action: int) -> list[dict]:
    """The facts of a legal action, from the view of the seat that would make it."""
    trial = _trials.decide(seen, seat, action)
    told = _trials.facts(seen, trial.lines)
    return told + _trials.facts(seen, _trials.survey(trial.after, seat).lines, ())


def standing(seen, seat: int) -> list[dict]:
    """Who wins the trick as it lies."""
    return _trials.facts(seen, _trials.survey(seen, seat).lines, ())
