"""The arithmetic of a payment in words, step by step: the same on the command line, on pages, in the trainer and in stories."""

from typing import assert_never

from banca.i18n.translator import Translator
from banca.rules import _
from banca.rules.payment_steps import (
    BreakageStep,
    CommissionStep,
    CoveredStep,
    DealtAgainStep,
    HandedOverStep,
    PaymentStep,
    PrizeStep,
    ReturnedStep,
    StandsStep,
    TakenStep,
)

PRIZE = _("{stake} × {odds} = {prize}")
COMMISSION = _("commission {rate} of {prize} = {commission}")
BREAKAGE = _("breakage {breakage}, rounded down to the chip")
COVERED = _("covered by the bank {covered}")
TAKEN = _("the stake of {stake} is taken")
SHARE_TAKEN = _("{share} of the stake of {stake} is taken")
RETURNED = _("the stake of {stake} is returned")
STANDS = _("undecided, the stake of {stake} stays on the layout")
DEALT_AGAIN = _("the stake of {stake} stays for the new deal")
RECEIVES = _("receives {received}, net {net}")


def step_text(say: Translator, step: PaymentStep) -> str:  # one sentence for each kind
    """One step; its clause stands beside it."""
    match step:
        case CoveredStep():
            return say(COVERED, covered=say.money(step.covered))
        case PrizeStep():
            return say(PRIZE, stake=say.money(step.stake), odds=say.odds([step.odds]), prize=say.money(step.prize))
        case CommissionStep():
            kept = say.money(step.commission)
            return say(COMMISSION, rate=say.percent_of(step.rate), prize=say.money(step.prize), commission=kept)
        case BreakageStep():
            return say(BREAKAGE, breakage=say.money(step.breakage))
        case TakenStep():
            return say(TAKEN if step.share == 1 else SHARE_TAKEN, share=step.share, stake=say.money(step.stake))
        case ReturnedStep():
            return say(RETURNED, stake=say.money(step.stake))
        case StandsStep():
            return say(STANDS, stake=say.money(step.stake))
        case DealtAgainStep():
            return say(DEALT_AGAIN, stake=say.money(step.stake))
        case HandedOverStep():
            return say(RECEIVES, received=say.money(step.received), net=say.signed(step.net))
        case _:
            assert_never(step)
