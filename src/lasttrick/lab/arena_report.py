"""What an arena found: win shares with intervals, ratings, a Parquet file and a page with a figure."""

import json
from collections import Counter
from pathlib import Path

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.lab import stats
from lasttrick.lab.arena import Plan
from lasttrick.lab.figures import Dot, dots
from lasttrick.lab.page import Section, document, table


def need_lab() -> None:
    """Say what to install where the lab's libraries are missing."""
    try:
        import openskill  # noqa: F401
        import polars  # noqa: F401
        import scipy  # noqa: F401
    except ImportError:
        raise LastTrickError("The arena needs the lab's libraries: pip install 'lasttrick[lab]'.") from None


def shares(plan: Plan, rows: list[dict]) -> dict[tuple[str, str], dict]:
    """For each pairing the challenger's share of the wins; the interval counts deals, not matches."""
    found = {}
    for pairing in plan.pairings:
        here = [r for r in rows if (r["challenger"], r["host"]) == pairing]
        found[pairing] = {"matches": len(here), "failed": sum(bool(r["failed"]) for r in here), **_share(here)}
    return found


def _share(rows: list[dict]) -> dict:
    deals: dict[int, list[float]] = {}
    for row in rows:
        if not row["failed"]:
            deals.setdefault(row["deal"], []).append(row["share"])
    means = [sum(d) / len(d) for d in deals.values()]
    if not means:
        return {"share": None, "low": None, "high": None, "others": None}
    found = stats.share(means)
    others = [row["others"] for row in rows if not row["failed"]]
    return {"share": found.value, "low": found.low, "high": found.high, "others": sum(others) / len(others)}


