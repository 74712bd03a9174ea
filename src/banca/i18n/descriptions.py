"""Options, causes, results, figures, statuses and payments in the reader's words."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from banca.games import find
from banca.i18n.translator import Translator, day_before
from banca.law import ClauseKind, Effect, Status, needs_record
from banca.record import FrozenStruct
from banca.rules import KINDS, Lose, Option, Push, Rules, Stay, Text, Win, _, _p, plain
from banca.rules.money import PaymentStep, StepKind

NO_OPTIONS = _("Banca has no options for this game.")


def describe_options(options: Iterable[Option[Any]], say: Translator) -> list[dict[str, Any]]:
    """Return options with the names of their values and the clause that grants each, for a page."""
    return [
        {
            "option": option.name,
            "name": option_name(option, say),
            "cite": str(option.cite),
            "cited": say.cite(option.cite),
            "clause": option.cite.clause,
            "default": str(option.default),
            "values": [
                {
                    "value": str(value),
                    "name": option_value_name(option, value, say),
                    "needs_record": needs_record(option, value),
                }
                for value in option.values
            ],
        }
        for option in options
    ]


def option_name(option: Option[Any], say: Translator) -> str:
    """Return what an option is about."""
    return say(option.says)


def option_value_name(option: Option[Any], value: object, say: Translator) -> str:
    """Return the words for a value of an option; a number without words is written as it is."""
    text = option.says_value.get(str(value))
    return say(text) if text else str(value)


def outcome_name(rules: Rules, written: str, say: Translator) -> str:
    """Name a result, or a part of one, by the bet on it or by the names of its parts."""
    bet = rules.bets.get(written.replace(" ", ":"))
    if bet is not None:
        return say.bet(bet)
    labels = {bet.selection: say(bet.label) for bet in rules.bets.values() if bet.label}
    return " – ".join(labels.get(part, part) for part in written.split("-"))


def options_of(game: str) -> dict[str, Option[Any]]:
    """The options of a game, by name."""
    return {option.name: option for option in find(game).options}


def describe_chosen(game: str, chosen: Mapping[str, object], say: Translator) -> list[str]:
    """Return what the house chose, one line for each option: `Field pays on 12: 2 to 1 (field_12=2)`."""
    options = options_of(game)
    lines = []
    for name, value in chosen.items():
        written = f"{name}={value}"
        option = options.get(name)
        if option is None or not option.says:
            lines.append(written)
        else:
            named = say.labelled(option_name(option, say), option_value_name(option, value, say))
            lines.append(say.in_brackets(named, written))
    return lines


def option_cell(option: Option[Any], say: Translator) -> str:
    """An option's name as one types it, and below it what it is about."""
    return "\n".join(filter(None, [option.name, option_name(option, say)]))


def values_cell(option: Option[Any], say: Translator) -> str:
    """The values as one types them, each with its words where the id does not say as much."""
    return say.list(with_name(written, option_value_name(option, written, say), say) for written in option.spelled())


def with_name(written: str, name: str, say: Translator) -> str:
    """Return an id with its name in brackets, unless the id says as much itself."""
    is_same = not name or written == name or (not written.isdigit() and written.casefold() in name.casefold())
    return written if is_same else say.in_brackets(written, name)


def null_reason_name(game: str, reason: str, say: Translator) -> str:
    """Return why a throw is null."""
    book = find(game).rulebook
    return say(book.nulls[reason].says) if book and reason in book.nulls else reason


def named_outcome(rules: Rules, written: str, say: Translator) -> str:
    """A result by its name; as it is written, where that says the same."""
    name = outcome_name(rules, written, say)
    return written if plain(name) == plain(written) else name


def describe_outcome(rules: Rules, written: str, say: Translator) -> str:
    """A result by its name, with how it is written behind it where that is another word."""
    name = named_outcome(rules, written, say)
    return written if name == written else say.in_brackets(name, written)


