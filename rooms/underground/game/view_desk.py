"""A table at Underground Control's desk: seats, cards face down, changes by laws, open matters.

Rules: GE-UND-61, R-116, R-144.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from control.day.people.lookup import choice_of
from control.day.state import Presence
from control.day.words import who
from control.engine.ids import SeatId, StepId
from control.engine.language import capital, listed, say, say_count
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.law_actions.underground import doubled_schemes, watched_tables
from rooms.realm.game.laws import law_words
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, LawId, Room
from rooms.underground.game.state import TURNS, Attack, Lying, TableId, TableStep
from rooms.underground.game.tables.cards import scheme_in
from rooms.underground.game.tables.completion import complete_schemes
from rooms.underground.game.tables.costs import halves_left
from rooms.underground.game.tables.drawn_schemes import offers_at, pickers
from rooms.underground.game.tables.lookup import hand_of, out_of, seats_at_table, step_of, table_of, tables, turn_at, turn_since
from rooms.underground.game.tables.schemes import is_full, written_by
from rooms.underground.game.tables.sovereign_look import looks_left
from rooms.underground.game.tables.turns import cut_off_words, is_missed, table_words
from rooms.underground.game.tables.undo import last_act
from rooms.underground.game.view_attack import ComparedShown, EndedShown, RunningShown, attack_view, compared_in, compared_shown
from rooms.underground.game.view_cards import CardShown, SchemeCard, card_shown, scheme_card
from rooms.underground.game.view_schemes import SchemeFace, scheme_face

# === open matters =======================================================================================================

# Open matters in a table's step, and their result when Underground Control ends the step


def open_words(state: GameState, table: TableId) -> tuple[str, ...]:
    """Sentences about everything the end of the running step settles. They contain only what the table may know."""
    step, at = step_of(state, table), table_of(state, table)
    told: list[str] = []
    if step in (TableStep.SCHEMES, TableStep.COMPLETE):
        told += [_brought(state, each.seat) for each in at.brought]
        for each in at.offered:
            house = house_name(state, each.house)
            if is_full(state, each.house):
                told.append(say("{house} keeps its drawn scheme and discards the 4.", house=house))
            else:
                told.append(say("For {house} the first drawn card that fits is placed.", house=house))
    if at.attack is not None:
        told.append(_attack(state, at.attack, scheme_in(at, at.attack.scheme)))
    if step in TURNS:
        left = [who(state, each.id) for each in seats_at_table(state, table) if each.id not in out_of(state, table)]
        if left:
            told.append(say_count("{names} may still act.", "{names} may still act.", len(left), names=listed(tuple(left))))
    if step is TableStep.COMPLETE and (due := complete_schemes(state, table)):
        told.append(
            say_count(
                "{count} scheme completes, the oldest first.",
                "{count} schemes complete, the oldest first.",
                len(due),
            )
        )
    return tuple(told)


def open_in_step(state: GameState, viewer: Viewer, step: StepId, table: str) -> tuple[str, ...]:
    """The same for a person who ends this step at the desk. Empty if another step runs."""
    at = TableId(table)
    if not viewer.sees_desk(Desk.UNDERGROUND) or at not in tables(state) or str(step_of(state, at)) != step:
        return ()
    return open_words(state, at)


def _brought(state: GameState, seat: SeatId) -> str:
    if written_by(state, seat) is None:
        return say("The new scheme of {player} is laid: the older one has gone.", player=who(state, seat))
    return say("{player} keeps the written scheme that lies there.", player=who(state, seat))


def _attack(state: GameState, attack: Attack, scheme: Lying | None) -> str:
    player = who(state, attack.attacker)
    if scheme is not None and attack.sprung:
        return say("The trap takes from {player} the oldest Advancement.", player=player)
    if scheme is not None and attack.reached:
        return say("{player} has not decided: a trap strikes, another scheme stays.", player=player)
    return say("The attack of {player} ends; what was played is lost.", player=player)


# === changes by laws ====================================================================================================

# Changes by the Court's laws at a table, as sentences to read aloud in Updates (GE-UND-28): Border Watch, Gaes, Recruitment and
# Crackdown (GE-CRT-42, GE-CRT-43, GE-CRT-49, GE-CRT-51).


def update_words(state: GameState, table: TableId) -> tuple[str, ...]:
    """Sentences about laws with an effect at this table this month, and Houses that may halve a scheme."""
    return (*_dearer_lines(state), *_halved(state, table), *_watched(state, table), *_kept_away(state, table))


def _law(state: GameState, law: LawId) -> str:
    return capital(law_words(state, law))


def _dearer_lines(state: GameState) -> Iterator[str]:
    names = {each.id: each.name for each in state.scenario.schemes}
    for kind, law in doubled_schemes(state).items():
        yield say("{law}: {scheme} costs twice as much.", law=_law(state, law), scheme=names.get(kind, kind))


def _halved(state: GameState, table: TableId) -> Iterator[str]:
    for house in dict.fromkeys(seat.house for seat in seats_at_table(state, table)):
        if halves_left(state, house) > 0:
            yield say("Recruitment: {house} halves the cost of 1 own scheme in Schemes.", house=house_name(state, house))


def _watched(state: GameState, table: TableId) -> Iterator[str]:
    law = watched_tables(state).get(table)
    if law is not None:
        yield say("{law}: each House here pays 1 Favor or 1 Power when Movement ends.", law=_law(state, law.id))


def _kept_away(state: GameState, table: TableId) -> Iterator[str]:
    found: dict[LawId, list[str]] = {}
    for seat in state.seats.values():
        for bar in seat.bars:
            if bar.room == Room.UNDERGROUND and bar.table == table and bar.law is not None:
                found.setdefault(bar.law, []).append(seat.name)
    for law, names in found.items():
        yield say("{law}: may not sit here: {names}.", law=_law(state, law), names=listed(tuple(names)))


# === table ==============================================================================================================

# A table at Underground Control's desk: seats, cards face down, open matters and their results (GE-UND-61, R-116, R-144). The
# tablet lies between players, so only public faces appear. A face or a hand is opened by its own request.


class Sitting(Struct, frozen=True, kw_only=True):
    """A player at the table, in turn order.

    `why_not`: why this player should not sit here; `acts`: number of acts, for taking back the last one, else 0.
    """

    seat: SeatId
    name: str
    house: HouseId
    short: str
    count: int
    on_turn: bool
    done: bool
    phoneless: bool
    why_not: str
    acts: int


class Awaited(Struct, frozen=True, kw_only=True):
    """A player who chose this table but is not there, and why."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    why: str
    may_come: bool  # can be marked as present with one tap


