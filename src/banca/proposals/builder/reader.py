"""The form of a proposal that has been read: what the builder shows of a file, where the builder can show it."""

from banca.proposals.builder.conditions import SeenOutcomes
from banca.proposals.builder.faults import won_by
from banca.proposals.builder.form import BuiltBet, BuiltChange, BuiltProposal, BuiltRow, Marked, OutcomeMark, Told, slug
from banca.proposals.builder.writer import seen_in
from banca.rules import (
    Bet,
    ChangedPrize,
    Proposal,
    ProposedBet,
    Push,
    Refusal,
    Stay,
    Text,
    Win,
    _,
    explore,
)


def form_of(proposal: Proposal) -> BuiltProposal:
    """What somebody would have clicked and typed; refused where a bet has selections or more than one state."""
    seen = seen_in(proposal.game)
    return BuiltProposal(
        game=proposal.game,
        title=_told(proposal.title),
        bets=tuple(_bet(seen, one) for one in proposal.bets),
        changes=tuple(_change(seen, proposal.game, one) for one in proposal.changes),
    )


def _told(text: str) -> Told:
    return Told(**text.in_each_language) if isinstance(text, Text) else Told()


def _bet(seen: SeenOutcomes, one: ProposedBet) -> BuiltBet:
    bet = one.bet
    if bet.selection or len(explore(bet).states) > 1:
        raise Refusal(
            "beyond_builder",
            _(
                "{bet} cannot be described by marking outcomes: it has selections, or it remembers earlier outcomes. Edit its text."
            ),
            bet=bet.key,
        )
    keys = [row.key for row in one.prizes]
    marks = {number: _mark(bet, seen, number, keys) for number in sorted(seen.all)}
    rest = OutcomeMark.STAY if OutcomeMark.STAY in marks.values() else OutcomeMark.LOSE
    name = _told(bet.name)
    return BuiltBet(
        id="" if slug(name.en, "") == bet.id else bet.id,
        name=name,
        description=_told(bet.about),
        rows=tuple(
            BuiltRow(name=_told(row.name) if row.key else Told(), prize=row.odds.prize, stake=row.odds.stake)
            for row in one.prizes
        ),
        outcomes={seen.shown(number): mark for number, mark in marks.items() if mark != rest},
        rest=rest,
        phase=one.phase,
        place=bet.place.value,
    )


def _mark(bet: Bet, seen: SeenOutcomes, number: int, keys: list[str]) -> Marked:
    match bet.verdict(bet.start, seen.classes[number][0]):
        case Win(row=row):
            return keys.index(row)
        case Push():
            return OutcomeMark.TIE
        case Stay():
            return OutcomeMark.STAY
        case _:
            return OutcomeMark.LOSE


def _change(seen: SeenOutcomes, game: str, one: ChangedPrize) -> BuiltChange:
    """Outcomes that no bet can tell apart are there together or not at all."""
    numbers = frozenset(map(seen.of, one.outcomes))
    outcomes = () if numbers == won_by(game, one.bet) else tuple(map(seen.shown, sorted(numbers)))
    return BuiltChange(bet=one.bet, prize=one.odds.prize, stake=one.odds.stake, outcomes=outcomes)
