"""Compile a rule, or leave it plain.

This is the one place where Numba enters. A `rule` is a piece of code; an `entry` is where Python or another room comes
in. Only entries are optimised, turned into machine code and kept, each with all its rules in it: Numba would do so for
every function on the way, and the first start would take twice as long. Compiled code is kept on disk in a folder named
by a hash of all rule sources, because Numba's own cache does not notice an edit in another file.

Two switches of the environment, read once at import:

- ``LASTTRICK_PLAIN=1``: no compiling at all; a debugger and coverage walk the same source.
- ``LASTTRICK_BOUNDS=1``: compiled code checks every index.
"""

import hashlib
import os
import platform
import shutil
import sys
import time
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np

PLAIN = os.environ.get("LASTTRICK_PLAIN") == "1"
BOUNDS = os.environ.get("LASTTRICK_BOUNDS") == "1"

_SOURCES = Path(__file__).resolve().parent.parent
_ROOMS = ("core", "games", "bots")  # the rooms whose rules other rooms put into theirs
_KEEP_UNUSED_DAYS = 14


def cache_root() -> Path:
    """Where compiled code is kept: the user's cache folder, or ``LASTTRICK_CACHE``."""
    given = os.environ.get("LASTTRICK_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "lasttrick"


@cache
def _hash_of(folder: str) -> str:
    """One name for the rule sources below a folder."""
    digest = hashlib.sha256()
    for path in sorted((_SOURCES / folder).rglob("*.py")):
        digest.update(str(path.relative_to(_SOURCES)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources_of(module: str) -> str:
    """One name for all sources that code of a module can have compiled into it, on this Python, with this compiler.

    A game is compiled from its own folder and the core; generic code from these rooms and its own.
    """
    import numba
    import numpy

    parts = module.split(".")
    is_game = len(parts) > 2 and parts[1] == "games"
    folders = ("core", f"games/{parts[2]}") if is_game else dict.fromkeys((*_ROOMS, parts[1]))
    text = [sys.version, numba.__version__, numpy.__version__, platform.machine(), str(BOUNDS), *map(_hash_of, folders)]
    return hashlib.sha256("\n".join(text).encode()).hexdigest()[:16]


def _forget_old_caches(root: Path) -> None:
    oldest = time.time() - _KEEP_UNUSED_DAYS * 86400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def cache_folder(module: str) -> Path | None:
    """Where compiled code of a module is kept, marked as used today; None where nothing can be written."""
    folder = cache_root() / sources_of(module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old_caches(folder.parent)
    except OSError:
        return None
    return folder


if PLAIN:

    def rule(function):
        """A rule, left as it is written."""
        return function

    entry = rule
else:
    import numba
    from numba.core import codegen, compiler, registry, typed_passes, types
    from numba.core.compiler_machinery import register_pass

    _OPTIONS = {
        "nopython": True,
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": BOUNDS,
        "no_cfunc_wrapper": True,
    }

    def _widened(kind):
        is_number = isinstance(kind, (types.Integer, types.IntegerLiteral, types.IntEnumMember))
        return types.int64 if is_number else kind

    class _Entry(registry.CPUDispatcher):
        """A compiled function to which every whole number is an int64: int8 fields, literals and enum members alike.

        Numba would compile a version for each mix of widths and literals among the arguments; one version is enough,
        starts five times sooner and cannot wrap around in an int8.
        """

        def get_call_template(self, arguments, keywords):
            return super().get_call_template(tuple(map(_widened, arguments)), keywords)

    class _Rule(_Entry):
        def __call__(self, *arguments):
            return self.py_func(*arguments)

    class _Piece(codegen.JITCodeLibrary):
        """Code that is only ever linked into other code, and is optimised and turned into machine code there."""

        def finalize(self):
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalize_dynamic_globals()
            self._finalized = True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _LowerToPiece(typed_passes.NativeLowering):
        """Numba's lowering, short of machine code. In place of a compiled function stands a unique name for it."""

        _name = "lower_to_piece"

        def run_pass(self, state):
            state.library = _Piece(state.targetctx.codegen(), state.func_id.func_qualname)
            state.flags.no_compile = state.flags.no_cpython_wrapper = True
            super().run_pass(state)
            name = object().__dir__
            state.targetctx.insert_user_function(name, state.cr.fndesc, [state.library])
            state.cr = state.cr._replace(cfunc=name)
            return True

    class _PieceCompiler(compiler.CompilerBase):
        def define_pipelines(self):
            manager = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
            lowering = typed_passes.NativeLowering
            manager.passes = [(_LowerToPiece if step is lowering else step, why) for step, why in manager.passes]
            manager.finalize()
            return [manager]

    def rule(function):
        """A rule: compiled as a piece of whatever entry calls it. Called from Python, it runs as it is written."""
        return _Rule(function, {}, _OPTIONS, pipeline_class=_PieceCompiler)

    def entry(function):
        """A way into compiled code: compiled on its first call with all its rules in it, or loaded from the cache."""
        folder = cache_folder(function.__module__)
        numba.config.CACHE_DIR = str(folder or "")  # type: ignore[attr-defined]
        compiled = _Entry(function, {}, _OPTIONS)
        if folder is not None:
            compiled.enable_caching()
        return compiled


def is_entry(function) -> bool:
    """Whether compiled code can be entered by this function."""
    return PLAIN or type(function) is _Entry


def direct(function, *examples):
    """An entry for arguments of just these types: spares each call the look at them, five times a short rule's work."""
    return function if PLAIN else function.compile(tuple(_widened(numba.typeof(example)) for example in examples))


def bare(array):
    """The one record of an array for a direct entry, which asks for its memory alone; NumPy takes 3 µs to give it."""
    return array[0] if PLAIN else SimpleNamespace(data=array.view(np.uint8).data)
