"""What is in force as the desks see it: the Law Board with what each tablet does, effects by month, buildings by owner.

Laws are public. Of effects and of a building's guests a viewer sees what `rooms.realm.game.standing` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.day.timetable import last_month
from control.engine.language import say, say_count
from control.engine.viewer import Viewer
from rooms.realm.game.awaited import falls_words
from rooms.realm.game.buildings.kinds import BUILDING_DESKS
from rooms.realm.game.court import region_name
from rooms.realm.game.deeds.taxes import FAVOR, POWER
from rooms.realm.game.effects import asked as effects
from rooms.realm.game.effects.asked import EFFECT_DESKS
from rooms.realm.game.fates import Fate
from rooms.realm.game.guard import errands, foreseen, is_military
from rooms.realm.game.laws import LAW_DESKS, by_number
from rooms.realm.game.names import HouseName, house_names, names_of
from rooms.realm.game.passed import passed_law
from rooms.realm.game.standing import BuildingView, EffectView, effect_view, view_standing
from rooms.realm.game.state import Effect, GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import LawId
from rooms.realm.scenario.schema import LawEffects

SHOWN_OVER = 12  # effects that are over, newest first


# --- effects ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthCell:
    """One month of the strip beside an effect."""

    month: int
    acts: bool
    now: bool
    past: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectRow:
    """One effect with the months it acts in."""

    view: EffectView
    strip: tuple[MonthCell, ...]
    secret: bool
    may_end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectGroup:
    """Effects that act now, later, or no more."""

    id: str
    title: str
    empty: str
    rows: tuple[EffectRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectsView:
    """What is in force, was and will be; who starves and who is fed this month, each once however many laws say so."""

    month: int
    groups: tuple[EffectGroup, ...]
    over: tuple[EffectRow, ...]
    starving: tuple[HouseName, ...]
    fed: tuple[HouseName, ...]
    may_enter: bool


def effects_view(state: GameState, viewer: Viewer) -> EffectsView:
    """Every effect by when it acts, as far as this viewer may know of it.

    Who starves and who is fed is told to the control team alone: a Famine that a scheme left in secret would show in it.
    """
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    house = seat.house if seat else None
    may_enter = any(viewer.sees_desk(desk) for desk in EFFECT_DESKS)
    rows = tuple(
        _effect_row(state, effect, may_enter=may_enter) for effect in state.effects if effects.shown_to(effect, viewer, house)
    )
    now = tuple(row for row in rows if row.view.now)
    ahead = tuple(row for row in rows if row.view.ahead)
    over = tuple(row for row in reversed(rows) if not row.view.now and not row.view.ahead)
    return EffectsView(
        month=state.clock.month,
        groups=(
            EffectGroup(id="now", title=say("This month"), empty=say("Nothing beside what the laws do by themselves."), rows=now),
            EffectGroup(id="ahead", title=say("From a later month on"), empty=say("Nothing is waiting."), rows=ahead),
        ),
        over=over[:SHOWN_OVER],
        starving=names_of(state, effects.in_famine(state)) if viewer.staff else (),
        fed=names_of(state, effects.fed(state)) if viewer.staff else (),
        may_enter=may_enter,
    )


def _effect_row(state: GameState, effect: Effect, *, may_enter: bool) -> EffectRow:
    month, shown = state.clock.month, effect_view(state, effect)
    return EffectRow(
        view=shown,
        strip=tuple(
            MonthCell(month=each, acts=effect.acts_in(each), now=each == month, past=each < month)
            for each in range(1, last_month(state) + 1)
        ),
        secret=not effects.public(effect),
        may_end=(shown.now or shown.ahead) and may_enter,
    )


# --- laws ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LawRow:
    """A tablet with everything that falls with it."""

    id: LawId
    number: int
    title: str
    text: str
    since: int
    does: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawsView:
    """The Law Board and what was struck from it."""

    laws: tuple[LawRow, ...]
    struck: tuple[LawRow, ...]
    may_change: bool


def laws_view(state: GameState, viewer: Viewer) -> LawsView:
    """The tablets that hang, newest first, for those are asked for most; below them those that fell."""
    return LawsView(
        laws=tuple(law_row(state, law) for law in reversed(by_number(state.laws))),
        struck=tuple(law_row(state, law) for law in reversed(state.struck_laws)),
        may_change=any(viewer.sees_desk(desk) for desk in LAW_DESKS),
    )


def law_row(state: GameState, law: PostedLaw) -> LawRow:
    """One tablet: what it does by itself, and the effects that were entered for it and still act; all of that is public."""
    month = state.clock.month
    entered = (each for each in state.effects if each.law == law.id and not effects.is_over(each, month))
    does = (
        *tablet_does(state, law.effects),
        *paid_words(state, law),
        *_waits(state, law),
        *filter(None, (falls_words(state, law),)),
        *(f"{effects.effect_words(state, each)} ({effects.months_words(each)})" for each in entered if effects.public(each)),
    )
    return LawRow(id=law.id, number=law.number, title=law.title, text=law.text, since=law.since, does=does)


def paid_words(state: GameState, law: PostedLaw) -> Iterator[str]:
    """What each House paid by this law when taxes fell due last (R-08, R-101)."""
    for tax in state.taxes:
        if tax.law == law.id:
            debtor = house_name(state, tax.debtor)
            if tax.paid == FAVOR:
                yield say("{debtor} paid 1 Favor in month {month}.", debtor=debtor, month=tax.month)
            elif tax.paid == POWER:
                yield say("{debtor} paid 1 Power in month {month}.", debtor=debtor, month=tax.month)
            else:
                yield say("{debtor} had nothing to pay in month {month}.", debtor=debtor, month=tax.month)


def _waits(state: GameState, law: PostedLaw) -> Iterator[str]:
    """When a law that passed acts, and which Immortal goes for it: named as soon as it passes, with a warning (R-19, R-98)."""
    passed = passed_law(state, law.id)
    if passed is None or passed.fate is not Fate.WAITS:
        return
    month = max(passed.month, state.clock.month)
    if law.effects.tributes:  # a tax falls due from the month after its passing
        yield say(
            "Acts in the Return of month {month}, and is collected from that of month {first} on.", month=month, first=month + 1
        )
    else:
        yield say("Acts in the Return of month {month}.", month=month)
    turn = next((each for each in foreseen(state) if each.law == law.id), None)
    if turn is None:  # another law strikes it before: that is said of what hangs in any case
        return
    if turn.gone:
        yield say("What it is about is gone, so no Immortal goes for it.")
    ways = errands(state, passed) if is_military(state, passed) else ()
    for immortal, region in zip(turn.immortals, ways, strict=False):
        yield say("Immortal {number} goes to {region} then.", number=immortal, region=region_name(state, region))
    if turn.lapses:
        yield say("No Immortal is free for it: it will lapse, its cost stays spent.")


def law_found(state: GameState, law: str) -> LawRow | None:
    """A tablet that hangs or fell; None where there is none of that id."""
    found = next((each for each in (*state.laws, *state.struck_laws) if each.id == law), None)
    return None if found is None else law_row(state, found)


def tablet_does(state: GameState, done: LawEffects) -> Iterator[str]:
    """What the tablet itself does; that hostages may be killed is said, for it changes nothing else (GE-CRT-80, R-100)."""
    for food in done.food:
        yield say(
            "{giver} sends food to {receiver}.", giver=house_name(state, food.giver), receiver=house_name(state, food.receiver)
        )
    for tribute in done.tributes:
        yield say(
            "{debtor} owes {creditor} 1 Power or Favor each month.",
            debtor=house_name(state, tribute.debtor),
            creditor=house_name(state, tribute.creditor),
        )
    held = sum(hold.count for hold in done.hostages)
    if held:
        yield say_count("{count} hostage held.", "{count} hostages held.", held)
        yield say("Whoever holds them may kill them at any time, without consequence.")
    if done.bars_trade:
        yield say("Houses may not trade Power or Favors.")


# --- buildings ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseBuildings:
    """The buildings of one House."""

    owner: HouseName
    buildings: tuple[BuildingView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingsView:
    """All buildings by owner."""

    houses: tuple[HouseBuildings, ...]
    may_change: bool


def buildings_view(state: GameState, viewer: Viewer) -> BuildingsView:
    """All buildings, by the Houses' order; who may use them as far as this viewer may know."""
    shown = view_standing(state, viewer).buildings
    by_house = {house: tuple(each for each in shown if each.house == house.id) for house in house_names(state)}
    return BuildingsView(
        houses=tuple(HouseBuildings(owner=house, buildings=own) for house, own in by_house.items() if own),
        may_change=any(viewer.sees_desk(desk) for desk in BUILDING_DESKS),
    )
