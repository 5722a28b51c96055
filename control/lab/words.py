"""Words of a report: its tables, names of keys, and lengths of time. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from msgspec import Struct, field

from control.day.plan import Team
from control.engine.language import say
from control.engine.measures import Listed, Measured, MeasuredQuestion, Names
from control.lab.report import Expected


class ReportQuestion(Struct, frozen=True, kw_only=True):
    """A question of the report with its possible answers."""

    key: str
    title: str
    names: Names
    teams: bool = False


class ContentGroup(Struct, frozen=True, kw_only=True):
    """Things that a scenario has several of, with the columns counted for each."""

    prefix: str
    title: str
    columns: Names
    more: Names
    names: Names
    matters: str
    paths: Names
    never: str
    some: str
    teams: bool = False


class ReportWords(Struct, frozen=True, kw_only=True):
    """All words of a report. `rooms`: names of rooms and phases. `steps`: names of each room's steps, by id."""

    title: str = ""
    games: str = ""  # "days", "games"
    teams: tuple[Team, ...] = ()
    questions: tuple[ReportQuestion, ...] = ()
    contents: tuple[ContentGroup, ...] = ()
    numbers: Names = field(default_factory=dict)
    rooms: Names = field(default_factory=dict)
    steps: Mapping[str, Names] = field(default_factory=dict)
    expected: Expected = field(default_factory=dict)
    rules: Names = field(default_factory=dict)  # subject of each rule, in the words of its rulebook

    def team(self, team: str) -> Team | None:
        return next((each for each in self.teams if each.id == team), None)

    def key(self, key: str) -> str:
        """Name of a figure, or of an answer written as "key=value". The key itself if it has no name."""
        what, is_answer, value = key.partition("=")
        if is_answer:
            asked = next((each for each in self.questions if each.key == what), None)
            return (
                f"{asked.title}: {asked.names.get(value, value)}"
                if asked is not None
                else f"{self._number(what)}: {self.rooms.get(value, value)}"
            )
        for content in self.contents:
            prefix, _slash, rest = what.partition("/")
            one, _slash, column = rest.rpartition("/")
            if prefix == content.prefix and one in content.names and (known := {**content.more, **content.columns}.get(column)):
                return f"{content.names[one]}: {known}"
        return self._number(what)

    def about(self, key: str) -> str:
        """Subject of the rule that a figure or answer is named after, in the words of its rulebook. "" if there is none."""
        what, is_answer, value = key.partition("=")
        return self.rules.get(value if is_answer else what.removeprefix("rule/").upper(), "")

    def _number(self, key: str) -> str:
        parts = key.split("/")
        match parts:
            case ["month", number, "over"]:
                return say("Seconds that round {number} ran over", number=number)
            case ["month", number, "over-by"]:
                return say("What made round {number} run over", number=number)
            case ["step", room, step, "over"]:
                return say("Rounds in which {step} ran over", step=self.step(room, step))
            case ["rule", rule]:
                return say("Times that {rule} acted", rule=rule.upper())
            case ["refused", command]:
                return say("Times that {what} was refused to a bot", what=command)
            case ["winner", what] if key not in self.numbers:
                return say("Who won: {what}", what=what.replace("-", " "))
            case ["length", what] if key not in self.numbers:
                return say("Length in {what}", what=what.replace("-", " "))
        return self.numbers.get(key, key)

    def step(self, room: str, step: str) -> str:
        """A step with its room."""
        return f"{self.rooms.get(room, room)}: {self.steps.get(room, {}).get(step, step)}"


def words_of(
    brought: Iterable[Measured],
    scenario: Any,
    *,
    title: str,
    games: str,
    teams: tuple[Team, ...],
    rooms: Names,
    steps: Any,
    rules: Names | None = None,
) -> ReportWords:
    """Words of a game and its rooms for a scenario, in the current language."""
    several = tuple(brought)
    asked = [each for one in several for each in one.asked]
    return ReportWords(
        title=title,
        games=games,
        teams=teams,
        questions=tuple(_question(each, scenario) for each in asked),
        contents=tuple(_content(each, scenario) for one in several for each in one.listed),
        numbers={key: say(words) for one in several for key, words in one.words.items()},
        rooms={key: say(words) for key, words in rooms.items()},
        steps=steps,
        rules=rules or {},
        expected={each.key: dict(each.by_rights(scenario)) for each in asked},
    )


def _question(asked: MeasuredQuestion, scenario: Any) -> ReportQuestion:
    names = {key: say(words) for key, words in asked.names(scenario).items()}
    return ReportQuestion(key=asked.key, title=say(asked.title), names=names, teams=asked.teams)


def _content(listed: Listed, scenario: Any) -> ContentGroup:
    names = listed.names(scenario)
    paths = {**{one: listed.path.replace("{id}", one) for one in names if listed.path}, **listed.paths(scenario)}
    return ContentGroup(
        prefix=listed.prefix,
        title=say(listed.title),
        columns={column: say(words) for column, words in listed.columns.items()},
        more={column: say(words) for column, words in listed.more.items()},
        names=names,
        matters=listed.matters,
        paths=paths,
        never=listed.never,
        some=listed.some,
        teams=listed.teams,
    )


def rounded(left: timedelta) -> str:
    """Remaining time: 40 s, 12 min, 3 h 10 min."""
    seconds = int(left.total_seconds())
    if seconds < 100:
        return say("{seconds} s", seconds=seconds)
    minutes = (seconds + 30) // 60
    if minutes < 100:
        return say("{minutes} min", minutes=minutes)
    return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
