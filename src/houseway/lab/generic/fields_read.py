"""Which fields of a showdown a primitive reads, learned by hiding them: a number that comes out while a field is hidden does not rest on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from houseway.rules.settlement import Both, Primitive, SettlementTable
from houseway.rules.showdown import Showdown

Number = Callable[[Showdown], int]

PLAYER: Final = frozenset({"player", "player_setting"})
BANK: Final = frozenset({"bank", "bank_setting"})
BOARD: Final = frozenset({"community"})
FOLDED: Final = frozenset({"folded"})
DRAWS: Final = frozenset({"magic_card", "lucky_player", "lucky_dealer"})
SETTINGS: Final = frozenset({"player_setting", "bank_setting"})


class HiddenFieldError(Exception):
    """Raised when a number looks at a field that is hidden from it."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class _Hidden:
    """Stands for a field: whoever looks at it is told so."""

    def __init__(self, field: str) -> None:
        object.__setattr__(self, "_field", field)

    def _refuse(self, *_: Any) -> NoReturn:
        raise HiddenFieldError(object.__getattribute__(self, "_field"))

    __getattr__ = __getitem__ = __contains__ = __add__ = __radd__ = __eq__ = __ne__ = _refuse
    __len__ = __iter__ = __bool__ = __int__ = __index__ = __hash__ = _refuse
    __lt__ = __gt__ = __le__ = __ge__ = __mul__ = __rmul__ = __sub__ = __rsub__ = _refuse


HIDDEN: Final[Any] = Showdown(*(_Hidden(field) for field in Showdown._fields))  # type: ignore[arg-type]
"""A showdown of which nothing can be read."""


def only(showdown: Showdown, fields: Iterable[str]) -> Showdown:
    """Return the showdown with every other field hidden."""
    shown: Showdown = HIDDEN._replace(**{field: getattr(showdown, field) for field in fields})
    return shown


def fields_read(number: Number, samples: Iterable[Showdown]) -> frozenset[str]:
    """Return the fields that a number reads in these showdowns; in another it may read more, and then meets a hidden one."""
    read: frozenset[str] = frozenset()
    for showdown in samples:
        while True:
            try:
                number(only(showdown, read))
                break
            except HiddenFieldError as hidden:
                read |= {hidden.field}
    return read


def primitives_of(tables: Iterable[SettlementTable]) -> list[Primitive]:
    """Return the primitives that these tables rest on, each once."""
    found: dict[Primitive, None] = {}
    for table in tables:
        for primitive, _ in table.steps:
            for part in (primitive.first, primitive.second) if isinstance(primitive, Both) else (primitive,):
                found[part] = None
    return list(found)
