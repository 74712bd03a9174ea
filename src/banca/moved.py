"""Where modules are now that other people's packages import by the names of version 1.0.

A meta path finder, because a game or a plug-in may import a submodule (`banca.rulebook.refusals`) that no longer has a file. It stands
before Python's own: in a checkout that was updated, a folder left over with nothing but byte code would be taken for a package.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

from banca.lazy import LazyPackage

MOVED = {
    "banca.answers.best": "banca.analysis.best_play.best",
    "banca.answers.chart": "banca.analysis.charts",
    "banca.answers.clauses": "banca.law.rulebooks",
    "banca.answers.editions": "banca.law.rulebooks",
    "banca.answers.evening": "banca.analysis.sessions.session",
    "banca.answers.odds": "banca.analysis.exact.odds",
    "banca.answers.options": "banca.law.rulebooks",
    "banca.answers.settlement": "banca.analysis.settlement",
    "banca.answers.together": "banca.analysis.rounds",
    "banca.disputes": "banca.analysis.settlement",
    "banca.drawing.boxes": "banca.drawing.board",
    "banca.drawing.covers": "banca.drawing.felt",
    "banca.drawing.device": "banca.drawing.devices",
    "banca.drawing.dice": "banca.drawing.devices",
    "banca.drawing.form": "banca.drawing.felt",
    "banca.drawing.legend": "banca.drawing.felt",
    "banca.drawing.lines": "banca.drawing.text",
    "banca.drawing.packing": "banca.drawing.board",
    "banca.drawing.paper": "banca.drawing.svg",
    "banca.drawing.parts": "banca.drawing.felt",
    "banca.drawing.plain": "banca.drawing.layout",
    "banca.drawing.rotor": "banca.drawing.devices",
    "banca.drawing.shapes": "banca.drawing.svg",
    "banca.entries": "banca.files",
    "banca.environments": "banca_gym",
    "banca.environments.registration": "banca_gym",
    "banca.evenings": "banca.analysis.sessions",
    "banca.exact": "banca.analysis.exact",
    "banca.exact.analysis": "banca.analysis.exact.odds",
    "banca.exact.chain": "banca.analysis.exact.odds",
    "banca.exact.limited": "banca.analysis.exact.proposals",
    "banca.exact.together": "banca.analysis.exact.odds",
    "banca.finder": "banca.i18n.lookup",
    "banca.full_check": "banca.check",
    "banca.games.pai_kao.environment": "banca_gym.pai_kao",
    "banca.interface": "banca",
    "banca.interface.best": "banca.analysis.python",
    "banca.interface.evening": "banca.analysis.python",
    "banca.interface.frame": "banca.notebook",
    "banca.interface.played": "banca.analysis.python",
    "banca.interface.rounds": "banca.analysis.rounds",
    "banca.interface.settled": "banca.analysis.settlement",
    "banca.interface.table": "banca.analysis.game",
    "banca.live": "banca.tables",
    "banca.live.act": "banca.tables.acts",
    "banca.live.bet_event": "banca.tables.events",
    "banca.live.bets": "banca.tables.chance_engine",
    "banca.live.chance_conduct": "banca.tables.chance_engine",
    "banca.live.chance_results": "banca.tables.chance_engine",
    "banca.live.chance_state": "banca.tables.state",
    "banca.live.command": "banca.tables.commands",
    "banca.live.conduct": "banca.tables.engine",
    "banca.live.corrections": "banca.tables.acts",
    "banca.live.draw_event": "banca.tables.events",
    "banca.live.drawing": "banca.tables.engine",
    "banca.live.event": "banca.tables.events",
    "banca.live.forms": "banca.tables.acts",
    "banca.live.moves": "banca.tables.engine",
    "banca.live.outlook": "banca.tables.exposure",
    "banca.live.refusals": "banca.tables.acts",
    "banca.live.results": "banca.tables.chance",
    "banca.live.seating": "banca.tables.engine",
    "banca.live.table": "banca.tables.state",
    "banca.live.window": "banca.tables.chance",
    "banca.optimal": "banca.analysis.best_play",
    "banca.rulebook": "banca.rules",
    "banca.rulebook.automaton": "banca.rules.bet",
    "banca.rulebook.chips": "banca.rules.money",
    "banca.rulebook.citation": "banca.rules.text",
    "banca.rulebook.message": "banca.rules.refusal",
    "banca.rulebook.odds": "banca.rules.bet",
    "banca.rulebook.options": "banca.rules.rulebook",
    "banca.rulebook.payment": "banca.rules.money",
    "banca.rulebook.payment_steps": "banca.rules.money",
    "banca.rulebook.proposed": "banca.rules.rulebook",
    "banca.rulebook.refusals": "banca.rules.refusal",
    "banca.rulebook.rules": "banca.rules.rulebook",
    "banca.rulebook.space": "banca.rules.bet",
    "banca.rulebook.table": "banca.rules.layout",
    "banca.rulebook.throws": "banca.rules.layout",
    "banca.rulebook.verdict": "banca.rules.bet",
    "banca.rulebook.withdrawal": "banca.rules.bet",
    "banca.school": "banca_school",
    "banca.school.answer": "banca_school.report",
    "banca.school.pdf": "banca_school.report",
    "banca.service": "banca.server",
    "banca.service.background": "banca.server.http",
    "banca.simulation": "banca.analysis.simulation",
    "banca.training.exam": "banca_school.exam",
    "banca.training.exercises": "banca.training.questions",
    "banca.training.marking": "banca.training.questions",
    "banca.training.question": "banca.training.questions",
    "banca.training.reply": "banca.training.questions",
    "banca.training.wanted": "banca.training.exercise",
    "banca.transparency.compact": "banca.transparency.receipt",
    "banca.transparency.submission": "banca.transparency.checkpoint",
    "banca.watch": "banca_watch",
    "banca.watch.calls": "banca_watch.people",
    "banca.watch.combination": "banca_watch.e_values",
    "banca.watch.feature": "banca_watch.features",
    "banca.watch.luck": "banca_watch.people",
    "banca.watch.plan": "banca_watch.device",
    "banca.watch.process": "banca_watch.device",
    "banca.watch.valuation": "banca_watch.people",
    "banca.web": "banca.server.pages",
    "banca.web.app": "banca.server.app",
    "banca.witness": "banca_witness",
    "banca.witness.app": "banca_witness.server",
    "banca.witness.client": "banca.transparency.client",
    "banca.witness.key": "banca_witness.witness",
    "banca.witness.look": "banca_witness.server",
    "banca.witness.memory": "banca_witness.store",
}
"""The module of 1.0, and the module that has its public names now; a submodule that is not named keeps its own name below."""


RENAMED = {
    "banca.i18n.lookup": {"Found": "Match"},
    "banca.rules": {"Chosen": "ChosenOptions", "Counted": "ValidThrow", "instead": "suggestions"},
    "banca.rules.layout": {"Counted": "ValidThrow"},
    "banca.rules.rulebook": {"Chosen": "ChosenOptions"},
    "banca.rules.spelling": {"instead": "suggestions"},
    "banca.tables.acts": {"Does": "ActKind", "Forms": "CommandCodec", "forms_of": "make_codec"},
    "banca.tables.chance": {
        "Want": "DrawKind",
        "Wanted": "DrawRequest",
        "Possible": "Device",
        "Weighted": "WeightedResults",
        "Shuffled": "ShuffledPieces",
    },
    "banca.tables.chance_engine": {
        "ChanceConduct": "ChanceEngine",
        "ChanceResults": "ChanceEngine",
        "Bets": "ChanceEngine",
    },
    "banca.tables.engine": {
        "Conduct": "TableEngine",
        "CanDo": "AvailableAct",
        "Patience": "WaitLevel",
        "Move": "PracticeMove",
    },
    "banca.tables.events": {
        "OF_CHANCE": "CHANCE_EVENTS",
        "Opened": "TableOpened",
        "Funded": "BankFunded",
        "Seated": "PlayerSeated",
        "Left": "PlayerLeft",
        "Acted": "ActPerformed",
        "Committed": "ResultCommitted",
        "Closed": "TableClosed",
        "Pledged": "NumberPledged",
        "Revealed": "NumberRevealed",
    },
    "banca.tables.exposure": {"Judged": "ResultEffect", "Swing": "Extreme", "Swings": "Outlook"},
    "banca.tables.state": {"Window": "PendingDraw", "Called": "CalledResult"},
}
"""Names that a game's package of 1.0 may import from a module that has moved, and what they are called there now."""


