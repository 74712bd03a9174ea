"""What the pages of exams and classes say."""

from banca.rules import Text, _, _n, _p
from banca.school.report import (
    ACCOUNT,
    ARTICLE,
    FAILED,
    GAMES,
    KINDS,
    LEVELS,
    MINUTES,
    MISTAKES,
    NAME,
    NO_WEAK,
    NOT_ANSWERED,
    OF,
    PASSED,
    QUESTION,
    RESULT,
    SAYS,
    STARTED,
    TOTALS,
    WEAK,
    WITHOUT_STAKE,
)
from banca.server.pages.approvals import DIALOG_WORDS

TEXTS: dict[str, Text] = {
    "kind": _("Exercise"),
    "exams": _("Exams"),
    "exams_told": _("Timed questions, a pass mark, and a PDF report with your name."),
    "classes": _("Classes"),
    "class": _("Class"),
    "classes_told": _(
        "Add people to a class, set an exam, and see each trainee's results and the articles with mistakes."
    ),
    "exam": _("Exam {number}"),
    "exam_word": _("Exam"),
    "rules": _(
        "The time starts when you begin and runs by the server's clock. You can leave the page and come back, and change answers until you hand in or the time is up. Nothing is marked before the end."
    ),
    "written_name": _("Your name, as it should appear in the report"),
    "set_for_you": _("Set for you"),
    "own": _("Your own exam"),
    "begin_own": _("Begin the exam"),
    "sat": _("Your exams so far"),
    "games": GAMES,
    "kinds": KINDS,
    "levels": LEVELS,
    "options": _("Options of the tables"),
    "how_many": _("Number of questions"),
    "minutes": _("Minutes"),
    "pass_mark": _("Correct answers needed to pass, in %"),
    "question": QUESTION,
    "question_of": _("Question {number} of {count}"),
    "questions": _("Questions"),
    "answered": _(" answered"),
    "answered_of": _("Answered: {count} of {asked}"),
    "keep_and_go": _("Save and continue"),
    "keep_and_end": _("Save"),
    "hand_in": _("Hand in"),
    "marked_later": _("Marks and right answers are shown when the exam is over."),
    "too_late": _("The time was up: your last answer came too late and does not count."),
    "go_on": _("Continue"),
    "first_question": _("First question"),
    "pdf": _("Report as PDF"),
    "weak": WEAK,
    "no_weak": NO_WEAK,
    "weak_told": _(
        "From the finished exams of this class. Press a trainee's name to see only that trainee; press it again to see everybody."
    ),
    "article": ARTICLE,
    "says": SAYS,
    "correct": MISTAKES,
    "without_stake": WITHOUT_STAKE,
    "class_name": _("Name of the class"),
    "make_class": _("Create a class"),
    "closed": _p("class", "closed"),
    "trainees": _("Trainees"),
    "put_in": _("Add people to the class"),
    "put_in_told": _("account names of players or croupiers, separated by spaces or commas"),
    "account": ACCOUNT,
    "name": NAME,
    "exams_sat": _("exams taken"),
    "correct_of_answers": _("correct, of the answers given"),
    "last_exam": _("last exam"),
    "take_out": _("Take out of the class"),
    "results": _p("exam", "Results"),
    "result": RESULT,
    "begun": STARTED,
    "exams_of_class": _("Exams of this class"),
    "set_exam": _("Set an exam"),
    "exam_title": _("Title of the exam"),
    "close_class": _("Close the class"),
}
"""What the templates say."""

MARK_WORDS: dict[str, Text] = {
    "right": _("correct"),
    "wrong": _("mistake"),
    "you_said": _("your answer: {answer}"),
}
"""What a mark says."""

FORM_WORDS: dict[str, Text] = {
    **MARK_WORDS,
    "stake": _("stake {stake}"),
    "paid": _("paid, without the stake"),
    "result_of": _("Result of the bet"),
    "before": _("Before: {outcomes}"),
    "point": _("point {number}"),
    "chip": _("Chip: {chip}. Payments are rounded down to a multiple of it."),
    "choose": _(
        "Choose a result for every bet. For a bet that wins, enter the amount paid without the stake, such as 100 or 12.50."
    ),
    "amount": _("amount"),
    "type_amount": _("Enter an amount, such as 100 or 12.50."),
    "type_counts": _("Enter the number of chips of each value."),
    "choose_one": _("Choose one of the answers."),
    "score": _("{right} of {asked} correct"),
    "player": _("Player"),
    "taken": _("take"),
    "paid_to": _("pay, without the stakes"),
}
"""What the form of a question says, in the trainer and in an exam."""

CLOCK_WORDS: dict[str, Text] = {
    **DIALOG_WORDS,
    "left": _("{time} left"),
    "hand_in": TEXTS["hand_in"],
    "hand_in_told": _("After this you cannot give or change answers, and the exam is marked."),
}
"""What an exam that is under way says."""

LIST_WORDS: dict[str, Text] = {
    "more": _("More"),
    "exam": TEXTS["exam"],
    "question": TEXTS["question"],
    "level": _("level"),
    "under_way": _("under way"),
    "passed": PASSED,
    "failed": FAILED,
    "not_answered": NOT_ANSWERED,
    "score": _("{right} of {asked} correct"),
    "of": OF,
    "total_said": TOTALS,
    "questions_said": _n("{count} question", "{count} questions", by="count"),
    "minutes_said": MINUTES,
    "pass_said": _("pass mark {share}"),
    "choose_terms": _("Choose at least one game, one kind of exercise and one level."),
    "open": _("Open"),
    "begin": _("Begin"),
    "go_on": TEXTS["go_on"],
    "none_set": _("No exam is set."),
    "none_sat": _("No exams yet."),
    "another_version": _("Another version of the program drew and marked this question. It cannot be shown again."),
}
"""What lists of exams say."""

CLASS_WORDS: dict[str, Text] = {
    **LIST_WORDS,
    **DIALOG_WORDS,
    "no_classes": _("No classes yet."),
    "trainees": _n("{count} trainee", "{count} trainees", by="count"),
    "made_by": _("by {name}"),
    "closed": TEXTS["closed"],
    "nobody": _("This class has no trainees."),
    "no_results": _("No trainee has begun an exam."),
    "no_weak": _("No mistakes so far."),
    "everybody": _("everybody"),
    "last": TEXTS["last_exam"],
    "take_out": TEXTS["take_out"],
    "take_out_told": _("{name} leaves the class. The exams taken can still be read."),
    "withdraw": _p("class", "Withdraw"),
    "withdrawn": _("withdrawn"),
    "withdraw_told": _("No one can begin this exam any more. Trainees who have begun it can continue."),
    "put_in": _("Added to the class."),
    "exam_set": _("The exam is set."),
    "close_class": TEXTS["close_class"],
    "close_told": _(
        "Trainees can no longer begin exams of this class. All records can still be read. This cannot be undone."
    ),
}
"""What the pages of classes say."""
