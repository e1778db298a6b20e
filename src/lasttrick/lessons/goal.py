"""The goal of a lesson: conditions on what the learner sees, such as `A.lower >= 2`, `A.hand has P8` or `A wins`."""

import operator
import re
from dataclasses import dataclass
from typing import Any

from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.words import LETTERS

_TESTS = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_FORM = re.compile(r"(\S+) (>=|<=|>|<|=|has|lacks) (\S+)")


@dataclass(frozen=True)
class Condition:
    """`PATH TEST VALUE`: the path names a part of the description; of a list its length is compared."""

    text: str
    path: tuple[str, ...]
    test: str
    value: str

    def holds(self, match: Match, seen: dict) -> bool:
        if self.test == "wins":
            return match.result is not None and LETTERS.index(self.path[0]) in match.result["winners"]
        found = self._find(seen)
        if self.test in ("has", "lacks"):
            return (self.value in map(str, found or ())) == (self.test == "has")
        if isinstance(found, list | dict | str) and self.value.isdigit():
            found = len(found)
        wanted = int(self.value) if isinstance(found, int) and not isinstance(found, bool) else self.value
        return _TESTS[self.test](_plain(found), wanted)

    def _find(self, seen: dict) -> Any:
        found: Any = seen
        for at, word in enumerate(self.path):
            try:
                is_seat = at == 0 and word in LETTERS
                found = seen["seats"][LETTERS.index(word)] if is_seat else found[word]
            except (KeyError, IndexError, TypeError):
                raise LastTrickError(
                    f"The goal {self.text!r} asks for {word!r}, which the description of the table has not."
                ) from None
        return found


def _plain(found: Any) -> Any:
    """Yes and no as words, nothing as `none`."""
    if found is None:
        return "none"
    return ("no", "yes")[found] if isinstance(found, bool) else found


def read_condition(text: str) -> Condition:
    if re.fullmatch(r"[A-H] wins", text):
        return Condition(text, (text[0],), "wins", "")
    read = _FORM.fullmatch(text)
    if not read:
        raise LastTrickError(
            f"The goal {text!r} is not of the form 'PATH TEST VALUE', such as 'A.lower >= 2', nor 'A wins'."
        )
    path, test, value = read.groups()
    return Condition(text, tuple(path.split(".")), test, value)
