"""Refusals: what the rules do not allow, as a stable code, a citation and parameters."""

from enum import StrEnum

from banca.rulebook.citation import Citation


class Code(StrEnum):
    """Everything Banca may refuse. The faces hold one sentence per code and language."""

    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_LANGUAGE = "unknown_language"
    UNKNOWN_CLAUSE = "unknown_clause"
    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_VALUE = "unknown_value"
    UNKNOWN_BET = "unknown_bet"
    UNKNOWN_SELECTION = "unknown_selection"
    NO_SELECTION = "no_selection"
    BAD_OPTION = "bad_option"
    REPEATED_OPTION = "repeated_option"
    BAD_BET = "bad_bet"
    BAD_STAKE = "bad_stake"
    BAD_LIMITS = "bad_limits"
    STAKE_NOT_POSITIVE = "stake_not_positive"
    STAKE_NOT_MULTIPLE = "stake_not_multiple"
    STAKE_TOO_LARGE = "stake_too_large"
    BAD_OUTCOME = "bad_outcome"
    IMPOSSIBLE_OUTCOME = "impossible_outcome"
    UNKNOWN_NULL = "unknown_null"
    SEQUENCE_ENDED = "sequence_ended"
    NO_SUCH_THROW = "no_such_throw"
    ALREADY_DECIDED = "already_decided"
    POINT_STANDS = "point_stands"
    NO_POINT = "no_point"
    NO_FLAT_BET = "no_flat_bet"
    ADDITIONAL_TOO_LARGE = "additional_too_large"
    BETS_CLOSED = "bets_closed"
    OUT_OF_PHASE = "out_of_phase"
    NOT_THE_SHOOTER = "not_the_shooter"
    WRONG_DICE = "wrong_dice"
    DICE_NOT_INSPECTED = "dice_not_inspected"
    CANNOT_TAKE_DOWN = "cannot_take_down"
    ADDITIONAL_STANDS = "additional_stands"
    NOT_CONFIRMED = "not_confirmed"
    NOT_THE_CROUPIER = "not_the_croupier"
    NOT_SHAKEN = "not_shaken"
    ASKED_TOO_LATE = "asked_too_late"
    DIFFERENT_SPACES = "different_spaces"
    NEVER_ENDS = "never_ends"
    TOO_MANY_STATES = "too_many_states"
    CANNOT_WRITE = "cannot_write"
    CANNOT_READ = "cannot_read"
    UNKNOWN_TILE = "unknown_tile"
    WRONG_TILES = "wrong_tiles"
    TOO_MANY_TILES = "too_many_tiles"
    BAD_ENTRY = "bad_entry"
    UNKNOWN_KEY = "unknown_key"
    TWICE_AT_THE_BANK = "twice_at_the_bank"
    GOAL_NOT_REACHED = "goal_not_reached"
    WRONG_GATE = "wrong_gate"
    WRONG_SETTING = "wrong_setting"
    NOT_SET = "not_set"
    STAKE_AFTER_SHAKE = "stake_after_shake"
    CO_BANKER_SIDE_BET = "co_banker_side_bet"
    PRINCIPAL_REDUCED = "principal_reduced"
    BANK_TOO_LONG = "bank_too_long"
    DICE_COCKED = "dice_cocked"
    TOO_MANY_CUTS = "too_many_cuts"
    NOT_THE_SETTER = "not_the_setter"
    ALREADY_TURNED = "already_turned"
    UNKNOWN_POLICY = "unknown_policy"
    NEEDS_EXTRA = "needs_extra"
    NOT_A_GAME_OF_CHANCE = "not_a_game_of_chance"
    NO_BETS = "no_bets"
    TOO_MANY_BETS = "too_many_bets"
    NOT_ADDITIONAL = "not_additional"
    NEEDS_TIMES = "needs_times"
    WRONG_COUNT = "wrong_count"
    UNKNOWN_PHASE = "unknown_phase"
    BET_TWICE = "bet_twice"
    BAD_ROUNDS = "bad_rounds"
    NO_BANKROLL = "no_bankroll"
    BANKROLL_TOO_SMALL = "bankroll_too_small"
    BAD_TARGET = "bad_target"
    BAD_STOP_LOSS = "bad_stop_loss"
    UNKNOWN_STRATEGY = "unknown_strategy"
    OTHER_GAME = "other_game"
    OTHER_OUTCOMES = "other_outcomes"
    UNKNOWN_PROGRESSION = "unknown_progression"
    BAD_NUMBER = "bad_number"
    BAD_SESSIONS = "bad_sessions"
    BAD_SEED = "bad_seed"
    BAD_WORKERS = "bad_workers"
    NOTHING_DONE = "nothing_done"
    WORKER_FAILED = "worker_failed"
    UNKNOWN_ENGINE = "unknown_engine"
    BAD_CHART = "bad_chart"
    NO_STRATEGY = "no_strategy"
    BAD_CHECKPOINT = "bad_checkpoint"
    NO_SCHEDULER = "no_scheduler"
    TOO_LARGE_TO_COUNT = "too_large_to_count"
    UNKNOWN_ACT = "unknown_act"
    NOT_YOUR_ACT = "not_your_act"
    FIELD_MISSING = "field_missing"
    FIELD_NOT_TAKEN = "field_not_taken"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    NO_SEAT_LEFT = "no_seat_left"
    BETS_STAND = "bets_stand"
    NO_SUCH_BET = "no_such_bet"
    NOTHING_OFFERED = "nothing_offered"
    PLAYER_LIMIT = "player_limit"
    BANK_TOO_SMALL = "bank_too_small"
    NOT_ENOUGH_MONEY = "not_enough_money"
    DRAWN_COUNTS = "drawn_counts"
    THROW_COUNTS = "throw_counts"
    NO_SHOOTER = "no_shooter"
    NOT_LATCHED = "not_latched"
    TOO_FEW_TURNS = "too_few_turns"
    COMMITMENT_LOST = "commitment_lost"
    TABLE_CLOSED = "table_closed"
    ROUND_UNDER_WAY = "round_under_way"
    NOT_YOUR_TURN = "not_your_turn"
    NOTHING_CHANGES = "nothing_changes"
    BAD_STORE = "bad_store"
    UNKNOWN_TABLE = "unknown_table"
    TABLE_EXISTS = "table_exists"
    BAD_TABLE = "bad_table"
    COMMAND_REPEATED = "command_repeated"
    STALE_SEQUENCE = "stale_sequence"
    NO_MONEY_THERE = "no_money_there"
    OUT_OF_RANGE = "out_of_range"
    BYTES_TO_TERMINAL = "bytes_to_terminal"
    NOT_INSTALLED = "not_installed"
    PROGRAM_FAILED = "program_failed"
    NOT_RANDOM = "not_random"
    NO_GATE = "no_gate"
    WRONG_STACKS = "wrong_stacks"


class Refusal(Exception):  # noqa: N818 - the regulation's word; a refusal is an answer, not a fault
    """The rules say no. `about` holds what was asked and what is allowed, as plain text or lists of it."""

    def __init__(self, code: Code, cite: Citation | None = None, **about: object) -> None:
        super().__init__(code, cite, about)
        self.code = code
        self.cite = cite
        self.about = about

    def __reduce__(self) -> tuple[object, ...]:
        return _refusal_again, (type(self), self.code, self.cite, self.about)

    def __str__(self) -> str:
        about = ", ".join(f"{name}={value}" for name, value in self.about.items())
        return f"{self.code}: {about}" + (f" [{self.cite}]" if self.cite else "")


def _refusal_again(kind: type[Refusal], code: Code, cite: Citation | None, about: dict[str, object]) -> Refusal:
    """A refusal copied, or received from another process."""
    return kind(code, cite, **about)


class NotNow(Refusal):
    """The rules say no at this moment of the round; a later one may allow it."""


class Defect(Exception):  # noqa: N818 - not an error of the user: a broken invariant of Banca itself
    """A promise of the program is broken; nothing may go on."""
