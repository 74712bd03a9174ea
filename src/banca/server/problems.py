"""What the server refuses, with which status; and errors as the client sees them: application/problem+json, never a traceback."""

import logging
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from msgspec import UNSET, Struct, UnsetType

from banca.house.database import StoreDownError
from banca.house.refusals import (
    CODE_NEEDED,
    COMMAND_REPEATED,
    NAME_TAKEN,
    NO_SUCH_KEY,
    NOT_THE_SECOND,
    NOTHING_ASKED,
    RECORD_DIFFERS,
    RECORD_UNREAD,
    ROUND_IS_OVER,
    SHUT_OUT,
    STALE_SEQUENCE,
    TABLE_EXISTS,
    TABLE_STOPPED,
    TAKES_TWO,
    TOO_MANY_TOKENS,
    TOO_MANY_WISHES,
    UNKNOWN_ENTRY,
    UNKNOWN_TABLE,
    UNKNOWN_USER,
    WISH_TOO_OLD,
    WRONG_CODE,
    WRONG_PASSWORD,
)
from banca.i18n import translator
from banca.law import Language
from banca.proposals.compiler import UNKNOWN_EXAMPLE
from banca.rules import NotNow, Refusal, Text, _, _n, refusal
from banca.server.metrics import LIMITED, REFUSED
from banca.server.middleware import current, has_gone
from banca.tables.acts import (
    ALREADY_SEATED,
    BAD_REQUEST,
    NOT_YOUR_ACT,
    NOT_YOUR_TURN,
    NOTHING_CHANGES,
    OUT_OF_PHASE,
    ROUND_UNDER_WAY,
    TABLE_CLOSED,
)

NOT_LOGGED_IN = refusal("not_logged_in", _("log in first, or send a bearer token"))
PASSWORD_MUST_CHANGE = refusal("password_must_change", _("change the one-time password first (POST /api/v1/password)"))
FACTOR_MUST_BE_SET = refusal("factor_must_be_set", _("staff of this house need a second factor; set up yours first"))
SESSION_NEEDED = refusal("session_needed", _("this cannot be done with a token; log in with your password"))
NO_CSRF_TOKEN = refusal(
    "no_csrf_token", _("the header X-CSRF-Token is missing or wrong; GET /api/v1/me returns the right value")
)
NO_CLOCK = refusal("no_clock", _("the croupier of table {asked} is a person and does not wait for players to be ready"))
NOTHING_CALLED = refusal("nothing_called", _("no result that has been called is waiting to be paid"))
NO_DEMO = refusal("no_demo", _("this house has no demo; ask a supervisor for an account"))
TOO_MANY_TRIES = refusal(
    "too_many_tries",
    _n("too many attempts; try again in {asked} second", "too many attempts; try again in {asked} seconds", by="asked"),
)
ROUND_NOT_OVER = refusal("round_not_over", _("round {asked} is not over; supervisors can read it afterwards"))
NOT_FOUND = refusal("not_found", _("there is nothing at {asked}"))
STORE_DOWN = refusal("store_down", _("the store does not respond ({because}); send the command again with the same id"))
STORE_BROKEN = refusal(
    "store_broken", _("the store cannot be used: {because}; the operator of this server must fix this first")
)
DRAINING = refusal("draining", _("the server is shutting down; send the command again with the same id"))
UNKNOWN_RUN = refusal("unknown_run", _("you have no simulation {asked}; older simulations are not kept"))
TOO_MANY_RUNS = refusal(
    "too_many_runs",
    _n(
        "at most {allowed} simulation may wait or run at once; try again when it is finished",
        "at most {allowed} simulations may wait or run at once; try again when one is finished",
        by="allowed",
    ),
)
TOO_MANY_DRAFTS = refusal(
    "too_many_drafts",
    _n(
        "proposals of {allowed} person are being computed already; try again in {seconds} s",
        "proposals of {allowed} people are being computed already; try again in {seconds} s",
        by="allowed",
    ),
)
TOO_MANY_STREAMS = refusal(
    "too_many_streams",
    _n(
        "at most {allowed} stream of one person or address may be open at once; close it, or try again in {seconds} s",
        "at most {allowed} streams of one person or address may be open at once; close one, or try again in {seconds} s",
        by="allowed",
    ),
)
TOO_FAR_BEHIND = refusal(
    "too_far_behind",
    _(
        "entries up to {allowed} are no longer sent; follow with after={allowed}, or read the table and follow it from there"
    ),
)
TOO_MANY_EXPORTS = refusal(
    "too_many_exports",
    _n(
        "at most {allowed} export or audit may run at once; try again in {seconds} s",
        "at most {allowed} exports and audits may run at once; try again in {seconds} s",
        by="allowed",
    ),
)
TOO_OFTEN = refusal("too_often", _("at most {allowed} a minute ({limit}); try again in {seconds} s"))
TOO_OFTEN_AN_HOUR = refusal("too_often_an_hour", _("at most {allowed} an hour ({limit}); try again in {seconds} s"))
NOT_A_GUEST = refusal(
    "not_a_guest", _("{asked} is not a guest of the demo; a supervisor can deposit money at the cage")
)
ENOUGH_CHIPS = refusal(
    "enough_chips", _("you still have {asked}; you can get more play money when you have less than {allowed}")
)
TOO_BUSY = refusal("too_busy", _("too many requests are waiting already ({limit}); try again in {seconds} s"))
SUPERSEDED = refusal("superseded", _("you sent a newer request, which is being computed instead"))
LOG_NOT_SO_LARGE = refusal(
    "log_not_so_large", _("there is no proof from {asked} to {size} entries; the log has {allowed}")
)
METHOD_NOT_ALLOWED = refusal("method_not_allowed", _("{asked} is not possible here; possible: {allowed}"))
DEFECT = refusal(
    "defect", _("the program failed, and your request is not the cause; the failure was logged as {asked}")
)

