"""A server as a process of its own, to be killed and started again on the same database."""

import os
import re
import signal
import subprocess
import sys
import threading


class Process:
    """`lasttrick serve` on one database; `kill` is what a power cord does to a program."""

    def __init__(self, database: str, *more: str):
        self.database, self.more = database, more
        self.port = 0
        self.starts = 0
        self.program = ["-m", "lasttrick"]
        self.limits = ["--unlimited"]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> float:
        """Start, on the port of the last time if there was one."""
        command = [sys.executable, *self.program, "serve", *self.limits, "--bot-delay", "0", "--workers", "1"]
        command += ["--database", self.database, "--port", str(self.port), *self.more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        for line in self.process.stdout:
            found = re.search(r"http://[\d.]+:(\d+)", line)
            if found:
                self.port = int(found[1])
                self.starts += 1
                threading.Thread(target=self.process.stderr.read, daemon=True).start()
                return 0.0
        raise AssertionError(f"the server did not start: {self.process.stderr.read()}")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        self.process.terminate()
        return self.process.wait(30)
