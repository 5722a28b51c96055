"""The sentences of the War Room: each made from the numbers of an event, so that preview, journal and phone tell one story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from control.game.state import GameState
from control.scenario.ids import HouseId, RegionId, SeatId
from control.scenario.schema import Scenario
from rooms.war.board import Board, board_of
from rooms.war.cited import battle_rules
from rooms.war.events import (
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
from rooms.war.rules.castles import FlagChange
from rooms.war.state import (
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

# --- small parts --------------------------------------------------------------------------------------------------------


def listed(items: Iterable[str], last: str = "and") -> str:
    """Words as a list: "Cat, Wolf and Bear"."""
    words = list(items)
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 unit", "3 units"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def force_name(board: Board, house: HouseId) -> str:
    """What a force in a battle is called."""
    return {REMNANTS: "the remnants", IMMORTALS: "the Immortals"}.get(house) or board.house_name(house)


def forces_listed(board: Board, houses: Sequence[HouseId]) -> str:
    """Several forces as a list; the Houses in the scenario's order, the others behind them."""
    ordered = sorted(houses, key=lambda house: (board.order.get(house, 99 if house == REMNANTS else 100), house))
    return listed(force_name(board, house) for house in ordered)


def plural(house: HouseId) -> bool:
    """Is this force spoken of as many?"""
    return house in (REMNANTS, IMMORTALS)


def verb(houses: Sequence[HouseId], one: str, many: str) -> str:
    """The form of a verb that fits those who do it."""
    return many if len(houses) != 1 or plural(houses[0]) else one


def regions_listed(board: Board, regions: Iterable[RegionId]) -> str:
    """Regions by name, as a list."""
    return listed(board.region_name(region) for region in regions)


def sentence(words: str) -> str:
    """With a capital letter."""
    return words[:1].upper() + words[1:]


# --- orders -------------------------------------------------------------------------------------------------------------


def order_words(board: Board, order: Order) -> str:
    """An order as its author reads it: "Move 2 from Zen to Aka"."""
    target = board.region_name(order.target)
    if order.kind is OrderKind.MOVE:
        return f"Move {order.units} from {board.region_name(order.origin or order.target)} to {target}"
    return f"Recruit in {target}" if order.kind is OrderKind.RECRUIT else f"Extra Recruit in {target}"


def line_name(line: int) -> str:
    """How a line of the sheet is called."""
    return "extra Recruit" if line == EXTRA_LINE else f"order {line}"


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
    stood = f"{origin} held {counted(outcome.stood, 'unit')} of {house}"
    match outcome.why:
        case Why.NONE_THERE:
            return f"{origin} held no unit of {house}"
        case Why.TOO_FEW:
            return stood
        case Why.MOVED_ALREADY if not outcome.free:
            return f"{stood}, and other orders had moved all of them"
        case Why.MOVED_ALREADY:
            return f"{stood}, and other orders had left {outcome.free} of them to move"
        case Why.NOT_ADJACENT:
            return f"{target} does not border on {origin}"
        case Why.CLOSED:
            return f"{target} was closed to {house}"
        case Why.NO_UNIT:
            return f"{target} held no unit of {house}"
        case Why.NOT_EMPTY:
            return f"{house} had no unit left and {target} was not empty"
        case Why.NO_STOCK if not outcome.free:
            return f"the stockpile of {house} was empty"
        case Why.NO_STOCK:
            return f"the stockpile of {house} held only {outcome.free}"
        case Why.NOT_FED:
            return f"no law sent food to {house}"
        case Why.LOWER_RANK:
            return f"a higher rank of {house} sent a sheet, and the extra Recruit belongs to that one"
        case Why.WAY_CLOSED:
            return f"every road from {origin} to {target} leads through a region closed to {house}"
        case Why.NOT_ALLOWED:
            owner = board.house_name(outcome.owner) if outcome.owner else "another House"
            return f"{target} does not border on {origin}, and {owner} did not let {house} use what leads there"
        case _:
            return ""


def outcome_words(board: Board, outcome: Outcome) -> str:
    """What an order did, for its author: "wasted: Zen held no unit of Cat"."""
    order = outcome.order
    target, origin = board.region_name(order.target), board.region_name(order.origin or order.target)
    why = why_words(board, outcome)
    if not outcome.done:
        return f"wasted: {why}"
    did = f"{counted(outcome.done, 'unit')} {_move_words(board, outcome, origin, target)}"
    if order.kind is not OrderKind.MOVE:
        did = f"{counted(outcome.done, 'unit')} recruited in {target}"
    return f"{did}, not {outcome.due}: {why}" if why else did


