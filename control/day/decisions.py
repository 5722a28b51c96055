"""What the rules leave to a person: a room asks, its desk or a team answers, else the default applies.

A room says with `asked_for` what it wants decided now; it may ask again whenever what it asks about changes. When the step that
needs the answers is closed, it calls `settle` and reads `chosen`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from control.day import people
from control.day.state import DayState, Decision, S
from control.engine.context import ORGANIZER, Actor, DecisionContext
from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation, Module, every_desk
from control.engine.reasons import Told, as_reason
from control.engine.refused import Refused, Stale
from control.engine.words import capital

AGAIN = "~"  # "mines-3-gate-1~2": asked a second time, for the first asked something else


# --- commands -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDecision:
    """Somebody at its desk says: I am at it. `before` is whose the sender saw it to be, so that taking over is meant.

    `also` are the others of its group, each with whose it was seen to be: all of them or none.
    """

    decision: str
    before: str = ""
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseDecision:
    """Whoever was at it, or the organizer, gives it back to the desk, and with it `also`, the others of its group."""

    decision: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeDecision:
    """The answer: of the desk, or of the team it was put to; `seat` is then the player who speaks for the team."""

    decision: str
    option: str
    reason: str = ""
    seat: SeatId | None = None


# --- events -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOpened:
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionClaimed:
    id: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionReleased:
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionMade:
    """Rooms whose answer acts at once react to this."""

    id: str
    option: str
    by: str
    by_default: bool
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionClosed:
    """Nobody asks it any more: what it was about has changed."""

    id: str
    why: Told


@as_reason("decisions.changed")
def changed() -> str:
    return say("What it was about has changed.")


# --- what rooms call ----------------------------------------------------------------------------------------------------


def asked_for(state: DayState, wanted: Iterable[Decision], prefix: str) -> tuple[GameEvent, ...]:
    """Ask exactly what is wanted, of all that begins with `prefix`.

    What is asked or answered already stays as it is. What is missing is opened; what is wanted no more is closed; what has other
    options or another default now is closed and opened anew under its id with a number behind it.
    """
    wanted_by_id = {each.id: each for each in wanted}
    standing = {asked_id(each.id): each for each in _standing(state, prefix)}
    closed: list[GameEvent] = [
        DecisionClosed(id=standing[name].id, why=changed())
        for name in sorted(standing)
        if name not in wanted_by_id or not _the_same(standing[name], wanted_by_id[name])
    ]
    opened: list[GameEvent] = [
        DecisionOpened(decision=replace(each, id=_next_id(state, each.id)))
        for each in wanted_by_id.values()
        if each.id not in standing or not _the_same(standing[each.id], each)
    ]
    return (*closed, *opened)


def settle(state: DayState, prefix: str) -> tuple[GameEvent, ...]:
    """Give every open decision whose id begins so its default: the step that needs them is closed."""
    return tuple(
        DecisionMade(id=each.id, option=each.default, by="", by_default=True)
        for each in _standing(state, prefix)
        if each.option is None
    )


def answer(state: DayState, decision_id: str) -> str | None:
    """The option chosen, None while it is open or not asked. The id is the one the room asked with."""
    return next((each.option for each in _standing(state, decision_id) if decision_id in (each.id, asked_id(each.id))), None)


def chosen(state: DayState, prefix: str) -> Mapping[str, str]:
    """All answers whose id begins so, under the id that the room asked with."""
    return {asked_id(each.id): each.option for each in _standing(state, prefix) if each.option is not None}


def asked_id(decision_id: str) -> str:
    """The id that the room asked with, however often it had to ask."""
    return decision_id.partition(AGAIN)[0]


# --- questions ----------------------------------------------------------------------------------------------------------


def waiting(state: DayState) -> tuple[Decision, ...]:
    """Everything that waits for an answer, in the order it was asked."""
    return tuple(each for each in state.decisions if is_open(each))


def is_open(decision: Decision) -> bool:
    """Does it wait for an answer?"""
    return decision.option is None and not decision.closed


def words_of(decision: Decision, option: str) -> str:
    """An option in words."""
    return next((str(each.words) for each in decision.options if each.id == option), option)


def speaker(state: DayState, team: TeamId) -> SeatId | None:
    """Who answers for a team: its highest rank that is here, None when nobody is."""
    return next((seat.id for seat in people.members(state, team) if seat.here), None)


def without_past(state: DayState, month: int) -> tuple[Decision, ...]:
    """What stays when a month begins: the decisions of that month, and what is still open."""
    return tuple(each for each in state.decisions if each.month >= month or is_open(each))


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_claim(state: DayState, command: ClaimDecision, asked: DecisionContext) -> tuple[DecisionClaimed, ...]:
    wanted = dict(((command.decision, command.before), *command.also))
    return tuple(_claimed(state, name, before, asked) for name, before in wanted.items())


def _claimed(state: DayState, name: str, before: str, asked: DecisionContext) -> DecisionClaimed:
    decision = _open(state, name)
    _of_its_desk(state, decision, asked.by)
    if decision.claimed_by == asked.by.name:
        raise Stale(say("You are at it already."))
    if decision.claimed_by != before:
        raise Stale(say("{name} is at it now.", name=decision.claimed_by) if decision.claimed_by else say("Nobody is at it now."))
    return DecisionClaimed(id=decision.id, by=asked.by.name)


def decide_release(state: DayState, command: ReleaseDecision, asked: DecisionContext) -> tuple[DecisionReleased, ...]:
    return tuple(_released(state, name, asked) for name in dict.fromkeys((command.decision, *command.also)))


def _released(state: DayState, name: str, asked: DecisionContext) -> DecisionReleased:
    decision = _open(state, name)
    _of_its_desk(state, decision, asked.by)
    if not decision.claimed_by:
        raise Stale(say("Nobody is at it."))
    if decision.claimed_by != asked.by.name and ORGANIZER not in asked.by.desks:
        raise Refused(say("{name} is at it; take it over instead.", name=decision.claimed_by), code="claimed")
    return DecisionReleased(id=decision.id)


def decide_make(state: DayState, command: MakeDecision, asked: DecisionContext) -> tuple[DecisionMade, ...]:
    decision = _open(state, command.decision)
    if asked.by.seat is not None:
        _for_the_team(state, decision, asked.by.seat)
        by = state.seats[asked.by.seat].name
    else:
        _of_its_desk(state, decision, asked.by)
        by = asked.by.name
        if decision.claimed_by not in ("", by):
            raise Stale(say("{name} is at this decision; take it over first.", name=decision.claimed_by))
    if command.option not in {each.id for each in decision.options}:
        raise Refused(say("Choose one of the answers on the list."), rule=decision.rule, code="unknown")
    reason = " ".join(command.reason.split())
    if len(reason) > 300:
        raise Refused(say("A reason has at most {most} characters.", most=300), code="reason")
    return (DecisionMade(id=decision.id, option=command.option, by=by, by_default=False, reason=reason),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_opened(state: S, happened: DecisionOpened) -> S:
    return replace(state, decisions=(*state.decisions, happened.decision))


def evolve_claimed(state: S, happened: DecisionClaimed) -> S:
    return _with(state, happened.id, claimed_by=happened.by)


def evolve_released(state: S, happened: DecisionReleased) -> S:
    return _with(state, happened.id, claimed_by="")


def evolve_made(state: S, happened: DecisionMade) -> S:
    return _with(state, happened.id, option=happened.option, decided_by=happened.by, by_default=happened.by_default)


def evolve_closed(state: S, happened: DecisionClosed) -> S:
    return _with(state, happened.id, closed=happened.why)


def broken_decisions(state: DayState) -> tuple[str, ...]:
    """Every decision has an id of its own, and options that hold its default and its answer."""
    found = []
    ids = [each.id for each in state.decisions]
    if len(set(ids)) != len(ids):
        found.append(say("Two decisions bear one id."))
    for each in state.decisions:
        options = {option.id for option in each.options}
        if each.default not in options or (each.option is not None and each.option not in options):
            found.append(say("The decision “{question}” stands on an answer that nobody may give.", question=each.question))
    return tuple(found)


# --- small parts --------------------------------------------------------------------------------------------------------


def _standing(state: DayState, prefix: str) -> tuple[Decision, ...]:
    return tuple(each for each in state.decisions if each.id.startswith(prefix) and not each.closed)


def _the_same(standing: Decision, wanted: Decision) -> bool:
    """Is it the same question? One that is answered stays so while the answers to choose from are the same ones."""
    told = replace(
        wanted,
        id=standing.id,
        since=standing.since,
        claimed_by=standing.claimed_by,
        option=standing.option,
        decided_by=standing.decided_by,
        by_default=standing.by_default,
    )
    if standing.option is None:
        return told == standing
    return _choice(told) == _choice(standing)


def _choice(decision: Decision) -> tuple[object, ...]:
    options = tuple(each.id for each in decision.options)
    return decision.desk, decision.team, decision.place, options, decision.default


def _next_id(state: DayState, wanted: str) -> str:
    before = [each.id for each in state.decisions if asked_id(each.id) == wanted]
    if not before:
        return wanted
    last = max(int(each.partition(AGAIN)[2] or 1) for each in before)
    return f"{wanted}{AGAIN}{last + 1}"


def _find(state: DayState, decision_id: str) -> Decision | None:
    return next((each for each in state.decisions if each.id == decision_id), None)


def _open(state: DayState, decision_id: str) -> Decision:
    decision = _find(state, decision_id)
    if decision is None:
        raise Stale(say("Nobody asks this any more."))
    if decision.closed:
        raise Stale(say("Nobody asks this any more. {why}", why=decision.closed))
    if decision.option is not None:
        words = words_of(decision, decision.option)
        if decision.by_default:
            raise Stale(say("It is decided already, by the default: {answer}.", answer=words), rule=decision.rule)
        raise Stale(say("It is decided already, by {name}: {answer}.", name=decision.decided_by, answer=words), rule=decision.rule)
    return decision


def _of_its_desk(state: DayState, decision: Decision, by: Actor) -> None:
    if not by.sits_at(frozenset({decision.desk})):
        raise Refused(
            say("This decision belongs to {desk}.", desk=state.frame.desk_name(decision.desk)), rule=decision.rule, code="not-yours"
        )


def _for_the_team(state: DayState, decision: Decision, seat: SeatId) -> None:
    if decision.team is None or state.seats[seat].team != decision.team:
        raise Refused(state.frame.said("not-your-team"), rule=decision.rule, code="not-yours")
    by = speaker(state, decision.team)
    if by != seat:
        named = state.seats[by].name if by else say("Control")
        raise Refused(state.frame.said("speaker", name=named), rule=decision.rule, code="not-yours")


def _with(state: S, decision_id: str, **changed: object) -> S:
    decisions = tuple(
        replace(each, **changed) if each.id == decision_id else each  # type: ignore[arg-type]
        for each in state.decisions
    )
    return replace(state, decisions=decisions)


# --- words --------------------------------------------------------------------------------------------------------------


def _question(state: DayState, decision_id: str) -> str:
    decision = _find(state, decision_id)
    return str(decision.question) if decision else say("a decision")


def _explain_made(happened: DecisionMade, state: DayState) -> str:
    decision = _find(state, happened.id)
    words = words_of(decision, happened.option) if decision else happened.option
    question = _question(state, happened.id)
    answered = f"{words} ({happened.reason})" if happened.reason else words
    if happened.by_default:
        return say("“{question}” was decided by default: {answer}.", question=question, answer=answered)
    return say("“{question}” was decided by {name}: {answer}.", question=question, name=happened.by, answer=answered)


def _explain_closed(happened: DecisionClosed, state: DayState) -> str:
    why = str(happened.why)
    why = f"{why[:1].lower()}{why[1:]}"
    return say("“{question}” is asked no more: {why}", question=_question(state, happened.id), why=why)


def _pokes(
    happened: DecisionOpened | DecisionClaimed | DecisionReleased | DecisionMade | DecisionClosed, state: DayState
) -> tuple[Invalidation, ...]:
    decision = happened.decision if isinstance(happened, DecisionOpened) else _find(state, happened.id)
    own = (Invalidation(topic="decisions", to=f"team:{decision.team}"),) if decision and decision.team else ()
    return (Invalidation(topic="decisions", to="staff"), *own)


def _staff_pokes(_happened: object, _state: DayState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="decisions", to="staff"),)


def _readers(
    happened: DecisionOpened | DecisionClaimed | DecisionReleased | DecisionMade | DecisionClosed, state: DayState
) -> frozenset[DeskId]:
    """What is left to one desk is read there alone: it may speak of what other desks do not know."""
    decision = happened.decision if isinstance(happened, DecisionOpened) else _find(state, happened.id)
    return frozenset({decision.desk}) if decision else frozenset({ORGANIZER})


DECISIONS = Module(
    name="decisions",
    acts={
        ClaimDecision: CommandHandler(decide=decide_claim, desks=every_desk, label=lambda c, s: say("Decision claimed")),
        ReleaseDecision: CommandHandler(decide=decide_release, desks=every_desk, label=lambda c, s: say("Decision released")),
        MakeDecision: CommandHandler(decide=decide_make, desks=every_desk, player=True, label=lambda c, s: say("Decision made")),
    },
    facts={
        DecisionOpened: EventHandler(
            evolve=evolve_opened,
            explain=lambda e, s: say(
                "Waits for {desk}: “{question}”.", desk=s.frame.desk_name(e.decision.desk), question=e.decision.question
            ),
            pokes=_pokes,
            readers=_readers,
        ),
        DecisionClaimed: EventHandler(
            evolve=evolve_claimed,
            explain=lambda e, s: say("{name} is at “{question}”.", name=capital(e.by), question=_question(s, e.id)),
            pokes=_staff_pokes,
            readers=_readers,
        ),
        DecisionReleased: EventHandler(
            evolve=evolve_released,
            explain=lambda e, s: say("Nobody is at “{question}” any more.", question=_question(s, e.id)),
            pokes=_staff_pokes,
            readers=_readers,
        ),
        DecisionMade: EventHandler(evolve=evolve_made, explain=_explain_made, pokes=_pokes, readers=_readers),
        DecisionClosed: EventHandler(
            evolve=evolve_closed,
            explain=_explain_closed,
            pokes=_pokes,
            readers=_readers,
        ),
    },
    broken=broken_decisions,
)