ANSWERS = {
    "banca.analysis.exact.odds": ("bet_figures", "families", "figures_of"),
    "banca.analysis.rounds": ("together_answer",),
    "banca.analysis.settlement": ("settlement_answer",),
    "banca.law.rulebooks": (
        *("check_in_force", "edition_of", "edition_on", "editions_answer"),
        *("game_answer", "games_answer", "rules_answer"),
    ),
}
"""What `banca.answers` exported, by where it is now: the only documented package of 1.0 whose names are not in one place."""


class MovedModules:
    """Finds a module by the name that it had in version 1.0.

    Its bases would be in `importlib.abc`, which takes longer to import than the rules of a game; Python asks for the methods alone.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if not fullname.startswith("banca."):
            return None
        is_moved = fullname == "banca.answers" or fullname in MOVED or fullname.rpartition(".")[0] in MOVED
        if not is_moved:
            return None
        return ModuleSpec(fullname, self, is_package=True)  # type: ignore[arg-type]  # a loader by its methods

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if spec.name == "banca.answers":
            return self.create_answers(spec.name)
        package, _, name = spec.name.rpartition(".")
        module = import_module(MOVED.get(spec.name) or f"{MOVED[package]}.{name}")
        spec.loader_state = module.__spec__
        for old, new in RENAMED.get(module.__name__, {}).items():
            setattr(module, old, getattr(module, new))
        if type(module) is ModuleType and hasattr(module, "__all__"):
            module.__class__ = (
                LazyPackage  # `import banca.rulebook.refusal` is not to put that module over the function `refusal`
            )
        return module

    def create_answers(self, name: str) -> ModuleType:
        answers = ModuleType(name)
        modules = {public: module for module, names in ANSWERS.items() for public in names}

        def get(public: str) -> object:
            if public not in modules:
                because = f"module {name!r} has no attribute {public!r}"
                raise AttributeError(because)
            return getattr(import_module(modules[public]), public)

        vars(answers).update(__all__=sorted(modules), __getattr__=get, __path__=[])
        return answers

    def exec_module(self, module: ModuleType) -> None:
        """Do not execute the module again: only give it back its own spec, which `import` has just replaced."""
        module.__spec__ = module.__spec__ and module.__spec__.loader_state


def install() -> None:
    """Let `import` find the modules of version 1.0."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, MovedModules())
