"""10 Tricks Later: what follows from a card before it is played. A full trick is resolved on trial and all of it is
certain; one that is not full yet is judged as it lies, and of that only what no later card can change is certain."""

from enum import IntEnum

from lasttrick.core.foresight import FACTS, Foresight, fact
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, tell
from lasttrick.core.tricks import cards_played
from lasttrick.games.ten_tricks_later.horde import attack_level
from lasttrick.games.ten_tricks_later.rules import judge_trick, round_score
from lasttrick.games.ten_tricks_later.state import ALL_INFECTED, GIVE, NO_CARD, PLAY, WISH_YES, Event, Phase

SENTENCES = {
    "trick_won": "{seat} wins the trick.",
    "one_is_nine": "{card} of {seat} counts 9 beside its 8.",
    "attack_coming": "Whoever wins this trick is attacked, with level {level} at least.",
    "attack": "The horde attacks {seat} with level {level}.",
    "lost": "{seat} loses {card}.",
    "track": "{seat}'s track goes from {before} to {after}.",
    "overflow": "{seat}'s track stays on {track}: {value} more does not fit.",
    "rescued": "{seat} brings {card} inside; track {track}.",
    "ban_ends": "Infected may be led after this trick.",
    "points": "{seat} has {points} points in this round.",
    "change": "{seat} has {points} points in this round, instead of {before}.",
    "round_score": "{seat} scores {score}, {total} in all.",
    "over": "The match is over ({ending}).",
    "gave": "{card} goes out of the round, unseen by the others.",
    "exchange": "You take the Infected 8 and put a card aside, unless the lot falls on another who asks for it.",
}


class Fact(IntEnum):
    POINTS = FACTS  # seat, points of this round so far
    ATTACK_COMING = FACTS + 1  # level
    POINTS_THEN = FACTS + 2  # seat, its points if the trick stays as it lies


def arguments(seen, kind: Fact, facts) -> dict:
    """The facts of a line of the survey by their names."""
    if kind == Fact.ATTACK_COMING:
        return {"level": facts[0]}
    return {"seat": facts[0], "points": facts[1]}


# Of a trick that is not full, later cards can change all but these.
_LASTING = {Fact.ATTACK_COMING, Event.ONE_IS_NINE, Event.BAN_ENDS}


@entry
def survey(state, seat, story):
    """The points so far. [TTL-29] An Infected attacks whoever wins; the trick is judged as it lies."""
    tell_points(state, Fact.POINTS, story)
    trick = cards_played(state.played, state.players)
    if trick & ALL_INFECTED != 0:
        tell(story, EVERYBODY, Fact.ATTACK_COMING, attack_level(trick & ALL_INFECTED), 0, 0)
    if trick != 0:
        judge_trick(state, story)
        tell_points(state, Fact.POINTS_THEN, story)


@rule
def tell_points(state, kind, story):
    for seat in range(state.players):
        tell(story, EVERYBODY, kind, seat, round_score(state, seat), 0)


CAUSES = ("cause",)
_UNCOVERS = (Event.WISHED, Event.ROUND_STARTS)
_trials = Foresight(__package__, survey, Fact, arguments, SENTENCES, _UNCOVERS, CAUSES)


def foresee(seen, seat: int, action: int) -> list[dict]:
    """The facts of a legal action, from the view of the seat that would make it."""
    if action == WISH_YES:
        return [fact("exchange", certain=False)]
    if action < GIVE:
        return []
    trial = _trials.decide(seen, seat, action)
    told = _trials.facts(seen, trial.lines)
    if action < PLAY or trial.tells(Event.ROUND_SCORE):
        return told
    lines = _trials.survey(trial.after, seat).lines
    if trial.after.played[seat] == NO_CARD:
        return told + _changes(seen, lines, Fact.POINTS, certain=True)
    as_it_lies = _trials.facts(seen, [line for line in lines if line[0] != Fact.POINTS], _LASTING)
    return told + as_it_lies + _changes(seen, lines, Fact.POINTS_THEN, certain=False)


def standing(seen, seat: int) -> list[dict]:
    """Who wins the trick as it lies, what is sure about it, and what everybody would score now."""
    if seen.phase != Phase.PLAY:
        return []
    shown = {Fact.POINTS, Event.TRICK_WON, *_LASTING}
    return _trials.facts(seen, [line for line in _trials.survey(seen, seat).lines if line[0] in shown], _LASTING)


def _changes(seen, lines, kind: Fact, certain: bool) -> list[dict]:
    """Whose points of this round change."""
    before = {facts[0]: facts[1] for k, facts in _trials.survey(seen, -1).lines if k == Fact.POINTS}
    after = {facts[0]: facts[1] for k, facts in lines if k == kind}
    return [
        fact("change", certain, seat=s, before=before[s], points=points)
        for s, points in after.items()
        if points != before[s]
    ]
