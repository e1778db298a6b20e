"""What we take from Numba beyond its published ways. Where one of these fails after an update, its text says what the
house loses; nothing else in the house touches the compiler's insides."""

import os
import subprocess
import sys

import numpy as np
import pytest

from lasttrick.core import rule

if rule.PLAIN:
    pytest.skip("nothing is compiled in plain mode", allow_module_level=True)

from numba.core import caching, typed_passes, types
from numba.core.compiler_machinery import PassManager

from lasttrick.core import compiled


@rule.rule
def add_one(a):
    return a + 1


@rule.entry
def sum_up(row):
    return add_one(row[0]) + add_one(3) + add_one(np.int64(4))


sum_up._cache = caching.NullCache()  # what an earlier run kept would be loaded whole, without its rules


def test_whole_numbers_of_any_width_share_one_compiled_version():
    """`get_call_template` is where a call inside compiled code meets its types. If this fails, each mix of widths is
    compiled anew (starts take five times as long) and an int8 argument can wrap around."""
    assert sum_up(np.array([120], np.int8)) == 130
    assert len(add_one.signatures) == 1


def test_a_rule_is_a_piece_and_only_an_entry_becomes_machine_code():
    """The pass `NativeLowering` makes the library of a function. If this fails, every rule is optimised and turned
    into machine code for itself, and the first start of a game takes twice as long."""
    sum_up(np.array([1], np.int8))
    [piece] = add_one.overloads.values()
    [whole] = sum_up.overloads.values()
    assert isinstance(piece.library, compiled.Piece)
    assert not isinstance(whole.library, compiled.Piece)
    assert callable(typed_passes.NativeLowering.run_pass)


def test_the_pieces_of_an_entry_are_its_own():
    """`finalize` links the pieces and `_optimize_final_module` comes after it. If this fails, LLVM must keep every rule
    callable from elsewhere, puts fewer of them into their callers, and matches take a third more time."""
    sum_up(np.array([1], np.int8))
    [whole] = sum_up.overloads.values()
    assert isinstance(whole.library, compiled.Whole)
    assert [name for name in whole.library._ways_in if "sum_up" not in name] == []
    linked = [function for function in whole.library.get_defined_functions() if "sum_up" not in function.name]
    assert {str(function.linkage) for function in linked if "NRT_" not in function.name} <= {"Linkage.internal"}


def test_an_entry_inside_other_compiled_code_is_a_piece_unless_it_is_there_already():
    """`get_call_template` and `get_overload` are asked for what is called. If this fails, a loop over whole matches
    waits for the machine code of every entry in it, and a first simulation takes twice as long."""

    @rule.entry
    def twice(a):
        return 2 * a

    @rule.entry
    def outer(row):
        return twice(row[0]) + 1

    @rule.entry
    def again(row):
        return twice(row[0]) + 2

    for function in (twice, outer, again):
        function._cache = compiled.Kept(function.py_func, ("a test",))
        function._cache._of = lambda signature: caching.NullCache()
    assert outer(np.array([4], np.int64)) == 9
    assert not twice.overloads
    [piece] = twice._inside.values()
    assert isinstance(piece, compiled.Rule)
    assert twice(4) == 8
    assert again(np.array([4], np.int64)) == 10  # what was chosen once stays
    assert list(twice._inside.values()) == [piece]

    twice._inside.clear()
    assert outer(np.array([4], np.int32)) == 9  # now it is there
    assert list(twice._inside.values()) == [twice]


def test_a_piece_is_linked_after_all_that_call_it():
    """Also one that the entry names first and does not call in the end, and another piece does."""

    def piece(*calls):
        made = object.__new__(compiled.Piece)
        made._linking_libraries = list(calls)
        return made

    last = piece()
    middle = piece(last)
    first = piece(middle, last)
    assert compiled._all_linked(piece(last, middle, first, last)) == [first, middle, last]


def test_passes_are_run_without_notes_and_two_are_spared(monkeypatch):
    """`_runPass` runs one pass. If this fails, Numba spells out all fields of a state before each of its passes
    and looks for functions inside functions: a first start takes a tenth longer, and no more is lost."""
    assert callable(PassManager._runPass)
    ran = []

    def watched(manager, index, step, state):
        ran.append(type(step))
        run(manager, index, step, state)

    run = compiled._Passes._runPass
    monkeypatch.setattr(compiled._Passes, "_runPass", watched)

    @rule.entry
    def half(a):
        return a // 2

    half._cache._of = lambda signature: caching.NullCache()
    assert half(9) == 4
    assert typed_passes.NopythonTypeInference in ran
    assert not set(compiled._SPARED) & set(ran)


def test_whoever_watches_hears_what_is_compiled():
    """If this fails, a log says nothing while a search is compiled for minutes."""
    from lasttrick.core.sources import watchers

    @rule.entry
    def thrice(a):
        return 3 * a

    heard: list[str] = []
    thrice._cache._of = lambda signature: caching.NullCache()
    watchers.append(heard.append)
    try:
        assert [thrice(2), thrice(3)] == [6, 9]
    finally:
        watchers.remove(heard.append)
    assert heard == ["thrice"]


def test_the_cache_of_a_function_is_asked_with_the_signature():
    """`_cache.load_overload` and `save_overload` get the signature. If this fails, either nothing is found on disk and
    all is compiled at every start, or games share a folder and an edit of one compiles all of them."""
    asked = []

    class Watching(compiled.Kept):
        def load_overload(self, sig, target_context):
            asked.append(sig)

        def save_overload(self, sig, data):
            asked.append(sig)

    function = compiled.Entry(lambda a: a + 1, {}, {"nopython": True})
    function._cache = Watching(function.py_func, ())
    function(3)
    assert asked == [(types.int64,), (types.int64,)]


def test_games_are_found_in_records_arrays_tuples_and_records_inside_records():
    """If this fails, a search or a batch lies in a folder that does not know its game: an edit of the game's rules
    would leave old code in use. This is the one failure here that gives wrong results."""
    from numba import from_dtype, typeof

    game = np.dtype((np.record, [("cards", np.int8, (3,))]))
    memory = np.dtype((np.record, [("world", game, (1,)), ("sums", np.float64)]))
    compiled.games[from_dtype(game)] = "somewhere.lantern"
    try:
        for example in (
            np.zeros(1, game)[0],
            np.zeros(1, game),
            (1, np.zeros(2, game)),
            np.zeros(1, memory)[0],
            np.zeros((2, 2), memory),
        ):
            assert compiled.games_in([types.int64, typeof(example)]) == {"somewhere.lantern"}
        assert compiled.games_in([types.int64, typeof(np.zeros(3))]) == set()
    finally:
        del compiled.games[from_dtype(game)]


def test_what_was_compiled_once_is_found_again(tmp_path):
    """If this fails, everything is compiled at every start."""
    code = "from lasttrick.core import bits; bits.count(5); print(sum(bits.count._cache_hits.values()))"
    hits = []
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "LASTTRICK_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        hits.append(int(run.stdout))
    assert hits == [0, 1]
    [folder] = tmp_path.iterdir()
    assert {path.suffix for path in folder.iterdir()} == {".nbi", ".nbc"}
