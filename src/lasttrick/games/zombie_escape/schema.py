"""The shape of Zombie Escape's data file as JSON Schema, for editors; `data.check` says the rest."""

from lasttrick.games.zombie_escape.data import (
    LONGEST_NAME,
    MARKS,
    MOST_COPIES,
    MOST_DAMAGE_CARDS,
    MOST_DANGER,
    MOST_DAYS,
    MOST_KINDS,
    MOST_NUMBERS,
    MOST_THRESHOLD,
    RECOVERIES,
)


def whole(low: int, high: int, says: str = "") -> dict:
    found: dict = {"type": "integer", "minimum": low, "maximum": high}
    return {**found, "description": says} if says else found


def closed(needed: dict, optional: dict | None = None, says: str = "") -> dict:
    """An object with these entries and no others."""
    found = {"type": "object", "properties": {**needed, **(optional or {})}, "required": list(needed)}
    return {**found, "additionalProperties": False, **({"description": says} if says else {})}


def schema() -> dict:
    text = {"type": "string", "maxLength": LONGEST_NAME}
    copies = {
        "type": "object",
        "description": "How many cards of the number bear which marks: S, H, M, Z, or several such as SHM.",
        "propertyNames": {"pattern": f"^[{MARKS}]+$"},
        "additionalProperties": whole(1, MOST_COPIES),
        "minProperties": 1,
    }
    row = closed(
        {
            "number": whole(1, MOST_DANGER, "The danger of the card."),
            "group": {"type": ["string", "null"], "description": "Cards of one group combine; null for none."},
            "copies": copies,
        }
    )
    kind = closed(
        {"wholes": whole(0, 100), "halves": whole(0, 100)},
        {"recovery": {"enum": [*RECOVERIES[1:], None]}},
        "Stains on a damage card, and when it brings recovery.",
    )
    pile = {"type": "object", "additionalProperties": whole(0, MOST_DAMAGE_CARDS)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Data of Zombie Escape",
        **closed(
            {
                "zombies": {"type": "array", "items": row, "minItems": 1, "maxItems": MOST_NUMBERS},
                "damage_kinds": {"type": "object", "additionalProperties": kind, "maxProperties": MOST_KINDS},
                "damage_piles": closed({}, {str(n): pile for n in (3, 4, 5, 6)}, "A pile by number of players."),
                "max_days": whole(1, MOST_DAYS, "After so many days the match ends."),
                "end_damage": whole(1, MOST_THRESHOLD, "So much damage of a seat ends the match."),
                "reversal_damage": whole(1, MOST_THRESHOLD, "From so much damage on the victory is reversed."),
            },
            {
                "title": {**text, "description": "Named on the pages of the lab."},
                "locations": closed({}, dict.fromkeys(MARKS, text), "Names of the places on the pages of the lab."),
            },
        ),
    }
