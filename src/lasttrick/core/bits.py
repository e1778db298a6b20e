"""Sets of small numbers (cards, seats) in one int64.

Packed because a measurement asked for it: listing the legal cards of a seat from a bit set takes a third of the time
of a walk over `holder[card]`. All sets are signed, since Numba turns a mix of signed and unsigned into floats.
"""

import numpy as np

from lasttrick.core.rule import PLAIN, entry, rule

EMPTY = np.int64(0)

if PLAIN:

    def count(members):
        """How many members a set has."""
        return int(members).bit_count()

    def lowest(members):
        """The smallest member of a set that is not empty."""
        members = int(members)
        return (members & -members).bit_length() - 1

    def turn_word(word, places):
        """A word of 32 bits turned to the left."""
        return ((word << places) | (word >> (32 - places))) & 0xFFFFFFFF

    def write_sixteen(members, out, at):
        """Write a 1 for each of the members 0 to 15 and a 0 for each that is not there, from `at` on."""
        for k in range(16):
            out[at + k] = (int(members) >> k) & 1

    def holds_any(row, at):
        """Whether one of sixteen numbers, from `at` on, is not 0."""
        return bool(row[at : at + 16].any())
else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _count(typing_context, members):
        def emit(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic
    def _lowest(typing_context, members):
        def emit(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), emit

    @intrinsic
    def turn_word(typing_context, word, places):
        """A word of 32 bits turned to the left: told in 32 bits, it is one instruction, in 64 it can be four."""

        def emit(context, builder, signature, arguments):
            small, large = ir.IntType(32), ir.IntType(64)
            x, left = (builder.trunc(argument, small) for argument in arguments)
            right = builder.sub(small(32), left)
            return builder.zext(builder.or_(builder.shl(x, left), builder.lshr(x, right)), large)

        return types.int64(types.int64, types.int64), emit

    @intrinsic
    def write_sixteen(typing_context, members, out, at):
        """Write a 1 for each of the members 0 to 15 and a 0 for each that is not there, from `at` on: all at once, as
        no processor foresees where a walk over the members ends."""

        def emit(context, builder, signature, arguments):
            members, array, at = arguments
            places = ir.VectorType(context.get_data_type(signature.args[1].dtype), 16)
            is_in = builder.bitcast(builder.trunc(members, ir.IntType(16)), ir.VectorType(ir.IntType(1), 16))
            data = context.make_array(signature.args[1])(context, builder, array).data
            place = builder.bitcast(builder.gep(data, [at]), places.as_pointer())
            builder.store(builder.uitofp(is_in, places), place, align=signature.args[1].dtype.bitwidth // 8)
            return context.get_dummy_value()

        return types.void(types.int64, out, types.int64), emit

    @intrinsic
    def holds_any(typing_context, row, at):
        """Whether one of sixteen numbers, from `at` on, is not 0: looked at all at once."""

        def emit(context, builder, signature, arguments):
            array, at = arguments
            numbers = ir.VectorType(context.get_data_type(signature.args[0].dtype), 16)
            data = context.make_array(signature.args[0])(context, builder, array).data
            place = builder.bitcast(builder.gep(data, [at]), numbers.as_pointer())
            sixteen = builder.load(place, align=signature.args[0].dtype.bitwidth // 8)
            differ = builder.bitcast(builder.fcmp_unordered("!=", sixteen, numbers(None)), ir.IntType(16))
            return builder.icmp_unsigned("!=", differ, ir.IntType(16)(0))

        return types.boolean(row, types.int64), emit

    @entry
    def count(members):
        """How many members a set has."""
        return _count(np.int64(members))  # type: ignore[call-arg]

    @entry
    def lowest(members):
        """The smallest member of a set that is not empty."""
        return _lowest(np.int64(members))  # type: ignore[call-arg]


@rule
def one(member):
    """The set that holds just this member."""
    return np.int64(1) << np.int64(member)


@rule
def has(members, member):
    return (np.int64(members) >> np.int64(member)) & 1 == 1


@rule
def first(n):
    """The set 0, 1, … n−1 (n below 63)."""
    return (np.int64(1) << np.int64(n)) - np.int64(1)


@rule
def without_lowest(members):
    return np.int64(members) & (np.int64(members) - np.int64(1))


def members(packed) -> list[int]:
    """The members in rising order, for people."""
    rest, found, at = int(packed), [], 0
    while rest:
        found += _IN_EIGHT[at][rest & 255]
        rest, at = rest >> 8, at + 1
    return found


# The members of every set of eight numbers that follow each other: members is asked for several sets a description.
_IN_EIGHT = [[[8 * at + k for k in range(8) if eight >> k & 1] for eight in range(256)] for at in range(8)]


def pack(numbers) -> int:
    """The set of these numbers."""
    packed = 0
    for number in numbers:
        packed |= 1 << number
    return packed
