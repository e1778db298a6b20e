"""The Trick To Survival: success, the token of a card, what is kept for later, the reward; and whom an answer serves.

Cards, raises and noon are split into terms; of any other answer the whole worth is one."""

import math

import numpy as np

from lasttrick.bots.survival.secret import ROWS, SIDES, feel_pulls
from lasttrick.bots.survival.weights import ALONE, NUMBERS
from lasttrick.bots.trick_to_survival import appraise, weigh
from lasttrick.core.rule import entry
from lasttrick.games.trick_to_survival.state import Ask

NAMES = ("success", "event", "token", "thrift", "variety", "reward", "card", "service", "secret", "answer")
ANSWER = len(NAMES) - 1
SAID = (
    *("trump", "sum", "token", "keeps", "variety", "easier", "reward", "food", "ward", "heals", "hand", "lacks"),
    *("near", "short", "makes_trump", "enough", "craft", "trade", "last", "plenty"),
)


def is_split(view, actions) -> bool:
    return True


@entry
def split(view, seat, actions, n, rows):
    """The terms of the judgement, for each kind of question."""
    if view.ask in (Ask.PLAY, Ask.NIGHT, Ask.RAISE, Ask.NOON):
        pulls = np.empty((ROWS, 2 * SIDES + 1))
        feel_pulls(view, seat, pulls)
        weigh(NUMBERS[ALONE], view, seat, actions, n, pulls, rows)
    else:
        worth = np.empty(n)
        appraise(view, seat, actions, n, worth)
        rows[:n, ANSWER] = worth


# --- What can be said of it ------------------------------------------------------------------------------------------

Said = tuple[str, dict] | None


def say(name: str, seen: dict, seat: int, better: str, worse: str) -> Said:
    """Of the living alone: the dead wish for what the living fear."""
    if not seen["seats"][seat]["alive"]:
        return None
    verb, *mine = better.split()
    other_verb, *other = worse.split()
    if verb == other_verb == "play":
        return _card(name, seen, seen["seats"][seat], mine[0], other[0])
    if verb == other_verb == "raise":
        return _raise(name, seen, int(mine[0]), int(other[0]))
    if name in ("service", "card"):
        return _noon(name, seen, seen["seats"][seat], [verb, *mine], [other_verb, *other])
    return _answer(seen, seen["seats"][seat], [verb, *mine], [other_verb, *other]) if name == "answer" else None


def _card(name: str, seen: dict, me: dict, mine: str, other: str) -> Said:
    if name == "success":
        return _towards_success(seen, me, mine, other)
    if name == "token" and me["tokens"][mine[0]] < me["tokens"][other[0]]:
        return "token", {"suit": mine[0], "count": me["tokens"][mine[0]]}
    if name == "thrift" and int(mine[1:]) < int(other[1:]):
        return "keeps", {"card": other}
    held_now = [sum(card[0] == one[0] for card in me["hand"]) for one in (mine, other)]
    if name == "variety" and held_now[0] > held_now[1]:
        return "variety", {"suit": mine[0], "count": held_now[0]}
    return None


def _towards_success(seen: dict, me: dict, mine: str, other: str) -> Said:
    trump, missing = seen["challenge"][0], seen["trumps_needed"] - seen["trumps"]
    if mine[0] == trump != other[0]:
        return ("trump", {"suit": trump, "count": missing}) if missing > 0 else None
    then, instead = (seen["sum"] + _value(me, card) for card in (mine, other))
    if (mine[0] == trump) == (other[0] == trump) and instead < min(then, seen["sum_needed"]):
        return "sum", {"sum": then, "instead": instead, "needed": seen["sum_needed"]}
    return None


def _value(me: dict, card: str) -> int:
    """What a card of a living player counts: a role makes one suit worth one more."""
    return int(card[1:]) + (card[0] == me["specialty"])


def _raise(name: str, seen: dict, mine: int, other: int) -> Said:
    if name == "success" and mine < other:
        return "easier", {"needed": seen["value"] * mine, "instead": seen["value"] * other}
    if name == "reward" and mine > other:
        usual = len(seen["seats"])
        return "reward", {"count": mine - usual, "instead": other - usual}
    return None


