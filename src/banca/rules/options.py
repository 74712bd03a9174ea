"""House options: closed sets, each granted by a clause or a reading."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Generic, TypeVar

from banca.rules.citation import Citation
from banca.rules.refusal import UNKNOWN_OPTION, UNKNOWN_VALUE, Refusal
from banca.rules.spelling import near, suggestions
from banca.rules.text import _, _n

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Generic[T]):
    """A choice the rules leave to the house; it has the values they grant and no others."""

    name: str
    values: tuple[T, ...]
    default: T
    cite: Citation
    left_by: Citation | None = None
    """The reading that leaves the choice to the concessionaire, if the clause that grants it does not say whose it is."""
    authorised_by: Citation | None = None
    """The clause that asks for the regulator's prior authorisation of the choice."""
    untaken: tuple[T, ...] = ()
    """The values that add nothing, such as no lit panel: they need no authorisation."""
    working_days: int = 0
    """How many whole working days must lie between the day of the request and the planned day."""
    days_read: Citation | None = None
    """The reading that says how these days are counted."""
    says: str
    """What the option is about, in words."""
    says_value: Mapping[str, str] = field(default_factory=dict)
    """The words for its values, by how they are written; a number needs none."""

    def parse(self, asked: object) -> T:
        """Return the granted value written `asked`."""
        for value in self.values:
            if str(value) == str(asked):
                return value
        raise self.unknown_value(asked)

    def unknown_value(self, asked: object) -> Refusal:
        """Return the refusal of a value that the option does not have."""
        return Refusal(UNKNOWN_VALUE, self.cite, option=self.name, asked=asked, allowed=self.spelled())

    def spelled(self) -> tuple[str, ...]:
        """Return the values as a person reads them; long runs of whole numbers are shortened.

        >>> Option(name="n", values=(1, 2, 3, 4, 5, "none"), default=1, cite=Citation("g", "1"), says="").spelled()
        ('1-5', 'none')
        >>> Option(name="n", values=(1, 2, 3), default=1, cite=Citation("g", "1"), says="").spelled()
        ('1-3',)
        """
        numbers = [value for value in self.values if isinstance(value, int)]
        words = [str(value) for value in self.values if not isinstance(value, int)]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return (f"{numbers[0]}-{numbers[-1]}", *words)
        return tuple(map(str, self.values))

    def earliest(self, asked: date, is_working_day: Callable[[date], bool]) -> date:
        """Return the first day for which it may be planned when it is requested on this day."""
        if not self.working_days:
            return asked
        day, left = asked, self.working_days
        while left:
            day += timedelta(days=1)
            left -= is_working_day(day)
        return day + timedelta(days=1)

    def check_in_time(self, *, asked: date, planned: date, is_working_day: Callable[[date], bool]) -> None:
        """Refuse a planned day that is too soon after the day of the request."""
        earliest = self.earliest(asked, is_working_day)
        if planned >= earliest:
            return
        if not self.working_days:
            raise Refusal(
                "planned_before_asked",
                _("the request date {asked} is later than the planned date {planned}"),
                self.cite,
                asked=asked,
                planned=planned,
            )
        between = (asked + timedelta(days=n) for n in range(1, (planned - asked).days))
        raise Refusal(
            "asked_too_late",
            _n(
                "requested on {asked} for {planned}: {found} working day's notice, and at least {allowed} are required, as {by} counts them; the earliest possible date is {earliest}",
                "requested on {asked} for {planned}: {found} working days' notice, and at least {allowed} are required, as {by} counts them; the earliest possible date is {earliest}",
                by="found",
            ),
            self.authorised_by or self.cite,
            asked=asked,
            planned=planned,
            found=sum(map(is_working_day, between)),
            allowed=self.working_days,
            by=self.days_read,
            earliest=earliest,
        )


class Chosen:
    """One value per option of a game; `chosen[FIELD_12]` has the option's own type."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def __getitem__(self, option: Option[T]) -> T:
        return self._values[option.name]  # type: ignore[return-value]  # choose() put an option's own value there

    def __iter__(self) -> Iterator[tuple[str, object]]:
        return iter(self._values.items())


def unknown_option(asked: str, options: Iterable[Option[Any]]) -> Refusal:
    """Return the refusal of an unknown option, with those that exist."""
    every = [option.name for option in options]
    meant = near(asked, {name: [name] for name in every})
    return Refusal(UNKNOWN_OPTION, asked=asked, allowed=suggestions(meant, every))


def choose(options: Sequence[Option[Any]], asked: Mapping[str, object]) -> Chosen:
    """The defaults, with what was asked for put in; an unknown name or value is refused."""
    by_name = {option.name: option for option in options}
    for name in asked:
        if name not in by_name:
            raise unknown_option(name, options)
    values = {name: option.parse(asked.get(name, option.default)) for name, option in by_name.items()}
    return Chosen(values)
