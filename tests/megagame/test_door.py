"""Request middleware: size limits, client addresses, health endpoints, protected figures."""

from __future__ import annotations

import asyncio
import json
import resource
import threading
import time

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from prometheus_client.parser import text_string_to_metric_families

from control.watch import metrics, vitals
from megagame import middleware as doors
from megagame.asgi import application
from megagame.logline import NOWHERE

HERE = ("127.0.0.1", 1234)
JSON = [(b"content-type", b"application/json")]
ELSEWHERE = ("192.0.2.7", 1234)


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Forget earlier health checks."""
    monkeypatch.setattr(vitals, "_desk", vitals.VitalsRunner())
    monkeypatch.setattr(vitals, "_tried", (float("-inf"), ""))
    monkeypatch.setattr(doors, "NO_MORE", 0.05)
    cache.clear()


async def asked(app, path, *, method="GET", body=(b"",), client=HERE, headers=(), drips=False):
    """Status, headers and body of an answer.

    `body`: parts of the request; None is a client that stays connected and sends nothing. `drips`: send single bytes without end.
    """
    parts, sent = list(body), []

    async def receive():
        if drips:
            await asyncio.sleep(0.01)
            return {"type": "http.request", "body": b"x", "more_body": True}
        part = parts.pop(0) if parts else None
        if part is None:
            await asyncio.sleep(60)  # the client neither sends nor disconnects
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"testserver"), *headers],
        "client": client,
        "server": ("testserver", 80),
        "scheme": "http",
        "http_version": "1.1",
        "asgi": {"version": "3.0"},
    }
    await app(scope, receive, send)
    start = next(each for each in sent if each["type"] == "http.response.start")
    found = b"".join(each.get("body", b"") for each in sent if each["type"] == "http.response.body")
    return start["status"], dict(start["headers"]), found


async def echo(scope, receive, send):
    """An application that reads the whole body and answers with its length."""
    seen, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        seen += len(message["body"])
        more = message["more_body"]
    await doors._say(send, 200, str(seen).encode())


# --- bodies -------------------------------------------------------------------------------------------------------------


async def test_a_body_within_bounds_arrives_whole():
    assert (await asked(doors.request_middleware(echo), "/", method="POST", body=(b"x" * 1000, b"y" * 24)))[::2] == (200, b"1024")


async def test_a_body_that_is_announced_as_too_large_is_not_even_read(settings):
    settings.LARGEST_BODY = 1000

    status, headers, body = await asked(
        doors.request_middleware(echo), "/", method="POST", body=(None,), headers=[(b"content-length", b"1001")]
    )

    assert (status, headers[b"connection"]) == (413, b"close")
    assert headers[b"content-security-policy"]
    assert b"Send less" in body


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 413), ("/staff/login/", 413), ("/play/call/", 413), ("/tables/open/", 413), ("/control/1/people/casting/", 200)],
)
async def test_what_players_and_strangers_send_ends_before_a_list_of_the_teams_does(path, status):
    assert (await asked(doors.request_middleware(echo), path, method="POST", body=(b"x" * 131_073,)))[0] == status
    assert (await asked(doors.request_middleware(echo), path, method="POST", body=(b"x" * 131_072,)))[0] == 200


async def test_whoever_still_sends_is_heard_out_so_that_the_answer_is_read(settings):
    settings.LARGEST_BODY = 1000
    body = [b"x" * 600 for _part in range(6)]

    status = (await asked(doors.request_middleware(echo), "/", method="POST", body=body, headers=[(b"content-length", b"3600")]))[0]

    assert status == 413


async def test_of_many_who_send_too_much_few_are_heard_out_at_once(monkeypatch):
    monkeypatch.setattr(doors, "NO_MORE", 60)
    heard, hung_up = [], asyncio.Event()

    async def upload(name):
        async def receive():
            heard.append(name)
            await hung_up.wait()
            return {"type": "http.disconnect"}

        statuses = []

        async def send(message):
            statuses.append(message.get("status"))

        length = [(b"host", b"testserver"), (b"content-length", b"1000000000")]
        scope = {"type": "http", "method": "POST", "path": "/", "headers": length, "client": HERE}
        await doors.request_middleware(echo)(scope, receive, send)
        return statuses[0]

    first = [asyncio.ensure_future(upload(name)) for name in range(8)]
    while len(heard) < 8:
        await asyncio.sleep(0)
    assert await upload("beyond") == 413
    assert heard == list(range(8))
    hung_up.set()
    assert await asyncio.gather(*first) == [413] * 8
    assert await upload("later") == 413
    assert heard[-1] == "later"


async def test_the_sheets_own_address_says_by_itself_what_is_too_long(settings):
    settings.LARGEST_BODY = 1000

    status, _headers, body = await asked(application, "/live/1/sheet/", method="POST", body=(b"x" * 20_000,), headers=JSON)

    assert status == 413
    assert json.loads(body)["sentence"] == "This sheet is far too long; shorten it."


async def test_a_body_that_grows_too_large_is_cut_off(settings):
    settings.LARGEST_BODY = 1000

    assert (await asked(doors.request_middleware(echo), "/", method="POST", body=(b"x" * 600, b"x" * 600, None)))[0] == 413


async def test_a_body_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(doors, "NEXT_PART", 0.05)

    assert (await asked(doors.request_middleware(echo), "/", method="POST", body=(b"x", None)))[0] == 408


async def test_a_body_that_drips_is_given_up_although_more_of_it_comes(monkeypatch):
    monkeypatch.setattr(doors, "BODY_WITHIN", 0.1)

    assert (await asked(doors.request_middleware(echo), "/", method="POST", drips=True))[0] == 408


async def test_a_slow_body_has_more_time_the_more_of_it_came(monkeypatch):
    monkeypatch.setattr(doors, "BODY_WITHIN", 0.0)
    monkeypatch.setattr(doors, "PACE", 1)

    assert doors._wait_seconds(time.monotonic(), 1000, doors.NEXT_PART) == doors.NEXT_PART
    assert (await asked(doors.request_middleware(echo), "/", method="POST", body=(b"x" * 1000,)))[
        0
    ] == 408  # none arrived in zero seconds


async def test_whoever_drips_after_a_refusal_is_not_heard_out_for_ever(settings, monkeypatch):
    monkeypatch.setattr(doors, "BODY_WITHIN", 0.1)
    length = [(b"content-length", str(settings.LARGEST_BODY + 1).encode())]

    assert (await asked(doors.request_middleware(echo), "/", method="POST", headers=length, drips=True))[0] == 413


@pytest.mark.django_db(transaction=True)
async def test_a_large_upload_is_refused_before_django_keeps_it(settings):
    settings.LARGEST_BODY = 10_000

    status, _headers, body = await asked(application, "/", method="POST", body=(b"x" * 9_000, b"x" * 9_000, None))

    assert (status, b"Send less" in body) == (413, True)


# --- health and readiness -----------------------------------------------------------------------------------------------


async def test_the_process_is_alive_whatever_else_is_not(monkeypatch):
    monkeypatch.setattr(vitals, "signs", None)

    assert (await asked(application, "/healthz"))[::2] == (200, b"alive\n")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
async def test_it_is_ready_when_everything_answers_and_the_sweep_was_round():
    vitals.note_sweep()

    status, headers, body = await asked(application, "/readyz")

    assert (status, json.loads(body)["ready"], headers[b"cache-control"]) == (200, True, b"no-store")
    assert set(json.loads(body)["parts"]) == {"database", "migrations", "broker", "clock", "channel layer"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ago", [None, 60.0])
async def test_it_is_not_ready_while_nobody_looks_at_the_clock(ago):
    if ago is not None:
        cache.set(vitals.SWEPT, (time.time() - ago, 0.0))

    status, _headers, body = await asked(application, "/readyz")

    assert status == 503
    assert "are a worker and the beat running?" in json.loads(body)["parts"]["clock"]


@pytest.fixture
def trials(monkeypatch):
    """Test writes to the database so far, and a list whose first exception makes the next ones fail."""
    count, fails, put = [], [], vitals.upsert

    def tried(row, **how):
        count.append(row.name)
        if fails:
            raise fails[0]
        put(row, **how)

    monkeypatch.setattr(vitals, "upsert", tried)
    return count, fails


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
async def test_it_is_not_ready_while_the_database_takes_no_write(trials, monkeypatch):
    vitals.note_sweep()
    count, fails = trials
    fails.append(OperationalError("database or disk is full"))

    for _each in range(3):
        status, _headers, body = await asked(application, "/readyz")
        monkeypatch.setattr(vitals, "_desk", vitals.VitalsRunner())
        assert (status, json.loads(body)["parts"]["database"]) == (503, "takes no write (OperationalError): is its disk full?")
    assert count == ["ready"]  # one write serves several questions

    fails.clear()
    monkeypatch.setattr(vitals, "WRITES_EVERY", 0.0)
    assert (await asked(application, "/readyz"))[0] == 200
    assert count == ["ready"] * 2


@pytest.mark.django_db(transaction=True)
async def test_it_is_not_ready_while_there_is_no_room_beside_the_database(monkeypatch, tmp_path):
    vitals.note_sweep()
    database = tmp_path / "db.sqlite3"
    database.touch()

    def trial() -> str:
        monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
        return vitals._trouble_with_a_write()

    monkeypatch.setattr(vitals, "upsert", lambda *_row, **_how: None)
    assert trial() == ""
    assert list(tmp_path.iterdir()) == [database]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        wrong = trial()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert wrong == "no room beside it (File too large): make room on its disk"
    assert list(tmp_path.iterdir()) == [database]


@pytest.mark.django_db(transaction=True)
async def test_it_is_not_ready_while_a_migration_is_missing(monkeypatch):
    monkeypatch.setattr(vitals, "_tables_complete", False)
    monkeypatch.setattr("django.db.migrations.executor.MigrationExecutor.migration_plan", lambda *_given: [1, 2])

    status, _headers, body = await asked(application, "/readyz")

    assert status == 503
    assert json.loads(body)["parts"]["migrations"].startswith("2 migrations have not been applied")


async def test_what_hangs_is_given_up_and_is_not_asked_again_meanwhile(monkeypatch):
    monkeypatch.setattr(vitals, "WITHIN", 0.2)
    calls, released, ended = [], threading.Event(), threading.Event()

    def hang() -> str:
        calls.append(1)
        released.wait(60)
        ended.set()
        return "late"

    monkeypatch.setattr(vitals, "IN_THREADS", {"database": hang})
    monkeypatch.setattr(vitals, "KEPT", 0.0)

    answers = [await asked(application, "/readyz") for _each in range(3)]

    assert not released.is_set()  # the database still hung: all answers came meanwhile
    assert [status for status, _headers, _body in answers] == [503, 503, 503]
    assert json.loads(answers[0][2])["parts"]["database"] == vitals.NO_ANSWER
    assert len(calls) == 1
    released.set()
    await asyncio.to_thread(ended.wait, 60)


async def test_an_exception_is_told_by_its_type_alone(monkeypatch):
    def fail() -> str:
        raise OSError("redis://user:CANARY@host")

    monkeypatch.setattr(vitals, "IN_THREADS", {"broker": fail})

    body = (await asked(application, "/readyz"))[2]

    assert json.loads(body)["parts"]["broker"] == "failed: OSError"
    assert b"CANARY" not in body


def test_a_redis_that_is_gone_or_deaf_is_said_within_bounds(settings):
    import socket

    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(1)
        for address in (f"redis://127.0.0.1:{deaf.getsockname()[1]}/0", "redis://127.0.0.1:1/0"):
            settings.REDIS_URL = address
            with pytest.raises(Exception, match=r"."):
                vitals.ask_broker()  # without a timeout it would wait for the deaf server for ever


# --- figures ------------------------------------------------------------------------------------------------------------


def samples(text: bytes) -> dict[str, float]:
    """Every figure by name and labels."""
    return {
        each.name + "".join(f" {value}" for _name, value in sorted(each.labels.items())): each.value
        for family in text_string_to_metric_families(text.decode())
        for each in family.samples
    }


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
async def test_the_figures_tell_of_requests_by_pattern_and_never_of_codes():
    before = samples((await asked(application, "/metrics"))[2])
    await asked(application, "/j/CANARY77/")
    await asked(application, "/CANARY77")

    text = (await asked(application, "/metrics"))[2]

    after = samples(text)
    assert b"CANARY" not in text
    for route in ("/j/<str:code>/", NOWHERE):
        name = f"megagame_request_seconds_count GET {route} 404"
        assert after[name] == before.get(name, 0) + 1
    assert after["megagame_backlog_known"] == 1
    assert after["megagame_clock_late_seconds"] == 0
    assert after["megagame_part_well database"] == 1
    assert {"megagame_sockets", "megagame_sheets_waiting", "megagame_sheets_waiting_seconds"} <= set(after)


@pytest.mark.django_db(transaction=True)
async def test_the_figures_are_an_address_that_does_not_exist_for_everybody_else(settings):
    refused = await asked(application, "/metrics", client=ELSEWHERE)
    unknown = await asked(application, "/metricz", client=ELSEWHERE)

    assert (refused[0], refused[2]) == (unknown[0], unknown[2]) or refused[0] == unknown[0] == 404
    assert b"megagame_" not in refused[2]

    settings.METRICS_TOKEN = "the token"
    for given, status in ((b"Bearer the token", 200), (b"Bearer another", 404), (b"the token", 404)):
        answer = await asked(application, "/metrics", client=ELSEWHERE, headers=[(b"authorization", given)])
        assert answer[0] == status


def test_the_desk_and_the_sheets_are_counted():
    from control.engine.refusal import Refused

    class Press:
        pass

    @metrics.count_commands
    def perform(*, command, fails=None):
        if fails:
            raise fails

    perform(command=Press())
    for failure in (Refused("no"), RuntimeError()):
        with pytest.raises(type(failure)):
            perform(command=Press(), fails=failure)
    metrics.sheets(["received", "late", "received"])

    found = samples(metrics.metrics_text())
    assert [found[f"megagame_commands_total Press {result}"] for result in ("done", "refused", "failed")] == [1, 1, 1]
    assert found["megagame_sheets_total received"] >= 2
    assert found["megagame_sheets_total late"] >= 1
