"""The shape of The Trick To Survival's data file as JSON Schema, for editors; `content` says the rest."""

from lasttrick.games.trick_to_survival.content import (
    LONGEST_ID,
    LONGEST_NAME,
    MOST_EVENTS,
    MOST_ROLES,
    MOST_TRAITS,
    NUMBERS,
    PLAYER_COUNTS,
)
from lasttrick.games.trick_to_survival.content.expressions import LONGEST, SUITS
from lasttrick.games.trick_to_survival.content.operations import SKIP_RULES
from lasttrick.games.trick_to_survival.content.program import FORMS


def _whole(low: int, high: int) -> dict:
    return {"type": "integer", "minimum": low, "maximum": high}


def _closed(needed: dict, optional: dict | None = None) -> dict:
    properties = {**needed, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


WHO = {"type": "string", "pattern": "^(alive|leader|(max|min):.+)$", "description": "alive, leader, max:X or min:X"}
AMOUNT = {"type": ["integer", "string"], "description": "A number, c, q, n, or a sum such as c+1."}
TYPE = {"enum": list(SUITS)}
ARGUMENTS = {"who": WHO, "giver": WHO, "receiver": WHO, "leader": {"const": "leader"}, "type": TYPE}


def _operation(name: str) -> dict:
    """An operation: its name, then its arguments in their order."""
    places = [{"const": name}, *(ARGUMENTS.get(kind, AMOUNT) for kind in FORMS[name].split())]
    return {
        "type": "array",
        "description": f"{name} {FORMS[name]}".strip(),
        "prefixItems": places,
        "items": False,
        "minItems": len(places),
    }


def schema() -> dict:
    named = {
        "id": {"type": "string", "minLength": 1, "maxLength": LONGEST_ID},
        "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
    }
    condition = {"type": "string", "maxLength": LONGEST, "description": "An expression over the counters of TTS-105."}
    operations = {"type": "array", "minItems": 1, "items": {"oneOf": [_operation(name) for name in FORMS]}}
    event = {
        **_closed(
            named, {"where": condition, "ops": operations, "choice": _closed({"A": operations, "B": operations})}
        ),
        "oneOf": [{"required": ["ops"]}, {"required": ["choice"]}],
    }
    role = _closed({**named, "input": TYPE, "output": TYPE, "specialty": TYPE})
    by_players = _closed({str(n): _whole(0, 20) for n in PLAYER_COUNTS})
    numbers = {name: _whole(low, high) for name, (low, high) in NUMBERS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Data of The Trick To Survival",
        **_closed(
            {
                **numbers,
                "week_start": _closed({"tokens_each": _whole(0, 20), "living_wounds_reset": {"type": "boolean"}}),
                "upkeep_skipped_on": {"enum": list(SKIP_RULES)},
                "event_check_at_night": {"type": "boolean"},
                "camp": _closed(
                    {
                        "offers": _whole(0, 10),
                        "offer_give_max": _whole(1, 2),
                        "offer_want_max": _whole(0, 2),
                        "crafts": _whole(0, 20),
                    }
                ),
                "cache": by_players,
                "parcel": by_players,
                "roles": {"type": "array", "items": role, "minItems": 1, "maxItems": MOST_ROLES},
                "events": {"type": "array", "items": event, "minItems": 1, "maxItems": MOST_EVENTS},
                "traits": {
                    "type": "array",
                    "items": _closed({**named, "if": condition}),
                    "minItems": 1,
                    "maxItems": MOST_TRAITS,
                },
            }
        ),
    }