class StatusWords(FrozenStruct):
    """The name of a status, its mark, and what it means; what is not simply the gazette's is never without its mark."""

    name: Text
    mark: str = ""
    means: Text


STATUSES = {
    Status.GAZETTED: StatusWords(
        name=_("gazetted"),
        means=_("published in the Official Gazette, and read there"),
    ),
    Status.GAZETTED_COPY: StatusWords(
        name=_("gazetted, read elsewhere"),
        mark="*",
        means=_("published in the Official Gazette, but read only in a copy or in a text that is not the official one"),
    ),
    Status.READING: StatusWords(
        name=_("reading"),
        mark="†",
        means=_("the text is silent, unclear or contradicts itself, and this is how we read it"),
    ),
    Status.PREDECESSOR: StatusWords(
        name=_("predecessor's"),
        mark="¶",
        means=_("read in the regulation that came before; the article in force has not been seen"),
    ),
    Status.REVOKED: StatusWords(
        name=_("gazetted, revoked"),
        mark="‖",
        means=_("was law until the order was revoked; the text that replaced it has not been seen"),
    ),
    Status.RECONSTRUCTED: StatusWords(
        name=_("reconstructed"),
        mark="‡",
        means=_(
            "the article, or one that it depends on, has not been seen; the text is filled in from public knowledge or inferred from the articles that have been seen"
        ),
    ),
    Status.HOUSE_RULE: StatusWords(
        name=_("house rule"),
        mark="°",
        means=_("not a reading of any text: this is how Banca's own tables are run"),
    ),
    Status.PROPOSED: StatusWords(
        name=_("proposed"),
        mark="§",
        means=_("a bet, or the prize alone, as a proposal file describes it; it has no legal effect"),
    ),
}

STEPS: dict[StepKind, Text] = {
    StepKind.PRIZE: _("{stake} × {odds} = {prize}"),
    StepKind.COMMISSION: _("commission {rate} of {prize} = {commission}"),
    StepKind.BREAKAGE: _("breakage {breakage}, rounded down to the chip"),
    StepKind.COVERED: _("covered by the bank {covered}"),
    StepKind.TAKEN: _("the stake of {stake} is taken"),
    StepKind.SHARE_TAKEN: _("{share} of the stake of {stake} is taken"),
    StepKind.RETURNED: _("the stake of {stake} is returned"),
    StepKind.STANDS: _("undecided, the stake of {stake} stays on the layout"),
    StepKind.DEALT_AGAIN: _("the stake of {stake} stays for the new deal"),
    StepKind.HANDED_OVER: _("receives {received}, net {net}"),
}
NOT_MONEY: dict[str, Callable[[Translator, Any], object]] = {
    "odds": lambda say, odds: say.odds([odds]),
    "rate": Translator.percent_of,
    "net": Translator.signed,
    "share": lambda _, share: share,
}
"""How the amounts of a step are written that are not simply money."""


def step_text(say: Translator, step: PaymentStep) -> str:
    """Return the sentence of one step; its clause stands beside it."""
    amounts = {name: NOT_MONEY.get(name, Translator.money)(say, amount) for name, amount in step.amounts.items()}
    return say(STEPS[step.kind], **amounts)


PUSH = KINDS[Push]
RESULTS: dict[str, Text] = {
    KINDS[Win]: _("wins"),
    KINDS[Lose]: _("loses"),
    PUSH: _("ties"),
    KINDS[Stay]: _("stays"),
}


def result_words(game: str) -> dict[str, Text]:
    """By the kind of verdict; a regulation that returns stakes without calling it a tie has its own word."""
    book = find(game).rulebook
    return RESULTS | ({PUSH: book.push_word} if book and book.push_word else {})


