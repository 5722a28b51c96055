"""Sections of the report for page and terminal: tables whose figures link to the games behind them. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from control.engine.language import say, say_as
from control.engine.records import replace
from control.lab.report import FEWEST, AnswerShare, GameFigure, StudyReport
from control.lab.statistics import Interval
from control.lab.words import ContentGroup, ReportQuestion, ReportWords

DECISIVE: Final = 1.6  # from this multiple of the fair share on, a share is called too high
PICKS: Final = ("one-sided", "turbulent", "comeback", "strangest", "longest", "shortest")


class ReportCell(Struct, frozen=True, kw_only=True):
    """A cell of a table. `figure`: key of the figure whose games it links to, "" for none. `seed`: the game it links to, -1 for
    none.
    """

    words: str
    figure: str = ""
    seed: int = -1


class ReportRow(Struct, frozen=True, kw_only=True):
    """A line of a table. The first cell is its head. `bar`: drawn beside it. `team`: its mark. `told`: a remark.

    `about`: subject of the rule in the head, in the words of its rulebook.
    """

    cells: tuple[ReportCell, ...]
    team: str = ""
    bar: Interval | None = None
    expected: float | None = None
    told: str = ""
    about: str = ""


class ReportSection(Struct, frozen=True, kw_only=True):
    """A part of the report: a table, its sentence, its picture."""

    name: str  # name in addresses
    title: str
    heads: tuple[str, ...]
    rows: tuple[ReportRow, ...]
    words: str = ""
    drawn: str = ""  # "shares", or "power" for curves

    @property
    def fair(self) -> bool:
        """Whether any row has a fair share."""
        return any(row.expected is not None for row in self.rows)


def sections(report: StudyReport, words: ReportWords) -> tuple[ReportSection, ...]:
    """Every section with data, in reading order."""
    found = (
        *(_question_section(report, each, words) for each in questions_of(report, words)),
        _decision_section(report, words),
        _rounds(report, words),
        _steps(report, words),
        *(_content(report, each) for each in words.contents),
        _rules(report, words),
        _refused(report),
        _others(report, words),
    )
    return tuple(each for each in found if each is not None and each.rows)


def questions_of(report: StudyReport, words: ReportWords) -> tuple[ReportQuestion, ...]:
    """Questions of the game, and other answers about winners. For a game without questions, every key with answers."""
    asked = {each.key for each in words.questions}
    others = (key for key in report.answers if key not in asked and (not asked or key.startswith("winner/")))
    return (*words.questions, *(ReportQuestion(key=key, title=words.key(key), names={}) for key in others))


# --- words of numbers ---------------------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """Share in words, with a decimal if small: "11 %", "0.3 %"."""
    hundred = share * 100
    return f"{hundred:.0f} %" if hundred >= 10 or hundred == 0 else f"{hundred:.1f} %"


def bounds_words(low: float, high: float) -> str:
    """The bounds of a share."""
    return f"{100 * low:.0f}–{100 * high:.0f} %" if high >= 0.1 else f"{100 * low:.1f}–{100 * high:.1f} %"


def number(value: float) -> str:
    """A mean in words."""
    return f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"


def mean_bounds(figure: GameFigure) -> str:
    """The bounds of a mean."""
    return f"{number(figure.low)}–{number(figure.high)}"


def time_words(seconds: float) -> str:
    """Hours if any, minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}" if minutes > 60 else f"{minutes}:{rest:02d}"


# --- the sections -------------------------------------------------------------------------------------------------------


def _question_section(report: StudyReport, asked: ReportQuestion, words: ReportWords) -> ReportSection | None:
    answers = report.answers.get(asked.key, ())
    if not answers:
        return None
    fair = any(each.expected is not None for each in answers)
    order = {value: at for at, value in enumerate(asked.names)}
    if asked.teams or (fair and order):
        answers = tuple(sorted(answers, key=lambda each: order.get(each.value, len(order))))
    heads = (
        "",
        say("Games"),
        say_as("of the games", "Share"),
        say("95 %"),
        *((say("By rights"), say("Times that")) if fair else ()),
    )
    return ReportSection(
        name=asked.key.replace("/", "-"),
        title=asked.title,
        heads=heads,
        rows=tuple(_answer(asked, each, words, fair=fair) for each in answers),
        words=_fairness_words(asked, answers) if fair else "",
        drawn="shares",
    )


