"""Without the extra, the error names it; the command line stays light."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "library"),
    [("pettingzoo", "pettingzoo"), ("vector", "gymnasium"), ("single", "gymnasium"), ("openspiel", "open_spiel")],
)
def test_without_its_library_an_environment_says_which_extra_to_add(module, library):
    blocked = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "open_spiel": "pyspiel"}[library]
    code = f"import sys; sys.modules[{blocked!r}] = None; import lasttrick.envs.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip().endswith(f"This environment needs {library}: pip install 'lasttrick[envs]'.")


def test_no_command_imports_a_training_library():
    heavy = ["gymnasium", "pettingzoo", "pyspiel", "numba"]
    code = f"import sys, lasttrick.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
