"""What must hold for every game, by the contract alone. A new game gets these tests by registering.

The checks themselves are in `lasttrick.checks`, so that a package with a game of its own can run them too."""

import pytest

from lasttrick import checks
from tests.cases import case, every_case


@pytest.mark.parametrize("check", checks.CHECKS, ids=checks.name_of)
@every_case
def test_the_contract_holds(name, players, options, check):
    check(case(name, players, options))
