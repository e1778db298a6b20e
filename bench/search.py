"""Search speed: simulations a CPU second of our search in 10 Tricks Later and of OpenSpiel's C++ ISMCTS on hearts.

Both search the first decision with a real choice of a fresh deal, four players, random rollouts, the same number of
simulations; runs alternate and each side's best counts, since other work on the machine only ever slows a run down.
Prints one line of JSON. Needs the extra `bench`.
"""

import argparse
import json
import random
import time

from lasttrick import new_match
from lasttrick.bots import make_bot


def our_position(seed: int):
    """A fresh deal, wishes said, the first lead to be chosen among several cards."""
    match = new_match("ten_tricks_later", 4, seed=seed)
    while len(match.legal(match.acting[0])) < 3:
        match.apply(match.acting[0], match.legal(match.acting[0])[0])
    return match, match.acting[0]


def our_rate(seed: int, simulations: int) -> float:
    match, seat = our_position(seed)
    bot = make_bot(f"search:iterations={simulations},rollouts=random", seed)
    bot.ready(match.game)
    view = match.view(seat)
    begun = time.process_time()
    bot.choose(match.game, view, seat)
    return simulations / (time.process_time() - begun)


def their_position(seed: int):
    import pyspiel

    luck = random.Random(seed)
    state = pyspiel.load_game("hearts").new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        options = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(luck.choice(options))
    return state


def their_rate(seed: int, simulations: int) -> float:
    import pyspiel

    state = their_position(seed)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 1.5, simulations, -1, final, False, True)
    begun = time.process_time()
    bot.step(state)
    return simulations / (time.process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=5)
    said = parser.parse_args()
    ours, theirs = [], []
    for seed in range(said.repeats):
        theirs.append(their_rate(seed, said.simulations))
        ours.append(our_rate(seed, said.simulations))
    line = {
        "bench": "search",
        "simulations": said.simulations,
        "lasttrick_per_s": round(max(ours)),
        "openspiel_hearts_per_s": round(max(theirs)),
        "ratio": round(max(ours) / max(theirs), 2),
        "ratio_of_medians": round(sorted(ours)[len(ours) // 2] / sorted(theirs)[len(theirs) // 2], 2),
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main()
