"""Changes between any two steps of taxes, Favors, deaths and successions. The realm stays whole."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from control.day.clock.phases import BeginDay, EndPhase, GoBack, SetClock
from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.day.people.lookup import members
from control.day.people.presence import AddPlayer, CheckIn, LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.roster.substitutes import Substitute, SwapSeats
from control.day.state import DayStage, Presence
from control.engine import codec
from control.engine.context import THE_CLOCK, Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import Command, Game
from control.engine.refusal import Refused
from rooms.court.game.module import COURT
from rooms.realm.game.buildings.kinds import CHAPEL
from rooms.realm.game.buildings.loans import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.ownership import ChangeOwner, PlaceBuilding, RemoveBuilding
from rooms.realm.game.ceremonies import HoldCeremony, MeetSpouse, SetSpouses
from rooms.realm.game.effects.lifetime import EndEffect
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.hand_corrections import FetchFavor, TakeFavor
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.game.hostages.commands import HostageAct, KillHostage, MoveHostages, ReleaseHostage, TakeHostages
from rooms.realm.game.laws import PostLaw, StrikeLaw
from rooms.realm.game.modules import MODULES
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.scheme_effects.completion import CompleteScheme
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import CeremonyKind, GameState, Hostage, HouseSeat, Purse, ThroneWaits
from rooms.realm.game.table_stakes import SettleStake, StakeKind
from rooms.realm.game.throne import succession
from rooms.realm.game.throne.wounds import WoundGodEmperor
from rooms.realm.game.treasury.payment import NamePayers
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.game.weddings.divorce import AgreeToDivorce, AskForDivorce
from rooms.realm.game.weddings.priests import Anoint, has_chapel, priest_of
from rooms.realm.game.weddings.wedding import AgreeToMarry, AskToMarry, Wed
from rooms.realm.papers.game.checks import check
from rooms.realm.papers.game.entries import random_paper
from rooms.realm.scenario.ids import FavorId, HouseId, Phase, Room
from rooms.underground.game.module import UNDERGROUND
from rooms.war.game.module import FURTHER, WAR
from tests.rooms.realm.game.passing import FLOOR, Pass, paper
from tests.rooms.realm.game.play import EVERY_DESK, Day, player, running
from tests.rooms.realm.game.throning import BY_HAND, Bring
from tests.scenarios import default

GAME = Game[GameState](name="between", state_type=GameState, modules=(*MODULES, WAR, COURT, UNDERGROUND, *FURTHER, FLOOR, BY_HAND))
Change = Callable[[GameState, HouseSeat, random.Random], Any]
MONTHS = 2


def _other(state: GameState, seat: HouseSeat, dice: random.Random) -> HouseSeat:
    return state.seats[dice.choice([each for each in sorted(state.seats) if each != seat.id])]


def _house(state: GameState, dice: random.Random) -> str:
    return dice.choice([each.id for each in state.scenario.houses])


def uses(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    holders = [each for each in state.seats.values() if each.purse.favors and each.acts]
    seat = dice.choice(holders) if holders else seat
    cards = seat.purse.favors or state.favor_deck
    return UseFavor(
        seat=seat.id,
        card=dice.choice(cards),
        month=state.clock.month,
        target=_house(state, dice),
        region=dice.choice([each.id for each in state.scenario.map.regions]),
        number=1,
        given=dice.choice([None, *seat.purse.favors]),
    )


def strip(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    """Move a card by hand, as Control."""
    cards = [*seat.purse.favors, *state.favor_deck[:1], *state.favor_discards[:1]]
    favor = FavorId(dice.choice(cards).rsplit("#", 1)[0])
    if dice.random() < 0.5:
        return FetchFavor(player=seat.id, favor=favor, reason="misdealt")
    return TakeFavor(player=seat.id, favor=favor, to=dice.choice([None, _other(state, seat, dice).id]), reason="misdealt")


def stake(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    others = dice.sample(sorted(each for each in state.seats if each != seat.id), 3)
    split = dice.randint(1, 3)
    kind, losers, winners = dice.choice(list(StakeKind)), (seat.id, *others[split:]), tuple(others[:split])
    return SettleStake(table=f"t{dice.random()}", title="Statecraft", kind=kind, amount=2, losers=losers, winners=winners)


def board(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    """Place, end, strike or remove something on the Law Board or the map."""
    match dice.randrange(4):
        case 0 if state.laws:
            return StrikeLaw(law=dice.choice(state.laws).id, reason="repealed")
        case 1 if state.effects:
            return EndEffect(effect=dice.choice(state.effects).id, month=state.clock.month, reason="over")
        case 2 if state.buildings:
            building = dice.choice(state.buildings).id
            if dice.random() < 0.5:
                return RemoveBuilding(building=building, reason="fell")
            return ChangeOwner(building=building, house=_house(state, dice), reason="sold")
        case _:
            return PlaceBuilding(house=seat.house, kind=dice.choice(["chapel", "arena", "spy-tower"]), reason="built")


def decides(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    known = open_decisions(state)
    if not known:
        return LeaveForGood(seat=seat.id) if dice.random() < 0.05 else MeetSpouse(seat=seat.id, month=state.clock.month)
    found = dice.choice(known)
    return MakeDecision(
        decision=found.id, option=dice.choice(found.options).id if found.options else found.default or "", reason="so"
    )


def throned(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    """Change the throne, as a room would."""
    match dice.randrange(4):
        case 0:
            return Bring(about=lambda s: succession.empty_throne(s, dice.choice(list(ThroneWaits)[:3]), why="a coup", rule="R-36"))
        case 1:
            return Bring(about=lambda s: succession.seat_strongest_house(s, why="leads", rule="R-24"))
        case 2:
            return WoundGodEmperor(before=state.throne.wounds, wounds=dice.randint(0, 4), reason="hit")
        case _:
            return Bring(about=lambda s: succession.seat_house(s, seat.house, why="told", rule="R-22"))


def taxes(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    houses = [each.id for each in state.scenario.houses]
    dice.shuffle(houses)
    match dice.randrange(4):
        case 0:
            return Pass(paper=paper("tax", dice.choice(["levy", "relief"]), houses[:3]), by=seat.id)
        case 1:
            return Pass(paper=paper("tariffs", houses[0], houses[1], "0", "1"), by=seat.id)
        case 2:
            return Pass(paper=paper("propaganda", houses[0]), by=seat.id)
        case _:
            return Pass(paper=paper("treaty", (dice.choice([each.id for each in state.scenario.map.regions]),)), by=seat.id)


def _holder(state: GameState, seat: HouseSeat, hostage: Hostage) -> SeatId:
    """A player who may decide over a hostage."""
    return next((each.id for each in state.seats.values() if each.acts and each.house == hostage.holder), seat.id)


def hostages(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    held = [each.id for each in state.hostages]
    match dice.randrange(4) if held else 3:
        case 0:
            return MoveHostages(
                act=dice.choice(list(HostageAct)), hostages=(dice.choice(held),), to=_house(state, dice), reason="sold"
            )
        case 1:
            return KillHostage(seat=_holder(state, seat, each := dice.choice(state.hostages)), hostage=each.id)
        case 2:
            return ReleaseHostage(seat=_holder(state, seat, each := dice.choice(state.hostages)), hostage=each.id)
        case _:
            return TakeHostages(holder=_house(state, dice), of=_house(state, dice), count=dice.randint(1, 3), reason="taken")


def passes_on(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    to = dice.choice([each.id for each in state.seats.values() if each.house == seat.house])
    return PassOn(seat=seat.id, to=to, power=dice.randint(0, 2), favors=seat.purse.favors[: dice.randint(0, 1)])


def is_paid(_state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    return AdjustPower(seat=seat.id, before=seat.purse.power, power=dice.randint(0, 9), reason="counted")


def buries(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    dead = dice.choice([seat.id, *(each.seat for each in state.deaths)])
    house = state.seats[dead].house
    return HoldCeremony(month=state.clock.month, kind=CeremonyKind.FUNERAL, houses=(house,), what="a burial", dead=dead)


def weds(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    """The next command on a couple's way into marriage, or out of it."""
    if seat.spouse is not None or (state.divorces and dice.random() < 0.5):
        asked = state.seats[dice.choice(state.divorces)] if state.divorces else seat
        return dice.choice([AskForDivorce(seat=seat.id), AgreeToDivorce(seat=asked.spouse or seat.id)])
    if state.betrothals and dice.random() < 0.7:
        found = dice.choice(state.betrothals)
        house = state.seats[found.one].house
        priest = priest_of(state, house)
        if found.agreed and priest is not None:
            return Wed(seat=priest.id, month=state.clock.month, one=found.one, other=found.other, hostages=found.hostages)
        if found.agreed:
            built = has_chapel(state, house)
            return Anoint(seat=found.one, priest=found.one) if built else PlaceBuilding(house=house, kind=CHAPEL, reason="built")
        return AgreeToMarry(seat=found.other, other=found.one, hostages=found.hostages)
    return AskToMarry(seat=seat.id, other=dice.choice(sorted(state.seats)), hostages=dice.randint(1, 2))


