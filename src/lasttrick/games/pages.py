"""The rules pages: the text of a clause, and the rules that carry it."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lasttrick.core.about import did_you_mean
from lasttrick.core.errors import LastTrickError
from lasttrick.core.sources import file_of
from lasttrick.games import about, package

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "pages", _PACKAGE.parent.parent / "docs" / "reference" / "rules")  # installed, or in a checkout
_PLACES = {"en": ".", "ja": "ja"}  # where the pages of a language lie


@cache
def page(name: str, language: str = "en") -> str:
    """A game's whole rules page, in Markdown."""
    name = about(name).name
    if language not in _PLACES:
        raise LastTrickError(f"The rules are written in {' and '.join(_PLACES)}, not in {language!r}.")
    inside = _folder_of(name) / ("rules.md" if language == "en" else f"rules.{language}.md")
    for path in (inside, *(folder / _PLACES[language] / f"{name}.md" for folder in _FOLDERS)):
        if path.exists():
            return path.read_text(encoding="utf-8")
    raise LastTrickError(
        f"{about(name).title} has no rules page in {language}; {inside.name} in its package is missing."
    )


def _folder_of(name: str) -> Path:
    """The folder of a game's package."""
    found = file_of(package(name))
    return found.parent if found else _PACKAGE / "games" / name


_NUMBER = r"[A-Z]+-[A-Z]?\d+[a-z]?"
_CLAUSE = re.compile(rf"(?:- )?\*\*({_NUMBER})\*\*|\| *(?:\*\*)?({_NUMBER})(?:\*\*)?(?: \(\w+\)| \[[A-Z]\])? *\|")


@cache
def clauses(name: str, language: str = "en") -> dict[str, str]:
    """Every numbered clause, ruling, example and invariant of a page, with its text."""
    return clauses_in(page(name, language))


def clauses_in(text: str) -> dict[str, str]:
    """The same of the text of a page."""
    found: dict[str, str] = {}
    current = None
    in_row = False
    for line in text.splitlines():
        match = _CLAUSE.match(line)
        if match:
            current, in_row = match[1] or match[2], bool(match[2])
            found[current] = line
        elif line.startswith(("#", "---")) or (in_row and line.strip() != ""):
            current = None
        elif current:
            found[current] += "\n" + line
    return {number: _tidy(text) for number, text in found.items()}


def outline(name: str, language: str = "en") -> list[tuple[str, str]]:
    """The headings of a page, without a number, and its clauses, in their order."""
    known, found = clauses(name, language), []
    for line in page(name, language).splitlines():
        match = _CLAUSE.match(line)
        if match:
            number = match[1] or match[2]
            found.append((number, _bare(known[number]).removeprefix(number).strip(" ·\n")))
        elif line.startswith(("## ", "### ")):
            found.append(("", _bare(line.lstrip("# "))))
    return found


def _bare(text: str) -> str:
    """Without the marks of Markdown."""
    return re.sub(r"\*\*|`", "", text)


def _tidy(text: str) -> str:
    """A table row becomes a sentence; a paragraph loses its bullet and its number stays."""
    text = text.strip()
    if text.startswith("|"):
        return " · ".join(cell.strip() for cell in text.strip("|").split("|"))
    return text.removeprefix("- ")


def clause(name: str, number: str, language: str = "en") -> str:
    known = clauses(name, language)
    if number.upper() in known:
        return known[number.upper()]
    if number in known:
        return known[number]
    prefix = about(name).clause_prefix
    short = f"{prefix}-{number.upper()}"
    if short in known:
        return known[short]
    raise LastTrickError(f"The rules of {about(name).title} have no clause {number!r}. {_nearest(short, known)}")


def _nearest(number: str, known) -> str:
    hint = did_you_mean(number, known)
    return hint if hint.startswith("Did") else "Clauses look like " + ", ".join(list(known)[:3]) + "."


@dataclass(frozen=True)
class Citation:
    """A function that carries a clause."""

    function: str
    file: str
    line: int
    sentence: str


@cache
def citations(name: str) -> dict[str, list[Citation]]:
    """Which functions of a game say that they carry which clauses."""
    folder = _folder_of(about(name).name)
    cited: dict[str, list[Citation]] = {}
    for path in sorted(folder.rglob("*.py")):
        file = f"games/{folder.name}/{path.relative_to(folder).as_posix()}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                sentence = " ".join((ast.get_docstring(node) or "").split())
                for number in re.findall(r"\[([A-Z]+-[A-Z]?\d+[a-z]?)\]", sentence):
                    cited.setdefault(number, []).append(Citation(node.name, file, node.lineno, sentence))
    return cited
