"""All text that people read is in the catalogues: a made-up language puts brackets around each sentence."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from django.core.cache import cache

from control.bots.players import play_planning
from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep, steps_left
from control.day.state import DayStage
from control.journal import journal, story
from control.models import Event
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from rooms.tables.game import state as tables
from rooms.tables.game.chairs import BOT_NAMES
from rooms.tables.game.rules import told as told_by
from rooms.tables.models import Table
from tests.control.test_whole_days import do, play, state_of
from tests.languages.spoken import MADE_UP, Ear, data_of, made_up, speaking, texts_in
from tests.rooms.tables.potemkin.play import CONTENT, NAMES, RULES, WRITTEN, played_on
from tests.rooms.tables.potemkin.screens import board_for, hand_for
from tests.rooms.tables.scythe import phone as scythe_phones
from tests.rooms.tables.scythe import play as scythe
from tests.rooms.tables.shop import Phone
from tests.rooms.tables.statecraft import decks
from tests.rooms.tables.statecraft import phone as statecraft
from tests.rooms.tables.statecraft.test_board import page_of
from tests.scenarios import small
from tests.secrecy.planted import AUTHOR, Hall, addresses, player, raw, staff

if TYPE_CHECKING:
    from django.test import Client

pytestmark = [pytest.mark.django_db(transaction=True)]

# Names that the tests use or type, and names that are the same in all languages.
OURS = (
    "Megagame",
    "God-Emperor",
    "God-Emperor, small",
    "Gottkaiser",
    "Potemkin Empire",
    "Statecraft",
    "Scythe",
    "Rehearsal",
    "Secrets",
    "Tables",
    "olga",
    "Anna",
    "Boris",
    "MG.…",
    "K7QM-4TXD",
    "K7QM4",
    "Letter",
    "testserver",
)
CANARY = "CANARY"
ACCOUNT = "staff-" + "-".join(Desk)
STAYS = re.compile(r"/(en/)?(leave|theme)/$")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("locale"))


@pytest.fixture
def marked(folder: Path) -> Iterator[None]:
    with speaking(MADE_UP, folder):
        cache.clear()
        yield
    cache.clear()


def ear_for(*documents: object, more: Iterable[str] = ()) -> Ear:
    return Ear(data_of([*OURS, ACCOUNT, *more, *texts_in(msgspec.to_builtins(documents))]))


def ear_in(event: Event) -> Ear:
    """An ear that accepts the texts of the event's scenario and the test's canaries."""
    canaries = [
        f"{CANARY}{each}" for each in ("HOUSE", "CALL", "REASON", "GIFT", "FUNERAL", "MARRIAGE", "PROPOSAL", "SCHEME", "DRAFT")
    ]
    return ear_for(json.loads(bytes(event.scenario)), more=canaries)


def crawl(ear: Ear, event: Event, who: str, client: Client, which: Callable[[str], bool] = lambda _address: True) -> None:
    for address in addresses(event):
        if STAYS.search(address) is None and which(address):
            _status, body = raw(client, address)
            if body.lstrip().startswith(b"<"):
                ear.page(body.decode(), f"{who} {address}")


def tell(ear: Ear, event: Event) -> None:
    """Check the lines of the journal."""
    for line in story.lines_of(event.stream):
        for words in (line.sentence, line.label, line.lasting):
            ear.text(words, f"journal {line.kind}")


def assert_all_said(ear: Ear, *, least: int) -> None:
    if report := os.environ.get("REPORT"):
        with open(report, "a", encoding="utf-8") as file:
            for text, where in sorted(ear.left.items(), key=lambda each: each[1]):
                file.write(f"{where[0]} (+{len(where) - 1}): {text}\n")
    assert ear.left == {}
    assert ear.heard > least


def test_a_day_in_its_first_planning(marked):
    hall = Hall.planted()
    ear = ear_in(hall.event)

    crawl(ear, hall.event, "organizer", staff(*Desk))
    crawl(ear, hall.event, "player", player(hall.event, AUTHOR))
    tell(ear, hall.event)

    assert_all_said(ear, least=2000)


def changes(address: str) -> bool:
    """Whether a page changes during a day; prints, forms and questions do not."""
    return (
        not address.startswith(("/print/", "/tables/", "/j/")) and re.search(r"/(clock|notices|houses|people)/.+/", address) is None
    )


def test_a_day_in_a_later_month_and_at_its_end(marked):
    event, sent = play(small(), 3, 1)
    assert sent > 5
    do(event, EndPhase(month=2, phase=Phase.CEREMONY))
    play_planning(event, 4)
    do(event, EndPhase(month=2, phase=Phase.PLANNING))
    do(event, EndPhase(month=2, phase=Phase.MOVEMENT))
    for step in steps_left(state_of(event), Room.WAR)[:4]:  # the battle and its sums come next
        do(event, EndStep(room=Room.WAR, month=2, step=step))
    ear = ear_in(event)
    viewers = {"organizer": staff(*Desk), "player": player(event, AUTHOR)}
    for who, client in viewers.items():
        crawl(ear, event, who, client, changes)

    while (clock := state_of(event).clock).stage is DayStage.PLAYING:
        do(event, EndPhase(month=clock.month, phase=clock.phase))
    for who, client in viewers.items():
        crawl(ear, event, f"{who} at the end", client, changes)
    event.refresh_from_db()
    tell(ear, event)

    assert_all_said(ear, least=2000)


def test_the_tables_of_potemkin_empire(marked):
    ear = ear_for(CONTENT, more=NAMES)
    for seed, players in ((1, 3), (2, 5)):
        moments = list(played_on(seed, players))
        for state, player_, _action, _played in [*moments[::9], *moments[-4:]]:
            ear.page(hand_for(state, player_), f"hand {state.phase}")
            ear.page(hand_for(state, (player_ + 1) % players), f"waiting {state.phase}")
            ear.page(board_for(state), f"wall {state.phase}")
        over = moments[-1][3].state
        ear.page(hand_for(over, 0), "hand at the end")
        ear.page(board_for(over), "wall at the end")
        for state, _player, _action, played in moments:
            for fact in played.facts:
                ear.text(told_by(RULES, fact, state, None, NAMES), f"told {type(fact).__name__}")

    assert_all_said(ear, least=300)


def test_the_tables_of_statecraft(marked):
    ear = ear_for(decks.CONTENT, more=statecraft.NAMES)
    for seed, setup in enumerate(statecraft.SETUPS):
        moments = list(statecraft.played_on(seed, setup))
        for state, player_, _action, _played in [*moments[::9], *moments[-4:]]:
            ear.page(statecraft.hand_for(state, player_), f"hand {state.phase}")
            ear.page(statecraft.hand_for(state, (player_ + 1) % setup.players), f"waiting {state.phase}")
            ear.page(page_of(statecraft.seen_by(state, None)), f"wall {state.phase}")
        over = moments[-1][3].state
        ear.page(statecraft.hand_for(over, 0), "hand at the end")
        ear.page(page_of(statecraft.seen_by(over, None)), "wall at the end")
        for state, player_, _action, played in moments:
            for fact in played.facts:
                for who in (None, player_):
                    ear.text(told_by(statecraft.RULES, fact, state, who, statecraft.NAMES), f"told {type(fact).__name__}")

    assert_all_said(ear, least=300)


def test_the_tables_of_scythe(marked):
    parts = [part.strip() for card in scythe.CONTENT.abilities for part in card.text.split("{terrains}")]
    ear = ear_for(scythe.CONTENT, more=(*scythe.NAMES, *parts))
    for seed, players in ((1, 3), (2, 5)):
        *moments, (over, _nobody, _none) = scythe_phones.game(seed, players, achievements="on", delay="on")
        for state, player_, _action in [*moments[::29], *moments[-4:]]:
            ear.page(scythe_phones.hand_for(state, player_), f"hand {state.phase}")
            ear.page(scythe_phones.hand_for(state, (player_ + 1) % players), f"waiting {state.phase}")
            ear.page(scythe_phones.PHONES.board_for(state), f"wall {state.phase}")
        ear.page(scythe_phones.hand_for(over, 0), "hand at the end")
        ear.page(scythe_phones.PHONES.board_for(over), "wall at the end")

    assert_all_said(ear, least=300)


@pytest.mark.parametrize(("kind", "written"), [("potemkin", WRITTEN), ("statecraft", decks.CONTENT)])
def test_a_table_from_the_lobby_to_its_close(marked, kind, written):
    anna, boris = Phone().named("Anna"), Phone().named("Boris")
    code = anna.open(kind=kind)
    ear = ear_for(
        written,
        more=[
            f"http://testserver/tables/{code}/",
            f"testserver/tables/{code}",
            code,
            *BOT_NAMES,
            *Table.objects.values_list("code", flat=True),
        ],
    )

    def look(moment: str) -> None:
        for who, held in (("host", anna), ("guest", boris)):
            for place in ("", "history/", "rules/", "cards/", "share/"):
                ear.page(raw(held.client, f"/tables/{code}/{place}")[1].decode(), f"{who} {moment} {place}")
        ear.page(raw(boris.client, f"/screen/table/{code}/")[1].decode(), f"screen {moment}")

    look("lobby")
    boris.press(code, "sit")
    anna.press(code, "bot", chair="2", bot="random")
    look("seated")
    anna.press(code, "begin")
    look("begun")
    anna.press(code, "close", why="Tables")
    look("closed")
    stream = Table.objects.get(code=code).stream
    assert journal.head(stream).state.stage is tables.TableStage.CLOSED

    assert_all_said(ear, least=100)
