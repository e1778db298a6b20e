"""Words shared by all games: seats as letters, positions as a few lines of text, events as keys with facts."""

from lasttrick.core.errors import LastTrickError
from lasttrick.core.story import CHANCE

LETTERS = "ABCDEFGH"


def seat_letter(seat: int) -> str:
    return LETTERS[seat] if seat >= 0 else "-"


def read_seat(text: str) -> int:
    if text == "-":
        return -1
    if len(text) != 1 or text not in LETTERS:
        raise LastTrickError(f"{text!r} is not a seat; seats are letters from A.")
    return LETTERS.index(text)


def position_text(position: dict) -> str:
    """A position as lines `key: value`, the form for tests and bug reports."""
    return "\n".join(f"{key}: {value}".rstrip() for key, value in position.items())


def read_position(text: str) -> dict[str, str]:
    position = {}
    for number, line in enumerate(text.strip().splitlines(), 1):
        key, colon, value = line.strip().partition(":")
        if not colon:
            raise LastTrickError(f"Line {number} of the position, {line.strip()!r}, is not of the form 'key: value'.")
        position[key.strip()] = value.strip()
    return position


def describe(game, view, seat: int) -> dict:
    """What a seat (or -1, a spectator) sees, for people and the browser.

    A game describes in three parts, and its table of fields says what each reads (`told`), so that a server need not
    describe again what has not changed: the table, which is the same for all; each seat as all see it (of a field by
    seat, that seat's row); and what this viewer sees otherwise than all, at the table or in some `seats`.
    """
    parts = game.describe
    own = parts.describe_own(view, seat)
    changes = own.pop("seats", {})
    seats = [{**parts.describe_seat(view, s), **changes.get(s, {})} for s in range(view.players)]
    return {**parts.describe_table(view), **own, "seats": seats}


def event_json(game, state, line: tuple) -> dict:
    """One line of the story as a key and its facts, for people and programs; the sentence is the client's business."""
    _, kind, facts = line
    if kind >= CHANCE:
        name = game.state.Chance(kind - CHANCE).name.lower()
        return {"chance": name, "outcome": game.notation.chance_json(state, name, facts)}
    event = game.state.Event(kind)
    return {"event": event.name.lower(), **game.describe.event(state, event, facts)}


def sentence(game, event: dict) -> str:
    """An event in English, for the terminal."""
    return sentence_of(game.describe.SENTENCES[event["event"]], event)


def sentence_of(pattern: str, told: dict) -> str:
    """A sentence with its places filled by facts: seats as letters, lists as words side by side."""
    facts = {k: seat_letter(v) if k in ("seat", "other") else v for k, v in told.items()}
    facts = {k: " ".join(map(str, v)) if isinstance(v, list) else v for k, v in facts.items()}
    return pattern.format(**facts)
