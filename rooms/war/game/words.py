"""The sentences of the War Room: each made from the numbers of an event, so that preview, journal and phone tell one story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from control.engine.ids import SeatId
from control.engine.language import later, listed, say, say_count
from control.engine.words import Spoken
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.cited import battle_rules
from rooms.war.game.events import (
    BattleFought,
    BoardSet,
    FlagAdjusted,
    FlagsChanged,
    GuardMoved,
    ImmortalAdjusted,
    ImmortalsReturned,
    MovesMade,
    OrdersCorrected,
    OrdersOpened,
    PeaceKept,
    RecruitsPlaced,
    RemnantAdjusted,
    RemnantsReturned,
    RewardsPaid,
    RumorMoved,
    RumorPlaced,
    UnitsAdjusted,
)
from rooms.war.game.reasons import force, forces, why_favors, why_power
from rooms.war.game.state import (
    EXTRA_LINE,
    IMMORTALS,
    REMNANTS,
    Army,
    AsideWhy,
    Battle,
    GuardMove,
    GuardOrder,
    Order,
    OrderKind,
    Outcome,
    Result,
    Reward,
    Round,
    Stance,
    StanceFrom,
    Via,
    Why,
)
from rooms.war.rules.castles import FlagChange

# --- small parts --------------------------------------------------------------------------------------------------------


def some_units(count: int) -> str:
    """A number of units: "1 unit", "3 units"."""
    return say_count("{count} unit", "{count} units", count)


def some_remnants(count: int) -> str:
    """A number of remnants."""
    return say_count("{count} remnant", "{count} remnants", count)


def some_immortals(count: int) -> str:
    """A number of Immortals."""
    return say_count("{count} Immortal", "{count} Immortals", count)


def some_rumors(count: int) -> str:
    """A number of Rumors."""
    return say_count("{count} Rumor", "{count} Rumors", count)


def force_name(board: Board, house: HouseId) -> str:
    """What a force in a battle is called."""
    return str(force(board, house))


def forces_listed(board: Board, houses: Sequence[HouseId]) -> str:
    """Several forces as a list; the Houses in the scenario's order, the others behind them."""
    return listed(str(each) for each in forces(board, houses))


def plural(house: HouseId) -> bool:
    """Is this force spoken of as many?"""
    return house in (REMNANTS, IMMORTALS)


def number_of(houses: Sequence[HouseId]) -> int:
    """1 or 2: the number that their verb is in."""
    return 2 if len(houses) != 1 or plural(houses[0]) else 1


def regions_listed(board: Board, regions: Iterable[RegionId]) -> str:
    """Regions by name, as a list."""
    return listed(board.region_name(region) for region in regions)


def sentence(words: str) -> str:
    """With a capital letter."""
    return words[:1].upper() + words[1:]


def allies_words(board: Board, allies: Sequence[HouseId]) -> str:
    """Whom a sheet ticks, as a line of its own."""
    return say("Allies: {houses}", houses=forces_listed(board, allies)) if allies else say("Allies: nobody")


# --- orders -------------------------------------------------------------------------------------------------------------


def order_words(board: Board, order: Order) -> str:
    """An order as its author reads it: "Move 2 from Zen to Aka"."""
    target = board.region_name(order.target)
    if order.kind is OrderKind.MOVE:
        origin = board.region_name(order.origin or order.target)
        return say("Move {units} from {origin} to {target}", units=order.units, origin=origin, target=target)
    return say("Recruit in {region}", region=target) if order.kind is OrderKind.RECRUIT else extra_words(target)


def extra_words(region: str) -> str:
    """The extra Recruit as its author reads it."""
    return say("Extra Recruit in {region}", region=region)


def line_name(line: int) -> str:
    """How a line of the sheet is called."""
    return say("extra Recruit") if line == EXTRA_LINE else say("order {number}", number=line)


RULE_OF: dict[Why, str] = {
    Why.NONE_THERE: "GE-WAR-10",
    Why.TOO_FEW: "R-41",
    Why.MOVED_ALREADY: "GE-WAR-12",
    Why.NOT_ADJACENT: "GE-WAR-09",
    Why.CLOSED: "GE-WAR-82",
    Why.NO_UNIT: "GE-WAR-18",
    Why.NOT_EMPTY: "R-60",
    Why.NO_STOCK: "GE-WAR-15",
    Why.NOT_FED: "GE-WAR-81",
    Why.LOWER_RANK: "R-67",
    Why.WAY_CLOSED: "R-63",
    Why.NOT_ALLOWED: "R-65",
    Why.NO_COMMAND: "R-59",
    Why.OFF_BOARD: "R-58",
    Why.ORDERED_BEFORE: "R-59",
    Why.THERE_ALREADY: "GE-WAR-61",
}
STOPPED_RULE = "GE-WAR-77"


