"""Why an order did less than it says, and the smallest change by which all of it would have been done.

Rules: GE-WAR-13, GE-WAR-19, GE-WAR-20.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from control.engine.ids import StepId
from control.engine.language import listed, say, say_count
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board
from rooms.war.game.records.battles import IMMORTALS, REMNANTS, Battle
from rooms.war.game.records.orders import GuardMove, Order, OrderKind, Outcome, Why
from rooms.war.game.state import MOVE, RECRUIT, WarState, war_of
from rooms.war.game.why import engine, known
from rooms.war.game.why.shape import (
    Change,
    Fed,
    Kind,
    Lapsed,
    Leave,
    Loyal,
    MoreUnits,
    Otherwise,
    Ticked,
    Uncommanded,
    Unwritten,
    WhyNot,
    applied,
    first_that,
)
from rooms.war.game.why.told import Told
from rooms.war.game.words.names import capitalized, seat_words, some_immortals, some_remnants
from rooms.war.game.words.orders import guard_line_name, guard_order_words, line_name, order_words, outcome_words, rule_of
from rooms.war.rules.effects import effects_in
from rooms.war.rules.orders import ranked_orders, speaker_of

MOST_UNITS = 12  # so many more units are tried; somebody who lacks more did not fail by a little


def fell_short(outcome: Outcome) -> bool:
    """Did an order do less than it says?"""
    return outcome.done < outcome.due or outcome.stopped_at is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An order that fell short, and the world that the engine is asked about, unless too much of it is hidden: `may_ask`.

    `may_add`: would more units where it starts be there for it? `all_counted`: is it known of all the House's units what they did?
    """

    told: Told
    outcome: Outcome
    world: GameState
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
        """What the order would do with a change made."""
        world = self.world if change is None else applied(self.world, change)
        kind = OrderKind.MOVE if self.outcome.order.kind is OrderKind.MOVE else OrderKind.RECRUIT
        return engine.outcomes(world, self.outcome.house, kind).get((self.outcome.seat, self.outcome.line))

    def is_so(self) -> bool:
        """Does the engine say of this world what has happened? Only then is it worth asking on."""
        base = self.again(None)
        return base is not None and (base.done, base.stopped_at) == (self.outcome.done, self.outcome.stopped_at)

    def works(self, change: Change) -> bool:
        """Would all of the order be done, and more than was?"""
        after = self.again(change)
        if after is None or after.stopped_at is not None or after.done < after.due:
            return False
        return after.done > self.outcome.done or self.outcome.stopped_at is not None


def why_order(case: Case, earlier: Iterable[Outcome]) -> WhyNot:
    """Why an order fell short. `earlier` are those of its House that were taken before it, as far as who is told may know them."""
    told, outcome = case.told, case.outcome
    cause, rules = _cause(case, tuple(earlier))
    change = first_that(_changes(case, tuple(earlier)), case.works) if case.may_ask and case.is_so() else None
    after = case.again(change) if change is not None else None
    heading = order_words(told.board, outcome.order)
    return WhyNot(
        kind=Kind.ORDER,
        house=outcome.house,
        region=outcome.stopped_at or outcome.order.target,
        heading=heading,
        cause=cause,
        rules=rules,
        seat=outcome.seat,
        line=outcome.line,
        name=line_name(outcome.line),
        change=change if after is not None else None,
        instead=_instead(case, change, after) if change is not None and after is not None else "",
    )


# --- causes ---------------------------------------------------------------------------------------------------------------


def _cause(case: Case, earlier: tuple[Outcome, ...]) -> tuple[str, tuple[str, ...]]:
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
    taken = [each for each in earlier if _origin(each) == case.origin and each.done]
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
    """Which of the two ticks is missing, and whence; for War Control."""
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


