"""What the builder of proposals says."""

from banca.rulebook import Given, plural_words, words

BUILDER_WORDS: dict[str, Given] = {
    "game": words("Game", pt="Jogo", zh="博彩"),
    "title": words(
        "Title (blank: the name of the first bet)",
        pt="Título (em branco: o nome da primeira aposta)",
        zh="標題（留空則用首項投注的名稱）",
    ),
    "name": words("Name of the bet", pt="Nome da aposta", zh="投注名稱"),
    "bet_number": words("New bet {number}", pt="Nova aposta {number}", zh="新投注 {number}"),
    "remove_bet": words("Remove bet {number}", pt="Retirar a aposta {number}", zh="刪除投注 {number}"),
    "add_bet": words("Add a bet", pt="Acrescentar uma aposta", zh="加入投注"),
    "prizes_of": words("Prizes, in addition to the stake", pt="Prémios, além da aposta", zh="彩金（不連注碼）"),
    "prize_number": words("Prize {number}", pt="Prémio {number}", zh="彩金 {number}"),
    "pays_prize": words("prize", pt="prémio", zh="彩金"),
    "pays_stake": words("for a stake of", pt="por uma aposta de", zh="每注碼"),
    "prize_name": words(
        "Name of the prize (blank: its outcomes)",
        pt="Nome do prémio (em branco: os seus resultados)",
        zh="彩金名稱（留空則列出其結果）",
    ),
    "add_prize": words("Add a prize", pt="Acrescentar um prémio", zh="加入彩金"),
    "remove_prize": words("Remove prize {number}", pt="Retirar o prémio {number}", zh="刪除彩金 {number}"),
    "marking": words(
        "Outcomes: choose a mark, then click", pt="Resultados: escolha uma marca e clique", zh="結果：先選標記，再點選"
    ),
    "wins_prize": words("wins prize {number}", pt="ganha o prémio {number}", zh="贏彩金 {number}"),
    "mark_tie": words("returns the stake", pt="devolve a aposta", zh="退還注碼"),
    "mark_lose": words("loses", pt="perde", zh="輸"),
    "mark_none": words("no mark", pt="sem marca", zh="不標示"),
    "rest": words("All other outcomes", pt="Todos os outros resultados", zh="其他所有結果"),
    "rest_lose": words("lose", pt="perdem", zh="輸"),
    "rest_stay": words(
        "leave the bet until it is decided", pt="mantêm a aposta até se decidir", zh="保留投注至分出輸贏"
    ),
    "rest_tie": words("return the stake", pt="devolvem a aposta", zh="退還注碼"),
    "show_by": words("Show", pt="Mostrar", zh="顯示"),
    "each_outcome": words("each outcome", pt="cada resultado", zh="逐個結果"),
    "further": words(
        "Description, id, phase, place on the layout",
        pt="Descrição, id, fase, lugar no layout",
        zh="說明、id、階段、檯面佈局位置",
    ),
    "description": words(
        "Description (blank: as below, made of the marks)",
        pt="Descrição (em branco: a que se vê, feita das marcas)",
        zh="說明（留空則如下，按標記寫成）",
    ),
    "id": words("id", pt="id", zh="id"),
    "phase": words("May be placed", pt="Pode ser colocada", zh="可下注"),
    "any_phase": words("at any time", pt="em qualquer momento", zh="任何時間"),
    "place": words("Place", pt="Lugar", zh="位置"),
    "add_change": words("Change the prize of a bet", pt="Alterar o prémio de uma aposta", zh="更改投注的彩金"),
    "change_number": words("Changed prize {number}", pt="Prémio alterado {number}", zh="更改的彩金 {number}"),
    "remove_change": words("Remove change {number}", pt="Retirar a alteração {number}", zh="刪除更改 {number}"),
    "pays_now": words("pays {pays} in the regulation", pt="paga {pays} no regulamento", zh="規章所定：{pays}"),
    "change_where": words(
        "On every outcome on which it wins, or only on those you click.",
        pt="Com todos os resultados com que ganha, ou só com os que clicar.",
        zh="適用於所有贏的結果，或只適用於所點選者。",
    ),
    "changed_here": words("the new prize", pt="o novo prémio", zh="新彩金"),
    "unchanged_here": words("the prize of the regulation", pt="o prémio do regulamento", zh="規章所定的彩金"),
    "go_to_field": words("Go to the first", pt="Ir para o primeiro", zh="前往首項"),
    "form_missing": plural_words(
        words("One thing is still to be done.", pt="Falta uma coisa.", zh="尚欠一項。"),
        words("{count} things are still to be done.", pt="Faltam {count} coisas.", zh="尚欠 {count} 項。"),
    ),
    "form_wrong": plural_words(
        words("One field is wrong.", pt="Um campo está errado.", zh="有一欄有誤。"),
        words("{count} fields are wrong.", pt="{count} campos estão errados.", zh="有 {count} 欄有誤。"),
    ),
}
