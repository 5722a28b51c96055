"""Forecast of the turn of the month: the end of Return played on the state, as each desk may read it (R-17, R-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, Protocol, cast

from msgspec import Struct

from control.day.clock.phase_events import DayEnded, MonthTurned, PhaseEnded
from control.day.clock.phases import blocking_hand_offs, is_last_phase_running, waiting_words
from control.day.clock.steps import all_steps_left
from control.day.clock.view import Foretold, ForetoldMoment
from control.day.decisions.answers import DecisionClaimed, DecisionMade
from control.day.decisions.questions import DecisionClosed, DecisionOpened, open_decisions, option_words
from control.day.memoization import Same
from control.day.records import Decision
from control.day.timetable import last_month
from control.engine.context import ORGANIZER, Actor, DecisionContext
from control.engine.ids import DeskId
from control.engine.language import capital, listed, say, say_count
from control.engine.modules import Decided, GameEvent
from control.engine.records import replace
from control.engine.viewer import NOBODY, Viewer
from rooms.realm.desks import Desk
from rooms.realm.frame import Moment
from rooms.realm.game.scheme_effects.scheme import schemes_in_order
from rooms.realm.game.state import GameState
from rooms.realm.game.view_divine_sovereign import winner_view
from rooms.realm.scenario.ids import CardId, Phase

# === played turn ========================================================================================================

# The turn of the month as it would happen now: the end of Return played on a copy of the state. All cards of the deck
# are replaced by blanks before the rules run, so that no answer reveals future chance. Underground Control looks at completed
# schemes one by one before they strike, so the forecast plays the month without them.


ASKED: Final = DecisionContext(by=Actor(), at=datetime(1, 1, 1, tzinfo=UTC))  # for questions without a record
BEFORE, AFTER = "before", "after"  # before the nine moments with the phase's end, after them with the day's


class Plays(Protocol):
    """The engine as this module needs it: events with their reactions, and their sentences."""

    def followed(self, state: GameState, happened: GameEvent, asked: DecisionContext) -> Decided[GameState]: ...
    def evolve(self, state: GameState, happened: GameEvent) -> GameState: ...
    def explain(self, happened: GameEvent, state: GameState) -> str: ...
    def readers(self, happened: GameEvent, state: GameState) -> frozenset[DeskId]: ...


class Would(Struct, frozen=True, kw_only=True):
    """One forecast event with the states around it."""

    before: GameState
    happened: GameEvent
    after: GameState


class PlayedMoment(Struct, frozen=True, kw_only=True):
    """Forecast events of one moment, without the moment itself."""

    moment: str
    would: tuple[Would, ...]
    after: GameState


def forecast_turn(state: GameState, game: Plays, *, with_schemes: bool) -> tuple[PlayedMoment, ...]:
    """Forecast of the running month's turn; cached for all viewers of a state."""
    return _forecast_turn(Same(state), Same(game), with_schemes)


@lru_cache(maxsize=8)
def _forecast_turn(held: Same, engine: Same, with_schemes: bool) -> tuple[PlayedMoment, ...]:
    state, game = _with_blank_deck(cast(GameState, held.thing)), cast(Plays, engine.thing)
    if not with_schemes:
        state = replace(state, schemes=())
    month, at = state.clock.month, ASKED.at
    first = PhaseEnded(month=month, phase=Phase.RETURN, at=at, on_time=True)
    acts: list[tuple[str, GameEvent]] = [(BEFORE, first)]
    if month > state.clock.turned:  # no month acts twice
        acts += [(moment, MonthTurned(month=month, moment=moment)) for moment in Moment]
    if month >= last_month(state):
        acts.append((AFTER, DayEnded(month=month, at=at)))
    found = list[PlayedMoment]()
    for moment, act in acts:
        decided = game.followed(state, act, ASKED)
        found.append(PlayedMoment(moment=moment, would=_event_lines(state, game, decided.events), after=decided.state))
        state = decided.state
    return tuple(found)


def _event_lines(state: GameState, game: Plays, events: tuple[GameEvent, ...]) -> tuple[Would, ...]:
    would = list[Would]()
    for happened in events:
        after = game.evolve(state, happened)
        would.append(Would(before=state, happened=happened, after=after))
        state = after
    return tuple(would[1:])


def _with_blank_deck(state: GameState) -> GameState:
    """Replace the deck by as many blank cards (R-135)."""
    deck = tuple(CardId(f"blank-{number}#1") for number in range(len(state.favor_deck)))
    return replace(state, favor_deck=deck)


# === turn as desks read it ==============================================================================================

# The forecast for each desk: nine moments, and what waits in each of them.
# A desk reads what the journal would let it read afterwards. Of another desk's matters it reads only the number.
# Open questions are shown with their default.


