"""Play a plan on all cores, or on a Ray cluster, part by part; the rows are the same either way."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from lasttrick.lab.cores import Interrupted, on_all_cores
from lasttrick.lab.plan import Plan
from lasttrick.lab.store import Store, packed
from lasttrick.lab.tables import play_part, table_of

SECONDS = 3.0  # a part should take about so long on one core: more is lost when a run is stopped, less is slow
MOST = 200_000  # matches in a part
PROBE = 20

Watch = Callable[[int], None]  # hears how many more matches are finished


def run(
    plan: Plan, out: Path, workers: int = 0, ray: str = "", watch: Watch = lambda n: None, again: bool = False
) -> None:
    """Play what is not played yet, and write the file; with `again`, in place of rows of another plan."""
    store = Store(plan, out)
    if again:
        store.clear_other()
    if store.is_finished():
        return watch(plan.matches)
    cores = workers or os.cpu_count() or 1
    store.open(_size(plan, cores) if not (store.folder / "plan.json").exists() else 0)
    left = [part for part in range(store.parts) if part not in store.done()]
    watch(store.kept_matches())
    try:
        if ray:
            from lasttrick.lab.cluster import play_on_ray

            play_on_ray(ray, store, left, watch)
        else:
            _play_here(store, left, cores, watch)
    except KeyboardInterrupt:
        kept = store.kept_matches()
        raise Interrupted(
            f"Stopped; {kept:,} of {plan.matches:,} matches are kept in {store.folder}, and the same command goes on."
        ) from None
    store.finish()
    return None


def _size(plan: Plan, cores: int) -> int:
    """How many matches a part is to have, by how long some take; never so many that a core is left without work."""
    table = table_of(plan)
    count = PROBE if plan.judges else 1
    if plan.judges:
        play_part(table, 0, 1, plan.rows)
    begun = time.perf_counter()
    play_part(table, 0, count, plan.rows)
    each = (time.perf_counter() - begun) / count
    return max(1, min(MOST, int(SECONDS / each), -(-plan.matches // (4 * cores))))


def _play_here(store: Store, parts: list[int], cores: int, watch: Watch) -> None:
    stop, mine = threading.Event(), threading.local()

    def play(part: int) -> None:
        if not hasattr(mine, "table"):
            mine.table = table_of(store.plan)
            mine.table.stop = stop.is_set
        store.keep(part, packed(play_part(mine.table, *store.range_of(part), store.plan.rows, watch)))

    for _ in on_all_cores(play, parts, cores, stop.set):
        pass
