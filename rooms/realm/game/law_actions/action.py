"""Deeds of passed laws: one law as it acts, and laws that strike laws, build, execute, last, or need a desk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day import handoffs
from control.day.timetable import last_month
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.modules import GameEvent
from control.engine.reasons import Told, as_reason
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import KINDS, buildings_called, kind_name, next_building, ordered_places, places_in
from rooms.realm.game.buildings.ownership import BuildingPlaced, BuildingRemoved
from rooms.realm.game.deaths.death import living_seat, put_to_death
from rooms.realm.game.effects.in_force import is_over, usual_until
from rooms.realm.game.effects.lifetime import EffectEnded, EffectEntered, law_reason
from rooms.realm.game.laws import LawStruck, law_of
from rooms.realm.game.passed_laws import GIVE, LIFT, RELEASE, Answers, answers_of, passed_law, waiting_laws
from rooms.realm.game.records import PassedLaw
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.scenario.ids import LawId, RegionId
from rooms.realm.scenario.schema import Target

# === one law in action ==================================================================================================

# One passed law as it acts, with all that its effects need.


class Deed(Struct, frozen=True, kw_only=True):
    """A law that acts now: tablet, names on the proposal, month, and context of the turn."""

    state: GameState
    law: PostedLaw
    passed: PassedLaw
    named: Answers
    month: int
    asked: DecisionContext

    @property
    def why(self) -> Told:
        """Reason that all its events carry: "Law 14: Fines"."""
        return law_reason(self.law.number, self.law.title)

    def owed(self, to: Desk, what: Told, rule: str) -> handoffs.HandedOver:
        """Return a hand-off to the desk that does the rest by hand."""
        by = self.asked.by.called
        return handoffs.new_hand_off(self.state, origin=Desk.COURT, to=to, what=what, at=self.asked.at, by=by, rule=rule)


Carry = Callable[[Deed], Iterable[GameEvent]]  # carries out one kind of law


def tablet_of(state: GameState, law: LawId) -> PostedLaw | None:
    """Tablet of a law, on the board or struck."""
    return law_of(state, law) or next((each for each in state.struck_laws if each.id == law), None)


def deed_of(state: GameState, law: LawId, month: int, asked: DecisionContext) -> Deed | None:
    """Return the deed of a law of the Court; None for other laws and for kinds that the scenario no longer has."""
    passed, posted = passed_law(state, law), tablet_of(state, law)
    named = answers_of(state, passed) if passed is not None else None
    if passed is None or posted is None or named is None:
        return None
    return Deed(state=state, law=posted, passed=passed, named=named, month=month, asked=asked)


# === laws on laws =======================================================================================================

# Laws that strike other laws: Remove, the lifting of a tax, Famine Aid (GE-CRT-37, GE-CRT-40, GE-CRT-50).


OF_FOOD: Final = (EffectKind.FAMINE, EffectKind.FOOD)


def remove(deed: Deed) -> Iterator[GameEvent]:
    """Strike the named law. One that fell before is passed over, and the cost stays spent (GE-CRT-37, R-76)."""
    named = law_of(deed.state, LawId(deed.named.one(Target.LAW)))
    if named is not None:
        yield LawStruck(law=named.id, month=deed.month, reason=deed.why)


def tax(deed: Deed) -> Iterator[GameEvent]:
    """Lift the named tax, if the proposal says so. A new tax needs no deed: it is due from next month on (GE-CRT-40, R-82)."""
    named = law_of(deed.state, LawId(deed.named.one(Target.LAW)))
    if deed.named.form == LIFT and named is not None and named.effects.tributes:
        yield LawStruck(law=named.id, month=deed.month, reason=deed.why)


def famine_aid(deed: Deed) -> Iterator[GameEvent]:
    """End famine for all Houses: strike every law about food, also one passed earlier this month (GE-CRT-50, R-92).

    Effects that a desk entered without a tablet end too.
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
def throne_reason() -> str:
    """Kept for old journals: hand-offs from before the console tracked hostages use this and the next one."""
    return say("the throne")


