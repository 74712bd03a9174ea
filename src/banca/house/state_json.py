"""A table's state as JSON and back, exactly: by its own types, whatever is played.

JSON has no sets and no keys but text, and no words in three languages: sets are written in order, maps whose keys are pairs as lists of
pairs, and what a table remembers (a point) by its text, as in the journal, and read as the conduct's own value. Maps keep their order,
as it is the order in which bets are paid.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from banca.live.conduct import Conduct
from banca.live.table import TableState

Remembered = Mapping[str, Hashable]
"""What a table can remember, by its text."""


class WireForm(NamedTuple):
    """How values of a type are written: as which type, and what is done before and after."""

    wire: Any
    write: Callable[[Any], Any]
    read: Callable[[Any, Remembered], Any]
    is_plain: bool = False
    """Whether nothing is to be done."""


def _plain(kind: Any) -> WireForm:  # any type
    return WireForm(kind, lambda value: value, lambda value, _: value, is_plain=True)


REMEMBERED = WireForm(
    str | None,
    lambda value: None if value is None else str(value),
    lambda value, states: None if value is None else states[value],
)


@cache
def form_of(kind: Any) -> WireForm:  # any type
    """How values of a type are written."""
    origin, given = get_origin(kind), get_args(kind)
    if kind is Hashable:
        return REMEMBERED
    if origin is frozenset:
        return WireForm(kind, sorted, lambda value, _: value)
    if origin is dict:
        return _of_map(kind, *given)
    if origin in (Union, UnionType) and set(given) - {NoneType} and NoneType in given:
        return _of_optional(kind, [one for one in given if one is not NoneType])
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _of_struct(kind)
    return _plain(kind)


def _of_map(kind: Any, key: Any, value: Any) -> WireForm:  # any types
    inner = form_of(value)
    if get_origin(key) is tuple:
        return WireForm(
            tuple[tuple[key, inner.wire], ...],  # type: ignore[name-defined]  # types made of what there is
            lambda held: [(name, inner.write(one)) for name, one in held.items()],
            lambda held, states: {name: inner.read(one, states) for name, one in held},
        )
    if inner.is_plain:
        return _plain(kind)
    return WireForm(
        dict[key, inner.wire],  # type: ignore[name-defined]  # types made of what there is
        lambda held: {name: inner.write(one) for name, one in held.items()},
        lambda held, states: {name: inner.read(one, states) for name, one in held.items()},
    )


def _of_optional(kind: Any, others: list[Any]) -> WireForm:  # any type
    inner = form_of(others[0])
    if len(others) > 1 or inner.is_plain:
        return _plain(kind)
    return WireForm(
        inner.wire | None,
        lambda value: None if value is None else inner.write(value),
        lambda value, states: None if value is None else inner.read(value, states),
    )


def _of_struct(kind: type[Struct]) -> WireForm:
    forms = {field.name: form_of(field.type) for field in fields(kind)}
    # Journals bind the digests of snapshots: a state whose fields have moved is still written in the order that it had.
    order: tuple[str, ...] = getattr(kind, "written_order", ())
    forms = {name: forms[name] for name in order} | forms
    special = {name: form for name, form in forms.items() if not form.is_plain}
    if not special and not order:
        return _plain(kind)
    wire = msgspec.defstruct(kind.__name__, [(name, form.wire) for name, form in forms.items()], kw_only=True)
    names = tuple(forms)

    def write(value: Any) -> Any:  # a struct of this kind
        return wire(**{name: forms[name].write(getattr(value, name)) for name in names})

    def read(value: Any, states: Remembered) -> Any:  # its wire form
        return kind(**{name: forms[name].read(getattr(value, name), states) for name in names})

    return WireForm(wire, write, read)


def writable(state: TableState) -> Any:  # what the encoder takes
    """A state as msgspec writes it."""
    kind: Any = type(state)
    return form_of(kind).write(state)


def readable(conduct: Conduct[Any], written: bytes | msgspec.Raw) -> Any:  # each game has its own
    """The state of a table so conducted; raises msgspec's errors, or KeyError, where it is none."""
    kind: Any = type(conduct.start)
    form = form_of(kind)
    return form.read(_decoder(form.wire).decode(written), conduct.table_states)


@cache
def _decoder(wire: Any) -> msgspec.json.Decoder[Any]:  # any type
    return msgspec.json.Decoder(wire)
