"""What the sections of an observation of SCOUT mean, from what a seat is told."""


def shows(row: list, place: str, number: str) -> bool:
    """Whether the card at a place of a row has this upper or lower number."""
    side, _, digit = number.partition(" ")
    card = row[int(place)] if int(place) < len(row) else None
    return card is not None and card.split("/")[side == "lower"] == digit


def seen_place(told, seat: int, place: str, side: str) -> float:
    row = told.all_see["seats"][seat]["hand"] or []
    card = row[int(place)] if int(place) < len(row) else None
    return int(card.split("/")[side == "lower"]) / 10 if card else 0


def of_the_round(told, fact: str) -> float:
    view, players = told.view, len(told.seats)
    if fact.startswith("Scouts"):
        return view["scouts"] / players
    if fact.startswith("turns"):
        return view["idle"] / view["stall_limit"] if view["stall_limit"] else 0
    return view["round"] / players if fact.startswith("round") else len(view["table"]) / 10


def deck(told) -> int:
    return {2: 44, 3: 36, 4: 44, 5: 45}[len(told.seats)]


MEANT = {
    "phase": lambda told, phase: told.view["phase"] == phase,
    "hand": lambda told, place, number: shows(told.own["hand"], place, number),
    "table": lambda told, place, number: shows(told.view["table"], place, number),
    "captured_cards": lambda told, card: any(card in seat["pile"] for seat in told.seats),
    "round": of_the_round,
    "owner": lambda told, seat: told.view["owner"] == seat,
    "to_act": lambda told, seat: told.view["turn"] == seat,
    "hand_size": lambda told, seat: told.seats[seat]["cards"] / 41,
    "captured": lambda told, seat: told.seats[seat]["captured"] / deck(told),
    "tokens": lambda told, seat: told.seats[seat]["tokens"] / 10,
    "marker": lambda told, seat: told.seats[seat]["marker"],
    "total": lambda told, seat: told.seats[seat]["total"] / deck(told),
    "known": lambda told, seat, card: card in told.seats[seat]["known"],
    "places_seen": seen_place,
}
