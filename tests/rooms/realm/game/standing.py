"""Events of laws, effects and buildings: posted, struck, entered, ended, traded in, lent, taken and removed."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.buildings.loans import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.ownership import ChangeOwner, PlaceBuilding, RemoveBuilding, TradeIn
from rooms.realm.game.effects.lifetime import EndEffect, EnterEffect
from rooms.realm.game.laws import PostLaw, StrikeLaw
from rooms.realm.game.state import EffectKind, Purse
from rooms.realm.scenario.ids import CardId, HouseId, LawId, RegionId
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, WAR_CONTROL, Day, player, running

CAT, WOLF, BEAR = HouseId("cat"), HouseId("wolf"), HouseId("bear")
OF_THE_RAT_KING = (CardId("rat-king-01#1"), CardId("rat-king-01#2"), CardId("rat-king-02#1"))


def holding(day: Day, cards: tuple[CardId, ...], seat: SeatId = CAT_1) -> Day:
    """Put these Favors into a purse, taken from the deck or another purse."""
    seats = {
        each.id: replace(each, purse=replace(each.purse, favors=tuple(card for card in each.purse.favors if card not in cards)))
        for each in day.state.seats.values()
    }
    seats[seat] = replace(seats[seat], purse=Purse(power=seats[seat].purse.power, favors=cards))
    left = tuple(card for card in day.state.favor_deck if card not in cards)
    day.state = replace(day.state, seats=seats, favor_deck=left)
    return day


def standing() -> list[GameEvent]:
    """Events of such a day, in order."""
    day = holding(running(), OF_THE_RAT_KING)
    day.do(PostLaw(title="The closed pass", text="Cat and Wolf keep out of Zen.", reason="passed"), by=COURT_CONTROL)
    forbid = EnterEffect(
        kind=EffectKind.FORBID,
        since=2,
        until=None,
        houses=(CAT, WOLF),
        regions=(RegionId("zen"),),
        law=LawId("law-14"),
        reason="passed",
    )
    day.do(forbid, by=COURT_CONTROL)
    day.do(replace(forbid, houses=(BEAR,)), by=WAR_CONTROL)
    day.do(EndEffect(effect=2, month=1, reason="the wrong House"), by=WAR_CONTROL)
    day.do(StrikeLaw(law=LawId("law-14"), reason="annulled"), by=COURT_CONTROL)
    ends = day.state.scenario.map.mountain.neighbours[:2]
    day.do(TradeIn(seat=CAT_1, cards=OF_THE_RAT_KING, places=ends), by=player(CAT_1))
    day.do(AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=None), by=player(CAT_1))
    day.do(RevokeBuilding(seat=CAT_1, building=1, house=WOLF), by=player(CAT_1))
    day.do(PlaceBuilding(house=CAT, kind="arena", reason="built by law"), by=COURT_CONTROL)
    day.do(ChangeOwner(building=1, house=WOLF, reason="captured"), by=COURT_CONTROL)
    day.do(RemoveBuilding(building=2, reason="destroyed by law"), by=COURT_CONTROL)
    return day.happened
