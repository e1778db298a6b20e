"""Rates: a bucket that fills by so much a second and holds so many; each message or request takes one."""

import time


class Bucket:
    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: float, rate: float):
        self._burst, self._rate = burst, rate
        self._left, self._at = float(burst), time.monotonic()

    def take(self) -> bool:
        """Take one; False if there is none."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_empty(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate < 1

    @property
    def is_full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each address; full ones are forgotten."""

    def __init__(self, burst: float, rate: float, most: int = 10_000):
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget()
            bucket = self._buckets[address] = Bucket(self._burst, self._rate)
        return bucket

    def _forget(self) -> None:
        self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full}
        if len(self._buckets) >= self._most:
            self._buckets.clear()
