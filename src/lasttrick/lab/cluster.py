"""The same parts on a Ray cluster. A part whose worker is lost is played again elsewhere; its rows are the same."""

from contextlib import suppress

from lasttrick.core.cluster import connect
from lasttrick.core.errors import LastTrickError
from lasttrick.lab.plan import Plan
from lasttrick.lab.store import Store, packed
from lasttrick.lab.tables import play_part, table_of


def play_on_ray(address: str, store: Store, parts: list[int], watch) -> None:
    ray = connect(address)
    play = ray.remote(max_retries=-1, num_cpus=1)(_play)
    plan = ray.put(store.plan)
    ahead = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    upcoming = iter(parts)
    waiting: dict = {}
    try:
        while True:
            while len(waiting) < ahead and (part := next(upcoming, None)) is not None:
                waiting[play.remote(plan, *store.range_of(part))] = part
            if not waiting:
                return
            finished, _ = ray.wait(list(waiting), timeout=1)
            for future in finished:
                part = waiting.pop(future)
                store.keep(part, ray.get(future))
                watch(store.range_of(part)[1])
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()[-1]
        raise LastTrickError(
            f"The Ray cluster failed: {reason} What was finished is kept; the same command goes on."
        ) from None
    finally:
        with suppress(Exception):
            ray.shutdown()


_tables: dict[str, object] = {}


def _play(plan: Plan, first: int, count: int) -> dict[str, bytes]:
    """In a worker of the cluster: one part, as bytes, for the disks may differ."""
    if plan.fingerprint not in _tables:
        _tables.clear()
        _tables[plan.fingerprint] = table_of(plan)
    return packed(play_part(_tables[plan.fingerprint], first, count, plan.rows))  # type: ignore[arg-type]
