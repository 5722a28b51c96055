"""Events about hostages, their folds and their words. No Power and no Favor gets lost on the way."""

from __future__ import annotations

from msgspec import Struct

from control.day.missing_players import requires_players
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.reasons import Told
from control.engine.records import replace
from rooms.realm.game.records import Became, Hostage, HostageNews
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name, with_purse
from rooms.realm.scenario.ids import CardId, HouseId, Phase


class HostageTaken(Struct, frozen=True, kw_only=True):
    """A hostage is taken, with 1 Power from the purse `power_from` and a card from `favor_from`; None: nothing was there."""

    id: int
    of: HouseId
    holder: HouseId
    power_from: SeatId | None
    card: CardId | None
    favor_from: SeatId | None
    month: int
    why: Told
    rule: str
    marriage: tuple[SeatId, ...] = ()


class HostagesReleased(Struct, frozen=True, kw_only=True):
    """Hostages of one House go home; their Power and Favors go to the purse `to`; None: to bank and discards.

    `freed`: not released by their holder's will (GE-CER-21), but rescued, or freed by a law or the end of a marriage.
    """

    ids: tuple[int, ...]
    of: HouseId
    holder: HouseId | None
    to: SeatId | None
    power: int
    favors: int
    why: Told
    rule: str
    freed: bool = False


class HostagesKilled(Struct, frozen=True, kw_only=True):
    """Hostages of one House are dead; the Power and the Favors on them are discarded."""

    ids: tuple[int, ...]
    of: HouseId
    holder: HouseId | None
    power: int
    favors: int
    why: Told
    rule: str


class HostagesHandedOver(Struct, frozen=True, kw_only=True):
    """Hostages of one House have a new holder and no longer belong to a law or marriage (R-93)."""

    ids: tuple[int, ...]
    of: HouseId
    holder: HouseId | None
    to: HouseId
    month: int
    why: Told
    rule: str


Left = HostagesReleased | HostagesKilled  # the hostage leaves its holder's playmat for good
Moved = HostageTaken | Left | HostagesHandedOver

# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("power_from", "favor_from")
def evolve_taken(state: GameState, happened: HostageTaken) -> GameState:
    if happened.power_from is not None:
        purse = state.seats[happened.power_from].purse
        state = with_purse(state, happened.power_from, replace(purse, power=purse.power - 1))
    if happened.favor_from is not None:
        purse = state.seats[happened.favor_from].purse
        left = tuple(card for card in purse.favors if card != happened.card)
        state = with_purse(state, happened.favor_from, replace(purse, favors=left))
    token = Hostage(
        id=happened.id,
        of=happened.of,
        holder=happened.holder,
        power=int(happened.power_from is not None),
        favors=(happened.card,) if happened.card is not None else (),
        marriage=happened.marriage,
        since=happened.month,
    )
    state = _with_news(state, Became.TAKEN, happened.of, happened.holder)
    return replace(state, hostages=(*state.hostages, token), last_hostage=max(state.last_hostage, happened.id))


@requires_players("to")
def evolve_released(state: GameState, happened: HostagesReleased) -> GameState:
    """Send home what is on the tokens now, whatever the event counted."""
    became = Became.FREED if happened.freed else Became.RELEASED
    state, power, cards = _without_hostages(
        _with_news(state, became, happened.of, happened.holder, len(happened.ids)), happened.ids
    )
    if happened.to is None:
        return replace(state, favor_discards=(*state.favor_discards, *cards))
    purse = state.seats[happened.to].purse
    return with_purse(state, happened.to, replace(purse, power=purse.power + power, favors=(*purse.favors, *cards)))


def evolve_killed(state: GameState, happened: HostagesKilled) -> GameState:
    # nobody replaces them, not even for a law of the start (GE-CRT-81)
    state, _power, cards = _without_hostages(
        _with_news(state, Became.KILLED, happened.of, happened.holder, len(happened.ids)), happened.ids
    )
    return replace(state, favor_discards=(*state.favor_discards, *cards))


def _without_hostages(state: GameState, ids: tuple[int, ...]) -> tuple[GameState, int, tuple[CardId, ...]]:
    gone = tuple(each for each in state.hostages if each.id in ids)
    state = replace(
        state,
        hostages=tuple(each for each in state.hostages if each.id not in ids),
        hostages_doubtful=state.hostages_doubtful or len(gone) != len(ids),
    )
    return state, sum(each.power for each in gone), tuple(card for each in gone for card in each.favors)


def evolve_handed_over(state: GameState, happened: HostagesHandedOver) -> GameState:
    state = _with_news(state, Became.HANDED_OVER, happened.of, happened.holder, len(happened.ids), happened.to)
    there = sum(each.id in happened.ids for each in state.hostages)
    hostages = tuple(
        replace(each, holder=happened.to, law=None, marriage=(), since=happened.month) if each.id in happened.ids else each
        for each in state.hostages
    )
    return replace(state, hostages=hostages, hostages_doubtful=state.hostages_doubtful or there != len(happened.ids))


def _with_news(
    state: GameState, became: Became, of: HouseId, holder: HouseId | None, count: int = 1, to: HouseId | None = None
) -> GameState:
    """Add the news to the state, and drop news older than a month."""
    month, phase = state.clock.month, Phase(state.clock.phase) if state.clock.phase else None
    news = HostageNews(month=month, phase=phase, became=became, of=of, holder=holder, to=to, count=count)
    kept = tuple(each for each in state.hostage_news if each.month >= month - 1)
    if kept and replace(kept[-1], count=count) == news:  # same news again: add up
        return replace(state, hostage_news=(*kept[:-1], replace(news, count=kept[-1].count + count)))
    return replace(state, hostage_news=(*kept, news))


# --- words --------------------------------------------------------------------------------------------------------------


def holder_name(state: GameState, house: HouseId | None) -> str:
    """Name of the holder: a House, or the throne."""
    return house_name(state, house) if house is not None else say("The throne")


def load_words(power: int, favors: int) -> str:
    """Power and Favors on hostages in words: "1 Power and 1 Favor", "nothing"."""
    if not favors:
        return say("{power} Power", power=power) if power else say("nothing")
    cards = say_count("{count} Favor", "{count} Favors", favors)
    return say("{power} Power and {favors}", power=power, favors=cards) if power else cards


def freed_words(state: GameState, of: HouseId, holder: HouseId | None, count: int) -> str:
    """News of freed hostages that does not say who freed them: "1 hostage of Bear that Cat held is free"."""
    house = house_name(state, of)
    if holder is None:
        return say_count(
            "{count} hostage of {house} that the throne held is free",
            "{count} hostages of {house} that the throne held are free",
            count,
            house=house,
        )
    return say_count(
        "{count} hostage of {house} that {holder} held is free",
        "{count} hostages of {house} that {holder} held are free",
        count,
        house=house,
        holder=house_name(state, holder),
    )
