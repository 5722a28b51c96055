"""Laws that leave something in force on the map from the next month on; the War Room asks for it there (GE-WAR-85).

Each becomes an effect that bears its law: why-not names it, and it ends with the tablet (R-92).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.day.timetable import last_month
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import as_reason
from rooms.realm.game.deeds.deed import Carry, Deed
from rooms.realm.game.effects.asked import usual_until
from rooms.realm.game.effects.entering import EffectEntered
from rooms.realm.game.state import Effect, EffectFrom, EffectKind
from rooms.realm.scenario.ids import RegionId
from rooms.realm.scenario.schema import Target

KINDS: Final[dict[str, EffectKind]] = {
    "forbid": EffectKind.FORBID,  # GE-CRT-44
    "travel-ban": EffectKind.TRAVEL_BAN,  # GE-CRT-59
    "treaty": EffectKind.TREATY,  # GE-CRT-60
    "forced-alliance": EffectKind.FORCED_ALLIANCE,  # GE-CRT-54
    "military-ban": EffectKind.MILITARY_BAN,  # GE-CRT-53
    "military-aid": EffectKind.MILITARY_AID,  # GE-CRT-57
    "propaganda": EffectKind.PROPAGANDA,  # GE-CRT-58
    "take-food": EffectKind.FAMINE,  # GE-CRT-41
    "immortal": EffectKind.COMMAND,  # GE-CRT-46
}


def enter(deed: Deed, kind: EffectKind) -> Iterator[GameEvent]:
    """The effect of this law, from the next month on; one made in the last month never acts (R-18).

    It lasts as R-83 has it: until the law falls, next month alone, or as many months as were paid for.
    """
    state, since = deed.state, deed.month + 1
    if since > last_month(state):
        return
    paid = deed.named.number(Target.MONTHS) or None
    regions = (*deed.named.all(Target.REGION), *deed.named.all(Target.REGIONS))
    effect = Effect(
        id=1 + max((each.id for each in state.effects), default=0),
        kind=kind,
        since=since,
        until=usual_until(state.scenario, kind, since, paid),
        houses=deed.named.houses,
        regions=tuple(RegionId(each) for each in regions),
        origin=EffectFrom.LAW,
        source=deed.why,
        law=deed.law.id,
    )
    yield EffectEntered(effect=effect, reason=passed_in(deed.passed.month))


@as_reason("laws.passed-in")
def passed_in(month: int) -> str:
    return say("passed in month {month}", month=month)


def _of(kind: EffectKind) -> Carry:
    return lambda deed: enter(deed, kind)


LASTING: Final[dict[str, Carry]] = {kind: _of(effect) for kind, effect in KINDS.items()}