def _move_words(board: Board, outcome: Outcome, origin: str, target: str) -> str:
    """How units went and where they ended: "moved by road from Zen to Ode, but Wolf stopped them in Inn"."""
    owner = f" of {board.house_name(outcome.owner)}" if outcome.owner not in (None, outcome.house) else ""
    way = {Via.STEP: "", Via.ROAD: f" by road{owner}", Via.TUNNEL: f" through the tunnels{owner}"}[outcome.via]
    if outcome.stopped_at is None:
        return f"moved{way} from {origin} to {target}"
    stopped = f"{forces_listed(board, outcome.stopped_by)} stopped them in {board.region_name(outcome.stopped_at)}"
    return f"moved{way} from {origin} towards {target}, but {stopped}"


def guard_line_name(order: GuardOrder) -> str:
    """How an Immortal's line of the sheet is called."""
    return f"Immortal {order.immortal}"


def guard_order_words(board: Board, order: GuardOrder) -> str:
    """An order to an Immortal as its author reads it: "Immortal 2 to Fog"."""
    return f"Immortal {order.immortal} to {board.region_name(order.target)}"


def guard_move_words(board: Board, move: GuardMove) -> str:
    """What an order to an Immortal did, for its author: "wasted: Immortal 2 was off the board"."""
    who, target = f"Immortal {move.order.immortal}", board.region_name(move.order.target)
    origin = board.region_name(move.origin) if move.origin is not None else "off the board"
    match move.why:
        case None:
            return f"{who} went from {origin} to {target}"
        case Why.NO_COMMAND:
            return f"wasted: {board.house_name(move.house)} commanded no Immortals"
        case Why.OFF_BOARD:
            return f"wasted: {who} was off the board"
        case Why.ORDERED_BEFORE:
            return f"wasted: an order of {board.house_name(move.by or move.house)} for {who} came before it"
        case _:
            return f"wasted: {who} stood in {target} already"


def stance_words(board: Board, stance: Stance) -> str:
    """Whom a House ticks, and whence."""
    house = board.house_name(stance.house)
    others = len(board.houses) - 1
    ticks = forces_listed(board, stance.ticks)
    if stance.source is StanceFrom.ABSENT:
        return f"{house} has nobody in the War Room and ticks every other House"
    forced = f", {forces_listed(board, stance.forced)} by force" if stance.forced else ""
    if stance.source is StanceFrom.SILENT:
        return f"{house} sent no sheet and opposes every other House" if not forced else f"{house} sent no sheet{forced}"
    said = "every other House" if len(stance.ticks) == others else ticks or "nobody"
    betrays = " and betrays the Sovereign" if stance.betrays else ""
    return f"{house} ticks {said}{forced}{betrays}"


# --- battles ------------------------------------------------------------------------------------------------------------


def army_words(board: Board, army: Army, *, bare: bool = False) -> str:
    """A force with its attack and how that comes about: "Cat 5 (3 units + 1 lent by Snake + 1 castle)"."""
    name = force_name(board, army.house)
    parts = [_own_words(army)]
    parts += [f"{lent.strength} lent by {force_name(board, lent.house)}" for lent in army.lent]
    if army.castle:
        parts.append(f"{army.castle} castle")
    if army.bonus:
        parts.append(f"{army.bonus} bonus")
    if army.commanded:
        parts.append(f"{army.guard} by {counted(army.commanded, 'Immortal')} that it commands")
    plain = len(parts) == 1 and army.strength == army.units
    return f"{name} {army.attack}" if bare or plain else f"{name} {army.attack} ({' + '.join(parts)})"


def _own_words(army: Army) -> str:
    if army.house == IMMORTALS:
        return f"{army.units} × {army.strength // max(army.units, 1)}"
    if army.house == REMNANTS:
        return counted(army.strength, "remnant")
    doubled = army.strength != army.units
    return f"{army.units} × {army.strength // max(army.units, 1)} units" if doubled else counted(army.units, "unit")


def armies_words(board: Board, armies: Sequence[Army]) -> str:
    """Several forces with their attacks, the strongest first."""
    ordered = sorted(armies, key=lambda army: (-army.attack, board.order.get(army.house, 99), army.house))
    return listed(army_words(board, army) for army in ordered)


def round_words(board: Board, count: Round, *, bloodless: str = "nobody loses a unit") -> str:
    """One count of a region, without the region's name and without a full stop."""
    return "; ".join(filter(None, (_decision_words(board, count), _loss_words(board, count) or bloodless)))


