"""Lines of a round report: one line for each report with its sums, lines of one act grouped, and the round in short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from control.engine.frame import Frame
from control.engine.language import capital, say
from control.engine.records import replace
from control.engine.reports import CountChange, OrderFate, Report, ReportKind

# === report lines =======================================================================================================


HEAD_LINES: Final = 5
SHORT: Final = 2  # most events of the team in one room's line
OWN_LINES: Final = 2  # most lines, among these, on the player outside any room


class Sum(Struct, frozen=True, kw_only=True):
    """The gain or loss of one thing in a round: "+3", "Power"."""

    what: str
    by: str
    good: bool
    bad: bool
    of: str = ""  # gain and loss, "+2 −1", if there were both; else ""


class HeadLine(Struct, frozen=True, kw_only=True):
    """One line of a round in short. `where`: a room, "" for what all rooms share. `fate`: how it ended, "" for none."""

    words: str
    where: str = ""
    fate: str = ""


class ReportLine(Struct, frozen=True, kw_only=True):
    """One report as the player reads it. `then`: further reports of the same act, which is named once."""

    words: str
    act: str = ""
    why: str = ""
    rule: str = ""
    fate: str = ""
    sums: tuple[Sum, ...] = ()
    then: tuple[ReportLine, ...] = ()


# --- whole --------------------------------------------------------------------------------------------------------------


def report_lines(reports: Iterable[Report]) -> tuple[ReportLine, ...]:
    """Lines for these reports. Exact repeats without changes are dropped; reports of one act in a row are grouped."""
    found: dict[object, ReportLine] = {}
    for at, each in enumerate(merge_same_topic(reports)):
        told = ReportLine(words=each.words, act=each.act, why=each.why, rule=each.rule, fate=each.fate or "", sums=sums_of((each,)))
        found.setdefault(at if each.changes or each.act else told, told)
    acts: list[ReportLine] = []
    for told in found.values():
        if told.act and acts and acts[-1].act == told.act:
            acts[-1] = replace(acts[-1], then=(*acts[-1].then, replace(told, act="")))
        else:
            acts.append(told)
    return tuple(acts)


def merge_same_topic(reports: Iterable[Report]) -> tuple[Report, ...]:
    """The last of the reports with the same `about`, at the first one's place and with all changes."""
    found: dict[object, Report] = {}
    for at, each in enumerate(reports):
        key = each.about or at
        before = found[key].changes if key in found else ()
        found[key] = replace(each, changes=(*before, *each.changes))
    return tuple(found.values())


# --- in short -----------------------------------------------------------------------------------------------------------


def head_lines(frame: Frame, own: list[Report], team: list[Report], news: tuple[str, ...]) -> tuple[HeadLine, ...]:
    """The lines of a round in short, at most HEAD_LINES."""
    return tuple(_lines(frame, own, team, news))[:HEAD_LINES]


def _lines(frame: Frame, own: list[Report], team: list[Report], news: tuple[str, ...]) -> Iterator[HeadLine]:
    """Lines on the player, then each room with the team's events and the own turns, then the news.

    A player who did nothing gets a line that says so.
    """
    mine = [each for each in own if each.kind is not ReportKind.HOLDING]
    befell = [each for each in mine if each.room is None and each.kind is ReportKind.OUTCOME]
    yield from (_line(each) for each in befell[-OWN_LINES:])
    of_team = [each for each in merge_same_topic(team) if each.short and each.room in frame.room_ids]
    for room in frame.room_ids:
        there = [each for each in mine if each.room == room]
        short = [each for each in of_team if each.room == room]
        if there or short:
            yield _room_line(frame.room_name(room), there, short)
    if not any(each.room is not None for each in mine):
        yield HeadLine(words=frame.said("own-round-idle-team" if of_team else "own-round-idle"))
    yield from (HeadLine(words=each) for each in news[:1])


def _line(report: Report, where: str = "") -> HeadLine:
    words = say("{act}. {words}", act=report.act, words=capital(report.words)) if report.act else report.words
    return HeadLine(words=words, where=where, fate=report.fate or "")


def _room_line(name: str, there: list[Report], short: list[Report]) -> HeadLine:
    """The line of a room: the team's events there by weight, how they ended, and the outcome of the own turns."""
    own = _turns_line(name, there) if there else None
    if not short:
        return own or HeadLine(words="", where=name)
    first = sorted(short, key=lambda each: -each.weight)
    words = [each.short for each in first[:SHORT]]
    if len(first) > SHORT:
        words.append(say("And {count} more.", count=len(first) - SHORT))
    fates = {each.fate for each in short if each.fate is not None}
    fate = next(iter(fates)) if len(fates) == 1 else OrderFate.PART if fates else own.fate if own else ""
    return HeadLine(where=name, words=" ".join((*words, own.words)) if own else " ".join(words), fate=fate)


def _turns_line(name: str, there: list[Report]) -> HeadLine:
    """The number of own turns in a room that succeeded, and the first that did not. With fewer than two results: the last of the
    weightiest.
    """
    judged = [each for each in there if each.fate is not None]
    if len(judged) < 2:
        outcomes = [each for each in there if each.kind is ReportKind.OUTCOME]
        found = judged or outcomes or there
        most = max(each.weight for each in found)
        return _line([each for each in found if each.weight == most][-1], name)
    done = sum(each.fate is OrderFate.DONE for each in judged)
    if done == len(judged):
        return HeadLine(where=name, words=say("Carried out: all {count}.", count=done), fate=OrderFate.DONE)
    failed = next(each for each in judged if each.fate is not OrderFate.DONE)
    nothing = all(each.fate is OrderFate.NOTHING for each in judged)
    words = (
        say("Carried out: {done} of {count}. Not all of: {act}.", done=done, count=len(judged), act=failed.act or failed.words)
        if failed.fate is OrderFate.PART
        else say("Carried out: {done} of {count}. Not: {act}.", done=done, count=len(judged), act=failed.act or failed.words)
    )
    return HeadLine(where=name, words=words, fate=OrderFate.NOTHING if nothing else OrderFate.PART)


def sums_of(reports: Iterable[Report]) -> tuple[Sum, ...]:
    """The sum of changes for each thing, in the order of first mention."""
    found: dict[str, list[CountChange]] = {}
    for change in (change for each in reports for change in each.changes):
        found.setdefault(change.what, []).append(change)
    return tuple(_sum(replace(each[-1], by=sum(one.by for one in each)), _gain_and_loss(each)) for each in found.values())


def _gain_and_loss(changes: list[CountChange]) -> str:
    """The gain and the loss of one thing, if there were both: the sum alone would hide them."""
    won, lost = sum(each.by for each in changes if each.by > 0), -sum(each.by for each in changes if each.by < 0)
    return f"+{won} −{lost}" if won and lost else ""


def _sum(change: CountChange, both: str) -> Sum:
    number, better = abs(change.by), change.by > 0 if change.good else change.by < 0
    sign = "−" if change.by < 0 else "" if change.bare else "+" if change.by else "±"
    what = change.one if change.one and number == 1 else change.what
    return Sum(what=what, by=f"{sign}{number}", good=bool(change.by) and better, bad=bool(change.by) and not better, of=both)
