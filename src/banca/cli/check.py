"""`banca check`: everything that is wrong with the package of a game, for whoever writes one."""

import typer

from banca.cli.face import AsJson, GameName, Lang
from banca.cli.terminal import print_json
from banca.rulebook import words

NO_MISTAKES = words("{game}: no mistakes found", pt="{game}: nenhum erro encontrado", zh="{game}：未發現錯誤")
MISTAKES = words("{game}: mistakes: {count}", pt="{game}: erros: {count}", zh="{game}：錯誤 {count} 項")
CHECKED = words("Checked: {counts}", pt="Verificado: {counts}", zh="已檢查：{counts}")
NOT_WHOLE = words(
    "Layout, results, strategies and other files are checked when these mistakes are corrected.",
    pt="O layout, os resultados, as estratégias e os outros ficheiros são verificados depois de corrigidos estes erros.",
    zh="更正這些錯誤後，才檢查檯面佈局、結果、策略及其他檔案。",
)
COUNTED = {
    "clauses": words("clauses", pt="disposições", zh="條文"),
    "acts": words("acts", pt="actos", zh="動作"),
    "options": words("options", pt="opções", zh="選項"),
    "bets": words("bets", pt="apostas", zh="投注"),
    "results": words("results", pt="resultados", zh="結果"),
    "drawings": words("drawings", pt="desenhos", zh="圖"),
    "strategies": words("strategies", pt="estratégias", zh="策略"),
    "disputes": words("disputes", pt="litígios", zh="爭議"),
    "proposals": words("proposals", pt="propostas", zh="建議"),
}
"""What is counted of what was checked, in this order."""


def check(ctx: typer.Context, game: GameName, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Check the package of a game: its clauses, acts, bets, words, layout and files.

    Every mistake is one line with its place. The exit code is 1 where there is one.
    """
    from banca.full_check import full_check

    say = ctx.obj.say
    found = full_check(game)
    if ctx.obj.json:
        mistakes = [
            {"code": str(one.code), "place": str(one.about["place"]), "detail": say.message(one)}
            for one in found.mistakes
        ]
        report = {"game": found.game, "mistakes": mistakes, "checked": found.checked, "is_whole": found.is_whole}
        print_json(report)
    else:
        for one in found.mistakes:
            typer.echo(say.message(one))
        if not found.is_whole:
            typer.echo(say(NOT_WHOLE))
        typer.echo(
            say(MISTAKES, game=game, count=len(found.mistakes)) if found.mistakes else say(NO_MISTAKES, game=game)
        )
        counts = [f"{say(word)} {found.checked[kind]}" for kind, word in COUNTED.items() if kind in found.checked]
        typer.echo(say(CHECKED, counts=say.list(counts)))
    if found.mistakes:
        raise typer.Exit(1)