class OnTable(Struct, frozen=True, kw_only=True):
    """A scheme on the table. `due`: it completes, shown only in Complete; `target`: it is under attack."""

    card: SchemeCard
    drawn: bool
    since: int
    due: bool
    target: bool


class WaitingScheme(Struct, frozen=True, kw_only=True):
    """A player whose written scheme waits: it replaces scheme `there`, or is discarded."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    there: int


class DrawnHouse(Struct, frozen=True, kw_only=True):
    """A House that has drawn and not placed, with its picker. `full`: all its slots are filled."""

    house: HouseId
    short: str
    name: str
    picker: SeatId
    full: bool


class TableDesk(Struct, frozen=True, kw_only=True):
    """A table for its desk. `looks`: looks left to a Sovereign at this table; `done`: schemes completed this month.

    `open`: results of ending the step for open matters; `told`: changes by the Court's laws; `compared`: minions of the running
    attack, else of the one that `ended`.
    """

    month: int
    table: TableId
    name: str
    step: TableStep | None
    round: bool  # the step goes around the table
    sitters: tuple[Sitting, ...]
    order: str  # seats as a form value
    turn: Sitting | None
    since: datetime | None
    awaited: tuple[Awaited, ...]
    schemes: tuple[OnTable, ...]
    running: RunningShown | None
    compared: ComparedShown | None
    ended: EndedShown | None
    choosing: tuple[WaitingScheme, ...]
    drawing: tuple[DrawnHouse, ...]
    due: tuple[OnTable, ...]
    done: int
    sovereign: SeatId | None
    looks: int
    told: tuple[str, ...]
    open: tuple[str, ...]
    cut_off: str  # players cut off by the end of the last step


class SchemeOpen(Struct, frozen=True, kw_only=True):
    """One scheme face up, for the desk that asked for it. `halving`, `looking`: players for whom this is possible."""

    month: int
    table: TableId
    step: TableStep | None
    card: SchemeCard
    by: str
    face: SchemeFace
    advancement: tuple[CardShown, ...]
    guards: tuple[CardShown, ...]
    halved: bool
    looking: SeatId | None
    halving: SeatId | None


def desk_tables(state: GameState, viewer: Viewer) -> tuple[tuple[TableId, str, str], ...]:
    """All tables with their names and the player on turn, for their desk."""
    if not viewer.sees_desk(Desk.UNDERGROUND):
        return ()
    turns = ((table, turn_at(state, table)) for table in tables(state))
    return tuple((table, table_words(state, table), who(state, turn) if turn is not None else "") for table, turn in turns)


def table_desk(state: GameState, viewer: Viewer, table: TableId) -> TableDesk | None:
    """A table for Underground Control. None for others, or if there is no such table."""
    if table not in tables(state) or not viewer.sees_desk(Desk.UNDERGROUND):
        return None
    at, step, turn = table_of(state, table), step_of(state, table), turn_at(state, table)
    sitters = tuple(_sitting(state, table, each, step, turn) for each in seats_at_table(state, table))
    due = {each.id for each in complete_schemes(state, table)} if step is TableStep.COMPLETE else set()
    shown = attack_view(state, viewer, table)
    target = shown.running.scheme if shown and shown.running else 0
    schemes = tuple(_row_of_scheme(state, each, due, target) for each in at.schemes)
    fight = compared_in(at, at.attack if shown and shown.running else at.ended)
    sovereign = _sovereign(state, table)
    return TableDesk(
        month=state.clock.month,
        table=table,
        name=table_words(state, table),
        step=step,
        round=step in TURNS,
        sitters=sitters,
        order=" ".join(each.seat for each in sitters),
        turn=next((each for each in sitters if each.on_turn), None),
        since=turn_since(state, table),
        cut_off=cut_off_words(state, table),
        awaited=tuple(_awaited_player(state, each, table) for each in state.seats.values() if _stays_away(state, each, table)),
        schemes=schemes,
        running=replace(shown.running, face="") if shown and shown.running else None,
        compared=compared_shown(state, fight) if fight else None,
        ended=shown.ended if shown else None,
        choosing=tuple(_choosing(state, each.seat) for each in at.brought if step is not None),
        drawing=tuple(_drawing(state, each.house, each.picker) for each in offers_at(state, table) if step is TableStep.SCHEMES),
        due=tuple(each for each in schemes if each.due),
        done=at.done,
        sovereign=sovereign,
        looks=looks_left(state) if sovereign is not None and step is TableStep.UPDATES else 0,
        told=update_words(state, table),
        open=open_words(state, table),
    )


def scheme_open(state: GameState, viewer: Viewer, table: TableId, scheme: int) -> SchemeOpen | None:
    """One scheme of a table face up, for Underground Control, which sees everything. None for others (R-144)."""
    if table not in tables(state) or not viewer.sees_desk(Desk.UNDERGROUND):
        return None
    at, step = table_of(state, table), step_of(state, table)
    found = next((each for each in at.schemes if each.id == scheme), None)
    if found is None:
        return None
    face, sovereign = scheme_face(state, found), _sovereign(state, table)
    looks = step is TableStep.UPDATES and looks_left(state) > 0 and found.id not in at.looked
    picker = pickers(state).get(found.house)
    halves = step is TableStep.SCHEMES and not found.halved and halves_left(state, found.house) > 0
    return SchemeOpen(
        month=state.clock.month,
        table=table,
        step=step,
        card=scheme_card(state, found, face.name),
        by=_author_words(state, found),
        face=face,
        advancement=tuple(card_shown(state, card) for card in found.advancement),
        guards=tuple(card_shown(state, guard.card) for guard in reversed(found.protection)),
        halved=found.halved,
        looking=sovereign if looks else None,
        halving=picker.id if halves and picker is not None and picker.table == table else None,
    )


# --- parts --------------------------------------------------------------------------------------------------------------


def _short(state: GameState, house: HouseId) -> str:
    return next((each.short for each in house_names(state) if each.id == house), "")


def _sitting(state: GameState, table: TableId, seat: HouseSeat, step: TableStep | None, turn: SeatId | None) -> Sitting:
    at = table_of(state, table)
    bar = state.bar(seat, Room.UNDERGROUND, table)
    act = last_act(state, table, step, seat.id) if step is not None else None
    return Sitting(
        seat=seat.id,
        name=seat.name,
        house=seat.house,
        short=_short(state, seat.house),
        count=len(hand_of(state, table, seat.id)),
        on_turn=seat.id == turn,
        done=step in TURNS and seat.id in out_of(state, table),
        phoneless=seat.marks.phoneless,
        why_not=str(bar.why) if bar is not None else "",
        acts=len(at.acts) if act is not None else 0,
    )


def _stays_away(state: GameState, seat: HouseSeat, table: TableId) -> bool:
    return choice_of(state, seat) == Room.UNDERGROUND and seat.table == table and not seat.acts


def _awaited_player(state: GameState, seat: HouseSeat, table: TableId) -> Awaited:
    if seat.presence is Presence.GONE:
        why = say("has left the game")
    elif seat.here:
        why = say("the character is dead or held back")
    else:
        why = say("is not checked in")
    missed = is_missed(state, seat, table)
    return Awaited(seat=seat.id, name=seat.name, house=seat.house, short=_short(state, seat.house), why=why, may_come=missed)


def _row_of_scheme(state: GameState, scheme: Lying, due: set[int], target: int) -> OnTable:
    return OnTable(
        card=scheme_card(state, scheme),
        drawn=scheme.author is None,
        since=scheme.month,
        due=scheme.id in due,
        target=scheme.id == target,
    )


def _choosing(state: GameState, seat: SeatId) -> WaitingScheme:
    found, house = written_by(state, seat), state.seats[seat].house
    return WaitingScheme(
        seat=seat, name=who(state, seat), house=house, short=_short(state, house), there=found.id if found is not None else 0
    )


def _drawing(state: GameState, house: HouseId, picker: SeatId) -> DrawnHouse:
    return DrawnHouse(
        house=house,
        short=_short(state, house),
        name=house_name(state, house),
        picker=picker,
        full=is_full(state, house),
    )


def _author_words(state: GameState, scheme: Lying) -> str:
    """Author of a scheme, or a note that nobody chose a drawn one."""
    if scheme.author is not None:
        return who(state, scheme.author)
    return "" if scheme.chosen else say("The House did not choose; the first card that fits lies here.")


def _sovereign(state: GameState, table: TableId) -> SeatId | None:
    """The Sovereign, if seated at this table (GE-SOV-31)."""
    holder = state.throne.holder
    return holder if any(each.id == holder for each in seats_at_table(state, table)) else None
