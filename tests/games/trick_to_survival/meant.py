"""What the sections of an observation of The Trick To Survival mean, from what a seat is told."""

import json
from functools import cache

from lasttrick.games.trick_to_survival import ABOUT


@cache
def house() -> dict:
    return json.loads(ABOUT.house_file.read_text(encoding="utf-8"))


def of_the_calendar(told, fact: str) -> float:
    if fact.startswith("week"):
        return told.view["week"] / int(told.match.state.weeks)
    return told.view["day"] / int(told.match.state.days) if fact.startswith("day") else told.view["time"] == "night"


def of_the_challenge(told, fact: str) -> float:
    view = told.view
    if not view["challenge"]:
        return 0
    return {
        "value": view["value"] / 13,
        "multiplier": (view["multiplier"] or 0) / (2 * len(told.seats)),
        "trumps needed": view["trumps_needed"] / 5,
        "trumps played": view["trumps"] / 5,
        "sum needed": view["sum_needed"] / 100,
        "sum played": view["sum"] / 100,
    }[fact.partition(",")[0].partition(" of the ")[0]]


def of_a_seat(told, seat: int, fact: str) -> float:
    one, view = told.seats[seat], told.view
    return {
        "yes if alive": one["alive"],
        "yes if leader": view["leader"] == seat,
        "yes with a ward": one["ward"],
        "yes if to act": told.lines["asked"] == str(seat),
        "yes if a card is chosen face down": one["chosen"] is not None,
        "cards in the hand": one["cards"] / 10,
        "wounds": one["wounds"] / view["death_wounds"],
        "days as leader": one["lead_days"] / 21,
        "trades": one["trades"] / 10,
        "suit actions": one["acts"] / 10,
        "suit actions with Ammunition": one["ammo_acts"] / 10,
        "value of the card in the trick": (one["value"] or 0) / 13,
    }[fact.partition(",")[0]]


def of_the_offer(told, side: str, suit: str) -> float:
    """`offer 0 F1 W2`: to whom, what is given, what is wanted."""
    if not told.view["offer"]:
        return 0
    _, _, given, wanted = told.view["offer"].split()
    gift = given if side == "given" else wanted
    return int(gift[1]) / 2 if gift[0] == suit else 0


def in_section(told, day: str, card: str) -> bool:
    return any(section["day"] == int(day) and card in section["known"] for section in told.view["river"])


def section_size(told, day: str) -> float:
    return sum(section["cards"] for section in told.view["river"] if section["day"] == int(day)) / 10


def is_shown(told, seat: int, what: str, which: str) -> bool | None:
    """What is known of a hand; of one's own nobody is told it."""
    return which in told.seats[seat][what] if seat != told.seat else None


def named_by_role(told, seat: int, column: str, suit: str) -> bool:
    return next(role for role in house()["roles"] if role["id"] == told.seats[seat]["role"])[column] == suit


MEANT = {
    "question": lambda told, question: told.view["question"] == question,
    "calendar": of_the_calendar,
    "trump": lambda told, suit: bool(told.view["challenge"]) and told.view["challenge"][0] == suit,
    "led": lambda told, suit: told.lines["lead"].split()[1:] == [suit],
    "challenge": of_the_challenge,
    "hand": lambda told, card: card in told.own["hand"],
    "trait": lambda told, trait: told.own["trait"] == trait,
    "used_suits": lambda told, suit: suit in told.view["used_suits"],
    "event": lambda told, event: told.view["event"] == event,
    "resolved": lambda told, event: event in told.view["resolved"],
    "offer": of_the_offer,
    "discard": lambda told, card: card in told.view["discard"],
    "river": in_section,
    "section_size": section_size,
    "facts": of_a_seat,
    "tokens": lambda told, seat, suit: told.seats[seat]["tokens"][suit] / told.view["token_cap"],
    "role": named_by_role,
    "trick": lambda told, seat, card: told.seats[seat]["played"] == card,
    "trick_suit": lambda told, seat, suit: told.seats[seat]["suit"] == suit,
    "known": lambda told, seat, card: is_shown(told, seat, "known", card),
    "void": lambda told, seat, suit: is_shown(told, seat, "void", suit),
    "shown_trait": lambda told, seat, trait: told.seats[seat]["trait_shown"] and told.seats[seat]["trait"] == trait,
}
