"""A table on a player's phone: turn, attack, schemes, own hand (R-116, R-144)."""

from __future__ import annotations

from datetime import timedelta

from msgspec import Struct

from control.day.clock.clocks import has_begun, has_table_clocks
from control.day.people.lookup import acts_in_room
from control.day.state import DayStage
from control.day.view import room_clock_view
from control.engine.ids import ClockKey, SeatId, StepId
from control.engine.language import capital, say, say_count
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import TURNS, Lying, TableId, TableStep
from rooms.underground.game.tables.cards import face_words, scheme_in, scheme_words
from rooms.underground.game.tables.lookup import is_stopped, out_of, seats_at_table, step_of, table_of, tables, turn_at
from rooms.underground.game.tables.schemes import schemes_in_play
from rooms.underground.game.tables.turns import cut_off_words, table_words
from rooms.underground.game.view_attack import (
    AttackShown,
    ComparedShown,
    EndedShown,
    RunningShown,
    attack_view,
    compared_in,
    compared_shown,
    scenes_told,
    seats_to_reveal,
)
from rooms.underground.game.view_cards import (
    CardShown,
    MinionsShown,
    SchemeCard,
    SitterShown,
    exchange_view,
    minions_view,
    scheme_card,
)
from rooms.underground.game.view_schemes import SchemeFace, SchemeSeen, known_schemes, own_elsewhere, view_schemes
from rooms.underground.rules.minion_cards import Face
from rooms.underground.rules.turn_order import previous_player

# === turn ===============================================================================================================

# The turn at a table as each player there reads it, and who must answer an attack (R-116, GE-UND-45)


def turn_words(state: GameState, table: TableId, seat: SeatId) -> str:
    """The turn as seen from a player's seat. Empty in a step without turns (R-116)."""
    if step_of(state, table) not in TURNS:
        return ""
    if seat in seats_to_reveal(state, table):
        return say("You are attacked: reveal the outermost Protection.")
    turn, out = turn_at(state, table), out_of(state, table)
    if turn is None:
        return say("Everybody at this table is done with this step.")
    if turn == seat:
        return say("Your turn")
    if seat in out:
        return say("{name}’s turn. You are done with this step.", name=state.seats[turn].name)
    order = [each.id for each in seats_at_table(state, table)]
    acted = table_of(state, table).acted
    return say("Your turn after {name}", name=state.seats[previous_player(order, turn, seat, out, acted)].name)


# === table ==============================================================================================================

# A table on a player's phone: turn, attack, schemes, own hand


class TableClock(Struct, frozen=True, kw_only=True):
    """The running step of the viewer's table. `deadline`: when it ends; `left_ms`: milliseconds left while the clock is stopped."""

    key: ClockKey
    step: StepId
    name: str
    deadline: str
    left_ms: int | None
    paused: bool


class PhoneTable(Struct, frozen=True, kw_only=True):
    """Head of the page: table, clock, turn, and the public attack. `mine`: it is this player's turn.

    `target`: scheme under attack; `compared`: two minions of the running or last attack; `told`: public moments of the month's
    attacks, newest first; `cut_off`: players cut off by the end of the last step.
    """

    month: int
    table: TableId
    paused: bool
    name: str
    clock: TableClock | None
    turn: str
    mine: bool
    sitters: tuple[SitterShown, ...]
    running: RunningShown | None
    target: SchemeCard | None
    compared: ComparedShown | None
    ended: EndedShown | None
    told: tuple[str, ...]
    cut_off: str


class PhoneScheme(Struct, frozen=True, kw_only=True):
    """One scheme of the table with this player's possible acts. `price`: cost of the next Protection, in words.

    `due`: that cost as a number, None if none can be placed; `dear`: the hand is too small; `discards`: cards that could pay, each
    with its form value.
    """

    id: int
    card: SchemeCard
    title: str
    mine: bool  # written by this player
    own: bool  # of the viewer's House
    face: SchemeFace | None
    advance: bool
    due: int | None
    price: str
    dear: bool
    discards: tuple[tuple[str, CardShown], ...]
    attack: bool
    why_not: str
    look: bool
    halve: bool


