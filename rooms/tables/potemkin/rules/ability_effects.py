"""What the abilities of cards share: the record of an ability, its end, and targets of one's own (PE-ABL)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.actions import AbilityOffer, PlayAbility
from rooms.tables.potemkin.game.content import Facade, Kind
from rooms.tables.potemkin.game.state import Course, Phase, PotemkinState, Side, ids_of, own_building
from rooms.tables.potemkin.rules.turns import end_turn


class CardSpent(GameFact, frozen=True):
    """The ability card went to the discard pile (PE-ABL-07)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        spent = () if state.playing is None else (state.playing,)
        return replace(state, phase=Phase.TURN, discard=state.discard + spent, playing=None)


class Effect(Struct, frozen=True, kw_only=True):
    """One ability with three functions: its offer, its check, and its effect.

    `takes`: the targets that it needs. `waits`: it asks a second question before it is resolved, and calls `finished` itself.
    """

    takes: frozenset[str]
    offer: Callable[[PotemkinState, int, str], AbilityOffer | None]
    check: Callable[[PotemkinState, int, PlayAbility], None]
    does: Callable[[Course, int, PlayAbility], None]
    waits: bool = False


def finished(course: Course, kind: Kind) -> None:
    """Discard the ability card. An action ends the turn, a free action does not (PE-ABL-03, PE-ABL-04, PE-ABL-07).

    Rules: PE-ACT-14.
    """
    course.happens(CardSpent())
    if kind is Kind.ACTION:
        end_turn(course)


def check_home(side: Side, id_: int | None, rule: str) -> None:
    """Check an agent's new home: any own building, whatever PE-END-08 says (PE-ABL-12, PE-ABL-13).

    Raises:
        Refused: the player has no building, or named none.
    """
    if not side.village:
        raise Refused(say("You have no building for an agent to stand behind."), rule=rule)
    if own_building(side, id_) is None:
        raise Refused(say("Name a building of your own for the agent to stand behind."), rule=rule)


def check_industry(side: Side, id_: int | None, rule: str) -> None:
    """Check a cube's new place: one of the player's Industry buildings.

    Raises:
        Refused: the player has no Industry building, or named none.
    """
    industries = ids_of(side, Facade.INDUSTRY)
    if not industries:
        raise Refused(say("You have no Industry building for a cube."), rule=rule)
    if id_ not in industries:
        raise Refused(say("Name an Industry building of your own for the cube."), rule=rule)