def _answer(asked: ReportQuestion, answer: AnswerShare, words: ReportWords, *, fair: bool) -> ReportRow:
    key = f"{asked.key}={answer.value}"
    cells = [
        ReportCell(words=asked.names.get(answer.value, answer.value)),
        ReportCell(words=f"{answer.games}", figure=key if answer.games else ""),
        ReportCell(words=percent(answer.share)),
        ReportCell(words=bounds_words(answer.low, answer.high)),
    ]
    if fair:
        times = answer.times
        cells.append(ReportCell(words=percent(answer.expected) if answer.expected is not None else "–"))
        cells.append(ReportCell(words=f"{times:.2f}" if times is not None else "–"))
    bar = Interval(value=answer.share, low=answer.low, high=answer.high)
    told = ""
    if answer.apart and answer.expected is not None:
        told = say("more than by rights") if answer.share > answer.expected else say("less than by rights")
    return ReportRow(
        cells=tuple(cells),
        team=answer.value if asked.teams else "",
        bar=bar,
        expected=answer.expected,
        told=told,
        about=words.about(key),
    )


def _fairness_words(asked: ReportQuestion, answers: tuple[AnswerShare, ...]) -> str:
    """Sentence on answers with more or less than their fair share, as far as the games can show."""
    if answers[0].of < FEWEST:
        return say("Too few to tell: {count} games have an answer.", count=answers[0].of)
    apart = [each for each in answers if each.apart]
    if not apart:
        return say("Nothing here is further from what it would be by rights than chance explains.")
    most = max(apart, key=lambda each: each.times or 0)
    if most.times and most.expected is not None and most.low > DECISIVE * most.expected:
        name = asked.names.get(most.value, most.value)
        return say("{name} has it more than {times} times as often as by rights.", name=name, times=DECISIVE)
    names = ", ".join(asked.names.get(each.value, each.value) for each in apart)
    return say("Further from what it would be by rights than chance explains: {names}.", names=names)


def _decision_section(report: StudyReport, words: ReportWords) -> ReportSection | None:
    keys = ("lead-changes", "decided/power", "decided/throne", "comeback", "margin", "throne/changes")
    rows = tuple(_number(report, key, words) for key in keys if key in report.figures)
    return ReportSection(name="decided", title=say("How it was decided"), heads=_number_heads(), rows=rows, drawn="power")


def _number_heads() -> tuple[str, ...]:
    return ("", say("Mean"), say("95 %"), say("Least to most"), say("In games"))


def _number(report: StudyReport, key: str, words: ReportWords) -> ReportRow:
    figure = report.figure(key)
    return ReportRow(
        cells=(
            ReportCell(words=words.key(key)),
            ReportCell(words=number(figure.mean), figure=key if figure.games else ""),
            ReportCell(words=mean_bounds(figure)),
            ReportCell(words=f"{figure.least}–{figure.most}"),
            ReportCell(words=f"{figure.games} / {figure.of}"),
        )
    )


def _rounds(report: StudyReport, words: ReportWords) -> ReportSection | None:
    needs, plans = report.curves.get("month/seconds"), report.curves.get("month/planned")
    if needs is None or plans is None:
        return None
    rows = []
    for at, mean in enumerate(needs.mean):
        over = report.figure(f"month/{at + 1}/over")
        key = f"month/{at + 1}/over"
        by = report.answers.get(f"{key}-by", ())
        rows.append(
            ReportRow(
                cells=(
                    ReportCell(words=str(at + 1)),
                    ReportCell(words=time_words(plans.mean[at])),
                    ReportCell(words=time_words(mean)),
                    ReportCell(words=time_words(needs.high[at])),
                    ReportCell(words=f"{over.games}", figure=key if over.games else ""),
                    ReportCell(words=time_words(over.most) if over.games else "–"),
                    ReportCell(words=words.rooms.get(by[0].value, by[0].value) if by else "–"),
                )
            )
        )
    heads = (
        say("Round"),
        say("Planned"),
        say("Needed"),
        say("9 of 10 at most"),
        say("Ran over"),
        say("At most by"),
        say("Mostly by"),
    )
    over = report.figure("months-over")
    said = say("Of {games} games {count} ran over in a round or more.", games=over.of, count=over.games)
    return ReportSection(name="rounds", title=say("How long the rounds take"), heads=heads, rows=tuple(rows), words=said)


