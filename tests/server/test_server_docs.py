"""The pages about the server: the example bot plays, every message and command has its place."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from lasttrick.server import protocol
from lasttrick.server.app import HANDLERS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_example_bot_plays_a_match(url, tmp_path):
    page = (DOCS / "how-to" / "connect-a-bot.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 42
    bot = tmp_path / "bot.py"
    bot.write_text(code)
    done = subprocess.run([sys.executable, bot, url], capture_output=True, text=True, timeout=120)
    assert re.fullmatch(r"scores \[(\d+, ){3}\d+\] winners \[.*\]\n", done.stdout), done.stderr


def test_every_message_has_its_heading():
    page = (DOCS / "reference" / "protocol.md").read_text(encoding="utf-8")
    messages = [*get_args(protocol.ClientMessage), *get_args(protocol.ServerMessage)]
    missing = [m.__name__ for m in messages if f"### `{m.__struct_config__.tag}`" not in page]
    assert not missing


def test_every_request_is_on_the_page():
    page = (DOCS / "reference" / "protocol.md").read_text(encoding="utf-8")
    for handler in HANDLERS:
        for path in handler.paths:
            shown = path.replace("{table_id:str}", "T").replace("{seat:int}", "S")
            last = shown.split("/")[-1]
            assert shown in page or f"`/{last}" in page or f"/{last}`" in page, path


def test_every_reason_is_on_the_page():
    page = (DOCS / "reference" / "protocol.md").read_text(encoding="utf-8")
    for struct in (protocol.Illegal, protocol.Unavailable):
        for reason in get_args(struct.__annotations__["reason"]):
            assert f"`{reason}`" in page, reason