def _noon(name: str, seen: dict, me: dict, mine: list[str], other: list[str]) -> Said:
    if name == "card" and mine[0] == "take":
        return "hand", {"card": seen["river"][seen["day"] - 1]["top"], "count": me["cards"] + 1}
    if name == "card":
        return ("keeps", {"card": other[1]}) if other[0] == "place" else None
    suit = mine[1][0] if mine[0] == "place" else ""
    if suit == "F":
        return "food", {"count": me["tokens"]["F"]}
    if suit == "H" and not me["ward"]:
        return "ward", {}
    worst = max((one for one in seen["seats"] if one["alive"]), key=lambda one: (one["wounds"], one is me))
    return ("heals", {"seat": worst["seat"], "wounds": worst["wounds"]}) if suit == "M" and worst["wounds"] else None


def _answer(seen: dict, me: dict, mine: list[str], other: list[str]) -> Said:
    verb = mine[0]
    if verb in ("spare", "target"):
        return _nearest(seen, mine[1], other[1])
    if verb in ("boost", "change", "done") and seen["question"] == "modify":
        return _modify(seen, mine)
    if verb == "craft":
        made, paid = me["output"], me["input"]
        have, spend = me["tokens"][made], me["tokens"][paid]
        return ("craft", {"suit": made, "count": have, "paid_suit": paid, "paid": spend}) if have < spend else None
    if verb == "ward" and mine[1] == "yes":
        limit = seen["death_wounds"]
        return ("last", {"wounds": me["wounds"], "death": limit}) if me["wounds"] == limit - 1 else None
    return _tokens(seen, me, mine, other)


def _nearest(seen: dict, mine: str, other: str) -> Said:
    """Who is nearer to death than the other choice."""
    if mine == "-":
        return None
    wounds, instead = seen["seats"][int(mine)]["wounds"], -1 if other == "-" else seen["seats"][int(other)]["wounds"]
    return ("near", {"seat": int(mine), "wounds": wounds, "death": seen["death_wounds"]}) if wounds > instead else None


def _modify(seen: dict, mine: list[str]) -> Said:
    trumps, missing = seen["trumps_needed"] - seen["trumps"], seen["sum_needed"] - seen["sum"]
    if mine[0] == "done":
        return ("enough", {}) if trumps <= 0 and missing <= 0 else None
    if mine[0] == "boost":
        return ("short", {"missing": missing}) if trumps <= 0 < missing else None
    return ("makes_trump", {"suit": mine[2]}) if trumps == 1 and mine[2] == seen["challenge"][0] else None


def _tokens(seen: dict, me: dict, mine: list[str], other: list[str]) -> Said:
    """Tokens that change hands: who has few of them."""
    verb = mine[0]
    if verb == "assign" and mine[2] != "-":
        to, suit = seen["seats"][int(mine[2])], mine[1]
        instead = math.inf if other[2] == "-" else seen["seats"][int(other[2])]["tokens"][other[1]]
        return _lacks(to, suit) if to["tokens"][suit] < instead else None
    if verb in ("gain", "steal") and other[0] == verb:
        return _lacks(me, mine[-1]) if me["tokens"][mine[-1]] < me["tokens"][other[-1]] else None
    if verb == "give" and me["tokens"][mine[1]] > me["tokens"][other[1]]:
        return "plenty", {"suit": mine[1], "count": me["tokens"][mine[1]]}
    if verb == "offer":
        return _offer(me, seen["seats"][int(mine[1])], mine[2][0], mine[3][0])
    if verb == "accept":
        _, _, given, wanted = seen["offer"].split()
        return _lacks(me, given[0]) if wanted == "-" or me["tokens"][given[0]] < me["tokens"][wanted[0]] else None
    return None


def _offer(me: dict, partner: dict, given: str, wanted: str) -> Said:
    if wanted == "-":
        return _lacks(partner, given) if partner["tokens"][given] < me["tokens"][given] else None
    have, theirs = me["tokens"][wanted], partner["tokens"][wanted]
    told = {"suit": wanted, "count": have, "seat": partner["seat"], "theirs": theirs}
    return ("trade", told) if have < theirs else None


def _lacks(one: dict, suit: str) -> Said:
    return "lacks", {"seat": one["seat"], "suit": suit, "count": one["tokens"][suit]}
