"""Crawl of a table of the Underground as everybody who might look: nobody reads face-down cards or schemes (R-144).

Texts carry canaries. Cards cannot, so two tables are compared that differ only in what is face down, held or drawn. Viewers who may
not know it must get the same bytes from both at every address.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from control.backup import schedule
from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep, all_steps_left
from control.day.people.presence import LeaveForGood
from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.records import replace
from control.journal import journal, rows
from control.models import Entry
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.records import Betrothal
from rooms.realm.game.state import Title
from rooms.realm.game.weddings.priests import Anoint
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.state import Attack, Brought, CardTable, Guard, TableId, TableStep
from rooms.underground.game.tables.lookup import hand_of, table_of, with_table
from rooms.underground.rules.minion_cards import face_of
from tests.amounts import THOROUGH
from tests.rooms.underground.test_view_phone import veiled
from tests.secrecy.planted import Hall, addresses, player, raw, staff, steady
from tests.teams import member
from tests.teams import seated as at_desks

pytestmark = [pytest.mark.django_db(transaction=True)]

WEST = TableId("west")
CAT_1, CAT_2, CAT_3, SNAKE_1, WOLF_1 = (SeatId(each) for each in ("cat-1", "cat-2", "cat-3", "snake-1", "wolf-1"))
THERE = (CAT_1, CAT_2, CAT_3, SNAKE_1)
WRITTEN = {
    CAT_1: b'{"type":"ambush","values":[],"note":"CANARYTRAP"}',
    SNAKE_1: b'{"type":"spread-rumors","values":[["cat"]],"note":"CANARYRUMOR"}',
}
CANARIES = (b"CANARYTRAP", b"CANARYRUMOR", b"CANARYBROUGHT")
KNOWS_ALL = {"organizer", "underground"}  # of the control team: the table's own desk and the organizer
OTHER_DESKS = ("war", "court", "ceremony", "check-in") if THOROUGH else ("court", "check-in")
ONE_TABLE = re.compile(rb"underground-(\w+) from:body|data-topics=\"[^\"]*underground-(?:\w+)")
CLOCKS = re.compile(rb">\d+:\d\d<|\bdata-now=\"\d+\"")


@dataclass
class West:
    """The attributes of a table that `veiled` uses."""

    state: Any
    id: TableId = WEST

    @property
    def table(self) -> CardTable:
        return table_of(self.state, self.id)


class Plot(Hall):
    """Action of month 1: four players at the West's table, two of whom have written; Wolf's first player is in the War Room."""

    def __init__(self) -> None:
        super().__init__()
        for step in self.planting():
            if "a marriage" not in step.what:
                step.act()
        for seat in (CAT_1, CAT_2, SNAKE_1):  # the third is there already
            self.do(ChooseRoom(seat=seat, month=1, room=Room.UNDERGROUND), Actor(seat=seat))
        for seat, body in WRITTEN.items():
            self.send(seat, "scheme", body)
        self.do(EndPhase(month=1, phase=Phase.PLANNING))
        self.do(EndPhase(month=1, phase=Phase.MOVEMENT))

    def to(self, step: TableStep) -> Plot:
        while self.state.clock.rooms["underground/west"].step != step:
            for room, table, running in all_steps_left(self.state):
                if room == Room.UNDERGROUND:
                    self.do(EndStep(room=room, month=1, step=running, table=table))
                    break
        return self

    def stands(self, state: Any) -> None:
        """Replace the event's state without new entries in its journal."""
        with transaction.atomic():
            stream = rows.lock_stream(self.event.stream_id)
            now = journal.store(stream, stream.head, state)
        journal.forget(stream)
        journal.remember(stream, now)


@pytest.fixture
def plot(monkeypatch) -> Plot:
    """The table with a stopped clock."""
    cache.clear()
    made = Plot()
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)
    return made


def strangers(plot: Plot) -> dict[str, Client]:
    """Viewers whom R-144 does not name. Some knew a face on a device that has lost its access."""
    event = plot.event
    lost, left = player(event, CAT_1), player(event, "snake-2")
    player(event, CAT_1)  # a new code: the earlier phone is signed out
    plot.do(LeaveForGood(seat=SeatId("snake-2")))
    moved = member(Desk.UNDERGROUND)
    at_desks(user_of(moved), (Desk.COURT,), event)
    beside = Hall.planted()
    return {
        "nobody": Client(),
        "elsewhere in the house": player(event, WOLF_1),
        "lost phone": lost,
        "left for good": left,
        "an account of another desk now": moved,
        "another event": player(beside.event, CAT_1),
        "no desk": staff(),
        **{desk: staff(Desk(desk)) for desk in OTHER_DESKS},
    }


