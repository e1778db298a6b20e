"""The vector environment beside Pgx, RLCard and PettingZoo's own card games, in one run.

    pip install -e '.[bench,envs]'
    python bench/envs.py

Random legal play with observations and masks, 1,024 matches at once where a library has batches. Every figure is steps
a second of CPU time, the best of a few rounds; the sides take turns, so that a busy machine hurts all alike. A step is
one decision, the choice of a random action included. All run on one core: with two, XLA hands every small operation
from thread to thread, and Pgx takes twice the CPU time. Pgx steps inside one compiled scan of 64 steps; ours is called
from Python at every step. Afterwards it says where the time of our steps goes.
"""

import argparse
import importlib
import os
import tempfile
import time
import warnings

os.environ.setdefault("JAX_PLATFORMS", "cpu")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import numpy as np

MATCHES, SCAN = 1024, 64
PEER = "Pgx bridge_bidding"
WANTED = {"ten_tricks_later": 35}  # × the peer; of the other games 20
RLCARD = ("doudizhu", "mahjong", "gin-rummy", "bridge", "uno", "no-limit-holdem", "limit-holdem", "leduc-holdem")
PETTINGZOO = ("hanabi_v5", "texas_holdem_no_limit_v6", "texas_holdem_v4", "leduc_holdem_v4")


def ours(game: str, players: int | None = None):
    from lasttrick.envs.vector import ManyMatches

    env = ManyMatches(game, MATCHES, players)
    ended = [env.reset(seed=1)[1]["_rewards"]]

    def play() -> int:
        decisions = 0
        for _ in range(20):
            decisions += MATCHES - np.count_nonzero(ended[0])  # where a match is over, a step begins another
            ended[0] = env.step(env.action_space.sample())[4]["_rewards"]
        return decisions

    return play


def pgx_bridge():
    """bridge_bidding, with the sample table inside the package instead of the one that Pgx would download."""
    import jax
    import jax.numpy as jnp
    from pgx import bridge_bidding
    from pgx.experimental import auto_reset

    file = os.path.join(tempfile.mkdtemp(), "sample.npy")
    np.save(file, np.stack([np.asarray(part) for part in bridge_bidding._load_sample_hash()]))
    env = bridge_bidding.BridgeBidding(file)
    step = jax.vmap(auto_reset(env.step, env.init))

    def body(carry, _):
        state, key = carry
        key, first, second = jax.random.split(key, 3)
        action = jax.random.categorical(first, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(state, action, jax.random.split(second, MATCHES)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(body, (state, key), None, length=SCAN)[0])
    box = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), MATCHES)), jax.random.PRNGKey(1)]

    def play() -> int:
        box[:] = run(*box)
        jax.block_until_ready(box[0].observation)
        return MATCHES * SCAN

    return play


def rlcard_game(name: str):
    import rlcard

    env, rng = rlcard.make(name, config={"seed": 42}), np.random.default_rng(5)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[rng.integers(len(legal))])
            decisions += 1
        return decisions

    return play


def pettingzoo_game(name: str):
    env, rng = importlib.import_module(f"pettingzoo.classic.{name}").env(), np.random.default_rng(5)

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"] if "action_mask" in seen else info["action_mask"])
            env.step(int(legal[rng.integers(len(legal))]))
            decisions += 1
        return decisions

    return play


def rate(play, seconds: float) -> float:
    steps, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        steps += play()
    return steps / spent


def sides(games: list[str]) -> dict:
    """What is measured, by name; what is not installed is left out and said."""
    makers = {f"lasttrick {game}": lambda game=game: ours(game) for game in games}
    makers[PEER] = pgx_bridge
    makers |= {f"RLCard {name}": lambda name=name: rlcard_game(name) for name in RLCARD}
    makers |= {f"PettingZoo {name}": lambda name=name: pettingzoo_game(name) for name in PETTINGZOO}
    found = {}
    for name, make in makers.items():
        try:
            found[name] = make()
            found[name]()
        except Exception as error:
            print(f"{name} is left out: {type(error).__name__} {error}")
    return found


def parts(game: str, blocks: int = 6, steps: int = 40) -> None:
    """Where the time of a step goes, in nanoseconds a match: of some blocks of steps the quickest."""
    from lasttrick.envs import loops
    from lasttrick.envs.vector import ManyMatches

    env = ManyMatches(game, MATCHES)
    env.reset(seed=1)
    least = dict.fromkeys(("the choice", "the decision", "what is seen and legal"), float("inf"))
    for _ in range(blocks):
        spent = np.zeros(len(least))
        for _ in range(steps):
            begun = [time.process_time()]
            chosen = env.action_space.sample()
            begun.append(time.process_time())
            env._step_rows(loops.DECIDE | loops.FINISH, chosen)
            begun.append(time.process_time())
            env._step_rows(loops.SHOW, chosen)
            begun.append(time.process_time())
            spent += np.diff(begun)
        least = {what: min(old, new) for (what, old), new in zip(least.items(), spent, strict=True)}
    told = ", ".join(f"{what} {time_ / steps / MATCHES * 1e9:.0f}" for what, time_ in least.items())
    print(f"{game}, ns a match: {told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="ten_tricks_later,scout,zombie_escape,trick_to_survival")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of CPU, a side and round")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    games = given.games.split(",")
    plays = sides(games)
    best = dict.fromkeys(plays, 0.0)
    for _ in range(given.rounds):
        for name, play in plays.items():
            best[name] = max(best[name], rate(play, given.seconds))
    print(f"\n{'steps a second of CPU':40}" + "".join(f"{game:>20}" for game in games))
    for name, speed in best.items():
        times = [f"{best[f'lasttrick {game}'] / speed:,.1f} x" for game in games if f"lasttrick {game}" in best]
        print(f"{name:28}{speed:12,.0f}" + "".join(f"{t:>20}" for t in ([] if name.startswith("lasttrick") else times)))
    if PEER in best:
        for game in games:
            wanted, times = WANTED.get(game, 20), best[f"lasttrick {game}"] / best[PEER]
            print(f"{game}: {times:.1f} × {PEER} (wanted {wanted})")
    for game in games:
        parts(game)


if __name__ == "__main__":
    main()
