"""Conditions and amounts of the data file, compiled from their text to a postfix program of small numbers.

A condition is an expression over the words of [TTS-105]. It is read with Python's own parser, and everything that is
not in the list is refused with a sentence that says where it stands. `conditions` runs the programs.
"""

import ast
import math
from enum import IntEnum
from fractions import Fraction

from lasttrick.core.about import did_you_mean, shown
from lasttrick.core.errors import LastTrickError

SUITS = "FWAMHS"  # [TTS-04]
HIGHEST_NUMBER = 120  # a number in a program is one small number
DEEPEST = 16  # places on the stack of a running program
LONGEST = 200  # letters of an expression


class Counter(IntEnum):
    """[TTS-90] [TTS-91] What can be counted of a player; the first six are the tokens by type."""

    TOTAL = 6
    TYPES = 7
    WOUNDS = 8
    HAND = 9
    LEADER = 10
    LEAD_DAYS = 11
    TRADES = 12
    ACTS = 13
    AMMO_ACTS = 14


COUNTERS = 15


class Code(IntEnum):
    """One step of a program. Below OWN_END: push that counter of the player."""

    OWN_END = COUNTERS
    MOST_OF_OTHERS = 20  # + counter
    LEAST_OF_OTHERS = 40  # + counter
    END = 60
    NUMBER = 61  # the number follows
    PLAYERS = 62
    DEAD = 63
    OTHERS = 64
    ADD = 65
    DIVIDE = 66
    CEIL = 67
    LESS = 68
    AT_MOST = 69
    MORE = 70
    AT_LEAST = 71
    EQUAL = 72
    UNEQUAL = 73
    AND = 74
    OR = 75
    NOT = 76


_COMPARISONS = {
    ast.Lt: Code.LESS,
    ast.LtE: Code.AT_MOST,
    ast.Gt: Code.MORE,
    ast.GtE: Code.AT_LEAST,
    ast.Eq: Code.EQUAL,
    ast.NotEq: Code.UNEQUAL,
}
_WORDS = {c.name.lower(): int(c) for c in Counter}
_KNOWN = ["tok.F", *_WORDS, "n", "dead", "others", "true", "max", "min", "count", "ceil", "and", "or", "not"]


def _parse(text, where: str) -> ast.expr:
    if not isinstance(text, str):
        raise LastTrickError(f"{where}: {shown(text)} is not an expression.")
    if len(text) > LONGEST:
        raise LastTrickError(f"{where}: an expression of {len(text)} letters is too long; {LONGEST} are the most.")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None) or len(text)
        raise LastTrickError(f"{where}: {text!r} cannot be read near column {column}.") from None


def compile_condition(text, where: str) -> list[int]:
    """The program of a condition; it leaves 1 or 0."""
    compiler = _Compiler(text, where)
    return compiler.compile()


