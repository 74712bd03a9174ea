"""What the pages of exams and classes say."""

from banca.rulebook import Given, Term, plural_words, term, words
from banca.school import report
from banca.web.seconds import DIALOG_WORDS

TEXTS: dict[str, Given] = {
    "kind": words("Exercise", pt="Exercício", zh="練習"),
    "exams": words("Exams", pt="Exames", zh="考試"),
    "exams_told": words(
        "Questions against the clock, a mark to pass, and a report with your name as a PDF.",
        pt="Perguntas contra o relógio, uma nota mínima e um relatório em PDF com o seu nome.",
        zh="限時作答，設合格分數，並有載明姓名的 PDF 報告。",
    ),
    "classes": words("Classes", pt="Turmas", zh="班別"),
    "class": words("Class", pt="Turma", zh="班別"),
    "classes_told": words(
        "Put people into a class, set an exam, and see how each trainee does and which articles are weak.",
        pt="Junte pessoas numa turma, marque um exame e veja como vai cada formando e que artigos estão fracos.",
        zh="把學員編入班別、安排考試，並查看各學員的成績及薄弱條文。",
    ),
    "exam": words("Exam {number}", pt="Exame {number}", zh="考試 {number}"),
    "exam_word": words("Exam", pt="Exame", zh="考試"),
    "rules": words(
        "The time runs from when you begin, by the clock of the server. You can leave the page and come back; answers can be changed until you hand in or the time is up. Nothing is marked before the end.",
        pt="O tempo conta desde que começa, pelo relógio do servidor. Pode sair da página e voltar; as respostas podem ser alteradas até entregar ou o tempo acabar. Nada é classificado antes do fim.",
        zh="時間由開始時起計，以伺服器時鐘為準。可離開頁面再回來；交卷或時間到之前可更改答案。結束前不作評分。",
    ),
    "written_name": words(
        "Your name, as the report shall have it", pt="O seu nome, como deve constar do relatório", zh="報告上的姓名"
    ),
    "set_for_you": words("Set for you", pt="Marcados para si", zh="為您安排的考試"),
    "own": words("An exam of your own", pt="Um exame seu", zh="自設考試"),
    "begin_own": words("Begin the exam", pt="Começar o exame", zh="開始考試"),
    "sat": words("Your exams so far", pt="Os seus exames até agora", zh="您的考試記錄"),
    "games": report.GAMES,
    "kinds": report.KINDS,
    "levels": report.LEVELS,
    "options": words("Options of the tables", pt="Opções das mesas", zh="各檯選項"),
    "how_many": words("Number of questions", pt="Número de perguntas", zh="題數"),
    "minutes": words("Minutes", pt="Minutos", zh="分鐘"),
    "pass_mark": words(
        "Correct answers needed to pass, in %",
        pt="Respostas certas necessárias para passar, em %",
        zh="合格所需答對百分比（%）",
    ),
    "question": report.QUESTION,
    "question_of": words(
        "Question {number} of {count}", pt="Pergunta {number} de {count}", zh="第 {number} 題，共 {count} 題"
    ),
    "questions": words("Questions", pt="Perguntas", zh="題目"),
    "answered": words(" answered", pt=" respondida", zh="（已作答）"),
    "answered_of": words(
        "Answered: {count} of {asked}", pt="Respondidas: {count} de {asked}", zh="已作答：{asked} 題中 {count} 題"
    ),
    "keep_and_go": words("Keep and go on", pt="Guardar e continuar", zh="儲存並繼續"),
    "keep_and_end": words("Keep", pt="Guardar", zh="儲存"),
    "hand_in": words("Hand in", pt="Entregar", zh="交卷"),
    "marked_later": words(
        "Marks and right answers are shown when the exam is over.",
        pt="As classificações e as respostas certas mostram-se quando o exame terminar.",
        zh="評分及正確答案於考試結束後顯示。",
    ),
    "too_late": words(
        "The time was up: your last answer came too late and does not count.",
        pt="O tempo tinha acabado: a sua última resposta chegou tarde e não conta.",
        zh="時間已到：最後的答案逾時，不予計算。",
    ),
    "go_on": words("Go on", pt="Continuar", zh="繼續"),
    "first_question": words("First question", pt="Primeira pergunta", zh="第一題"),
    "pdf": words("Report as PDF", pt="Relatório em PDF", zh="PDF 報告"),
    "weak": report.WEAK,
    "no_weak": report.NO_WEAK,
    "weak_told": words(
        "In exams of this class that are over. Press a trainee's name to see theirs alone, and again for everybody.",
        pt="Nos exames desta turma já terminados. Carregue no nome de um formando para ver só os dele, e de novo para todos.",
        zh="以此班別已結束的考試計。按學員名稱只看其個人；再按一次看全班。",
    ),
    "article": report.ARTICLE,
    "says": report.SAYS,
    "correct": report.MISTAKES,
    "without_stake": report.WITHOUT_STAKE,
    "class_name": words("Name of the class", pt="Nome da turma", zh="班別名稱"),
    "make_class": words("Make a class", pt="Criar turma", zh="建立班別"),
    "closed": words("closed", pt="encerrada", zh="已結束"),
    "trainees": words("Trainees", pt="Formandos", zh="學員"),
    "put_in": words("Put people into the class", pt="Juntar pessoas à turma", zh="加入學員"),
    "put_in_told": words(
        "account names of players or croupiers, separated by blanks or commas",
        pt="nomes de conta de jogadores ou croupiers, separados por espaços ou vírgulas",
        zh="博彩者或莊荷的帳戶名稱，以空格或逗號分隔",
    ),
    "account": report.ACCOUNT,
    "name": report.NAME,
    "exams_sat": words("exams sat", pt="exames feitos", zh="已考次數"),
    "correct_of_answers": words("correct, of the answers given", pt="certas, das respostas dadas", zh="已答題目中答對"),
    "last_exam": words("last exam", pt="último exame", zh="最近一次"),
    "take_out": words("Take out of the class", pt="Retirar da turma", zh="移出班別"),
    "results": words("Results", pt="Resultados", zh="成績"),
    "result": report.RESULT,
    "begun": report.STARTED,
    "exams_of_class": words("Exams of this class", pt="Exames desta turma", zh="此班別的考試"),
    "set_exam": words("Set an exam", pt="Marcar um exame", zh="安排考試"),
    "exam_title": words("Title of the exam", pt="Título do exame", zh="考試名稱"),
    "close_class": words("Close the class", pt="Encerrar a turma", zh="結束班別"),
}
"""What the templates say."""

