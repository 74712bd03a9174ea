"""What the story of a table says of each event; amounts are in patacas, and the clauses are added behind it."""

from banca.games.pai_kao.live import event as pai_kao
from banca.house.cage import CAGE
from banca.house.register import REGISTER
from banca.house.register import event as register
from banca.live import event as happened
from banca.live.event import Event
from banca.rulebook import Term, term

SAYS: dict[type[Event], Term] = {
    happened.Opened: term(
        "the table opens: {game}, {instrument}; options {options}; stakes {minimum} to {maximum}, chip {chip}, "
        "{player_maximum} for one player; results {chance}, conducted by {conduct}; version {version}"
    ),
    happened.Funded: term("{amount} into the table's bank"),
    happened.Seated: term("{player} takes a seat"),
    happened.Left: term("{player} leaves"),
    happened.BetPlaced: term("{player} stakes {stake} on {bet}"),
    happened.BetTakenDown: term("{player} takes back {stake} from {bet}"),
    happened.BetOffered: term("{bet} is laid out for {player}, {stake}"),
    happened.OfferLapsed: term("{bet} laid out for {player} does not count"),
    happened.Committed: term("the result exists and is hidden; its commitment is {commitment}"),
    happened.CommitmentOpened: term("the commitment {commitment} is opened: {outcome}, nonce {nonce}"),
    happened.ResultCalled: term("the result is {outcome}"),
    happened.NullDeclared: term("it does not count: {reason}"),
    happened.BetMoved: term("{bet} of {player}, {stake}, stands on {to} now"),
    happened.BetDecided: term("{bet} of {player}, {stake}: {verdict}; received {received}"),
    happened.RoundEnded: term("round {number} ends"),
    happened.ShooterNamed: term("{player} is the shooter"),
    happened.DicePassed: term("the dice pass on"),
    happened.DiceWaived: term("{player} waives the dice"),
    happened.DiceTaken: term("{player} takes the dice again"),
    happened.RoundVoided: term("the round is void: {reason}"),
    happened.Closed: term("the table closes; its bank of {bank} goes back"),
    happened.CashedIn: term("{amount} into the wallet of {player}"),
    happened.CashedOut: term("{amount} out of the wallet of {player}"),
    pai_kao.GateTaken: term("{player} sits at gate {gate}"),
    pai_kao.BankTaken: term("gate {gate}, {player}, takes the bank"),
    pai_kao.BankPassed: term("gate {gate} passes the bank on to gate {to}"),
    pai_kao.BankingAgreed: term("gate {gate}, {player}, agrees to one more round"),
    pai_kao.PrincipalPutDown: term("{player} banks at gate {gate} with a principal of {principal}"),
    pai_kao.CoBanked: term("{who} banks along with a principal of {principal}"),
    pai_kao.StakePlaced: term("{player} stakes {stake} on gate {gate}"),
    pai_kao.StakeWithdrawn: term("{player} takes back {stake} from gate {gate}"),
    pai_kao.StacksCut: term("gate {gate}, {player}, cuts; stacks moved: {lifted}"),
    pai_kao.DiceShaken: term("the dice show {dice}; gate {first} is dealt first"),
    pai_kao.TilesDealt: term("the tiles are dealt from gate {first} on: {tiles}; they are set by {setters}"),
    pai_kao.TilesExposed: term("tiles of gate {gate} exposed: {exposed}"),
    pai_kao.GatePutOut: term("gate {gate} takes no part in this round"),
    pai_kao.DealVoided: term("the deal does not count and is made again"),
    pai_kao.StakeReturned: term("{stake} go back to {player} from gate {gate}"),
    pai_kao.PrincipalReturned: term("the principal of {principal} goes back to {who}"),
    pai_kao.TilesSet: term("{who} sets gate {gate}: {setting}"),
    pai_kao.SetterAway: term(
        "{player} has not set gate {gate} in time: it is set by the house way, and the seat will be free"
    ),
    pai_kao.BankerTurned: term("the banker's tiles lie open: gate {gate}, {setting}"),
    pai_kao.GatesTurned: term("all tiles lie open: {settings}"),
    pai_kao.StakeSettled: term(
        "{player} on gate {gate}, {stake}, of which the bank covers {covered}: {result}; received {received}"
    ),
    pai_kao.BankSettled: term("{who} banked with {principal}: result {gross}, received {received}"),
    pai_kao.CommissionTaken: term("the casino keeps commission {commission} and breakage {breakage}"),
    pai_kao.CompensationClaimed: term(
        "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it"
    ),
}
SAYS |= {
    register.RegisterBegun: term("the register begins; staff: {staff}"),
    register.SafeguardsSet: term("asked of the staff from now on: {safeguards}"),
    register.KeyLost: term("the key of what is hidden was lost, and the house goes on with another"),
    register.PersonAdded: term("{name} is let in: {role}"),
    register.PersonShutOut: term("{name} is shut out"),
    register.PasswordReset: term("{name} gets a one-time password; their keys and second factor end"),
    register.PasswordChanged: term("{name} has changed their password"),
    register.FactorSet: term("{name} has a second factor"),
    register.KeyIssued: term("{name} holds a token, “{label}”: key {key}, until {until}"),
    register.KeyEnded: term("key {key} of {name} ends"),
    register.LogInsFailed: term("log-ins that failed: {tried}; others: {others}"),
    register.AuthorisationRecorded: term(
        "authorisation of {game} {option}={value}: asked {asked}, planned {planned}, reference {reference}"
    ),
    register.HiddenSeen: term("the hidden tiles of table {table}, round {round}, are looked at"),
    register.SecondAsked: term("number {number} waits for a second person: {by} wants to {wanted}"),
    register.SecondGiven: term("a second person agrees to number {number}"),
    register.SecondDropped: term("number {number} is not done"),
}
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
TAKEN_OUT = term("{amount} out of the table's bank")
POLICY = term("{player} takes a seat; the program plays it: {policy}")
BANK_FREE = term("gate {gate} passes the bank on, and it is free now")
PART_SHOWN = term("so far there lies {outcome}")
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
