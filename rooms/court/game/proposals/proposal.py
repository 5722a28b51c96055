"""Proposals of the month: the form, who may write one, and their handing in at the end of Updates (GE-CRT-21)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from control.day.clock.steps import ends_by_itself
from control.day.people.lookup import choice_of
from control.day.people.room_choice import find_bar
from control.day.sheets import Window
from control.day.state import DayStage
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.court.game.state import CourtState, floor_of, is_late
from rooms.realm.desks import Desk
from rooms.realm.game.deaths.death import refusal_for_dead
from rooms.realm.game.hostages.custody import default_hostages
from rooms.realm.game.law_actions.action import KIND as EXECUTION
from rooms.realm.game.law_actions.action import may_die, players_to_execute
from rooms.realm.game.law_actions.hostages import KIND as HOSTAGES
from rooms.realm.game.laws import law_of
from rooms.realm.game.military_actions import named_captives
from rooms.realm.game.passed_laws import GIVE, LEVY, Answers, kind_of
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game import checks
from rooms.realm.papers.game.choices import FieldForm, form_of
from rooms.realm.papers.game.room import EnterPaper, PaperGroup, PaperRoom
from rooms.realm.papers.game.types import OpenedPaper, Paper, PaperType, PaperWords
from rooms.realm.scenario.ids import HouseId, LawId, Phase, Room
from rooms.realm.scenario.schema import Target

# === form ===============================================================================================================

# The form: who may write a proposal, and until when.


KIND: Final = "proposal"
UPDATES: Final = StepId("updates")
RULE: Final = "GE-CRT-16"


def check(state: GameState, seat: SeatId, paper: Paper) -> None:
    """Require that the player may propose this month, and that the proposal names only what exists.

    Raises:
        Refused: the first problem.
    """
    if not is_entitled(state, state.seats[seat]):
        raise Refused(why_not_entitled(state, seat), rule=_why_not(state, seat), code="not-entitled")
    checks.check(state, paper, state.scenario.proposals, RULE)
    if paper.type == "tax":
        _check_tax(state, state.seats[seat].house, paper)
    check_named(state, paper)


def check_named(state: GameState, paper: Paper) -> None:
    """Checks for proposals and for orders without a vote: names of an Execution, and hostages that must be there.

    Raises:
        Refused: the first problem.
    """
    check_spared(state, paper)
    _check_captives(state, paper)


def _check_captives(state: GameState, paper: Paper) -> None:
    """Named hostages belong to the House that releases them, and are at most as many as are paid for (R-93)."""
    kind = kind_of(state, paper.type)
    named = Answers(kind=kind, values=paper.values) if kind is not None and kind.id == HOSTAGES else None
    chosen = named_captives(named) if named is not None else ()
    if named is None or not named.houses or not chosen:
        return
    if named.form == GIVE:
        raise Refused(say("New hostages are on no list yet; leave the list of hostages empty."), rule="R-93")
    if len(chosen) > named.number(Target.HOSTAGES):
        raise Refused(say("Name no more hostages than are paid for."), rule="R-93")
    if not set(chosen) <= {each.id for each in default_hostages(state, named.houses[0], len(state.hostages))}:
        said = say("{house} does not hold all of these hostages.", house=house_name(state, named.houses[0]))
        raise Refused(said, rule="R-93", code="unknown")


def check_spared(state: GameState, paper: Paper) -> None:
    """An Execution may not name the dead or the reigning Sovereign. Those who die or reign later are skipped then (R-95).

    Raises:
        Refused: it names the Sovereign, or a dead player.
    """
    kind = kind_of(state, paper.type)
    if kind is None or kind.id != EXECUTION:
        return
    for each in players_to_execute(Answers(kind=kind, values=paper.values)):
        if may_die(state, each):
            continue
        named = {"paper": kind.name, "name": state.seats[each].name}
        if each == state.throne.holder:
            raise Refused(say("{paper}: {name} reigns. The Sovereign cannot be one of them.", **named), rule="R-95")
        raise Refused(say("{paper}: {name} is dead already.", **named), rule="R-95", code="dead")


def fields(state: GameState, _seat: SeatId, kind: PaperType) -> tuple[FieldForm, ...]:
    """The fields of a kind of proposal. An Execution offers only players who can be put to death (R-95)."""
    form = form_of(state, kind)
    if kind.id != EXECUTION:
        return form
    return tuple(replace(each, options=tuple(one for one in each.options if may_die(state, SeatId(one.value)))) for each in form)


def _check_tax(state: GameState, house: HouseId, paper: Paper) -> None:
    """A tax names three other Houses. A proposal that lifts one names a law with a tax (R-76, R-82)."""
    kind = kind_of(state, paper.type)
    named = Answers(kind=kind, values=paper.values) if kind else None
    if named is None:
        return
    if named.form == LEVY:
        if house in named.houses:
            raise Refused(say("A tax is paid to your own House; name three others."), rule="R-76")
        if not named.houses:
            raise Refused(say("A tax names the three Houses that pay it."), rule="R-76", code="missing")
        return
    law = law_of(state, LawId(named.one(Target.LAW)))
    if law is None or not law.effects.tributes:
        raise Refused(say("Name the law whose tax is lifted."), rule="R-82", code="missing")


def is_entitled(state: GameState, seat: HouseSeat) -> bool:
    """Whether the Court meets in this player's province this month, or a Favor allows a proposal (GE-CRT-05, GE-FAV-03, R-76).

    Never a player who was seated there late (R-16).
    """
    hosts = state.court is not None and seat.house in state.court.may_propose
    return (hosts or seat.id in floor_of(state).allowed) and not is_late(state, seat.id)


def set_aside_late(state: GameState, seat: SeatId) -> str:
    """Why a proposal of a player seated late does not count (R-16). Empty for all others."""
    return say("you were seated when the Court had assembled") if is_late(state, seat) else ""


def _why_not(state: GameState, seat: SeatId) -> str:
    return "R-16" if is_late(state, seat) else "GE-CRT-05"


def why_not_entitled(state: GameState, seat: SeatId) -> str:
    """Why this player may not propose this month."""
    if is_late(state, seat):
        return say("Whoever is seated when the Court has assembled votes, and has no proposal this month.")
    names = {house.id: house.name for house in state.scenario.houses}
    if state.court is None:
        return say("This month nobody may propose. You debate and vote.")
    may = ", ".join(names[house] for house in state.court.may_propose)
    return say("This month {houses} may propose. You debate and vote.", houses=may)


def window(state: GameState, seat: SeatId) -> Window:
    """Whether this player can hand in a proposal now: from Planning until Court Control has taken them in, in Updates."""
    clock, month = state.clock, state.clock.month
    player = state.seats.get(seat)
    if player is None or clock.stage is not DayStage.PLAYING or clock.is_in(None, Phase.CEREMONY, Phase.RETURN):
        return Window(open=False, month=month, sentence=say("Proposals are written from Planning on."), rule="GE-EVT-38")
    at = clock.rooms.get(Room.COURT)
    if at is not None and at.month == month and UPDATES in at.done:
        sentence = say("The proposals of this month have been handed in.")
        return Window(open=False, month=month, sentence=sentence, rule="GE-CRT-21")
    if (dead := refusal_for_dead(state, player.id)) is not None:
        return Window(open=False, month=month, sentence=dead.sentence, rule=dead.rule)
    if not player.here:
        return Window(open=False, month=month, sentence=say("Check in first at the check-in desk."), rule="GE-EVT-03")
    if bar := find_bar(state, player, Room.COURT):
        sentence = say("You may not go to the Court: {why}.", why=bar.why)
        return Window(open=False, month=month, sentence=sentence, rule=bar.rule)
    if choice_of(state, player) not in (None, Room.COURT):
        return Window(open=False, month=month, sentence=say("You chose another room this month."), rule="GE-EVT-38")
    if choice_of(state, player) is None and floor_of(state).assembled:
        sentence = say("You are in no room this month; ask Control to be seated.")
        return Window(open=False, month=month, sentence=sentence, rule="R-16")
    if not is_entitled(state, player):
        return Window(open=False, month=month, sentence=why_not_entitled(state, seat), rule=_why_not(state, seat))
    certain = at is not None and at.step == UPDATES and ends_by_itself(state, Room.COURT, UPDATES)
    sentence = say("One proposal, taken in until the end of the Court's Updates.")
    return Window(open=True, month=month, closes_at=at.deadline if at and certain else None, sentence=sentence, rule="GE-EVT-38")


# === handing in =========================================================================================================

# Handing in: sealed proposals are opened when the Court's Updates end (GE-CRT-21).


class ProposalsHandedIn(Struct, frozen=True, kw_only=True):
    """The proposals of the month were put before the Sovereign. `aside`: authors who went elsewhere."""

    month: int
    proposals: tuple[OpenedPaper, ...]
    aside: tuple[SeatId, ...]


class EnterProposal(EnterPaper, frozen=True, kw_only=True):
    """Enter or replace a player's proposal, at the desk."""


