"""Rates: a bucket that fills by so much a second and holds so many; each message or request takes one."""

import time
from ipaddress import IPv6Address, ip_address


class Bucket:
    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: float, rate: float):
        self._burst, self._rate = burst, rate
        self._left, self._at = float(burst), time.monotonic()

    def take(self, number: int = 1) -> bool:
        """Take so many; False, and none is taken, if there are not enough."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < number:
            return False
        self._left -= number
        return True

    def drain(self) -> None:
        """Nothing is left."""
        self._left, self._at = 0.0, time.monotonic()

    @property
    def most(self) -> int:
        """More can never be taken at once."""
        return int(self._burst)

    @property
    def is_empty(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate < 1

    @property
    def is_full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each party. Full ones are forgotten; if there are too many others, those who share one share it."""

    def __init__(self, burst: float, rate: float, most: int = 10_000):
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: dict[str, Bucket] = {}
        self._shared = [Bucket(burst, rate) for _ in range(256)]
        self._forgot = Bucket(1, 1)  # to look through all of them is work, too

    def of(self, party: str) -> Bucket:
        bucket = self._buckets.get(party)
        if bucket is None:
            if len(self._buckets) >= self._most and self._forgot.take():
                self._forget()
            if len(self._buckets) >= self._most:
                return self._shared[hash(party) % len(self._shared)]
            bucket = self._buckets[party] = Bucket(self._burst, self._rate)
        return bucket

    def _forget(self) -> None:
        self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full}


def party_of(address: str) -> str:
    """Who is counted together: an IPv4 address, or a network of 64 bits, which is what one household of IPv6 has."""
    if ":" not in address:
        return address
    try:
        one = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(one, IPv6Address):
        return address
    if one.ipv4_mapped:
        return str(one.ipv4_mapped)
    return f"{IPv6Address(int(one) >> 64 << 64)}/64"