def _no_unit(case: Case) -> tuple[str, tuple[str, ...]]:
    """No unit stood where one was to be recruited: what became of those that had stood there (GE-WAR-14, GE-WAR-17)."""
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
        lines = listed(told.line(each.seat, each.line) for each in known_away)
        said = say_count(
            "{region} held no unit of {house} any more: {lines} had moved them away.",
            "{region} held no unit of {house} any more: {lines} had moved them away.",
            len(known_away),
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
    return outcome.order.kind is OrderKind.MOVE and outcome.done > 0 and _origin(outcome) == region


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


# --- changes --------------------------------------------------------------------------------------------------------------


def _changes(case: Case, earlier: tuple[Outcome, ...]) -> Iterator[Change]:
    """What might have helped, the smallest first: another line of the own sheet, another order, units, then what others hold."""
    outcome = case.outcome
    match outcome.why:
        case Why.NONE_THERE | Why.TOO_FEW:
            yield from _smaller(case)
            yield from _more_units(case)
            yield from _from_elsewhere(case)
        case Why.MOVED_ALREADY:
            yield from _smaller(case)
            yield from (Unwritten(seat=each.seat, line=each.line) for each in _takers(case, earlier))
            yield from _more_units(case)
            yield from _from_elsewhere(case)
        case Why.NOT_ADJACENT:
            yield from _on_the_way(case)
        case Why.CLOSED | Why.WAY_CLOSED:
            yield from (Lapsed(effect=each.id) for each in case.told.closing(outcome.house))
            if outcome.order.kind is not OrderKind.MOVE:
                yield from _other_places(case)
        case Why.NOT_ALLOWED if outcome.owner is not None:
            yield Leave(owner=outcome.owner, house=outcome.house)
        case Why.NO_UNIT | Why.NOT_EMPTY:
            yield from _other_places(case)
        case Why.NO_STOCK:
            yield from (Unwritten(seat=each.seat, line=each.line) for each in reversed(earlier) if each.done)
        case Why.NOT_FED:
            yield Fed(house=outcome.house)
        case None:
            yield from _let_through(case)
        case _:
            return


def _origin(outcome: Outcome) -> RegionId:
    return outcome.order.origin or outcome.order.target


def _takers(case: Case, earlier: tuple[Outcome, ...]) -> Iterable[Outcome]:
    """Orders that had taken units from the same region: the own ones first, then the smallest that is enough (GE-WAR-11)."""
    taken = [each for each in earlier if each.done and _origin(each) == case.origin]
    return sorted(taken, key=lambda each: (each.seat != case.outcome.seat, each.done))


def _smaller(case: Case) -> Iterator[Change]:
    """The same Move of as many units as were free, where a Move of too many is wasted whole (R-41)."""
    outcome = case.outcome
    if outcome.free and not outcome.done:
        yield _written(outcome, replace(outcome.order, units=outcome.free))


def _more_units(case: Case) -> Iterator[Change]:
    if not case.may_add:
        return
    house, missing = case.outcome.house, case.outcome.due - case.outcome.done
    there = case.war.count(case.origin, house)
    most = min(MOST_UNITS, case.war.stock.get(house, 0) + case.war.on_map(house) - there)
    yield from (MoreUnits(region=case.origin, house=house, units=units) for units in range(missing, most + 1))


def _from_elsewhere(case: Case) -> Iterator[Change]:
    """The same Move from another neighbour of its target where the House has as many."""
    order, house = case.outcome.order, case.outcome.house
    if not case.all_counted:
        return
    near = sorted(case.board.neighbours[order.target], key=case.told.region)
    for region in near:
        if region != case.origin and case.war.count(region, house) >= order.units:
            yield _written(case.outcome, replace(order, origin=region))


def _on_the_way(case: Case) -> Iterator[Change]:
    """A Move to the first region on the shortest way there that is open."""
    outcome, board = case.outcome, case.board
    effects = effects_in(case.world)
    found = _steps_to(board, case.origin, outcome.order.target, lambda region: not effects.bars(outcome.house, region))
    if found is not None:
        yield _written(outcome, replace(outcome.order, target=found))


def _steps_to(board: Board, origin: RegionId, target: RegionId, is_open: Callable[[RegionId], bool]) -> RegionId | None:
    """The first step of the shortest way between two regions through open ones."""
    came: dict[RegionId, RegionId] = {origin: origin}
    queue = deque([origin])
    while queue:
        at = queue.popleft()
        if at == target and at != origin:
            while came[at] != origin:
                at = came[at]
            return at
        for after in sorted(board.neighbours.get(at, ()), key=lambda region: (board.region_name(region), region)):
            if after not in came and (is_open(after)):
                came[after] = at
                queue.append(after)
    return None


def _other_places(case: Case) -> Iterator[Change]:
    """The same Recruit where it is possible, the nearest first: where own units stand, or where it is empty."""
    outcome, war = case.outcome, case.war
    eliminated = war.on_map(outcome.house) <= 0
    for region in _by_distance(case.board, outcome.order.target):
        if war.is_empty(region) if eliminated else war.count(region, outcome.house) > 0:
            yield _written(outcome, replace(outcome.order, target=region))


def _by_distance(board: Board, start: RegionId) -> Iterator[RegionId]:
    seen, queue = {start}, deque([start])
    while queue:
        at = queue.popleft()
        if at != start:
            yield at
        for after in sorted(board.neighbours.get(at, ()), key=lambda region: (board.region_name(region), region)):
            if after not in seen:
                seen.add(after)
                queue.append(after)


def _let_through(case: Case) -> Iterator[Change]:
    """Loyalty to the Sovereign, the own tick, then the tick of who stopped it."""
    outcome = case.outcome
    if IMMORTALS in outcome.stopped_by:
        yield Loyal(house=outcome.house)
    houses = [each for each in outcome.stopped_by if each not in (IMMORTALS, REMNANTS)]
    yield from (Ticked(house=outcome.house, other=each, on=True) for each in houses)
    yield from (Ticked(house=each, other=outcome.house, on=True) for each in houses)


def _written(outcome: Outcome, order: Order) -> Otherwise:
    return Otherwise(seat=outcome.seat, line=outcome.line, order=order)


# --- in words -------------------------------------------------------------------------------------------------------------


def _instead(case: Case, change: Change, after: Outcome) -> str:
    told, house = case.told, case.told.name(case.outcome.house)
    would = _would(case, after)
    match change:
        case MoreUnits():
            return say("With {units} more there {would}.", units=change.units, would=would)
        case Otherwise():
            return say("“{order}” would have been carried out.", order=order_words(told.board, change.order))
        case Unwritten():
            return say("Without {line} {would}.", line=told.line(change.seat, change.line), would=would)
        case Lapsed():
            return say("Without {source} {would}.", source=_effect_words(told, change), would=would)
        case Leave():
            return say("With leave of {house} {would}.", house=told.name(change.owner), would=would)
        case Fed():
            return say("If a law sent food to {house}, {would}.", house=house, would=would)
        case Loyal():
            return say("Had {house} not betrayed the Sovereign, {would}.", house=house, would=_would_reach(case, after))
        case Ticked():
            one, other = told.name(change.house), told.name(change.other)
            return say("Had {house} ticked {other}, {would}.", house=one, other=other, would=_would_reach(case, after))
        case _:
            return ""


def _would(case: Case, after: Outcome) -> str:
    """What the order would have done; the second half of a sentence, without a full stop."""
    if case.outcome.order.kind is not OrderKind.MOVE:
        return say_count("it would have brought {count} unit", "it would have brought {count} units", after.done)
    return say_count("it would have moved", "all {count} would have moved", after.done)


def _would_reach(case: Case, after: Outcome) -> str:
    """The same of a Move that was stopped on its way."""
    region = case.told.region(case.outcome.order.target)
    return say_count("it would have moved to {region}", "all {count} would have moved to {region}", after.done, region=region)


def _effect_words(told: Told, change: Lapsed) -> str:
    source = told.sources(each for each in told.state.effects if each.id == change.effect)
    return source or say("that law")


# --- the orders of a month ------------------------------------------------------------------------------------------------


def taken_before(told: Told, outcome: Outcome) -> tuple[Outcome, ...]:
    """What was taken before an order of the same House in its step, by rank and line (R-41); of others only for War Control."""
    moves = outcome.order.kind is OrderKind.MOVE
    kinds = (OrderKind.MOVE,) if moves else (OrderKind.RECRUIT, OrderKind.EXTRA)
    sheets = (sheet for sheet in told.record.sheets if told.full or sheet.seat == told.seat)
    line_of = {(each.seat, each.line): each for each in told.record.outcomes}
    found: list[Outcome] = []
    for sheet, line, _order in ranked_orders(outcome.house, sheets, *kinds):
        if (sheet.seat, line) == (outcome.seat, outcome.line):
            break
        if (sheet.seat, line) in line_of:
            found.append(line_of[sheet.seat, line])
    return tuple(found)


def why_guard_order(told: Told, move: GuardMove, world: GameState | None) -> WhyNot:
    """Why nobody carried out an order to an Immortal (R-58, R-59)."""
    number, target = move.order.immortal, told.region(move.order.target)
    change: Change | None = None
    rules: tuple[str, ...] = ("R-59",)
    match move.why:
        case Why.NO_COMMAND:
            cause, rules = say("{house} commands no Immortals this month.", house=told.name(move.house)), ("GE-SOV-22", "R-59")
        case Why.OFF_BOARD:
            cause, rules = say("Immortal {number} was off the board.", number=number), ("GE-WAR-64", "R-58")
        case Why.ORDERED_BEFORE:
            first = next(
                (each for each in told.record.guard_moves if each.done and each.order.immortal == move.order.immortal), None
            )
            named = first is not None and (told.full or first.seat == told.seat)
            if named and first:
                player = seat_words(told.state, first.seat)
                cause = say("For Immortal {number} the order of {player} came first.", number=number, player=player)
            else:
                cause = say("For Immortal {number} another order came first.", number=number)
            if first is not None and world is not None and told.full:
                change = first_that(
                    (Uncommanded(seat=first.seat, immortal=move.order.immortal),), lambda each: _goes(world, move, each)
                )
        case _:
            cause, rules = say("Immortal {number} stood in {region} already.", number=number, region=target), ("GE-WAR-61",)
    without = ""
    if isinstance(change, Uncommanded):
        without = say(
            "Without the order of {player} Immortal {number} would have gone to {region}.",
            player=seat_words(told.state, change.seat),
            number=number,
            region=target,
        )
    return WhyNot(
        kind=Kind.GUARD,
        house=move.house,
        region=move.order.target,
        heading=guard_order_words(told.board, move.order),
        cause=cause,
        rules=rules,
        seat=move.seat,
        line=move.order.immortal,
        name=guard_line_name(move.order),
        change=change,
        instead=without,
    )


def _goes(world: GameState, move: GuardMove, change: Change) -> bool:
    again = engine.guard_moves(applied(world, change))
    return any(each.done and each.seat == move.seat and each.order == move.order for each in again)


def full_case(told: Told, outcome: Outcome) -> Case:
    """The order in the one true world, where that is still known."""
    found = told.found(_step_of(outcome))
    return Case(told=told, outcome=outcome, world=found or told.state, may_ask=found is not None)


def allowed_case(told: Told, outcome: Outcome) -> Case:
    """The own order in the world that its author knows."""
    sheet, step = known.sheet_of(told), _step_of(outcome)
    moves = step == MOVE
    own = known.own_outcomes(told, *((OrderKind.MOVE,) if moves else (OrderKind.RECRUIT, OrderKind.EXTRA)))
    world = None
    if sheet is not None:
        world = known.before_moves(told, sheet, own) if moves else known.before_recruits(told, sheet, own)
    open_board = world or known.open_board(told, step) or GameState(scenario=told.state.scenario)
    return Case(
        told=told,
        outcome=outcome,
        world=open_board,
        may_ask=world is not None and (told.speaks or outcome.order.kind is not OrderKind.EXTRA),
        may_add=known.may_add_units(told, own, outcome) if moves else True,
        all_counted=told.speaks,
    )


def _step_of(outcome: Outcome) -> StepId:
    return MOVE if outcome.order.kind is OrderKind.MOVE else RECRUIT
