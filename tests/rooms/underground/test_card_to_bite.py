"""Each scheme from the card to its effect: written, laid, advanced with drawn minions, confirmed, and through Return."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.schemes import NameProposal, UseBribes, UseDissent
from rooms.court.game.state import Chosen, floor_of, proposal_in_cycle
from rooms.court.game.uprising.rules import RiseUp
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.effects.in_force import effects_in_force
from rooms.realm.game.hostages.custody import hostages_held_by
from rooms.realm.game.records import Hostage, SchemeEnding
from rooms.realm.game.scheme_effects.messages import SendSecret, owed, texts_for
from rooms.realm.game.state import EffectKind, GameState
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.completion import ConfirmScheme, SchemeDone
from rooms.underground.game.tables.costs import cost_of_lying
from rooms.underground.game.tables.lookup import find_scheme, hand_of, turn_at
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.written_schemes import SchemeLaid
from rooms.war.game.state import war_of, with_war
from tests.rooms.court.court import FAMINE_AID, IMMORTAL
from tests.rooms.realm.game.passing import paper, whole_day
from tests.rooms.realm.game.play import CAT_1, CAT_2, COURT_CONTROL, player
from tests.rooms.realm.game.scheming import UNDERGROUND, came
from tests.rooms.realm.game.test_deeds import purse, with_purses
from tests.rooms.underground.table import SNAKE_1, AtTable
from tests.rooms.war.play import only

CAT, SNAKE = HouseId("cat"), HouseId("snake")
SCHEMERS = tuple(SeatId(f"snake-{rank}") for rank in (1, 2, 3, 4))
ARENA = "arena"
PAPERS = {CAT_1: FAMINE_AID, CAT_2: IMMORTAL}  # handed in at the Court of month 2


def written(state: GameState, kind: str, *answers: str) -> Paper:
    """Return a filled scheme. Buildings are given by their kind."""
    names = {ARENA: next(each.building for each in state.scenario.factions if each.kind == ARENA)}
    return paper(kind, *(names.get(each, each) for each in answers))


def prepared(table: AtTable) -> None:
    """Cat has 3 units in Zen, Snake 2 in Ode. Cat has a building, a hostage of Snake, Power and Favors. No law is posted."""
    day = with_purses(table.day, cat_1=(2, 1), cat_2=(0, 2))
    hostage = Hostage(id=91, of=SNAKE, holder=CAT, power=1, since=0)
    day.state = replace(day.state, laws=(), hostages=(hostage,), last_hostage=91)
    day.state = with_war(day.state, only(war_of(day.state), {"zen": {"cat": 3}, "ode": {"snake": 2}}))
    day.do(PlaceBuilding(house=CAT, kind=ARENA, reason="built"), by=COURT_CONTROL)


def through_the_table(scheme: Callable[[GameState], Paper]) -> AtTable:
    """Play Snake 1's scheme through the table: written in Planning, laid, advanced until its cost is covered, and confirmed."""
    day = whole_day()
    table = AtTable((*SCHEMERS, SeatId("cat-4")), {SNAKE_1: scheme(day.state)}, day=day)
    prepared(table)
    table.until(TableStep.ADVANCEMENT)
    (laid,) = (each for each in table.day.happened if isinstance(each, SchemeLaid))
    while (seat := turn_at(table.state, table.id)) is not None:
        there = find_scheme(table.state, laid.scheme)
        assert there is not None
        missing = (cost_of_lying(table.state, there) or 0) - len(there.advancement)
        cards = hand_of(table.state, table.id, seat)[: max(missing, 0)]
        if cards:
            table.press(Advance(month=1, table=table.id, seat=seat, scheme=laid.scheme, cards=cards))
        if turn_at(table.state, table.id) == seat:
            table.press(EndTurn(month=1, table=table.id, seat=seat, step=TableStep.ADVANCEMENT))
    table.until(TableStep.COMPLETE)
    table.do(ConfirmScheme(month=1, table=table.id, scheme=laid.scheme))
    (done,) = (each for each in table.day.happened if isinstance(each, SchemeDone))
    assert (done.seat, came(table.day).ending) == (SNAKE_1, SchemeEnding.WAITS)
    return table


def next_court(table: AtTable) -> None:
    """Go to the Court of month 2 after its Updates, where only Cat may propose. Two players of Cat have proposals."""
    day = table.day
    day.until(2, Phase.PLANNING)
    for seat in (CAT_1, CAT_2):
        day.do(ChooseRoom(seat=seat, month=2, room=Room.COURT), by=player(seat))
    day.until(2, Phase.ACTION)
    assert day.state.court is not None
    day.state = replace(day.state, court=replace(day.state.court, may_propose=(CAT,)))
    sheets = SheetList(
        tuple(
            Sealed(seat=seat, kind="proposal", month=2, revision=1, received_at=day.now, body=encode(each))
            for seat, each in PAPERS.items()
        )
    )
    asked = DecisionContext(by=COURT_CONTROL, at=day.now, sheets=sheets)
    while (at := day.state.clock.rooms[Room.COURT]).step != "explain-1":
        assert at.step is not None
        decided = day.game.decided(day.state, EndStep(room=Room.COURT, month=2, step=StepId(at.step)), asked)
        day.state = decided.state
        day.happened.extend(decided.events)


