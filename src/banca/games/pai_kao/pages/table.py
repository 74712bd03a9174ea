"""What the page of a Pai Kao table says, and what its scripts are told of the game."""

from typing import Any

from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.live.state import CASINO
from banca.games.pai_kao.nouns import (
    BANK,
    BANKER,
    FRONT,
    GATE_WITHIN,
    POLICIES,
    PRINCIPAL,
    REAR,
    THE_CASINO,
    THE_HOUSE_WAY,
)
from banca.games.pai_kao.procedure import GATES, NULL_SHAKES
from banca.games.pai_kao.setters import HOUSE
from banca.games.pai_kao.tiles import COPIES_OF_FACE
from banca.live.seating import PRACTICE
from banca.rulebook import Given, Term, words
from banca.rulebook.refusals import BAD_OUTCOME
from banca.words import Speech

WORDS: dict[str, Term | Given] = {
    "less_commission": words("less commission {amount}", pt="menos comissão {amount}", zh="減抽水 {amount}"),
    "rounded": words(
        "{amount} not paid: less than a chip",
        pt="{amount} por pagar: menos de uma ficha",
        zh="{amount} 不足一個籌碼，不派",
    ),
    "gate": GATE_WITHIN,
    "banker": BANKER,
    "bank": BANK,
    "casino": THE_CASINO,
    "house_way_sets": THE_HOUSE_WAY,
    "front": FRONT,
    "rear": REAR,
    "principal": PRINCIPAL,
    "free_gate": words("free", pt="livre", zh="空門"),
    "no_gate": words("without a gate", pt="sem ocupar lugar", zh="不佔門"),
    "program": words("program", pt="programa", zh="程式"),
    "face_down": words("face down", pt="face oculta", zh="蓋面"),
    "is_set": words("set", pt="combinadas", zh="已組好"),
    "sets": words("sets the tiles", pt="combina as pedras", zh="組牌者"),
    "is_out": words("out of this round", pt="fora desta jogada", zh="不得參與本局"),
    "nothing_staked": words("no stakes", pt="sem apostas", zh="沒有投注"),
    # what to do now
    "look_on_gates": words(
        "You are watching. Press a free gate to sit there.",
        pt="Está a assistir. Prima um lugar livre para o ocupar.",
        zh="閣下正在旁觀。請按空門入座。",
    ),
    "gate_held": words(
        "Gate {gate} is held by {player}. Press a free gate to sit there, or take a seat without a gate.",
        pt="O lugar {gate} está ocupado por {player}. Prima um lugar livre para o ocupar, ou sente-se sem ocupar lugar.",
        zh="第 {gate} 門已由 {player} 佔用。請按空門入座，或不佔門入座。",
    ),
    "you_hold": words("You hold gate {gate}.", pt="Ocupa o lugar {gate}.", zh="閣下佔第 {gate} 門。"),
    "no_gate_yours": words(
        "You have a seat without a gate.", pt="Está sentado sem ocupar lugar.", zh="閣下已入座，但不佔門。"
    ),
    "stand_up_first": words(
        "Bets are not open now. To move to gate {gate}, choose “{act}”, then press the gate.",
        pt="Agora não se aceitam apostas. Para mudar para o lugar {gate}, escolha «{act}» e depois prima o lugar.",
        zh="現時不接受投注。如要轉到第 {gate} 門，請先選「{act}」，再按該門。",
    ),
    "bets_not_open": words(
        "Bets open when the banker has put down the principal.",
        pt="As apostas abrem quando o banqueiro puser o capital na mesa.",
        zh="莊家放下博彩本金後即可投注。",
    ),
    "bank_is_free": words(
        "There is no banker. Take the bank or pass it.",
        pt="Não há banqueiro. Tome a banca ou passe-a.",
        zh="現時無人做莊。請做莊，或過莊。",
    ),
    "bank_is_free_for_gates": words(
        "There is no banker. Only a player who holds a gate can take the bank.",
        pt="Não há banqueiro. Só um jogador que ocupe um lugar pode tomar a banca.",
        zh="現時無人做莊。佔門的閒家方可做莊。",
    ),
    "you_bank": words(
        "You are the banker. Put down your principal, or pass the bank.",
        pt="Tem a banca. Ponha o capital na mesa, ou passe a banca.",
        zh="輪到閣下做莊。請放下博彩本金，或過莊。",
    ),
    "you_shake": words(
        "You are the banker. Shake the dice when all stakes are down.",
        pt="Tem a banca. Agite os dados quando as apostas estiverem na mesa.",
        zh="閣下做莊。注碼全部放好後，請搖骰。",
    ),
    "stake_now": words(
        "Place your bets: choose a chip and press a gate.",
        pt="Faça a sua aposta: escolha uma ficha e prima um lugar.",
        zh="請投注：選好籌碼後按一門。",
    ),
    "house_way": words(
        "Tiles that are not set in time are set by the house way: the highest group in the rear (R-pk-11).",
        pt="As pedras que não forem combinadas a tempo combinam-se à maneira da casa: o maior grupo atrás (R-pk-11).",
        zh="逾時未組的牌按博彩場所的方式代組：以最大的一組置於後線（R-pk-11）。",
    ),
    "house_way_line": words(
        "Tiles not set in time: the highest group in the rear (R-pk-11)",
        pt="Pedras não combinadas a tempo: o maior grupo atrás (R-pk-11)",
        zh="逾時未組的牌：最大的一組置於後線（R-pk-11）",
    ),
    "shake_waits": words(
        "The banker shakes the dice again.", pt="O banqueiro agita de novo os dados.", zh="莊家重新搖骰。"
    ),
    "set_now": words(
        "Set your tiles at gate {gate}.",
        pt="Combine as suas pedras do lugar {gate}.",
        zh="請組第 {gate} 門的牌。",
    ),
    "waits_for_gates": words(
        "Tiles still to be set: {gates}.",
        pt="Falta combinar as pedras: {gates}.",
        zh="尚待組牌的門：{gates}。",
    ),
    "turn_now": words(
        "All tiles are set. Turn the banker's tiles.",
        pt="Todas as pedras estão combinadas. Vire as do banqueiro.",
        zh="全部牌已組好。請翻開莊家的牌。",
    ),
    "banks_next": words("{player} is the banker.", pt="{player} tem a banca.", zh="{player} 做莊。"),
    # setting
    "your_tiles": words("Your tiles at gate {gate}", pt="As suas pedras no lugar {gate}", zh="閣下在第 {gate} 門的牌"),
    "tiles_came": words("Your tiles: {tiles}.", pt="As suas pedras: {tiles}.", zh="閣下的牌：{tiles}。"),
    "tile": words("{name}, {line}", pt="{name}, {line}", zh="{name}，{line}"),
    "pick_tile": words(
        "Press a tile, then one of the other group: they change places. Or drag it there.",
        pt="Prima uma pedra e depois uma do outro grupo: trocam de posição. Ou arraste-a para lá.",
        zh="先按一隻牌，再按另一組的一隻，即可對調；亦可拖動。",
    ),
    "place_of": words("{place} of {of}", pt="{place} de {of}", zh="第 {place} 位，共 {of} 位"),
    "lower_goes_front": words(
        "The rear group is the lower one: the dealer moves it to the front line.",
        pt="O grupo de trás é o menor: o pagador leva-o para a linha da frente.",
        zh="後線的一組較小：莊荷會將其移往前線。",
    ),
    "set_it": words("Set these groups", pt="Fixar estes grupos", zh="確定組合"),
    "tiles_are_set": words(
        "Your tiles are set. You may change them until the banker's tiles are turned.",
        pt="As suas pedras estão combinadas. Pode alterá-las até se virarem as do banqueiro.",
        zh="閣下的牌已組好。莊家開牌前仍可更改。",
    ),
    "three_settings": words("Three settings", pt="Três combinações", zh="三種組合"),
    "advice": words("Show their chances", pt="Mostrar as probabilidades", zh="顯示機會率"),
    "wins": words("wins", pt="ganha", zh="贏"),
    "ties": words("ties", pt="empata", zh="和"),
    "loses": words("loses", pt="perde", zh="輸"),
    "value": words("value", pt="valor", zh="價值"),
    "best": words("best", pt="a melhor", zh="最佳"),
    "take_this": words("Use this setting", pt="Usar esta combinação", zh="選用此組合"),
    "take_setting": words(
        "Use setting {number}: front {front}, rear {rear}",
        pt="Usar a combinação {number}: à frente {front}, atrás {rear}",
        zh="選用組合 {number}：前線 {front}，後線 {rear}",
    ),
    # what it came to
    "covers": words(
        "the bank covers {covered} of {stake}",
        pt="a banca cobre {covered} de {stake}",
        zh="注碼 {stake}，莊方承擔 {covered}",
    ),
    "gross": words("result {amount}", pt="resultado {amount}", zh="輸贏 {amount}"),
    "claim": words(
        "{owed_by} owes {owed_to} {amount} at gate {gate}: {better} would have done better. No money is moved.",
        pt="{owed_by} deve {amount} a {owed_to} no lugar {gate}: {better} teria dado melhor resultado. Não se movimenta dinheiro.",
        zh="第 {gate} 門：{owed_by} 須補償 {owed_to} {amount}，因 {better} 的結果會較好。不涉及款項轉移。",
    ),
    # what the croupier enters
    "next_tile": words(
        "Next: tile {number} of {of}, for gate {gate}",
        pt="A seguir: pedra {number} de {of}, para o lugar {gate}",
        zh="下一隻：第 {number} 隻，共 {of} 隻，派予第 {gate} 門",
    ),
    "all_tiles": words(
        "All {of} tiles are entered.", pt="As {of} pedras estão todas introduzidas.", zh="{of} 隻牌已全部輸入。"
    ),
    "tiles_left": words("{tile}: {count} left", pt="{tile}: restam {count}", zh="{tile}：餘 {count} 隻"),
    "bad_outcome": BAD_OUTCOME.says,
    "take_last_back": words("Remove the last tile", pt="Retirar a última pedra", zh="移除最後一隻"),
    "unknown_gate_line": words(
        "“{line}” is neither a gate with an amount nor an act; for example: {examples}",
        pt="«{line}» não é nem um lugar com um montante nem um acto; por exemplo: {examples}",
        zh="「{line}」既不是門加金額，也不是動作；例如：{examples}",
    ),
}


def data(say: Speech) -> dict[str, Any]:
    """The gates, the tiles of the set, and what an act may choose from."""
    reasons = {name: say(null.says) for name, null in NULL_SHAKES.items()}
    return {
        "gates": list(GATES),
        "casino": CASINO,
        "houseWay": HOUSE,
        "practice": PRACTICE,
        "copies": COPIES_OF_FACE,
        "linesCite": str(LINES_CITE),
        "reasons": reasons,
        "policies": {name: say(said) for name, said in POLICIES.items()},
    }
