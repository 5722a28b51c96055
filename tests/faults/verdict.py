"""Verdict of a morning: what the clients recorded, compared with what the console has stored."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import TYPE_CHECKING, Any

from tests.faults.devices import Hall, Looker, at_of
from tests.faults.laid_open import ENTRIES as SEEN
from tests.faults.laid_open import schemes_seen, sovereigns
from tests.faults.ledger import ACKNOWLEDGED, CANARY, Sheet
from tests.faults.plant import Plant
from tests.houses import Shell

if TYPE_CHECKING:
    from tests.faults.morning import Plan

LATEST = 2.0  # seconds that a phase may end after its deadline, or after the restart of a killed part
GRACE, LOADED_GRACE = 0.5, 15.0  # seconds after a restart in which a request may still fail; on a machine with other work

STORED = """
import io, json
from django.core.management import CommandError, call_command
from django.db import connection
from control import registry
from control.journal import journal
from control.models import Event
from control.sheets import tracer_order
from django.utils import timezone
connection.close()
here = timezone.get_default_timezone()
event = Event.objects.select_related("stream").get(pk={event})
rows = [
    [
        *(row.seat, row.kind, row.month, str(row.client_key), row.revision, row.late, row.source, row.body),
        row.received_at.astimezone(here).strftime("%H:%M:%S"),
    ]
    for row in event.sheets.exclude(seat=tracer_order.SEAT).order_by("pk")
]
sent = {{}}
for key, kind, body in json.loads({sent!r}):
    kind = registry.sheet_kinds(event.stream.engine)[kind]
    sent[key] = kind.encode(kind.decode(body.encode())).decode()
entries = [
    [entry.seq, entry.kind, entry.at.timestamp(), json.loads(entry.body), str(entry.command_id), entry.part, entry.actor]
    for entry in event.stream.entries.order_by("seq")
    if entry.kind in ("PhaseBegan", "PhaseEnded", "StepEnded", "OrdersOpened", "CheckedIn")
]
shown = [
    [entry.kind, json.loads(entry.body)] for entry in event.stream.entries.order_by("seq") if entry.kind in {seen!r}
]
acts = [
    [actor, kind, body]
    for actor, kind, body in event.stream.entries.filter(part=0, actor__startswith="seat:").values_list(
        "actor", "command_kind", "command_body"
    )
]
given = [str(each) for each in event.stream.entries.values_list("command_id", flat=True).distinct()]
locks = [[lock.kind, lock.month, lock.at.timestamp()] for lock in event.sheet_locks.all()]
held, state = {{}}, journal.play_of(event.stream).blank
for entry in journal.stored_after(event.stream, 0, event.stream.head):
    state = journal.fold(event.stream, state, [entry], frozenset())
    tables = state.rooms["underground"].tables.values() if "underground" in state.rooms else ()
    favors = [(seat.id, seat.purse.favors) for seat in state.seats.values()]
    for seat, cards in [*favors, *(hand for each in tables for hand in each.hands.items())]:
        for card in cards:
            held.setdefault(card, {{}})[seat] = True
said = io.StringIO()
try:
    call_command("replay", str(event.pk), check=True, stdout=said)
    replay = ""
except CommandError as wrong:
    replay = f"{{wrong}} {{said.getvalue()}}"