def end_court(table: AtTable, step: str) -> None:
    while (at := table.state.clock.rooms[Room.COURT]).step != step:
        assert at.step is not None
        table.do(EndStep(room=Room.COURT, month=2, step=StepId(at.step)), by=COURT_CONTROL)


# --- effects ------------------------------------------------------------------------------------------------------------


def units(table: AtTable, region: str, house: str = "cat") -> int:
    return war_of(table.state).count(RegionId(region), HouseId(house))


def wounds(table: AtTable) -> bool:
    return table.state.seats[CAT_2].wounds == 2


def rumors(table: AtTable) -> bool:
    return (purse(table.day, CAT_1)[0], purse(table.day, SNAKE_1)[0]) == (1, 1)


def slander(table: AtTable) -> bool:
    return (purse(table.day, CAT_2)[1], purse(table.day, SNAKE_1)[1]) == (1, 1)


def secret(table: AtTable) -> bool:
    (scheme,) = owed(table.state)
    table.do(SendSecret(scheme=scheme.id, text=texts_for(table.state, scheme)[0]), by=UNDERGROUND)
    return came(table.day).reader == (SNAKE_1 if scheme.kind == "espionage" else CAT_1)


def hostage(table: AtTable) -> bool:
    return [(each.of, each.power, len(each.favors)) for each in hostages_held_by(table.state, SNAKE)] == [(CAT, 1, 1)]


def rescued(table: AtTable) -> bool:
    return table.state.hostages == () and house_power(table.state, SNAKE) == 1


def poisoned(table: AtTable) -> bool:
    return units(table, "zen") == 1


def forged(table: AtTable) -> bool:
    return [each.houses for each in effects_in_force(table.state, EffectKind.FORGED_ORDER, month=2)] == [(CAT, SNAKE)]


def marched(table: AtTable) -> bool:
    return (units(table, "zen"), units(table, "aka")) == (1, 2)


def armed(table: AtTable) -> bool:
    return [each.houses for each in effects_in_force(table.state, EffectKind.BLACK_POWDER, month=2)] == [(CAT,)]


def delayed(table: AtTable) -> bool:
    return table.state.bar(table.state.seats[CAT_2], Room.WAR) is not None


def building(table: AtTable) -> bool:
    return [each.house for each in table.state.buildings] == [SNAKE]


def corrupted(table: AtTable) -> bool:
    return (units(table, "zen"), units(table, "zen", "snake")) == (2, 1)


def razed(table: AtTable) -> bool:
    return war_of(table.state).castles[RegionId("amn")].destroyed


def dragged(table: AtTable) -> bool:
    return [each.away_until for each in war_of(table.state).immortals if each.region is None] == [2]


def bribed(table: AtTable) -> bool:
    next_court(table)
    table.do(ChooseProposal(month=2, author=CAT_1), by=COURT_CONTROL)
    end_court(table, "vote-1")
    table.do(UseBribes(month=2, cycle=1, scheme=1, favor=True), by=COURT_CONTROL)
    cycle = proposal_in_cycle(table.state, 1)
    return cycle is not None and [(each.house, each.votes) for each in cycle.bribes] == [(CAT, 2)]


def struck_out(table: AtTable) -> bool:
    next_court(table)
    table.do(NameProposal(month=2, scheme=1, author=CAT_1, seat=SNAKE_1), by=player(SNAKE_1))
    return floor_of(table.state).struck == (CAT_1,)


def levered(table: AtTable) -> bool:
    next_court(table)
    table.do(NameProposal(month=2, scheme=1, author=CAT_2, seat=SNAKE_1), by=player(SNAKE_1))
    cycle = proposal_in_cycle(table.state, 1)
    return cycle is not None and (cycle.author, cycle.how) == (CAT_2, Chosen.LEVERAGE)


def dissents(table: AtTable) -> bool:
    next_court(table)
    table.do(RiseUp(month=2, number=1, seat=CAT_1), by=player(CAT_1))
    table.do(UseDissent(month=2, number=1, scheme=1), by=COURT_CONTROL)
    return [(each.house, each.votes) for each in floor_of(table.state).uprisings[0].dissent] == [(CAT, 2)]


@dataclass(frozen=True, kw_only=True)
class Card:
    """A scheme's rule, what is written on it (`answers`), and a check that it had its effect (`bites`)."""

    rule: str
    bites: Callable[[AtTable], bool]
    answers: tuple[str, ...] = field(default=("cat",))


