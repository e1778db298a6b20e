"""After the match: its file, its replay through anybody's eyes, its verification."""

import asyncio
import hashlib
import json
import random

import pytest
from typer.testing import CliRunner

from lasttrick import read_match
from lasttrick.cli import app
from lasttrick.core.errors import LastTrickError
from lasttrick.server import fair
from lasttrick.server.export import export
from tests.server.client import get, new_table, post, request, sit


@pytest.fixture(scope="module")
def finished(url):
    """A finished match: its table, its tokens, what seat 0 was told."""

    async def play():
        table, tokens = new_table(url, 3, people=2, start=False, options={"max_rounds": 2})
        post(url, f"/api/tables/{table}/word", {"word": "schön  war's"}, token=tokens[1])
        async with sit(url, table, tokens[0]) as a, sit(url, table, tokens[1]) as b:
            commitment = a.table["deal"]["commitment"]
            assert a.table["deal"]["words"] is None
            await asyncio.to_thread(post, url, f"/api/tables/{table}/start", token=tokens[0])
            await a.until(lambda m: m["type"] == "update")
            while b.latest is None:
                await b.until(lambda m: m["type"] == "update")
            await asyncio.gather(a.play(random.Random(1)), b.play(random.Random(2)))
            await asyncio.sleep(0.1)
            told = [json.loads(data) for data in a.bytes]
            updates = {m["version"]: m for m in told if m["type"] == "update"}
            before = [m["table"]["deal"] for m in told if m["type"] == "table" and m["table"]["phase"] == "playing"]
            assert all(deal["secret"] is None for deal in before)
            assert a.table["deal"]["commitment"] == commitment
        return table, tokens, updates

    return asyncio.run(play())


def test_a_replay_shows_what_the_seat_was_told(url, finished):
    table, tokens, updates = finished
    replay = get(url, f"/api/tables/{table}/replay", token=tokens[0])
    assert replay["eyes"] == "0"
    assert len(replay["steps"]) == max(updates) + 1
    for version, update in updates.items():
        step = replay["steps"][version]
        assert (step["view"], step["story"], step["acting"]) == (update["view"], update["story"], update["acting"])
    assert replay["result"] == updates[max(updates)]["result"]


def test_a_replay_with_all_cards_shows_every_hand_and_the_score_sheet(url, finished):
    table, _, _ = finished
    replay = get(url, f"/api/tables/{table}/replay?eyes=all")
    first = replay["steps"][0]
    assert [view["seats"][s]["hand"] is not None for s, view in enumerate(first["views"])] == [True] * 3
    assert all(step["action"] for step in replay["steps"][1:])
    assert len(replay["sheet"]) == 2
    assert replay["sheet"][-1]["scores"] == replay["result"]["scores"]
    watched = get(url, f"/api/tables/{table}/replay?eyes=watch")
    assert all(step["action"] is None and step["views"] is None for step in watched["steps"])


def test_while_a_match_is_on_only_ones_own_eyes_are_open(url):
    table, tokens = new_table(url, 3, people=2)
    assert get(url, f"/api/tables/{table}/replay", token=tokens[1])["eyes"] == "1"
    assert get(url, f"/api/tables/{table}/replay")["eyes"] == "watch"
    for eyes in ("all", "0"):
        status, answer, _ = request(url, f"/api/tables/{table}/replay?eyes={eyes}", token=tokens[1])
        assert (status, answer["key"]) == (409, "not_over")
    for path in ("match", "verify"):
        assert request(url, f"/api/tables/{table}/{path}", token=tokens[1])[0] == 409
    assert request(url, f"/api/tables/{table}/replay?eyes=9")[0] == 400


def test_the_match_file_replays_to_the_same_result(url, finished):
    table, _, updates = finished
    file = get(url, f"/api/tables/{table}/match")
    match = read_match(json.dumps(file))
    assert match.result["scores"] == updates[max(updates)]["result"]["scores"]
    assert file["names"] == ["Ann", "P1", ""]


def test_anybody_can_redo_the_deal_with_a_hash_tool(url, finished):
    file = get(url, f"/api/tables/{finished[0]}/match")
    deal = file["fair"]
    assert deal["words"] == ["", "schön war's", ""]
    assert hashlib.sha256(deal["secret"].encode()).hexdigest() == deal["commitment"]
    text = f"lasttrick deal 1\n{deal['secret']}\n\nschön war's\n"
    assert hashlib.sha256(text.encode()).hexdigest() == file["seed"]
    found = get(url, f"/api/tables/{finished[0]}/verify")
    assert (found["commitment_agrees"], found["seed_agrees"], found["match_agrees"]) == (True, True, True)


