"""Matches that people played, from match files, as the same rows that simulations give."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import polars as pl

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match, read_match
from lasttrick.core.words import seat_letter
from lasttrick.lab.matches import ThinkingTable
from lasttrick.lab.plan import FORMAT, Plan
from lasttrick.lab.store import PLAN
from lasttrick.lab.tables import MAIN, play_part

PEOPLE = "people"  # who sits where bots of a plan do


class Played(NamedTuple):
    """A finished match and where it was found."""

    file: str
    match: Match
    seed: str
    bots: str  # letters of the seats that bots played, where the file says so

    @property
    def kind(self) -> str:
        """What only matches of one kind have in common: game, players and options, in words."""
        match = self.match
        options = json.dumps(match.game.about.kept_options(match.options), sort_keys=True)
        said = "" if options == "{}" else f" and options {options if len(options) < 60 else options[:60] + '…'}"
        return f"{match.game.name} with {match.players} players{said}"


@dataclass(frozen=True)
class Recorded(Plan):
    """In place of what is to be played: what was recorded."""

    judges = False

    @property
    def depth(self) -> float:
        """Few matches of people are worth as many of bots beside them as a small plan is."""
        return 0.25


class RecordedTable(ThinkingTable):
    """A table at which nobody thinks: match number k is the k-th of those that were recorded."""

    def __init__(self, game, players: int, options: dict, recorded: list[Played]):
        super().__init__(game, players, options, "recorded", ["random"], rows="rules")
        self._recorded = recorded

    def _begin_match(self, number: int) -> Match:
        recorded = self._recorded[number]
        return Match(self.game, self.players, recorded.match.options, recorded.seed)

    def _decide_all(self, match: Match, number: int) -> Iterator[tuple]:
        for seat, action in self._recorded[number].match.decisions:
            match.apply(seat, action)
            self._note(match)
        yield from ()


def texts_of(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Name and text of every match file: files, all `.json` below folders, every line of a `.jsonl`."""
    for path in paths:
        if not path.exists():
            raise LastTrickError(f"There is no file or folder {path}.")
        found = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.suffix in (".json", ".jsonl"))
        for file in found:
            text = file.read_text(encoding="utf-8")
            lines = enumerate(text.splitlines(), 1) if file.suffix == ".jsonl" else ()
            yield from ((f"{file}:{n}", line) for n, line in lines if line.strip())
            if file.suffix != ".jsonl":
                yield str(file), text


def read(name: str, text: str) -> Played:
    """The match of a file; what is wrong with it is said with its name."""
    try:
        match = read_match(text, games.game)
    except LastTrickError as error:
        raise LastTrickError(f"{name}: {error}") from None
    file = json.loads(text)
    given = file.get("bots")
    bots = given if isinstance(given, list) else []
    return Played(name, match, file["seed"], "".join(seat_letter(s) for s, bot in enumerate(bots) if bot))


def is_wanted(match: Match, game: str | None, players: int | None) -> bool:
    return game in (None, match.game.name) and players in (None, match.players)


def gather(paths: Iterable[Path], out: Path, game: str | None = None, players: int | None = None) -> dict[str, int]:
    """Write the rows of all finished matches, and the sums beside them; gives how many were read and left out."""
    everything = [read(name, text) for name, text in texts_of(paths)]
    wanted = [played for played in everything if is_wanted(played.match, game, players)]
    recorded = [played for played in wanted if played.match.over]
    if not recorded:
        raise LastTrickError("There is no finished match among these files.")
    kinds = Counter(played.kind for played in recorded)
    if len(kinds) > 1:
        each = "; ".join(f"{n} of {kind}" for kind, n in kinds.most_common())
        raise LastTrickError(
            f"These are matches of {len(kinds)} kinds: {each}. Choose by --game and --players, or gather them apart."
        )
    first = recorded[0].match
    table = RecordedTable(first.game, first.players, first.options, recorded)
    tables = play_part(table, 0, len(recorded), "rules")
    tables[MAIN] = tables[MAIN].with_columns(
        pl.Series("file", [played.file for played in recorded]), pl.Series("bots", [played.bots for played in recorded])
    )
    plan = plan_of(recorded)
    for kind, frame in tables.items():
        place = out if kind == MAIN else beside(out, kind)
        frame.write_parquet(place, metadata={PLAN: plan.text()})
    unfinished, others = len(wanted) - len(recorded), len(everything) - len(wanted)
    return {"matches": len(recorded), "unfinished": unfinished, "others": others}


def beside(rows: Path, kind: str) -> Path:
    """Where the sums of a file of rows are."""
    return rows.with_name(f"{rows.stem}-{kind}.parquet")


def plan_of(recorded: list[Played]) -> Recorded:
    """What stands for a plan where nothing was planned; its seed is a hash of all that was dealt."""
    match = recorded[0].match
    about = match.game.about
    dealt = hashlib.sha256("\n".join(played.seed for played in recorded).encode()).hexdigest()[:12]
    options = about.kept_options(match.options)
    return Recorded(
        match.game.name, about.rules_version, match.players, len(recorded), dealt, (PEOPLE,), "rules", options=options
    )


def read_plan(rows: Path) -> Recorded:
    """What gathered rows are about."""
    try:
        text = pl.read_parquet_metadata(rows).get(PLAN)
    except (OSError, pl.exceptions.PolarsError):
        text = None
    kept = json.loads(text) if text else {}
    if kept.get("bots") != [PEOPLE]:
        raise LastTrickError(f"{rows} is no file of gathered rows; lasttrick gather PATHS --out {rows.name} makes one.")
    missing = [path.name for path in (beside(rows, "cards"), beside(rows, "bars")) if not path.exists()]
    if missing or kept.pop("format") != FORMAT:
        why = f"lacks {' and '.join(missing)} beside it" if missing else "was gathered by another version"
        raise LastTrickError(f"{rows} {why}; lasttrick gather makes it anew from the match files.")
    kept.pop("version")
    return Recorded(**{**kept, "bots": tuple(kept["bots"])})