def rule_of(outcome: Outcome) -> str:
    """The rule that an order met: why it did less than it says, or what stopped it on the road."""
    if outcome.why is not None:
        return RULE_OF[outcome.why]
    return STOPPED_RULE if outcome.stopped_at is not None else ""


def fate_of(outcome: Outcome) -> str:
    """ "done", "part" or "wasted": units that were stopped on the way came only a part of it."""
    if not outcome.done:
        return "wasted"
    return "done" if outcome.done >= outcome.due and outcome.stopped_at is None else "part"


def why_words(board: Board, outcome: Outcome) -> str:
    """Why an order did less than it says: "Zen held no unit of Cat"."""
    order, house = outcome.order, board.house_name(outcome.house)
    target, origin = board.region_name(order.target), board.region_name(order.origin or order.target)
    match outcome.why:
        case Why.NONE_THERE:
            return say("{region} held no unit of {house}", region=origin, house=house)
        case Why.TOO_FEW:
            return _stood_words(outcome, origin, house)
        case Why.MOVED_ALREADY if not outcome.free:
            return say("{stood}, and other orders had moved all of them", stood=_stood_words(outcome, origin, house))
        case Why.MOVED_ALREADY:
            stood = _stood_words(outcome, origin, house)
            return say("{stood}, and other orders had left {free} of them to move", stood=stood, free=outcome.free)
        case Why.NOT_ADJACENT:
            return say("{target} does not border on {origin}", target=target, origin=origin)
        case Why.CLOSED:
            return say("{region} was closed to {house}", region=target, house=house)
        case Why.NO_UNIT:
            return say("{region} held no unit of {house}", region=target, house=house)
        case Why.NOT_EMPTY:
            return say("{house} had no unit left and {region} was not empty", house=house, region=target)
        case Why.NO_STOCK if not outcome.free:
            return say("the stockpile of {house} was empty", house=house)
        case Why.NO_STOCK:
            return say("the stockpile of {house} held only {free}", house=house, free=outcome.free)
        case Why.NOT_FED:
            return say("no law sent food to {house}", house=house)
        case Why.LOWER_RANK:
            return say("a higher rank of {house} sent a sheet, and the extra Recruit belongs to that one", house=house)
        case Why.WAY_CLOSED:
            return say(
                "every road from {origin} to {target} leads through a region closed to {house}",
                origin=origin,
                target=target,
                house=house,
            )
        case Why.NOT_ALLOWED:
            return say(
                "{target} does not border on {origin}, and {owner} did not let {house} use what leads there",
                target=target,
                origin=origin,
                owner=board.house_name(outcome.owner) if outcome.owner else say("another House"),
                house=house,
            )
        case _:
            return ""


def _stood_words(outcome: Outcome, origin: str, house: str) -> str:
    return say_count(
        "{region} held {count} unit of {house}", "{region} held {count} units of {house}", outcome.stood, region=origin, house=house
    )


def outcome_words(board: Board, outcome: Outcome) -> str:
    """What an order did, for its author: "wasted: Zen held no unit of Cat"."""
    order = outcome.order
    target, origin = board.region_name(order.target), board.region_name(order.origin or order.target)
    why = why_words(board, outcome)
    if not outcome.done:
        return say("wasted: {why}", why=why)
    if order.kind is OrderKind.MOVE:
        did = _move_words(board, outcome, origin, target)
    else:
        did = say_count("{count} unit recruited in {region}", "{count} units recruited in {region}", outcome.done, region=target)
    return say("{did}, not {due}: {why}", did=did, due=outcome.due, why=why) if why else did


