"""Secrets on sockets: a whole day with an open socket for every kind of viewer and a secret in every place.

Two days run side by side and differ only in the sealed sheets: on one day they are sent, on the other not. The clock stands still
and there are no dice, so any difference that a stranger hears would reveal the sheets.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from html import unescape

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from websockets.exceptions import InvalidStatus

from control.day.clock.pauses import Pause, Resume
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.engine.context import Unforeseen
from control.engine.ids import StepId
from control.engine.modules import Invalidation
from control.engine.viewer import Viewer
from control.journal import desk
from control.live import attendant, broadcast, hub
from control.models import Sheet
from control.phone import pieces
from control.sheets import sheets as sheet_writer
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.game.scheme_effects.completion import CompleteScheme
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from rooms.war.game.view import view_war
from tests.control.hall import Hall as Server
from tests.control.hall import serving
from tests.secrecy.ears import (
    AUDIENCES,
    DESKS,
    PLAYERS,
    Crowd,
    Ear,
    Looks,
    anywhere,
    cookie_of,
    counts,
    crowd,
    devices,
    heard_by,
    listeners,
    look_again,
    places_of,
    team,
    wait_for,
)
from tests.secrecy.planted import AUTHOR, COURTIER, MATE, OLGA, OTHER, RIVAL, SCHEMER, Hall, Step, own

pytestmark = [pytest.mark.django_db(transaction=True)]

KEY = uuid.UUID(int=7)  # of the author's sheet, and of another one by the rival
NOTHING = b'{"orders":[],"extra":null,"allies":[],"betray":false}'
SENDERS = {"author": AUTHOR, "courtier": COURTIER, "schemer": SCHEMER}
OF_DEVICES = (["screens"], ["delivery"], ["presence"])
STRANGERS = frozenset({"nobody", "screen", "elsewhere", "lost phone", "no desk", "mate", "rival"})
HOUSE = frozenset({"author", "mate", "schemer"})
FRAMES = {  # allowed fields of each kind of frame
    "hello": {"t", "now", "seat", "clock"},
    "poke": {"t", "topics", "spread", "clock"},
    "receipt": {"t", "key", "kind", "status", "revision", "month", "at", "sentence", "rule", "code"},
    "drafted": {"t", "key", "kind", "status", "revision", "month", "at", "sentence", "rule", "code"},
    "refused": {"t", "sentence"},
}
TABLES = frozenset({"underground-east", "underground-north", "underground-west"})
FOR_ALL = frozenset({"awake", "clock", "court", "fate", "laws", "map", "news", "underground"}) | TABLES
FOR_PLAYERS = FOR_ALL | {"calls", "ceremonies", "decisions", "team", "orders", "schemes", "sheet", "strip"}
REGION, NEXT = RegionId("amn"), RegionId("aah")

Whose = dict[str, frozenset[str]]  # viewers who may know a secret


@dataclass
class Day:
    """One of the two days, with its listeners."""

    hall: Hall
    crowd: Crowd
    server: Server

    def told(self, who: str) -> list[dict]:
        """Frames of a viewer without the current time and news of devices.

        News of devices come from viewers who load pages, which this test does on only one of its days.
        """
        frames = [json.loads(frame) for frame in self.crowd.ears[who].frames]
        return [
            {name: each[name] for name in each if name not in ("now", "at")}
            for each in frames
            if not counts(each) and each.get("topics") not in OF_DEVICES
        ]


@pytest.fixture
def server(monkeypatch) -> Iterator[Server]:
    """A server with a stopped clock, without dice and without periodic messages."""
    cache.clear()
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)
    monkeypatch.setattr(desk, "FRESH", Unforeseen())
    monkeypatch.setattr(attendant, "BEAT_EVERY", 3600.0)
    monkeypatch.setattr(attendant, "LOOK_EVERY", 3600.0)
    with serving() as found:
        yield found


@pytest.fixture
def days(server) -> Iterator[tuple[Day, Day]]:
    """The day with sheets and the day without. Each day's author is a stranger to the other day."""
    sent, unsent = Hall(), Hall()
    staff = team()
    people = {hall: devices(hall.event, staff) for hall in (sent, unsent)}
    one = {**people[sent], "elsewhere": people[unsent]["author"]}
    two = {**people[unsent], "elsewhere": people[sent]["author"]}
    with crowd(server, sent.event, one) as those, crowd(server, unsent.event, two) as others:
        assert those.ears.keys() == AUDIENCES.keys()
        yield Day(sent, those, server), Day(unsent, others, server)


