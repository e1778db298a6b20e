"""Work on all cores by threads: compiled code lets go of Python's lock."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from lasttrick.core.errors import LastTrickError


class Interrupted(LastTrickError):
    """A person stopped a run; what was finished is kept."""


def on_all_cores(work: Callable, pieces: Iterable, workers: int = 0, stop: Callable = lambda: None) -> Iterator:
    """What `work` gives for each piece, as it is finished; a few pieces more than cores are under way.

    Whatever goes wrong, `stop` is called, nothing more is begun, and what is under way is waited for.
    """
    cores = workers or os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as threads:
        waiting: set[Future] = set()
        upcoming = iter(pieces)
        try:
            while True:
                while len(waiting) < 2 * cores and (piece := next(upcoming, None)) is not None:
                    waiting.add(threads.submit(work, piece))
                if not waiting:
                    return
                finished, waiting = wait(waiting, timeout=1, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        except BaseException:
            stop()
            threads.shutdown(cancel_futures=True)
            raise


def in_order(work: Callable, pieces: Iterable, workers: int = 0) -> list:
    """What `work` gives for each piece, in the order of the pieces."""
    numbered = on_all_cores(lambda item: (item[0], work(item[1])), enumerate(pieces), workers)
    return [found for _, found in sorted(numbered, key=lambda pair: pair[0])]
