"""What the page of a table knows of its game's acts: which lead on, what they take, how a result is entered and called."""

from collections.abc import Iterable, Sequence
from typing import Any

from banca.games.craps.device import INSPECTION
from banca.games.fish_prawn_crab.device import DRIVE, FACES, NAMES
from banca.games.fish_prawn_crab.procedure import PRESSES
from banca.games.football_poker.procedure import act_after_two_cards
from banca.games.wheel.device import TURNS
from banca.live.act import Act, Does
from banca.rulebook import Rules, Win
from banca.words import Speech


def onward(acts: Sequence[Act]) -> dict[str, list[str]]:
    """By phase the acts that bring the round nearer to its payment; any other leads back, or aside."""
    far = {act.phase: 0 for act in acts if act.does is Does.PAY}
    while more := {act.phase: far[act.then] + 1 for act in acts if act.then in far and act.phase not in far}:
        far |= more
    nearer = [act for act in acts if act.does is Does.PAY or far[act.then] < far[act.phase]]
    return {phase: [act.name for act in nearer if act.phase == phase] for phase in far}


def console(rules: Rules, acts: Sequence[Act], say: Speech) -> dict[str, dict[str, Any]]:
    """By act: the `choices` of its fields, their `usual` values, `takes` in place of what the act takes, how a result is entered, and of which part of a result it is `due`."""
    told: dict[str, dict[str, Any]] = {act.name: {} for act in acts}
    if reasons := _reasons(rules, acts, say):
        told["declare_null"] |= {"choices": {"reason": reasons}}
    for name, entered in _entered(rules, acts).items():
        told[name] |= entered
    told["seat_practice"] = {
        "choices": {"player": False, "policy": [[key, say.bet(bet)] for key, bet in rules.bets.items()]}
    }
    match rules.rulebook.game:
        case "craps":
            points = [[cite.clause, f"{say(point)} ({cite})"] for point, cite in INSPECTION.items()]
            told["inspect_dice"] |= {"choices": {"passed": points}}
        case "fish_prawn_crab":
            is_lever = rules.chosen[DRIVE] == "lever"
            told["shake"] |= {
                "takes": ["presses" if is_lever else "started"],
                "also": [],
                "usual": {"presses": PRESSES},
            }
        case "wheel":
            told["read_pointer"] |= {"usual": {"turns": TURNS}}
            told["call_invalid"] |= {"usual": {"turns": TURNS - 1}}
        case "football_poker":
            dealt: Iterable[tuple[Any, int]] = rules.space.through(lambda hand: hand[:2])
            for hand, _ in dealt:
                told[act_after_two_cards(hand)].setdefault("due", []).append(rules.rulebook.show(hand))
    return {name: about for name, about in told.items() if about}


def _reasons(rules: Rules, acts: Sequence[Act], say: Speech) -> list[list[str]]:
    """Why a throw is null, each with its clauses, for the act that says it; the first is left out where it has an act of its own."""
    nulls = [act for act in acts if act.does is Does.NULL]
    if not any("reason" in act.takes for act in nulls):
        return []
    has_own_act = any("reason" not in act.takes for act in nulls)
    given = list(rules.rulebook.nulls.items())[has_own_act:]
    return [[str(name), f"{say(null.says)} ({', '.join(cite.clause for cite in null.cites)})"] for name, null in given]


def _entered(rules: Rules, acts: Sequence[Act]) -> dict[str, dict[str, Any]]:
    """For every act that takes a result: of how many parts, and how it is written."""
    written = rules.rulebook.outcome_form.split("-")
    most = max(len(rules.rulebook.show(outcome).split("-")) for outcome, _ in rules.space)
    first = next((act.draws for act in acts if act.does is Does.SHOW), None)
    before = max(len(one.split("-")) for one, _ in first(rules.space, None)) if first else 0
    entered = {}
    for act in acts:
        if "outcome" in act.takes:
            part = slice(before) if act.does is Does.SHOW else slice(before, most)
            entered[act.name] = {"parts": len(range(most)[part]), "form": "-".join(written[part])}
    return entered


def outcome_names(rules: Rules, say: Speech) -> dict[str, str]:
    """What a result, or a part of it, is called where that is more than how it is written."""
    shown = [(rules.rulebook.show(outcome), outcome) for outcome, _ in rules.space]
    match rules.rulebook.game:
        case "fish_prawn_crab":
            return {str(figure): say(NAMES[figure]) for figure in FACES}
        case "wheel":
            return {written: say.bet(rules.bets[written.replace(" ", ":")]) for written, _ in shown}
        case "roulette":
            colours = [rules.bets[key] for key in ("red", "black")]
            return {
                written: f"{written} {say.bet(colour)}"
                for written, outcome in shown
                for colour in colours
                if isinstance(colour.verdict(colour.start, outcome), Win)
            }
        case _:
            return {}
