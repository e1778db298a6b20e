"""What must hold for every game, by the contract alone. A new game gets these tests by registering.

The checks themselves are in `lasttrick.checks`, so that a package with a game of its own can run them too."""

import os

import pytest

from lasttrick import checks, games
from lasttrick.checks import worlds
from tests.cases import case, every_case

LONG = os.environ.get("LASTTRICK_LONG") == "1"


@pytest.mark.parametrize("check", checks.CHECKS, ids=checks.name_of)
@every_case
def test_the_contract_holds(name, players, options, check):
    if check is worlds.check_worlds and players != games.about(name).players[0] and not LONG:
        pytest.skip("worlds are listed at the fewest players; LASTTRICK_LONG=1 asks for all")
    check(case(name, players, options))