class ProposalEntered(Struct, frozen=True, kw_only=True):
    """A proposal was entered by hand."""

    month: int
    proposal: OpenedPaper
    reason: str


def groups(state: GameState) -> tuple[PaperGroup, ...]:
    """Two groups: laws that Court Control enforces, and those that need an Immortal (GE-CRT-36)."""
    types = state.scenario.proposals
    return (
        PaperGroup(
            title=say("Commandments"),
            hint=say("Court Control enforces them."),
            types=tuple(each for each in types if not each.military),
        ),
        PaperGroup(
            title=say("Court Military Actions"),
            hint=say("Each needs a free Immortal, who carries it out."),
            types=tuple(each for each in types if each.military),
        ),
    )


def sealed(count: int, month: int, root: str) -> str:
    return say_count(
        "{count} proposal sheet of month {month} sealed: {root}.",
        "{count} proposal sheets of month {month} sealed: {root}.",
        count,
        month=month,
        root=root,
    )


def taken_in(count: int, aside: int) -> str:
    return say_count(
        "Court: {count} proposal handed in, {aside} set aside.",
        "Court: {count} proposals handed in, {aside} set aside.",
        count,
        aside=aside,
    )


PROPOSALS = PaperRoom(
    room=Room.COURT,
    desk=Desk.COURT,
    kind=KIND,
    rule=RULE,
    step=UPDATES,
    words=PaperWords(
        title=later("Your proposal"),
        several=later("Proposals"),
        name=later("Proposal"),
        word=later("proposal"),
        noun=later("proposal"),
        nouns=later("proposals"),
        sealed=sealed,
        taken_in=taken_in,
        entered=later("The proposal of {player} was entered by hand: {words}. {reason}."),
        by_hand=later("Proposal of {player} by hand, month {month}"),
        lasting=later("A reveal cannot be unseen: go on from what was handed in."),
        unfit=later("it can no longer be proposed as it is written"),
        elsewhere=later("you are not in the Court"),
    ),
    types=lambda state: state.scenario.proposals,
    groups=groups,
    check=check,
    window=window,
    entitled=lambda state, seat: is_entitled(state, state.seats[seat]),
    fields=fields,
    late=set_aside_late,
    state=CourtState,
    handed_in=ProposalsHandedIn,
    enter=EnterProposal,
    entered=ProposalEntered,
    papers="proposals",
    paper="proposal",
)