MARK_WORDS: dict[str, Term | Given] = {
    "right": term("correct"),
    "wrong": term("mistake"),
    "you_said": term("your answer: {answer}"),
}
"""What a mark says."""

FORM_WORDS: dict[str, Term | Given] = {
    **MARK_WORDS,
    "stake": term("stake {stake}"),
    "paid": words("paid, no stake", pt="pago, sem aposta", zh="派彩（不計注碼）"),
    "result_of": term("Result of the bet"),
    "before": term("Before: {outcomes}"),
    "point": term("point {number}"),
    "chip": term("Chip: {chip}. Payments are rounded down to a multiple of it."),
    "choose": words(
        "Choose a result for every bet. For a bet that wins, enter the amount paid without the stake, such as 100 or 12.50.",
        pt="Escolha um resultado para cada aposta. Se a aposta ganhar, escreva o montante pago sem a aposta, como 100 ou 12,50.",
        zh="請為每注選擇結果。中彩的注請輸入不計注碼的派彩額，如 100 或 12.50。",
    ),
    "amount": words("amount", pt="montante", zh="金額"),
    "type_amount": words(
        "Enter an amount, such as 100 or 12.50.",
        pt="Escreva um montante, como 100 ou 12,50.",
        zh="請輸入金額，如 100 或 12.50。",
    ),
    "type_counts": words(
        "Enter how many chips of each worth.", pt="Escreva quantas fichas de cada valor.", zh="請輸入各種籌碼的數目。"
    ),
    "choose_one": words("Choose one of the answers.", pt="Escolha uma das respostas.", zh="請選擇一個答案。"),
    "score": term("{right} of {asked} correct"),
    "player": words("Player", pt="Jogador", zh="博彩者"),
    "taken": words("take", pt="recolher", zh="收注"),
    "paid_to": words("pay, without the stakes", pt="pagar, sem as apostas", zh="派彩（不計注碼）"),
}
"""What the form of a question says, in the trainer and in an exam."""

CLOCK_WORDS: dict[str, Term | Given] = {
    **DIALOG_WORDS,
    "left": words("{time} left", pt="faltam {time}", zh="尚餘 {time}"),
    "hand_in": TEXTS["hand_in"],
    "hand_in_told": words(
        "After this no answer can be given or changed, and the exam is marked.",
        pt="Depois disto já não se pode dar nem alterar respostas, e o exame é classificado.",
        zh="交卷後不能再作答或更改，並即評分。",
    ),
}
"""What an exam that is under way says."""

