"""One deal of an arena, played in a worker: the challenger once in each seat."""

import time
from pathlib import Path

from lasttrick.bots import make_bot
from lasttrick.core.luck import luck
from lasttrick.core.match import Match

_bots: dict[tuple[str, int], object] = {}


def prepare(game: str, bots) -> None:
    """Load a game and what its bots need, so that no decision waits for the compiler."""
    for text in bots:
        _bot(text, 0, 0).ready(_game(game))


def _game(name: str):
    from lasttrick import games

    return games.game(name)


def _bot(text: str, place: int, seed: int):
    """A bot with this luck; its memory is used again from match to match."""
    if (text, place) not in _bots:
        _bots[text, place] = make_bot(text, seed)
    bot = _bots[text, place]
    bot.reseed(seed)  # type: ignore[attr-defined]
    return bot


def play_deal(plan: dict, task: tuple[str, str, int], folder: Path) -> list[dict]:
    """A row for each seat the challenger can sit in."""
    return [_play(plan, *task, moved, folder) for moved in range(plan["players"])]


def _play(plan: dict, challenger: str, host: str, deal: int, moved: int, folder: Path) -> dict:
    game, players = _game(plan["game"]), plan["players"]
    match = Match(game, players, game.about.automatic_options(plan["options"]), f"{plan['seed']}/{deal}")
    names = [challenger if seat == moved else host for seat in range(players)]
    bots = [_bot(name, seat, luck(plan["seed"], name, deal, moved, seat)) for seat, name in enumerate(names)]
    row = {"challenger": challenger, "host": host, "deal": deal, "moved": moved}
    slowest = [0.0] * players
    try:
        play_out(match, bots, slowest)
    except Exception as error:
        return {**row, **_failed(match, error, folder, f"{challenger}-{host}-{deal}-{moved}")}
    result = match.result
    assert result is not None
    shares = match.shares()
    return {
        **row,
        "share": round(float(shares[moved]), 6),
        "others": round(float(shares.sum() - shares[moved]) / (players - 1), 6),
        "won": [seat for seat in range(players) if shares[seat] > 0],
        "winners": result["winners"],
        "ending": game.state.Ending(match.state.ending).name.lower(),
        "scores": result["scores"],
        "decisions": len(match.decisions),
        "slowest_ms": [round(1000 * s, 1) for s in slowest],
        "failed": "",
    }


def play_out(match: Match, bots, slowest: list[float]) -> None:
    """Let the bots decide until the match is over; an illegal action raises.

    The slowest decision of each seat is in CPU time: other work on the machine is not the bot's fault.
    """
    while not match.over:
        seat = match.acting[0]
        begun = time.thread_time()
        action = bots[seat].choose(match.game, match.view(seat), seat)
        slowest[seat] = max(slowest[seat], time.thread_time() - begun)
        match.apply(seat, action)


def _failed(match: Match, error: Exception, folder: Path, name: str) -> dict:
    """A match that a bot could not play to its end: kept for a bug report, counted, not scored."""
    place = folder / "failed"
    place.mkdir(parents=True, exist_ok=True)
    file = place / f"{''.join(c if c.isalnum() or c in '-=.' else '_' for c in name)}.json"
    match.save(file)
    file.with_suffix(".txt").write_text(f"{type(error).__name__}: {error}\n\n{match.position()}\n", encoding="utf-8")
    return {
        "share": None,
        "others": None,
        "won": [],
        "winners": [],
        "ending": "",
        "scores": [],
        "decisions": len(match.decisions),
        "slowest_ms": [],
        "failed": f"{type(error).__name__}: {error}",
    }
