"""Names in Gymnasium's registry, with the version of each environment: importing this registers them.

`gymnasium.make("lasttrick.envs.ids:lasttrick/Scout-v1", players=3)` imports it by itself.
"""

from typing import TYPE_CHECKING, Any

from lasttrick import games
from lasttrick.envs import MissingExtra
from lasttrick.envs.versions import version

try:
    import gymnasium
except ImportError:
    raise MissingExtra("gymnasium") from None

if TYPE_CHECKING:
    from lasttrick.envs.vector import ManyMatches

SPACE = "lasttrick"


def id_of(game: str) -> str:
    """`lasttrick/TenTricksLater-v1` for `ten_tricks_later`."""
    words = "".join(word.capitalize() for word in game.split("_"))
    return f"{SPACE}/{words}-v{version(game)}"


def many(game: str, num_envs: int = 1, **arguments: Any) -> "ManyMatches":
    """What `gymnasium.make_vec` asks for: the vector environment, against random bots as `gymnasium.make` has them."""
    from lasttrick.envs.vector import ManyMatches

    return ManyMatches(game, num_envs, **{"opponents": "random", **arguments})


IDS = {name: id_of(name) for name in games.NAMES}

for _name, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="lasttrick.envs.single:OneMatch",
            vector_entry_point="lasttrick.envs.ids:many",
            kwargs={"game": _name},
        )