def _decision_words(board: Board, count: Round) -> str:
    top = [army for army in count.armies if army.house in count.top]
    rest = [army for army in count.armies if army.house not in count.top]
    ahead = armies_words(board, top)
    if (len(top) == 1 or count.result is Result.WON) and not rest:
        return f"{ahead} are level and of one side"
    if len(top) == 1 or count.result is Result.WON:
        return f"{ahead} {verb([army.house for army in top], 'beats', 'beat')} {armies_words(board, rest)}"
    behind = f", before {armies_words(board, rest)}" if rest else ""
    if count.result is Result.ALLIES_WON:
        winners = [house for house in count.side if house in count.top]
        return f"{ahead} tie{behind}; only {forces_listed(board, winners)} had an ally here, so {_they(winners)} win{_s(winners)}"
    if count.result is Result.GUARD_HELD:
        return f"{ahead} tie{behind}; the tie of the Immortals removes only who betrayed"
    return f"{ahead} tie{behind}; no one side of the tie stands alone with an ally, so all are wiped out"


def _they(houses: Sequence[HouseId]) -> str:
    return "it" if len(houses) == 1 else "they"


def _s(houses: Sequence[HouseId]) -> str:
    return "s" if len(houses) == 1 else ""


def _loss_words(board: Board, count: Round) -> str:
    ordered = sorted(count.losses, key=lambda loss: board.order.get(loss.house, 99))
    losses = [f"{board.house_name(loss.house)} loses {loss.units}" for loss in ordered]
    if count.remnants_lost:
        losses.append(f"{counted(count.remnants_lost, 'remnant')} {'falls' if count.remnants_lost == 1 else 'fall'}")
    if count.spared:
        keeps = verb(count.spared, "keeps its", "keep their")
        losses.append(f"{forces_listed(board, count.spared)} {keeps} units under a Military Ban (R-94)")
    return ", ".join(losses)


def battle_words(board: Board, battle: Battle) -> str:
    """A whole battle in one sentence with its sums."""
    bloodless = "" if battle.retaliation else "nobody loses a unit"
    said = "; then among the others ".join(round_words(board, count, bloodless=bloodless) for count in battle.rounds)
    if battle.immortals:
        said += f"; {_guard_words(battle)}"
    if battle.fallen:
        said += f"; {counted(len(battle.fallen), 'Immortal falls', 'Immortals fall')} with the House in command"
    if battle.retaliation:
        said += f" and kill {_killed_words(board, battle)}"
    return f"{board.region_name(battle.region)}: {sentence(said)}."


def struck_words(board: Board, battle: Battle) -> str:
    """Why units are gone that no House lost in the battle itself: "4 Immortals killed 4 of Cat" (R-57)."""
    fell = counted(len(battle.retaliation), "Immortal")
    return (
        f"{fell} killed {_killed_words(board, battle)}: each takes a unit of the winners with it as it falls, "
        "of whom War Control says, else of who has most units left."
    )


def _killed_words(board: Board, battle: Battle) -> str:
    """Whose units defeated Immortals took with them: "1 of Wolf and 3 of Cat"."""
    kills = {house: battle.retaliation.count(house) for house in battle.retaliation}
    return listed(f"{units} of {board.house_name(house)}" for house, units in kills.items())


def _guard_words(battle: Battle) -> str:
    fate = ("is defeated", "are defeated") if battle.immortals_defeated else ("stands", "stand")
    return counted(len(battle.immortals), f"Immortal {fate[0]}", f"Immortals {fate[1]}")


# --- events -------------------------------------------------------------------------------------------------------------


def explain_board_set(happened: BoardSet, state: GameState) -> str:
    units = sum(placed.units for placed in happened.units)
    return (
        f"The board is set: {counted(units, 'unit')}, {counted(len(happened.castles), 'castle')}, "
        f"{counted(len(happened.remnants), 'remnant')}, {counted(len(happened.rumors), 'Rumor')}, "
        f"{counted(len(happened.immortals), 'Immortal')}."
    )


def explain_orders_opened(happened: OrdersOpened, state: GameState) -> str:
    """How many, never what is in them: the journal is read at every desk, the sheets at one (R-17)."""
    aside = f" {counted(len(happened.set_aside), 'sheet was', 'sheets were')} set aside." if happened.set_aside else ""
    return (
        f"Orders of month {happened.month}: {counted(len(happened.sheets), 'sheet')} opened, "
        f"{len(happened.present)} in the War Room.{aside}"
    )


