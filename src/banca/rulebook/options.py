"""House options: closed sets, each granted by a clause or a reading."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from banca.rulebook.citation import Citation
from banca.rulebook.refusal import Code, Refusal

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Generic[T]):
    """A choice the rules leave to the house; it has the values they grant and no others."""

    name: str
    values: tuple[T, ...]
    default: T
    cite: Citation

    def parse(self, asked: object) -> T:
        """The granted value written `asked`."""
        for value in self.values:
            if str(value) == str(asked):
                return value
        raise Refusal(Code.UNKNOWN_VALUE, self.cite, option=self.name, asked=asked, allowed=self.spelled())

    def spelled(self) -> str:
        """The values as a person reads them; long runs of whole numbers are shortened.

        >>> Option(name="n", values=(1, 2, 3, 4, 5, "none"), default=1, cite=Citation("g", "1")).spelled()
        '1-5, none'
        """
        numbers = [value for value in self.values if isinstance(value, int)]
        words = [str(value) for value in self.values if not isinstance(value, int)]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return ", ".join([f"{numbers[0]}-{numbers[-1]}", *words])
        return ", ".join(map(str, self.values))


class Chosen:
    """One value per option of a game; `chosen[FIELD_12]` has the option's own type."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def __getitem__(self, option: Option[T]) -> T:
        return self._values[option.name]  # type: ignore[return-value]  # choose() put an option's own value there

    def __iter__(self) -> Iterator[tuple[str, object]]:
        return iter(self._values.items())


def choose(options: Sequence[Option[Any]], asked: Mapping[str, object]) -> Chosen:
    """The defaults, with what was asked for put in; an unknown name or value is refused."""
    by_name = {option.name: option for option in options}
    for name in asked:
        if name not in by_name:
            allowed = [f"{option.name} ({option.cite})" for option in options]
            raise Refusal(Code.UNKNOWN_OPTION, asked=name, allowed=allowed)
    values = {name: option.parse(asked.get(name, option.default)) for name, option in by_name.items()}
    return Chosen(values)