def user_of(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


def crawl(plot: Plot, client: Client) -> dict[str, tuple[int, bytes]]:
    cache.clear()
    client.get(f"/screen/{plot.event.pk}/here/")  # a crawling browser becomes a hall screen
    found = {address: raw(client, address) for address in addresses(plot.event) if "leave" not in address}
    return {address: shown for address, shown in found.items() if not address.endswith("/access/") and "/audit/" not in address}


def plain(shown: tuple[int, bytes]) -> tuple[int, bytes]:
    return steady((shown[0], CLOCKS.sub(b"*", shown[1])))


def first_difference(before: tuple[int, bytes], after: tuple[int, bytes]) -> tuple[bytes, bytes]:
    """The first line of each page that the other has not, or its status."""
    lines = zip(before[1].splitlines(), after[1].splitlines(), strict=False)
    return next(((one, other) for one, other in lines if one != other), (b"%d" % before[0], b"%d" % after[0]))


def hears_one_table(plot: Plot, seen: Mapping[str, Mapping[str, tuple[int, bytes]]]) -> set[tuple[str, str]]:
    """Pages that listen to the news of one table, apart from that table's wall. Who does so may be known to nobody."""
    wall = f"/screen/{plot.event.pk}/underground/"
    return {
        (who, address)
        for who, pages in seen.items()
        for address, (_status, body) in pages.items()
        for table in ONE_TABLE.findall(body)
        if address != f"{wall}{table.decode()}/"
    }


def at_updates_end(plot: Plot) -> None:
    """Schemes: schemes are face down, each House has drawn four, and a second written one waits for its author's choice."""
    plot.to(TableStep.SCHEMES)
    at = table_of(plot.state, WEST)
    lies = next(each for each in at.schemes if each.author == CAT_1)
    waits = Brought(seat=CAT_1, paper=replace(lies.paper, note="CANARYBROUGHT"))
    plot.stands(with_table(plot.state, replace(at, brought=(waits,))))
    assert [len(each.cards) for each in table_of(plot.state, WEST).offered] == [4, 4]


def in_an_attack(plot: Plot) -> None:
    """Attack: cards are face down on and before a scheme, everybody holds some, and Cat's second has reached Snake's scheme."""
    plot.to(TableStep.ATTACK)
    state = plot.state
    at = table_of(state, WEST)
    one, two, *_more = hand_of(state, WEST, CAT_1)
    snakes = next(each for each in at.schemes if each.author == SNAKE_1)
    schemes = tuple(
        replace(each, protection=(Guard(card=one),), advancement=(two,)) if each.author == CAT_1 else each for each in at.schemes
    )
    hands = {seat: tuple(card for card in hand if card not in (one, two)) for seat, hand in at.hands.items()}
    attack = Attack(attacker=CAT_2, scheme=snakes.id, reached=True)
    learnt = tuple(replace(each, known=(*each.known, CAT_2)) if each.id == snakes.id else each for each in schemes)
    plot.stands(with_table(state, replace(at, schemes=learnt, hands=hands, attack=attack)))


MOMENTS = {"schemes": at_updates_end, "attack": in_an_attack}


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_address_tells_a_stranger_what_lies_face_down(plot, moment, caplog):
    """Two crawls of each viewer, before and after all hidden things have changed; neither contains a canary."""
    caplog.set_level(logging.DEBUG)
    MOMENTS[moment](plot)
    others = strangers(plot)
    known = {desk: staff(Desk(desk)) for desk in (KNOWS_ALL if THOROUGH else {"underground"})}
    everybody = {**others, **known}
    before = {who: crawl(plot, client) for who, client in everybody.items()}

    was = plot.state
    plot.stands(veiled(West(was), WOLF_1, Random(7)))
    assert plot.state != was
    after = {who: crawl(plot, client) for who, client in everybody.items()}

    changed = [
        (who, address, first_difference(plain(before[who][address]), plain(shown)))
        for who in others
        for address, shown in after[who].items()
        if plain(shown) != plain(before[who][address])
    ]
    sung = [
        (who, address, canary)
        for who in others
        for pages in (before[who], after[who])
        for address, (_status, body) in pages.items()
        for canary in CANARIES
        if canary in body
    ]
    assert changed == []
    assert sung == []
    assert hears_one_table(plot, {who: after[who] for who in others}) == set()
    for who in known:  # a crawl that reaches nothing proves nothing
        assert [address for address, shown in after[who].items() if plain(shown) != plain(before[who][address])], who
    assert not [record for record in caplog.records if any(canary.decode() in record.getMessage() for canary in CANARIES)]


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_sits_there_reads_the_own_secrets_alone(plot, moment):
    """Each player at the table gets the same bytes whatever the others hold, drew and wrote, and finds the own secrets."""
    MOMENTS[moment](plot)
    was = plot.state
    for number, seat in enumerate(THERE):
        phone = player(plot.event, seat)
        before = crawl(plot, phone)
        plot.stands(veiled(West(was), seat, Random(number)))
        after = crawl(plot, phone)
        plot.stands(was)

        assert hears_one_table(plot, {str(seat): before}) == set()
        assert [address for address, shown in after.items() if plain(shown) != plain(before[address])] == [], seat
        sees = {canary for canary in CANARIES if canary in before["/play/"][1]}
        knew = {CAT_1: {b"CANARYTRAP"}, SNAKE_1: {b"CANARYRUMOR"}}.get(seat, set())
        if moment == "attack" and seat == CAT_2:
            knew = {b"CANARYRUMOR"}
        if moment == "schemes" and seat == CAT_1:
            knew = knew | {b"CANARYBROUGHT"}
        assert sees <= knew
    if moment == "attack":
        own = player(plot.event, CAT_1).get("/play/").content
        assert face_of(hand_of(plot.state, WEST, CAT_1)[0]).symbol.encode() in own


@pytest.mark.rule("R-144")
def test_logs_seals_refusals_and_the_names_of_backups_hold_no_secret(plot, caplog, capsys, monkeypatch, tmp_path):
    """All that leaves the console beside its pages: logs, prints, refusals and file names."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(schedule, "folder", lambda: tmp_path)
    in_an_attack(plot)
    scheme = next(each for each in table_of(plot.state, WEST).schemes if each.author == CAT_1)
    told: list[bytes] = []
    for who in (CAT_2, SNAKE_1, WOLF_1):
        phone = player(plot.event, who)
        for choice in (f"look {scheme.id}", "reached foil", "reached on", "written keep", "place ambush#1", "keep", "feign", "?"):
            sent = {"command_id": "x", "month": "1", "table": "west", "step": "attack", "scheme": scheme.id, "choice": choice}
            told.append(phone.post("/play/underground/choice/", sent, headers={"HX-Request": "true"}).content)
            told.append(phone.post("/play/underground/choice/", {**sent, "command_id": "0" * 8}).content)
    assert scheme.paper.note == "CANARYTRAP"
    told.append(Client().get(f"/seals/{plot.event.pk}/").content)
    call_command("backup", str(plot.event.pk), "--no-proof")
    out, err = capsys.readouterr()
    names = [each.name for each in tmp_path.iterdir()]
    assert names
    told += [out.encode(), err.encode(), " ".join(names).encode()]
    told += [record.getMessage().encode() for record in caplog.records]
    desk = member(Desk.CHECK_IN, Desk.WAR)
    told += [desk.get(address).content for address in addresses(plot.event) if "preflight" in address]

    assert not [text for text in told if b"CANARYTRAP" in text]


@pytest.mark.rule("R-144")
def test_no_sentence_of_the_journal_names_what_was_written(plot):
    """The events contain the text, but no sentence does. The desk's own journal says only who laid a scheme."""
    in_an_attack(plot)

    assert any("CANARYTRAP" in body for body in Entry.objects.values_list("body", flat=True))
    for desk in (*OTHER_DESKS, *KNOWS_ALL):
        client = staff(Desk(desk))
        pages = [address for address in addresses(plot.event) if "journal" in address or "story" in address]
        assert pages
        assert not [address for address in pages if any(canary in client.get(address).content for canary in CANARIES)]


# --- questions of marriage ----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-138", "R-140", "GE-CER-11")
def test_who_asked_whom_to_marry_is_known_to_the_two_and_the_team_and_agreed_to_their_priest(plot):
    """The same hall with and without the question. A Priest hears of a couple that agrees, and of no question before."""
    plot.do(PlaceBuilding(house=HouseId("cat"), kind="chapel", reason="built"))
    plot.do(Anoint(seat=CAT_1, priest=CAT_2), Actor(seat=CAT_1))
    assert Title.PRIEST in plot.state.seats[CAT_2].titles
    without = plot.state
    people = {
        **{str(seat): player(plot.event, seat) for seat in (CAT_1, CAT_2, CAT_3, SNAKE_1, WOLF_1)},
        "nobody": Client(),
        "no desk": staff(),
        "beside": player(Hall.planted().event, CAT_1),
    }

    before = {who: crawl(plot, client) for who, client in people.items()}

    def differ(asked: Betrothal) -> set[str]:
        plot.stands(replace(without, betrothals=(asked,)))
        after = {who: crawl(plot, client) for who, client in people.items()}
        plot.stands(without)
        return {who for who in people if any(plain(shown) != plain(before[who][at]) for at, shown in after[who].items())}

    question = Betrothal(one=CAT_3, other=SNAKE_1, hostages=2)
    assert differ(question) == {"cat-3", "snake-1"}
    assert differ(replace(question, agreed=True)) == {"cat-3", "snake-1", "cat-2"}