def explain_orders_corrected(happened: OrdersCorrected, state: GameState) -> str:
    """Whose, never what is in them (R-17)."""
    did = "were let in" if happened.admitted else "were corrected by hand"
    return f"The orders of {seat_words(state, happened.sheet.seat)} {did}: {happened.reason}."


def explain_moves_made(happened: MovesMade, state: GameState) -> str:
    board = board_of(state.scenario)
    done = [outcome for outcome in happened.outcomes if outcome.done]
    wasted = len(happened.outcomes) - len(done)
    moves = "; ".join(
        (
            *(_arrow_words(board, each) for each in done),
            *(
                f"Immortal {each.order.immortal} {board.region_name(each.origin)} → {board.region_name(each.order.target)}"
                for each in happened.guard_moves
                if each.done and each.origin is not None
            ),
        )
    )
    wasted += sum(not each.done for each in happened.guard_moves)
    tail = f" {counted(wasted, 'Move')} wasted." if wasted else ""
    return f"Moves: {moves or 'none'}.{tail}"


def _arrow_words(board: Board, outcome: Outcome) -> str:
    """A Move in the journal: "Cat 2 Zen → Ode, stopped in Inn"."""
    way = f"{board.region_name(outcome.order.origin or outcome.order.target)} → {board.region_name(outcome.order.target)}"
    how = {Via.STEP: "", Via.ROAD: " by road", Via.TUNNEL: " by tunnel"}[outcome.via]
    stop = f", stopped in {board.region_name(outcome.stopped_at)}" if outcome.stopped_at is not None else ""
    return f"{board.house_name(outcome.house)} {outcome.done} {way}{how}{stop}"


def explain_battle_fought(happened: BattleFought, state: GameState) -> str:
    return f"{battle_words(board_of(state.scenario), happened.battle)} By {listed(battle_rules(happened.battle))}."


def explain_peace_kept(happened: PeaceKept, state: GameState) -> str:
    board = board_of(state.scenario)
    why = "a Treaty holds" if happened.treaty else "all tick each other"
    return f"{board.region_name(happened.region)}: {forces_listed(board, happened.houses)} stand in peace; {why}."


def explain_flags_changed(happened: FlagsChanged, state: GameState) -> str:
    board = board_of(state.scenario)
    said = "; ".join(flag_words(board, change) for change in happened.changes)
    return f"Flags: {said or 'none changes'}."


def flag_words(board: Board, change: FlagChange) -> str:
    """What changes on one castle."""
    placed = f"gains {forces_listed(board, change.placed)}" if change.placed else ""
    removed = f"loses {forces_listed(board, change.removed)}" if change.removed else ""
    return f"{board.region_name(change.region)} {' and '.join(filter(None, (placed, removed)))}"


def explain_rewards_paid(happened: RewardsPaid, state: GameState) -> str:
    board = board_of(state.scenario)
    said = "; ".join(reward_words(board, reward) for reward in happened.rewards)
    gone = f" {counted(len(happened.rumors_removed), 'Rumor leaves', 'Rumors leave')} the map." if happened.rumors_removed else ""
    return f"Rewards: {said or 'nobody earns anything'}.{gone}"


def reward_words(board: Board, reward: Reward) -> str:
    """What one House earns, with the sums."""
    parts = []
    if reward.power:
        parts.append(f"{reward.power} Power ({power_words(board, reward)})")
    if reward.favors:
        parts.append(f"{counted(reward.favors, 'Favor')} ({favor_words(board, reward)})")
    return f"{board.house_name(reward.house)} {' and '.join(parts)}"


def power_words(board: Board, reward: Reward) -> str:
    """Where a House's Power comes from: "2 castles give 1, overcoming Swords in Fog 1"."""
    parts = []
    if reward.for_castles:
        parts.append(
            f"{counted(len(reward.castles), 'castle')} {'gives' if len(reward.castles) == 1 else 'give'} {reward.for_castles}"
        )
    parts += [
        f"overcoming {forces_listed(board, each.over)} in {board.region_name(each.region)} {len(each.over)}"
        for each in reward.overcame
    ]
    return ", ".join(parts)


def favor_words(board: Board, reward: Reward) -> str:
    """Where a House's Favors come from: "Rumor in Aka 1, a House overcome in Aka 1"."""
    return ", ".join(f"{reason} {number}" for reason, number in Counter(favor_reasons(board, reward)).items())


def favor_reasons(board: Board, reward: Reward) -> tuple[str, ...]:
    """Why each of a House's Favors is drawn, one reason for each card."""
    rumors = (f"Rumor in {board.region_name(region)}" for region in reward.rumors)
    return (*rumors, *(f"a House overcome in {board.region_name(region)}" for region in reward.spoils))


