"""What is shipped for running a server: a dashboard that asks for figures there are, units with options there are."""

import json
import re
import shutil
import subprocess
from importlib.resources import files

import pytest
from typer.main import get_command

from lasttrick.cli import app
from lasttrick.server.metrics import REGISTRY
from lasttrick.server.settings import Settings
from lasttrick.server.several import _own

DEPLOY = files("lasttrick.server").joinpath("deploy")


def figures() -> set[str]:
    """The names of all samples that the server's figures have, or will have."""
    found = set()
    for family in REGISTRY.collect():
        ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
        found |= {family.name + end for end in ends}
    return found


def test_the_dashboard_asks_for_figures_that_there_are():
    panels = json.loads(DEPLOY.joinpath("grafana.json").read_text())["panels"]
    asked = {name for p in panels for t in p["targets"] for name in re.findall(r"lasttrick_\w+", t["expr"])}
    assert len(asked) > 10
    assert asked <= figures()


@pytest.mark.parametrize("unit", ["lasttrick.service", "lasttrick@.service"])
def test_the_units_use_options_that_there_are(unit):
    [command] = re.findall(r"ExecStart=\S+ (.*)", DEPLOY.joinpath(unit).read_text())
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    known = {name for option in serve.params for name in option.opts}
    used = set(re.findall(r"--[a-z-]+", command))
    assert used
    assert used <= known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("unit", ["lasttrick.service", "lasttrick@.service"])
def test_systemd_takes_the_units(unit, tmp_path):
    file = tmp_path / unit.replace("@", "@8001")
    file.write_text(DEPLOY.joinpath(unit).read_text().replace("/usr/local/bin/lasttrick", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True)
    assert (done.returncode, str(file.name) in done.stderr) == (0, False), done.stderr


def test_each_process_has_its_figures_at_a_port_of_its_own():
    given = Settings(metrics="127.0.0.1:9464")
    assert [_own(given, number).metrics for number in range(3)] == [f"127.0.0.1:{port}" for port in (9464, 9465, 9466)]
    assert _own(Settings(metrics=""), 2).metrics == ""


@pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is not installed")
def test_haproxy_takes_its_configuration(tmp_path):
    file = tmp_path / "haproxy.cfg"
    file.write_text(DEPLOY.joinpath("haproxy.cfg").read_text())
    done = subprocess.run(["haproxy", "-c", "-f", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
