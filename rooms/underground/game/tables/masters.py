"""Master Minions: in Planning, a House with a Spy Tower exchanges a minion of its deck for one (GE-FAV-10, GE-FAV-11, R-137)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import DayStage
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.buildings.kinds import SPY_TOWER, kind_name, usable_buildings
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.underground.game.reports.recipients import to_seat
from rooms.underground.game.tables.cards import card_words, cards_of, mark_decks_doubtful, pile_of, with_pile
from rooms.underground.game.tables.lookup import TOPIC, UNDERGROUND_DESK, room_of, with_decks
from rooms.underground.game.tables.minions import create_deck, evolve_refilled
from rooms.underground.rules.minion_cards import Face, MinionId, face_of, minion
from rooms.underground.rules.piles import Pile


class ExchangeMinion(Struct, frozen=True, kw_only=True):
    """Exchange a minion of one kind for a Master Minion. Kinds are written "rock red"."""

    month: int
    seat: SeatId
    given: str
    master: str


class MinionExchanged(Struct, frozen=True, kw_only=True):
    """A House's card left the game, and a Master Minion took its place in the pile or the discards."""

    month: int
    seat: SeatId
    house: HouseId
    given: MinionId
    master: MinionId


# --- questions ----------------------------------------------------------------------------------------------------------


def may_exchange(state: GameState, house: HouseId) -> bool:
    """Whether this House may exchange a minion now: in Planning, with a Spy Tower it may use, once a month (R-137)."""
    clock = state.clock
    if clock.stage is not DayStage.PLAYING or not clock.is_in(Phase.PLANNING) or not usable_buildings(state, house, SPY_TOWER):
        return False
    return room_of(state).decks.exchanged.get(house) != clock.month


def kinds_left(state: GameState, house: HouseId) -> tuple[str, ...]:
    """Kinds of normal minions in a House's pile and discards. All kinds if its deck is untouched."""
    kinds = tuple(f"{card.symbol} {card.color}" for card in state.scenario.minions)
    pile = pile_of(state, house)
    if not pile.copies:
        return kinds
    there = {face_of(card).kind for card in (*pile.cards, *pile.discards) if not face_of(card).master}
    return tuple(kind for kind in kinds if kind in there)


# --- decision -----------------------------------------------------------------------------------------------------------


def decide_exchange(state: GameState, command: ExchangeMinion, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Exchange a minion. Chance decides which one of its kind goes, and so the Master's place in the pile.

    Raises:
        Refused: the House has no Spy Tower, it is not Planning, or there is no such card.
        Stale: the House has exchanged one this month, or another month runs.
    """
    seat = seat_of(state, command.seat)
    house, clock = seat.house, state.clock
    if command.month != clock.month:
        raise Stale(say("That month is over."), rule="R-137")
    if not seat.here:
        raise Refused(say("Check in first at the check-in desk."), rule="GE-EVT-03")
    if not usable_buildings(state, house, SPY_TOWER):
        tower = kind_name(state.scenario, SPY_TOWER)
        raise Refused(say("{house} may use no {building}.", house=house_name(state, house), building=tower), rule="GE-FAV-10")
    if clock.stage is not DayStage.PLAYING or not clock.is_in(Phase.PLANNING):
        raise Refused(say("Minions are exchanged in Planning."), rule="R-137", code="closed")
    if not may_exchange(state, house):
        raise Stale(say("{house} has exchanged a minion this month.", house=house_name(state, house)), rule="R-137")
    new = next((each for each in state.scenario.masters if f"{each.symbol} {each.color}" == command.master), None)
    if new is None:
        raise Refused(say("There is no such Master Minion; choose one from the list."), rule="R-137", code="unknown")
    before = create_deck(state, house, asked)
    for event in before:
        state = evolve_refilled(state, event)
    pile = pile_of(state, house)
    fitting = [card for card in (*pile.cards, *pile.discards) if face_of(card) == _normal(command.given)]
    if not fitting:
        raise Refused(say("No such minion is left in your deck; choose another."), rule="R-137", code="not-there")
    face = Face(symbol=new.symbol, color=new.color, master=True)
    master = minion(house, face, 1 + max(_copies(cards_of(state, house), face), default=0))
    given = asked.chance.shuffled(fitting)[0]
    return (*before, MinionExchanged(month=command.month, seat=seat.id, house=house, given=given, master=master))


def _normal(kind: str) -> Face | None:
    words = kind.split(" ")
    return Face(symbol=words[0], color=words[1]) if len(words) == 2 else None


def _copies(cards: tuple[MinionId, ...], face: Face) -> list[int]:
    return [int(card.rsplit("!", 1)[1]) for card in cards if face_of(card) == face]


# --- fold, words --------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_exchanged(state: GameState, happened: MinionExchanged) -> GameState:
    pile = pile_of(state, happened.house)
    if happened.given not in (*pile.cards, *pile.discards):
        return mark_decks_doubtful(state)
    state = with_pile(state, happened.house, _swap_minion(pile, happened.given, happened.master))
    decks = room_of(state).decks
    return with_decks(state, replace(decks, exchanged={**decks.exchanged, happened.house: happened.month}))


def _swap_minion(pile: Pile[MinionId], given: MinionId, master: MinionId) -> Pile[MinionId]:
    def put(cards: tuple[MinionId, ...]) -> tuple[MinionId, ...]:
        return tuple(master if card == given else card for card in cards)

    return replace(pile, cards=put(pile.cards), discards=put(pile.discards))


def tell_exchanged(happened: MinionExchanged, before: GameState, after: GameState) -> Iterator[Line]:
    """The whole House reads which cards. For the player who exchanged them it counts as a turn (R-144)."""
    yield to_desks(say("{player} exchanges a minion for a Master Minion.", player=who(before, happened.seat)))
    given, master = card_words(before, happened.given), card_words(before, happened.master)
    words = say("Your House exchanges {minion} for {master}.", minion=given, master=master)
    for seat in before.seats.values():
        if seat.house == happened.house:
            kind = ReportKind.TURN if seat.id == happened.seat else ReportKind.OUTCOME
            yield to_seat(seat.id, kind, words, rule="R-137")


def _invalidations(happened: MinionExchanged, state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic=TOPIC, to="staff"), Invalidation(topic=TOPIC, to=f"team:{happened.house}"))


COMMANDS: Mapping[type, CommandHandler] = {
    ExchangeMinion: CommandHandler(
        decide=decide_exchange,
        desks=UNDERGROUND_DESK,
        player=True,
        label=lambda c, s: say("Master Minion, month {month}", month=c.month),
        desk_label=lambda c, s: say("Master Minion of {player}, month {month}", player=who(s, c.seat), month=c.month),
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    MinionExchanged: EventHandler(evolve=evolve_exchanged, tell=tell_exchanged, invalidations=_invalidations),
}
