"""What the story of a table says of each event; amounts are in patacas, and the clauses stand beside it."""

from banca.house.cage import CAGE
from banca.house.register import REGISTER
from banca.rulebook import term

SESSION_BEGUN = term("{name} begins a session: key {key}, until {until}")
LOGGED_IN = term("{name} logs in from {address}: key {key}, until {until}")
ASKED_FOR = term("authorisation of {game} {option}={value}: asked {asked}, planned {planned}, not granted yet")
JOURNAL_OPENS = term("a journal without a game begins: {game}; version {version}")
SAFEGUARDS = term(
    "two persons: {two}; the most that one person pays out at the cage: {amount} patacas; a second factor: {factor}"
)
SHUT_OUT = term("shut out")
NO_SUCH_NAME = term("a name that nobody has")
AUTHORISED = term("authorised: {options}")
UNAUTHORISED = term("without an authorisation on record: {options}")
WITH_PRIZE = term("prize {prize}, commission {commission}, breakage {breakage}")
WITH_COMMISSION = term("commission {commission}, breakage {breakage}")
VERDICTS = {
    "win": term("wins"),
    "lose": term("loses"),
    "push": term("ties"),
    "tie": term("ties"),
}

DID = term("{seq}. {at} {by} ({role}): {act}")
AGREED = term("{did}; {second} agrees")
THEN = term("{did}; the phase is now: {phase}{saw}")
ROUND = term("Round {number}: {result}. Staked {staked}, paid {paid}, result of the house {house}.")
OUTSIDE_TABLES = {
    CAGE: term("The cage: money comes in and goes out."),
    REGISTER: term("The register: who is let in, who holds a key, who agreed to what."),
}
UNDER_WAY = term("under way")
ENDED = term("ended")
VOID = term("void")
