"""Quick checks confirm only what the full check finds no fault in, and they do confirm what is plain."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.encoding import command_kinds, event_kinds, machines
from houseway.engine.checking import _first_fault, _first_fault_of_change
from houseway.engine.kernel import Envelope
from houseway.engine.quick_checks import quick_change, quick_check
from tests.kit.sample_values import forged, sample

KINDS = (*command_kinds(), *event_kinds(), *[machine.state for machine in machines()], Envelope)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**53,
    2**60,
    1.0,
    "x",
    "\x7f\xa0",
    "\ud800",
    b"x",
    (),
    (1, "x"),
    ("",),
    {},
    {1: 2},
    frozenset({"x"}),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_quick_check_confirms_only_what_the_full_check_does(kind: type[msgspec.Struct]) -> None:
    plain = sample(kind)
    odd = [msgspec.structs.replace(plain, **{field: value}) for field in kind.__struct_fields__ for value in ODD]
    for value in (*odd, *forged(kind)):
        if quick_check(kind)(value):
            assert _first_fault(value) is None, value
        if quick_change(kind)(plain, value):
            assert _first_fault_of_change(plain, value) is None, value


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_plain_is_confirmed_quickly(kind: type[msgspec.Struct]) -> None:
    plain = sample(kind)
    assert quick_check(kind)(plain)
    assert quick_change(kind)(plain, sample(kind))


@pytest.mark.parametrize("machine", machines(), ids=lambda machine: machine.name)
def test_a_number_beyond_its_range_is_found_in_every_field_of_a_state(machine: Any) -> None:
    plain = sample(machine.state)
    numbers = list(forged(machine.state))
    assert numbers
    for value in numbers:
        assert not quick_check(machine.state)(value)
        assert not quick_change(machine.state)(plain, value)
        assert _first_fault_of_change(plain, value) is not None
