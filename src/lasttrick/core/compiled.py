"""Numba's insides: all that the house takes from the compiler beyond its published ways is in this one module and,
for tables that lie on the stack, in `scratch`.

`tests/core/test_compiled.py` says in words what stops working when Numba changes one of them.

- An `Entry` is a dispatcher to which every whole number is an int64. Called by other compiled code it is a piece of it,
  unless it was compiled before: then Numba need not look at its rules again.
- A `Piece` is code that is only ever linked into other code. Only entries are optimised, turned into machine code and
  kept; Numba would do so for every function on the way, and the first start would take twice as long.
- A `Whole` is the code of an entry. What was linked into it is its own: LLVM then knows every caller of a rule, puts
  most rules into them and drops what no caller needs. Matches take a quarter less time.
- `_Passes` runs Numba's passes without its notes on each, and without two that find nothing in a rule.
- `Kept` is Numba's cache of a function on disk, with a folder for each set of sources that a signature brings together.
"""

import gc
from collections.abc import Callable
from typing import Any

import numba
from numba.core import caching, codegen, compiler, registry, sigutils, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass

from lasttrick.core.sources import folder_of, watchers

games: dict[Any, str] = {}  # the type of a game's record, as the compiler has it: the package of the game


def widened(kind):
    is_number = isinstance(kind, (types.Integer, types.IntegerLiteral, types.IntEnumMember))
    return types.int64 if is_number else kind


def games_in(kinds) -> set[str]:
    """The packages of the games whose records are among these types, or inside them."""
    found: set[str] = set()
    for kind in kinds:
        if kind in games:
            found.add(games[kind])
        elif isinstance(kind, types.Record):
            found |= games_in(field.type for field in kind.fields.values())
        elif isinstance(kind, types.BaseTuple):
            found |= games_in(kind)
        elif isinstance(kind, (types.Array, types.NestedArray)):
            found |= games_in([kind.dtype])
    return found


class _InFolder(caching.UserProvidedCacheLocator):
    """A folder that is named by all its sources needs neither a path in its name nor the stamp of one of them."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file):
        return ""

    def get_source_stamp(self):
        return ""


class _Files(caching.CompileResultCacheImpl):
    _locator_classes = [_InFolder]  # noqa: RUF012


class _InOneFolder(caching.FunctionCache):
    _impl_class = _Files


class Kept(caching._Cache):
    """The cache of a function. The signature names the games, the games and the module name the folder."""

    def __init__(self, function: Callable, ways: tuple[str, ...]):
        self._function, self._ways = function, ways
        self._in: dict[Any, caching._Cache] = {}
        self._ahead: dict[Any, Any] = {}  # what was loaded before it was asked for

    def _of(self, signature) -> caching._Cache:
        kinds = sigutils.normalize_signature(signature)[0]
        folder = folder_of(self._function.__module__, tuple(sorted(games_in(kinds))), self._ways)
        if folder not in self._in:
            numba.config.CACHE_DIR = str(folder or "")  # type: ignore[attr-defined]
            self._in[folder] = _InOneFolder(self._function) if folder else caching.NullCache()
        return self._in[folder]

    def has(self, sig, target_context) -> bool:
        """Whether it is there; what is there will be asked for next."""
        self._ahead[sig] = self._of(sig).load_overload(sig, target_context)
        return self._ahead[sig] is not None

    def load_overload(self, sig, target_context):
        found = self._ahead.pop(sig, None) or self._of(sig).load_overload(sig, target_context)
        if found is None:
            for watch in watchers:
                watch(self._function.__name__)
        return found

    def save_overload(self, sig, data):
        self._of(sig).save_overload(sig, data)

    cache_path = None

    def enable(self):
        pass

    disable = flush = enable


class _Library(codegen.JITCodeLibrary):
    def _optimize_functions(self, ll_module):
        """The first look at new code, by one set of passes; Numba makes one for each function that is only named."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


class Whole(_Library):
    """The code of an entry. The pieces in it are its own, so nobody else can call them."""

    def finalize(self):
        self._ways_in = {function.name for function in self.get_defined_functions()}
        self._linking_libraries = _all_linked(self)
        super().finalize()

    def _optimize_final_module(self):
        missing = [one.name for one in self._final_module.functions if one.is_declaration and "lasttrick" in one.name]
        if missing:
            raise AssertionError(f"{missing[0]} is called in {self.name} and was not linked into it.")
        for function in self.get_defined_functions():
            counts_references = function.name.startswith("NRT_")  # known to Numba's passes by its name
            if function.name not in self._ways_in and not counts_references:
                function.linkage = "internal"
        super()._optimize_final_module()


