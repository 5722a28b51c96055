"""What every ability is made of (PE-ABL), and what several of them ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from control.engine.language import say
from control.engine.refused import Refused
from rooms.tables.potemkin.facts.abilities import CardSpent
from rooms.tables.potemkin.game.actions import PlayAbility
from rooms.tables.potemkin.game.content import Facade, Kind
from rooms.tables.potemkin.game.course import Course
from rooms.tables.potemkin.game.offers import AbilityOffer
from rooms.tables.potemkin.game.state import PotemkinState, Side, ids_of, own_building
from rooms.tables.potemkin.rules.turns import end_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One ability: three questions side by side, what may be chosen, what is refused and what it does.

    `takes` are the targets that it asks for. One that `waits` asks once more before it is resolved, and says itself when it is.
    """

    takes: frozenset[str]
    offer: Callable[[PotemkinState, int, str], AbilityOffer | None]
    check: Callable[[PotemkinState, int, PlayAbility], None]
    does: Callable[[Course, int, PlayAbility], None]
    waits: bool = False


def finished(course: Course, kind: Kind) -> None:
    """The card goes to the discard pile; an action ends the turn, a free action does not (PE-ABL-03, PE-ABL-04, PE-ABL-07).

    Rules: PE-ACT-14.
    """
    course.happens(CardSpent())
    if kind is Kind.ACTION:
        end_turn(course)


def check_home(side: Side, id_: int | None, rule: str) -> None:
    """An agent stands behind an own building of any type, whatever PE-END-08 says (PE-ABL-12, PE-ABL-13).

    Raises:
        Refused: there is none, or none was named.
    """
    if not side.village:
        raise Refused(say("You have no building for an agent to stand behind."), rule=rule)
    if own_building(side, id_) is None:
        raise Refused(say("Name a building of your own for the agent to stand behind."), rule=rule)


def check_industry(side: Side, id_: int | None, rule: str) -> None:
    """A cube goes behind an own Industry building.

    Raises:
        Refused: there is none, or none was named.
    """
    industries = ids_of(side, Facade.INDUSTRY)
    if not industries:
        raise Refused(say("You have no Industry building for a cube."), rule=rule)
    if id_ not in industries:
        raise Refused(say("Name an Industry building of your own for the cube."), rule=rule)
