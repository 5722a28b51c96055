"""Stakes of side tables: what players stake goes to the winners, once, in one entry of the main game.

The rulebooks have no stakes. Ours is a house rule, published wherever a stake is offered (`PUBLISHED`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.people.lookup import members
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.desks import ALL_DESKS
from rooms.realm.game.reports.words import report_purse_changes
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.treasury.payment import favors_by_loss
from rooms.realm.game.treasury.purses import house_name, is_purse_common, purse_holder, seat_of
from rooms.realm.scenario.ids import CardId

MOST_STAKED = 50  # Power or Favors, from one purse

PUBLISHED: Final = (
    later(
        "Every player at the table must be able to pay the stake when the game begins. When it is over, each player who has not "
        "won gives the stake, and those who have won share it equally; what cannot be shared goes to the first of them, counted "
        "from the first chair. Favors are given oldest first. Bots pay nothing and win nothing: where only bots have won, "
        "everybody keeps what is theirs. Who stands up still stands by the stake. Who holds less than the stake by then gives "
        "what there is."
    ),
    later(
        "A table with a stake runs until the end of the phase in which its game begins, unless something else was agreed when "
        "it was opened; a minute before, it is told. Then it is cut off, and every stake goes back, whoever was ahead. Only "
        "Control can end a game with a stake earlier; that is settled by the score as it stood, as if the game were over. "
        "Nobody comes in once the game has begun."
    ),
)


class StakeKind(StrEnum):
    """Kinds of stake."""

    POWER = "power"
    FAVORS = "favors"


class SettleStake(Struct, frozen=True, kw_only=True):
    """Pay out the stake of a finished game at a side table.

    `table`: key of the table's journal.
    `losers`, `winners`: players without bots, counted from the first chair. A game that was cut off has no winners: stakes go back.
    """

    table: str
    title: str
    kind: StakeKind
    amount: int
    losers: tuple[SeatId, ...]
    winners: tuple[SeatId, ...]
    cut_off: bool = False


class Share(Struct, frozen=True, kw_only=True):
    """Payment to or from one player."""

    seat: SeatId
    power: int = 0
    favors: tuple[CardId, ...] = ()


class StakeSettled(Struct, frozen=True, kw_only=True):
    table: str
    title: str
    gave: tuple[Share, ...]
    got: tuple[Share, ...]
    cut_off: bool = False


def cannot_pay_words(state: GameState, seats: Sequence[SeatId], kind: StakeKind, amount: int) -> str:
    """Sentence on players who cannot pay the stake; empty if all can. A common purse pays for its whole House (R-05)."""
    due = _due(state, seats, amount)
    short = ", ".join(_shortage_words(state, seat, kind, of) for seat, of in due.items() if _holding(state, seat, kind) < of)
    if not short:
        return ""
    return say("The stake is {stake}, and {short}.", stake=amount_words(kind, amount), short=short)


def _due(state: GameState, seats: Sequence[SeatId], amount: int) -> Mapping[SeatId, int]:
    """Amount that each purse owes. Players who have left own nothing, not even in a common purse (R-03)."""
    owing = (state.seats[each] for each in seats)
    purses = Counter(each.id if each.presence is Presence.GONE else purse_holder(state, each).id for each in owing)
    return {seat: amount * times for seat, times in purses.items()}


def _shortage_words(state: GameState, seat: SeatId, kind: StakeKind, due: int) -> str:
    held = _holding(state, seat, kind)
    if is_purse_common(state):
        house = house_name(state, state.seats[seat].house)
        return say("{house} holds {count} and would stake {due}", house=house, count=held, due=due)
    return say("{player} holds {count}", player=who(state, seat), count=held)


def _holding(state: GameState, seat: SeatId, kind: StakeKind) -> int:
    purse = state.seats[seat].purse
    return purse.power if kind is StakeKind.POWER else len(purse.favors)


def decide_settle(state: GameState, command: SettleStake, asked: DecisionContext) -> tuple[StakeSettled, ...]:
    """Move the losers' stakes to the winners.

    Raises:
        Refused: it names nobody of this day, or somebody twice.
        Stale: this table's stake is settled already.
    """
    if command.table in state.settled:
        raise Stale(say("The stake of “{title}” is settled already.", title=command.title))
    seats = [seat_of(state, seat).id for seat in (*command.losers, *command.winners)]
    if len(set(seats)) != len(seats) or not 0 < command.amount <= MOST_STAKED or (command.cut_off and command.winners):
        raise Refused(say("This stake cannot be read; look at the table again."), code="malformed")
    winners = [heir for seat in command.winners if (heir := _purse_of_winner(state, seat)) is not None]
    due = _due(state, command.losers, command.amount) if winners else {}
    gave = tuple(_share_given(state, seat, command.kind, amount) for seat, amount in due.items())
    got = _sum_shares(_split_stakes(gave, winners))
    return (StakeSettled(table=command.table, title=command.title, gave=gave, got=got, cut_off=command.cut_off),)


def _purse_of_winner(state: GameState, winner: SeatId) -> SeatId | None:
    """Purse that now receives a winner's share: the common purse's keeper (R-05), or rank 1 for a player who left (R-03)."""
    seat = state.seats[winner]
    if seat.presence is not Presence.GONE:
        return purse_holder(state, seat).id
    return next((each.id for each in members(state, seat.house)), None)


def _share_given(state: GameState, seat: SeatId, kind: StakeKind, amount: int) -> Share:
    if kind is StakeKind.POWER:
        return Share(seat=seat, power=min(amount, state.seats[seat].purse.power))
    return Share(seat=seat, favors=favors_by_loss(state.seats[seat])[:amount])


def _split_stakes(gave: Sequence[Share], winners: Sequence[SeatId]) -> tuple[Share, ...]:
    """Split the stakes equally; the first winner gets the remainder."""
    if not winners:
        return ()
    power, cards = sum(each.power for each in gave), tuple(card for each in gave for card in each.favors)
    each_power, more_power = divmod(power, len(winners))
    each_cards, more_cards = divmod(len(cards), len(winners))
    first = each_cards + more_cards
    return tuple(
        Share(
            seat=seat,
            power=each_power + (more_power if at == 0 else 0),
            favors=cards[:first] if at == 0 else cards[first + (at - 1) * each_cards : first + at * each_cards],
        )
        for at, seat in enumerate(winners)
    )


def _sum_shares(shares: Sequence[Share]) -> tuple[Share, ...]:
    """Add up the shares of each purse."""
    found = dict[SeatId, Share]()
    for each in shares:
        own = found.get(each.seat, Share(seat=each.seat))
        found[each.seat] = Share(seat=each.seat, power=own.power + each.power, favors=(*own.favors, *each.favors))
    return tuple(found.values())


@requires_players(lambda happened: (each.seat for each in (*happened.gave, *happened.got)))
def evolve_settled(state: GameState, happened: StakeSettled) -> GameState:
    seats = dict(state.seats)
    for share in happened.gave:
        purse = seats[share.seat].purse
        left = Purse(power=purse.power - share.power, favors=tuple(card for card in purse.favors if card not in share.favors))
        seats[share.seat] = replace(seats[share.seat], purse=left)
    for share in happened.got:
        purse = seats[share.seat].purse
        seats[share.seat] = replace(
            seats[share.seat], purse=Purse(power=purse.power + share.power, favors=(*purse.favors, *share.favors))
        )
    return replace(state, seats=seats, settled=(*state.settled, happened.table))


# --- words --------------------------------------------------------------------------------------------------------------


def amount_words(kind: StakeKind, amount: int) -> str:
    """Amount of a stake: "2 Power", "1 Favor"."""
    if kind is StakeKind.FAVORS:
        return say_count("{count} Favor", "{count} Favors", amount)
    return say("{count} Power", count=amount)


def share_words(share: Share) -> str:
    """Amount of a share, without naming cards: "2 Power", "1 Favor"."""
    if share.favors:
        return amount_words(StakeKind.FAVORS, len(share.favors))
    return amount_words(StakeKind.POWER, share.power) if share.power else say("nothing")


def settled_words(happened: StakeSettled, state: GameState) -> str:
    """Name winners and payers: "The stake of “High Number”: Anna (Cat) gets 2 Power; Boris (Wolf) gives 2 Power"."""
    if happened.cut_off:
        return say(
            "The stake of “{title}” goes back, for the table was cut off: everybody keeps what is theirs.", title=happened.title
        )
    got = [
        say("{player} gets {share}", player=who(state, each.seat), share=share_words(each))
        for each in happened.got
        if each.power or each.favors
    ]
    gave = [say("{player} gives {share}", player=who(state, each.seat), share=share_words(each)) for each in happened.gave]
    changes = "; ".join((*got, *gave)) or say("everybody keeps what is theirs")
    return say("The stake of “{title}”: {changes}.", title=happened.title, changes=changes)


def tell_settled(happened: StakeSettled, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(settled_words(happened, before))
    words = say("The stake of “{title}”.", title=happened.title)
    for seat in dict.fromkeys(each.seat for each in (*happened.gave, *happened.got)):
        yield from report_purse_changes(before, after, seat, words)


def _invalidations(happened: StakeSettled, state: GameState) -> tuple[Invalidation, ...]:
    touched = [each.seat for each in (*happened.gave, *happened.got)]
    return (
        *(Invalidation(topic="strip", to=f"seat:{seat}") for seat in touched),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, *touched)),
        Invalidation(topic="people", to="staff"),
        Invalidation(topic="tables", to="staff"),
    )


STAKES = Module(
    name="stakes",
    title=later("Stakes of side tables"),
    commands={
        SettleStake: CommandHandler(
            decide=decide_settle, desks=ALL_DESKS, clock=True, label=lambda c, s: say("Stake of “{title}”", title=c.title)
        )
    },
    events={StakeSettled: EventHandler(evolve=evolve_settled, tell=tell_settled, invalidations=_invalidations)},
)