def why_power(reward: Reward, scenario: Scenario) -> str:
    """Why a purse gains Power in Rewards."""
    return power_words(board_of(scenario), reward)


def why_favors(reward: Reward, scenario: Scenario) -> tuple[str, ...]:
    """Why a player draws each of the Favors of Rewards."""
    return favor_reasons(board_of(scenario), reward)


def explain_recruits_placed(happened: RecruitsPlaced, state: GameState) -> str:
    board = board_of(state.scenario)
    done = [outcome for outcome in happened.outcomes if outcome.done]
    wasted = len(happened.outcomes) - len(done)
    placed = "; ".join(f"{board.house_name(each.house)} {each.done} in {board.region_name(each.order.target)}" for each in done)
    tail = f" {counted(wasted, 'Recruit')} wasted." if wasted else ""
    return f"Recruits: {placed or 'none'}.{tail}"


def explain_immortals_returned(happened: ImmortalsReturned, state: GameState) -> str:
    board, number = board_of(state.scenario), len(happened.immortals)
    return f"Immortals: {number} {'comes' if number == 1 else 'come'} back to {board.region_name(happened.region)}."


def explain_remnants_returned(happened: RemnantsReturned, state: GameState) -> str:
    board = board_of(state.scenario)
    return f"A remnant appears in {regions_listed(board, happened.regions)}."


def explain_guard_moved(happened: GuardMoved, state: GameState) -> str:
    board, number = board_of(state.scenario), len(happened.immortals)
    return f"Immortals: {number} {'goes' if number == 1 else 'go'} with the Court to {board.region_name(happened.region)}."


def explain_units_adjusted(happened: UnitsAdjusted, state: GameState) -> str:
    board = board_of(state.scenario)
    name, region = board.house_name(happened.house), board.region_name(happened.region)
    return f"{name} has {counted(happened.after, 'unit')} in {region}, not {happened.before}: {happened.reason}."


def explain_flag_adjusted(happened: FlagAdjusted, state: GameState) -> str:
    board = board_of(state.scenario)
    did = "placed on" if happened.on else "taken from"
    return f"The flag of {board.house_name(happened.house)} is {did} {board.region_name(happened.region)}: {happened.reason}."


def explain_remnant_adjusted(happened: RemnantAdjusted, state: GameState) -> str:
    region = board_of(state.scenario).region_name(happened.region)
    return f"{region} has {counted(happened.after, 'remnant')}, not {happened.before}: {happened.reason}."


def explain_immortal_adjusted(happened: ImmortalAdjusted, state: GameState) -> str:
    board = board_of(state.scenario)
    where = f"stands in {board.region_name(happened.region)}" if happened.region else "is off the board"
    until = f" until the end of month {happened.away_until}" if happened.away_until is not None else ""
    return f"Immortal {happened.immortal} {where}{until}: {happened.reason}."


def explain_rumor_moved(happened: RumorMoved, state: GameState) -> str:
    board = board_of(state.scenario)
    origin = f"from {board.region_name(happened.origin)} " if happened.origin else ""
    target = f"to {board.region_name(happened.region)}" if happened.region else "off the map"
    return f"A Rumor moves {origin}{target}: {happened.reason}."


def explain_rumor_placed(happened: RumorPlaced, state: GameState) -> str:
    return f"A new Rumor lies in {board_of(state.scenario).region_name(happened.region)}: {happened.reason}."


def seat_words(state: GameState, seat: SeatId) -> str:
    """A player with House and rank: "Livia (Cat, rank 2)"."""
    found = state.seats.get(seat)
    if found is None:
        return str(seat)
    return f"{found.name} ({board_of(state.scenario).house_name(found.house)}, rank {found.rank})"


ASIDE_WORDS: dict[AsideWhy, str] = {
    AsideWhy.ELSEWHERE: "not in the War Room this month",
    AsideWhy.UNREADABLE: "the sheet could not be read",
}


def betrayal_in(board: Board, battle: Battle, house: HouseId) -> str:
    """What a House's betrayal did in one region."""
    guards = counted(len(battle.immortals), "Immortal")
    fate = "and defeated them" if battle.immortals_defeated else "and they stand"
    lost = battle.retaliation.count(house)
    toll = f"; they killed {lost} of its units as they fell" if lost else ""
    return f"{board.house_name(house)} attacked {guards} in {board.region_name(battle.region)} {fate}{toll} (R-56)."