@as_reason("laws.hostages-free")
def hostages_free_reason(number: int, holder: Told, house: str, count: int) -> str:
    return say_count(
        "Law {number} fell: {holder} releases {count} hostage of {house}",
        "Law {number} fell: {holder} releases {count} hostages of {house}",
        count,
        number=number,
        holder=holder,
        house=house,
    )


BOARD: Final[dict[str, Carry]] = {"remove": remove, "tax": tax, "famine-aid": famine_aid}


# === buildings ==========================================================================================================

# Build and Destroy (GE-CRT-47, GE-CRT-61, R-90).


def build(deed: Deed) -> Iterator[GameEvent]:
    """Place a building for the named House. Where its places do not fit, War Control decides (GE-CRT-47, R-90)."""
    scenario, wanted = deed.state.scenario, deed.named.one(Target.BUILDING)
    kind = next((each for each in KINDS if wanted in (each, kind_name(scenario, each))), wanted)
    house = next(iter((*deed.named.houses, *filter(None, (deed.passed.house,)))), None)
    try:
        if house is None:
            raise Refused(say("Nobody is to own it."), rule="R-90")
        places = ordered_places(scenario, house, kind, places_in(scenario, deed.named.all(Target.PLACES)))
    except Refused as no:
        yield deed.owed(Desk.WAR, build_by_hand_reason(deed.law.number, deed.law.text, no.sentence), "R-90")
        return
    yield BuildingPlaced(building=next_building(deed.state, house, kind, places), reason=deed.why)


def destroy(deed: Deed) -> Iterator[GameEvent]:
    """Remove the named building with both markers; one that is gone already is passed over (GE-CRT-61, R-90, R-76)."""
    wanted = deed.named.one(Target.BUILDING)
    found = buildings_called(deed.state, wanted)
    if len(found) == 1:
        yield BuildingRemoved(id=found[0].id, reason=deed.why)
    elif found:
        yield deed.owed(Desk.WAR, which_building_reason(deed.law.number, wanted), "R-90")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.to-be-built")
def build_by_hand_reason(number: int, text: str, wrong: str) -> str:
    return say("Law {number}: put the building up by hand. {wrong} It says: {text}", number=number, wrong=wrong, text=text)


@as_reason("laws.which-falls")
def which_building_reason(number: int, building: str) -> str:
    return say("Law {number} destroys one {building}: find out which, and take it off", number=number, building=building)


BUILDINGS: Final[dict[str, Carry]] = {"build": build, "destroy": destroy}


# === execution ==========================================================================================================

# Execution: condemned players die in Return, in the order named (GE-CRT-55, R-95).


KIND: Final = "execution"


def players_to_execute(named: Answers) -> tuple[SeatId, ...]:
    """Players that the law names, each once, in its order."""
    return tuple(dict.fromkeys(SeatId(each) for each in (*named.all(Target.PLAYER), *named.all(Target.PLAYERS))))


def may_die(state: GameState, seat: SeatId) -> bool:
    """May this player be executed? Not the ruling Sovereign, the dead or the gone. Tested one by one at the act (R-95, R-76)."""
    return living_seat(state, seat) is not None and seat != state.throne.holder


def execution_of(state: GameState, seat: SeatId) -> PassedLaw | None:
    """Return the Execution that will kill this player's character in the next Return, as things stand; None if there is none."""
    if not may_die(state, seat):
        return None
    for passed in waiting_laws(state):
        named = answers_of(state, passed) if passed.kind == KIND else None
        if named is not None and seat in players_to_execute(named):
            return passed
    return None


def execution(deed: Deed) -> Iterator[GameEvent]:
    """Kill each in turn, with all consequences. The second's heir is decided after the first death (GE-CRT-55, R-95)."""
    for seat in players_to_execute(deed.named):
        if may_die(deed.state, seat):
            yield from put_to_death(deed.state, seat, why=deed.why, rule="R-95", at=deed.asked.at)


EXECUTION: Final[Mapping[str, Carry]] = {KIND: execution}


# === lasting effects ====================================================================================================

# Laws with a lasting effect on the map from the next month on; the War Room asks for it (GE-WAR-85).
# Each effect carries its law: refusals name the law, and the effect ends with the tablet.


