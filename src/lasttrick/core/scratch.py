"""Small tables of whole numbers to work in, all 0, for as long as a rule runs: they lie on the stack.

An array of NumPy's sends compiled code to the heap and back, some 15 ns each, where a whole decision takes 50. Sizes
are constants. Such a table may go to the rules that are called, but never be given back.
"""

import numpy as np

from lasttrick.core.rule import PLAIN


def scratch(rows, columns):
    """A table of zeros."""
    return np.zeros((rows, columns), np.int64)


if not PLAIN:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.typing.templates import infer_global, make_intrinsic_template
    from numba.np.arrayobj import populate_array

    def _on_the_stack(typing_context, rows, columns):
        shape = rows.literal_value, columns.literal_value
        kind = types.Array(types.int64, 2, "C")

        def emit(context, builder, signature, arguments):
            memory = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), shape[0] * shape[1]))
            cgutils.memset(builder, memory, ir.IntType(64)(8 * shape[0] * shape[1]), 0)
            table = context.make_array(kind)(context, builder)
            data = builder.bitcast(memory, ir.IntType(64).as_pointer())
            word = context.get_value_type(types.intp)
            sizes = [word(n) for n in shape]
            populate_array(table, data, sizes, [word(8 * shape[1]), word(8)], word(8), None)
            return table._getvalue()

        return kind(rows, columns), emit

    # What `numba.extending.intrinsic` does, for a function that can be called from Python too, as rules are
    _template = make_intrinsic_template(scratch, _on_the_stack, "scratch", prefer_literal=True)
    infer_global(scratch, types.Function(_template))
