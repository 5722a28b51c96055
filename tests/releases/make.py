"""`python -m tests.releases.make 2026-11`: write the samples of a release, once; no release's samples are ever written again.

A lively day of bots as a backup, one stored document of every kind of event, and the state of the day as it is stored.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MONTHS = 3
SEED = 11


def main(release: str) -> None:
    """Make the folder of this release."""
    folder = HERE / release
    if folder.exists():
        raise SystemExit(f"{folder} is there already; samples are only ever added.")
    with tempfile.TemporaryDirectory() as var:
        os.environ.update(MEGAGAME_VAR=var, DJANGO_SETTINGS_MODULE="megagame.settings", BACKUP_KEY="0")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", interactive=False, verbosity=0)
        folder.mkdir(parents=True)
        _write(folder)


def _write(folder: Path) -> None:
    from django.conf import settings

    from control.backup import file
    from control.models import Stream

    settings.BACKUP_KEY = False
    event, table = lively_day()
    file.write(event, folder / "day.backup")
    _json(folder / "events.json", dict(sorted(documents(event.stream, table).items())))
    states = {
        name: json.loads(bytes(Stream.objects.get(pk=pk).state)) for name, pk in (("event", event.stream_id), ("table", table.pk))
    }
    _json(folder / "states.json", states)


def lively_day() -> tuple[Any, Any]:
    """Bots over some months, what a team does meanwhile, and a table of Potemkin: the event and the table's stream."""
    from control.bots.players import play_planning
    from control.day.calls import AnswerCall, CallControl, CallKind, EndCall
    from control.day.clock.pauses import AddTime, Pause, Resume
    from control.day.clock.phases import BeginDay, EndPhase
    from control.day.handoffs import HandOver, TakeHandOff
    from control.day.notices import Announce
    from control.day.people.presence import AddPlayer, CheckIn
    from control.day.rulings import RecordRuling
    from control.day.state import DayStage, Presence
    from control.engine.context import Actor
    from control.engine.ids import SeatId
    from control.journal import desk, journal
    from control.models import Stream
    from control.people.events import create_event
    from rooms.realm.desks import ALL_DESKS, Desk
    from rooms.realm.game.buildings.kinds import CHAPEL
    from rooms.realm.game.buildings.ownership import PlaceBuilding
    from rooms.realm.game.ceremonies import HoldCeremony
    from rooms.realm.game.effects.lifetime import EnterEffect
    from rooms.realm.game.favors.deck import GiveFavors
    from rooms.realm.game.laws import PostLaw
    from rooms.realm.game.state import CeremonyKind, EffectKind
    from rooms.realm.game.treasury.power import AdjustPower
    from rooms.realm.scenario.ids import HouseId, Phase
    from tests.scenarios import default

    dice = random.Random(SEED)
    olga = Actor(name="olga", desks=ALL_DESKS)
    event = create_event(realm="god-emperor", name="The sample day", scenario=default(), casting=default().casting)

    def state() -> Any:
        return journal.head(Stream.objects.get(pk=event.stream_id)).state

    def do(command: Any, by: Actor = olga) -> Any:
        return desk.perform(stream_id=event.stream_id, command=command, by=by, command_id=uuid.uuid4())

    def withdraw(done: Any, reason: str) -> Any:
        seqs = [entry.seq for entry in done.entries]
        return desk.withdraw(stream_id=event.stream_id, entries=seqs, reason=reason, by=olga, command_id=uuid.uuid4())

    for seat in sorted(state().seats):
        if dice.random() < 0.95:
            do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(AddPlayer(house=HouseId("cat"), name="Zoë"))
    do(Announce(text="Welcome to the sample day."))
    do(BeginDay())
    table = _table(event)
    while (clock := state().clock).stage is DayStage.PLAYING and clock.month <= MONTHS:
        if clock.phase == Phase.CEREMONY:
            do(HoldCeremony(month=clock.month, kind=CeremonyKind.FUNERAL, houses=(HouseId("cat"),), what="Of the old steward"))
            do(
                CallControl(seat=SeatId("wolf-1"), text="Which table is ours?", kind=CallKind.OTHER, place="the stairs"),
                Actor(seat=SeatId("wolf-1")),
            )
            do(AnswerCall(call=clock.month))
            do(EndCall(call=clock.month))
            do(GiveFavors(seat=SeatId("cat-2"), count=2, reason="for the costume"))
            do(PostLaw(title=f"Law of month {clock.month}", text="Nobody marches twice.", reason="voted"))
            do(
                EnterEffect(
                    kind=EffectKind.MILITARY_BAN,
                    since=clock.month,
                    until=clock.month,
                    reason="by law",
                    houses=(HouseId("wolf"), HouseId("cat")),
                )
            )
            do(PlaceBuilding(house=HouseId("cat"), kind=CHAPEL, reason="built in Court"))
            do(RecordRuling(rule="GE-WAR-31", text="A tie is a tie.", because="It was asked.", desk=Desk.WAR))
            do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="A castle fell."))
            do(TakeHandOff(hand_off=clock.month))
        if clock.phase == Phase.PLANNING:
            play_planning(event, SEED)
            do(Pause(reason="A fire drill"))
            do(Resume())
            do(AddTime(month=clock.month, phase=clock.phase, seconds=60))
        if clock.phase == Phase.ACTION:
            seat = dice.choice(sorted(state().seats))
            before = state().seats[seat].purse.power
            do(AdjustPower(seat=seat, before=before, power=before + 2, reason="miscounted"))
            slip = do(AdjustPower(seat=seat, before=before + 2, power=before + 5, reason="a slip"))
            gone = withdraw(slip, "that was somebody else")
            if clock.month == 2:
                withdraw(gone, "it was right after all")
            do(Announce(text=f"Supper in month {clock.month}."))
        do(EndPhase(month=clock.month, phase=clock.phase))
        _play_on(table, dice, 12)
    return event, Stream.objects.get(pk=table.pk)


