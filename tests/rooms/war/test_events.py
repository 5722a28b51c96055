"""Events of the War Room: each has a stored sample that must stay decodable, is folded, explained and reported."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest

from control.engine import codec
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war import game
from rooms.war.game.battle_changes import ChangeBattle, battle_in, name_of
from rooms.war.game.board_setup import BoardSet, set_board
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.immortals import AdjustImmortal, CallImmortalHome, SendImmortal
from rooms.war.game.module import WAR
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.battles import Loss, Plus
from rooms.war.game.remnants import AdjustRemnant
from rooms.war.game.rumors import MoveRumor, PlaceRumor
from rooms.war.game.table_access import TablesOpened
from rooms.war.game.units import AdjustUnits
from tests.records import field_names
from tests.rooms.realm.game.play import EVERY_DESK
from tests.rooms.realm.game.using import card_of, held, kind_with
from tests.rooms.war.play import (
    AKA,
    CAT,
    DOM,
    INN,
    RAM,
    WARGAME,
    WOLF,
    ZEN,
    Month,
    built,
    crowned,
    month,
    move,
    recruit,
    road,
    sheet,
)

SAMPLES = Path(__file__).with_name("samples.json")
STORED = json.loads(SAMPLES.read_text(encoding="utf-8")) if SAMPLES.exists() else {}
KINDS = sorted(kind.__name__ for kind in WAR.events)
WHY = "seen at the table"


def eventful() -> Month:
    """A month with every kind of War Room event, corrections included."""
    war = month(
        {
            "zen": {"cat": 3},
            "aka": {"wolf": 2},
            "sus": {"bear": 1, "ram": 1},
            "mok": {"unicorn": 1},
            "amn": {"snake": 7, "eagle": 2},
        },
        {
            "cat-1": sheet(move(3, "zen", "aka"), recruit("aka"), immortals={2: "zen"}),
            "cat-2": sheet(move(1, "zen", "inn"), recruit("sus"), extra="aka"),
            "wolf-1": sheet(allies="bear", extra="chi"),
            "bear-1": sheet(allies="ram"),
            "unicorn-1": sheet(move(1, "mok", "zit")),
            "ram-1": sheet(allies="bear"),
            "snake-1": sheet(allies="eagle", betray=True),
            "eagle-1": sheet(allies="snake", betray=True),
        },
        present="wolf-2",
    )
    built(crowned(war, "cat-1"), road("unicorn", "mok", "aah", "zit"))
    war.do(SendImmortal(region=ZEN, task="a Military Action"))
    war.do(CallImmortalHome(immortal=1, reason=WHY))
    war.do(AdjustUnits(region=ZEN, house=CAT, before=3, units=4, reason=WHY))
    war.do(AdjustRemnant(region=DOM, before=1, units=0, reason=WHY))
    war.do(AdjustFlag(region=RegionId("sus"), house=RAM, on=True, reason=WHY))
    war.do(AdjustImmortal(immortal=4, region=INN, reason=WHY))
    war.do(AdjustImmortal(immortal=3, region=None, reason=WHY))
    war.do(MoveRumor(rumor=RumorId("rumor-1"), region=AKA, reason=WHY))
    war.do(PlaceRumor(region=ZEN, reason=WHY))
    war.through("orders")
    war.do(CorrectOrders(player="wolf-2", month=1, orders=(recruit("aka"),), allies=(CAT,), reason=WHY))
    war.state = held(war.state, SeatId("cat-2"), kind := kind_with(war.state, "recruit-1", "war:favors"))
    war.do(UseFavor(seat=SeatId("cat-2"), card=card_of(war.state, SeatId("cat-2"), kind), month=1, region=ZEN), EVERY_DESK)
    ruled_by_hand(war.through("move"), "aka", plus=(Plus(house=WOLF, by=1),))
    ruled_by_hand(war.through("rewards"), "amn", losses=(Loss(house=HouseId("eagle"), units=2),))
    return war.through("recruit").turn().turn()


def ruled_by_hand(war: Month, region: str, **change: object) -> None:
    found = battle_in(war.state, RegionId(region))
    assert found is not None, region
    war.do(ChangeBattle(region=RegionId(region), seen=name_of(found), reason=WHY, **change))  # type: ignore[arg-type]


@cache
def one_of_each() -> dict[str, object]:
    war = eventful()
    board = set_board(replace(month().state, rooms={}), None, war.asked())[0]  # type: ignore[arg-type]
    opened = TablesOpened(tables={HouseId("cat"): ("north", "west")})  # needs a castle between provinces, which this map lacks
    happened = [board, opened, *war.happened, *month().turn().happened]  # in the second the Court moves: no coup has trapped it
    return {type(event).__name__: event for event in reversed(happened) if type(event) in WAR.events}


def test_samples_are_stored(regenerate):
    found = {kind: json.loads(codec.encode_event(event)[1]) for kind, event in sorted(one_of_each().items())}

    if regenerate:
        SAMPLES.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")

    assert sorted(found) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_stored_sample_still_decodes_to_the_same_document(kind):
    body = json.dumps(STORED[kind]).encode()

    decoded = codec.decode_event(WARGAME, kind, body)

    assert type(decoded).__name__ == kind
    assert {*field_names(decoded)} >= set(STORED[kind])
    assert json.loads(codec.encode_event(decoded)[1]) == STORED[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_every_sample_folds_on_any_state_and_is_explained(kind):
    decoded = codec.decode_event(WARGAME, kind, json.dumps(STORED[kind]).encode())
    empty = replace(month().state, rooms={})

    for state in (empty, month({}).state, month().state):
        WARGAME.evolve(state, decoded)
        WARGAME.broken(WARGAME.evolve(state, decoded))
        said = WARGAME.explain(decoded, state)
        assert said.endswith(".")
        assert said[0].isupper()


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_is_told_to_somebody(kind):
    decoded = codec.decode_event(WARGAME, kind, json.dumps(STORED[kind]).encode())

    told = {
        (invalidation.topic, invalidation.to.partition(":")[0]) for invalidation in WARGAME.invalidations(decoded, eventful().state)
    }

    assert ("war", "staff") in told


@pytest.mark.parametrize(
    ("kind", "invalidation"),
    [
        ("OrdersOpened", ("orders", "seat:cat-1")),
        ("OrdersCorrected", ("orders", "seat:wolf-2")),
        ("BattleFought", ("map", "all")),
        ("FlagsChanged", ("map", "all")),
        ("UnitsAdjusted", ("map", "all")),
    ],
)
def test_who_must_look_again(kind, invalidation):
    decoded = codec.decode_event(WARGAME, kind, json.dumps(STORED[kind]).encode())

    assert invalidation in {(each.topic, each.to) for each in WARGAME.invalidations(decoded, month().state)}


def test_those_whose_orders_were_carried_out_look_again():
    war = month({"zen": {"cat": 2}}, {"cat-1": sheet(move(1, "zen", "aka")), "wolf-1": sheet()}).through("move")

    told = {(each.topic, each.to) for each in WARGAME.invalidations(war.happened[-2], war.state)}

    assert {("orders", "seat:cat-1"), ("orders", "seat:wolf-1"), ("map", "all")} <= told


def test_a_board_after_an_eventful_month_survives_being_stored():
    war = eventful()

    body = codec.encode_state(war.state)
    again = codec.decode_state(WARGAME, war.state.scenario, body)

    assert again == war.state
    assert codec.encode_state(again) == body


def listed(sections: list[ModuleType], ending: str) -> set[type]:
    """Kinds in these modules' lists whose names end like this."""
    return {kind for section in sections for name, kinds in vars(section).items() if name.endswith(ending) for kind in kinds}


def test_every_section_has_its_commands_and_events_in_the_module():
    sections = [import_module(f"{game.__name__}.{each.name}") for each in iter_modules(game.__path__)]

    assert set(WAR.commands) == listed(sections, "COMMANDS")
    assert set(WAR.events) == listed(sections, "EVENTS")


def test_the_board_is_set_once():
    assert isinstance(one_of_each()["BoardSet"], BoardSet)
    assert WOLF == "wolf"


def test_commands_survive_being_stored():
    command = CorrectOrders(player="cat-1", month=3, orders=(move(2, "zen", "aka"), recruit("zen")), allies=(RAM,), reason=WHY)

    assert codec.decode_command(WARGAME, *codec.encode_command(command)) == command
