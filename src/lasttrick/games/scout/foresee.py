"""SCOUT: what follows from a Play or a Scout before it is made: what it beats, what it leaves, which sets it makes."""

from enum import IntEnum

from lasttrick.core import bits
from lasttrick.core.foresight import FACTS, Foresight, Trial, fact
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, only, tell, tell_four
from lasttrick.games.scout.notation import card
from lasttrick.games.scout.rules import score_round, scouts_to_the_end, stronger_by
from lasttrick.games.scout.sets import WHY, neighbours, playable_starts, strength
from lasttrick.games.scout.state import DOUBLE, PLAY, ROW, SCOUT, Event, Phase, RoundEnd

SENTENCES = {
    "beats": "It beats {cards} by its {why}.",
    "captured": "{seat} captures {count}.",
    "scouted": "{seat} takes {card} from the {end}.",
    "marker_paid": "{seat} uses the {word}; a set must be played then.",
    "token": "{seat} gets a {word} and has {tokens}.",
    "chip_paid": "{seat} pays a Scout chip and has {tokens} left.",
    "table_empty": "There is no {word} any more.",
    "leaves": "On the table stays {cards}.",
    "makes": "In the hand stands {cards} together ({kind}).",
    "makes_stronger": "In the hand stands {cards} together ({kind}), stronger than the table.",
    "breaks": "{cards} no longer stands together.",
    "strongest": "The strongest set of the hand is {cards}.",
    "has_set": "{cards} stands together ({kind}).",
    "scouts_left": "{count} more Scouts in a row end the round for {seat}.",
    "round_goes_to": "If it goes on like this, {seat} wins the round with {points}.",
    "points": "{seat} has {captured} captured + {tokens} tokens - {against} in hand = {points} in this round.",
    "change": "{seat} has {points} points in this round instead of {before}.",
    "round_ends": "The round ends ({ending}, {seat}).",
    "round_score": "{seat} scores {captured} captured + {tokens} tokens - {against} in hand = {score}, {total} in all.",
    "over": "The match is over ({ending}).",
}

_KINDS = ("run", "same")  # by `sets.RUN` and `sets.SAME`


class Fact(IntEnum):
    POINTS = FACTS  # seat, captured, tokens, against, points, total
    SCOUTS_LEFT = FACTS + 1  # owner, Scouts
    SET = FACTS + 2  # start, length, kind, 1 if stronger than the Prior Set: of the own hand


@entry
def survey(state, seat, story):
    """[SCT-35] What the round would score now, [SCT-33] how far its end is, and the sets in the seat's own hand."""
    if state.phase != Phase.OVER:
        if state.table_size > 0 and state.players > 2:
            tell(story, EVERYBODY, Fact.SCOUTS_LEFT, state.owner, scouts_to_the_end(state), 0)
        if seat >= 0:
            tell_sets(state, seat, story)
        for other in range(state.players):
            tell_points(state, other, story)


@rule
def tell_points(state, seat, story):
    """As the rules score it, under another name."""
    at = story.used
    score_round(state, seat, story)
    if story.used > at:
        story.lines[at + 2] = Fact.POINTS


@rule
def tell_sets(state, seat, story):
    """[SCT-15] Every longest set of two cards or more, by kind and from left to right."""
    row, size = state.hand[seat], state.hand_size[seat]
    steps = neighbours(row, size)
    prior = strength(state.table, 0, state.table_size)
    for joined in steps:
        start = 0
        while start < size:
            length = 1
            while bits.has(joined, start + length - 1):
                length += 1
            if length > 1:
                is_stronger = bits.has(playable_starts(row, size, steps, length, prior), start)
                tell_four(story, only(seat), Fact.SET, start, length, strength(row, start, length)[1], is_stronger)
            start += length


def arguments(seen, kind: Fact, facts) -> dict:
    """The facts of a line of the survey by their names."""
    if kind == Fact.SCOUTS_LEFT:
        return {"seat": facts[0], "count": facts[1]}
    return dict(zip(("seat", "captured", "tokens", "against", "points"), facts, strict=False))


_trials = Foresight(__package__, survey, Fact, arguments, SENTENCES, uncovers=(Event.HAND_SHOWN, Event.ROUND_STARTS))


def foresee(seen, seat: int, action: int) -> list[dict]:
    """The facts of a legal action, from the view of the seat that would make it."""
    trial = _trials.decide(seen, seat, action)
    if action < PLAY:
        lines = _trials.survey(trial.after, seat).lines
        return [*_strongest(trial.after, lines, seat), *_standing_sets(trial.after, lines, seat)]
    if action < SCOUT:
        return _foresee_play(seen, seat, *divmod(action - PLAY, ROW), trial)
    choice = action - (DOUBLE if action >= DOUBLE else SCOUT)
    told = _trials.facts(seen, trial.lines)
    if trial.tells(Event.ROUND_ENDS):
        return told
    lines = _trials.survey(trial.after, seat).lines
    position = choice % ROW
    made = _sets(trial.after, lines, seat, lambda start, end: start <= position < end)
    return [*told, *_left(trial.after), *made, *_broken(seen, seat, position, made), *_changes(seen, lines)]


