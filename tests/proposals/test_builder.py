"""Proposals by clicking: the file that a form comes to, its table the one that was clicked."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.games import of_chance, rulebook
from banca.proposals.builder import (
    FormBet,
    FormChange,
    FormPrize,
    FormWords,
    OutcomeClasses,
    OutcomeMark,
    ProposalForm,
    class_marks,
    find_faults,
    outcome_classes,
    write_file,
)
from banca.rules import Odds, Place, Push, Stay, Verdict, Win
from support.commands import refuses
from support.documents import read_here
from support.lanes import many

LOSES, TIES, STAYS = OutcomeMark.LOSE, OutcomeMark.TIE, OutcomeMark.STAY


def told(text: str) -> FormWords:
    return FormWords(en=text, pt=f"{text} pt", zh=f"{text} zh")


def built(game: str, *bets: FormBet, changes: tuple[FormChange, ...] = ()) -> ProposalForm:
    return ProposalForm(game=game, title=told("A proposal"), bets=bets, changes=changes)


def a_bet(name: str = "Field goal", *rows: FormPrize, **more: Any) -> FormBet:
    return FormBet(name=told(name), description=told("Wins."), rows=rows or (FormPrize(prize=4),), **more)


def texts() -> st.SearchStrategy[FormWords]:
    one = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=20).filter(
        lambda text: "banca_" not in text
    )
    return st.builds(FormWords, en=one, pt=one, zh=one)


@st.composite
def forms(draw: st.DrawFn) -> ProposalForm:
    """Any form without faults: every row is won somewhere."""
    game = draw(st.sampled_from(of_chance()))
    seen = outcome_classes(game)
    bets = tuple(draw(st.lists(_bets(seen), max_size=2)))
    bets = tuple(msgspec.structs.replace(one, id=f"built_{number}") for number, one in enumerate(bets))
    keys = sorted(rulebook(game).under().bets)
    least = 0 if bets else 1
    changed = draw(st.lists(st.sampled_from(keys), unique=True, min_size=least, max_size=2))
    changes = tuple(
        FormChange(bet=key, prize=draw(st.integers(1, 99)), stake=draw(st.integers(1, 5))) for key in changed
    )
    return ProposalForm(game=game, title=draw(texts()), bets=bets, changes=changes)


@st.composite
def _bets(draw: st.DrawFn, seen: OutcomeClasses) -> FormBet:
    numbers = draw(st.permutations(sorted(seen.all)))
    count = draw(st.integers(1, min(3, len(numbers))))
    marked = numbers[: draw(st.integers(count, min(len(numbers), 12)))]
    rest = draw(st.sampled_from([LOSES, STAYS]))
    others = st.sampled_from([*range(count), LOSES, TIES])
    marks = {seen.shown(one): place if place < count else draw(others) for place, one in enumerate(marked)}
    row = st.builds(FormPrize, name=texts(), prize=st.integers(1, 500), stake=st.integers(1, 9))
    return FormBet(
        name=draw(texts()),
        description=draw(texts()),
        rows=tuple(draw(st.lists(row, min_size=count, max_size=count))),
        outcomes=marks,
        rest=rest,
        place=draw(st.sampled_from(["foot", "head"])),
    )


def as_marked(form: ProposalForm, bet: FormBet) -> Mapping[str, object]:
    """What the form says of each outcome, in the rulebook's words."""
    seen, book = outcome_classes(form.game), rulebook(form.game)
    marks = class_marks(seen, bet)
    odds = [Odds(row.prize, row.stake) for row in bet.rows]
    return {
        book.show(one): odds[mark] if isinstance(mark := marks[seen.of(one)], int) else mark
        for one, _ in book.under().space
    }


def as_read(verdict: Verdict) -> object:
    match verdict:
        case Win(odds=odds):
            return odds
        case Push():
            return TIES
        case Stay():
            return STAYS
        case _:
            return LOSES


