"""Sixteen-bit lanes: arithmetic in compiled kernels that stays as narrow as a suit.

Numba widens whatever it computes with to 64 bits, so that a vector register holds four hands where it could hold
sixteen or more. A `Lane` is an unsigned number of 16 bits whose sums, shifts and comparisons stay so. In plain Python
the functions here leave their arguments as they are.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core.datamodel import models
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, lower_cast, register_model
from numba.types import Integer, Type, boolean, uint16

_BITS = ir.IntType(16)


class LaneType(Type):
    """The type of a lane."""

    def __init__(self) -> None:
        super().__init__(name="Lane")


LANE = LaneType()


@register_model(LaneType)
class _LaneModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _BITS)


@lower_cast(Integer, LaneType)
def _narrow(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    if value.type.width == 16:
        return value
    return builder.trunc(value, _BITS) if value.type.width > 16 else builder.zext(value, _BITS)


def _define(symbol: Any, build: Callable[[Any, Any, Any], Any], *, gives: Any = LANE) -> None:
    """An operator of two lanes, or of a lane and a whole number, that is one instruction."""

    @infer_global(symbol)
    class Template(AbstractTemplate):
        key = symbol

        def generic(self, args: Any, kws: Any) -> Any:
            if kws or len(args) != 2 or LANE not in args or not all(isinstance(a, (LaneType, Integer)) for a in args):
                return None
            return signature(gives, LANE, LANE)

    @lower_builtin(symbol, LaneType, LaneType)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return build(builder, *args)


_define(operator.and_, lambda builder, a, b: builder.and_(a, b))
_define(operator.or_, lambda builder, a, b: builder.or_(a, b))
_define(operator.xor, lambda builder, a, b: builder.xor(a, b))
_define(operator.add, lambda builder, a, b: builder.add(a, b))
_define(operator.sub, lambda builder, a, b: builder.sub(a, b))
_define(operator.lshift, lambda builder, a, b: builder.shl(a, b))
_define(operator.rshift, lambda builder, a, b: builder.lshr(a, b))
_define(operator.eq, lambda builder, a, b: builder.icmp_unsigned("==", a, b), gives=boolean)
_define(operator.ne, lambda builder, a, b: builder.icmp_unsigned("!=", a, b), gives=boolean)
_define(operator.gt, lambda builder, a, b: builder.icmp_unsigned(">", a, b), gives=boolean)
_define(operator.ge, lambda builder, a, b: builder.icmp_unsigned(">=", a, b), gives=boolean)


@intrinsic
def lane(typing: Any, number: Any) -> Any:
    """A whole number as a lane."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _narrow(context, builder, number, LANE, args[0])

    return LANE(number), build


@intrinsic
def number(typing: Any, given: Any) -> Any:
    """A lane as a plain number of 16 bits, to be stored."""
    return uint16(LANE), lambda context, builder, sig, args: args[0]


@intrinsic
def where(typing: Any, condition: Any, then: Any, otherwise: Any) -> Any:
    """One lane or the other, without a branch."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.select(*args)

    return LANE(boolean, LANE, LANE), build


@intrinsic
def higher(typing: Any, first: Any, second: Any) -> Any:
    """The greater of two lanes."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.select(builder.icmp_unsigned(">", *args), *args)

    return LANE(LANE, LANE), build


@intrinsic
def ones(typing: Any, given: Any) -> Any:
    """How many bits of a lane are set."""
    return LANE(LANE), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic
def spread(typing: Any, given: Any, shift: Any) -> Any:
    """All bits set or none, as the highest bit of the lane moved up by ``shift``."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ashr(builder.shl(*args), ir.Constant(_BITS, 15))

    return LANE(LANE, LANE), build
