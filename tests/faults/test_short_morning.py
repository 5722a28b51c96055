"""A short morning under fire: one month of a few seconds, twelve phones, two kills."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.faults.devices import Hall
from tests.faults.laid_open import LAST, schemes_seen, sovereigns
from tests.faults.ledger import Ledger, Sheet
from tests.faults.morning import Plan, lived
from tests.faults.plant import Part, Plant
from tests.faults.schedule import LONGEST, strikes
from tests.faults.verdict import Verdict, hands_judged, logs_judged, sheets_judged
from tests.houses import House

pytestmark = pytest.mark.services


def test_a_morning_under_fire_loses_doubles_and_tells_nothing():
    verdict = asyncio.run(lived(Plan.short(seed=1)))

    assert not verdict.wrong, f"\n{verdict}"
    assert dict(verdict.figures)["kills"] != "none"


def test_the_same_seed_strikes_the_same_and_every_part_in_turn():
    parts = ["web", "worker", "redis"]

    first, again, other = (list(strikes(seed, parts, most=9)) for seed in (1, 1, 2))

    assert first == again
    assert first != other
    assert [sorted(each.part for each in first[at : at + 3]) for at in (0, 3, 6)] == [sorted(parts)] * 3
    assert all(0 < each.dead <= LONGEST for each in first)
    assert {each.ahead is None for each in first} == {True, False}


def test_a_card_of_somebody_elses_hand_and_a_secret_in_a_log_are_told(tmp_path):
    ledger, verdict = Ledger(random.Random(1)), Verdict()
    secret, hall = ledger.canary("cat-1", "war", 1), Hall(1, [1], ledger)
    for who in ("cat-1", "wolf-1"):
        ledger.saw('<input name="card" value="cat:rock-red#3">', by=who, role="phone", where="GET /play/")
    (tmp_path / "web.log").write_text(f"orders: {secret}", encoding="utf-8")
    web = Part("web", [], bool, tmp_path / "web.log")

    hands_judged(verdict, hall, {"held": {"cat:rock-red#3": ["cat-1"]}})
    logs_judged(verdict, Plant(House(var=tmp_path), {"web": web}, {}, frozenset()), hall)

    assert verdict.wrong == [
        "cards of a hand that came to somebody else: cat:rock-red#3 came to wolf-1 (phone, GET /play/)",
        "secrets in a log: cat-1's in the log of web",
    ]


FIRST = ("received", 1, "14:03:20")
SECOND = ("received", 2, "14:03:22")
LATE = ("late", 3, "14:03:25")
FAULTS = ("acknowledged sheets lost", "sheets doubled", "sheets that are not as they were sent")


@pytest.mark.parametrize(
    ("heard", "own", "faults"),
    [
        pytest.param([FIRST, FIRST], FIRST, [0, 0, 0], id="its own receipt, each time"),
        pytest.param([("refused", 0, "14:03:19"), FIRST], FIRST, [0, 0, 0], id="refused at first"),
        pytest.param([SECOND], None, [0, 0, 0], id="a double tap"),
        pytest.param([SECOND], FIRST, [0, 0, 1], id="the receipt of another revision with its content"),
        pytest.param([("received", 2, "14:03:19")], None, [0, 0, 1], id="a lost row, with its revision given once more"),
        pytest.param([FIRST], None, [1, 0, 0], id="a lost row"),
        pytest.param([LATE], ("received", *LATE[1:]), [0, 0, 1], id="late by its receipt alone"),
        pytest.param([FIRST, SECOND], FIRST, [0, 1, 0], id="two receipts"),
        pytest.param([FIRST, ("refused",)], FIRST, [0, 1, 0], id="a refusal after its receipt"),
    ],
)
def test_a_sheet_and_its_receipts_are_one_row(heard, own, faults):
    """The phone's sheet got these receipts and has its own row as `own`. Another row has the same content, as `SECOND`."""
    ledger, verdict = Ledger(random.Random(1)), Verdict()
    sent = [Sheet("cat-1", "war", 1, {}, "", key) for key in ("its", "another")]
    sent[0].receipts += [dict(zip(("status", "revision", "at"), each, strict=False)) for each in heard]
    sent[1].receipts.append({"status": "received", "revision": 2, "at": SECOND[2]})
    ledger.sheets += sent
    rows = [
        ["cat-1", "war", 1, key, revision, status == "late", "sent", "{}", at]
        for key, (status, revision, at) in [("its", own or SECOND), ("another", SECOND)][own is None :]
    ]

    sheets_judged(verdict, Hall(1, [1], ledger), {"rows": rows, "sent": {"its": "{}", "another": "{}"}, "entries": []})

    assert [int(dict(verdict.figures)[each]) for each in FAULTS] == faults


@pytest.mark.rule("GE-UND-52", "GE-SOV-23", "R-144")
def test_who_looked_at_a_scheme_and_who_reigned_may_have_read_it():
    secret, other = "canary00000000000a", "canary00000000000b"
    journal: list[tuple[str, dict[str, Any]]] = [
        ("SchemeLaid", {"scheme": 1, "paper": {"note": secret}}),
        ("SchemeLaid", {"scheme": 2, "paper": {"note": other}}),
        ("SchemesLookedAt", {"seat": "ram-1", "schemes": [1]}),
        ("SchemeReached", {"seat": "cat-1", "scheme": 2}),
        ("SovereignSeated", {"seat": "ram-1", "month": 2}),
        ("SovereignDeposed", {"seat": "ram-1", "month": 4}),
        ("SovereignSeated", {"seat": "owl-1", "month": 4}),
    ]

    assert schemes_seen(journal) == {(secret, "ram-1"), (other, "cat-1")}
    assert sovereigns(journal) == {"ram-1": (2, 4), "owl-1": (4, LAST)}
