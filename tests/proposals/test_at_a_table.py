"""A proposal at a table: bets placed, moved and paid; the journal that carries it; the trainer, the simulator and the layout that know it."""

import hashlib
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from banca import proposed
from banca.analysis.exact.odds import NEVER_ENDS
from banca.house.authorisations import NOT_AUTHORISED, AuthorisationRequest, add_authorisation, make_record
from banca.house.demo import open_trial
from banca.house.desk import HouseClient, open_desk
from banca.house.house import House
from banca.house.journal import read_first
from banca.house.store import open_store
from banca.i18n import translator
from banca.law import Language
from banca.proposals import read_file
from banca.proposals.compiler import BAD_PROPOSAL
from banca.proposals.files import example_files
from banca.rules import Message, Proposal, Refusal
from banca.rules.refusal import CANNOT_TAKE_DOWN
from banca.rules.rulebook import OPTION
from banca.tables.acts import BANK_TOO_SMALL
from banca.tables.events import BetDecided, BetMoved, TableOpened
from support.commands import answer, run
from support.documents import read_here

SMALL = ("1-1", "1-2", "2-2", "1-4", "3-3")
FILE = Path(str(example_files()["all_tall_small"]))


@pytest.fixture
def proposal() -> Proposal:
    return read_file(FILE)


def opened(desk: HouseClient, proposal: Proposal) -> None:
    desk.house.admit(proposal)
    desk.open_table("t1", "craps", minimum=1000, bank=10_000_000, options={OPTION: proposal.id})
    desk.cash_in("ana", 100_000)
    desk.player("ana").do("t1", "sit")


def throw(desk: HouseClient, outcome: str) -> list[object]:
    """One throw from the dice being offered to its payments."""
    croupier = desk.croupier("rui")
    for act in ("offer_dice", "throw"):
        croupier.do("t1", act)
    croupier.do("t1", "call_result", outcome=outcome)
    return list(croupier.do("t1", "settle"))


def test_craps_7_1_a_table_carries_the_proposed_bet_and_pays_it(proposal: Proposal) -> None:
    desk = open_desk()
    opened(desk, proposal)
    ana = desk.player("ana")
    ana.do("t1", "place_bet", bet="all_small", stake=1000)
    *before, last = SMALL
    for number, outcome in enumerate(before, start=1):
        moved = [event for event in throw(desk, outcome) if isinstance(event, BetMoved)]
        assert [event.to.count(",") for event in moved] == [number - 1]
    (decided,) = [event for event in throw(desk, last) if isinstance(event, BetDecided)]
    assert (decided.received, decided.cites) == (35_000, ("craps 7.1",))
    assert desk.wallet("ana") == 100_000 + 34_000


def test_r_proposal_1_a_bet_is_taken_back_only_before_an_outcome_has_moved_it(proposal: Proposal) -> None:
    desk = open_desk()
    opened(desk, proposal)
    ana = desk.player("ana")
    ana.do("t1", "place_bet", bet="all_small", stake=1000)
    ana.do("t1", "withdraw_bet", bet="all_small")
    ana.do("t1", "place_bet", bet="all_small", stake=1000)
    throw(desk, "5-6")  # moves no small bet
    ana.do("t1", "withdraw_bet", bet="all_small")
    ana.do("t1", "place_bet", bet="all_tall", stake=1000)
    throw(desk, "6-6")
    with pytest.raises(Refusal) as caught:
        ana.do("t1", "withdraw_bet", bet="all_tall", on="12")
    assert (caught.value.code, str(caught.value.cite)) == (CANNOT_TAKE_DOWN, "R-proposal-1")


@pytest.mark.slow
def test_the_journal_says_everything_even_where_nobody_knows_the_file(tmp_path: Path, proposal: Proposal) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    desk = HouseClient(House(open_store(url)))
    opened(desk, proposal)
    desk.player("ana").do("t1", "place_bet", bet="all_small", stake=1000)
    throw(desk, SMALL[0])
    desk.close()
    again = HouseClient(House(open_store(url)))
    event = read_first(next(iter(again.house.store.rows("t1"))).body).events[0]
    assert isinstance(event, TableOpened)
    assert event.proposal == proposal.source
    assert again.house.table("t1").state.bets["ana"] == {("all_small", "2"): 1000}
    for outcome in SMALL[1:]:
        throw(again, outcome)
    assert again.wallet("ana") == 100_000 + 34_000
    again.close()
    assert answer("audit", "verify", "--db", url)["findings"] == []


@pytest.mark.slow
def test_a_trial_table_opens_once_and_is_strict_where_the_house_is(proposal: Proposal) -> None:
    house = open_desk().house
    name = open_trial(house, proposal, is_demo=True)
    assert open_trial(house, proposal, is_demo=True) == name
    assert house.table(name).opened.unauthorised[-1] == OPTION
    long = FILE.read_text("utf-8").replace("all_small", "a_very_long_name_of_a_bet_that_is_small")
    drafts = {open_trial(house, read_here(long + comment), is_demo=True) for comment in ("", "# another draft")}
    assert len(drafts) == 2
    house.is_strict = True
    other = read_file(Path("fire"))
    with pytest.raises(Refusal) as caught:
        open_trial(house, other, is_demo=True)
    assert (caught.value.code, str(caught.value.cite)) == (NOT_AUTHORISED, "craps 7.1")