LASTING_KINDS: Final[dict[str, EffectKind]] = {
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


def enter_effect(deed: Deed, kind: EffectKind) -> Iterator[GameEvent]:
    """Enter the effect of this law from the next month on. One made in the last month never acts (R-18).

    R-83 sets its end: when the law falls, after next month, or after the months paid for.
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
    yield EffectEntered(effect=effect, reason=passed_in_reason(deed.passed.month))


@as_reason("laws.passed-in")
def passed_in_reason(month: int) -> str:
    return say("passed in month {month}", month=month)


def _carry_for(kind: EffectKind) -> Carry:
    return lambda deed: enter_effect(deed, kind)


LASTING: Final[dict[str, Carry]] = {kind: _carry_for(effect) for kind, effect in LASTING_KINDS.items()}


# === deeds by hand ======================================================================================================

# Laws that a desk carries out by hand: each becomes a hand-off that says who, what and how many.


def do_nothing(deed: Deed) -> Iterator[GameEvent]:
    """Do nothing: the law's own room reacts to it, or reads it while it is on the board."""
    yield from ()


def leave_to_court_control(deed: Deed) -> Iterator[GameEvent]:
    """Leave a kind that only this scenario has to Court Control, who follows the tablet's text (GE-CRT-36)."""
    yield deed.owed(Desk.COURT, by_text_reason(deed.law.number, deed.law.text), "GE-CRT-36")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.to-death")
def executions_reason(number: int, players: tuple[str, ...]) -> str:
    """Kept for old journals: hand-offs from before the console carried out Executions."""
    return say("Law {number}, Execution: put to death {players}, in this order", number=number, players=listed(players))


@as_reason("laws.hostages-go")
def hostages_go_reason(number: int, form: int, house: str, other: str, count: int) -> str:
    """Kept for old journals: hand-offs from before the console tracked hostages."""
    if form == GIVE and other:
        return say_count(
            "Law {number}, Hostages: {house} gives {other} {count} hostage of its own people, with 1 Power and 1 Favor",
            "Law {number}, Hostages: {house} gives {other} {count} hostages of its own people, each with 1 Power and 1 Favor",
            count,
            number=number,
            house=house,
            other=other,
        )
    if form != RELEASE and other:
        return say_count(
            "Law {number}, Hostages: {house} hands {count} hostage that it holds over to {other}",
            "Law {number}, Hostages: {house} hands {count} hostages that it holds over to {other}",
            count,
            number=number,
            house=house,
            other=other,
        )
    return say_count(
        "Law {number}, Hostages: {house} releases {count} hostage that it holds",
        "Law {number}, Hostages: {house} releases {count} hostages that it holds",
        count,
        number=number,
        house=house,
    )


@as_reason("laws.halves")
def half_cost_reason(number: int, houses: tuple[str, ...], month: int) -> str:
    """Kept for old journals: hand-offs from before the console tracked the cost of schemes in play."""
    return say(
        "Law {number}, Recruitment: {houses} each pick one own scheme in month {month}; its cost is halved, rounded up",
        number=number,
        houses=listed(houses),
        month=month,
    )


@as_reason("laws.doubles")
def double_cost_reason(number: int, scheme: str, month: int) -> str:
    """Kept for old journals: hand-offs from before the console tracked the cost of schemes in play."""
    return say(
        "Law {number}, Crackdown: {scheme} costs twice as much from month {month} on, also where it is in play",
        number=number,
        scheme=scheme,
        month=month,
    )


@as_reason("laws.by-its-text")
def by_text_reason(number: int, text: str) -> str:
    return say("Law {number} is yours to carry out: {text}", number=number, text=text)


BY_HAND: Final[dict[str, Carry]] = {
    "recruitment": do_nothing,  # its Houses pick a scheme in the Underground's next Schemes step (GE-CRT-49, R-91)
    "crackdown": do_nothing,  # the cost of schemes is computed from the law itself (GE-CRT-51, R-91)
    "disband": do_nothing,  # the War Room carries it out (GE-CRT-56)
}
