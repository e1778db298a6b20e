"""Every attack of this folder against a real server: none may gain anything."""

import asyncio
import time

import pytest

from tests.server.attacks import every_attack
from tests.server.client import request
from tests.server.conftest import running

ATTACKS = every_attack()


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    with running(database=f"sqlite:///{tmp_path_factory.mktemp('target')}/tables.db") as server:
        yield server


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gains_nothing(name, target, tmp_path, report, caplog):
    module = ATTACKS[name]
    settings = getattr(module, "SETTINGS", None)
    began = time.monotonic()
    if settings is None:
        gain_nothing(module, target)
    else:
        with running(**{"database": f"sqlite:///{tmp_path}/tables.db", **settings}) as server:
            gain_nothing(module, server)
    errors = [record.getMessage() for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]
    assert not errors, "an attack has filled the log with errors"
    report(f"attack {name} gained=0 seconds={time.monotonic() - began:.1f}")


def gain_nothing(module, server) -> None:
    asyncio.run(asyncio.wait_for(module.attack(server), 300))
    for _ in range(10):  # an attack that was refused as too fast has to wait like anybody
        status, answer, _ = request(server.url, "/health")
        if status != 429:
            break
        time.sleep(1)
    assert (status, answer["status"]) == (200, "ok")