def test_a_house_without_play_money_opens_it_with_an_empty_bank(proposal: Proposal) -> None:
    desk = open_desk()
    name = open_trial(desk.house, proposal, is_demo=False)
    desk.cash_in("ana", 100_000)
    desk.player("ana").do(name, "sit")
    with pytest.raises(Refusal) as caught:
        desk.player("ana").do(name, "place_bet", bet="all_small", stake=1000)
    assert caught.value.code == BANK_TOO_SMALL


@pytest.mark.slow
@pytest.mark.parametrize(("start", "end"), [("", "\n"), ("\ufeff", "\r\n")])
def test_the_digest_is_that_of_the_file_as_it_lies_there(tmp_path: Path, start: str, end: str) -> None:
    file = tmp_path / "mine.star"
    file.write_bytes((start + FILE.read_text("utf-8").replace("\n", end)).encode())
    proposal = read_file(file)
    assert proposal.digest == hashlib.sha256(file.read_bytes()).hexdigest()
    assert proposal.digest.startswith(proposal.id.rpartition("-")[2])
    assert len(proposal.id.rpartition("-")[2]) == 32  # so that nobody can make two files with one id


@pytest.mark.slow
def test_a_proposal_that_never_ends_is_admitted_nowhere(tmp_path: Path) -> None:
    step = 'pays = "5 to 1", step = lambda s, o: win() if s == "placed" and o.total == 7 else stay("for ever")'
    file = tmp_path / "endless.star"
    file.write_text(FILE.read_text("utf-8").replace('**all_before(SMALL, pays = "34 to 1")', step), "utf-8")
    house = open_desk().house
    for use in (lambda: proposed(file), lambda: open_trial(house, read_file(file), is_demo=True)):
        with pytest.raises(Refusal) as caught:
            use()
        because = caught.value.about["because"]
        assert isinstance(because, Message)
        assert (caught.value.code, because.code) == (BAD_PROPOSAL, NEVER_ENDS)
    refused = run("odds", "craps", "--option", f"proposal={file}")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert not house.proposals


@pytest.mark.slow
def test_craps_7_1_an_authorised_proposal_opens_without_a_warning(proposal: Proposal) -> None:
    house = open_desk().house
    days = {"asked": date(2026, 1, 5), "planned": date(2026, 2, 2)}
    asked = AuthorisationRequest(game="craps", option=OPTION, value=proposal.id, reference="DICJ 17/2026", **days)
    add_authorisation(house, make_record(asked, "boss", datetime(2026, 1, 5, tzinfo=UTC), [proposal]))
    opening = house.table(open_trial(house, proposal, is_demo=True)).opened
    assert opening.authorised[OPTION] == "DICJ 17/2026"
    assert OPTION not in opening.unauthorised


@pytest.mark.compiled
def test_the_command_line_knows_a_proposal_by_its_file() -> None:
    option = ("--option", f"proposal={FILE}")
    (row,) = [one for one in answer("odds", "craps", *option)["bets"] if one["id"] == "all_small"]
    assert (row["house_edge"], row["status"]) == ("1687/21736", "proposed")
    settled = answer("settle", "craps", *option, "--bet", "all_small=10", *(f"--outcome={one}" for one in SMALL))
    assert settled["net"] == "340"
    simulated = answer("simulate", "craps", *option, "--bet", "all_small=10", "--sessions", "50", "--seed", "1")
    assert simulated["strategies"][0]["per_staked"]["exact"] == "-1687/21736"
    drawn = run("layout", "craps", *option)
    assert 'data-bet="all_small"' in drawn.stdout
    refused = run("odds", "roulette", *option)
    assert refused.exit_code == 1


def test_a_base_bet_keeps_its_own_rule_beside_a_proposed_one(proposal: Proposal) -> None:
    desk = open_desk()
    opened(desk, proposal)
    ana = desk.player("ana")
    ana.do("t1", "place_bet", bet="pass_line", stake=1000)
    throw(desk, "1-3")
    with pytest.raises(Refusal) as refused:
        ana.do("t1", "withdraw_bet", bet="pass_line", on="4")
    assert (refused.value.code, str(refused.value.cite)) == (CANNOT_TAKE_DOWN, "R-craps-8")


def test_a_proposal_is_named_by_its_first_bet_or_the_first_that_it_changes(proposal: Proposal) -> None:
    changed = read_file(Path(str(example_files()["other_prizes"])))
    first = changed.changes[0].bet
    assert (proposal.id, changed.id) == (
        f"all_small-{proposal.digest[:32]}",
        f"{first.partition(':')[0]}-{changed.digest[:32]}",
    )
    lines = changed.source.splitlines()
    assert [changed.line(change.bet) == change.line for change in changed.changes] == [True] * len(changed.changes)
    assert all("change" in lines[change.line - 1] for change in changed.changes)


def test_a_dossier_of_no_file_is_refused_in_one_line_that_names_the_examples() -> None:
    refused = run("dossier", "/no/such/file.star")
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1), refused.stderr
    assert "/no/such/file.star" in refused.stderr
    assert "all_tall_small" in refused.stderr


def test_the_name_of_a_proposed_bet_is_said_as_it_was_written() -> None:
    """The wheel's own word for the player replaces the usual one in our sentences, never in a proposer's."""
    written = example_files()["rare_symbols"].read_text("utf-8").replace("稀有記號", "博彩者記號")
    proposal = read_here(written, "rare.star")
    assert translator(Language.ZH, "wheel")(proposal.title) == "博彩者記號"