def _move_words(board: Board, outcome: Outcome, origin: str, target: str) -> str:
    """How units went and where they ended: "2 units moved by road from Zen to Ode, but Wolf stopped them in Inn"."""
    count, way = outcome.done, _way_words(board, outcome)
    if outcome.stopped_at is not None:
        by, where = forces_listed(board, outcome.stopped_by), board.region_name(outcome.stopped_at)
        if not way:
            return say_count(
                "{count} unit moved from {origin} towards {target}, but {by} stopped them in {region}",
                "{count} units moved from {origin} towards {target}, but {by} stopped them in {region}",
                count,
                origin=origin,
                target=target,
                by=by,
                region=where,
            )
        return say_count(
            "{count} unit moved {way} from {origin} towards {target}, but {by} stopped them in {region}",
            "{count} units moved {way} from {origin} towards {target}, but {by} stopped them in {region}",
            count,
            way=way,
            origin=origin,
            target=target,
            by=by,
            region=where,
        )
    if not way:
        return say_count(
            "{count} unit moved from {origin} to {target}",
            "{count} units moved from {origin} to {target}",
            count,
            origin=origin,
            target=target,
        )
    return say_count(
        "{count} unit moved {way} from {origin} to {target}",
        "{count} units moved {way} from {origin} to {target}",
        count,
        way=way,
        origin=origin,
        target=target,
    )


def _way_words(board: Board, outcome: Outcome) -> str:
    """By what units went: "by road", "through the tunnels of Wolf"; empty for a step to a neighbour."""
    own = outcome.owner is None or outcome.owner == outcome.house
    owner = "" if outcome.owner is None else board.house_name(outcome.owner)
    if outcome.via is Via.ROAD:
        return say("by road") if own else say("by road of {house}", house=owner)
    if outcome.via is Via.TUNNEL:
        return say("through the tunnels") if own else say("through the tunnels of {house}", house=owner)
    return ""


def guard_line_name(order: GuardOrder) -> str:
    """How an Immortal's line of the sheet is called."""
    return immortal_name(order.immortal)


def immortal_name(number: int) -> str:
    """An Immortal by its number."""
    return say("Immortal {number}", number=number)


def guard_order_words(board: Board, order: GuardOrder) -> str:
    """An order to an Immortal as its author reads it: "Immortal 2 to Fog"."""
    return say("Immortal {number} to {region}", number=order.immortal, region=board.region_name(order.target))


def guard_move_words(board: Board, move: GuardMove) -> str:
    """What an order to an Immortal did, for its author: "wasted: Immortal 2 was off the board"."""
    number, target = move.order.immortal, board.region_name(move.order.target)
    match move.why:
        case None:
            origin = board.region_name(move.origin) if move.origin is not None else say("off the board")
            return say("Immortal {number} went from {origin} to {target}", number=number, origin=origin, target=target)
        case Why.NO_COMMAND:
            return say("wasted: {house} commanded no Immortals", house=board.house_name(move.house))
        case Why.OFF_BOARD:
            return say("wasted: Immortal {number} was off the board", number=number)
        case Why.ORDERED_BEFORE:
            house = board.house_name(move.by or move.house)
            return say("wasted: an order of {house} for Immortal {number} came before it", house=house, number=number)
        case _:
            return say("wasted: Immortal {number} stood in {region} already", number=number, region=target)


def stance_words(board: Board, stance: Stance) -> str:
    """Whom a House ticks, and whence."""
    house = board.house_name(stance.house)
    others = len(board.houses) - 1
    ticks = forces_listed(board, stance.ticks)
    if stance.source is StanceFrom.ABSENT:
        return say("{house} has nobody in the War Room and ticks every other House", house=house)
    if stance.source is StanceFrom.SILENT:
        if not stance.forced:
            return say("{house} sent no sheet and opposes every other House", house=house)
        said = say("{house} sent no sheet", house=house)
    elif len(stance.ticks) == others:
        said = say("{house} ticks every other House", house=house)
    else:
        said = say("{house} ticks {houses}", house=house, houses=ticks) if ticks else say("{house} ticks nobody", house=house)
    if stance.forced:
        said = say("{said}, {houses} by force", said=said, houses=forces_listed(board, stance.forced))
    betrays = stance.betrays and stance.source is not StanceFrom.SILENT
    return say("{said} and betrays the Sovereign", said=said) if betrays else said


# --- battles ------------------------------------------------------------------------------------------------------------


