"""How what The Trick To Survival calls certain is held against what happens."""

from lasttrick.games.trick_to_survival import challenge, outcome
from lasttrick.games.trick_to_survival.codes import suit
from lasttrick.games.trick_to_survival.conditions import holds
from lasttrick.games.trick_to_survival.state import Ask

SPAN_END = None  # what follows, follows at once


def _trick(claim, happened):
    fact, state = claim.fact, happened.after
    trumps, needed = int(outcome.trumps_played(state)), int(outcome.trumps_needed(state))
    total, wanted = int(outcome.sum_played(state)), int(outcome.sum_needed(state))
    told = fact["sum"], fact["needed"], fact["trumps"], fact["trumps_needed"], fact["enough"]
    return told == (total, wanted, trumps, needed, total >= wanted and trumps >= needed)


def _reward(claim, happened):
    return claim.fact["extras"] == happened.after.multiplier - happened.after.players


def _counts(claim, happened):
    """The night card is laid once all have chosen."""
    if happened.after.ask == Ask.NIGHT and "played" not in happened.names():
        return None
    laid = next(event for event in happened.events if event["event"] == "played" and event["seat"] == claim.seat)
    trump = suit(challenge.suit_of(claim.before.challenge_card))
    is_trump = claim.fact["card"].startswith(trump)
    named = ("card", "value", "trump")
    return [laid[name] for name in named] == [claim.fact[name] for name in named] and laid["trump"] == is_trump


def _event_comes(claim, happened):
    return "event" in happened.names()


def _shows_secret(claim, happened):
    return any(event["event"] == "trait_shown" and event["seat"] == claim.seat for event in happened.events)


def _swap(claim, happened):
    told = [event for event in happened.events if event["event"] == "swap_cards"]
    return [(event["other"], event["card"]) for event in told] == [(claim.fact["other"], claim.fact["card"])]


def _trade(claim, happened):
    fact, before, after = claim.fact, claim.before.tokens, happened.after.tokens
    seat, other = fact["seat"], fact["other"]
    letters = [suit(kind) for kind in range(6)]
    give = letters.index(fact["suit"])
    is_right = after[other][give] - before[other][give] == fact["count"] == before[seat][give] - after[seat][give]
    if fact["wanted"]:
        want = letters.index(fact["wanted_suit"])
        is_right &= after[seat][want] - before[seat][want] == fact["wanted"] == before[other][want] - after[other][want]
    return bool(is_right)


def _asks(claim, happened):
    fact = claim.fact
    return (Ask(happened.after.ask).name.lower(), happened.after.to_act) == (fact["question"], fact["seat"])


def _no_effect(claim, happened):
    before, after = claim.before, happened.after
    is_same = (before.tokens == after.tokens).all() and (before.wounds == after.wounds).all()
    return bool(is_same and before.wards == after.wards and after.ask in (Ask.NOON, Ask.RAISE))


def _secret(claim, happened):
    seat, state = claim.fact["seat"], happened.after
    is_alive = bool(int(state.alive) >> seat & 1)
    is_met = is_alive and bool(holds(state, seat, state.trait_at[state.trait[seat]]))
    return is_met == (claim.fact["fact"] == "secret_met")


def _no_upkeep(claim, happened):
    """On this day nobody pays: it is told at its end."""
    if "day_starts" in happened.names() or "over" in happened.names():
        return "no_upkeep" in happened.names() or "over" in happened.names()
    return None


CHECKS = {
    "trick": _trick,
    "reward": _reward,
    "counts": _counts,
    "event_comes": _event_comes,
    "shows_secret": _shows_secret,
    "swap": _swap,
    "trade": _trade,
    "asks": _asks,
    "no_effect": _no_effect,
    "secret_met": _secret,
    "secret_not_met": _secret,
    "no_upkeep": _no_upkeep,
}