def changed(file: dict, path: str, value) -> dict:
    file = json.loads(json.dumps(file))
    part, _, name = path.rpartition(".")
    (file[part] if part else file)[name] = value
    return file


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        pytest.param("", None, "to the end", id="as it was"),
        pytest.param("fair.commitment", "0" * 64, "DOES NOT AGREE with the secret.", id="another commitment"),
        pytest.param("fair.words", ["x", "", ""], "DOES NOT AGREE with the secret and 3 words", id="another word"),
        pytest.param("seed", "1" * 64, "cannot have been made", id="another seed"),
        pytest.param("actions", [], "does NOT reach its end", id="no decisions"),
    ],
)
def test_verify_notices_every_change(url, finished, tmp_path, path, value, says):
    file = get(url, f"/api/tables/{finished[0]}/match")
    kept = tmp_path / "match.json"
    kept.write_text(json.dumps(changed(file, path, value) if path else file))
    result = CliRunner().invoke(app, ["verify", str(kept)])
    assert says in f"{result.output}{result.exception}"
    assert (result.exit_code == 0) == (not path)


@pytest.mark.parametrize("path", ["fair.commitment", "fair.secret", "seed"])
def test_verify_prints_nothing_raw(url, finished, tmp_path, path):
    """Line feeds and escapes in a file could show an agreement that is none."""
    file = get(url, f"/api/tables/{finished[0]}/match")
    odd = "0\n\x1b[2KCommitment 0: agrees with the secret.\x1b[8m"
    kept = tmp_path / "match.json"
    kept.write_text(json.dumps({**changed(file, path, odd), "actions": []}))
    for more in ([], ["--json"]):
        result = CliRunner().invoke(app, ["verify", str(kept), *more])
        assert "\x1b" not in f"{result.output}{result.exception}"
        assert "\nCommitment 0" not in f"{result.output}{result.exception}"
        assert result.exit_code != 0


def test_a_match_file_can_be_brought_in_and_replayed(url, finished):
    file = get(url, f"/api/tables/{finished[0]}/match")
    brought = post(url, "/api/matches", file)["table"]
    assert (brought["phase"], brought["host"]) == ("over", -1)
    assert get(url, f"/api/tables/{brought['id']}/match") == file
    assert get(url, f"/api/tables/{brought['id']}/verify")["seed_agrees"]
    again = get(url, f"/api/tables/{brought['id']}/replay?eyes=all")
    assert again["steps"] == get(url, f"/api/tables/{finished[0]}/replay?eyes=all")["steps"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "lasttrick match 1"}', "\xff"])
def test_what_is_no_match_file_is_not_brought_in(url, text):
    status, answer, _ = request(url, "/api/matches", raw=text.encode("latin-1"))
    assert status == 400
    assert "match file" in answer["error"]


def test_a_seed_depends_on_the_secret_and_on_every_word():
    words = ["a", "", "c"]
    seeds = {
        fair.seed("s", words),
        fair.seed("t", words),
        fair.seed("s", ["", "a", "c"]),
        fair.seed("s", ["a", "c", ""]),
    }
    assert len(seeds) == 4


# --- For the lab -----------------------------------------------------------------------------------------------------


def test_an_operator_exports_all_finished_matches_without_names(server, url, finished, tmp_path):
    table, _, updates = finished
    out = tmp_path / "played.jsonl"
    options = ["--database", server.settings.database, "--game", "ten_tricks_later"]
    done = CliRunner().invoke(app, ["export", "--out", str(out), *options], catch_exceptions=False)
    assert done.exit_code == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    assert done.output.startswith(f"{len(lines)} matches. Match files:")
    own = get(url, f"/api/tables/{table}/match")
    (line,) = [line for line in lines if json.loads(line)["seed"] == own["seed"]]
    file = json.loads(line)
    assert file["actions"] == own["actions"]
    assert [bool(bot) for bot in file["bots"]] == [False, False, True]
    assert not {"names", "fair"} & file.keys()
    assert "schön" not in line
    assert len(read_match(line).decisions) == max(updates)


def test_an_export_without_a_database_is_refused_and_makes_none(tmp_path):
    gone = tmp_path / "gone.db"
    with pytest.raises(LastTrickError, match="There is no database"):
        export(f"sqlite:///{gone}", tmp_path / "out.jsonl")
    assert not gone.exists()