CARDS: Mapping[str, Card] = {
    "assassinate": Card(rule="GE-UND-03", bites=wounds, answers=("cat", "cat-2")),
    "spread-rumors": Card(rule="GE-UND-04", bites=rumors),
    "slander": Card(rule="GE-UND-05", bites=slander, answers=("cat", "cat-2")),
    "espionage": Card(rule="GE-UND-06", bites=secret),
    "counterespionage": Card(rule="GE-UND-07", bites=secret),
    "capture-hostage": Card(rule="GE-UND-08", bites=hostage),
    "rescue": Card(rule="GE-UND-09", bites=rescued),
    "mass-poisoning": Card(rule="GE-UND-10", bites=poisoned, answers=("cat", "zen", "2")),
    "forged-order": Card(rule="GE-UND-11", bites=forged),
    "secret-roads": Card(rule="GE-UND-12", bites=marched, answers=("cat", "zen", "aka", "2")),
    "black-powder-weapons": Card(rule="GE-UND-13", bites=armed),
    "delay": Card(rule="GE-UND-14", bites=delayed, answers=("cat", "cat-2", "war")),
    "capture-building": Card(rule="GE-UND-16", bites=building, answers=("cat", ARENA)),
    "corrupt": Card(rule="GE-UND-17", bites=corrupted, answers=("cat", "zen")),
    "sabotage": Card(rule="GE-UND-18", bites=razed, answers=("cat", "amn")),
    "bribes": Card(rule="GE-UND-19", bites=bribed, answers=("cat", "2")),
    "destroy-proposal": Card(rule="GE-UND-20", bites=struck_out),
    "leverage": Card(rule="GE-UND-21", bites=levered),
    "drag-the-gods-down": Card(rule="GE-UND-22", bites=dragged, answers=()),
    "sow-dissent": Card(rule="GE-UND-23", bites=dissents, answers=("cat", "2")),
}


def test_every_scheme_that_is_no_trap_is_played():
    assert set(CARDS) == {each.id for each in whole_day().state.scenario.schemes if not each.trap}


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.rule(card.rule, "GE-UND-40", "GE-UND-57", "R-19")) for kind, card in CARDS.items()],
)
def test_a_written_scheme_comes_through_the_table_and_bites(kind):
    card = CARDS[kind]
    table = through_the_table(lambda state: written(state, kind, *card.answers))

    table.day.until(2, Phase.CEREMONY)

    assert came(table.day).ending is SchemeEnding.STRUCK, str(came(table.day).came)
    assert card.bites(table)


# --- in-laws ------------------------------------------------------------------------------------------------------------


def wed(table: AtTable, one: str, other: str) -> None:
    """Marry two players, and give each of Snake's first two 1 Power."""
    seats = dict(table.state.seats)
    for seat, spouse in ((one, other), (other, one)):
        seats[SeatId(seat)] = replace(seats[SeatId(seat)], spouse=SeatId(spouse))
    for seat in SCHEMERS[:2]:
        seats[seat] = replace(seats[seat], purse=replace(seats[seat].purse, power=1))
    table.day.state = replace(table.state, seats=seats)


@pytest.mark.rule("GE-UND-65", "GE-CER-15", "R-132", "R-06")
@pytest.mark.parametrize("kind", ["delay", "espionage", "black-powder-weapons", "bribes", "leverage", "sow-dissent"])
@pytest.mark.parametrize(("spouse", "paid"), [("cat-3", 1), ("swords-3", 0)], ids=["of the House aimed at", "of another"])
def test_a_scheme_on_in_laws_that_completes_at_the_table_costs_1_power_helpful_ones_too(kind, spouse, paid):
    card = CARDS[kind]
    table = through_the_table(lambda state: written(state, kind, *card.answers))
    wed(table, "snake-3", spouse)
    table.day.until(1, Phase.RETURN)
    had = {house: house_power(table.state, house) for house in (CAT, SNAKE)}
    assert had[SNAKE] == 2  # neither placing nor completing it cost anything

    table.day.until(2, Phase.CEREMONY)

    assert came(table.day).paid == paid
    assert {house: house_power(table.state, house) for house in (CAT, SNAKE)} == {CAT: had[CAT] + paid, SNAKE: 2 - paid}
    assert purse(table.day, SNAKE_1)[0] == 1 - paid  # the highest rank pays first


@pytest.mark.rule("GE-UND-65", "R-132")
def test_in_laws_get_nothing_for_a_scheme_that_does_not_complete():
    day = whole_day()
    table = AtTable((*SCHEMERS, SeatId("cat-4")), {SNAKE_1: written(day.state, "spread-rumors", "cat")}, day=day)
    prepared(table)
    wed(table, "snake-3", "cat-3")

    table.day.until(2, Phase.CEREMONY)

    assert table.state.schemes == ()
    assert (house_power(table.state, CAT), house_power(table.state, SNAKE)) == (2, 2)