def ratings(plan: Plan, rows: list[dict]) -> dict[str, dict]:
    """Plackett–Luce ratings by openskill, match after match in the plan's order.

    Copies of a bot in a match are rated as seats of their own and then averaged.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {bot: model.rating(name=bot) for bot in plan.bots}
    for row in rows:
        if row["failed"] or not row["won"]:
            continue
        names = [row["challenger"] if seat == row["moved"] else row["host"] for seat in range(plan.players)]
        ranks = [0.0 if seat in row["won"] else 1.0 for seat in range(plan.players)]
        after = model.rate([[model.create_rating([rated[n].mu, rated[n].sigma], n)] for n in names], ranks=ranks)
        for bot in {row["challenger"], row["host"]}:
            copies = [team[0] for team, name in zip(after, names, strict=True) if name == bot]
            mu, sigma = (sum(getattr(c, f) for c in copies) / len(copies) for f in ("mu", "sigma"))
            rated[bot] = model.create_rating([mu, sigma], bot)
    return {bot: {"rating": r.mu, "doubt": r.sigma} for bot, r in rated.items()}


def summary(plan: Plan, rows: list[dict]) -> dict:
    """Everything found, as data."""
    from lasttrick.lab.report import made

    pairings, about = shares(plan, rows), games.about(plan.game)
    return {
        "game": plan.game,
        "title": about.title,
        "players": plan.players,
        "seed": plan.seed,
        "options": plan.options,
        "matches": len(rows),
        "failed": sum(bool(r["failed"]) for r in rows),
        "even": round(1 / plan.players, 4) if about.win.shared else None,
        "won_means": f"Won ({about.win.clause}): {about.win.sentence}",
        "made": made(plan),
        "endings": endings(plan, rows),
        "ratings": {bot: _rounded(found, 2) for bot, found in ratings(plan, rows).items()},
        "shares": [{"challenger": a, "host": b, **_rounded(found, 4)} for (a, b), found in pairings.items()],
        "slowest_ms": slowest(plan, rows),
    }


def endings(plan: Plan, rows: list[dict]) -> dict[str, int]:
    """In words, why matches ended, and how many of them."""
    about = games.about(plan.game)
    counts = Counter(row["ending"] for row in rows if not row["failed"])
    return {about.ending_words(ending): n for ending, n in counts.most_common()}


def in_words(found: dict) -> list[str]:
    """What stands beside the table of shares: the definition of a win, the endings, what would be even."""
    of = found["matches"] - found["failed"]
    ended = "; ".join(f"{words}, {n:,} of {of:,}" for words, n in found["endings"].items())
    said = [f"How the matches ended: {ended}.", found["won_means"]]
    if found["even"] is None:
        said.append("Seats can win together, so no share is even: after each stands that of a seat of the others.")
    else:
        said.append(f"An even share is {stats.percent(found['even'])}.")
    return said


def _rounded(found: dict, digits: int) -> dict:
    return {k: round(v, digits) if isinstance(v, float) else v for k, v in found.items()}


def slowest(plan: Plan, rows: list[dict]) -> dict[str, float]:
    """The most CPU time any decision of each bot took."""
    longest = dict.fromkeys(plan.bots, 0.0)
    for row in rows:
        for seat, ms in enumerate(row["slowest_ms"]):
            bot = row["challenger"] if seat == row["moved"] else row["host"]
            longest[bot] = max(longest[bot], ms)
    return longest


def milliseconds(ms: float) -> str:
    return f"{ms:,.0f} ms" if ms >= 1 else "below 1 ms"


def write(plan: Plan, rows: list[dict], folder: Path, files: dict[str, str] | None = None) -> dict:
    """`matches.parquet`, `summary.json`, `index.html` and the data in the arena's folder; `files` names data."""
    import polars

    from lasttrick.lab.report import keep_data, option_text

    found = summary(plan, rows)
    options = "".join(f", {option_text(name, value, files or {})}" for name, value in plan.options.items())
    keep_data(plan, folder)
    kept = [{k: v for k, v in row.items() if k != "slowest_ms"} for row in rows]
    polars.DataFrame(kept, infer_schema_length=None).write_parquet(folder / "matches.parquet")
    (folder / "summary.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (folder / "index.html").write_text(page(found, options), encoding="utf-8")
    return found


# --- The page --------------------------------------------------------------------------------------------------------


def page(found: dict, options: str) -> str:
    """One page that needs nothing else: a figure, a matrix of shares, ratings."""
    rated = sorted(found["ratings"].items(), key=lambda item: -item[1]["rating"])
    bots = [bot for bot, _ in rated]
    rating_rows = [
        [bot, f"{r['rating']:.2f}", f"{r['doubt']:.2f}", milliseconds(found["slowest_ms"][bot])] for bot, r in rated
    ]
    matrix = table(["one seat of", *(f"against {bot}" for bot in bots)], _matrix(bots, found))
    ratings = table(["bot", "rating", "its standard deviation", "slowest decision, CPU"], rating_rows)
    return document(
        f"Arena: {found['title']}, {found['players']} players",
        [_lead(found, options), *in_words(found)],
        [
            Section("Share of wins of one seat, with 95 % intervals", figures=[*figure(found), matrix]),
            Section("Ratings", figures=[ratings]),
        ],
    )


def _lead(found: dict, options: str) -> str:
    failures = "No match failed."
    if found["failed"]:
        failures = f"{found['failed']} matches failed, are not counted, and are kept in the folder “failed”."
    return f"{found['matches']:,} matches on duplicate deals, seed {found['seed']}{options}. {found['made']} {failures}"


def _matrix(bots: list[str], found: dict) -> list[list[str]]:
    """One seat of the row's bot against copies of the column's."""
    cells = {(s["challenger"], s["host"]): percent(s, not found["even"]) for s in found["shares"]}
    return [[a, *(cells.get((a, b), "") for b in bots)] for a in bots]


def percent(share: dict, beside: bool = False) -> str:
    if share["share"] is None:
        return "–"
    others = f", others {stats.percent(share['others'])}" if beside else ""
    return f"{stats.percent(share['share'])} ({100 * share['low']:.1f} to {100 * share['high']:.1f}){others}"


def figure(found: dict) -> list[str]:
    """Shares as dots with their intervals, a line where all are even; none if nothing was played to its end."""
    rows = [
        Dot(
            f"{share['challenger']} against {share['host']}",
            share["share"],
            share["low"],
            share["high"],
            percent(share, not found["even"]),
        )
        for share in found["shares"]
        if share["share"] is not None
    ]
    return [dots("Share of the wins", rows, percent=True, even=found["even"])] if rows else []