class Piece(_Library):
    """Code that is only ever linked into other code, and is optimised and turned into machine code there."""

    def finalize(self):
        self._finalize_dynamic_globals()
        self._finalized = True


def _all_linked(library) -> list:
    """What a library links, and what the pieces in it link in turn, each once and after all that call it: LLVM leaves
    out what nobody calls yet."""
    found: dict[Any, None] = {}  # what is called before those who call it

    def visit(caller) -> None:
        for called in caller._linking_libraries:
            if called not in found:
                if isinstance(called, Piece):
                    visit(called)
                found[called] = None

    visit(library)
    return list(reversed(found))


class Entry(registry.CPUDispatcher):
    """A compiled function to which every whole number is an int64: int8 fields, literals and enum members alike.

    Numba would compile a version for each mix of widths and literals among the arguments; one version is enough,
    starts five times sooner and cannot wrap around in an int8.
    """

    def __init__(self, function, local_types, options, pipeline_class=None):
        super().__init__(function, local_types, options, pipeline_class or _WholeCompiler)
        self._inside: dict[tuple, registry.CPUDispatcher] = {}  # by types, what other compiled code calls

    def get_call_template(self, arguments, keywords):
        kinds = tuple(map(widened, arguments))
        if kinds not in self._inside:
            self._inside[kinds] = self._found(kinds)
        found = self._inside[kinds]
        return super().get_call_template(kinds, keywords) if found is self else found.get_call_template(kinds, keywords)

    def get_overload(self, signature):
        found = self._inside.get(sigutils.normalize_signature(signature)[0], self)
        return super().get_overload(signature) if found is self else found.get_overload(signature)

    def _found(self, kinds) -> registry.CPUDispatcher:
        """This entry if it was compiled before, else a piece of the same function: whoever calls it then needs not
        wait until it is machine code that nobody has asked for."""
        is_there = kinds in self.overloads or self._cache.has(kinds, self.targetctx)
        return self if is_there else Rule(self.py_func, self.targetoptions)

    def compile(self, signature):
        """Compile for a signature. Garbage is left until afterwards: most of what is made here is still in use."""
        collects = gc.isenabled()
        gc.disable()
        try:
            return super().compile(signature)
        finally:
            if collects:
                gc.enable()

    def keep(self, *ways: str) -> "Entry":
        """Keep what is compiled on disk."""
        self._cache = Kept(self.py_func, ways)
        return self


class Rule(Entry):
    def __init__(self, function, options):
        super().__init__(function, {}, options, _PieceCompiler)

    def _found(self, kinds):
        return self

    def compile(self, signature):
        """Compile for a signature, without the clocks that Numba sets for each of two hundred rules."""
        kinds, given = sigutils.normalize_signature(signature)
        if kinds not in self.overloads:
            with self._compiling_counter:
                self.add_overload(self._compiler.compile(kinds, given))  # type: ignore[attr-defined]
        return self.overloads[kinds].entry_point  # type: ignore[attr-defined]

    def __call__(self, *arguments):
        return self.py_func(*arguments)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerToPiece(typed_passes.NativeLowering):
    """Numba's lowering, short of machine code. In place of a compiled function stands a unique name for it."""

    _name = "lower_to_piece"

    def run_pass(self, state):
        state.library = Piece(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = True
        super().run_pass(state)
        name = object().__dir__
        state.targetctx.insert_user_function(name, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=name)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerToWhole(typed_passes.NativeLowering):
    """Numba's lowering, into a library of our own."""

    _name = "lower_to_whole"

    def run_pass(self, state):
        state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


# Rules have no functions inside functions, and no arithmetic of whole arrays that would gain by being put together.
_SPARED = (untyped_passes.InlineClosureLikes, typed_passes.NopythonRewrites)


class _Passes(PassManager):
    """Numba's passes, without the notes that it takes of each: they spell out all fields of a state every time."""

    def _runPass(self, index, step, state):
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)


class _WholeCompiler(compiler.CompilerBase):
    lowering: type = _LowerToWhole

    def define_pipelines(self):
        manager = _Passes("nopython")
        lowering = typed_passes.NativeLowering
        steps = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state).passes
        wanted = [(step, why) for step, why in steps if step not in _SPARED]
        manager.passes = [(self.lowering if step is lowering else step, why) for step, why in wanted]
        manager.finalize()
        return [manager]


class _PieceCompiler(_WholeCompiler):
    lowering = _LowerToPiece