answer = dict(rows=rows, acts=acts, sent=sent, entries=entries, given=given, locks=locks, replay=replay, head=event.stream.head)
print(json.dumps({{**answer, "shown": shown, "held": {{card: list(seats) for card, seats in held.items()}}}}))
"""


@dataclass
class Verdict:
    """Figures of the morning, and the faults found."""

    figures: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def must_be_none(self, what: str, found: Sequence[object]) -> None:
        """Record a count that must be 0, with the first ten items found."""
        self.figures.append((what, str(len(found))))
        self.wrong += [f"{what}: {each}" for each in found[:10]]

    def told(self, what: str, value: object) -> None:
        """Record a figure."""
        self.figures.append((what, str(value)))

    def __str__(self) -> str:
        width = max(len(what) for what, _value in self.figures)
        lines = [f"  {what.ljust(width)}  {value}" for what, value in self.figures]
        return "\n".join([*lines, *(f"WRONG  {each}" for each in self.wrong)])


def judged(
    plan: Plan,
    plant: Plant,
    shell: Shell,
    hall: Hall,
    screens: Sequence[Looker],
    *,
    held: Mapping[str, bool],
    broken: Sequence[Exception],
    began: float,
    seconds: float,
) -> Verdict:
    """Compare the clients' record with the journal, the logs and the outages."""
    ledger = hall.ledger
    acknowledged = [sheet for sheet in ledger.sheets if sheet.acknowledged]
    sent = json.dumps([[sheet.key, sheet.kind, json.dumps(sheet.body)] for sheet in acknowledged])
    stored = json.loads(shell.run(STORED.format(event=hall.event, sent=sent, seen=SEEN)).splitlines()[-1])
    verdict = Verdict()
    kills = Counter(outage.part for outage in plant.outages)
    verdict.told("seed, months, phones, form", f"{plan.seed}, {plan.months}, {plan.phones}, {form_of(plan)}")
    verdict.told("kills", ", ".join(f"{name} {kills[name]}" for name in sorted(kills)) or "none")
    verdict.told("gone for, seconds", " ".join(f"{each.back - each.killed:.1f}" for each in plant.outages))
    counts = ledger.counts
    verdict.told("requests, sockets opened", f"{counts['requests']}, {counts['sockets opened']}")
    verdict.told("answers lost, networks lost", f"{counts['answers lost']}, {counts['networks lost']}")
    verdict.told("drafts, steps pressed, commands", f"{counts['drafts']}, {counts['steps pressed']}, {len(ledger.presses)}")
    verdict.told("frames heard by screens", " ".join(str(screen.heard) for screen in screens))
    sheets_judged(verdict, hall, stored)
    _secrets(verdict, hall, stored)
    hands_judged(verdict, hall, stored)
    logs_judged(verdict, plant, hall)
    _clock(verdict, plan, plant, hall, stored)
    _commands(verdict, hall, stored)
    _acts(verdict, hall, stored)
    grace = GRACE if plan.judges_time else LOADED_GRACE
    bad = [each for each in ledger.failures if not plant.excuses(each.begun, each.ended, each.port, grace)]
    verdict.told("5xx while something was dead", len(ledger.failures) - len(bad))
    verdict.must_be_none("5xx that nothing dead explains", bad)
    verdict.must_be_none("screens that do not hold the clock as it stands", [name for name, well in held.items() if not well])
    verdict.must_be_none("parts that fell without being killed", plant.fallen)
    verdict.must_be_none("clients that broke", [repr(each) for each in broken])
    verdict.must_be_none("replay differs", [stored["replay"]] if stored["replay"] else [])
    verdict.told("entries", stored["head"])
    verdict.told("took, seconds", f"{seconds:.0f}")
    return verdict


def form_of(plan: Plan) -> str:
    return "one process on SQLite" if plan.embedded else "PostgreSQL and Redis"


def sheets_judged(verdict: Verdict, hall: Hall, stored: Mapping[str, Any]) -> None:
    """Check that every acknowledged sheet is stored once, as it was sent, and that each of its receipts is that of its row."""
    sheets = hall.ledger.sheets
    rows: dict[str, list[Sequence[Any]]] = defaultdict(list)
    for row in stored["rows"]:
        rows[row[3]].append(row)
    known = {sheet.key for sheet in sheets}
    lost, doubled, changed = [], [], []
    for sheet in sheets:
        answers = _answers(sheet)
        mine = rows[sheet.key] or _same(stored, sheet, answers)
        if answers and not mine:
            lost.append(f"{sheet.seat} {sheet.kind} of month {sheet.month}")
        if len(mine) > 1 or len(answers) > 1:
            doubled.append(f"{sheet.seat} {sheet.kind} of month {sheet.month}: {sorted(answers)}, {len(mine)} rows")
        elif answers and mine:
            (status, revision, at), (seat, kind, month, _key, number, late, _source, body, came) = next(iter(answers)), mine[0]
            told = (sheet.seat, sheet.kind, sheet.month, revision, status == "late", at)
            same = (seat, kind, month, number, late, came) == told
            place = f"{sheet.seat} {sheet.kind} of month {sheet.month}, revision {revision}"
            if not same:
                changed.append(f"{place}: answered {status} at {at}, stored with late={late} as revision {number} of {came}")
            elif body != stored["sent"][sheet.key]:
                changed.append(f"{place}: stored as {body}")
    foreign = [row[:4] for row in stored["rows"] if row[3] not in known and row[6] == "sent"]
    statuses = Counter(each["status"] for sheet in sheets for each in sheet.receipts[-1:])
    verdict.told("sheets sent", f"{len(sheets)} in {sum(sheet.tries for sheet in sheets)} tries")
    verdict.told("receipts", ", ".join(f"{name} {count}" for name, count in sorted(statuses.items())))
    verdict.told("answers lost behind a commit", sum(sheet.lost for sheet in sheets))
    verdict.told("told that it could not be stored, and sent again", hall.ledger.counts["not stored, sent again"])
    waits = sorted(hall.ledger.waits) or [0.0]
    shown = f"{waits[len(waits) // 2]:.2f}, {waits[int(len(waits) * 0.99)]:.2f}, {waits[-1]:.2f}"
    verdict.told("until the receipt, seconds (p50, p99, last)", shown)
    verdict.must_be_none("acknowledged sheets lost", lost)
    verdict.must_be_none("sheets doubled", [*doubled, *foreign])
    verdict.must_be_none("sheets that are not as they were sent", changed)
    verdict.must_be_none("sheets that were never answered", [f"{s.seat} {s.kind} {s.month}" for s in sheets if not s.receipts])
    verdict.must_be_none("war sheets acknowledged in time and not opened", list(_unopened(stored)))
    if not any(sheet.acknowledged for sheet in sheets):
        verdict.wrong.append("no sheet was acknowledged: nothing was tried")


