"""The arithmetic of a payment in words, step by step: the same on the command line, on pages, in the trainer and in stories."""

from typing import assert_never

from banca.rulebook import words
from banca.rulebook.payment_steps import (
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
from banca.words.speech import Speech

PRIZE = words("{stake} × {odds} = {prize}", pt="{stake} × {odds} = {prize}", zh="{stake} ×（{odds}）= {prize}")
COMMISSION = words(
    "commission {rate} of {prize} = {commission}",
    pt="comissão de {rate} sobre {prize} = {commission}",
    zh="抽水 {prize} 的 {rate} = {commission}",
)
BREAKAGE = words(
    "breakage {breakage}, rounded down to the chip",
    pt="sobra {breakage}, arredondado o pagamento para baixo até à ficha",
    zh="零數 {breakage}，向下取整至籌碼",
)
COVERED = words("covered by the bank {covered}", pt="a banca cobre {covered}", zh="莊方承擔 {covered}")
TAKEN = words("the stake of {stake} is taken", pt="a aposta de {stake} é recolhida", zh="收去注碼 {stake}")
SHARE_TAKEN = words(
    "{share} of the stake of {stake} is taken",
    pt="{share} da aposta de {stake} é recolhida",
    zh="收去注碼 {stake} 的 {share}",
)
RETURNED = words("the stake of {stake} is returned", pt="a aposta de {stake} é devolvida", zh="退回注碼 {stake}")
STANDS = words(
    "undecided, the stake of {stake} stays on the layout",
    pt="por decidir, a aposta de {stake} fica no layout",
    zh="未分輸贏，注碼 {stake} 留在檯面佈局上",
)
DEALT_AGAIN = words(
    "the stake of {stake} stays for the new deal",
    pt="a aposta de {stake} mantém-se para a nova distribuição",
    zh="注碼 {stake} 保留至再派牌",
)
RECEIVES = words(
    "receives {received}, net {net}", pt="recebe {received}, líquido {net}", zh="收取 {received}，淨額 {net}"
)


def step_said(step: PaymentStep, say: Speech) -> str:  # noqa: PLR0911 - one sentence for each kind
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
