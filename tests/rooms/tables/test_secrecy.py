"""Nobody sees another's hand: all kinds of people request every address of a table, with a canary in every hand."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.test import Client
from django.urls import URLPattern
from msgspec import structs
from websockets.exceptions import InvalidStatus

from control.engine.records import replace
from control.models import Entry
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.tables import registry, story, urls, urls_desk
from rooms.tables.game.state import TableStage
from rooms.tables.models import TablePermit
from tests.control.hall import serving
from tests.control.phones import CAT_1, CAT_2, WOLF_1, Day, staff
from tests.rooms.tables.shop import APP, HX, Phone, state_of, table_of, words
from tests.secrecy.ears import cookie_of

pytestmark = pytest.mark.django_db(transaction=True)
UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}")


class Hall:
    """A game between players of two Houses, with other people around it."""

    def __init__(self) -> None:
        self.day = Day().here(CAT_1, CAT_2, WOLF_1)
        TablePermit.objects.create(event=self.day.event, players=True)
        self.cat, self.wolf, self.mate = (Phone(self.day.phone(seat)) for seat in (CAT_1, WOLF_1, CAT_2))
        self.code = self.cat.open(chairs="2")
        self.wolf.press(self.code, "sit")
        self.cat.press(self.code, "begin")
        self.clients: dict[str, Client] = {
            "cat": self.cat.client,
            "wolf": self.wolf.client,
            "mate": self.mate.client,
            "guest": Phone().named("Gus").client,
            "nobody": Client(),
            "staff": staff(*ALL_DESKS),
            "war": staff(Desk.WAR),
        }

    @property
    def hands(self) -> dict[str, str]:
        play = state_of(self.code).play
        return {"cat": str(play.hands[0]), "wolf": str(play.hands[1]), "deck": str(play.deck[0])}

    def addresses(self) -> Iterator[str]:
        event = self.day.event.pk
        for pattern in (*urls.urlpatterns, *urls_desk.urlpatterns):
            assert isinstance(pattern, URLPattern)
            before = "" if pattern in urls.urlpatterns else f"control/{event}/tables/"
            yield f"/{before}{pattern.pattern}".replace("<str:code>", self.code).replace("<str:kind>", "toy")
        for name in ("tables", "tables-opening", "journal", "last"):
            yield f"/control/{event}/part/{name}/"
        yield "/play/"

    def seen_by(self, who: str) -> str:
        """All that a person gets from every address: the page, the fragment, and the answer to a wrong press."""
        client, found = self.clients[who], []
        for address in self.addresses():
            if address.endswith("/close/") and who in ("cat", "staff", "war"):
                found.append(words(client.get(address)))
                continue
            for answer in (client.get(address), client.get(address, headers=HX), client.post(address, {"swap": "?"}, headers=HX)):
                found.append(words(answer))
        return UUIDS.sub("", "\n".join(found))


@pytest.fixture
def hall(toy) -> Hall:
    return Hall()


def holders(hall: Hall, hands: dict[str, str], *people: str) -> dict[str, set[str]]:
    """Hands that each of these people, or of all, can find anywhere."""
    seen = {who: hall.seen_by(who) for who in people or hall.clients}
    return {who: {name for name, hand in hands.items() if re.search(rf"\b{hand}\b", page)} for who, page in seen.items()}


def test_everybody_finds_the_own_hand_alone(hall, caplog):
    hands = hall.hands

    found = holders(hall, hands)

    assert found == {"cat": {"cat"}, "wolf": {"wolf"}, "mate": set(), "guest": set(), "nobody": set(), "staff": set(), "war": set()}
    assert [hand for hand in hands.values() if hand in caplog.text] == []


def test_nor_does_a_choice_that_was_taken_back_tell_more(hall):
    hands = hall.hands
    hall.wolf.play(hall.code, "yes")
    line = next(each for each in story.lines_of(stream_of(hall)) if each.label.endswith("Choose"))
    hall.wolf.press(hall.code, "back", seq=line.seq)

    found = holders(hall, hands)

    assert found["cat"] == {"cat"}
    assert found["wolf"] == {"wolf"}
    assert [who for who, secrets in found.items() if secrets and who not in ("cat", "wolf")] == []


def stream_of(hall: Hall):
    return table_of(hall.code).stream


def test_what_was_shown_at_the_end_is_everybodys(hall):
    hands = hall.hands
    hall.cat.play(hall.code)
    hall.wolf.play(hall.code)
    assert state_of(hall.code).stage is TableStage.OVER

    found = holders(hall, hands, "nobody", "cat")

    assert found["nobody"] == {"cat", "wolf"}
    assert found["cat"] == {"cat", "wolf"}


def test_labels_of_the_journal_hold_no_secret(hall):
    hands = hall.hands
    hall.cat.play(hall.code)

    labels = " ".join(Entry.objects.filter(stream=stream_of(hall)).values_list("label", flat=True))

    assert [hand for hand in hands.values() if hand in labels] == []


def test_a_hand_on_the_board_would_be_found(hall):
    registry.register("toy", lambda: replace(APP, shape=lambda seen: too_much(APP.shape(seen), seen.table.play.hands)))

    assert holders(hall, hall.hands, "nobody")["nobody"] == {"cat", "wolf"}


def too_much(shape, hands):
    """The toy's panel with all hands on the board."""
    return dataclasses.replace(shape, view=structs.replace(shape.view, shown=hands))


def test_sockets_hear_that_something_happened_and_nothing_else(hall):
    place = f"table/{hall.code.lower()}"
    with serving() as server, ExitStack() as lines:
        ears = {
            who: lines.enter_context(server.screen(place, cookie_of(client), query="?hall" * (who == "staff")))
            for who, client in hall.clients.items()
        }
        hellos = [ear.hear("hello") for ear in ears.values()]

        hall.cat.play(hall.code)

        pokes = [ear.hear("poke") for ear in ears.values()]
    assert {json.dumps(poke, sort_keys=True) for poke in pokes} == {json.dumps(pokes[0], sort_keys=True)}
    assert pokes[0]["topics"] == ["table"]
    assert pokes[0].keys() <= {"t", "topics", "spread", "clock"}
    assert {hello["clock"] for hello in hellos} == {None}


def test_there_is_no_socket_for_a_table_that_is_not_there(hall):
    with serving() as server, pytest.raises(InvalidStatus), server.screen("table/noone"):
        pass


def test_rounds_marks_and_numbers_of_a_game_tell_no_hand_either(hall):
    from tests.rooms.tables.noted import NOTED

    registry.register("toy", lambda: replace(NOTED, reference=None))  # printed cards are no secret, and they have every number
    story.forget()
    hall.wolf.play(hall.code, "yes")
    hands = {name: hand for name, hand in hall.hands.items() if name != "wolf"}

    found = holders(hall, hands)

    assert {who for who, secrets in found.items() if secrets} == {"cat"}


def test_a_player_hears_the_table_and_the_day_in_one_line(hall):
    event = table_of(hall.code).event_id
    with (
        serving() as server,
        server.screen(str(event), cookie_of(hall.cat.client), query=f"?beside=table/{hall.code.lower()}") as ear,
    ):
        assert ear.hear("hello")["clock"] is not None

        hall.cat.play(hall.code)

        assert ear.hear("poke")["topics"] == ["table"]
