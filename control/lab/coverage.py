"""Coverage of a scenario: how often each line of the author's files mattered in the games of a study. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.engine.language import say
from control.lab.report import StudyReport
from control.lab.sections import number, time_words
from control.lab.words import ContentGroup, ReportWords


class ScenarioNote(Struct, frozen=True, kw_only=True):
    """A remark on a place in a scenario, with its figure. `never`: it mattered in no game. `games`: number of games in which it
    mattered.
    """

    path: str
    words: str
    figure: str
    games: int
    of: int
    never: bool = False


class ScenarioLine(Struct, frozen=True, kw_only=True):
    """A line of a file with its notes."""

    number: int
    text: str
    notes: tuple[ScenarioNote, ...] = ()


class File(Struct, frozen=True, kw_only=True):
    """A file of a scenario. `noted`: number of notes. `never`: number of notes on places that never mattered."""

    name: str
    lines: tuple[ScenarioLine, ...]

    @property
    def notes(self) -> tuple[ScenarioNote, ...]:
        return tuple(note for line in self.lines for note in line.notes)

    @property
    def noted(self) -> int:
        return len(self.notes)

    @property
    def never(self) -> int:
        return sum(note.never for note in self.notes)


Places = Mapping[str, tuple[str, int]]  # file and line of each path


def notes_on(report: StudyReport, words: ReportWords) -> Iterator[ScenarioNote]:
    """All notes on a scenario."""
    for content in words.contents:
        yield from _of_content(report, content)
    yield from _of_rounds(report, words)
    yield from _of_steps(report, words)


def _of_content(report: StudyReport, content: ContentGroup) -> Iterator[ScenarioNote]:
    for one in content.names:
        path, key = content.paths.get(one, ""), f"{content.prefix}/{one}/{content.matters}"
        if not path or not (content.some and content.never):
            continue
        figure = report.figure(key)
        values = {"games": report.games, "count": figure.games, "total": figure.total}
        said = say(content.some, **values) if figure.games else say(content.never, **values)
        never = not figure.games and not content.teams
        yield ScenarioNote(
            path=path, words=said, figure=key if figure.games else "", games=figure.games, of=report.games, never=never
        )


def _of_rounds(report: StudyReport, words: ReportWords) -> Iterator[ScenarioNote]:
    for at, _mean in enumerate(report.curves["month/seconds"].mean if "month/seconds" in report.curves else ()):
        key = f"month/{at + 1}/over"
        over = report.figure(key)
        said = say("Ran over in {count} of {games} days.", count=over.games, games=report.games)
        if over.games:
            by = report.answers.get(f"{key}-by", ())
            room = words.rooms.get(by[0].value, by[0].value) if by else ""
            said = f"{said} {say('By {time} at most, mostly in: {room}.', time=time_words(over.most), room=room)}"
        path = f"timetable.months[{at + 1}]"
        yield ScenarioNote(path=path, words=said, figure=key if over.games else "", games=over.games, of=report.games)


def _of_steps(report: StudyReport, words: ReportWords) -> Iterator[ScenarioNote]:
    for room, steps in words.steps.items():
        for step in steps:
            key = f"step/{room}/{step}"
            curve, over = report.curves.get(key), report.figure(f"step/{room}/{step}/over")
            if curve is None or not any(curve.mean):
                continue
            needs, most = time_words(sum(curve.mean) / len(curve.mean)), time_words(max(curve.high))
            said = say(
                "Needs {needs}, in one day of ten {most} and more; over in {mean} rounds a day.",
                needs=needs,
                most=most,
                mean=number(over.mean),
            )
            path = f"timetable.steps.{room}[{step}]"
            yield ScenarioNote(path=path, words=said, figure=f"{key}/over" if over.games else "", games=over.games, of=report.games)


def files_of(
    texts: Mapping[str, str], places: Places, notes: Iterator[ScenarioNote] | tuple[ScenarioNote, ...]
) -> tuple[File, ...]:
    """Author's files with notes beside their lines. Files without notes are left out."""
    found: dict[tuple[str, int], list[ScenarioNote]] = {}
    for note in notes:
        if note.path in places:
            found.setdefault(places[note.path], []).append(note)
    noted = {name for name, _line in found}
    return tuple(
        File(
            name=name,
            lines=tuple(
                ScenarioLine(number=at, text=text, notes=tuple(found.get((name, at), ())))
                for at, text in enumerate(texts[name].splitlines(), 1)
            ),
        )
        for name in texts
        if name in noted
    )


def notes_text(texts: Mapping[str, str], places: Places, notes: Iterator[ScenarioNote] | tuple[ScenarioNote, ...]) -> Iterator[str]:
    """Notes as lines for a terminal, in the format of the scenario checker: file, line, field, words."""
    for file in files_of(texts, places, notes):
        for note_line in file.lines:
            for note in note_line.notes:
                yield f"{file.name}:{note_line.number}: {note.path}: {note.words}"
