"""Reports of whole months of bots: purse reports add up, and nobody reads other players' or sealed matters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from control import registry
from control.engine.modules import GameEvent
from control.engine.reports import Report
from control.journal import reports
from control.models import Event, Stream
from rooms.realm.frame import NAME
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.hand_corrections import FetchFavor, TakeFavor
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.scheme_effects.scheme import scheme_of
from rooms.realm.game.scheme_effects.strike import SchemeSpent, SchemeTook
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.moves import MovesMade
from rooms.war.game.orders import OrdersOpened
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.units import AdjustUnits
from tests.control.phones import CAT_1, Day
from tests.control.test_whole_days import do, play, told
from tests.scenarios import default

pytestmark = pytest.mark.django_db(transaction=True)

TYPED = "Octavia whispered it to me"
ORDERED = (OrdersOpened, MovesMade, RecruitsPlaced)
Said = tuple[GameState, GameEvent, GameState, tuple[Report, ...]]


def reported(event: Event) -> Iterator[Said]:
    """Every event with its state before and after and the reports of realm and rooms."""
    game = registry.game(NAME)
    for before, happened, after in told(event):
        yield before, happened, after, game.reports(happened, before, after)


def whole(report: Report) -> str:
    return " ".join((report.act, report.words, report.why, *(change.what for change in report.changes)))


@pytest.mark.rule("R-17", "R-132", "R-135", "GE-WAR-07")
@pytest.mark.parametrize(("seed", "tables"), [(1, False), (2, True)])
def test_nobody_reads_of_the_month_what_is_another_players(seed, tables):
    event, _sent = play(default(), seed, 2, court=do, tables=do if tables else None)
    orders = cards = schemes = 0

    for before, happened, after, said in reported(event):
        for report in said:
            kind, _, whose = report.to.partition(":")
            assert kind in ("seat", "team") or report.to == "all"
            if isinstance(happened, ORDERED):
                orders += 1
                assert kind == "seat", report  # orders are hidden from the player's own House too
            for name in named_in(report):
                cards += 1
                assert held_by(name, whose, before, after) or laid_open(name, after), report
            if isinstance(happened, SchemeSpent | SchemeTook):
                schemes += 1
                assert not schemers_in(report, happened, after), report
        assert told_twice(said, after) == []
        if isinstance(happened, MovesMade | RecruitsPlaced):
            assert sorted(each.to for each in said if each.act) == sorted(
                f"seat:{each.seat}" for each in (*happened.outcomes, *getattr(happened, "guard_moves", ()))
            )

    assert orders > 100
    assert cards > 0
    assert schemes > 0 or not tables


def told_twice(said: tuple[Report, ...], after: GameState) -> list[tuple[str, str]]:
    """Reports that a player gets twice for one event, counting the player's own and the team's."""
    said = tuple(each for each in said if each.words and not each.changes)
    team = {f"seat:{seat.id}": f"team:{seat.house}" for seat in after.seats.values()}
    heard = Counter((each.to, f"{each.act} {each.words}") for each in said)
    heard.update((to, words) for to in team for mine, words in list(heard) if mine == team[to] and heard[to, words])
    return [key for key, count in heard.items() if count > 1]


@cache
def card_names() -> re.Pattern[str]:
    return re.compile("|".join(rf"\b{re.escape(each.name)}\b" for each in default().favors))


def named_in(report: Report) -> set[str]:
    return set(card_names().findall(whole(report)))


def held_by(name: str, seat: str, *states: GameState) -> bool:
    kinds = {each.id for each in default().favors if each.name == name}
    return any(
        card.rsplit("#", 1)[0] in kinds for state in states if seat in state.seats for card in state.seats[seat].purse.favors
    )


def laid_open(name: str, state: GameState) -> bool:
    kinds = {each.id for each in default().favors if each.name == name}
    return any(each.favor in kinds for each in state.favors_used)


def schemers_in(report: Report, happened: SchemeSpent | SchemeTook, state: GameState) -> bool:
    """Whether a victim's report names a schemer or the schemers' House."""
    scheme = scheme_of(state, happened.id)
    assert scheme is not None
    mine = {*(f"seat:{seat}" for seat in state.seats if state.seats[seat].house == scheme.house), f"team:{scheme.house}"}
    names = [state.seats[seat].name for seat in scheme.schemers]
    return report.to not in mine and any(name in whole(report) for name in names)


@pytest.mark.rule("R-05", "R-06")
def test_what_is_reported_of_a_purse_is_what_it_won_and_lost():
    event, _sent = play(default(), 3, 2)
    counted = 0

    for before, happened, after, said in reported(event):
        for seat in before.seats.keys() & after.seats.keys():
            own = [change for each in said if each.to == f"seat:{seat}" for change in each.changes]
            sums = {what: sum(each.by for each in own if each.what == what) for what in ("Power", "Favors")}
            old, new = before.seats[seat].purse, after.seats[seat].purse
            moved = {"Power": new.power - old.power, "Favors": len(new.favors) - len(old.favors)}
            if type(happened).__name__ not in ("EventSetUp", "RanksDealt"):  # a House's starting amount
                assert sums == moved or in_a_pool(happened), happened
            counted += any(moved.values())

    assert counted > 20


def in_a_pool(happened: GameEvent) -> bool:
    """Whether the event is the Court's, which reports on its pools itself."""
    return type(happened).__module__.startswith("rooms.court")


def test_what_control_typed_is_told_to_no_player():
    day = Day().here(CAT_1)
    day.until(Phase.PLANNING)
    state = day.state
    seat, other = state.seats[CAT_1], next(each for each in state.seats.values() if each.house == HouseId("wolf"))
    region = RegionId("zen")
    for command in (
        AdjustPower(seat=seat.id, before=seat.purse.power, power=seat.purse.power + 2, reason=TYPED),
        AdjustPower(seat=seat.id, before=seat.purse.power + 2, power=seat.purse.power, reason=TYPED),
        GiveFavors(seat=seat.id, count=3, reason=TYPED),
        GiveFavors(seat=seat.id, count=-1, reason=TYPED),
        AdjustRank(player=seat.id, before=seat.rank, rank=seat.rank + 1, reason=TYPED),
        AdjustWounds(player=seat.id, before=0, wounds=2, reason=TYPED),
        AdjustWounds(player=seat.id, before=2, wounds=3, reason=TYPED),
        FetchFavor(player=other.id, favor=default().favors[0].id, reason=TYPED),
        TakeFavor(player=other.id, favor=default().favors[0].id, to=None, reason=TYPED),
        AdjustUnits(region=region, house=seat.house, before=state.rooms[Room.WAR].count(region, seat.house), units=1, reason=TYPED),
    ):
        day.do(command)

    stream = Stream.objects.get(pk=day.event.stream_id)
    found = [each.report for each in reports.reports_of_rounds(stream, (1,))]
    assert len(found) > 10
    assert not any(TYPED in whole(each) for each in found)
    assert "Set by Control." in {each.why or each.words for each in found}
