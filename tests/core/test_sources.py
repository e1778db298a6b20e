"""What has to be compiled anew after an edit: the code that can have the edited source in it, and no other."""

import sys
from types import ModuleType

import pytest

from lasttrick import games
from lasttrick.core import sources

pytestmark = pytest.mark.uncompiled
FOLDER = {
    "core/bits.py": "",
    "core/loops.py": "from house.core import bits\nfrom house.core.contract import legal",
    "core/contract.py": "import importlib",
    "bots/policy.py": "from house.core import contract",
    "bots/tree.py": "from house.bots.policy import appraise",
    "bots/a.py": "from house.games.a.state import CARDS",
    "games/a/__init__.py": "from house.games.a import data",
    "games/a/data.py": "",
    "games/a/state.py": "from house.core import (\n    bits,  # sets\n)",
    "games/a/rules.py": "from .state import CARDS, HAND as H",
    "games/a/view.py": "def view():\n    from house.games.a.rules import legal",
    "games/a/describe.py": "from house.games.a import rules, state",
    "games/b/rules.py": "import house.core.bits",
    "games/b/view.py": "",
}


WIN = {"a": "shared", "b": "whole"}


@pytest.fixture
def house(tmp_path, monkeypatch):
    for name, text in FOLDER.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    package = ModuleType("house")
    package.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "house", package)
    monkeypatch.setattr(sources, "_reached", {})
    sources.dispatches("house.core.contract", lambda game: [f"{game}.rules", f"{game}.view"])
    sources.dispatches("house.bots.policy", lambda game: [f"house.bots.{game[-1]}"])
    monkeypatch.setattr(sources, "_taken", {"house.core.loops": lambda game: WIN[game[-1]]})
    sources._read.cache_clear()
    yield tmp_path
    sources._read.cache_clear()


COMPILED = {
    "rules of a": ("house.games.a.rules", ()),
    "view of a": ("house.games.a.view", ()),
    "rules of b": ("house.games.b.rules", ()),
    "loops for a": ("house.core.loops", ("house.games.a",)),
    "loops for b": ("house.core.loops", ("house.games.b",)),
    "search in a": ("house.bots.tree", ("house.games.a",)),
    "search in b": ("house.bots.tree", ("house.games.b",)),
}
OF_A = ["rules of a", "view of a", "loops for a", "search in a"]


def names() -> dict[str, str]:
    sources._read.cache_clear()
    return {what: sources.name_of(module, packages) for what, (module, packages) in COMPILED.items()}


@pytest.mark.parametrize(
    ("edited", "anew"),
    [
        pytest.param("games/a/describe.py", [], id="words of a game: nothing"),
        pytest.param("games/a/__init__.py", [], id="what a game says about itself: nothing"),
        pytest.param("games/a/data.py", [], id="what only that reads: nothing"),
        pytest.param("games/a/state.py", OF_A, id="a state: this game"),
        pytest.param("games/a/rules.py", OF_A, id="rules: this game, views that ask them too"),
        pytest.param("games/a/view.py", OF_A[1:], id="views: not the rules"),
        pytest.param("bots/a.py", ["search in a"], id="a judgement: the search in this game"),
        pytest.param("bots/policy.py", ["search in a", "search in b"], id="bots: bots alone"),
        pytest.param("core/contract.py", ["loops for a", "loops for b", "search in a", "search in b"], id="generic"),
        pytest.param("core/bits.py", [w for w in COMPILED if w != "search in b"] + ["search in b"], id="bits: all"),
    ],
)
def test_an_edit_compiles_anew_what_can_have_it_inside(house, edited, anew):
    before = names()
    (house / edited).write_text(FOLDER[edited] + "\n# edited")
    after = names()
    assert {what for what in before if before[what] != after[what]} == set(anew)


def test_what_is_taken_as_a_constant_counts_too(house, monkeypatch):
    before = names()
    monkeypatch.setitem(WIN, "a", "whole")
    after = names()
    assert {what for what in before if before[what] != after[what]} == {"loops for a"}


def test_the_name_also_tells_how_it_was_compiled():
    plain, checked = (sources.name_of("lasttrick.core.bits", ways=ways) for ways in ((), ("every index checked",)))
    assert plain != checked


@pytest.mark.parametrize("name", games.NAMES)
def test_no_game_has_words_or_another_game_compiled_into_it(name):
    package = games.package(name)
    inside = sources.compiled_in(f"{package}.rules") | sources.compiled_in(f"{package}.view")
    assert {f"{package}.state", f"{package}.rules", "lasttrick.core.bits"} <= inside
    assert not inside & {f"{package}.describe", f"{package}.notation", package, "lasttrick.core.words"}
    assert not {module for module in inside if module.startswith("lasttrick.games.")} - {
        module for module in inside if module.startswith(package + ".")
    }


@pytest.mark.parametrize("name", games.NAMES)
def test_a_loop_for_a_game_has_its_rules_inside_and_a_search_its_judgement(name):
    from lasttrick.bots import policy

    package = games.package(name)
    inside = sources.compiled_in("lasttrick.core.loops", [package])
    assert {f"{package}.rules", f"{package}.view"} <= inside
    assert f"lasttrick.bots.{name}" not in inside
    assert policy.judgement_in(package) in sources.compiled_in("lasttrick.bots.tree", [package])