@pytest.fixture
def day(server) -> Iterator[Day]:
    """A single day before its start."""
    hall = Hall()
    with crowd(server, hall.event, devices(hall.event, team())) as those:
        yield Day(hall, those, server)


# --- the course of the day ----------------------------------------------------------------------------------------------


def forenoon(hall: Hall) -> Iterator[Step]:
    """The month until its sheets are sealed; the reason of a break is public."""
    yield from hall.planting()
    yield hall.step("a break", Pause(reason="NOSECRET"))
    yield hall.step("no break", Resume())


def noon(hall: Hall) -> Iterator[Step]:
    """The steps in which the sheets are opened."""
    yield hall.step("Planning ends", EndPhase(month=1, phase=Phase.PLANNING))
    yield hall.step("Movement ends", EndPhase(month=1, phase=Phase.MOVEMENT))
    for room, step in ((Room.WAR, "updates"), (Room.WAR, "orders"), (Room.COURT, "updates"), (Room.UNDERGROUND, "updates")):
        table = hall.state.seats[SCHEMER].table if room == Room.UNDERGROUND else ""
        yield hall.step(f"{room} {step}", EndStep(room=room, month=1, step=StepId(step), table=table))


def afternoon(hall: Hall) -> Iterator[Step]:
    """Changes that Control makes by hand, each with a reason."""
    move = Order(kind=OrderKind.MOVE, units=1, origin=REGION, target=NEXT)
    entered = CorrectOrders(player=MATE, month=1, reason="CANARYCORRECTION", orders=(move,))
    yield hall.step("a correction", entered, (f"seat:{MATE}", "staff"))
    house = hall.state.seats[AUTHOR].house
    units = war_of(hall.state).units[REGION][house]
    yield hall.step("a piece", AdjustUnits(region=REGION, house=house, before=units, units=units - 1, reason="CANARYPIECE"))
    rumors = Paper(type="spread-rumors", values=(("snake",),))
    completed = CompleteScheme(month=1, table="west", house=house, paper=rumors, reason="CANARYCOMPLETED", player=SCHEMER)
    yield hall.step("a scheme completes", completed, (f"seat:{SCHEMER}", "staff"))
    yield Step("a withdrawal", lambda: regret(hall), (f"seat:{AUTHOR}", f"seat:{COURTIER}", "staff"))


def regret(hall: Hall) -> None:
    """Withdraw the marriage."""
    seqs = [entry.seq for entry in hall.stream.entries.filter(label="Marriage entered")]
    desk.withdraw(stream_id=hall.stream.pk, entries=seqs, reason="CANARYREGRET", by=OLGA, command_id=uuid.uuid4())


def evening(hall: Hall) -> Iterator[Step]:
    """The rest of the month. Control makes the author's orders the same on both days, since their effect on the map is public."""
    yield hall.step("the same orders", CorrectOrders(player=AUTHOR, month=1, reason="CANARY"), (f"seat:{AUTHOR}", "staff"))
    for step in ("favors", "move", "battle", "rewards", "recruit"):
        yield hall.step(step, EndStep(room=Room.WAR, month=1, step=StepId(step)))
    yield hall.step("Action ends", EndPhase(month=1, phase=Phase.ACTION))
    yield hall.step("Return ends", EndPhase(month=1, phase=Phase.RETURN))


def live_through(days: tuple[Day, Day], part) -> dict[str, object]:
    """Run a part of the month on both days; returns, by step, viewers who heard without a right or failed to hear."""
    wrong = {}
    for steps in zip(*(part(day.hall) for day in days), strict=True):
        for day, step in zip(days, steps, strict=True):
            wrong[step.what] = day.crowd.wrongly_heard(step)
    return {what: who for what, who in wrong.items() if who}


def seal(day: Day) -> dict[str, list[str]]:
    """Send the authors' sheets, one of them twice; returns the new frames of each viewer until the desks have counted."""
    ears = day.crowd.ears
    before = {who: len(ear.frames) for who, ear in ears.items()}
    bodies = day.hall.sheets()
    for who, kind, body, key in (
        ("author", "war", OTHER, uuid.uuid4()),
        *((who, *bodies[seat], KEY if who == "author" else uuid.uuid4()) for who, seat in SENDERS.items()),
    ):
        assert ears[who].send_sheet(kind, body, key)["status"] == "received"

    def all_told() -> bool:
        day.crowd.listen()
        return all(len(ears[who].frames) > before[who] for who in (*DESKS, "second"))

    wait_for(all_told)
    return {who: ear.frames[before[who] :] for who, ear in ears.items()}