def _answers(sheet: Sheet) -> set[tuple[str, int, str]]:
    """All that a phone heard of this sheet once it was acknowledged: status, revision and time. There may be only one."""
    heard = dropwhile(lambda receipt: receipt["status"] not in ACKNOWLEDGED, sheet.receipts)
    return {(each["status"], each.get("revision", 0), each.get("at", "")) for each in heard}  # a refusal may lack them


def _same(stored: Mapping[str, Any], sheet: Sheet, answers: set[tuple[str, int, str]]) -> list[Sequence[Any]]:
    """Revisions of equal content whose receipt this sheet got, so that it has no revision of its own."""
    places = [[sheet.seat, sheet.kind, sheet.month, revision] for _status, revision, _at in answers]
    said = stored["sent"].get(sheet.key)
    return [row for row in stored["rows"] if [*row[:3], row[4]] in places and row[7] == said]


def _unopened(stored: Mapping[str, Any]) -> list[str]:
    """War sheets that arrived in time and were not opened or set aside exactly once."""
    found = []
    for _seq, kind, _at, body, *_rest in stored["entries"]:
        if kind != "OrdersOpened":
            continue
        handled = Counter(each["seat"] for part in ("sheets", "set_aside") for each in body[part])
        in_time = {row[0] for row in stored["rows"] if row[1:3] == ["war", body["month"]] and not row[5]}
        found += [f"{seat}, month {body['month']}: {handled[seat]} times" for seat in sorted(in_time) if handled[seat] != 1]
    return found


def _secrets(verdict: Verdict, hall: Hall, stored: Mapping[str, Any]) -> None:
    """Check secrets. A draft is only for its author. The control team may read a paper once the papers of its month are taken in.

    From then on also players to whom the rules reveal it: those who looked at a scheme, and the Sovereign for proposals.
    """
    locked = {(kind, month): at for kind, month, at in stored["locks"]}
    seen, reigns = schemes_seen(stored["shown"]), sovereigns(stored["shown"])
    leaks = []
    for each in hall.ledger.sightings:
        seat, kind, month = hall.ledger.owners.get(each.canary, ("nobody", "", 0))
        taken_in = locked.get((kind, month))
        if each.role == "tablet" and taken_in is not None and each.at >= taken_in:
            continue
        first, last = reigns.get(each.by, (1, 0))
        reads = kind == "proposal" and first <= month <= last
        if taken_in is not None and each.at >= taken_in and (reads or (each.canary, each.by) in seen):
            continue
        leaks.append(f"{seat}'s {kind} of month {month} came to {each.by} in {each.where}")
    verdict.told("secrets planted", len(hall.ledger.owners))
    verdict.told(
        "secrets found where they belong", f"{hall.ledger.counts['own canaries']} in {hall.ledger.counts['bytes']} letters"
    )
    verdict.must_be_none("secrets that came to somebody else", leaks)


def hands_judged(verdict: Verdict, hall: Hall, stored: Mapping[str, Any]) -> None:
    """Check that a Favor or a minion is offered only to players who held it that day."""
    held, offered = stored["held"], hall.ledger.offered
    known = [(card, by, where) for (card, by), where in offered.items() if card in held]
    verdict.told("cards held, offered to their holders", f"{len(held)}, {sum(by in held[card] for card, by, _where in known)}")
    leaks = [f"{card} came to {by} ({where})" for card, by, where in known if by not in held[card]]
    verdict.must_be_none("cards of a hand that came to somebody else", leaks)


