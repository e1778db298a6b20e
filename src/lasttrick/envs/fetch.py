"""Memory that will be needed is asked for before it is: a thousand large states are more than a core keeps near it."""

from lasttrick.core.rule import PLAIN

LINE = 64  # bytes that a processor brings at once
FEW = 5  # lines of a record that comes by itself, as the one before it did

if PLAIN:

    def fetch(record):
        """Have the memory of a record brought near."""
else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def fetch(typing_context, record):
        """Have the memory of a record brought near."""

        def emit(context, builder, signature, arguments):
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            begin = builder.bitcast(arguments[0], byte)
            to_write, near, is_data = number(1), number(3), number(1)
            size = signature.args[0].size
            for at in range(0, size if size > FEW * LINE else 0, LINE):
                builder.call(ask, [builder.gep(begin, [ir.IntType(64)(at)]), to_write, near, is_data])
            return context.get_dummy_value()

        return types.void(record), emit
