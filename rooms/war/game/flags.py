"""Flags on castles: after Battle, set by War Control, and forfeited away from the map (R-103)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import later, say, say_as
from control.engine.modules import CommandHandler, EventHandler, Module
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, OrderFate, Report, to_desks
from rooms.realm.game.castle_forfeits import FlagForfeited
from rooms.realm.game.reports.words import news, withdraw_news
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import NewsKind
from rooms.war.game.battle_forces import flags_on, guard_in
from rooms.war.game.board import Board, Castle, board_of
from rooms.war.game.lookup import (
    WAR_DESK,
    board_invalidations,
    house_name,
    known_castle,
    known_house,
    region_name,
    result_invalidations,
)
from rooms.war.game.state import BATTLE, WarState, found, month_record, told, war_in_month, war_of, with_notes, with_war
from rooms.war.game.words.names import forces_listed
from rooms.war.game.words.orders import betrayal_words
from rooms.war.game.words.reports import CASTLE_WEIGHT, castles_changed, house_deed, named_in_hall, to_author, to_house
from rooms.war.rules.castles import FlagChange, flag_changes
from rooms.war.rules.coup import coup_now, lost_now
from rooms.war.rules.effects import effects_in
from rooms.war.rules.results import flagged

# === flags after Battle =================================================================================================

# Flags after Battle, and flags set by War Control.


# --- commands and events ------------------------------------------------------------------------------------------------


class AdjustFlag(Struct, frozen=True, kw_only=True):
    """Place a House's flag on a castle, or remove it."""

    region: RegionId
    house: HouseId
    on: bool
    reason: str


class FlagsChanged(Struct, frozen=True, kw_only=True):
    """Flags changed at the end of Battle. It closes the step even without changes."""

    month: int
    changes: tuple[FlagChange, ...]


