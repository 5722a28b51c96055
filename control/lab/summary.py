"""Summary of a report: the author's first questions, each answered in a sentence, with advice if the answer is bad. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.engine.language import say
from control.lab.report import FEWEST, AnswerShare, StudyReport
from control.lab.sections import never_mattered, percent, questions_of, time_words
from control.lab.statistics import wilson
from control.lab.words import ReportQuestion, ReportWords

# === summary ============================================================================================================


ENDING: Final = "ending"  # key of the question how a game ended
ONE_IN: Final = 10  # a round is mentioned if it runs over in more than one game of so many
ENOUGH: Final = 400  # games after which a share is known to within 5 %
NEVER: Final = 20  # games needed before "it never mattered" means anything


class FindingTone(StrEnum):
    """Whether a finding is good, calls for a change, or is uncertain."""

    GOOD = "good"
    BAD = "bad"
    UNSURE = "unsure"

    @property
    def sign(self) -> str:
        return {FindingTone.GOOD: "✓", FindingTone.BAD: "!", FindingTone.UNSURE: "?"}[self]


class Finding(Struct, frozen=True, kw_only=True):
    """A question with its answer and further lines. `section`: where to read more. `coverage`: the author's files show more."""

    tone: FindingTone
    asks: str
    words: str
    further: tuple[str, ...] = ()
    section: str = ""
    coverage: bool = False


def findings(report: StudyReport, words: ReportWords) -> tuple[Finding, ...]:
    """Findings of a report. Empty if no game was played."""
    if not report.games and not report.stuck:
        return ()
    return tuple(_findings(report, words))


def told(report: StudyReport, words: ReportWords) -> Iterator[str]:
    """Findings as lines of text."""
    for each in findings(report, words):
        yield f"{each.tone.sign} {each.asks} {each.words}"
        yield from (f"    {line}" for line in each.further)


def _findings(report: StudyReport, words: ReportWords) -> Iterator[Finding]:
    yield _ending_finding(report, words)
    for question in questions_of(report, words):
        answers = report.answers.get(question.key, ())
        if any(each.expected is not None for each in answers):
            yield _fairness_finding(report, question, answers)
    if "month/seconds" in report.curves:
        yield _length_finding(report, words)
    if words.contents and report.games:
        yield _content_finding(report, words)
    yield _certainty_finding(report)


def _ending_finding(report: StudyReport, words: ReportWords) -> Finding:
    asks, every = say("Does it end?"), report.games + len(report.stuck)
    if report.stuck:
        seeds = ", ".join(report.stuck)
        said = say("{count} of {all} games came to no end: seeds {seeds}.", count=len(report.stuck), all=every, seeds=seeds)
        return Finding(
            tone=FindingTone.BAD, asks=asks, words=said, further=(say("What stopped them stands below, by their seeds."),)
        )
    answers = report.answers.get(ENDING, ())
    question = next((each for each in words.questions if each.key == ENDING), None)
    names = question.names if question is not None else {}
    said = say("Every game came to its end.")
    if answers:
        ends = ", ".join(f"{names.get(each.value, each.value)} {percent(each.share)}" for each in answers[:4])
        said = f"{said} {ends}."
    return Finding(tone=FindingTone.GOOD, asks=asks, words=said, section=ENDING if answers else "")


def _fairness_finding(report: StudyReport, question: ReportQuestion, answers: tuple[AnswerShare, ...]) -> Finding:
    asks = say("Is it fair? ({what})", what=question.title)
    of, section = answers[0].of, question.key.replace("/", "-")
    if of < FEWEST:
        said = say(
            "Too few to tell: {of} of {games} games have an answer, {least} are needed.", of=of, games=report.games, least=FEWEST
        )
        return Finding(tone=FindingTone.UNSURE, asks=asks, words=said, section=section)
    apart = [each for each in answers if each.apart]
    if not apart:
        said = say("Nobody is further from the share by rights than chance explains, in {of} games.", of=of)
        return Finding(tone=FindingTone.GOOD, asks=asks, words=said, section=section)
    more = _listed([each for each in apart if each.share > (each.expected or 0)], question)
    less = _listed([each for each in apart if each.share < (each.expected or 0)], question)
    said = " ".join(
        each
        for each in (
            say("More often than by rights: {names}.", names=more) if more else "",
            say("Less often: {names}.", names=less) if less else "",
        )
        if each
    )
    change = say("Change what these have at the start and others have not, and hold the changed one against this one.")
    return Finding(tone=FindingTone.BAD, asks=asks, words=said, further=(change,), section=section)


def _listed(answers: list[AnswerShare], question: ReportQuestion) -> str:
    return ", ".join(
        say(
            "{name} ({share} instead of {rights})",
            name=question.names.get(each.value, each.value),
            share=percent(each.share),
            rights=percent(each.expected or 0.0),
        )
        for each in answers
    )


def _length_finding(report: StudyReport, words: ReportWords) -> Finding:
    asks, needs, plans = say("Does it run over?"), report.curves["month/seconds"], report.curves["month/planned"]
    lines = []
    for at, most in enumerate(needs.high):
        over, number = report.figure(f"month/{at + 1}/over"), at + 1
        if over.games * ONE_IN <= needs.of[at]:
            continue
        by = report.answers.get(f"month/{number}/over-by", ())
        lines.append(
            say(
                "Round {number}: over in {count} of {of} games, mostly in: {room}."
                " Planned {planned}; {most} would do in nine of ten.",
                number=number,
                count=over.games,
                of=needs.of[at],
                room=words.rooms.get(by[0].value, by[0].value) if by else "–",
                planned=time_words(plans.mean[at]),
                most=time_words(most),
            )
        )
    if not lines:
        return Finding(tone=FindingTone.GOOD, asks=asks, words=say("No round does in more than one game of ten."), section="rounds")
    said = say("Give these rounds more time, or their rooms less to do (minutes and seconds, reckoned by a table of paces):")
    return Finding(tone=FindingTone.BAD, asks=asks, words=said, further=tuple(lines), section="rounds")


def _content_finding(report: StudyReport, words: ReportWords) -> Finding:
    asks, counted = (
        say("Does everything matter?"),
        [(each, never_mattered(report, each)) for each in words.contents if not each.teams],
    )
    dull = [(content, len(never)) for content, never in counted if never]
    if not dull:
        return Finding(
            tone=FindingTone.GOOD, asks=asks, words=say("Everything that is counted mattered in some game."), coverage=True
        )
    parts = ", ".join(
        say("{title} {count} of {all}", title=content.title, count=count, all=len(content.names)) for content, count in dull
    )
    said = say("Never in {games} games: {parts}.", games=report.games, parts=parts)
    if report.games < NEVER:
        return Finding(tone=FindingTone.UNSURE, asks=asks, words=said, coverage=True)
    change = say("Cut these, make them cheaper or stronger; or see whether bots only do not know how to use them.")
    return Finding(tone=FindingTone.BAD, asks=asks, words=said, further=(change,), coverage=True)


def _certainty_finding(report: StudyReport) -> Finding:
    asks, half = say("How sure is this?"), wilson(report.games // 2, report.games)
    said = say(
        "With {games} games a share of one half may be {low} to {high} as well.",
        games=report.games,
        low=percent(half.low),
        high=percent(half.high),
    )
    if report.games >= ENOUGH:
        return Finding(tone=FindingTone.GOOD, asks=asks, words=said)
    return Finding(tone=FindingTone.UNSURE, asks=asks, words=said, further=(say("With {games} it is 45 % to 55 %.", games=ENOUGH),))
