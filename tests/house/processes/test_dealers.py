"""Which process acts at a table by itself: all agree, and when one goes its tables alone move."""

from banca.house.house import House
from banca.house.processes import OneProcess
from banca.house.store import IN_MEMORY, open_store

TABLES = [f"table-{number}" for number in range(200)]


def dealers(live: set[int]) -> dict[str, int]:
    """The process that acts at each table, as each of them says of itself."""
    processes = []
    for number in live:
        process = OneProcess(House(open_store(IN_MEMORY)))
        process.number, process.live = number, frozenset(live)
        processes.append(process)
    found = {table: [each.number for each in processes if each.is_dealer(table)] for table in TABLES}
    assert all(len(numbers) == 1 for numbers in found.values())
    return {table: number for table, (number,) in found.items()}


def test_every_table_has_one_and_only_those_of_a_process_that_goes_move() -> None:
    before, after = dealers({1, 2, 3}), dealers({1, 3})
    assert set(before.values()) == {1, 2, 3}
    assert all(after[table] == number for table, number in before.items() if number != 2)
    assert {after[table] for table, number in before.items() if number == 2} == {1, 3}


def test_who_is_cut_off_acts_nowhere() -> None:
    process = OneProcess(House(open_store(IN_MEMORY)))
    process.live = frozenset()
    assert not any(process.is_dealer(table) for table in TABLES)
