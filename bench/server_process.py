"""A server for a bench: a process of its own on a free port, with its CPU time and memory."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


class ServerProcess:
    """`with ServerProcess() as server:` gives the address in `server.url`.

    `python` is another interpreter of the same version to run the server with, on the packages of this one."""

    def __init__(self, *more: str, core: int | None = None, python: str = sys.executable):
        self.folder = tempfile.TemporaryDirectory()
        database = f"sqlite:///{self.folder.name}/tables.db"
        pinned = ["taskset", "-c", str(core)] if core is not None else []
        serve = [python, "-m", "lasttrick", "serve", "--port", "0", "--unlimited"]
        self.command = [*pinned, *serve, "--database", database, *more]
        packages = [path for path in sys.path[1:] if not path.startswith(sys.base_prefix)]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(packages)}

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://[\d.]+:\d+", line)
            if found:
                self.url = found[0]
                self.host = self.url.removeprefix("http://")
                return self
        raise RuntimeError("The server did not start; run the command by hand: " + " ".join(self.command))

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()

    @property
    def cpu_seconds(self) -> float:
        return cpu_seconds(self.process.pid)

    @property
    def memory_kib(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and its threads so far."""
    text = Path(f"/proc/{pid}/stat").read_text()
    fields = text[text.rindex(")") + 2 :].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def busy_seconds() -> float:
    """CPU time of everything on this machine so far, without idling and waiting."""
    numbers = [int(n) for n in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(numbers) - numbers[3] - numbers[4]) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