def _table(event: Any) -> Any:
    from control.engine.context import Actor
    from control.journal import desk
    from rooms.realm.desks import ALL_DESKS
    from rooms.tables.game.chairs import PutBot
    from rooms.tables.game.opening import OpenTable
    from rooms.tables.game.play import Begin
    from rooms.tables.lobby import open_table

    olga = Actor(name="olga", desks=ALL_DESKS)
    command = OpenTable(title="The sample table", chairs=3, seconds=60)
    stream = open_table(kind="potemkin", event=event, command=command, by=olga, command_id=uuid.uuid4()).stream
    for each in (*(PutBot(chair=chair, bot="steady") for chair in range(3)), Begin()):
        desk.perform(stream_id=stream.pk, command=each, by=olga, command_id=uuid.uuid4())
    return stream


def _play_on(stream: Any, dice: random.Random, turns: int) -> None:
    from control.engine.context import THE_CLOCK
    from control.journal import desk, journal
    from control.models import Stream
    from rooms.tables.game.play import BotsPlay
    from rooms.tables.game.state import TableStage as TableStage

    for _each in range(turns):
        state = journal.head(Stream.objects.get(pk=stream.pk)).state
        if state.stage is not TableStage.PLAYING:
            return
        from django.utils import timezone

        at = max(timezone.now(), state.bots_at)
        desk.perform(stream_id=stream.pk, command=BotsPlay(turn=state.turn), by=THE_CLOCK, command_id=uuid.uuid4(), at=at)


def documents(*found: Any) -> dict[str, Any]:
    """A stored document of every kind of event: from these journals, else from whole games, else written by hand."""
    kinds: dict[str, Any] = {}
    for file in ("control/game/samples.json", "rooms/war/samples.json", "rooms/samples.json"):
        kinds.update(json.loads((HERE.parent / file).read_text(encoding="utf-8")))
    kinds.update(_of_games())
    for stream in found:
        for kind, body in stream.entries.order_by("seq").values_list("kind", "body"):
            kinds[kind] = json.loads(body)
    return kinds


def _of_games() -> Iterator[tuple[str, Any]]:
    from datetime import UTC, datetime

    from control.engine import codec
    from control.engine.dice import DiceChance
    from rooms.tables.game.announcements import SaidAloud
    from rooms.tables.game.chairs import SatDown, StoodUp
    from rooms.tables.game.end_warning import EndIsNear, RunsOn
    from rooms.tables.game.opening import Agreed
    from rooms.tables.game.play import TimeRanOut
    from rooms.tables.game.playout import play_game
    from rooms.tables.game.rules import Setup, random_bot
    from rooms.tables.game.state import Until
    from rooms.tables.game.table_closure import TableClosed
    from rooms.tables.game.turns import GameEnded
    from rooms.tables.potemkin.game.bots import steady
    from rooms.tables.potemkin.rules.deck import Reshuffled
    from rooms.tables.registry import content_of, engine_of

    engine = engine_of("potemkin", content_of("potemkin"))
    now, until = datetime(2026, 11, 22, 12, tzinfo=UTC), Until(of="phase", month=2, phase="action")
    by_hand = (
        Agreed(chairs=4, seconds=90, options={"first": "2"}),
        SatDown(chair=1, person="seat:1:cat-1", name="Anna"),
        StoodUp(chair=1),
        TimeRanOut(players=(0, 2)),
        GameEnded(winners=(1,), scores=(12, 20, 8)),
        TableClosed(winners=(1,), scores=(3, 5, 4), cut_off=True, past=until),
        EndIsNear(until=until, at=now),
        RunsOn(),
        SaidAloud(words="A slip was taken back."),
        Reshuffled(cards=("observatory", "tannery")),
    )
    for fact in by_hand:
        kind, body = codec.encode_event(fact)
        yield kind, json.loads(body)
    seen: dict[str, Any] = {}
    for seed in range(60):
        dice = random.Random(seed)

        def look(step: Any) -> None:
            for fact in step.played.facts:
                kind, body = codec.encode_event(fact)
                seen[kind] = json.loads(body)

        bots = [steady if (seed + at) % 2 else random_bot for at in range(3 + seed % 3)]
        setup = Setup(players=len(bots), options={})
        for fact in engine.rules.setup(setup, DiceChance(random.Random(seed))).facts:
            kind, body = codec.encode_event(fact)
            seen[kind] = json.loads(body)
        play_game(engine.rules, setup, bots, dice, look=look)
    yield from seen.items()


def _json(path: Path, document: Any) -> None:
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
