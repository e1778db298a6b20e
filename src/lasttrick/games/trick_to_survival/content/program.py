"""Events and traits of the data file, compiled to rows of small numbers that a state carries."""

from dataclasses import dataclass, field

from lasttrick.core.about import did_you_mean, listed, shown
from lasttrick.core.errors import LastTrickError
from lasttrick.games.trick_to_survival.content.expressions import SUITS, Counter, amount, compile_condition
from lasttrick.games.trick_to_survival.content.operations import ALIVE, LEADER, LEAST, MOST, NOBODY, Operation

MOST_CODE = 256  # steps of all conditions together

# The arguments of each operation. A count is not below 0; a change may be.
FORMS = {
    "gain": "who type count",
    "gain_any": "who count",
    "pay": "who type count",
    "heal": "who count",
    "wound": "who count",
    "ward": "who",
    "ward_pick": "leader count",
    "draw_discard": "who count",
    "give_one": "giver receiver",
    "value": "change",
    "need": "change",
    "need_set": "count",
    "cards": "change",
    "no_wounds": "",
}


def fail(where: str, why: str):
    raise LastTrickError(f"{where} {why}{'' if why.endswith('?') else '.'}")


def check_keys(value, wanted, where: str, optional=()) -> None:
    """An object with exactly these entries, and perhaps some optional ones."""
    if not isinstance(value, dict):
        fail(where, f"must be an object with {listed(wanted)}")
    for key in value:
        if key not in wanted and key not in optional:
            fail(where, f"has no entry {shown(key)}. {did_you_mean(key, [*wanted, *optional])}".rstrip("."))
    missing = [key for key in wanted if key not in value]
    if missing:
        fail(where, f"lacks {', '.join(missing)}")


@dataclass
class Program:
    """Events and traits as rows of small numbers."""

    rows: list[tuple[int, int, int, int]] = field(default_factory=list)  # Operation, who, what, amount
    events: list[tuple[int, int, int]] = field(default_factory=list)  # first row, rows (of A), rows of B or -1
    where: list[int] = field(default_factory=list)  # an event's condition in `code`, or -1
    traits: list[int] = field(default_factory=list)  # a trait's condition in `code`
    code: list[int] = field(default_factory=list)


class Compiler:
    """Writes the program while going through events and traits."""

    def __init__(self, sizes: dict[str, int], players: int):
        self.sizes = {"c": sizes["cache"], "q": sizes["parcel"], "n": players}
        self.program = Program()

    def condition(self, text, where: str) -> int:
        """Where the program of a condition begins; equal conditions share one."""
        steps, code = compile_condition(text, where), self.program.code
        for at in range(len(code)):
            if code[at : at + len(steps)] == steps:
                return at
        if len(code) + len(steps) > MOST_CODE:
            taken = len(code) + len(steps)
            fail("The conditions of events and traits", f"take {taken} steps and more; at most {MOST_CODE} fit")
        code += steps
        return len(code) - len(steps)

    def events(self, events: list[dict]) -> None:
        for event in events:
            where = f"event {event['id']}"
            condition = self.condition(event["where"], f"{where}, where") if "where" in event else -1
            self.program.where.append(condition)
            first = len(self.program.rows)
            if "ops" in event:
                self.program.events.append((first, self.operations(event["ops"], where), -1))
            else:
                check_keys(event["choice"], ("A", "B"), f"the choice of {where}")
                a, b = (self.operations(event["choice"][way], f"{where}, choice {way}") for way in "AB")
                self.program.events.append((first, a, b))

    def operations(self, operations, where: str) -> int:
        if not isinstance(operations, list) or not operations:
            fail(where, "needs a list of operations")
        for operation in operations:
            self.program.rows.append(self.operation(operation, where))
        return len(operations)

    def operation(self, operation, where: str) -> tuple[int, int, int, int]:
        """[TTS-88] [TTS-104] One operation, its arguments in the order of the table."""
        if not isinstance(operation, list) or not operation:
            fail(where, f"has {shown(operation)}, which is not an operation like ['gain', 'alive', 'F', 1]")
        name, *arguments = operation
        if not isinstance(name, str) or name not in FORMS:
            fail(
                where, f"uses the operation {shown(name)}, which is not known. {did_you_mean(name, FORMS)}".rstrip(".")
            )
        form = FORMS[name].split()
        if len(arguments) != len(form):
            fail(where, f"writes {shown(operation)}; {name} takes {' '.join(form) or 'nothing'}")
        row = {"who": NOBODY, "what": 0, "amount": 1}
        for kind, argument in zip(form, arguments, strict=True):
            key, value = self.argument(kind, argument, where)
            row[key] = value
        return Operation[name.upper()], row["who"], row["what"], row["amount"]

    def argument(self, kind: str, argument, where: str) -> tuple[str, int]:
        if kind in ("who", "giver", "receiver", "leader"):
            return "what" if kind == "receiver" else "who", self.who(kind, argument, where)
        if kind == "type":
            if argument not in tuple(SUITS):
                fail(where, f"names the type {shown(argument)}; types are {listed(SUITS)}")
            return "what", SUITS.index(argument)
        value = amount(argument, self.sizes, where)
        if kind == "count" and value < 0:
            fail(where, f"has the amount {shown(argument)}; it may not be below 0")
        return "amount", value

    def who(self, kind: str, text, where: str) -> int:
        """[TTS-95] `alive`, `leader`, or the player with the most or least of something."""
        if text == "leader" or (text == "alive" and kind == "who"):
            return LEADER if text == "leader" else ALIVE
        way, _, what = str(text).partition(":")
        counters = {**{suit: i for i, suit in enumerate(SUITS)}, **{c.name.lower(): int(c) for c in Counter}}
        if way in ("max", "min") and what in counters and kind != "leader":
            return (MOST if way == "max" else LEAST) + counters[what]
        possible = {"leader": "leader", "who": "alive, leader, max:X and min:X"}.get(kind, "leader, max:X and min:X")
        return fail(where, f"names {shown(text)}; here it can be {possible} (X a type or a counter such as total)")