CARES: Final[Mapping[str, frozenset[str]]] = {  # desks that always look at a moment
    Moment.POOLS: frozenset({Desk.COURT}),
    Moment.LAWS: frozenset({Desk.COURT, Desk.WAR}),
    Moment.SCHEMES: frozenset({Desk.UNDERGROUND}),
    Moment.TAXES: frozenset({Desk.COURT}),
    Moment.FAMINE: frozenset({Desk.WAR}),
    Moment.LAPSE: frozenset({Desk.WAR}),
    Moment.THRONE: frozenset({Desk.COURT}),
    Moment.RESULT: frozenset({Desk.COURT}),
    Moment.COURT_MOVES: frozenset({Desk.COURT, Desk.WAR}),
    BEFORE: frozenset(),
    AFTER: frozenset(),
}
ASKING: Final = (DecisionMade, DecisionClosed, DecisionOpened, DecisionClaimed)  # shown as waiting, not as happening


class OpenQuestion(Struct, frozen=True, kw_only=True):
    """A decision that a moment would settle by its default."""

    id: str
    desk: str
    question: str
    default: str
    team: str  # House that may answer too, if the question does not name it


class HeldBy(Struct, frozen=True, kw_only=True):
    """A hand-off that holds the end of the month. `what`: empty for desks that it does not concern."""

    id: int
    desk: str
    origin: str
    what: str
    mine: bool


class MomentShown(Struct, frozen=True, kw_only=True):
    """A moment: number of nine ("" before or after them), name, sentences, open questions.

    `others`: sentences with the number of events that only other desks read.
    """

    number: str
    name: str
    lines: tuple[str, ...]
    others: tuple[str, ...] = ()
    open: tuple[OpenQuestion, ...] = ()

    @property
    def some(self) -> bool:
        """Does anything happen or wait in it?"""
        return bool(self.lines or self.others or self.open)


class TurnShown(Struct, frozen=True, kw_only=True):
    """The forecast for one desk. `held`: hand-offs that hold it; `caveats`: what may change it."""

    title: str
    whole: bool  # all nine moments, as the organizer reads them
    held_words: str
    held: tuple[HeldBy, ...]
    caveats: tuple[str, ...]
    moments: tuple[MomentShown, ...]  # those in which something happens or waits
    nothing: str  # the others, in one line
    stays: tuple[OpenQuestion, ...]  # decisions that the turn does not settle


class Turning:
    """Views of the forecast. They get the engine late, because it is assembled after the rooms."""

    def __init__(self, game: Callable[[], Plays]) -> None:
        self._game = game

    def desk(self, state: GameState, viewer: Viewer, desk: DeskId) -> TurnShown | None:
        """Forecast on this desk's page; None outside of Return, and for viewers who do not sit there."""
        if not is_last_phase_running(state) or not viewer.sees_desk(desk):
            return None
        whole = desk == ORGANIZER
        reads = viewer.desks if whole else frozenset({desk})
        game = self._game()
        moments = forecast_turn(state, game, with_schemes=False)
        settled = _moments_of_decisions(forecast_turn(state, game, with_schemes=True))
        asked = [each for each in open_decisions(state) if (viewer.sees_desk(each.desk) if whole else each.desk == desk)]
        strike = _strike_words(state, knows=Desk.UNDERGROUND in reads)
        shown = [_moment(state, game, each, reads, _decisions_at(asked, settled, each.moment), strike) for each in moments]
        listed_here = [
            found for each, found in zip(moments, shown, strict=True) if _is_shown(found, each.moment, desk, whole=whole)
        ]
        return TurnShown(
            title=say("How {round} turns", round=state.frame.round_words(state.clock.month)),
            whole=whole,
            held_words=waiting_words(state),
            held=tuple(_hand_offs_holding(state, viewer, desk)),
            caveats=tuple(_caveats(state)),
            moments=tuple(seen for seen in listed_here if seen.some or not seen.number),
            nothing=_nothing_line(seen.number for seen in listed_here if not seen.some and seen.number),
            stays=tuple(_question(state, each) for each in asked if each.id not in settled),
        )

    def foretold(self, state: GameState, viewer: Viewer) -> Foretold | None:
        """Forecast for the question whether to end the month, a line per moment."""
        shown = self.desk(state, viewer, Desk.ORGANIZER)
        if shown is None:
            return None
        told = tuple(
            ForetoldMoment(number=each.number, name=each.name, lines=(*each.lines, *each.others)) for each in shown.moments
        )
        return Foretold(caveats=shown.caveats, moments=tuple(each for each in told if each.lines), nothing=shown.nothing)


def _nothing_line(numbers: Iterable[str]) -> str:
    """One line for all moments in which nothing happens."""
    empty = ", ".join(numbers)
    return say("{numbers}: nothing, as it stands now.", numbers=empty) if empty else ""


def _is_shown(found: MomentShown, moment: str, desk: DeskId, *, whole: bool) -> bool:
    """Does this desk see the moment? The organizer sees all; a room's desk its own, and those with an open question for it."""
    if moment in (BEFORE, AFTER):
        return found.some and (whole or desk in CARES[moment])
    return whole or desk in CARES[moment] or bool(found.open)


