"""10 Tricks Later: what a card is worth to a loser, what winning adds, what a horde takes, what rivals get."""

from lasttrick.bots.ten_tricks_later import (
    cards_about,
    seats_to_come,
    split_card,
)
from lasttrick.core import bits
from lasttrick.core.rule import entry
from lasttrick.core.tricks import cards_played
from lasttrick.games.ten_tricks_later.state import ALL_INFECTED, PLAY, TRACK_END, TRICKS

NAMES = ("lose", "win", "horde", "rivals")
SAID = ("track", "wins", "avoids", "attacks")


def is_split(view, actions) -> bool:
    return all(action >= PLAY for action in actions)


@entry
def split(view, seat, actions, n, rows):
    """The terms of `card_worth`."""
    about, behind = cards_about(view, seat), seats_to_come(view, seat)
    trick = cards_played(view.played, view.players)
    infected_left = bits.count((about | view.hand[seat]) & ALL_INFECTED)
    left = TRICKS - view.tricks - 1
    for i in range(n):
        split_card(view, seat, actions[i] - PLAY, trick, about, behind, left, infected_left, rows, i)


# --- What can be said of it ------------------------------------------------------------------------------------------


def say(name: str, seen: dict, seat: int, better: str, worse: str) -> tuple[str, dict] | None:
    mine, other = better.split()[1], worse.split()[1]
    here, there = _laid(seen, seat, mine), _laid(seen, seat, other)
    if name == "lose" and seat not in (leads(here), leads(there)):
        return _track(seen["seats"][seat]["track"], mine, other)
    if name in ("lose", "win"):
        return _win(here, there, seat)
    return _attack_on_another(here, mine, seat) if name == "rivals" else None


def _track(track: int, mine: str, other: str) -> tuple[str, dict] | None:
    """What losing the trick would do to the own track, with either card."""
    after = [track + int(card[1:]) for card in (mine, other)]
    then, instead = (raised if raised <= TRACK_END else track for raised in after)
    return ("track", {"after": then, "instead": instead}) if then != instead else None


def _laid(seen: dict, seat: int, card: str) -> list[tuple[int, str]]:
    """The trick as it would lie, in the order of play."""
    players = len(seen["seats"])
    order = [(seen["lead"] + step) % players for step in range(players)]
    played = {one["seat"]: one["played"] for one in seen["seats"]} | {seat: card}
    return [(one, played[one]) for one in order if played[one]]


def leads(laid: list[tuple[int, str]]) -> int:
    """Who wins a trick as it lies, by the rules for people: the slow way."""
    infected = [card for _, card in laid if card[0] == "P"]
    cards = {card for _, card in laid}

    def strength(place: int) -> tuple:
        card = laid[place][1]
        counts = infected or card[0] == laid[0][1][0]
        value = 9 if card[1:] == "1" and card[0] != "P" and f"{card[0]}8" in cards else int(card[1:])
        return (value if counts else -1, card[0] != "P", place)

    return laid[max(range(len(laid)), key=strength)][0]


def _level(laid: list[tuple[int, str]]) -> int:
    return sum(int(card[1:]) for _, card in laid if card[0] == "P")


def _has_infected(laid: list[tuple[int, str]]) -> bool:
    return any(card[0] == "P" for _, card in laid)


def _win(here: list[tuple[int, str]], there: list[tuple[int, str]], seat: int) -> tuple[str, dict] | None:
    if leads(here) != seat and leads(there) == seat and _has_infected(there):
        return "avoids", {"level": _level(there)}
    if leads(here) == seat and leads(there) != seat and not _has_infected(here):
        return "wins", {"count": len(here)}
    return None


def _attack_on_another(here: list[tuple[int, str]], mine: str, seat: int) -> tuple[str, dict] | None:
    if mine[0] == "P" and leads(here) != seat and _level(here) > 0:
        return "attacks", {"seat": leads(here), "level": _level(here)}
    return None
