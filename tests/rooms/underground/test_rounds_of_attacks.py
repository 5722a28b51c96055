"""Rounds of Attack: each seated player acts once before anybody acts again, whatever happens (R-116, GE-UND-55)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.roster.substitutes import Substitute, SwapSeats
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.scenario.ids import Room
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.attack import StopAttack
from rooms.underground.game.tables.lookup import turn_at
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.view_phone import phone_table
from rooms.underground.rules.minion_cards import Face, minion
from tests.rooms.realm.game.play import ORGANIZER
from tests.rooms.underground.table import AtTable
from tests.rooms.underground.test_turns import absent, arrange, attack, attack_and_stop, elsewhere, in_attack, left, ranked, wounded

A, B, C, D = (SeatId(each) for each in ("cat-1", "cat-2", "swords-1", "snake-1"))
E = SeatId("swords-2")  # sits elsewhere at first
SEATS = {"A": A, "B": B, "C": C, "D": D, "E": E}


def begins(table: AtTable, who: str) -> None:
    """Begin an attack and leave it running."""
    assert turn_at(table.state, table.id) == SEATS[who]
    attack(table, SEATS[who], table.table.schemes[-1].id)


def stops(table: AtTable, who: str) -> None:
    going = table.table.attack
    assert going is not None
    table.do(StopAttack(month=1, table=table.id, seat=SEATS[who], scheme=going.scheme))


def passes(table: AtTable, who: str) -> None:
    table.do(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=SEATS[who]))


def back(table: AtTable, who: str) -> None:
    table.do(CheckIn(seat=SEATS[who], before=Presence.ABSENT, presence=Presence.PRESENT), ORGANIZER)


def sits(table: AtTable, who: str) -> None:
    table.do(SeatInRoom(player=SEATS[who], month=1, room=Room.UNDERGROUND, table=table.id), ORGANIZER)
    dealt(table, who)


def dealt(table: AtTable, who: str) -> None:
    seat = SEATS[who]
    house = table.state.seats[seat].house
    table.deal(seat, *(minion(house, Face(symbol="paper", color="red"), 900 + copy) for copy in range(6)))


def replaced(table: AtTable, who: str) -> None:
    table.do(Substitute(seat=SEATS[who], before=table.state.seats[SEATS[who]].name, name="Somebody Else"), ORGANIZER)


def swapped(table: AtTable, who: str) -> None:
    one, other = (table.state.seats[SEATS[each]] for each in who)
    table.do(SwapSeats(one=one.id, one_name=one.name, other=other.id, other_name=other.name), ORGANIZER)


DEEDS: dict[str, Callable[[AtTable, str], None]] = {
    "begins": begins,
    "stops": stops,
    "passes": passes,
    "dies": lambda table, who: wounded(table, SEATS[who]),
    "absent": lambda table, who: absent(table, SEATS[who]),
    "back": back,
    "leaves": lambda table, who: left(table, SEATS[who]),
    "court": lambda table, who: elsewhere(table, SEATS[who]),
    "sits": sits,
    "leads": lambda table, who: ranked(table, SEATS[who], 1),
    "arranged": lambda table, who: arrange(table, *(SEATS[each] for each in who)),
    "empty": lambda table, who: table.deal(SEATS[who]),
    "dealt": dealt,
    "replaced": replaced,
    "swapped": swapped,
}

CASES = [  # a letter alone: whose turn it is, who then attacks and stops; with ":deed", what happens to that player
    "A B C D A B C D",
    "A:dies B C D B C",
    "A B:dies C D A C",
    "A C:dies B D A B",
    "A A:dies B C D B",
    "A B A:dies C D B C",
    "A A:leaves B C D B",
    "A B:leaves C D A C",
    "A:begins A:absent A:back B C D A B",
    "A:begins A:court A:sits B C D A B",
    "A A:court B A:sits C D A B",
    "A B:absent C B:back D B A",
    "A B:replaced B C D A",
    "A BC:swapped B C D A",
    "A B DCAB:arranged C D A B D C A",
    "A B ADCB:arranged C D A D C B A",
    "DCBA:arranged D C B A D",
    "A B:begins DCAB:arranged B:stops D C A B D",
    "A DCAB:arranged B:absent D C A",
    "A B:passes BDCA:arranged C D A D C",
    "A B B:leads C D A B",
    "A B C E:sits D E A B C E",
    "A DCBA:arranged B:dies D C A D",
    "A B:empty C D A B:dealt C D B A",
    "B:empty C:empty A D A D:passes A A:passes",
    "A:passes B C D:passes B C B:dies C C:passes",
]


@pytest.mark.rule("R-116", "R-119", "R-139", "R-03", "GE-UND-55")
@pytest.mark.parametrize("case", CASES)
def test_everybody_acts_once_before_anybody_acts_again(case):
    table = in_attack(A, B, C, D)

    for deed in case.split():
        who, _, does = deed.partition(":")
        if does:
            DEEDS[does](table, who)
            continue
        assert turn_at(table.state, table.id) == SEATS[who], deed
        attack_and_stop(table, SEATS[who])
    if case.endswith("passes"):
        assert turn_at(table.state, table.id) is None


@pytest.mark.rule("R-116", "GE-UND-55")
def test_a_phone_says_after_whom_its_player_acts_in_this_round():
    """A and B have acted, and Control arranges the seats as D, C, A, B. C acts, then D, and the next round begins with A."""
    table = in_attack(A, B, C, D)
    attack_and_stop(table, A)
    attack_and_stop(table, B)
    arrange(table, D, C, A, B)

    names = {seat: table.state.seats[seat].name for seat in (A, C, D)}
    said = {seat: phone_table(table.state, Viewer(seat=seat)).turn for seat in (A, B, C, D)}

    assert said == {
        C: "Your turn",
        D: f"Your turn after {names[C]}",
        A: f"Your turn after {names[D]}",
        B: f"Your turn after {names[A]}",
    }
