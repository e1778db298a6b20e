"""Where rows are kept while a plan is played: finished parts in a folder beside the file, joined when all are there.

`FILE.parquet.parts/` holds `plan.json` and a folder for each finished part. A part is written whole or not at all, so
whatever stops a run, the same command goes on with the parts that are missing.
"""

import io
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from lasttrick.core.errors import LastTrickError
from lasttrick.lab.plan import Plan
from lasttrick.lab.tables import MAIN

PLAN = "lasttrick_plan"  # the key under which a file carries its plan


@contextmanager
def written(path: Path, begun: bool = True) -> Iterator[None]:
    """A disk that is full or a path that cannot be written, said in one sentence."""
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).split("(os error")[0].strip().rstrip(".")
        kept = " What was finished is kept; the same command goes on." if begun else ""
        raise LastTrickError(f"{path} cannot be written: {why}.{kept}") from None


class Store:
    def __init__(self, plan: Plan, out: Path):
        self.plan, self.out = plan, out
        self.folder = out.with_name(f"{out.name}.parts")
        if out.suffix != ".parquet":
            raise LastTrickError(f"{out} is to be a Parquet file; give it a name that ends in .parquet.")

    def is_finished(self) -> bool:
        """Whether the file is there already; another plan's file is never touched."""
        if not self.out.exists():
            return False
        if self._kept_plan() != self.plan.text():
            raise LastTrickError(
                f"{self.out} holds something else; name another with --out, or play it again in its place with --again."
            )
        return True

    def clear_other(self) -> None:
        """Remove rows and parts of another plan; a file that is not ours stays, and is said to be in the way."""
        path = self.folder / "plan.json"
        if path.exists() and json.loads(path.read_text(encoding="utf-8"))["plan"] != self.plan.text():
            shutil.rmtree(self.folder)
        kept = self._kept_plan() if self.out.exists() else None
        if kept is not None and kept != self.plan.text():
            self.out.unlink()

    def _kept_plan(self) -> str | None:
        """The plan that the file carries, if it is one of ours."""
        try:
            return pl.read_parquet_metadata(self.out).get(PLAN)
        except (OSError, pl.exceptions.PolarsError):
            return None

    def open(self, size: int) -> int:
        """Make the folder, or find it; gives how many matches a part has."""
        path = self.folder / "plan.json"
        with written(self.folder, begun=False):
            if not path.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                _write(path, json.dumps({"plan": self.plan.text(), "size": size}).encode())
            kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["plan"] != self.plan.text():
            raise LastTrickError(
                f"{self.folder} holds parts of something else; name another with --out, or begin again with --again."
            )
        self.size = kept["size"]
        return self.size

    @property
    def parts(self) -> int:
        return -(-self.plan.matches // self.size)

    def range_of(self, part: int) -> tuple[int, int]:
        """First match of a part, and how many it has."""
        first = part * self.size
        return first, min(self.size, self.plan.matches - first)

    def done(self) -> set[int]:
        return {int(p.name) for p in self.folder.iterdir() if p.name.isdecimal()}

    def kept_matches(self) -> int:
        return sum(self.range_of(part)[1] for part in self.done()) if self.folder.exists() else 0

    def keep(self, part: int, tables: dict[str, bytes]) -> None:
        """Write a part beside its place and move it there."""
        place, beside = self.folder / f"{part:07}", self.folder / f"{part:07}.new"
        with written(self.folder):
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir()
            for name, data in tables.items():
                (beside / f"{name}.parquet").write_bytes(data)
            beside.replace(place)

    def finish(self) -> None:
        """Join the parts in their order, side tables first, a row after the other without loading them all."""
        folders = sorted(self.folder / f"{part:07}" for part in self.done())
        names = sorted((p.stem for p in folders[0].iterdir()), key=lambda name: name == MAIN)
        for name in names:
            place = self.out if name == MAIN else self.out.with_name(f"{self.out.stem}-{name}.parquet")
            beside = self.folder / f"{name}.parquet"
            with written(place):
                parts = pl.scan_parquet([folder / f"{name}.parquet" for folder in folders])
                _joined(name, parts).sink_parquet(beside, metadata={PLAN: self.plan.text()})
                beside.replace(place)
        shutil.rmtree(self.folder, ignore_errors=True)


def _joined(name: str, parts: pl.LazyFrame) -> pl.LazyFrame:
    """Rows stay as they are; sums are added up."""
    if name == "cards":
        return parts.group_by("role", "card", maintain_order=True).sum()
    if name == "bars":
        return parts.group_by("histogram", "value").sum().sort("histogram", "value")
    return parts


def _write(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(data)
    beside.replace(path)


def packed(tables: dict[str, pl.DataFrame]) -> dict[str, bytes]:
    """Tables as Parquet in memory."""
    found = {}
    for name, table in tables.items():
        data = io.BytesIO()
        table.write_parquet(data, compression="lz4")
        found[name] = data.getvalue()
    return found