# --- the whole day ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-17")
def test_a_day_tells_nobody_what_is_not_theirs(days):
    sent, unsent = days
    assert live_through(days, forenoon) == {}

    assert {who for who, frames in seal(sent).items() if frames} == {"author", "second", "courtier", "schemer", *DESKS}
    assert {who for who, frames in unsent.crowd.listen().items() if frames} == set()
    asked = listeners(sent.hall.event, sent.crowd.clients["organizer"], sent.crowd.clients["author"])
    addresses = set().union(*asked.values())
    for day in days:  # each day's console knows the screen in its hall
        day.crowd.clients["screen"].get(f"/screen/{day.crowd.event.pk}/here/")
    seen = look_again(sent.crowd, addresses)
    whose = sealed_secrets(sent.hall)
    assert found_by(seen, whose) == whose
    assert differing(days, seen, look_again(unsent.crowd, addresses, STRANGERS)) == {}

    receipts = [day.crowd.ears["rival"].send_sheet("war", NOTHING, KEY) for day in days]
    assert [receipt["revision"] for receipt in receipts] == [1, 1]
    assert live_through(days, noon) == {}
    assert sent.crowd.ears["author"].send_sheet("war", OTHER)["status"] == "late"
    sent.crowd.ears["second"].until(lambda told: told.get("topics") == ["sheet"])
    assert live_through(days, afternoon) == {}
    opened = opened_secrets(sent.hall)
    whose |= opened
    found = found_by(look_again(sent.crowd, addresses), whose)
    assert {secret: found[secret] for secret in opened} == opened
    assert beyond(found, whose) == {}

    assert live_through(days, evening) == {}
    code, _other = [renew(day) for day in days]
    told = look_again(sent.crowd, asked["people"] | asked["strip"] | asked["journal"])
    assert [places_of(told, secret) for secret in (code, code.replace("-", ""))] == [{}, {}]
    for day in days:
        come_back(day)

    assert {who for who in STRANGERS | DESKS if sent.told(who) != unsent.told(who)} == set()
    assert [frame for day in days for frame in unfit(day.crowd, whose)] == []
    assert topics_of(sent.crowd) - asked.keys() == set()


def sealed_secrets(hall: Hall) -> Whose:
    """Secrets while the sheets are sealed, with the viewers who must find them."""
    journal = ("CANARYREASON", "CANARYGIFT", "CANARYCALL", "CANARYMARRIAGE")
    return {
        **dict.fromkeys(journal, DESKS),
        **dict.fromkeys(("CANARYHOUSE", "CANARYFUNERAL"), DESKS | HOUSE),
        "CANARYPROPOSAL": frozenset({"courtier"}),
        "CANARYSCHEME": frozenset({"schemer"}),
        "Move 2 from Amn to Aah": frozenset({"author"}),
        hall.card: frozenset({"author"}),
    }


def opened_secrets(hall: Hall) -> Whose:
    """Secrets after opening, with their viewers: open sheets at their room's desk, betrayals, Control's reasons (R-17)."""
    desk = view_war(hall.state, Viewer(desks=frozenset({Desk.WAR}))).desk
    stance = next(row.sentence for row in desk.stances if row.house == "cat")
    assert "betrays" in stance
    return {
        "CANARYPROPOSAL": frozenset({"courtier", "court", "organizer"}),
        "CANARYSCHEME": frozenset({"schemer", "underground", "organizer"}),
        "Move 2 from Amn to Aah": frozenset({"author", "war", "organizer"}),
        stance: frozenset({"author", "war", "organizer"}),
        "Move 1 from Amn to Aah": frozenset({"mate", "war", "organizer"}),
        "CANARYCORRECTION": frozenset({"war", "organizer"}),
        "CANARYPIECE": frozenset({"war", "organizer"}),
        "CANARYCOMPLETED": frozenset({"underground", "organizer"}),
        "CANARYREGRET": DESKS,
    }


def found_by(seen: Looks, secrets: Iterable[str]) -> Whose:
    """Viewers who have found each secret."""
    return {secret: frozenset(places_of(seen, secret)) for secret in secrets}


def beyond(found: Whose, whose: Whose) -> Whose:
    """Viewers who have found a secret without a right."""
    return {secret: who - whose[secret] for secret, who in found.items() if who - whose[secret]}