class PhonePlay(Struct, frozen=True, kw_only=True):
    """The table's schemes and the viewer's hand. `reads`: in this step every phone has something to tap in each scheme.

    `goes_on`: scheme of the player's attack that may go on; `stop`: scheme of an attack that may be stopped; 0 for none. `picked`:
    cards tapped before a refusal.
    """

    month: int
    table: TableId
    paused: bool
    step: TableStep | None
    schemes: tuple[PhoneScheme, ...]
    elsewhere: tuple[PhoneScheme, ...]
    hand: tuple[CardShown, ...]
    advance: bool
    protect: bool
    begin: bool
    goes_on: int
    stop: int
    end_turn: bool
    take_back: int
    reads: bool
    picked: tuple[str, ...] = ()

    @property
    def several(self) -> bool:
        """Whether several cards may be put down at once."""
        return self.advance

    @property
    def choose(self) -> bool:
        """Whether a card of the hand can be chosen now."""
        return self.advance or self.protect or (self.begin and bool(self.hand)) or bool(self.goes_on)


class PhoneExchange(Struct, frozen=True, kw_only=True):
    """Minions the viewer's House may give up and Master Minions it may take, with their words (R-137)."""

    month: int
    given: tuple[tuple[str, str], ...]
    taken: tuple[tuple[str, str], ...]


class KnownSchemes(Struct, frozen=True, kw_only=True):
    """Schemes at one table that belong to the viewer's House or are known to this player (GE-UND-59)."""

    name: str
    schemes: tuple[PhoneScheme, ...]


def own_table(state: GameState, viewer: Viewer) -> tuple[HouseSeat, TableId] | None:
    """The viewer's seat and table, while it is in play. None for others."""
    if viewer.seat is None or state.clock.stage is not DayStage.PLAYING or not state.clock.is_in(Phase.ACTION):
        return None
    seat = state.seats.get(viewer.seat)
    if seat is None or not acts_in_room(state, seat, Room.UNDERGROUND) or seat.table not in tables(state):
        return None
    table = TableId(seat.table)
    at = table if has_table_clocks(state, Room.UNDERGROUND) else TableId("")
    return (seat, table) if has_begun(state, Room.UNDERGROUND, at) else None


# --- the head -----------------------------------------------------------------------------------------------------------


def phone_table(state: GameState, viewer: Viewer) -> PhoneTable | None:
    """The head of the viewer's table. None without a table in play."""
    own = own_table(state, viewer)
    if own is None:
        return None
    seat, table = own
    shown, attack = minions_view(state, viewer, table), attack_view(state, viewer, table)
    assert shown is not None
    assert attack is not None
    running = attack.running
    at = table_of(state, table)
    held = step_of(state, table) == TableStep.ATTACK
    compared = compared_in(at, at.attack or at.ended) if held else None
    target = scheme_in(at, running.scheme) if running is not None else None
    return PhoneTable(
        month=state.clock.month,
        table=table,
        paused=is_stopped(state, table),
        name=table_words(state, table),
        clock=_clock(state, table),
        turn=turn_words(state, table, seat.id),
        mine=turn_at(state, table) == seat.id,
        sitters=shown.sitters,
        running=running,
        target=scheme_card(state, target) if target is not None else None,
        compared=compared_shown(state, compared) if compared is not None else None,
        ended=attack.ended if held else None,
        told=tuple(reversed(scenes_told(state, at))),
        cut_off=cut_off_words(state, table),
    )


def _clock(state: GameState, table: TableId) -> TableClock | None:
    clock = room_clock_view(state, Room.UNDERGROUND, table if has_table_clocks(state, Room.UNDERGROUND) else "")
    if clock.step is None:
        return None
    return TableClock(
        key=clock.key,
        step=clock.step,
        name=clock.step_name,
        deadline=clock.deadline.isoformat() if clock.deadline is not None else "",
        left_ms=clock.left // timedelta(milliseconds=1) if clock.left is not None else None,
        paused=clock.paused,
    )


# --- what lies there, and the hand --------------------------------------------------------------------------------------