@pytest.mark.slow
@settings(max_examples=many(8))
@given(forms())
def test_every_form_is_the_table_that_was_clicked(form: ProposalForm) -> None:
    assert list(find_faults(form)) == []
    text = write_file(form)
    proposal = read_here(text)
    book = rulebook(form.game)
    for clicked, read in zip(form.bets, (new.bet for new in proposal.bets), strict=True):
        verdicts = {book.show(one): as_read(read.verdict(read.start, one)) for one, _ in book.under().space}
        assert verdicts == as_marked(form, clicked), text


def test_a_phase_a_place_and_changed_prizes_are_in_the_file() -> None:
    rows = (FormPrize(name=told("Low"), prize=1), FormPrize(name=told("High"), prize=7, stake=2))
    form = built(
        "craps",
        a_bet("First", *rows, outcomes={"1-1": 0, "6-6": 1, "1-2": TIES}, phase="come_out", place="head"),
        a_bet("Second", outcomes={"1-6": 0, "1-1": LOSES}, rest=STAYS),
        changes=(FormChange(bet="field", prize=3, outcomes=("1-1",)), FormChange(bet="eleven", prize=16)),
    )
    proposal = read_here(write_file(form))
    assert [(new.phase, new.bet.place) for new in proposal.bets] == [("come_out", Place.HEAD), ("", Place.FOOT)]
    show = rulebook("craps").show
    changes = [(change.bet, change.odds, {show(outcome) for outcome in change.outcomes}) for change in proposal.changes]
    assert changes == [("field", Odds(3, 1), {"1-1"}), ("eleven", Odds(16, 1), {"5-6", "6-5"})]


def test_every_fault_stands_at_its_field() -> None:
    form = ProposalForm(
        game="craps",
        title=FormWords(en="x" * 61, pt="a"),
        bets=(
            FormBet(id="Field", name=told("a"), description=told("a"), rows=(FormPrize(prize=0), FormPrize(prize=1, name=told("b")))),
            a_bet("Horn", outcomes={"1-1": 0}),
        ),
        changes=(FormChange(bet="nothing", prize=1), FormChange(bet="eleven", prize=1, stake=0, outcomes=("1-1",))),
    )  # fmt: skip
    assert {(path, str(because.code)) for path, because in find_faults(form)} == {
        ("title.en", "field_too_long"),
        ("title.zh", "field_blank"),
        ("bets.0.id", "field_id"),
        ("bets.0.rows.0.name.en", "field_blank"),
        ("bets.0.rows.0.name.pt", "field_blank"),
        ("bets.0.rows.0.name.zh", "field_blank"),
        ("bets.0.rows.0.prize", "no_prize_yet"),
        ("bets.0.rows.0", "row_without_outcomes"),
        ("bets.0.rows.1", "row_without_outcomes"),
        ("bets.1.id", "field_id_taken"),
        ("changes.0.bet", "unknown_bet"),
        ("changes.1.prize", "field_prize"),
        ("changes.1.outcomes", "change_never_won"),
    }


def test_names_that_the_program_keeps_for_itself_are_refused_at_their_field() -> None:
    form = built("craps", a_bet("of banca_calls"), a_bet(id="a_banca_id"))
    assert {(path, str(because.code)) for path, because in find_faults(form)} >= {
        ("bets.0.name.en", "field_reserved"),
        ("bets.1.id", "field_reserved"),
    }
    with refuses("bad_proposal"):
        read_here(write_file(form))
    rows = (FormPrize(name=told("Banca"), prize=1), FormPrize(name=told("Banca"), prize=7))
    named = built("craps", a_bet("Banca", *rows, outcomes={"1-1": 0, "6-6": 1}))
    assert not list(find_faults(named))
    assert read_here(write_file(named)).bets[0].bet.id == "bet_1"


def test_a_form_with_nothing_in_it_says_so() -> None:
    assert [(path, str(because.code)) for path, because in find_faults(built("craps"))] == [("", "nothing_built")]
    ((path, because),) = find_faults(built("craps", msgspec.structs.replace(a_bet(), rows=())))
    assert (path, str(because.code)) == ("bets.0.rows", "no_prize_yet")


def test_an_outcome_that_the_game_has_not_is_refused() -> None:
    with refuses("impossible_outcome"):
        list(find_faults(built("craps", a_bet(outcomes={"1-7": 0}))))
