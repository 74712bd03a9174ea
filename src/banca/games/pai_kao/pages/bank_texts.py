"""What the explorer says of a bank against several gates."""

from banca.rulebook import words

TITLE = words("Banking against several gates", pt="A banca contra vários lugares", zh="莊家同時對數門")
ABOUT = words(
    "With equal stakes, over all deals, each side setting as chosen in the table above. Gates are settled in order within the "
    "principal, and commission is taken from the net gain of the round.",
    pt="Com apostas iguais, em todas as distribuições, combinando cada lado as pedras como se escolheu no quadro acima. Os lugares são "
    "liquidados por ordem, até ao limite do capital, e a comissão incide sobre o ganho líquido da jogada.",
    zh="各門注碼相同，以所有派牌計，雙方按上表所選方式組牌。各門依次在博彩本金範圍內結算，抽水按每局淨贏額計算。",
)
GATES = words("Gates", pt="Lugares", zh="門數")
STAKE = words("Stake of each gate", pt="Aposta de cada lugar", zh="每門注碼")
PRINCIPAL = words("Principal", pt="Capital", zh="博彩本金")
ALL_STAKES = words("all stakes", pt="todas as apostas", zh="全部注碼")
