"""The Trick To Survival: what follows from an answer before it is given, and how the trick, the upkeep of tonight and
the secret stand."""

from enum import IntEnum

import numpy as np

from lasttrick.core import bits
from lasttrick.core.foresight import FACTS, Foresight, Trial, fact
from lasttrick.core.rule import entry, rule
from lasttrick.core.story import EVERYBODY, only, tell, tell_four
from lasttrick.games.trick_to_survival.camp import is_upkeep_skipped, offer_parts
from lasttrick.games.trick_to_survival.challenge import card_value, extra_tokens, lay_card, sum_needed
from lasttrick.games.trick_to_survival.codes import card, suit
from lasttrick.games.trick_to_survival.conditions import holds
from lasttrick.games.trick_to_survival.outcome import highest, sum_played, trumps_needed, trumps_played
from lasttrick.games.trick_to_survival.state import (
    ACCEPT,
    CRAFT,
    NO_CARD,
    NO_SEAT,
    NO_TRAIT,
    OFFER,
    PASS,
    PLACE,
    PLAY,
    REVEAL_YES,
    SEATS,
    SUITS,
    SWAP,
    TARGET,
    Ask,
    Ending,
    Event,
    suit_of,
)
from lasttrick.games.trick_to_survival.table import is_alive, pay
from lasttrick.games.trick_to_survival.wounds import take_wound, wound

SENTENCES = {
    "trick": "The trick has {sum} of {needed} and {trumps} of {trumps_needed} trumps.",
    "reward": "A success brings {extras} extra tokens to hand out.",
    "counts": "{card} counts {value}.",
    "played": "{card} of {seat} counts {value}.",
    "trick_won": "{seat} wins the trick with {card}.",
    "event_comes": "Nobody followed the first card: an event comes.",
    "value": "The challenge's value is {value}.",
    "need": "The challenge needs {trumps} trumps.",
    "cards_change": "Every card in the trick changes by {change}.",
    "no_wounds": "A failure hurts nobody.",
    "success": "Success: {trumps} trumps, {sum} of {needed}.",
    "failure": "Failure: {trumps} trumps, {sum} of {needed}.",
    "leader": "{seat} becomes the leader.",
    "gained": "{seat} gains {count} {suit}.",
    "paid": "{seat} pays {count} {suit}.",
    "assigned": "{other} gets a {suit}.",
    "spared": "{other} is spared.",
    "wounded": "{seat} is wounded and has {wounds}.",
    "healed": "{seat} is healed of {count}.",
    "died": "{seat} dies.",
    "ward_taken": "{seat} has a ward.",
    "ward_used": "The ward of {seat} is used up.",
    "shows_secret": "Everybody sees your secret.",
    "to_river": "The dead carry the trick to day {day}.",
    "took": "{seat} takes {card} from the river.",
    "placed": "{card} goes to the river of tomorrow.",
    "switched": "{seat} puts {card} down on day {day} and takes {taken}.",
    "stole": "{seat} takes a {suit} from {other}.",
    "swap": "{other} gets {card}, and a random card comes back.",
    "asks": "Then {seat} is asked: {question}.",
    "no_effect": "The action has no effect.",
    "gave": "{seat} gives {other} a {suit}.",
    "crafted": "{seat} makes a {suit} out of two {paid_suit}.",
    "trade": "{other} gets {count} {suit} of {seat} for {wanted} {wanted_suit}.",
    "upkeep": "Tonight {seat} lacks {missing}: a wound for each.",
    "upkeep_paid": "Tonight {seat} lacks nothing.",
    "upkeep_kills": "Tonight {seat} dies of the wounds, unless a ward helps.",
    "no_upkeep": "No upkeep today.",
    "secret_met": "The secret of {seat} is met.",
    "secret_not_met": "The secret of {seat} is not met.",
    "over": "The match is over ({ending}).",
}


class Fact(IntEnum):
    TRICK = FACTS  # sum, needed, trumps, trumps needed
    REWARD = FACTS + 1  # extra tokens
    COUNTS = FACTS + 2  # card, value, 1 if trump: of the own night card
    UPKEEP = FACTS + 3  # seat, set of missing types
    UPKEEP_PAID = FACTS + 4  # seat
    UPKEEP_KILLS = FACTS + 5  # seat
    SECRET_MET = FACTS + 6  # seat
    SECRET_NOT_MET = FACTS + 7  # seat


