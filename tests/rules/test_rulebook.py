"""House options: the values that are granted, and the days between asking and doing."""

from collections.abc import Callable
from datetime import date

from banca.rules import (
    Option,
    Refusal,
    citing,
)
from banca.rules.rulebook import choose

Refused = Callable[..., None]
cite = citing("craps")


# Options


def in_writing(*, days: int) -> Option[str]:
    return Option(
        name="drive",
        values=("lever", "electronic"),
        default="lever",
        cite=cite("1.1.1"),
        authorised_by=cite("7.1") if days else None,
        working_days=days,
        says="",
    )


def test_the_days_between_asking_and_doing_are_counted() -> None:
    def check(option: Option[str], asked: int, planned: int) -> Refusal | None:
        try:
            option.check_in_time(
                asked=date(2026, 11, asked),
                planned=date(2026, 11, planned),
                is_working_day=lambda day: day.weekday() < 5,
            )
        except Refusal as refusal:
            return refusal
        return None

    assert check(in_writing(days=1), 2, 4) is None  # Monday for Wednesday: Tuesday lies between
    late = check(in_writing(days=1), 6, 9)  # Friday for Monday
    assert late
    assert (late.code, str(late.cite)) == ("asked_too_late", "craps 7.1")
    assert {key: late.about[key] for key in ("found", "allowed", "earliest")} == {
        "found": 0,
        "allowed": 1,
        "earliest": date(2026, 11, 10),
    }
    two = check(in_writing(days=3), 2, 5)
    assert two
    assert (two.about["found"], two.about["earliest"]) == (2, date(2026, 11, 6))
    assert check(in_writing(days=0), 6, 6) is None
    backwards = check(in_writing(days=0), 6, 5)
    assert backwards
    assert (backwards.code, str(backwards.cite)) == ("planned_before_asked", "craps 1.1.1")


def test_an_option_has_the_values_that_are_granted_and_no_others(refused: Refused) -> None:
    option = in_writing(days=0)
    assert dict(choose([option], {})) == {"drive": "lever"}
    assert choose([option], {"drive": "electronic"})[option] == "electronic"
    refused(lambda: choose([option], {"drive": "steam"}), "unknown_value", "craps 1.1.1")
    refused(lambda: choose([option], {"dirve": "lever"}), "unknown_option", "None")
    two = Option(name="n", values=(1, 2, "none"), default=1, cite=cite("1.1.1"), says="")
    assert two.spelled() == ("1", "2", "none")