def _moment(
    state: GameState,
    game: Plays,
    moment: PlayedMoment,
    reads: frozenset[DeskId],
    asked: tuple[Decision, ...],
    strike: str,
) -> MomentShown:
    told, others = Counter[str](), Counter[DeskId]()
    for each in moment.would:
        if isinstance(each.happened, ASKING):
            continue
        readers = game.readers(each.happened, each.after)
        if state.frame.foretells(readers, reads):
            told[game.explain(each.happened, each.before)] += 1
        else:
            others[min(readers)] += 1
    if moment.moment == Moment.RESULT and state.clock.month >= last_month(state):
        over = replace(moment.after, clock=replace(moment.after.clock, turned=state.clock.month))
        end = winner_view(over, NOBODY)
        told[say("{title}: {who}. {words}", title=end.title, who=end.who, words=end.words)] += 1
    words = [_others_words(state, desk, count) for desk, count in others.items()]
    if moment.moment == Moment.SCHEMES and strike:
        words.append(strike)
    name, lines = _name(state, moment.moment), [_with_count(words, count) for words, count in told.items()]
    if moment.moment == Moment.POOLS and len(lines) > 1:  # the first gives the total; the details are folded
        name, lines = lines[0].rstrip("."), lines[1:]
    return MomentShown(
        number=str(list(Moment).index(Moment(moment.moment)) + 1) if moment.moment not in (BEFORE, AFTER) else "",
        name=name,
        lines=tuple(_without_repetition(name, each) for each in lines),
        others=tuple(words),
        open=tuple(_question(state, each) for each in asked),
    )


def _strike_words(state: GameState, *, knows: bool) -> str:
    """Number of schemes that strike. Only Underground Control sees their effects, one by one and logged (R-144)."""
    count = len(schemes_in_order(state))
    if not count:
        return ""
    if knows:
        return say_count(
            "{count} completed scheme strikes; look at it under “Completed schemes”.",
            "{count} completed schemes strike; look at each under “Completed schemes”.",
            count,
        )
    return say_count(
        "{count} completed scheme strikes; {desk} may look what it does.",
        "{count} completed schemes strike; {desk} may look what they do.",
        count,
        desk=state.frame.desk_name(Desk.UNDERGROUND),
    )


def _name(state: GameState, moment: str) -> str:
    if moment == BEFORE:
        return say("Before it")
    return say("At the end of the day") if moment == AFTER else capital(state.frame.moment_words(moment))


def _with_count(words: str, count: int) -> str:
    return words if count == 1 else say("{words} ({count} times)", words=words, count=count)


def _without_repetition(name: str, words: str) -> str:
    """Cut the word that the sentence shares with its moment's name: “Famine takes its toll”, “Famine: …”."""
    head, colon, rest = words.partition(": ")
    return capital(rest) if colon and head.casefold() in name.casefold() else words


def _others_words(state: GameState, desk: DeskId, count: int) -> str:
    return say_count(
        "{count} thing more, which {desk} reads.",
        "{count} things more, which {desk} reads.",
        count,
        desk=state.frame.desk_name(desk),
    )


# --- open matters -------------------------------------------------------------------------------------------------------


def _moments_of_decisions(moments: Iterable[PlayedMoment]) -> Mapping[str, str]:
    """Moment in which each open decision is settled."""
    return {
        each.happened.id: moment.moment
        for moment in moments
        for each in moment.would
        if isinstance(each.happened, DecisionMade | DecisionClosed)
    }


def _decisions_at(asked: Iterable[Decision], settled: Mapping[str, str], moment: str) -> tuple[Decision, ...]:
    return tuple(each for each in asked if settled.get(each.id) == moment)


def _question(state: GameState, decision: Decision) -> OpenQuestion:
    question, team = str(decision.question), next((each.name for each in state.teams if each.id == decision.team), "")
    return OpenQuestion(
        id=decision.id,
        desk=capital(state.frame.desk_name(decision.desk)),
        question=question,
        default=option_words(decision, decision.default),
        team="" if team in question else team,  # the question names the House
    )


def _hand_offs_holding(state: GameState, viewer: Viewer, desk: DeskId) -> Iterator[HeldBy]:
    """Hand-offs that hold the month. Only the two desks concerned read what is handed over (R-17)."""
    for each in blocking_hand_offs(state):
        lies = viewer.sees_desk(each.origin) or viewer.sees_desk(each.to)
        yield HeldBy(
            id=each.id,
            desk=capital(state.frame.desk_name(each.to)),
            origin=state.frame.desk_name(each.origin),
            what=str(each.what).rstrip(".") if lies else "",
            mine=viewer.sees_desk(each.to),
        )


def _caveats(state: GameState) -> Iterator[str]:
    rooms = dict.fromkeys(room for room, _table, _step in all_steps_left(state))
    if rooms:
        names = listed([state.frame.room_name(room) for room in rooms])
        yield say("{rooms} still have steps open: they are carried out first, and may change this.", rooms=names)
    if state.clock.turned >= state.clock.month:
        yield say("This month has turned already: none of its moments acts twice.")
    else:
        yield say("Completed schemes may change what comes behind them.")
