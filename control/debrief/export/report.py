"""Printed report of a day, and the words for its audiences, kinds and lanes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from msgspec import Struct

from control import registry
from control.day.news.view import dispatches_sent
from control.day.state import DayState
from control.day.words import team_name, who
from control.debrief import timeline
from control.engine.chronicle import Chronicle, Life
from control.engine.ids import SeatId, TeamId
from control.engine.language import capital, say
from control.engine.viewer import HALL
from control.journal import journal
from control.models import Event
from control.regions.sight import Sight


class RoundTold(Struct, frozen=True, kw_only=True):
    """One round: its news and its secrets."""

    title: str
    began: datetime | None
    ended: datetime | None
    news: tuple[str, ...]
    secrets: tuple[Secret, ...]


class Secret(Struct, frozen=True, kw_only=True):
    """A fact that some people did not know, with its false appearance."""

    kind: str
    by: str
    words: str
    seemed: str


class LifeTold(Struct, frozen=True, kw_only=True):
    """Life of one thing, turn by turn: "month 3: it struck"."""

    title: str
    owner: str
    turns: tuple[tuple[str, str], ...]


class LaneTold(Struct, frozen=True, kw_only=True):
    """All lives of one kind."""

    title: str
    lives: tuple[LifeTold, ...]


class SeriesTold(Struct, frozen=True, kw_only=True):
    """A number of every team at the end of each round, highest final number first. "–" before a team's first number."""

    title: str
    rounds: tuple[int, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class TeamTold(Struct, frozen=True, kw_only=True):
    """A team with its players: name and character of each."""

    name: str
    players: tuple[tuple[str, str], ...]


class RulingTold(Struct, frozen=True, kw_only=True):
    """A ruling. `retracted`: why it was retracted, if it was."""

    round: str
    rule: str
    text: str
    because: str
    retracted: str


class DayReport(Struct, frozen=True, kw_only=True):
    """All contents of the report."""

    name: str
    began: datetime | None
    ended: datetime | None
    entries: int
    last_hash: str
    ending: registry.PagePanel | None
    series: tuple[SeriesTold, ...]
    teams: tuple[TeamTold, ...]
    rounds: tuple[RoundTold, ...]
    lanes: tuple[LaneTold, ...]
    rulings: tuple[RulingTold, ...]


def report_of(event: Event) -> DayReport:
    """Report of a finished day. `event` needs a fresh row of its stream."""
    stream = event.stream
    state: DayState = journal.head(stream).state
    told = timeline.chronicle_of(stream)
    ending = registry.realm(stream.engine).hall.ending
    return DayReport(
        name=event.name,
        began=told.rounds[0].began if told.rounds else None,
        ended=told.rounds[-1].ended if told.rounds else None,
        entries=stream.head,
        last_hash=stream.hash,
        ending=ending.of(event.pk, Sight(state, HALL)) if ending is not None else None,
        series=_series(state, told, stream.engine),
        teams=tuple(_team(state, team.id) for team in state.teams),
        rounds=_rounds(state, told, stream.engine),
        lanes=_lanes(state, told, stream.engine),
        rulings=tuple(
            RulingTold(
                round=state.frame.round_title(each.month),
                rule=each.rule,
                text=each.text,
                because=each.because,
                retracted=each.retracted,
            )
            for each in state.rulings
        ),
    )


def _series(state: DayState, told: Chronicle, realm: str) -> tuple[SeriesTold, ...]:
    """Every number of the teams, in the order in which the day began to count them."""
    spans = [each for each in told.rounds if each.number]
    found = []
    for series in dict.fromkeys(each.series for each in told.points if each.team is not None):
        rows = []
        for team in state.teams:
            own = [each for each in told.points if each.series == series and each.team == team.id]
            ends = [next((each.value for each in reversed(own) if each.seq <= span.last), None) for span in spans]
            if own:
                rows.append((own[-1].value, team.name, tuple("–" if each is None else f"{each:g}" for each in ends)))
        rows.sort(key=lambda each: -each[0])
        ranked = tuple((name, values) for _last, name, values in rows)
        found.append(SeriesTold(title=kind_name(realm, series), rounds=tuple(each.number for each in spans), rows=ranked))
    return tuple(found)


def _team(state: DayState, team: str) -> TeamTold:
    seats = sorted((seat for seat in state.seats.values() if seat.team == team), key=lambda seat: (seat.rank, seat.id))
    players = tuple((seat.name, seat.character if seat.character != seat.name else "") for seat in seats)
    return TeamTold(name=next(each.name for each in state.teams if each.id == team), players=players)


def _rounds(state: DayState, told: Chronicle, realm: str) -> tuple[RoundTold, ...]:
    news = {each.round: each.lines for each in dispatches_sent(state, HALL)}
    secrets = {number: tuple(some) for number, some in groupby(told.facts, key=lambda each: each.round)}
    spans = {each.number: each for each in told.rounds}
    return tuple(
        RoundTold(
            title=state.frame.round_title(number),
            began=spans[number].began if number in spans else None,
            ended=spans[number].ended if number in spans else None,
            news=news.get(number, ()),
            secrets=tuple(
                Secret(kind=kind_name(realm, each.kind), by=audience_list(state, each.by), words=each.words, seemed=each.seemed)
                for each in secrets.get(number, ())
            ),
        )
        for number in sorted({*news, *secrets, *spans} - {0})
    )


def _lanes(state: DayState, told: Chronicle, realm: str) -> tuple[LaneTold, ...]:
    lanes = dict.fromkeys(each.lane for each in told.lives)
    return tuple(
        LaneTold(
            title=kind_name(realm, lane),
            lives=tuple(_life(state, each) for each in told.lives if each.lane == lane),
        )
        for lane in lanes
    )


def _life(state: DayState, life: Life) -> LifeTold:
    turns = tuple((state.frame.round_title(turn.round), turn.words) for turn in life.turns)
    return LifeTold(title=life.title, owner=audience_words(state, life.owner) if life.owner else "", turns=turns)


def audience_words(state: DayState, audience: str) -> str:
    """Name of an audience: "Livia (Cat)", "Cat", "Everybody"."""
    kind, _colon, name = audience.partition(":")
    if kind == "seat" and SeatId(name) in state.seats:
        return who(state, SeatId(name))
    if kind == "team":
        return team_name(state, TeamId(name))
    return say("Everybody") if kind == "all" else audience


def audience_list(state: DayState, audiences: Iterable[str]) -> str:
    """Names of several audiences."""
    return ", ".join(audience_words(state, each) for each in audiences)


def kind_name(realm: str, kind: str) -> str:
    """Name of a kind, series or lane. The raw word if the game has no name for it."""
    for brought in registry.hindsights_of(realm):
        if kind in brought.words:
            return say(brought.words[kind])
    return capital(kind)
