"""What the sections of an observation of Zombie Escape mean, from what a seat is told."""

from lasttrick.games.zombie_escape.codes import deck


def is_unseen(told, card: str) -> bool:
    """A card of the deck that lies nowhere in sight."""
    seen = [*told.own["hand"], *told.view["graveyard"], *(card for seat in told.seats for card in seat["zombie"])]
    seen += [seat["played"] for seat in told.seats if seat["played"]]
    return card in deck(told.match.state) and card not in seen


def of_the_match(told, fact: str) -> float:
    view = told.view
    if fact.startswith("day"):
        return view["day"] / view["days"]
    if fact.startswith("turns"):
        return turns_finished(told) / view["turns"]
    return len(told.seats) / 6


def turns_finished(told) -> int:
    return int(told.lines["turn"]) - 1


MEANT = {
    "phase": lambda told, phase: told.view["phase"] == phase,
    "location": lambda told, location: told.view["location"] == location,
    "stake": lambda told, kind: told.view["stake"] == kind,
    "hand": lambda told, card: card in told.own["hand"],
    "playable": lambda told, card: any(text.split()[1:2] == [card] for text in told.legal),
    "graveyard": lambda told, card: card in told.view["graveyard"],
    "unseen": is_unseen,
    "pile_left": lambda told, kind: told.view["pile_left"].get(kind, 0) / told.view["turns"],
    "progress": of_the_match,
    "zombie": lambda told, seat, card: card in told.seats[seat]["zombie"],
    "danger": lambda told, seat: told.seats[seat]["danger"] / (told.seats[seat]["danger"] + 20),
    "leader": lambda told, seat: told.view["leader"] == seat,
    "to_act": lambda told, seat: told.view["to_act"] == seat,
    "hand_size": lambda told, seat: told.seats[seat]["cards"] / told.view["turns"],
    "record": lambda told, seat: told.seats[seat]["record"] / told.view["end_damage"],
    "day_damage": lambda told, seat: told.seats[seat]["day_damage"] / told.view["end_damage"],
    "void": lambda told, seat, location: location in told.seats[seat]["void"],
    "face_up": lambda told, seat, kind: told.seats[seat]["face_up"].count(kind) / told.view["turns"],
}
