"""Matches that people played, from match files, as the same rows that simulations give."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import polars as pl

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match, read_match
from lasttrick.lab.matches import ThinkingTable
from lasttrick.lab.tables import MAIN, play_part


class RecordedTable(ThinkingTable):
    """A table at which nobody thinks: match number k is the k-th of those that were recorded."""

    def __init__(self, game, players: int, options: dict, recorded: list[tuple[Match, str]]):
        super().__init__(game, players, options, "recorded", ["random"], rows="rules")
        self._recorded = recorded

    def _begin_match(self, number: int) -> Match:
        recorded, seed = self._recorded[number]
        return Match(self.game, self.players, recorded.options, seed)

    def _decide_all(self, match: Match, number: int) -> Iterator[tuple]:
        for seat, action in self._recorded[number][0].decisions:
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


def gather(paths: Iterable[Path], out: Path) -> dict[str, int]:
    """Write the rows of all finished matches, and the sums beside them; gives how many were read and left out."""
    names, recorded, unfinished = [], [], 0
    for name, text in texts_of(paths):
        try:
            match = read_match(text, games.game)
        except LastTrickError as error:
            raise LastTrickError(f"{name}: {error}") from None
        if match.over:
            names.append(name)
            recorded.append((match, json.loads(text)["seed"]))
        else:
            unfinished += 1
    if not recorded:
        raise LastTrickError("There is no finished match among these files.")
    first = recorded[0][0]
    for name, (match, _) in zip(names, recorded, strict=True):
        if (match.game, match.players, match.options) != (first.game, first.players, first.options):
            raise LastTrickError(
                f"{name} is another game, number of players or choice of options than {names[0]}; gather them apart."
            )
    table = RecordedTable(first.game, first.players, first.options, recorded)
    tables = play_part(table, 0, len(recorded), "rules")
    tables[MAIN] = tables[MAIN].with_columns(pl.Series("file", names))
    for kind, frame in tables.items():
        frame.write_parquet(out if kind == MAIN else out.with_name(f"{out.stem}-{kind}.parquet"))
    return {"matches": len(recorded), "unfinished": unfinished}