def standing(seen, seat: int) -> list[dict]:
    """How many Scouts end the round, what everybody would score now, and who wins it if it goes on like this."""
    if seen.phase == Phase.OVER:
        return []
    lines = [line for line in _trials.survey(seen, seat).lines if line[0] != Fact.SET]
    return [*_trials.facts(seen, lines, {Fact.SCOUTS_LEFT}), *_goes_to(seen, lines)]


def _foresee_play(seen, seat: int, length: int, start: int, trial: Trial) -> list[dict]:
    told = [*_beaten(seen, seat, start, length + 1), *_trials.facts(seen, _surely(seen, trial).lines)]
    if trial.tells(Event.ROUND_ENDS):
        return told
    lines = _trials.survey(trial.after, seat).lines
    made = _sets(trial.after, lines, seat, lambda first, end: first < start < end)
    return [*told, *made, *_changes(seen, lines)]


def _surely(seen, trial: Trial) -> Trial:
    """[SCT-V02] Whether the other of two players is stuck after a Play, depends on a hand that is not seen."""
    for number, (kind, facts) in enumerate(trial.lines):
        if kind == Event.ROUND_ENDS and facts[0] == RoundEnd.STUCK:
            return Trial(trial.lines[:number], trial.after, kind)
    return trial


def _faces(row, start: int, length: int) -> list[str]:
    return [card(int(face)) for face in row[start : start + length]]


def _beaten(seen, seat: int, start: int, length: int) -> list[dict]:
    """[SCT-17] [SCT-18] [SCT-19] What makes the set stronger than the Prior Set."""
    if seen.table_size == 0:
        return []
    why = WHY[stronger_by(seen, seat, start, length)]
    return [fact("beats", cards=_faces(seen.table, 0, seen.table_size), why=why)]


def _left(after) -> list[dict]:
    """[SCT-25] What a Scout leaves on the table."""
    return [fact("leaves", cards=_faces(after.table, 0, after.table_size))] if after.table_size else []


def _sets(after, lines, seat: int, is_meant) -> list[dict]:
    row = after.hand[seat]
    found = [facts for kind, facts in lines if kind == Fact.SET and is_meant(facts[0], facts[0] + facts[1])]
    return [
        fact(
            "makes_stronger" if is_stronger else "makes",
            cards=_faces(row, start, length),
            start=start,
            kind=_KINDS[kind],
        )
        for start, length, kind, is_stronger in found
    ]


def _broken(seen, seat: int, position: int, made: list[dict]) -> list[dict]:
    """The sets that a card put in at this place parts."""
    lines = _trials.survey(seen, seat).lines
    parted = [facts for kind, facts in lines if kind == Fact.SET and facts[0] < position < facts[0] + facts[1]]
    whole = [fact for fact in made if fact["start"] < position < fact["start"] + len(fact["cards"]) - 1]
    return [] if whole else [fact("breaks", cards=_faces(seen.hand[seat], start, n)) for start, n, *_ in parted]


def _strongest(after, lines, seat: int) -> list[dict]:
    """The strongest set of a hand that may be turned round."""
    row = after.hand[seat]
    sets = [facts[:2] for kind, facts in lines if kind == Fact.SET] or [(at, 1) for at in range(after.hand_size[seat])]
    start, length = max(sets, key=lambda block: tuple(strength(row, *block)))
    return [fact("strongest", cards=_faces(row, start, length))]


def _standing_sets(after, lines, seat: int) -> list[dict]:
    """Every longest set of a hand that may be turned round."""
    told = [facts for kind, facts in lines if kind == Fact.SET]
    row = after.hand[seat]
    return [fact("has_set", cards=_faces(row, at, n), start=at, kind=_KINDS[kind]) for at, n, kind, _ in told]


def _goes_to(seen, lines) -> list[dict]:
    """Who has most if everybody to come scouts until that ends the round; where it cannot, who has most now."""
    points = {facts[0]: facts[4] for kind, facts in lines if kind == Fact.POINTS}
    left = next((facts[1] for kind, facts in lines if kind == Fact.SCOUTS_LEFT), 0)
    if seen.phase == Phase.TURN and 0 < left <= seen.table_size:
        owner, n = int(seen.owner), int(seen.players)
        points[owner] += left + int(seen.hand_size[owner])  # [SCT-24] a token each; [SCT-36] nothing for the hand
        for further in range(left):
            points[(int(seen.to_act) + further) % n] -= 1
    most = max(points.values())
    if len(set(points.values())) == 1:
        return []
    return [fact("round_goes_to", certain=False, seat=s, points=most) for s in points if points[s] == most]


def _changes(seen, lines) -> list[dict]:
    """Whose points of the round change."""
    before = {facts[0]: facts[4] for kind, facts in _trials.survey(seen, -1).lines if kind == Fact.POINTS}
    after = [(facts[0], facts[4]) for kind, facts in lines if kind == Fact.POINTS]
    return [fact("change", seat=s, before=before[s], points=points) for s, points in after if points != before[s]]