def passes(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    # Left out: a random Gaes cannot be filled against a House of fewer than three.
    paper = random_paper(state, [each for each in state.scenario.proposals if each.id != "gaes"], dice)
    check(state, paper, state.scenario.proposals, "")
    return Pass(paper=paper, by=dice.choice([seat.id, None]), ordered=dice.random() < 0.2)


def schemes(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    paper, table = random_paper(state, state.scenario.schemes, dice), dice.choice(state.scenario.provinces).id
    by = dice.choice([seat.id, None])
    return CompleteScheme(month=state.clock.month, table=table, house=seat.house, paper=paper, reason="shown", player=by)


def lends(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    """Lend a building or end the loan. Build one if there is none."""
    lent = [(each, own) for each in state.buildings for own in members(state, each.house)]
    if not lent:
        return PlaceBuilding(house=seat.house, kind="chapel", reason="built")
    building, own = dice.choice(lent)
    if building.guests and dice.random() < 0.5:
        return RevokeBuilding(seat=own.id, building=building.id, house=building.guests[0].house, reason="closed")
    until = dice.choice([None, state.clock.month])
    return AllowBuilding(seat=own.id, building=building.id, house=seat.house, until=until, reason="lent")


def clock(state: GameState, _seat: HouseSeat, dice: random.Random) -> Command:
    month, phase = state.clock.month, state.clock.phase or Phase.CEREMONY
    if (month, phase) != (1, Phase.CEREMONY) and dice.random() < 0.5:
        return GoBack(month=month, phase=phase)
    return SetClock(month=max(1, month - dice.choice([0, 0, 1])), phase=dice.choice(list(Phase)), seconds=60)


CHANGES: dict[str, Change] = {
    "dies": lambda _s, seat, _d: AdjustWounds(player=seat.id, before=seat.wounds, wounds=3, reason="hit"),
    "is hurt": lambda _s, seat, dice: AdjustWounds(player=seat.id, before=seat.wounds, wounds=dice.randint(0, 3), reason="hit"),
    "leaves": lambda _s, seat, _d: LeaveForGood(seat=seat.id),
    "comes and goes": lambda _s, seat, dice: CheckIn(
        seat=seat.id, before=seat.presence, presence=dice.choice([Presence.PRESENT, Presence.LATE, Presence.ABSENT])
    ),
    "is exchanged": lambda _s, seat, dice: Substitute(seat=seat.id, before=seat.name, name=f"Somebody {dice.random()}"),
    "swaps": lambda s, seat, dice: SwapSeats(
        one=seat.id, one_name=seat.name, other=(other := _other(s, seat, dice)).id, other_name=other.name
    ),
    "is ranked": lambda _s, seat, dice: AdjustRank(player=seat.id, before=seat.rank, rank=dice.randint(1, 5), reason="misread"),
    "sits down": lambda s, seat, dice: SeatInRoom(player=seat.id, month=s.clock.month, room=dice.choice([Room.WAR, Room.COURT])),
    "is paid": is_paid,
    "draws": lambda _s, seat, dice: GiveFavors(seat=seat.id, count=dice.choice([-1, 1, 2, 3]), reason="counted"),
    "passes on": passes_on,
    "weds": lambda s, seat, dice: SetSpouses(player=seat.id, other=dice.choice([None, _other(s, seat, dice).id]), reason="entered"),
    "meets": lambda s, seat, _d: MeetSpouse(seat=seat.id, month=s.clock.month),
    "is buried": buries,
    "uses": uses,
    "uses again": uses,
    "decides": decides,
    "decides again": decides,
    "throne": throned,
    "taxes": taxes,
    "strip": strip,
    "stake": stake,
    "board": board,
    "hostages": hostages,
    "comes back": lambda _s, seat, dice: AddPlayer(team=seat.house, name=f"Somebody {dice.random()}"),
    "posts": lambda _s, _seat, dice: PostLaw(title=f"Law {dice.random()}", text="It hangs.", reason="found"),
    "pays": lambda s, seat, dice: NamePayers(seat=seat.id, payers=(seat.id,), power_first=dice.random() < 0.5),
    **dict.fromkeys(("asks", "agrees", "marries", "parts"), weds),
    **dict.fromkeys(("law", "second law", "third law"), passes),
    **dict.fromkeys(("scheme", "second scheme"), schemes),
    "lends": lends,
    "clock": clock,
}
OWN = MeetSpouse | UseFavor | PassOn | KillHostage | ReleaseHostage | AskToMarry | AgreeToMarry | AskForDivorce | AgreeToDivorce


def giver(command: Any) -> Actor:
    """The sender: the player of the command, or Control."""
    return player(command.seat) if isinstance(command, OWN) else EVERY_DESK


def cards_of(state: GameState) -> list[str]:
    """Every Favor card, wherever it is."""
    held = [card for seat in state.seats.values() for card in seat.purse.favors]
    away = [card for hostage in state.hostages for card in hostage.favors]
    return sorted([*held, *away, *state.throne.purse.favors, *state.favor_deck, *state.favor_discards])


def whole(day: Day, cards: list[str]) -> None:
    """Check the rules of every moment, and that the state survives encoding."""
    state = day.state
    assert cards_of(state) == cards
    for seat in state.seats.values():
        if seat.presence is Presence.GONE:
            assert seat.purse == Purse(), f"{seat.name} has left and holds something"
            assert seat.spouse is None, f"{seat.name} has left and is married"
    reigns = state.throne.holder
    if reigns is not None:
        assert state.seats[reigns].died is None, "the dead reign"
        assert state.seats[reigns].presence is not Presence.GONE, "whoever has left reigns"
    body = codec.encode_state(state)
    assert codec.encode_state(codec.decode_state(GAME, state.scenario, body)) == body


def do(day: Day, command: Command, by: object = EVERY_DESK) -> None:
    """Give a command. Each event is explained and folded, and the invariants hold after the last."""
    before = day.state
    decided = GAME.decided(before, command, DecisionContext(by=by, at=day.now))  # type: ignore[arg-type]
    state = before
    for event in decided.events:
        assert GAME.explain(event, state), type(event).__name__
        state = GAME.evolve(state, event)
        GAME.invalidations(event, state)
    day.state = state
    day.happened.extend(decided.events)
    assert GAME.broken(state) == ()


def changed(day: Day, dice: random.Random, cards: list[str], most: int) -> None:
    """Try a few changes. A refusal changes nothing."""
    for _each in range(dice.randint(0, most)):
        state = day.state
        seat = state.seats[dice.choice(sorted(state.seats))]
        if state.throne.holder is not None and dice.random() < 0.2:
            seat = state.seats[state.throne.holder]
        name = dice.choice(sorted(CHANGES))
        try:
            command = CHANGES[name](state, seat, dice)
            do(day, command, giver(command))
        except Refused:
            assert day.state is state
        whole(day, cards)


def walk(seed: int, *, most: int = 12) -> Day:
    """Play some months, phase by phase, with changes between."""
    dice, scenario = random.Random(seed), default()
    day = Day(game=GAME, state=GameState(scenario=scenario))
    do(day, SetUp(casting=scenario.casting))
    for seat in day.state.seats:
        do(day, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(day, BeginDay())
    cards = cards_of(day.state)
    for seat in dice.sample(sorted(day.state.seats), 20):
        do(day, GiveFavors(seat=seat, count=2, reason="dealt"))
        power = day.state.seats[seat].purse.power
        do(day, AdjustPower(seat=seat, before=power, power=power + dice.randint(1, 6), reason="dealt"))
    while day.state.clock.stage is DayStage.PLAYING and day.state.clock.month <= MONTHS:
        changed(day, dice, cards, most)
        clock = day.state.clock
        day.now = clock.deadline or day.now
        do(day, EndPhase(month=clock.month, phase=clock.phase, anyway="it is time"))  # type: ignore[arg-type]
        whole(day, cards)
    return day


@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@pytest.mark.rule("R-139", "R-22", "R-24", "R-26", "R-37", "R-136")
def test_the_realm_stays_whole_whatever_happens_between_its_steps(seed: int) -> None:
    walk(seed)


# --- bugs that the walk has found ---------------------------------------------------------------------------------------

CAT_1, CAT_2, WOLF_1, WOLF_4 = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1"), SeatId("wolf-4")


def refused(day: Day, command: Command, by: Actor = EVERY_DESK) -> Refused:
    """Return the refusal of a command."""
    before = day.state
    with pytest.raises(Refused) as caught:
        day.do(command, by)
    assert day.state is before
    return caught.value


def has_left(seat: SeatId) -> Day:
    day = running()
    day.do(LeaveForGood(seat=seat), by=EVERY_DESK)
    return day


@pytest.mark.rule("R-03")
@pytest.mark.parametrize(
    "gives",
    [
        lambda seat: AdjustPower(seat=seat, before=0, power=5, reason="owed"),
        lambda seat: GiveFavors(seat=seat, count=2, reason="owed"),
    ],
)
def test_who_has_left_for_good_is_given_nothing(gives: Callable[[SeatId], Command]) -> None:
    """Earlier bug: Power and cards went into the purse of a player who had left, and were lost."""
    day = has_left(CAT_2)

    assert refused(day, gives(CAT_2)).rule == "R-03"
    assert day.state.seats[CAT_2].purse == Purse()


@pytest.mark.rule("R-03", "R-05")
def test_nothing_is_passed_on_to_who_has_left_for_good() -> None:
    day = has_left(CAT_2)
    day.do(AdjustPower(seat=CAT_1, before=day.state.seats[CAT_1].purse.power, power=4, reason="counted"), by=EVERY_DESK)

    assert refused(day, PassOn(seat=CAT_1, to=CAT_2, power=2), player(CAT_1)).rule == "R-03"
    assert day.state.seats[CAT_1].purse.power == 4


@pytest.mark.rule("R-03", "R-139")
def test_who_is_dead_or_has_left_marries_nobody() -> None:
    """Earlier bug: Control could marry somebody to the dead, which breaks an invariant."""
    dead = running()
    dead.do(AdjustWounds(player=WOLF_4, before=0, wounds=3, reason="hit"), by=EVERY_DESK)

    for day, one in ((dead, WOLF_4), (has_left(WOLF_4), WOLF_4)):
        for pair in ((CAT_1, one), (one, CAT_1)):
            no = refused(day, SetSpouses(player=pair[0], other=pair[1], reason="wed"))
            assert (no.rule, "has died or left for good and marries nobody" in no.sentence) == ("R-139", True)


@pytest.mark.rule("R-03")
@pytest.mark.parametrize("kind", list(StakeKind))
def test_what_somebody_who_has_left_wins_at_a_table_goes_to_the_house(kind: StakeKind) -> None:
    """Earlier bug: the stake went into the purse of a player who had left, and was lost."""
    day = has_left(CAT_1)
    day.do(AdjustPower(seat=WOLF_1, before=day.state.seats[WOLF_1].purse.power, power=4, reason="dealt"), by=EVERY_DESK)
    day.do(GiveFavors(seat=WOLF_1, count=3, reason="dealt"), by=EVERY_DESK)
    cards, heir = cards_of(day.state), min(members(day.state, HouseId("cat")), key=lambda each: each.rank)
    before = heir.purse

    day.do(
        SettleStake(table="t", title="Statecraft", kind=kind, amount=2, losers=(WOLF_1,), winners=(CAT_1,)),
        by=THE_CLOCK,
    )

    after = day.state.seats[heir.id].purse
    got = (after.power - before.power, len(after.favors) - len(before.favors))
    assert got == ((2, 0) if kind is StakeKind.POWER else (0, 2))
    assert (day.state.seats[CAT_1].purse, cards_of(day.state)) == (Purse(), cards)


@pytest.mark.rule("R-03")
def test_a_stake_that_nobody_is_left_to_win_stays_with_who_put_it() -> None:
    day = running()
    for seat in [each.id for each in members(day.state, HouseId("cat"))]:
        day.do(LeaveForGood(seat=seat), by=EVERY_DESK)
    day.do(AdjustPower(seat=WOLF_1, before=day.state.seats[WOLF_1].purse.power, power=4, reason="dealt"), by=EVERY_DESK)

    day.do(
        SettleStake(table="t", title="Statecraft", kind=StakeKind.POWER, amount=2, losers=(WOLF_1,), winners=(CAT_1,)),
        by=THE_CLOCK,
    )

    assert day.state.seats[WOLF_1].purse.power == 4