def army_words(board: Board, army: Army, *, bare: bool = False) -> str:
    """A force with its attack and how that comes about: "Cat 5 (3 units + 1 lent by Snake + 1 castle)"."""
    name = force_name(board, army.house)
    parts = [_own_words(army)]
    parts += [say("{attack} lent by {house}", attack=lent.strength, house=force_name(board, lent.house)) for lent in army.lent]
    if army.castle:
        parts.append(say("{attack} castle", attack=army.castle))
    if army.bonus:
        parts.append(say("{attack} bonus", attack=army.bonus))
    if army.commanded:
        parts.append(
            say_count(
                "{attack} by {count} Immortal that it commands",
                "{attack} by {count} Immortals that it commands",
                army.commanded,
                attack=army.guard,
            )
        )
    plain = len(parts) == 1 and army.strength == army.units
    return f"{name} {army.attack}" if bare or plain else f"{name} {army.attack} ({' + '.join(parts)})"


def _own_words(army: Army) -> str:
    if army.house == IMMORTALS:
        return f"{army.units} × {army.strength // max(army.units, 1)}"
    if army.house == REMNANTS:
        return some_remnants(army.strength)
    if army.strength != army.units:
        return say("{units} × {each} units", units=army.units, each=army.strength // max(army.units, 1))
    return some_units(army.units)


def armies_words(board: Board, armies: Sequence[Army]) -> str:
    """Several forces with their attacks, the strongest first."""
    ordered = sorted(armies, key=lambda army: (-army.attack, board.order.get(army.house, 99), army.house))
    return listed(army_words(board, army) for army in ordered)


def round_words(board: Board, count: Round, *, bloodless: bool = True) -> str:
    """One count of a region, without the region's name and without a full stop; `bloodless`: say so where nobody loses a unit."""
    losses = _loss_words(board, count) or (say("nobody loses a unit") if bloodless else "")
    return "; ".join(filter(None, (_decision_words(board, count), losses)))


def _decision_words(board: Board, count: Round) -> str:
    top = [army for army in count.armies if army.house in count.top]
    rest = [army for army in count.armies if army.house not in count.top]
    ahead = armies_words(board, top)
    if (len(top) == 1 or count.result is Result.WON) and not rest:
        return say("{ahead} are level and of one side", ahead=ahead)
    behind = armies_words(board, rest)
    if len(top) == 1 or count.result is Result.WON:
        number = number_of([army.house for army in top])
        return say_count("{ahead} beats {behind}", "{ahead} beat {behind}", number, ahead=ahead, behind=behind)
    tied = say("{ahead} tie, before {behind}", ahead=ahead, behind=behind) if rest else say("{ahead} tie", ahead=ahead)
    if count.result is Result.ALLIES_WON:
        winners = [house for house in count.side if house in count.top]
        return say_count(
            "{tied}; only {houses} had an ally here, so it wins",
            "{tied}; only {houses} had an ally here, so they win",
            len(winners),
            tied=tied,
            houses=forces_listed(board, winners),
        )
    if count.result is Result.GUARD_HELD:
        return say("{tied}; the tie of the Immortals removes only who betrayed", tied=tied)
    return say("{tied}; no one side of the tie stands alone with an ally, so all are wiped out", tied=tied)


def _loss_words(board: Board, count: Round) -> str:
    ordered = sorted(count.losses, key=lambda loss: board.order.get(loss.house, 99))
    losses = [say("{house} loses {units}", house=board.house_name(loss.house), units=loss.units) for loss in ordered]
    if count.remnants_lost:
        losses.append(say_count("{count} remnant falls", "{count} remnants fall", count.remnants_lost))
    if count.spared:
        losses.append(
            say_count(
                "{houses} keeps its units under a Military Ban (R-94)",
                "{houses} keep their units under a Military Ban (R-94)",
                number_of(count.spared),
                houses=forces_listed(board, count.spared),
            )
        )
    return ", ".join(losses)


def battle_words(board: Board, battle: Battle) -> str:
    """A whole battle in one sentence with its sums."""
    counts = [round_words(board, count, bloodless=not battle.retaliation) for count in battle.rounds]
    said = "".join(counts[:1])
    for others in counts[1:]:
        said = say("{said}; then among the others {others}", said=said, others=others)
    if battle.immortals:
        said += f"; {_guard_words(battle)}"
    if battle.fallen:
        said = say_count(
            "{said}; {count} Immortal falls with the House in command",
            "{said}; {count} Immortals fall with the House in command",
            len(battle.fallen),
            said=said,
        )
    if battle.retaliation:
        said = say("{said} and kill {killed}", said=said, killed=_killed_words(board, battle))
    return f"{board.region_name(battle.region)}: {sentence(said)}."


def struck_words(board: Board, battle: Battle) -> str:
    """Why units are gone that no House lost in the battle itself: "4 Immortals killed 4 of Cat" (R-57)."""
    return say_count(
        "{count} Immortal killed {killed}: each takes a unit of the winners with it as it falls, "
        "of whom War Control says, else of who has most units left.",
        "{count} Immortals killed {killed}: each takes a unit of the winners with it as it falls, "
        "of whom War Control says, else of who has most units left.",
        len(battle.retaliation),
        killed=_killed_words(board, battle),
    )


def _killed_words(board: Board, battle: Battle) -> str:
    """Whose units defeated Immortals took with them: "1 of Wolf and 3 of Cat"."""
    kills = {house: battle.retaliation.count(house) for house in battle.retaliation}
    return listed(say("{units} of {house}", units=units, house=board.house_name(house)) for house, units in kills.items())


def _guard_words(battle: Battle) -> str:
    if battle.immortals_defeated:
        return say_count("{count} Immortal is defeated", "{count} Immortals are defeated", len(battle.immortals))
    return say_count("{count} Immortal stands", "{count} Immortals stand", len(battle.immortals))


# --- events -------------------------------------------------------------------------------------------------------------


def explain_board_set(happened: BoardSet, state: GameState) -> str:
    return say(
        "The board is set: {units}, {castles}, {remnants}, {rumors}, {immortals}.",
        units=some_units(sum(placed.units for placed in happened.units)),
        castles=say_count("{count} castle", "{count} castles", len(happened.castles)),
        remnants=some_remnants(len(happened.remnants)),
        rumors=some_rumors(len(happened.rumors)),
        immortals=some_immortals(len(happened.immortals)),
    )


def explain_orders_opened(happened: OrdersOpened, state: GameState) -> str:
    """How many, never what is in them: the journal is read at every desk, the sheets at one (R-17)."""
    said = say_count(
        "Orders of month {month}: {count} sheet opened, {present} in the War Room.",
        "Orders of month {month}: {count} sheets opened, {present} in the War Room.",
        len(happened.sheets),
        month=happened.month,
        present=len(happened.present),
    )
    if not happened.set_aside:
        return said
    aside = say_count("{count} sheet was set aside.", "{count} sheets were set aside.", len(happened.set_aside))
    return f"{said} {aside}"


def explain_orders_corrected(happened: OrdersCorrected, state: GameState) -> str:
    """Whose, never what is in them (R-17)."""
    player = seat_words(state, happened.sheet.seat)
    if happened.admitted:
        return say("The orders of {player} were let in: {reason}.", player=player, reason=happened.reason)
    return say("The orders of {player} were corrected by hand: {reason}.", player=player, reason=happened.reason)


def explain_moves_made(happened: MovesMade, state: GameState) -> str:
    board = board_of(state.scenario)
    done = [outcome for outcome in happened.outcomes if outcome.done]
    wasted = len(happened.outcomes) - len(done)
    moves = "; ".join(
        (
            *(_arrow_words(board, each) for each in done),
            *(
                f"{immortal_name(each.order.immortal)} {board.region_name(each.origin)} → {board.region_name(each.order.target)}"
                for each in happened.guard_moves
                if each.done and each.origin is not None
            ),
        )
    )
    wasted += sum(not each.done for each in happened.guard_moves)
    said = say("Moves: {moves}.", moves=moves) if moves else say("Moves: none.")
    tail = say_count("{count} Move wasted.", "{count} Moves wasted.", wasted)
    return f"{said} {tail}" if wasted else said


def _arrow_words(board: Board, outcome: Outcome) -> str:
    """A Move in the journal: "Cat 2 Zen → Ode, stopped in Inn"."""
    way = f"{board.region_name(outcome.order.origin or outcome.order.target)} → {board.region_name(outcome.order.target)}"
    said = f"{board.house_name(outcome.house)} {outcome.done} {way}"
    if outcome.via is not Via.STEP:
        how = say("by road") if outcome.via is Via.ROAD else say("by tunnel")
        said = f"{said} {how}"
    if outcome.stopped_at is None:
        return said
    return say("{move}, stopped in {region}", move=said, region=board.region_name(outcome.stopped_at))


def explain_battle_fought(happened: BattleFought, state: GameState) -> str:
    said = battle_words(board_of(state.scenario), happened.battle)
    return say("{battle} By {rules}.", battle=said, rules=listed(battle_rules(happened.battle)))


def explain_peace_kept(happened: PeaceKept, state: GameState) -> str:
    board = board_of(state.scenario)
    region, houses = board.region_name(happened.region), forces_listed(board, happened.houses)
    if happened.treaty:
        return say("{region}: {houses} stand in peace; a Treaty holds.", region=region, houses=houses)
    return say("{region}: {houses} stand in peace; all tick each other.", region=region, houses=houses)


def explain_flags_changed(happened: FlagsChanged, state: GameState) -> str:
    board = board_of(state.scenario)
    said = "; ".join(flag_words(board, change) for change in happened.changes)
    return say("Flags: {changes}.", changes=said) if said else say("Flags: none changes.")


def flag_words(board: Board, change: FlagChange) -> str:
    """What changes on one castle."""
    region = board.region_name(change.region)
    placed, removed = forces_listed(board, change.placed), forces_listed(board, change.removed)
    if placed and removed:
        return say("{region} gains {placed} and loses {removed}", region=region, placed=placed, removed=removed)
    if placed:
        return say("{region} gains {placed}", region=region, placed=placed)
    return say("{region} loses {removed}", region=region, removed=removed)


def explain_rewards_paid(happened: RewardsPaid, state: GameState) -> str:
    board = board_of(state.scenario)
    earned = "; ".join(reward_words(board, reward) for reward in happened.rewards)
    said = say("Rewards: {earned}.", earned=earned) if earned else say("Rewards: nobody earns anything.")
    if not happened.rumors_removed:
        return said
    gone = say_count("{count} Rumor leaves the map.", "{count} Rumors leave the map.", len(happened.rumors_removed))
    return f"{said} {gone}"


def reward_words(board: Board, reward: Reward) -> str:
    """What one House earns, with the sums."""
    parts = []
    if reward.power:
        parts.append(say("{power} Power ({sums})", power=reward.power, sums=power_words(board, reward)))
    if reward.favors:
        sums = favor_words(board, reward)
        parts.append(say_count("{count} Favor ({sums})", "{count} Favors ({sums})", reward.favors, sums=sums))
    return f"{board.house_name(reward.house)} {listed(parts)}"


def power_words(board: Board, reward: Reward) -> str:
    """Where a House's Power comes from: "2 castles give 1, overcoming Swords in Fog 1"."""
    return str(why_power(board, reward))


def favor_words(board: Board, reward: Reward) -> str:
    """Where a House's Favors come from: "Rumor in Aka 1, a House overcome in Aka 1"."""
    return ", ".join(f"{reason} {number}" for reason, number in Counter(map(str, why_favors(board, reward))).items())


def explain_recruits_placed(happened: RecruitsPlaced, state: GameState) -> str:
    board = board_of(state.scenario)
    done = [outcome for outcome in happened.outcomes if outcome.done]
    wasted = len(happened.outcomes) - len(done)
    placed = "; ".join(
        say(
            "{house} {units} in {region}",
            house=board.house_name(each.house),
            units=each.done,
            region=board.region_name(each.order.target),
        )
        for each in done
    )
    said = say("Recruits: {placed}.", placed=placed) if placed else say("Recruits: none.")
    tail = say_count("{count} Recruit wasted.", "{count} Recruits wasted.", wasted)
    return f"{said} {tail}" if wasted else said


def explain_immortals_returned(happened: ImmortalsReturned, state: GameState) -> str:
    return say_count(
        "Immortals: {count} comes back to {region}.",
        "Immortals: {count} come back to {region}.",
        len(happened.immortals),
        region=board_of(state.scenario).region_name(happened.region),
    )


def explain_remnants_returned(happened: RemnantsReturned, state: GameState) -> str:
    board = board_of(state.scenario)
    return say("A remnant appears in {regions}.", regions=regions_listed(board, happened.regions))


def explain_guard_moved(happened: GuardMoved, state: GameState) -> str:
    return say_count(
        "Immortals: {count} goes with the Court to {region}.",
        "Immortals: {count} go with the Court to {region}.",
        len(happened.immortals),
        region=board_of(state.scenario).region_name(happened.region),
    )


def explain_units_adjusted(happened: UnitsAdjusted, state: GameState) -> str:
    board = board_of(state.scenario)
    return say_count(
        "{house} has {count} unit in {region}, not {before}: {reason}.",
        "{house} has {count} units in {region}, not {before}: {reason}.",
        happened.after,
        house=board.house_name(happened.house),
        region=board.region_name(happened.region),
        before=happened.before,
        reason=happened.reason,
    )


def explain_flag_adjusted(happened: FlagAdjusted, state: GameState) -> str:
    board = board_of(state.scenario)
    house, region, reason = board.house_name(happened.house), board.region_name(happened.region), happened.reason
    if happened.on:
        return say("The flag of {house} is placed on {region}: {reason}.", house=house, region=region, reason=reason)
    return say("The flag of {house} is taken from {region}: {reason}.", house=house, region=region, reason=reason)


def explain_remnant_adjusted(happened: RemnantAdjusted, state: GameState) -> str:
    return say_count(
        "{region} has {count} remnant, not {before}: {reason}.",
        "{region} has {count} remnants, not {before}: {reason}.",
        happened.after,
        region=board_of(state.scenario).region_name(happened.region),
        before=happened.before,
        reason=happened.reason,
    )


def explain_immortal_adjusted(happened: ImmortalAdjusted, state: GameState) -> str:
    number, reason = happened.immortal, happened.reason
    if happened.region:
        region = board_of(state.scenario).region_name(happened.region)
        return say("Immortal {number} stands in {region}: {reason}.", number=number, region=region, reason=reason)
    if happened.away_until is None:
        return say("Immortal {number} is off the board: {reason}.", number=number, reason=reason)
    return say(
        "Immortal {number} is off the board until the end of month {month}: {reason}.",
        number=number,
        month=happened.away_until,
        reason=reason,
    )


def explain_rumor_moved(happened: RumorMoved, state: GameState) -> str:
    board = board_of(state.scenario)
    origin = board.region_name(happened.origin) if happened.origin else ""
    target, reason = board.region_name(happened.region) if happened.region else "", happened.reason
    if origin and target:
        return say("A Rumor moves from {origin} to {target}: {reason}.", origin=origin, target=target, reason=reason)
    if target:
        return say("A Rumor moves to {target}: {reason}.", target=target, reason=reason)
    if origin:
        return say("A Rumor moves from {origin} off the map: {reason}.", origin=origin, reason=reason)
    return say("A Rumor moves off the map: {reason}.", reason=reason)


def explain_rumor_placed(happened: RumorPlaced, state: GameState) -> str:
    region = board_of(state.scenario).region_name(happened.region)
    return say("A new Rumor lies in {region}: {reason}.", region=region, reason=happened.reason)


def seat_words(state: GameState, seat: SeatId) -> str:
    """A player with House and rank: "Livia (Cat, rank 2)"."""
    found = state.seats.get(seat)
    if found is None:
        return str(seat)
    house = board_of(state.scenario).house_name(found.house)
    return say("{name} ({house}, rank {rank})", name=found.name, house=house, rank=found.rank)


ASIDE_WORDS: Mapping[AsideWhy, str] = Spoken(
    {
        AsideWhy.ELSEWHERE: later("not in the War Room this month"),
        AsideWhy.UNREADABLE: later("the sheet could not be read"),
    }
)


def betrayal_in(board: Board, battle: Battle, house: HouseId) -> str:
    """What a House's betrayal did in one region."""
    guards, name, region = len(battle.immortals), board.house_name(house), board.region_name(battle.region)
    lost = battle.retaliation.count(house)
    if not battle.immortals_defeated:
        return say_count(
            "{house} attacked {count} Immortal in {region} and they stand (R-56).",
            "{house} attacked {count} Immortals in {region} and they stand (R-56).",
            guards,
            house=name,
            region=region,
        )
    if not lost:
        return say_count(
            "{house} attacked {count} Immortal in {region} and defeated them (R-56).",
            "{house} attacked {count} Immortals in {region} and defeated them (R-56).",
            guards,
            house=name,
            region=region,
        )
    return say_count(
        "{house} attacked {count} Immortal in {region} and defeated them; they killed {lost} of its units as they fell (R-56).",
        "{house} attacked {count} Immortals in {region} and defeated them; they killed {lost} of its units as they fell (R-56).",
        guards,
        house=name,
        region=region,
        lost=lost,
    )
