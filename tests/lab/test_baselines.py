"""The bench of baselines: a row for each bot, host and seed, the same each time, and a curve."""

import importlib.util
from pathlib import Path

import polars as pl

BENCH = Path(__file__).resolve().parents[2] / "bench" / "baselines.py"


def run(folder: Path, monkeypatch) -> pl.DataFrame:
    spec = importlib.util.spec_from_file_location("baselines", BENCH)
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    given = ["--games", "ten_tricks_later", "--bots", "random,heuristic", "--seeds", "1,2", "--deals", "60", "--out"]
    monkeypatch.setattr("sys.argv", ["baselines.py", *given, str(folder)])
    bench.main()
    return pl.read_csv(folder / "baselines.csv")


def test_each_bot_is_measured_among_each_host_for_each_seed(tmp_path, monkeypatch, capsys):
    rows = run(tmp_path / "one", monkeypatch)
    assert rows.select("bot", "among", "seed").n_unique() == 8
    shares = {(bot, host): share for bot, host, share in rows.select("bot", "among", "share").iter_rows()}
    assert shares["heuristic", "random"] > 0.4
    assert shares["random", "heuristic"] < 0.15
    assert "| `heuristic` |" in capsys.readouterr().out
    assert rows.equals(run(tmp_path / "two", monkeypatch))