LOG = logging.getLogger("banca")
PROBLEM = "application/problem+json"
TAGS = {Language.EN: "en", Language.PT: "pt", Language.ZH: "zh-Hant"}
LONGEST_ACCEPTED = 200
"""How much of an Accept-Language header is read."""

STATUS = {
    HTTPStatus.UNAUTHORIZED: (
        NOT_LOGGED_IN,
        WRONG_PASSWORD,
        CODE_NEEDED,
        WRONG_CODE,
        SHUT_OUT,
    ),
    HTTPStatus.FORBIDDEN: (
        NOT_YOUR_ACT,
        PASSWORD_MUST_CHANGE,
        FACTOR_MUST_BE_SET,
        NOT_THE_SECOND,
        SESSION_NEEDED,
        NO_CSRF_TOKEN,
        NO_DEMO,
        NOT_A_GUEST,
    ),
    HTTPStatus.NOT_FOUND: (
        UNKNOWN_TABLE,
        UNKNOWN_ENTRY,
        UNKNOWN_USER,
        UNKNOWN_RUN,
        UNKNOWN_EXAMPLE,
        NO_SUCH_KEY,
        NOTHING_ASKED,
        NOT_FOUND,
    ),
    HTTPStatus.CONFLICT: (
        TABLE_EXISTS,
        LOG_NOT_SO_LARGE,
        NAME_TAKEN,
        STALE_SEQUENCE,
        TOO_FAR_BEHIND,
        COMMAND_REPEATED,
        OUT_OF_PHASE,
        NOT_YOUR_TURN,
        TABLE_CLOSED,
        TABLE_STOPPED,
        ROUND_UNDER_WAY,
        NOTHING_CALLED,
        NO_CLOCK,
        ENOUGH_CHIPS,
        NOTHING_CHANGES,
        SUPERSEDED,
        ALREADY_SEATED,
        TAKES_TWO,
        ROUND_IS_OVER,
        WISH_TOO_OLD,
        TOO_MANY_WISHES,
        TOO_MANY_TOKENS,
        ROUND_NOT_OVER,
        RECORD_DIFFERS,
        RECORD_UNREAD,
    ),
    HTTPStatus.METHOD_NOT_ALLOWED: (METHOD_NOT_ALLOWED,),
    HTTPStatus.BAD_REQUEST: (BAD_REQUEST,),
    HTTPStatus.TOO_MANY_REQUESTS: (
        TOO_MANY_TRIES,
        TOO_MANY_RUNS,
        TOO_MANY_DRAFTS,
        TOO_MANY_STREAMS,
        TOO_MANY_EXPORTS,
        TOO_OFTEN,
        TOO_OFTEN_AN_HOUR,
        TOO_BUSY,
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (STORE_DOWN, DRAINING),
    HTTPStatus.INTERNAL_SERVER_ERROR: (DEFECT, STORE_BROKEN),
}
STATUS_OF: dict[str, HTTPStatus] = {code: status for status, codes in STATUS.items() for code in codes}
"""Which refusals have a status of their own; any other is 422: understood, and against the rules."""


class Problem(Struct, frozen=True, kw_only=True):
    """Why something was not done. `code` is stable, `cite` the clause where there is one, `detail` a sentence."""

    type: str
    title: str
    status: int
    code: str
    cite: str | None
    detail: str
    line: int | UnsetType | None = UNSET
    """Of a file or a strategy: the line of it, where it is about one."""
    strategy: int | UnsetType = UNSET
    """Which strategy of a run, counted from 0."""


def accepted_language(accepted: str) -> Language:
    """The language of an Accept-Language header that Banca speaks and its sender likes best.

    >>> accepted_language("fr, pt-PT;q=0.8, zh-Hant;q=0.9, en;q=0.1").value
    'zh'
    """
    best, liked = Language.EN, 0.0
    # By hand: Babel's negotiation knows neither weights nor that any Portuguese will do.
    for part in accepted[:LONGEST_ACCEPTED].split(","):
        tag, _, weight = part.partition(";")
        spoken = tag.strip().lower().partition("-")[0]
        how = _weight(weight)
        if how > liked and spoken in {known.value for known in Language}:
            best, liked = Language(spoken), how
    return best


def _weight(written: str) -> float:
    """How much a language is liked, from 0 to 1; 1 where nothing is said."""
    name, _, value = written.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        return min(float(value), 1.0)
    except ValueError:
        return 0.0


def status_of(refusal: Refusal) -> HTTPStatus:
    """How HTTP says it."""
    default = HTTPStatus.CONFLICT if isinstance(refusal, NotNow) else HTTPStatus.UNPROCESSABLE_ENTITY
    return STATUS_OF.get(refusal.code, default)


def problem(refusal: Refusal, status: HTTPStatus, spoken: Language = Language.EN) -> Problem:
    """A refusal in the form of RFC 9457."""
    return Problem(
        type=f"urn:banca:refusal:{refusal.code}",
        title=status.phrase,
        status=status.value,
        code=str(refusal.code),
        cite=str(refusal.cite) if refusal.cite else None,
        detail=translator(spoken).message(refusal.message),
    )


def write_problem(
    refusal: Refusal, spoken: Language, status: HTTPStatus | None = None
) -> tuple[Problem, dict[str, str]]:
    """The answer to whoever asked, and its headers: the one writer of every refusal, which counts it too."""
    REFUSED.labels(str(refusal.code)).inc()
    answer = problem(refusal, status or status_of(refusal), spoken)
    headers = {"Cache-Control": "no-store", "Content-Language": TAGS[spoken]}
    if refusal.code == NOT_LOGGED_IN:
        headers["WWW-Authenticate"] = "Bearer"
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        LIMITED.labels(str(refusal.about.get("limit", refusal.code))).inc()
        headers["Retry-After"] = str(refusal.about.get("seconds") or refusal.about["asked"])
    if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "1"
    return answer, headers


def refusal_of(fault: Exception, path: str) -> Refusal:
    """What is said of a fault: a refusal is itself; a store that is down, or a fault of ours, is logged."""
    if isinstance(fault, Refusal):
        return fault
    if isinstance(fault, StoreDownError):  # nothing half-done, and the same id may be sent again
        LOG.error("store down", extra={"about": {"id": current(), "because": str(fault)}})
        return Refusal(STORE_BROKEN if fault.is_lasting else STORE_DOWN, because=fault.because)
    its_id = current()
    LOG.error("defect", exc_info=fault, extra={"about": {"id": its_id, "path": path}})
    return Refusal(DEFECT, asked=its_id)


def respond(refusal: Refusal, request: Request[Any, Any, Any], status: HTTPStatus | None = None) -> Response[Problem]:
    """The answer to whoever asked, in their language."""
    answer, headers = write_problem(refusal, accepted_language(request.headers.get("accept-language", "")), status)
    return Response(answer, status_code=answer.status, media_type=PROBLEM, headers=headers)


def on_fault(request: Request[Any, Any, Any], fault: Exception) -> Response[Problem]:
    """The rules say no, the store cannot, or the fault is ours: told without details."""
    return respond(refusal_of(fault, request.url.path), request)


def on_http(request: Request[Any, Any, Any], fault: HTTPException) -> Response[Problem]:
    """What the framework itself refuses: no such address, a body it cannot read."""
    if isinstance(fault, NotFoundException):
        return respond(Refusal(NOT_FOUND, asked=request.url.path), request)
    if isinstance(fault, MethodNotAllowedException):
        allowed = _with_head((fault.headers or {}).get("allow", ""))
        answer = respond(Refusal(METHOD_NOT_ALLOWED, asked=request.method, allowed=allowed), request)
        answer.headers["Allow"] = allowed
        return answer
    if fault.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        if has_gone(request):  # in the middle of a body: no fault of ours, and nobody to tell
            return respond(Refusal(BAD_REQUEST, asked=_said(fault)), request)
        return on_fault(request, fault)
    if fault.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        LIMITED.labels("body_bytes").inc()
    return respond(Refusal(BAD_REQUEST, asked=_said(fault)), request, HTTPStatus(fault.status_code))


def _with_head(allowed: str) -> str:
    """Methods, with HEAD where GET is (`banca.server.middleware`)."""
    return ", ".join(f"{method}, HEAD" if method == "GET" else method for method in allowed.split(", "))


def _said(fault: HTTPException) -> str:
    """What was wrong, in one line; in every language where it is ours to say."""
    if isinstance(fault.detail, Text):
        return fault.detail
    extra = fault.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first = extra[0]
        return " ".join(str(first[part]) for part in ("key", "message") if part in first)
    return str(fault.detail).partition("\n")[0]


HANDLERS: dict[type[Exception] | int, Any] = {
    Refusal: on_fault,
    StoreDownError: on_fault,
    HTTPException: on_http,
    Exception: on_fault,
}