FIGURES: dict[str, Text] = {
    "cite": _("clause"),
    "prize_cite": _("prize"),
    "reads": _("rules and readings"),
    "pays": _("pays"),
    "commission": _("commission"),
    "commission_cite": _("commission clause"),
    "p_win": _("wins"),
    "p_lose": _("loses"),
    "p_push": _("ties"),
    "house_edge": _("house edge, per unit staked"),
    "house_edge_resolved": _("house edge, ties left out"),
    "house_edge_per_round": _("house edge, per round"),
    "mean_rounds": _("rounds to decision, mean"),
    "variance": _("variance"),
    "states": _("states"),
}
ROUND_NOUNS = {
    "one": _p("round noun", "round"),
    "many": _p("round noun", "rounds"),
    # Translators: a heading over numbers of rounds
    "number": _p("round noun", "Rounds"),
    # Translators: of a bet that is decided at once
    "in_one": _p("round noun", "in one round"),
    "several": _p("round noun", "several rounds"),
}
"""What is counted, by the blanks of the texts that name it; a game's catalogue has its own: a throw, a spin, a hand."""
ROUNDS = _("{many}")


def round_nouns(game: str) -> dict[str, Text]:
    """Return what a game calls the round that is counted."""
    return {name: noun.of(find(game).package) for name, noun in ROUND_NOUNS.items()}


def figure_words(game: str) -> dict[str, Text]:
    """The figures by the words of a game: its round is a throw, a spin or a hand, and a stake that is returned may be no tie."""
    if find(game).rulebook is None:
        return {**FIGURES}
    counted = {
        "rounds": ROUNDS,
        "mean_rounds": _("{many} to decision, mean"),
        "house_edge_per_round": _("house edge, per {one}"),
    }
    own = {name: text.fill(**round_nouns(game)) for name, text in counted.items()}
    return FIGURES | own | {"p_push": result_words(game)[PUSH]}


HANDOVER = 2000
"""The first whole year in which the gazette was that of the Special Administrative Region."""
OLD_GAZETTE = _("in Official Gazette of Macau No. {number}/{year}")
DATES: dict[str, Text] = {
    "signed": _("signed {date}"),
    "published": _("published {date}"),
    "gazette": _("in Official Gazette No. {number}/{year}, Series I"),
    "in_force": _("in force from {date}"),
    "until": _("until {date}"),
}


def describe_dates(known: Mapping[str, date | str], say: Translator) -> list[str]:
    """Return the known dates of an instrument in words; the last is the last day on which it was in force."""
    return [_describe_date(name, value, say) for name, value in known.items()]


def _describe_date(name: str, value: date | str, say: Translator) -> str:
    if isinstance(value, str):
        number, _, year = value.partition("/")
        return say(DATES[name] if int(year) >= HANDOVER else OLD_GAZETTE, number=number, year=year)
    return say(DATES[name], date=say.date(day_before(value) if name == "until" else value))


CLAUSE_KINDS = {
    ClauseKind.COMPUTED: _("computed"),
    ClauseKind.PROCEDURAL: _("procedural"),
    ClauseKind.DEFINITIONAL: _("definitional"),
}
EFFECTS = {
    Effect.APPROVES: _("approves the rules"),
    Effect.AMENDS: _("amends them"),
}

STANDINGS: dict[str, Text] = {
    "valid": _("valid"),
    "planned": _("planned for {planned}"),
    "asked": _("requested, not yet authorised"),
    "superseded": _("superseded"),
}
"""How a record stands, by the names that the house gives it."""
NO_RECORDS = _("No authorisation is on record.")

WANTS = _("{by} wants to {wanted}")
WANTED: dict[str, Text] = {
    "add_person": _("add {about}: {role}"),
    "reset_password": _("give {about} a new one-time password"),
    "shut_out": _("suspend the access of {about}"),
    "cash_out": _("withdraw {amount} patacas from the wallet of {about}"),
    "return_bank": _("withdraw {amount} patacas from the bank of {table}"),
    "close": _("close {table} and withdraw its whole bank"),
    "void_round": _("void round {round} of {table}; reason: {reason}"),
}
"""By the act that the command names."""
