"""Checks of a game: what every game promises by the contract, asked of short matches. Whoever writes a game runs them.

    from lasttrick import checks, games

    game = games.game("lantern")
    for case in checks.cases(game):
        for check in checks.CHECKS:
            check(case)

A check raises an AssertionError that says in a sentence what does not hold, and where. `tests/contract` runs them for
every game that is registered; a package with a game of its own runs them in its own tests.
"""

from lasttrick.checks import playing, saying, twins, worlds
from lasttrick.checks.case import Case, cases
from lasttrick.checks.missing import missing

__all__ = ["CHECKS", "Case", "cases", "missing", "name_of"]

CHECKS = tuple(
    check
    for module in (playing, saying, twins, worlds)
    for name, check in vars(module).items()
    if name.startswith("check_")
)


def name_of(check) -> str:
    """What a check asks, in words."""
    return check.__name__.removeprefix("check_").replace("_", " ")