class _Compiler:
    """Writes a program while walking the parsed text. Each node is a `truth` or a `number`."""

    def __init__(self, text, where: str):
        self.text, self.where = text, where
        self.program: list[int] = []

    def compile(self) -> list[int]:
        self.want("truth", _parse(self.text, self.where))
        if self.depth() > DEEPEST:
            raise self.error("is nested too deeply")
        return [*self.program, Code.END]

    def error(self, why: str) -> LastTrickError:
        return LastTrickError(f"{self.where}: {self.text!r} {why}{'' if why.endswith('?') else '.'}")

    def want(self, kind: str, node) -> None:
        if self.node(node) != kind:
            raise self.error(f"needs a {kind} where {ast.unparse(node)!r} stands")

    def node(self, node) -> str:
        match node:
            case ast.BoolOp(op=op, values=values):
                for i, value in enumerate(values):
                    self.want("truth", value)
                    if i:
                        self.program.append(Code.AND if isinstance(op, ast.And) else Code.OR)
                return "truth"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.want("truth", operand)
                self.program.append(Code.NOT)
                return "truth"
            case ast.Compare():
                return self.comparison(node)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                self.want("number", left)
                self.want("number", right)
                self.program.append(Code.ADD)
                return "number"
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return self.division(left, right)
            case ast.Call():
                return self.call(node)
        return self.word(node)

    def comparison(self, node: ast.Compare) -> str:
        operands = [node.left, *node.comparators]
        for i, operator in enumerate(node.ops):
            if type(operator) not in _COMPARISONS:
                raise self.error("uses a comparison that is not one of < <= > >= == !=")
            self.want("number", operands[i])
            self.want("number", operands[i + 1])
            self.program.append(_COMPARISONS[type(operator)])
            if i:
                self.program.append(Code.AND)
        return "truth"

    def division(self, left, right) -> str:
        """Only by a number or by n, so that no program can divide by zero."""
        is_number = isinstance(right, ast.Constant) and right.value
        if not is_number and not (isinstance(right, ast.Name) and right.id == "n"):
            raise self.error("may divide only by a number above 0 or by n")
        self.want("number", left)
        self.want("number", right)
        self.program.append(Code.DIVIDE)
        return "number"

    def call(self, node: ast.Call) -> str:
        name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        if name not in ("max", "min", "count", "ceil"):
            raise self.error(f"uses {name!r}, which is not known. {did_you_mean(name, _KNOWN)}".rstrip("."))
        if len(node.args) != 1 or node.keywords:
            raise self.error(f"gives {name} more or less than one thing")
        inside = node.args[0]
        if name == "ceil":
            self.want("number", inside)
            self.program.append(Code.CEIL)
        elif name == "count":
            if ast.unparse(inside) != "others":
                raise self.error("can count only others")
            self.program.append(Code.OTHERS)
        else:
            self.extreme(name, inside)
        return "number"

    def extreme(self, name: str, inside) -> None:
        path = ast.unparse(inside)
        if not path.startswith("others."):
            raise self.error(f"needs something of the others in {name}, as in {name}(others.total)")
        base = Code.MOST_OF_OTHERS if name == "max" else Code.LEAST_OF_OTHERS
        self.program.append(base + self.counter(path.removeprefix("others.")))

    def counter(self, word: str) -> int:
        if word.startswith("tok.") and len(word) == 5 and word[4] in SUITS:
            return SUITS.index(word[4])
        if word not in _WORDS:
            raise self.error(f"uses {word!r}, which is not known. {did_you_mean(word, _KNOWN)}".rstrip("."))
        return _WORDS[word]

    def word(self, node) -> str:
        match node:
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                if not 0 <= number <= HIGHEST_NUMBER:
                    raise self.error(f"uses {number}; numbers go from 0 to {HIGHEST_NUMBER}")
                self.program += [Code.NUMBER, number]
                return "number"
            case ast.Name(id="true"):
                self.program += [Code.NUMBER, 1]
                return "truth"
            case ast.Name(id="n"):
                self.program.append(Code.PLAYERS)
                return "number"
            case ast.Name(id="dead"):
                self.program.append(Code.DEAD)
                return "number"
            case ast.Name() | ast.Attribute():
                counter = self.counter(ast.unparse(node))
                self.program.append(counter)
                return "truth" if counter == Counter.LEADER else "number"
        raise self.error(f"contains {ast.unparse(node)!r}, which conditions do not have")

    def depth(self) -> int:
        deepest = depth = at = 0
        while at < len(self.program):
            step = self.program[at]
            at += 2 if step == Code.NUMBER else 1
            if step < Code.END or step in (Code.NUMBER, Code.PLAYERS, Code.DEAD, Code.OTHERS):
                depth += 1
            elif step not in (Code.CEIL, Code.NOT):
                depth -= 1
            deepest = max(deepest, depth)
        return deepest


def amount(text, sizes: dict[str, int], where: str) -> int:
    """[TTS-87] A whole number, or an expression over c, q and n, such as `c+1`."""
    if isinstance(text, int) and not isinstance(text, bool):
        value = Fraction(text)
    else:
        value = _value(_parse(text, where), text, sizes, where)
    if value.denominator != 1 or abs(value) > HIGHEST_NUMBER:
        raise LastTrickError(
            f"{where}: the amount {text!r} is {value}, not a whole number of at most {HIGHEST_NUMBER}."
        )
    return int(value)


def _value(node, text, sizes, where) -> Fraction:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return Fraction(number)
        case ast.Name(id=name) if name in sizes:
            return Fraction(sizes[name])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, text, sizes, where)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left, text, sizes, where) + _value(right, text, sizes, where)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            divisor = _value(right, text, sizes, where)
            if divisor:
                return _value(left, text, sizes, where) / divisor
        case ast.Call(func=ast.Name(id="ceil"), args=[inside], keywords=[]):
            return Fraction(math.ceil(_value(inside, text, sizes, where)))
    raise LastTrickError(
        f"{where}: the amount {text!r} is not one; amounts are whole numbers and expressions over c, q and n."
    )