def _steps(report: StudyReport, words: ReportWords) -> ReportSection | None:
    rows = []
    for key, curve in report.curves.items():
        if not key.startswith("step/") or not any(curve.mean):
            continue
        _step, room, step = key.split("/")
        over = report.figure(f"{key}/over")
        rows.append(
            ReportRow(
                cells=(
                    ReportCell(words=words.step(room, step)),
                    ReportCell(words=time_words(sum(curve.mean) / len(curve.mean))),
                    ReportCell(words=time_words(max(curve.high))),
                    ReportCell(words=number(over.mean), figure=f"{key}/over" if over.games else ""),
                )
            )
        )
    heads = (say("Step"), say("Needed"), say("9 of 10 at most"), say("Rounds over, a game"))
    said = say("What is done in a step takes so long by the table of paces; the plan itself is not counted here.")
    return ReportSection(name="steps", title=say("How long the steps take"), heads=heads, rows=tuple(rows), words=said)


def never_mattered(report: StudyReport, content: ContentGroup) -> frozenset[str]:
    """Content that never mattered. Empty for teams."""
    if content.teams or not _counted(report, content):
        return frozenset()
    return frozenset(one for one in content.names if not report.figure(f"{content.prefix}/{one}/{content.matters}").games)


def _counted(report: StudyReport, content: ContentGroup) -> bool:
    """Whether any figure of this content has data."""
    return any(report.figure(f"{content.prefix}/{one}/{column}").games for one in content.names for column in content.columns)


def _content(report: StudyReport, content: ContentGroup) -> ReportSection | None:
    if not _counted(report, content):
        return None
    rows, never = [], never_mattered(report, content)
    for one, name in content.names.items():
        cells = [ReportCell(words=name)]
        for column in content.columns:
            key = f"{content.prefix}/{one}/{column}"
            figure = report.figure(key)
            cells.append(ReportCell(words=number(figure.mean), figure=key if figure.games else ""))
        matters = report.figure(f"{content.prefix}/{one}/{content.matters}")
        cells.append(ReportCell(words=percent(matters.share), figure=""))
        told = say("never") if one in never else ""
        rows.append(ReportRow(cells=tuple(cells), team=one if content.teams else "", told=told))
    last = say("games with “{column}”", column=content.columns[content.matters])
    said = say("Means over all games.")
    if never:
        said = say("Means over all games; {count} of {all} never mattered.", count=len(never), all=len(rows))
    return ReportSection(
        name=f"content-{content.prefix}",
        title=content.title,
        heads=("", *content.columns.values(), last),
        rows=tuple(rows),
        words="" if content.teams else said,
    )


def _rules(report: StudyReport, words: ReportWords) -> ReportSection | None:
    ids = {key: key.partition("/")[2].upper() for key in report.under("rule/")}
    rows = tuple(replace(_plain(report, key, id_), about=words.about(key)) for key, id_ in ids.items())
    return ReportSection(name="rules", title=say("Rules by which something happened"), heads=_plain_heads(), rows=rows)


def _refused(report: StudyReport) -> ReportSection | None:
    rows = tuple(_plain(report, key, key.partition("/")[2]) for key in report.under("refused/"))
    title = say("What bots were told that they may not do")
    return ReportSection(name="refused", title=title, heads=_plain_heads(), rows=rows)


def _plain_heads() -> tuple[str, ...]:
    return ("", say("A game"), say("95 %"), say("In games"))


def _plain(report: StudyReport, key: str, name: str) -> ReportRow:
    figure = report.figure(key)
    return ReportRow(
        cells=(
            ReportCell(words=name),
            ReportCell(words=number(figure.mean), figure=key if figure.games else ""),
            ReportCell(words=mean_bounds(figure)),
            ReportCell(words=percent(figure.share)),
        )
    )


def _others(report: StudyReport, words: ReportWords) -> ReportSection | None:
    """Named numbers that appear in no other section. For a game that lists no content, every number."""
    told = ("lead-changes", "decided/power", "decided/throne", "comeback", "margin", "throne/changes")
    keys = [key for key in words.numbers if key in report.figures and key not in told] if words.contents else list(report.figures)
    rows = tuple(_number(report, key, words) for key in keys)
    return ReportSection(name="others", title=say("What else happened"), heads=_number_heads(), rows=rows)


def notable_lists(report: StudyReport) -> Iterator[tuple[str, str, tuple[ReportCell, ...]]]:
    """Notable games: name of the list, its title, its games."""
    titles = {
        "one-sided": say("Most one-sided"),
        "turbulent": say("Most changes of the lead"),
        "comeback": say("Greatest comebacks"),
        "strangest": say("Strangest"),
        "longest": say_as("games", "Longest"),
        "shortest": say("Shortest"),
    }
    for name in PICKS:
        found = report.picked.get(name, ())
        if found:
            value = time_words if name in ("longest", "shortest") else str
            yield (
                name,
                titles[name],
                tuple(ReportCell(words=f"{each.seed} ({value(each.value)})", seed=each.seed) for each in found),
            )