def differing(days: tuple[Day, Day], seen: Looks, other: Looks) -> dict[str, list[str]]:
    """Addresses that show a stranger a difference because sheets were sent."""
    one, two = (day.hall.event for day in days)
    found = {
        who: [
            address
            for address, (status, body) in pages.items()
            if (status, anywhere(body, two)) != (seen[who][address][0], anywhere(seen[who][address][1], one))
        ]
        for who, pages in other.items()
    }
    return {who: places for who, places in found.items() if places}


def unfit(crowd: Crowd, secrets: Iterable[str]) -> list[tuple[str, str]]:
    """Frames with a secret, an unknown field or a forbidden topic; and viewers who did not get the public reason."""
    found = []
    for who, ear in crowd.ears.items():
        topics = topics_for(who)
        for frame in ear.frames:
            told = json.loads(frame)
            fits = told.keys() <= FRAMES.get(told["t"], set()) and (topics is None or topics >= {*told.get("topics", ())})
            if not fits or "CANARY" in frame or any(secret in unescape(frame) for secret in secrets):
                found.append((who, frame))
        if not any('"reason":"NOSECRET"' in frame for frame in ear.frames):
            found.append((who, "was not told of the break"))
    return found


def topics_for(who: str) -> frozenset[str] | None:
    """Topics that such a viewer may hear of; None for the team, which hears all."""
    return None if who in DESKS else FOR_PLAYERS if who in PLAYERS else FOR_ALL


def topics_of(crowd: Crowd) -> set[str]:
    """Every topic that any viewer heard of."""
    return {topic for ear in crowd.ears.values() for frame in ear.frames for topic in json.loads(frame).get("topics", ())}


def renew(day: Day) -> str:
    """Issue a new code for the author, shown only at the desk; returns it. The old phones are closed and nobody is notified."""
    event = day.hall.event
    address = reverse("desk:new-code", args=[event.pk, AUTHOR])
    answer = day.crowd.clients["check-in"].post(address, {"issue": event.seats.get(key=AUTHOR).issue})
    assert {who: frames for who, frames in day.crowd.listen().items() if frames} == {}
    closed = {who: ear.closed for who, ear in day.crowd.ears.items() if ear.closed}
    assert closed == dict.fromkeys(("author", "second"), hub.THROWN_OUT)
    return re.search(r'class="code-words">([\w-]+)<', answer.content.decode())[1]


def come_back(day: Day) -> None:
    """A phone whose code was replaced hears only what the hall hears."""
    with day.server.screen(day.hall.event.pk, cookie_of(day.crowd.clients["author"])) as line:
        phone = Ear(line.line)
        assert phone.until(lambda told: told["t"] == "hello")["seat"] is None
        word = day.hall.step("a word to a House", Announce(text="CANARYAFTER", to="cat"), ("team:cat", "staff"))
        assert day.crowd.wrongly_heard(word) == {}
        assert heard_by({"old phone": phone}) == {"old phone": []}


# --- asking for more ----------------------------------------------------------------------------------------------------

ASKED_FOR = ("", "?seat=cat-1", "?audience=staff&topics=strip,calls,sheets", "?hall=0&house=cat", "?desk=war&as=organizer")
SAID = (
    {"t": "hello", "seq": 0, "seat": AUTHOR, "audiences": ["staff", f"seat:{AUTHOR}"]},
    {"t": "subscribe", "topics": [f"seat:{AUTHOR}", "staff"]},
    {"t": "poke", "topics": ["strip"], "to": f"seat:{AUTHOR}"},
    {"t": "ping", "c": 0, "audience": "staff"},
)


def test_who_asks_for_the_news_of_others_gets_none_of_them(server, day):
    hall, event = day.hall, day.hall.event
    people = {"nobody": "", "rival": cookie_of(day.crowd.clients["rival"]), "no desk": cookie_of(day.crowd.clients["no desk"])}
    power = hall.step("power", AdjustPower(seat=AUTHOR, before=0, power=5, reason="CANARY"), own(AUTHOR))
    word = hall.step("a word to a House", Announce(text="CANARY", to="cat"), ("team:cat", "staff"))

    with ExitStack() as lines:
        ears = {
            (who, query): Ear(lines.enter_context(server.screen(event.pk, cookie, query=query)).line)
            for who, cookie in people.items()
            for query in ASKED_FOR
        }
        for (who, _query), ear in ears.items():
            assert ear.until(lambda told: told["t"] == "hello")["seat"] == (RIVAL if who == "rival" else None)
            for asking in SAID:
                ear.say(**asking)
        answers = heard_by(ears)
        assert [day.crowd.wrongly_heard(step) for step in (power, word)] == [{}, {}]
        told = heard_by(ears)
        hall.do(BeginDay())
        heard = heard_by(ears)

    said = {(each["t"], *each.get("topics", ())) for frames in answers.values() for each in map(json.loads, frames)}
    assert said == {("refused",)}
    assert {key for key, frames in told.items() if frames} == set()
    assert {key for key, frames in heard.items() if [json.loads(each)["topics"] for each in frames] == [["clock"]]} == ears.keys()