def phone_play(state: GameState, viewer: Viewer, picked: tuple[str, ...] = ()) -> PhonePlay | None:
    """The viewer's table with all possible acts. None without a table in play."""
    own = own_table(state, viewer)
    if own is None:
        return None
    seat, table = own
    minions, attack = minions_view(state, viewer, table), attack_view(state, viewer, table)
    assert minions is not None
    assert attack is not None
    seen = {each.id: each for each in view_schemes(state, viewer, table).schemes}
    running = attack.running
    step = step_of(state, table)
    rows = [_row(state, each, seen[each.id], seat, minions, attack) for each in table_of(state, table).schemes]
    return PhonePlay(
        month=state.clock.month,
        table=table,
        paused=is_stopped(state, table),
        step=step,
        schemes=tuple(sorted(rows, key=_own_first)),
        elsewhere=tuple(_scheme_to_read(state, each, seat) for each in own_elsewhere(state, viewer, table) if each.may_halve),
        hand=minions.hand or (),
        advance=minions.advance,
        protect=minions.protect,
        begin=attack.begin,
        goes_on=running.scheme if running is not None and running.play else 0,
        stop=running.scheme if running is not None and running.stop else 0,
        end_turn=minions.end_turn,
        take_back=minions.take_back,
        reads=step == TableStep.UPDATES,
        picked=picked,
    )


def _row(
    state: GameState, lies: Lying, seen: SchemeSeen, seat: HouseSeat, minions: MinionsShown, attack: AttackShown
) -> PhoneScheme:
    placed = next(each for each in minions.schemes if each.scheme == lies.id)
    target = next(each for each in attack.targets if each.scheme == lies.id)
    hand = minions.hand or ()
    dear = placed.price is not None and placed.price >= len(hand)
    return PhoneScheme(
        id=lies.id,
        card=scheme_card(state, lies, seen.face.name if seen.face is not None else ""),
        title=scheme_words(state, lies),
        mine=seen.written_by == seat.id,
        own=seen.own,
        face=seen.face,
        advance=minions.advance,
        due=placed.price,
        price=_price_words(placed.price),
        dear=dear,
        discards=tuple((f"{lies.id} {card.card}", card) for card in hand) if placed.price and not dear else (),
        attack=attack.begin and not target.why_not and bool(minions.hand),
        why_not=target.why_not if attack.begin and minions.hand else "",
        look=seen.may_look,
        halve=seen.may_halve,
    )


def _price_words(price: int | None) -> str:
    if price is None:
        return ""
    if price == 0:
        return say("The next Protection costs nothing more.")
    return say_count(
        "The next Protection costs {count} more card, discarded.", "The next Protection costs {count} more cards, discarded.", price
    )


def _own_first(row: PhoneScheme) -> tuple[bool, bool]:
    return not row.mine, not row.own


def _scheme_to_read(state: GameState, seen: SchemeSeen, seat: HouseSeat) -> PhoneScheme:
    """A scheme to read only, at any table."""
    lies = next(each for each in schemes_in_play(state) if each.id == seen.id)
    return PhoneScheme(
        id=seen.id,
        card=scheme_card(state, lies, seen.face.name if seen.face is not None else ""),
        title=scheme_words(state, lies),
        mine=seen.written_by == seat.id,
        own=seen.own,
        face=seen.face,
        advance=False,
        due=None,
        price="",
        dear=False,
        discards=(),
        attack=False,
        why_not="",
        look=False,
        halve=seen.may_halve,
    )


def phone_exchange(state: GameState, viewer: Viewer) -> PhoneExchange | None:
    """Possible exchanges of a House with a Spy Tower, in words. None if there are none (R-137)."""
    shown = exchange_view(state, viewer)
    if shown is None:
        return None
    return PhoneExchange(
        month=shown.month,
        given=tuple((kind, _kind_words(state, kind)) for kind in shown.kinds),
        taken=tuple((kind, _kind_words(state, kind, master=True)) for kind, _name in shown.masters),
    )


def _kind_words(state: GameState, kind: str, *, master: bool = False) -> str:
    symbol, _, color = kind.partition(" ")
    return capital(face_words(state, Face(symbol=symbol, color=color, master=master)))


# --- between months -----------------------------------------------------------------------------------------------------


def own_schemes(state: GameState, viewer: Viewer) -> tuple[KnownSchemes, ...] | None:
    """Schemes of the viewer's House on all tables, and others whose face this player knows. None if there are none (GE-UND-59)."""
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if seat is None:
        return None
    own = Viewer(seat=seat.id)
    found = []
    for table in tables(state):
        kept = known_schemes(state, own, table)
        if kept:
            found.append(
                KnownSchemes(name=table_words(state, table), schemes=tuple(_scheme_to_read(state, each, seat) for each in kept))
            )
    return tuple(found) or None
