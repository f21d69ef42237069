"""How commands, events and observations are shown to a programmer: cards by their faces, what is left out left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from houseway.cards import CARD_TEXT, Card


def shown(struct: msgspec.Struct) -> str:
    """The repr of a struct: fields that are as by default are left out, cards are written as ``As``, hidden ones as ``??``."""
    kind = type(struct)
    hints, fields = _hints(kind), msgspec.structs.fields(kind)
    said = [
        f"{field.name}={_shown(getattr(struct, field.name), hints[field.name])}"
        for field in fields
        if not _is_default(field, getattr(struct, field.name))
    ]
    return f"{kind.__name__}({', '.join(said)})"


def _is_default(field: Any, value: object) -> bool:
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(value == field.default_factory())
    return field.default is not msgspec.NODEFAULT and bool(value == field.default)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _shown(value: Any, hint: Any) -> str:
    """A value as its type has it: what is declared as a card is one, whatever number it is."""
    try:
        return _as_declared(value, hint)
    except (TypeError, ValueError):
        # A command is shown with wrong values too, when it is refused for them.
        return repr(value)


def _as_declared(value: Any, hint: Any) -> str:
    if _is_card(hint):
        return repr(_face(value))
    if get_origin(hint) in (Union, UnionType):
        hint = next(one for one in get_args(hint) if one is not type(None))
        return "None" if value is None else _shown(value, hint)
    if hasattr(hint, "_fields"):
        named = zip(_hints(hint).items(), value, strict=True)
        return f"{hint.__name__}({', '.join(f'{name}={_shown(one, of)}' for (name, of), one in named)})"
    inner = get_args(hint)
    if isinstance(value, dict) and inner:
        return "{" + ", ".join(f"{_shown(key, inner[0])}: {_shown(one, inner[1])}" for key, one in value.items()) + "}"
    if not isinstance(value, tuple):
        return repr(value)
    if inner[-1] is Ellipsis:
        if _is_card(inner[0]):
            return repr(" ".join(map(_face, value)))
        inner = (inner[0],) * len(value)
    each = ", ".join(_shown(one, of) for one, of in zip(value, inner, strict=True))
    return f"({each},)" if len(value) == 1 else f"({each})"


def _is_card(hint: Any) -> bool:
    return hint is Card or (get_origin(hint) in (Union, UnionType) and Card in get_args(hint))


def _face(card: Card | None) -> str:
    if card is not None and not 0 <= card < len(CARD_TEXT):
        raise ValueError
    return "??" if card is None else CARD_TEXT[card]
