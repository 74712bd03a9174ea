"""How the story of the register spells what its facts hold."""

from banca.answers import story_texts as texts
from banca.house.register.event import Member, PersonAdded, Record, Safeguards, SecondAsked, Tried
from banca.i18n import Translator
from banca.i18n.wanted import WANTED
from banca.live.command import ROLES, Role
from banca.rules import _

NO, YES = _("no"), _("yes")


def spelled(value: object, say: Translator) -> str | None:
    """A role, somebody of the staff, failed log-ins, safeguards; None where it is something else."""
    match value:
        case Role():
            return say(ROLES[value])
        case Member():
            name = say.in_brackets(value.name, say(ROLES[value.role]))
            return say.labelled(name, say(texts.SUSPENDED)) if value.is_out else name
        case Tried():
            name = say.in_brackets(value.name or say(texts.NO_SUCH_NAME), value.address or "-")
            return say.labelled(name, say.count(value.count))
        case Safeguards():
            two, factor = (say(YES if one else NO) for one in (value.two_persons, value.second_factor))
            return say(texts.SAFEGUARDS, two=two, amount=say.money(value.cash_out), factor=factor)
        case tuple() if value:
            parts = [spelled(one, say) for one in value]
            return say.list(parts) if None not in parts else None
    return None


def wanted(asked: SecondAsked, say: Translator) -> str:
    """What somebody wants to do and another must agree to."""
    command = asked.command
    fact = command.fact if isinstance(command, Record) else None
    about: dict[str, object] = {
        "about": getattr(fact, "name", command.concerns),
        "role": say(ROLES[fact.role]) if isinstance(fact, PersonAdded) else "",
        "amount": say.money(getattr(command, "stake", 0)),
        "table": asked.table,
        "round": asked.round,
        "reason": getattr(command, "reason", "") or "-",
    }
    return say(WANTED[command.do], **about) if command.do in WANTED else command.do
