"""How far the best actions of positions are ahead of the next: the figures by which the gap of a puzzle is chosen.

python bench/puzzles.py --game scout --positions 200 --worlds 2000
"""

import argparse

import numpy as np

from lasttrick import games
from lasttrick.appraisal.appraise import FRESH, REFERENCE
from lasttrick.appraisal.puzzles import FEWEST, Prover, positions, right_answers, self_play

EVERY = 4  # of the positions in which puzzles are looked for, so that they are of many matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=games.OURS, required=True)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=2_000)
    parser.add_argument("--players", type=int, default=4)
    asked = parser.parse_args()
    game = games.game(asked.game)
    prover, found, number = Prover(game), [], 0
    while len(found) < asked.positions:
        match = self_play(game, asked.players, f"measure {number}")
        number += 1
        for step in positions(match, number)[::EVERY][: asked.positions - len(found)]:
            worths = sorted(prover._looking.appraise(step.view, step.seat, number).worths, key=lambda w: -w.chance)
            if len(worths) < FEWEST:
                continue
            right = right_answers([worth.chance for worth in worths])
            actions = [worth.actions[0] for worth in worths[: max(8, right + 1)]]
            found.append(prover.gap(step, actions, right, number, (REFERENCE, 0), 2 * FRESH, asked.worlds))
    gaps, lowers = (np.array([getattr(g, name) for g in found]) for name in ("gap", "lower"))
    at = (10, 25, 50, 75, 90, 95, 99)
    print(f"{game.name}: {len(found)} positions of {number} matches, {asked.worlds} worlds each")
    print("percentile        " + "".join(f"{p:>8}" for p in at))
    print("gap, in a hundred " + "".join(f"{100 * v:>8.1f}" for v in np.percentile(gaps, at)))
    print("its lower 99% end " + "".join(f"{100 * v:>8.1f}" for v in np.percentile(lowers, at)))
    for delta in (0.02, 0.03, 0.05, 0.08):
        print(f"lower end at least {100 * delta:.0f}: {np.mean(lowers >= delta):.1%}")


if __name__ == "__main__":
    main()