_NIGHTLY = (Fact.UPKEEP, Fact.UPKEEP_PAID, Fact.UPKEEP_KILLS)
_SECRETS = (Fact.SECRET_MET, Fact.SECRET_NOT_MET)


@entry
def survey(state, seat, story):
    """The challenge with the cards that lie there, the secrets that this seat knows, and tonight's upkeep."""
    if state.ask != Ask.OVER:
        tell_secrets(state, seat, story)
        if state.challenge_card != NO_CARD and state.multiplier > 0:
            tell_trick(state, seat, story)
        tell_upkeep(state, story)


@rule
def tell_trick(state, seat, story):
    """[TTS-31] [TTS-32] [TTS-33] What is there and what is needed; [TTS-101] the own night card as if it lay there."""
    if seat >= 0 and state.chosen[seat] != NO_CARD:
        lay_silently(state, seat, state.chosen[seat], story)
        is_trump = state.suit_now[seat] == suit_of(state.challenge_card)
        tell(story, only(seat), Fact.COUNTS, state.chosen[seat], card_value(state, seat), is_trump)
    trumps, needed = trumps_played(state), trumps_needed(state)
    tell_four(story, EVERYBODY, Fact.TRICK, sum_played(state), sum_needed(state), trumps, needed)
    tell(story, EVERYBODY, Fact.REWARD, extra_tokens(state), 0, 0)
    winner = highest(state, bits.first(SEATS))
    if winner != NO_SEAT:
        tell(story, EVERYBODY, Event.TRICK_WON, winner, state.played[winner], 0)


@rule
def lay_silently(state, seat, card, story):
    is_on = story.on
    story.on = 0
    lay_card(state, seat, card, story)
    story.on = is_on


@rule
def tell_secrets(state, seat, story):
    """[TTS-91] Whether a trait holds now: the own one, and those that all have seen."""
    for other in range(state.players):
        is_shown = bits.has(state.shown, other)
        if (is_shown or other == seat) and state.trait[other] != NO_TRAIT:
            is_met = is_alive(state, other) and holds(state, other, state.trait_at[state.trait[other]])
            kind = Fact.SECRET_MET if is_met else Fact.SECRET_NOT_MET
            tell(story, EVERYBODY if is_shown else only(seat), kind, other, 0, 0)


@rule
def tell_upkeep(state, story):
    """[TTS-67] [TTS-69] What each of the living would lack tonight and whether it would kill, wards left aside."""
    if is_upkeep_skipped(state):
        tell(story, EVERYBODY, Event.NO_UPKEEP, 0, 0, 0)
        return
    alive = np.int64(state.alive)
    for seat in range(state.players):
        if bits.has(alive, seat):
            missing = keep_up_silently(state, seat, story)
            tell(story, EVERYBODY, Fact.UPKEEP if missing != 0 else Fact.UPKEEP_PAID, seat, missing, 0)
            if not is_alive(state, seat):
                tell(story, EVERYBODY, Fact.UPKEEP_KILLS, seat, 0, 0)


@rule
def keep_up_silently(state, seat, story):
    """Pay and suffer; gives the set of types that are missing."""
    is_on = story.on
    story.on = 0
    missing = missing_at_upkeep(state, seat, story)
    wound(state, seat, bits.count(missing))
    while state.wounds_due > 0:
        take_wound(state, story)
    story.on = is_on
    return missing


@rule
def missing_at_upkeep(state, seat, story):
    missing = np.int64(0)
    for kind in range(SUITS):
        if pay(state, seat, kind, 1, story) > 0:
            missing |= bits.one(kind)
    return missing


def arguments(seen, kind: Fact, facts) -> dict:
    """The facts of a line of the survey by their names."""
    if kind == Fact.TRICK:
        named = dict(zip(("sum", "needed", "trumps", "trumps_needed"), facts, strict=False))
        return {**named, "enough": facts[0] >= facts[1] and facts[2] >= facts[3]}
    if kind == Fact.REWARD:
        return {"extras": facts[0]}
    if kind == Fact.COUNTS:
        return {"card": card(facts[0]), "value": facts[1], "trump": bool(facts[2])}
    if kind == Fact.UPKEEP:
        return {"seat": facts[0], "missing": [suit(kind) for kind in bits.members(facts[1])]}
    return {"seat": facts[0]}


_UNCOVERS = (Event.TURNED_UP, Event.CHALLENGE, Event.EVENT, Event.TRAIT_SHOWN)
CAUSES = ("cause", "special", "trump")
_trials = Foresight(__package__, survey, Fact, arguments, SENTENCES, _UNCOVERS, CAUSES)