class FlagAdjusted(Struct, frozen=True, kw_only=True):
    month: int
    region: RegionId
    house: HouseId
    on: bool
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_adjust_flag(state: GameState, command: AdjustFlag, asked: DecisionContext) -> tuple[FlagAdjusted, ...]:
    reason = require_reason(command.reason)
    house, castle = known_house(state, command.house), known_castle(state, command.region)
    if (command.house in castle.flags) == command.on:
        if command.on:
            raise Stale(say("{castle} bears the flag of {house} already.", castle=castle.name, house=house), rule="R-51")
        raise Stale(say("{castle} does not bear the flag of {house} already.", castle=castle.name, house=house), rule="R-51")
    if command.on and war_of(state).remnants.get(command.region):
        said = say("No flag is placed on {castle} while a remnant stands there; remove it first.", castle=castle.name)
        raise Refused(said, rule="R-53")
    return (FlagAdjusted(month=state.clock.month, region=command.region, house=command.house, on=command.on, reason=reason),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_flags_changed(state: GameState, happened: FlagsChanged) -> GameState:
    war, changes = found(state, happened.month, BATTLE), happened.changes
    miscounted = (f"flags:{each.region}" for each in changes if flags_on(war, each.region) != frozenset(each.before))
    after = flagged(war, changes)
    open_ends = (
        *_unfought_regions(after, effects_in(state).treaties),
        *_unsettled_castles(after),
        *_open_doubts(with_war(state, after)),
    )
    record = told(war.record, regions=(each.region for each in changes), step=BATTLE, doubts=(*miscounted, *open_ends))
    return with_war(state, replace(after, record=record))


def _unfought_regions(war: WarState, treaties: frozenset[RegionId]) -> tuple[str, ...]:
    """Regions without a recorded battle or peace where forces oppose each other now (GE-WAR-36, R-46)."""
    told = {battle.region for battle in war.record.battles} | {*war.record.peace} | treaties
    betrayers = {stance.house for stance in war.record.stances if stance.betrays}
    return tuple(
        f"uncounted:{region}"
        for region, there in sorted(war.units.items())
        if region not in told
        and (len(there) > 1 or war.remnants.get(region) or (guard_in(war, region)[0] and betrayers & there.keys()))
    )


def _unsettled_castles(war: WarState) -> tuple[str, ...]:
    """Castles whose flags differ from what Battle should leave (R-53)."""
    stances = {stance.house: frozenset(stance.ticks) for stance in war.record.stances}
    changes = flag_changes(war, stances)
    return tuple(f"flags:{change.region}" for change in changes)


def _open_doubts(state: GameState) -> tuple[str, ...]:
    """Doubts about a coup or a lost castle. The event that records it removes the doubt."""
    coup, lost = coup_now(state), lost_now(state)
    return (*((f"coup:{coup.region}",) if coup else ()), *((f"fallen:{lost.region}",) if lost else ()))


def evolve_flag_adjusted(state: GameState, happened: FlagAdjusted) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    castle = war.castles.get(happened.region, Castle(region=happened.region, name=str(happened.region)))
    one = frozenset({happened.house})
    flags = castle.flags | one if happened.on else castle.flags - one
    war = replace(war, castles={**war.castles, happened.region: replace(castle, flags=flags)})
    return with_war(state, with_notes(war, regions=(happened.region,)))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_flags_changed(happened: FlagsChanged, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell Houses which castles they gained and lost, and authors what their betray box did, now that all battles are over.

    In the debrief, Houses that keep sharing a castle get no deed (GE-WAR-45, GE-WAR-46).
    """
    board, record = board_of(before.scenario), month_record(war_of(after), happened.month)
    said = "; ".join(flag_words(board, change) for change in happened.changes)
    yield to_desks(say("Flags: {changes}.", changes=said) if said else say("Flags: none changes."))
    for sheet in record.sheets:
        words = betrayal_words(board, record, sheet, record.stance(sheet.house))
        if words:
            yield to_author(sheet.seat, words, act=say("Betray the Sovereign"))
    for change in happened.changes:
        yield from report_flags(after, change.region, change.placed, change.removed)
    for change in happened.changes:
        yield castle_news(after, change.region)
        region = board.region_name(change.region)
        for house in change.placed:
            yield house_deed("castle-taken", house, say("Took the castle in {region}.", region=region), weight=1, rule="R-53")
        for house in change.removed:
            yield house_deed("castle-lost", house, say("Lost the castle in {region}.", region=region), weight=1, rule="R-53")


def flag_words(board: Board, change: FlagChange) -> str:
    """What changes on one castle."""
    region = board.region_name(change.region)
    placed, removed = forces_listed(board, change.placed), forces_listed(board, change.removed)
    if placed and removed:
        return say("{placed} in {region}, no longer {removed}", region=region, placed=placed, removed=removed)
    if placed:
        return say("{placed} in {region}", region=region, placed=placed)
    return say("no longer {removed} in {region}", region=region, removed=removed)


def tell_flag_adjusted(happened: FlagAdjusted, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell everybody what was corrected. A mistake that is undone again is no news."""
    region, one, reason = happened.region, (happened.house,), happened.reason
    named = {"house": house_name(before, happened.house), "region": region_name(before, region)}
    what, up, down = say("Flag of {house} in {region}", **named), say_as("flag", "up"), say_as("flag", "down")
    if happened.on:
        yield to_desks(say("The flag of {house} is placed on {region}: {reason}.", reason=reason, **named))
        yield Correction(to="all", what=what, now=up, was=down)
        yield from report_flags(after, region, one, (), say("Set by Control."))
    else:
        yield to_desks(say("The flag of {house} is taken from {region}: {reason}.", reason=reason, **named))
        yield Correction(to="all", what=what, now=down, was=up)
        yield from report_flags(after, region, (), one, say("Set by Control."))
    yield castle_news(after, region)


def report_flags(
    state: GameState, region: RegionId, placed: tuple[HouseId, ...], removed: tuple[HouseId, ...], why: str = ""
) -> Iterator[Report]:
    """Tell each House whose flag came or went."""
    board = board_of(state.scenario)
    castle = next((each.name for each in war_of(state).castles.values() if each.region == region), str(region))
    for house in placed:
        words = say("{house} has its flag on {castle} now.", house=board.house_name(house), castle=castle)
        report = to_house(house, words, why=why, rule="R-53", changes=castles_changed(1))
        short = castle_short(board, castle, house, placed, removed)
        yield replace(report, short=short, fate=OrderFate.DONE, weight=CASTLE_WEIGHT)
    for house in removed:
        words = say("{house} has its flag on {castle} no longer.", house=board.house_name(house), castle=castle)
        report = to_house(house, words, why=why, rule="R-53", changes=castles_changed(-1))
        short = castle_short(board, castle, house, placed, removed)
        yield replace(report, short=short, fate=OrderFate.NOTHING, weight=CASTLE_WEIGHT)


def castle_short(board: Board, castle: str, house: HouseId, placed: Sequence[HouseId], removed: Sequence[HouseId]) -> str:
    """Change of a castle for a House whose flag was placed or removed."""
    if house in placed:
        if removed:
            return say("You took {castle} from {houses}.", castle=castle, houses=forces_listed(board, removed))
        return say("Your flag stands on {castle}.", castle=castle)
    if placed:
        return say("You lost {castle} to {houses}.", castle=castle, houses=forces_listed(board, placed))
    return say("You lost {castle}.", castle=castle)


def castle_news(state: GameState, region: RegionId) -> Report:
    """Change of a castle's flags since the month's first step, whatever happened in between."""
    war, about = war_of(state), f"castle:{region}"
    now = flags_on(war, region)
    was = frozenset(war.record.began.flags.get(region, ())) if war.record.began is not None else now
    placed, removed = named_in_hall(state, now - was), named_in_hall(state, was - now)
    named = {"region": region_name(state, region)}
    if placed and removed:
        return news(state, NewsKind.CASTLE_TAKEN, about, houses=placed, others=removed, **named)
    if placed:
        return news(state, NewsKind.CASTLE_CLAIMED, about, houses=placed, **named)
    return news(state, NewsKind.CASTLE_LOST, about, others=removed, **named) if removed else withdraw_news(about)


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustFlag: CommandHandler(
        decide=decide_adjust_flag,
        desks=WAR_DESK,
        label=lambda c, s: say("Flag in {region}", region=region_name(s, c.region)),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    FlagsChanged: EventHandler(evolve=evolve_flags_changed, tell=tell_flags_changed, invalidations=result_invalidations),
    FlagAdjusted: EventHandler(evolve=evolve_flag_adjusted, tell=tell_flag_adjusted, invalidations=board_invalidations),
}


# === forfeited flags ====================================================================================================

# Flags forfeited away from the map: the winner's flag replaces the loser's


class FlagReplaced(Struct, frozen=True, kw_only=True):
    """The flag of one House on a castle was replaced by another's."""

    month: int
    region: RegionId
    house: HouseId
    by: HouseId
    why: Told


def replace_flag(state: GameState, happened: FlagForfeited, asked: DecisionContext) -> tuple[FlagReplaced, ...]:
    """Replace a forfeited flag, if it is still there."""
    castle = war_of(state).castles.get(happened.region)
    if castle is None or happened.house not in castle.flags:
        return ()
    return (FlagReplaced(month=happened.month, region=happened.region, house=happened.house, by=happened.to, why=happened.why),)


def evolve_replaced(state: GameState, happened: FlagReplaced) -> GameState:
    """Replace the flag. If it is no longer there, only note a doubt."""
    war = war_in_month(war_of(state), happened.month)
    castle = war.castles.get(happened.region)
    if castle is None or happened.house not in castle.flags:
        return with_war(state, with_notes(war, doubt=f"flags:{happened.region}"))
    flags = castle.flags - {happened.house} | {happened.by}
    war = replace(war, castles={**war.castles, happened.region: replace(castle, flags=flags)})
    return with_war(state, with_notes(war, regions=(happened.region,)))


def tell_replaced(happened: FlagReplaced, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "On {region} the flag of {other} takes the place of that of {house}: {why}.",
        region=region_name(before, happened.region),
        other=house_name(before, happened.by),
        house=house_name(before, happened.house),
        why=happened.why,
    )
    yield to_desks(words)
    yield from report_flags(after, happened.region, (happened.by,), (happened.house,))


FORFEITS_AT_WAR = Module(
    name="war-forfeits",
    title=later("Castles that change hands"),
    events={FlagReplaced: EventHandler(evolve=evolve_replaced, tell=tell_replaced, invalidations=board_invalidations)},
    reactions={FlagForfeited: replace_flag},
)