LIST_WORDS: dict[str, Term | Given] = {
    "more": words("More", pt="Mais", zh="更多"),
    "exam": TEXTS["exam"],
    "question": TEXTS["question"],
    "level": words("level", pt="nível", zh="程度"),
    "under_way": words("under way", pt="a decorrer", zh="進行中"),
    "passed": report.PASSED,
    "failed": report.FAILED,
    "not_answered": report.NOT_ANSWERED,
    "score": term("{right} of {asked} correct"),
    "of": report.OF,
    "total_said": report.TOTALS,
    "questions_said": plural_words(
        words("{count} question", pt="{count} pergunta", zh="{count} 題"),
        words("{count} questions", pt="{count} perguntas", zh="{count} 題"),
        by="count",
    ),
    "minutes_said": report.MINUTES,
    "pass_said": words("pass mark {share}", pt="nota mínima {share}", zh="合格 {share}"),
    "choose_terms": words(
        "Choose at least one game, one kind of exercise and one level.",
        pt="Escolha pelo menos um jogo, um tipo de exercício e um nível.",
        zh="請至少選擇一種博彩、一類練習及一個程度。",
    ),
    "open": words("Open", pt="Abrir", zh="開啟"),
    "begin": words("Begin", pt="Começar", zh="開始"),
    "go_on": TEXTS["go_on"],
    "none_set": words("No exam is set.", pt="Não há exames marcados.", zh="沒有已安排的考試。"),
    "none_sat": words("No exam so far.", pt="Ainda nenhum exame.", zh="尚未有考試。"),
    "another_version": words(
        "This question was drawn by another version of the program, which marked it then. It cannot be shown again.",
        pt="Esta pergunta foi sorteada por outra versão do programa, que então a classificou. Já não se pode mostrar.",
        zh="此題由另一版本的程式出題並即時評分，現已不能重現。",
    ),
}
"""What lists of exams say."""

CLASS_WORDS: dict[str, Term | Given] = {
    **LIST_WORDS,
    **DIALOG_WORDS,
    "no_classes": words("No class so far.", pt="Ainda nenhuma turma.", zh="尚未有班別。"),
    "trainees": plural_words(
        words("{count} trainee", pt="{count} formando", zh="{count} 名學員"),
        words("{count} trainees", pt="{count} formandos", zh="{count} 名學員"),
        by="count",
    ),
    "made_by": words("by {name}", pt="de {name}", zh="由 {name} 建立"),
    "closed": TEXTS["closed"],
    "nobody": words("Nobody is in this class.", pt="Não há ninguém nesta turma.", zh="此班別沒有學員。"),
    "no_results": words("Nobody has begun an exam.", pt="Ninguém começou um exame.", zh="尚未有人開始考試。"),
    "no_weak": words("No mistakes so far.", pt="Ainda sem erros.", zh="尚未有錯誤。"),
    "everybody": words("everybody", pt="todos", zh="全班"),
    "last": TEXTS["last_exam"],
    "take_out": TEXTS["take_out"],
    "take_out_told": words(
        "{name} leaves the class. What they have sat stays to be read.",
        pt="{name} sai da turma. Os exames que fez continuam a poder ser lidos.",
        zh="{name} 將離開班別。其考試記錄仍可查閱。",
    ),
    "withdraw": words("Withdraw", pt="Retirar", zh="撤回"),
    "withdrawn": words("withdrawn", pt="retirado", zh="已撤回"),
    "withdraw_told": words(
        "Nobody can begin this exam any more. Those who have begun go on.",
        pt="Já ninguém pode começar este exame. Quem o começou continua.",
        zh="不能再開始此考試；已開始者可繼續。",
    ),
    "put_in": words("They are in the class.", pt="Estão na turma.", zh="已加入班別。"),
    "exam_set": words("The exam is set.", pt="O exame está marcado.", zh="考試已安排。"),
    "close_class": TEXTS["close_class"],
    "close_told": words(
        "No exam of this class can be begun any more. Everything stays to be read. This cannot be undone.",
        pt="Já não se pode começar nenhum exame desta turma. Tudo continua a poder ser lido. Não se pode desfazer.",
        zh="此班別的考試不能再開始；所有記錄仍可查閱。此操作不能還原。",
    ),
}
"""What the pages of classes say."""
