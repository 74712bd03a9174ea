"""What commands, events, states and answers are made of: values that never change and are built by the names of their fields."""

from typing import Any, dataclass_transform

from msgspec import Struct, StructMeta, field


class _FrozenMeta(StructMeta):
    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], /, **config: Any) -> Any:
        # msgspec hands `frozen` down to the classes below, and `kw_only` not: without it a field that has no default could not
        # follow a base's that has one, and an event could be built by the order of its fields, which is a journal's affair.
        return super().__new__(cls, name, bases, namespace, **{"kw_only": True, **config})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class FrozenStruct(Struct, frozen=True, metaclass=_FrozenMeta):
    """A msgspec Struct that is frozen and takes keywords only, as is every class below it."""
