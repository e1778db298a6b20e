"""The chances a frozen network tells, fitted to how it really plays, and how well they then agree with what was won."""

import numpy as np
import torch

from lasttrick.bots.nets.weights import rounded
from lasttrick.lab.training.actor import Actor
from lasttrick.lab.training.model import Model, Played, batch_of

PASSES = 6
MINIBATCH = 8192
BINS = 15


def calibrate(
    game, players: tuple[int, ...], options: dict, net: np.ndarray, decisions: int
) -> tuple[np.ndarray, dict]:
    """The network with its chances refitted on fresh matches of its own play, and a table from other matches."""
    model = model_of(game, net)
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    model.outcome.requires_grad_(True)
    optimiser = torch.optim.Adam(model.outcome.parameters(), 2e-3)
    actor = Actor(game, players, options, "calibration", min(decisions, 400_000))
    notes = actor.new_notes()
    rounds = max(1, round(decisions / len(notes.value)))
    for turn in range(rounds * PASSES):
        if turn < rounds or rounds > 1:
            actor.show(net, notes)
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (1 - turn / (rounds * PASSES))
        played = Played.of(notes)
        order = torch.randperm(len(played)).numpy()
        for begin in range(0, len(order), MINIBATCH):
            batch = batch_of(played, np.sort(order[begin : begin + MINIBATCH]))
            loss = model.outcome_loss(model.look(batch), batch)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
    fitted = net.copy()
    model.write(fitted)
    fitted = rounded(fitted)
    actor.show(fitted, notes)
    return fitted, reliability(notes)


def reliability(notes: np.record) -> dict:
    """Told chances of the deciding seat in bins of equal size, each beside what was won."""
    number = int(notes.used[0])
    told = notes.value[:number].astype(float)
    won = notes.shares[notes.match[:number], notes.seat[:number]].astype(float)
    order = np.argsort(told, kind="stable")
    bins = [order[part] for part in np.array_split(np.arange(number), BINS)]
    rows = [(float(told[b].mean()), float(won[b].mean()), len(b)) for b in bins if len(b)]
    error = sum(abs(t - w) * n for t, w, n in rows) / number
    return {
        "decisions": number,
        "matches": int(notes.used[3]),
        "expected_error": round(error, 5),
        "worst_bin": round(max(abs(t - w) for t, w, _ in rows), 5),
        "brier": round(float(((told - won) ** 2).mean()), 5),
        "bins": [[round(t, 4), round(w, 4), n] for t, w, n in rows],
    }


def model_of(game, net: np.ndarray) -> Model:
    """The network of a record as torch has it."""
    model, record = Model(game), net[0]
    with torch.no_grad():
        model.first[:] = torch.from_numpy(record.first.copy())
        model.first_bias[:] = torch.from_numpy(record.first_bias.copy())
        model.second.weight[:] = torch.from_numpy(record.second.T.copy())
        model.second.bias[:] = torch.from_numpy(record.second_bias.copy())
        model.action.weight[:] = torch.from_numpy(record.action.copy())
        model.action.bias[:] = torch.from_numpy(record.action_bias.copy())
        model.outcome.weight[:] = torch.from_numpy(record.outcome.T.copy())
        model.outcome.bias[:] = torch.from_numpy(record.outcome_bias.copy())
        model.clue.weight[:] = torch.from_numpy(record.clue.copy())
        model.clue.bias[:] = torch.from_numpy(record.clue_bias.copy())
        model.judgement[:] = torch.from_numpy(record.judgement.copy())
    return model
