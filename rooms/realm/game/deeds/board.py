"""Laws that strike other laws: Remove, the lifting of a tax, Famine Aid (GE-CRT-37, GE-CRT-40, GE-CRT-50)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.engine.language import say, say_count
from control.engine.modules import GameEvent
from control.engine.reasons import Told, as_reason
from rooms.realm.game.deeds.deed import Carry, Deed
from rooms.realm.game.effects.asked import is_over
from rooms.realm.game.effects.ending import EffectEnded
from rooms.realm.game.laws import LawStruck, law_of
from rooms.realm.game.passed import LIFT
from rooms.realm.game.state import EffectKind
from rooms.realm.scenario.ids import LawId
from rooms.realm.scenario.schema import Target

OF_FOOD: Final = (EffectKind.FAMINE, EffectKind.FOOD)


def remove(deed: Deed) -> Iterator[GameEvent]:
    """The law that is named falls; one that fell before is passed over, and the cost stays spent (GE-CRT-37, R-76)."""
    named = law_of(deed.state, LawId(deed.named.one(Target.LAW)))
    if named is not None:
        yield LawStruck(law=named.id, month=deed.month, reason=deed.why)


def tax(deed: Deed) -> Iterator[GameEvent]:
    """A new tax hangs and is collected from the next month on; the other form lifts any one tax that stands (GE-CRT-40, R-82)."""
    named = law_of(deed.state, LawId(deed.named.one(Target.LAW)))
    if deed.named.form == LIFT and named is not None and named.effects.tributes:
        yield LawStruck(law=named.id, month=deed.month, reason=deed.why)


def famine_aid(deed: Deed) -> Iterator[GameEvent]:
    """All Houses come out of famine: every law about food falls, also one passed earlier this month (GE-CRT-50, R-92).

    What a desk entered without a tablet ends as well.
    """
    hungry = [each for each in deed.state.effects if each.kind in OF_FOOD and not is_over(each, deed.month)]
    for law in deed.state.laws:
        if law.effects.food or any(each.law == law.id for each in hungry):
            yield LawStruck(law=law.id, month=deed.month, reason=deed.why)
    for effect in hungry:
        if effect.law is None:
            yield EffectEnded(id=effect.id, month=deed.month, reason=deed.why)


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.the-throne")
def the_throne() -> str:
    """This and the next stand in hand-offs of journals from before the console kept hostages."""
    return say("the throne")


@as_reason("laws.hostages-free")
def hostages_free(number: int, holder: Told, house: str, count: int) -> str:
    return say_count(
        "Law {number} fell: {holder} releases {count} hostage of {house}",
        "Law {number} fell: {holder} releases {count} hostages of {house}",
        count,
        number=number,
        holder=holder,
        house=house,
    )


BOARD: Final[dict[str, Carry]] = {"remove": remove, "tax": tax, "famine-aid": famine_aid}