_NOON_QUESTIONS = {Ask.FOOD, Ask.SWITCH, Ask.STEAL, Ask.SWAP, Ask.TARGET}


def foresee(seen, seat: int, action: int) -> list[dict]:
    """The facts of a legal answer, from the view of the seat that would give it."""
    if seen.ask == Ask.NIGHT:
        return _foresee_night(seen, seat, action)
    trial = _trials.decide(seen, seat, action)
    told = [*_deed(seen, seat, action), *_trials.facts(seen, trial.lines), *_ending(action, trial)]
    if trial.uncovered == Event.EVENT:
        told.append(fact("event_comes"))
    if not trial.is_whole:
        return told
    if OFFER <= action < CRAFT:
        accepted = _trials.then(trial.after, seat, int(trial.after.to_act), ACCEPT)
        return told + _changes(seen, seat, accepted, certain=False)
    return told + _noon(action, trial) + _trick(seen, seat, trial) + _changes(seen, seat, trial, certain=True)


def standing(seen, seat: int) -> list[dict]:
    """The trick as it lies, the secrets that this seat knows, and what would be missing tonight."""
    return _trials.facts(seen, _trials.survey(seen, seat).lines, lasting={Event.NO_UPKEEP})


def _foresee_night(seen, seat: int, action: int) -> list[dict]:
    """[TTS-101] Only what the own card will count: the others' lie face down."""
    world = _trials.world(seen, seat)
    world.chosen[seat] = action - PLAY
    return _trials.facts(seen, [line for line in _trials.survey(world, seat).lines if line[0] == Fact.COUNTS])


def _deed(seen, seat: int, action: int) -> list[dict]:
    """What the answer itself says, where the story does not."""
    if OFFER <= action < CRAFT:
        return [_trade(seat, action, certain=False)]
    if action == ACCEPT:
        offerer = (int(seen.first) + int(seen.turn)) % int(seen.players)
        return [_trade(offerer, int(seen.offer), certain=True)]
    if SWAP <= action < TARGET:
        return [fact("swap", card=card((action - SWAP) // SEATS), other=(action - SWAP) % SEATS)]
    return [fact("shows_secret")] if action == REVEAL_YES else []


def _trade(offerer: int, offer: int, certain: bool) -> dict:
    other, give, count, want, wanted = (int(part) for part in offer_parts(offer))
    named = {"seat": offerer, "other": other, "suit": suit(give), "count": count}
    return fact("trade", certain, **named, wanted_suit=suit(want) if wanted else "nothing", wanted=wanted)


def _ending(action: int, trial: Trial) -> list[dict]:
    """[TTS-106] At the end the traits are shown before it is said."""
    if trial.uncovered != Event.TRAIT_SHOWN or action == REVEAL_YES or trial.after.ask != Ask.OVER:
        return []
    return [fact("over", ending=Ending(trial.after.ending).name.lower())]


def _noon(action: int, trial: Trial) -> list[dict]:
    """[TTS-43] Who is asked about the action of a placed card, or that it has no effect."""
    if not PLACE <= action < PASS:
        return []
    if trial.after.ask in _NOON_QUESTIONS:
        return [fact("asks", seat=int(trial.after.to_act), question=Ask(trial.after.ask).name.lower())]
    return [] if len(trial.lines) > 1 else [fact("no_effect")]


def _trick(seen, seat: int, trial: Trial) -> list[dict]:
    """What the trick has come to, until it is judged."""
    if seen.ask not in (Ask.RAISE, Ask.PLAY, Ask.MODIFY) or trial.tells(Event.TRICK_WON):
        return []
    shown = {Fact.TRICK, Event.TRICK_WON, *([Fact.REWARD] if seen.ask == Ask.RAISE else [])}
    lines = [line for line in _trials.survey(trial.after, seat).lines if line[0] in shown]
    return _trials.facts(seen, lines, lasting={Fact.TRICK, Fact.REWARD})


def _changes(seen, seat: int, trial: Trial, certain: bool) -> list[dict]:
    """Whose upkeep of tonight, and whether a known secret is met, becomes another."""
    before = set(_trials.survey(seen, seat).lines)
    lines = [line for line in _trials.survey(trial.after, seat).lines if line not in before]
    shown = [line for line in lines if line[0] in (*_NIGHTLY, *_SECRETS)]
    return _trials.facts(seen, shown, lasting=_SECRETS if certain else ())
