"""The report of an exam as it is laid out: every word of it, in the reader's language."""

from collections.abc import Callable
from datetime import datetime
from fractions import Fraction

from msgspec import Struct

from banca.dossier import texts
from banca.house.authorisation import MACAU
from banca.law import Language, law
from banca.rulebook import plural_words, words
from banca.school.answer import MarkedExam, MarkedPart, MarkedQuestion, SittingShown
from banca.training.drills import KIND_NAMES
from banca.words import Speech

TITLE = words("Exam report", pt="Relatório de exame", zh="考試報告")
NAME = words("Name", pt="Nome", zh="姓名")
ACCOUNT = words("Account", pt="Conta", zh="帳戶")
EXAM = words("Exam", pt="Exame", zh="考試")
RESULT = words("Result", pt="Resultado", zh="結果")
PASSED = words("passed", pt="aprovado", zh="合格")
FAILED = words("not passed", pt="não aprovado", zh="不合格")
SCORE = words("Questions answered correctly", pt="Perguntas certas", zh="答對題數")
SCORED = words(
    "{right} of {asked} ({share}); needed to pass: {pass_mark}",
    pt="{right} de {asked} ({share}); necessário para passar: {pass_mark}",
    zh="{asked} 題中答對 {right} 題（{share}）；合格須達 {pass_mark}",
)
STARTED = words("Begun", pt="Início", zh="開始")
ENDED = words("Handed in", pt="Entregue", zh="交卷")
TIME_UP = words("the time was up on {at}", pt="o tempo acabou em {at}", zh="時間於 {at} 屆滿")
MACAU_TIME = words("{day}, {time} (Macau time)", pt="{day}, {time} (hora de Macau)", zh="{day} {time}（澳門時間）")
ALLOWED = words("Time allowed", pt="Tempo concedido", zh="時限")
MINUTES = plural_words(
    words("{count} minute", pt="{count} minuto", zh="{count} 分鐘"),
    words("{count} minutes", pt="{count} minutos", zh="{count} 分鐘"),
    by="count",
)
GAMES = words("Games", pt="Jogos", zh="博彩")
KINDS = words("Exercises", pt="Exercícios", zh="練習類別")
LEVELS = words("Levels", pt="Níveis", zh="程度")
DRAWN_BY = words("Questions drawn by", pt="Perguntas sorteadas por", zh="出題程式")
VERSION = words("Banca {version}", pt="Banca {version}", zh="Banca {version}")
WEAK = words("Articles with mistakes", pt="Artigos com erros", zh="有錯誤的條文")
NO_WEAK = words(
    "No mistake was made in the questions that were answered.",
    pt="Não houve erros nas perguntas respondidas.",
    zh="已作答的題目均無錯誤。",
)
ARTICLE = words("Article", pt="Artigo", zh="條文")
SAYS = words("What it says, in our words", pt="O que diz, por palavras nossas", zh="內容（以我們的文字概述）")
MISTAKES = words("Correct", pt="Certo", zh="正確")
OF = words("{right} of {asked}", pt="{right} de {asked}", zh="{right}／{asked}")
QUESTIONS = words("The questions", pt="As perguntas", zh="題目")
QUESTION = words("Question {number}", pt="Pergunta {number}", zh="第 {number} 題")
LEVEL = words("level {level}", pt="nível {level}", zh="程度 {level}")
CORRECT = words("correct", pt="certo", zh="正確")
MISTAKE = words("mistake", pt="erro", zh="錯誤")
NOT_ANSWERED = words("not answered", pt="sem resposta", zh="未作答")
ASKED = words("Asked", pt="Pedido", zh="題目")
ANSWERED = words("Answered", pt="Resposta", zh="所答")
RIGHT = words("Right", pt="Certo", zh="正確答案")
WHY = words("Arithmetic and article", pt="Contas e artigo", zh="計算及條文")
TOTALS = words(
    "{name}: take {taken}, pay {paid}",
    pt="{name}: recolher {taken}, pagar {paid}",
    zh="{name}：收 {taken}，派彩 {paid}",
)
ANOTHER = words(
    "This question was drawn by another version of the program (Banca {version}), which marked it then. It cannot be shown again.",
    pt="Esta pergunta foi sorteada por outra versão do programa (Banca {version}), que então a classificou. Já não se pode mostrar.",
    zh="此題由另一版本的程式（Banca {version}）出題並即時評分，現已不能重現。",
)
WITHOUT_STAKE = words(
    "Amounts paid are prizes alone; the stake of a bet that wins is returned beside them.",
    pt="Os montantes pagos são só os prémios; a aposta ganhadora devolve-se à parte.",
    zh="派彩額只計彩金；中彩注的注碼另行退還。",
)
PAPER = words(
    "Exam {number}. An answer counts if it came before the deadline by the clock of the server.",
    pt="Exame {number}. Uma resposta conta se chegou antes do fim do prazo, pelo relógio do servidor.",
    zh="考試 {number}。答案須於伺服器時鐘的限期前送達方予計算。",
)


class ReportRow(Struct, frozen=True, kw_only=True):
    """One thing that was asked."""

    name: str
    given: str
    right: str
    why: list[str]
    is_right: bool