def test_there_is_no_other_socket(server, day):
    cookie = cookie_of(day.crowd.clients["rival"])
    for place in ("staff", "seat/cat-1", "house/cat", "desk/war", "all"):
        with pytest.raises(InvalidStatus), server.screen(f"{day.hall.event.pk}/{place}", cookie):
            pytest.fail(place)


def test_nobody_sends_a_sheet_for_another_or_learns_of_one(server, day):
    for step in day.hall.planting():
        step.act()
    seal(day)
    rival = day.crowd.ears["rival"]

    rival.say(t="sheet", kind="war", month=1, key=str(KEY), body={}, seat=AUTHOR)
    refused = rival.until(lambda told: told["t"] == "refused")
    receipt = rival.send_sheet("war", NOTHING, KEY)

    assert "another player" in refused["sentence"]
    assert (receipt["status"], receipt["revision"]) == ("received", 1)  # the author's has revision 2
    assert Sheet.objects.filter(seat=AUTHOR).count() == 2


# --- these leaks would be found -----------------------------------------------------------------------------------------


def test_a_poke_to_too_many_would_be_found(day, monkeypatch):
    spread = broadcast.by_audience
    monkeypatch.setattr(
        broadcast,
        "by_audience",
        lambda invalidations: {**spread(invalidations), "all": tuple({invalidation.topic for invalidation in invalidations})},
    )
    power = day.hall.step("power", AdjustPower(seat=AUTHOR, before=0, power=5, reason="CANARY"), own(AUTHOR))

    wrong = day.crowd.wrongly_heard(power)

    assert wrong.keys() == AUDIENCES.keys() - {"elsewhere", "author", "second", "mate", "schemer", *DESKS}
    assert {who for who, frame in unfit(day.crowd, ()) if "strip" in frame} >= {"nobody", "screen", "lost phone", "no desk"}


def test_a_poke_to_too_few_would_be_found(day, monkeypatch):
    monkeypatch.setattr(broadcast, "by_audience", lambda invalidations: {})

    assert day.crowd.wrongly_heard(day.hall.step("a word", Announce(text="To all"))).keys() == day.crowd.ears.keys()


def test_a_sheet_that_all_hear_of_would_be_found(day, monkeypatch):
    for step in day.hall.planting():
        step.act()
    day.crowd.listen()
    monkeypatch.setattr(sheet_writer, "COUNTED", (Invalidation(topic="sheets", to="all"), Invalidation(topic="sheets", to="staff")))

    heard = seal(day)

    assert heard.keys() - {who for who, frames in heard.items() if any(counts(json.loads(each)) for each in frames)} == set()
    assert {who for who, frame in unfit(day.crowd, ()) if "sheets" in frame} == day.crowd.ears.keys() - DESKS


def test_a_secret_in_a_frame_would_be_found(day, monkeypatch):
    plain = hub.poke
    monkeypatch.setattr(hub, "poke", lambda *news: {**plain(*news), "who": "CANARY"})
    day.hall.do(BeginDay())
    day.crowd.listen()

    assert {who for who, frame in unfit(day.crowd, ()) if "CANARY" in frame} == day.crowd.ears.keys()


def test_a_secret_on_a_page_would_be_found(day, monkeypatch):
    theirs = pieces.notice_views
    monkeypatch.setattr(pieces, "notice_views", lambda state, viewer: theirs(state, Viewer(desks=ALL_DESKS)))
    day.hall.do(Announce(text="CANARYHOUSE", to="cat"))

    seen = look_again(day.crowd, ["/play/fresh/"], ("nobody", "mate", "rival", "war"))

    assert beyond(found_by(seen, ["CANARYHOUSE"]), {"CANARYHOUSE": DESKS | HOUSE}) == {"CANARYHOUSE": {"rival"}}
