"""What a scheme leaves open is chosen in Return by who schemed: the Favor of a Slander, the hostage of a Rescue (R-122, R-124)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.refused import Refused, Stale
from rooms.realm.game.schemed import CompletedScheme, Ending
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import DESK, ONLY_UNDERGROUND, TOPIC
from rooms.realm.game.strikes.asked import chooser_of, choosing_open, scheme_name, scheme_of, with_scheme
from rooms.realm.game.strikes.holdings import may_be_rescued, seen_cards
from rooms.realm.scenario.ids import CardId

SLANDER, RESCUE = "slander", "rescue"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseForScheme:
    """Who schemed names the card or the hostage; without it the oldest goes."""

    seat: SeatId
    scheme: int
    card: CardId | None = None
    hostage: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeChoice:
    """A card or a hostage is named for a scheme that waits."""

    id: int
    card: CardId | None = None
    hostage: int | None = None


# --- questions ----------------------------------------------------------------------------------------------------------


def to_choose(state: GameState, seat: SeatId) -> tuple[CompletedScheme, ...]:
    """The schemes that leave something to this player now."""
    if not choosing_open(state):
        return ()
    return tuple(
        each
        for each in state.schemes
        if each.ending is Ending.WAITS and each.kind in (SLANDER, RESCUE) and chooser_of(state, each) == seat
    )


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_choose(state: GameState, command: ChooseForScheme, asked: DecisionContext) -> tuple[SchemeChoice, ...]:
    """Name it.

    Raises:
        Refused: it is not this player's to choose, not now, or it is not there.
    """
    if not choosing_open(state):
        raise Refused(say("This is chosen in Return, before the schemes strike."), rule="R-20", code="closed")
    scheme = scheme_of(state, command.scheme)
    if scheme is None or scheme not in to_choose(state, command.seat):
        raise Refused(say("This is not yours to choose."), rule="R-122", code="not-yours")
    if scheme.kind == SLANDER:
        if command.card not in seen_cards(state, scheme):
            raise Stale(say("This Favor is no longer there; choose again."), rule="R-122")
        return (SchemeChoice(id=scheme.id, card=command.card),)
    if command.hostage not in {each.id for each in may_be_rescued(state, scheme)}:
        raise Stale(say("This hostage is no longer there."), rule="R-124")
    return (SchemeChoice(id=scheme.id, hostage=command.hostage),)


# --- fold and words -----------------------------------------------------------------------------------------------------


def evolve_choice(state: GameState, happened: SchemeChoice) -> GameState:
    return with_scheme(state, happened.id, card=happened.card, hostage=happened.hostage)


def explain_choice(happened: SchemeChoice, state: GameState) -> str:
    """Which card it is stays with who sees it (R-135)."""
    found = scheme_of(state, happened.id)
    name = scheme_name(state, found.kind) if found else say("A scheme")
    if happened.card is not None:
        return say("{scheme}: the Favor to be stolen is named.", scheme=name)
    return say("{scheme}: the hostage to be freed is named.", scheme=name)


def _invalidations(happened: SchemeChoice, state: GameState) -> tuple[Invalidation, ...]:
    found = scheme_of(state, happened.id)
    seat = chooser_of(state, found) if found is not None else None
    return (DESK, Invalidation(topic=TOPIC, to=f"seat:{seat}")) if seat is not None else (DESK,)


COMMANDS: Mapping[type, CommandHandler] = {
    ChooseForScheme: CommandHandler(
        decide=decide_choose, player=True, desks=ONLY_UNDERGROUND, label=lambda c, s: say("Chosen for a scheme")
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemeChoice: EventHandler(
        evolve=evolve_choice,
        explain=explain_choice,
        invalidations=_invalidations,
        readers=lambda e, s: ONLY_UNDERGROUND,
        nameless=True,
    ),
}