class ReportQuestion(Struct, frozen=True, kw_only=True):
    """A question with its marks."""

    title: str
    about: str
    mark: str
    is_right: bool
    shown: list[str]
    asks: str
    rows: list[ReportRow]
    totals: list[str]
    note: str


class ReportDocument(Struct, frozen=True, kw_only=True):
    """The whole report."""

    language: str
    title: str
    name: str
    verdict: str
    is_passed: bool
    facts: list[tuple[str, str]]
    without_stake: str
    weak_title: str
    weak_head: list[str]
    weak: list[tuple[str, str, str]]
    no_weak: str
    questions_title: str
    head: list[str]
    questions: list[ReportQuestion]
    page_of: str
    paper: str


def report(exam: MarkedExam, say: Speech) -> ReportDocument:
    """The report of an exam that is over."""
    sitting = exam.sitting
    return ReportDocument(
        language=say.language.value,
        title=say(TITLE),
        name=sitting.written_name,
        verdict=say(PASSED if sitting.is_passed else FAILED),
        is_passed=bool(sitting.is_passed),
        facts=_facts(exam, say),
        without_stake=say(WITHOUT_STAKE),
        weak_title=say(WEAK),
        weak_head=[say(ARTICLE), say(SAYS), say(MISTAKES)],
        weak=[(one.cited, one.text, say(OF, right=one.right, asked=one.asked)) for one in exam.weak],
        no_weak=say(NO_WEAK),
        questions_title=say(QUESTIONS),
        head=[say(ASKED), say(ANSWERED), say(RIGHT), say(WHY)],
        questions=[_question(one, exam.version, say) for one in exam.questions],
        page_of=say(texts.PAGE_OF, page="@", pages="#"),
        paper=say(PAPER, number=sitting.number),
    )


def _facts(exam: MarkedExam, say: Speech) -> list[tuple[str, str]]:
    sitting, terms = exam.sitting, exam.sitting.terms
    right = sitting.right or 0
    share = say.percent(Fraction(right, terms.questions), 0)
    scored = say(
        SCORED,
        right=right,
        asked=terms.questions,
        share=share,
        pass_mark=say.percent_of(Fraction(terms.pass_mark, 100)),
    )
    return [
        (say(ACCOUNT), sitting.name),
        *([(say(EXAM), sitting.title)] if sitting.title else []),
        (say(RESULT), say(PASSED if sitting.is_passed else FAILED)),
        (say(SCORE), scored),
        (say(STARTED), at_macau(sitting.started, say)),
        (say(ENDED), _ended(sitting, say)),
        (say(ALLOWED), say(MINUTES, count=terms.minutes)),
        (
            say(GAMES),
            say.list(
                law(game).instrument.title[say.language] for game in dict.fromkeys(one.game for one in exam.questions)
            ),
        ),
        (
            say(KINDS),
            say.list(say(KIND_NAMES[kind]) for kind in KIND_NAMES if kind in {one.kind for one in exam.questions}),
        ),
        (say(LEVELS), say.list(sorted({one.level for one in exam.questions}))),
        (say(DRAWN_BY), say(VERSION, version=exam.version)),
    ]


def _ended(sitting: SittingShown, say: Speech) -> str:
    if sitting.ended:
        return at_macau(sitting.ended, say)
    return say(TIME_UP, at=at_macau(sitting.deadline, say))


def at_macau(written: str, say: Speech) -> str:
    """A time as it is read in Macau."""
    moment = datetime.fromisoformat(written).astimezone(MACAU)
    return say(MACAU_TIME, day=say.date(moment.date()), time=f"{moment:%H:%M}")


def _question(one: MarkedQuestion, version: str, say: Speech) -> ReportQuestion:
    mark = CORRECT if one.is_right else MISTAKE if one.is_answered else NOT_ANSWERED
    return ReportQuestion(
        title=say(QUESTION, number=one.place),
        about=say.list([one.game_title, one.kind_name, say(LEVEL, level=one.level)]),
        mark=say(mark),
        is_right=one.is_right,
        shown=[*filter(None, (one.said, " · ".join(one.about))), *one.bets],
        asks=one.asks,
        rows=[_row(part, say) for part in one.parts],
        totals=[
            say(TOTALS, name=total.name, taken=say.money(total.taken), paid=say.money(total.paid))
            for total in one.totals
            if len(one.totals) > 1
        ],
        note="" if one.is_shown else say(ANOTHER, version=version),
    )


def _row(part: MarkedPart, say: Speech) -> ReportRow:
    sign = "" if part.is_right else say(MISTAKE)
    given = say.bracketed(part.given, sign) if sign else part.given
    cited = "；" if say.language is Language.ZH else "; "
    return ReportRow(
        name=part.name,
        given=given,
        right=part.said,
        why=[*part.steps, cited.join(article.cited for article in part.articles)],
        is_right=part.is_right,
    )


def lettered(document: ReportDocument, written: Callable[[str], str]) -> ReportDocument:
    """The same with the names that people gave written otherwise: they may have letters that no font has."""
    facts = [(name, written(value)) for name, value in document.facts]
    return ReportDocument(
        **{name: getattr(document, name) for name in ReportDocument.__struct_fields__ if name not in ("name", "facts")},
        name=written(document.name),
        facts=facts,
    )
