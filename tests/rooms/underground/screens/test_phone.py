"""A table of the Underground on phones: each press and its refusal, no lost taps, and nothing for players who sit elsewhere."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.day.clock.pauses import Pause, Resume
from control.day.clock.phases import SetClock
from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.models import Entry
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.state import Outcome, TableId, TableStep
from rooms.underground.game.tables.drawn_schemes import first_paper
from rooms.underground.game.tables.lookup import find_scheme, hand_of, room_of, table_of
from rooms.underground.game.tables.schemes import kind_on
from rooms.underground.rules.minion_cards import face_of
from rooms.underground.screens.phone import urlpatterns
from tests.control.phones import CAT_1, CAT_2, HX, WOLF_1, Day, words

pytestmark = pytest.mark.django_db

SNAKE_1 = SeatId("snake-1")
PLAY = reverse("control:play")
WEST = TableId("west")


class TableDay(Day):
    """Action of month 1. Cat's first two and Snake's first sit at the West's table, Wolf's first is in the War Room."""

    def arrange(self) -> None:
        self.here(CAT_1, CAT_2, SNAKE_1, WOLF_1).until(Phase.PLANNING)
        for seat in (CAT_1, CAT_2, SNAKE_1, WOLF_1):
            room = Room.WAR if seat == WOLF_1 else Room.UNDERGROUND
            self.do(ChooseRoom(seat=seat, month=1, room=room), Actor(seat=seat))
        self.end().end()

    def to(self, step: TableStep) -> TableDay:
        while (at := self.state.clock.rooms["underground/west"].step) != step:
            self.do(EndStep(room=Room.UNDERGROUND, month=1, step=StepId(str(at)), table="west"))
        return self

    @property
    def table(self):
        return table_of(self.state, WEST)

    def hand(self, seat: SeatId):
        return hand_of(self.state, WEST, seat)

    def scheme_of(self, house: str) -> int:
        return next(each.id for each in self.table.schemes if each.house == house)


def press(phone: Client, name: str, **typed: object):
    """Press a button as htmx sends it."""
    sent = {"command_id": str(uuid.uuid4()), "month": "1", "table": "west", **typed}
    return phone.post(reverse(f"underground:{name}"), sent, headers=HX)


@pytest.fixture
def day() -> TableDay:
    return TableDay()


@pytest.fixture
def phones(day) -> dict[SeatId, Client]:
    return {seat: day.phone(seat) for seat in (CAT_1, CAT_2, SNAKE_1, WOLF_1)}


@pytest.mark.rule("GE-UND-31", "R-108", "R-112")
def test_the_picker_places_a_drawn_card_and_loses_nothing_that_was_typed(day, phones):
    day.to(TableStep.SCHEMES)
    offer = next(each for each in day.table.offered if each.picker == CAT_1)
    filled = [(card, first_paper(day.state, HouseId("cat"), WEST, kind_on(card))) for card in offer.cards]
    card, paper = max((each for each in filled if each[1] is not None), key=lambda each: len(each[1].values))
    fields = {f"field{at}": word for at, (word,) in enumerate(paper.values)}

    refused = press(phones[CAT_1], "choice", choice=f"place {card}", type=paper.type, field0="nobody")
    assert refused.status_code == 422
    assert re.search(r'id="card-\d"[^>]* open', words(refused))
    taken = press(phones[CAT_1], "choice", choice=f"place {card}", type=paper.type, **fields)
    assert taken.status_code == 200, words(taken)
    placed = next(each for each in day.table.schemes if each.house == "cat")
    assert placed.paper.type == paper.type
    page = words(phones[CAT_1].get(PLAY))
    assert page.count("For your eyes only") == words(phones[CAT_2].get(PLAY)).count("For your eyes only") == 1
    assert press(phones[CAT_2], "choice", choice="keep").status_code == 409


@pytest.mark.rule("GE-UND-39", "GE-UND-60", "R-116", "R-117")
def test_minions_go_onto_a_scheme_once_and_are_taken_back(day, phones):
    day.to(TableStep.ADVANCEMENT)
    scheme, cards, once = day.scheme_of("snake"), day.hand(CAT_1)[:2], str(uuid.uuid4())

    nothing = press(phones[CAT_1], "advance", scheme=scheme)
    assert "Choose the minions to put there." in words(nothing)
    for _twice in range(2):
        assert press(phones[CAT_1], "advance", command_id=once, scheme=scheme, cards=cards).status_code == 200
    assert find_scheme(day.state, scheme).advancement == cards
    early = press(phones[SNAKE_1], "advance", scheme=scheme, cards=day.hand(SNAKE_1)[:1])
    assert early.status_code == 409
    assert "It is the turn of" in words(early)
    assert f'value="{day.hand(SNAKE_1)[0]}" checked' not in words(early)  # a player who is not on turn has nothing to tap

    assert press(phones[CAT_1], "take-back", step="advancement", acts=1).status_code == 200
    assert find_scheme(day.state, scheme).advancement == ()
    assert press(phones[CAT_1], "done", step="advancement").status_code == 200
    assert "Your turn</b>" in words(phones[CAT_2].get(PLAY))


@pytest.mark.rule("GE-EVT-25", "R-144")
def test_a_paused_table_says_so_on_every_button_and_takes_no_play(day, phones):
    day.to(TableStep.SCHEMES)
    day.do(Pause(reason="Fire alarm"))
    for seat in (CAT_1, CAT_2):  # both look alike, whether or not the player could press
        prompt = words(phones[seat].get(PLAY)).partition('id="region-und-choice"')[2].partition("/region und-choice")[0]
        buttons = re.findall(r"<button([^>]*)>([^<]*)</button>", prompt)
        assert len(buttons) >= 3
        assert all("disabled" in attributes and said == "Paused" for attributes, said in buttons)
    day.do(Resume())
    day.to(TableStep.ADVANCEMENT)
    scheme, cards = day.scheme_of("snake"), day.hand(CAT_1)[:2]
    day.do(Pause(room=Room.UNDERGROUND, table="west"))
    no = press(phones[CAT_1], "advance", scheme=scheme, cards=cards)
    assert no.status_code == 422
    assert "This table is paused: nothing is played until Control lets its clock go on." in words(no)
    for card in cards:
        assert re.search(rf'value="{card}" checked', words(no))  # taps are kept
    assert find_scheme(day.state, scheme).advancement == ()
    assert "Nothing is played until Control" in words(phones[CAT_2].get(PLAY))
    day.do(Resume(room=Room.UNDERGROUND, table="west"))
    assert press(phones[CAT_1], "advance", scheme=scheme, cards=cards).status_code == 200


@pytest.mark.rule("GE-UND-41", "GE-UND-42", "R-118")
def test_protection_is_paid_with_cards_that_were_tapped_and_a_refusal_leaves_them_tapped(day, phones):
    day.to(TableStep.PROTECTION)
    scheme, (one, two, three, four) = day.scheme_of("snake"), day.hand(CAT_1)

    assert press(phones[CAT_1], "protect", scheme=scheme, card=one).status_code == 200
    poor = press(phones[CAT_1], "protect", scheme=scheme, card=two)
    assert "The next minion in front of this scheme costs 1 discard." in words(poor)
    offered = re.findall(rf'name="discards" value="{scheme} ([^"]+)"', words(poor))
    assert offered == list(day.hand(CAT_1))  # in the order of the hand; the style hides the card that is placed in front
    assert '<fieldset class="und-discards">' in words(poor)
    assert re.search(rf'name="card" value="{two}" checked', words(poor))
    same = press(phones[CAT_1], "protect", scheme=scheme, card=two, discards=[f"{scheme} {two}"])
    assert "is not discarded too" in words(same)
    other = [f"{scheme} {three}", f"99 {four}"]  # taps in another row pay nothing here
    assert press(phones[CAT_1], "protect", scheme=scheme, card=two, discards=other).status_code == 200
    assert [guard.card for guard in find_scheme(day.state, scheme).protection] == [one, two]
    assert day.hand(CAT_1) == (four,)


@pytest.mark.rule("GE-UND-44", "GE-UND-45", "GE-UND-51", "GE-UND-52", "GE-UND-54", "R-119")
def test_an_attack_is_played_revealed_and_ended_on_phones(day, phones):
    day.to(TableStep.PROTECTION)
    scheme = day.scheme_of("snake")
    for seat in (CAT_1, CAT_2):
        press(phones[seat], "done", step="protection")
    press(phones[SNAKE_1], "protect", scheme=scheme, card=day.hand(SNAKE_1)[0])
    day.to(TableStep.ATTACK)
    card = day.hand(CAT_1)[0]

    assert "Tap a minion of your hand first." in words(press(phones[CAT_1], "attack", scheme=scheme))
    assert press(phones[CAT_1], "attack", scheme=scheme, card=card).status_code == 200
    assert press(phones[CAT_2], "reveal", scheme=scheme, before=1).status_code == 422
    assert press(phones[SNAKE_1], "reveal", scheme=scheme, before=2).status_code == 409
    hidden = words(phones[SNAKE_1].get(PLAY))
    assert "und-fight" not in hidden
    assert press(phones[SNAKE_1], "reveal", scheme=scheme, before=1).status_code == 200
    for seat in (CAT_1, CAT_2, SNAKE_1):
        assert face_of(card).symbol in words(phones[seat].get(PLAY)).partition("und-fight-cards")[2][:400]

    if day.table.attack is not None:
        prompts = [words(phones[seat].get(PLAY)).count("und-private-reached") for seat in (CAT_1, CAT_2, SNAKE_1)]
        assert prompts == [1, 1, 1]
        assert press(phones[CAT_2], "choice", scheme=scheme, choice="reached leave").status_code == 409
        found = [press(phones[CAT_1], "choice", scheme=scheme, choice=f"reached {act}").status_code for act in ("leave", "on")]
        assert sorted(found)[0] == 200
    else:
        assert day.table.ended.outcome is Outcome.BEATEN
    assert day.table.attack is None


@pytest.mark.rule("R-137", "GE-FAV-10")
def test_a_house_with_a_spy_tower_exchanges_a_minion_on_the_phone(day, phones):
    assert "und-given" not in words(phones[CAT_1].get(PLAY))
    day.do(PlaceBuilding(house=HouseId("cat"), kind="spy-tower", reason="built"))
    day.do(SetClock(month=1, phase=Phase.PLANNING, seconds=600))

    page = words(phones[CAT_2].get(PLAY))
    assert "Your Spy Tower" in page
    refused = press(phones[CAT_2], "exchange", given="rock red", master="")
    assert "Choose the minion you give" in words(refused)
    assert 'value="rock red" selected' in words(refused)
    assert press(phones[CAT_2], "exchange", given="rock red", master="paper blue").status_code == 200
    assert room_of(day.state).decks.exchanged == {"cat": 1}
    assert "Your Spy Tower" not in words(phones[CAT_1].get(PLAY))


@pytest.mark.rule("GE-UND-62", "R-144")
def test_who_sits_elsewhere_reads_nothing_of_a_table_and_presses_nothing_there(day, phones):
    day.to(TableStep.ATTACK)
    page = words(phones[WOLF_1].get(PLAY))
    assert "und-rows" not in page
    assert "und-cards" not in page
    entries = Entry.objects.filter(stream=day.event.stream_id).count()
    scheme, card = day.scheme_of("snake"), day.hand(CAT_1)[0]
    sent = {
        "scheme": scheme,
        "card": card,
        "cards": [card],
        "step": "attack",
        "acts": 1,
        "before": 1,
        "choice": "reached foil",
    }

    for choice in ("reached foil", "written keep", "keep", f"look {scheme}", "place ambush#1", "feign", "", "nonsense 3"):
        answer = press(phones[WOLF_1], "choice", **{**sent, "choice": choice})
        assert answer.status_code in (409, 422), choice
        assert "und-cards" not in words(answer)
    for each in urlpatterns:
        answer = press(phones[WOLF_1], each.name, **sent, given="rock red", master="rock red")
        assert answer.status_code in (409, 422), each.name
        assert "und-cards" not in words(answer)
        assert phones[WOLF_1].get(reverse(f"underground:{each.name}")).status_code == 405
        assert press(Client(), each.name, **sent).status_code == 404
    assert Entry.objects.filter(stream=day.event.stream_id).count() == entries
