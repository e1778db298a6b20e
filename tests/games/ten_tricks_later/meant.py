"""What the sections of an observation of 10 Tricks Later mean, from what a seat is told."""


def at_most(told, seat: int, colour: str) -> float:
    bounds = {item[:3]: item[3:] for item in told.lines["known"].split()}
    return int(bounds.get(f"{'ABCD'[seat]}:{colour}", 10)) / 10


def is_gone(told, card: str) -> bool:
    piles = [pile for seat in told.seats for pile in (seat["upper"], seat["lower"], seat["lost"])]
    return card in told.lines["aside"].split() or any(card in pile for pile in piles)


def of_the_round(told, fact: str) -> float:
    view = told.view
    return {"t": view["tricks"] / 10, "y": view["ban"], "r": view["round"] / 10}[fact[0]]


MEANT = {
    "phase": lambda told, phase: told.view["phase"] == phase,
    "hand": lambda told, card: card in told.own["hand"],
    "playable": lambda told, card: f"play {card}" in told.legal,
    "trick": lambda told, seat, card: told.seats[seat]["played"] == card,
    "lead": lambda told, seat: told.view["lead"] == seat,
    "upper": lambda told, seat, card: card in told.seats[seat]["upper"],
    "lower_size": lambda told, seat: len(told.seats[seat]["lower"]) / 10,
    "lost_size": lambda told, seat: len(told.seats[seat]["lost"]) / 10,
    "track": lambda told, seat: told.seats[seat]["track"] / 8,
    "hand_size": lambda told, seat: told.seats[seat]["cards"] / 10,
    "total": lambda told, seat: told.seats[seat]["total"] / told.view["target"],
    "at_most": at_most,
    "wished": lambda told, seat: told.view["phase"] != "wish" and told.seats[seat]["wish"] == "yes",
    "exchanger": lambda told, seat: told.view["exchanger"] == seat,
    "gone": is_gone,
    "round": of_the_round,
}