def logs_judged(verdict: Verdict, plant: Plant, hall: Hall) -> None:
    """Check that no log of any part contains a secret."""
    leaks = [
        f"{hall.ledger.owners.get(found, ('nobody',))[0]}'s in the log of {part.name}"
        for part in plant.parts.values()
        if part.log.exists()
        for found in sorted(set(CANARY.findall(part.log.read_text(errors="replace"))))
    ]
    verdict.must_be_none("secrets in a log", leaks)


def _clock(verdict: Verdict, plan: Plan, plant: Plant, hall: Hall, stored: Mapping[str, Any]) -> None:
    ends = {(body["month"], body["phase"]): at for _seq, kind, at, body, *_rest in stored["entries"] if kind == "PhaseEnded"}
    begins = [
        ((body["month"], body["phase"]), at, at_of(body["deadline"]) if body["deadline"] else None)
        for _seq, kind, at, body, *_rest in stored["entries"]
        if kind == "PhaseBegan"
    ]
    late, raw, wrong = [], [], []
    for phase, _at, deadline in begins:
        if deadline is None or phase not in ends:
            continue
        ended = ends[phase]
        back = [
            each.back for each in plant.outages if each.part in plant.keeps_time and each.killed <= ended and each.back > deadline
        ]
        behind = ended - max([deadline, *back])
        raw.append(ended - deadline)
        late.append(behind)
        if behind > LATEST:
            wrong.append(f"{phase[1]} of month {phase[0]} ended {behind:.2f} s late, {ended - deadline:.2f} s behind its deadline")
    twice = [each for each, count in Counter(phase for phase, _at, _deadline in begins).items() if count > 1]
    shown = sorted(
        heard[phase] - at
        for screen, heard in hall.ledger.phases.items()
        if screen.startswith("screen")
        for phase, at, _deadline in begins
        if phase in heard
    )
    verdict.told("phases ended", len(late))
    verdict.told("behind the deadline, seconds (worst)", f"{max(raw, default=0):.2f}")
    verdict.told("behind deadline or comeback, seconds (worst)", f"{max(late, default=0):.2f}")
    if shown:
        verdict.told("on screens behind the journal, seconds (p50, last)", f"{shown[len(shown) // 2]:.2f}, {shown[-1]:.2f}")
    if plan.judges_time:
        verdict.must_be_none(f"phases ended more than {LATEST:.0f} s late", wrong)
    verdict.must_be_none("phases begun twice", twice)
    if len(late) < 5 * plan.months:
        verdict.wrong.append(f"only {len(late)} phases have ended")


def _commands(verdict: Verdict, hall: Hall, stored: Mapping[str, Any]) -> None:
    """Check that every press answered as done is in the journal and that every step ended once."""
    steps = Counter(
        (b["room"], b.get("table", ""), b["month"], b["step"])
        for _seq, kind, _at, b, *_rest in stored["entries"]
        if kind == "StepEnded"
    )
    verdict.must_be_none("steps ended twice", [each for each, count in steps.items() if count > 1])
    present = Counter(body["seat"] for _seq, kind, _at, body, *_rest in stored["entries"] if kind == "CheckedIn")
    verdict.must_be_none("players checked in twice", [seat for seat, count in present.items() if count > 1])
    given = set(stored["given"])
    plain = ("/step/", "/begin/", "/pause/")  # other forms derive the command ID from what was pressed
    presses = {each for each in hall.ledger.presses if each.what.endswith(plain)}
    missing = [f"{each.who} {each.what}" for each in presses if each.command not in given]
    verdict.must_be_none("presses answered as done and not in the journal", missing)


def _acts(verdict: Verdict, hall: Hall, stored: Mapping[str, Any]) -> None:
    """Check that every action answered as done is in the journal, and no action more often than it was pressed.

    These are votes, hands, minions and attacks. An action without an answer may be in the journal too.
    """
    told = Counter((f"seat:{each.seat}", each.kind, each.body) for each in hall.ledger.acts)
    kept = Counter(tuple(each) for each in stored["acts"])
    kinds = Counter(each.kind for each in hall.ledger.acts)
    verdict.told("acts in Court and Underground", ", ".join(f"{name} {count}" for name, count in sorted(kinds.items())) or "none")
    verdict.told("acts refused", hall.ledger.counts["acts refused"])
    verdict.must_be_none("acts answered as done and not in the journal", [each[:2] for each in told if not kept[each]])
    verdict.must_be_none("acts done twice", [each[:2] for each, count in told.items() if kept[each] > count])
