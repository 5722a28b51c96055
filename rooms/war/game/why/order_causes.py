"""Causes of orders that did less than they say, with their rules, and the case put to the engine."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from control.engine.language import listed, say, say_count
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board
from rooms.war.game.records.battles import IMMORTALS, REMNANTS, Battle
from rooms.war.game.records.orders import OrderKind, Outcome, Why
from rooms.war.game.state import WarState, war_of
from rooms.war.game.why import engine
from rooms.war.game.why.changes import Change, apply_change
from rooms.war.game.why.knowledge import Reader
from rooms.war.game.words.names import capitalized, seat_words, some_immortals, some_remnants
from rooms.war.game.words.orders import outcome_words, rule_of
from rooms.war.rules.orders_by_rank import speaker_of

# === case ===============================================================================================================

# An order that fell short, and the world that the engine runs.


def fell_short(outcome: Outcome) -> bool:
    """Whether an order did less than it says."""
    return outcome.done < outcome.due or outcome.stopped_at is not None


def started_in(outcome: Outcome) -> RegionId:
    """The region where an order starts. A Recruit starts at its target."""
    return outcome.order.origin or outcome.order.target


class Case(Struct, frozen=True, kw_only=True):
    """An order that fell short, and the world that the engine runs.

    `others`: worlds that may equally be true; `may_ask`: False if too much is hidden; `may_add`: extra units in its starting region
    would go to this order; `all_counted`: the contents of all earlier orders of the House are known.
    """

    told: Reader
    outcome: Outcome
    world: GameState
    others: tuple[GameState, ...] = ()
    may_ask: bool = True
    may_add: bool = True
    all_counted: bool = True

    @property
    def war(self) -> WarState:
        return war_of(self.world)

    @property
    def board(self) -> Board:
        return self.told.board

    @property
    def origin(self) -> RegionId:
        return self.outcome.order.origin or self.outcome.order.target

    def again(self, change: Change | None) -> Outcome | None:
        """Outcome of the order after a change."""
        return self._in(self.world, change)

    def _in(self, world: GameState, change: Change | None) -> Outcome | None:
        if change is not None:
            world = apply_change(world, change)
        kind = OrderKind.MOVE if self.outcome.order.kind is OrderKind.MOVE else OrderKind.RECRUIT
        return engine.outcomes(world, self.outcome.house, kind).get((self.outcome.seat, self.outcome.line))

    def is_so(self) -> bool:
        """Whether the engine reproduces the real outcome in this world. Otherwise changes are not tried."""
        return self._so_in(self.world)

    def _so_in(self, world: GameState) -> bool:
        base, then = self._in(world, None), self.outcome
        if base is None or (base.done, base.stopped_at) != (then.done, then.stopped_at):
            return False
        # The reason for a Recruit's failure shows whether the House had a unit again before it.
        return then.order.kind is OrderKind.MOVE or base.why == then.why

    def works(self, change: Change) -> bool:
        """Whether the whole order, and more than before, would be done in every possible world."""
        return all(self._works_in(world, change) for world in (self.world, *filter(self._so_in, self.others)))

    def _works_in(self, world: GameState, change: Change) -> bool:
        after = self._in(world, change)
        if after is None or after.stopped_at is not None or after.done < after.due:
            return False
        return after.done > self.outcome.done or self.outcome.stopped_at is not None


# === causes =============================================================================================================

# Causes that kept an order from doing all it says, with their rules.


def cause_of(case: Case, earlier: tuple[Outcome, ...]) -> tuple[str, tuple[str, ...]]:
    told, outcome = case.told, case.outcome
    house, target, origin = told.name(outcome.house), told.region(outcome.order.target), told.region(case.origin)
    if outcome.stopped_at is not None and outcome.why is None:
        return _stopped(case)
    match outcome.why:
        case Why.NONE_THERE:
            return say("{region} held no unit of {house} when Move began.", region=origin, house=house), ("GE-WAR-10", "R-41")
        case Why.TOO_FEW:
            said = say_count(
                "{region} held {count} unit of {house} when Move began, and the order says {due}.",
                "{region} held {count} units of {house} when Move began, and the order says {due}.",
                outcome.stood,
                region=origin,
                house=house,
                due=outcome.due,
            )
            return said, ("R-41",)
        case Why.MOVED_ALREADY:
            return _moved_already(case, earlier)
        case Why.NOT_ADJACENT:
            said = say("{target} does not border on {origin}, and no road or tunnel joins them.", target=target, origin=origin)
            return said, ("GE-WAR-09",)
        case Why.CLOSED:
            because = told.because(told.closing(outcome.house, outcome.order.target))
            said = say("{region} was closed to {house}{because}.", region=target, house=house, because=because)
            return said, ("GE-WAR-82", "R-69")
        case Why.HELD:
            because = told.because(told.holding(case.origin))
            return say("No unit could leave {region} this month{because}.", region=origin, because=because), ("GE-FAV-03",)
        case Why.WAY_CLOSED:
            because = told.because(told.closing(outcome.house))
            said = say(
                "Every road to {target} leads through a region closed to {house}{because}.",
                target=target,
                house=house,
                because=because,
            )
            return said, ("R-63", "R-69")
        case Why.NOT_ALLOWED:
            said = say(
                "What leads from {origin} to {target} belongs to {owner}, which had not let {house} use it.",
                origin=origin,
                target=target,
                owner=told.name(outcome.owner) if outcome.owner else say("another House"),
                house=house,
            )
            return said, ("GE-WAR-74", "R-65")
        case Why.NO_UNIT:
            return _no_unit(case)
        case Why.NOT_EMPTY:
            said = say(
                "{house} had no unit left on the map, and in {region} stood {others}.",
                house=house,
                region=target,
                others=_who_stands(case),
            )
            return said, ("GE-WAR-68", "R-60")
        case Why.NO_STOCK:
            return _no_stock(case, earlier)
        case Why.NOT_FED:
            return say("No law sends food to {house}, so it has no extra Recruit.", house=house), ("GE-WAR-81",)
        case Why.LOWER_RANK:
            return _lower_rank(case), ("R-67",)
        case _:
            return f"{capitalized(outcome_words(told.board, outcome))}.", (rule_of(outcome),)


def _moved_already(case: Case, earlier: tuple[Outcome, ...]) -> tuple[str, tuple[str, ...]]:
    told, outcome = case.told, case.outcome
    taken = [each for each in earlier if started_in(each) == case.origin and each.done]
    known_done = sum(each.done for each in taken)
    said = [say("{line} had moved {units}", line=told.line(each.seat, each.line), units=each.done) for each in taken]
    if rest := outcome.stood - outcome.free - known_done:
        said.append(say("others of the House had moved {units}", units=rest))
    own_only = not rest and all(each.seat == outcome.seat for each in taken)
    rules = ("GE-WAR-12", "R-41") if own_only else ("GE-WAR-21", "R-41")
    cause = say_count(
        "Of the {count} unit in {region}, {moved}.",
        "Of the {count} units in {region}, {moved}.",
        outcome.stood,
        region=told.region(case.origin),
        moved=listed(said),
    )
    return cause, rules


def _stopped(case: Case) -> tuple[str, tuple[str, ...]]:
    told, outcome = case.told, case.outcome
    at = told.region(outcome.stopped_at or outcome.order.target)
    said = []
    for force in outcome.stopped_by:
        if force == IMMORTALS:
            said.append(say("the Immortals stood there, and {house} betrays the Sovereign", house=told.name(outcome.house)))
        elif force == REMNANTS:
            said.append(say("a remnant stood there, which is nobody's ally"))
        else:
            missing = _missing_ticks(case, force)
            said.append(say("{house} stood there and is no mutual ally{missing}", house=told.name(force), missing=missing))
    return say("The road led through {region}: {who}.", region=at, who=listed(said)), ("GE-WAR-77", "R-63")


def _missing_ticks(case: Case, force: HouseId) -> str:
    """The missing ticks of the two, with their sources. For War Control only."""
    told, own = case.told, case.outcome.house
    if not told.full:
        return ""
    missing = [(one, other) for one, other in ((own, force), (force, own)) if other not in told.record.stance(one).ticks]
    said = (
        say(
            "{house} does not tick {other}: {source}",
            house=told.name(one),
            other=told.name(other),
            source=told.stance_source(told.record.stance(one), other),
        )
        for one, other in missing
    )
    return f" ({'; '.join(said)})"


def _further(away: Sequence[Outcome], known: Sequence[Outcome]) -> tuple[str, ...]:
    """A note that orders of other members also moved units away. Their lines stay secret."""
    return (say("other orders of the House"),) if len(away) > len(known) else ()


def _no_unit(case: Case) -> tuple[str, tuple[str, ...]]:
    """Why no own unit was there for a Recruit: what happened to units that were (GE-WAR-14, GE-WAR-17)."""
    told, house, region = case.told, case.outcome.house, case.outcome.order.target
    name, place = told.name(house), told.region(region)
    battle = next((each for each in told.record.battles if each.region == region and _lost(each, house)), None)
    rules = ("GE-WAR-16", "GE-WAR-18")
    if battle is not None:
        top = battle.rounds[-1].side or battle.rounds[-1].top
        winners = told.names(each for each in top if each != house)
        said = say(
            "{region} held no unit of {house} any more: its units fell in the battle there against {winners}.",
            region=place,
            house=name,
            winners=winners,
        )
        return said, rules
    away = [each for each in told.record.outcomes if each.house == house and _leaves(each, region)]
    known_away = [each for each in away if told.full or each.seat == told.seat]
    if known_away:
        lines = listed([*(told.line(each.seat, each.line) for each in known_away), *_further(away, known_away)])
        said = say_count(
            "{region} held no unit of {house} any more: {lines} had moved them away.",
            "{region} held no unit of {house} any more: {lines} had moved them away.",
            len(away),
            region=place,
            house=name,
            lines=lines,
        )
        return said, rules
    if away:
        said = say("{region} held no unit of {house} any more: the House had moved them away.", region=place, house=name)
        return said, rules
    late = [each for each in told.record.outcomes if each.house == house and fell_short(each) and each.order.target == region]
    late = [each for each in late if each.order.kind is OrderKind.MOVE and (told.full or each.seat == told.seat)]
    if late:
        lines = listed(told.line(each.seat, each.line) for each in late)
        said = say_count(
            "No unit of {house} stood in {region}: {lines} brought nobody there.",
            "No unit of {house} stood in {region}: {lines} brought nobody there.",
            len(late),
            house=name,
            region=place,
            lines=lines,
        )
        return said, rules
    return say("No unit of {house} stood in {region}.", house=name, region=place), rules


def _leaves(outcome: Outcome, region: RegionId) -> bool:
    return outcome.order.kind is OrderKind.MOVE and outcome.done > 0 and started_in(outcome) == region


def _lost(battle: Battle, house: HouseId) -> bool:
    return any(loss.house == house for count in battle.rounds for loss in count.losses)


def _who_stands(case: Case) -> str:
    region = case.outcome.order.target
    there = [case.told.name(house) for house in case.board.sorted_houses(set(case.war.units.get(region, {})))]
    if remnants := case.war.remnants.get(region, 0):
        there.append(some_remnants(remnants))
    if guard := len(case.war.immortals_in(region)):
        there.append(some_immortals(guard))
    return listed(there) or say("somebody")


def _no_stock(case: Case, earlier: tuple[Outcome, ...]) -> tuple[str, tuple[str, ...]]:
    told, outcome = case.told, case.outcome
    pieces = told.state.scenario.settings.units_per_house
    took = [each for each in earlier if each.done]
    house = told.name(outcome.house)
    if outcome.free:
        said = say("The stockpile of {house} held only {free}", house=house, free=outcome.free)
    else:
        said = say("The stockpile of {house} was empty", house=house)
    if took:
        lines = listed(say("{line} had taken {units}", line=told.line(each.seat, each.line), units=each.done) for each in took)
        return f"{said}: {lines}.", ("GE-WAR-15", "R-41")
    return say("{said}: a House has {pieces} pieces in all.", said=said, pieces=pieces), ("GE-WAR-15", "R-42")


def _lower_rank(case: Case) -> str:
    told, house = case.told, case.outcome.house
    if not told.full:
        return say(
            "The extra Recruit of {house} stands on the sheet of its highest rank who sent one, and that was not yours.",
            house=told.name(house),
        )
    first = speaker_of(house, told.record.sheets)
    return say(
        "The extra Recruit of {house} stands on the sheet of its highest rank who sent one: {player}.",
        house=told.name(house),
        player=seat_words(told.state, first.seat) if first else say("somebody else"),
    )
