"""What befalls and enriches players, event by event: wounds, deaths, delays, Power that comes, goes and is passed on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from control.engine.chronicle import ALL, Fact, Moment, Record
from control.engine.language import say, say_count
from rooms.realm.game.chronicles.writing import Write, by_itself, deed, name_of, sentence
from rooms.realm.game.deaths.dying import CharacterDied, Wounded
from rooms.realm.game.reports.words import both_names, house, own, seen_by_all
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import SchemeTook
from rooms.realm.game.strikes.people import PlayerDelayed
from rooms.realm.game.treasury.passing import PassedOn
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.words import IN_ROOM

Seen = Moment[GameState]


def wounded(moment: Seen, happened: Wounded) -> Iterator[Record]:
    count, why = happened.wounds, sentence(happened.why)
    words = say_count("Took {count} wound: {why}", "Took {count} wounds: {why}", count, why=why)
    yield deed(moment, "unlucky", own(happened.seat), words, weight=2, rule=happened.rule)


def died(moment: Seen, happened: CharacterDied) -> Iterator[Record]:
    """That somebody died is everybody's at once; by what, as far as everybody saw it."""
    seat = moment.before.seats.get(happened.seat)
    name = both_names(seat, happened.character) if seat is not None else happened.character or str(happened.seat)
    seen, why = seen_by_all(happened.why), sentence(happened.why)
    yield Fact(
        id=f"death:{moment.seq}",
        kind="death",
        seq=moment.seq,
        round=moment.round,
        words=say("{name} died: {why}", name=name, why=seen) if seen else say("{name} died.", name=name),
        touches=(own(happened.seat), *((house(seat.house),) if seat is not None else ())),
        known=((ALL, moment.seq),),
        rule="R-139",
        weight=6,
    )
    words = say("{name} died: {why}", name=name, why=why) if why else say("{name} died.", name=name)
    yield deed(moment, "death", own(happened.seat), words, weight=6, rule=happened.rule)


def delayed(moment: Seen, happened: PlayerDelayed) -> Iterator[Record]:
    words = say("Was kept from being {in_room} in month {month}.", in_room=IN_ROOM[happened.room], month=happened.until)
    yield deed(moment, "unlucky", own(happened.seat), words, rule="GE-UND-14")


def gained(moment: Seen, happened: PowerGained) -> Iterator[Record]:
    words = say("Got {count} Power: {why}", count=happened.amount, why=sentence(happened.why))
    yield deed(moment, "power-gained", own(happened.seat), words, count=happened.amount)


def lost(moment: Seen, happened: PowerLost) -> Iterator[Record]:
    words = say("Lost {count} Power: {why}", count=happened.amount, why=sentence(happened.why))
    yield deed(moment, "power-lost", own(happened.seat), words, count=happened.amount)


def took(moment: Seen, happened: SchemeTook) -> Iterator[Record]:
    """Neither end is told of the other that day; looking back, both are (R-132)."""
    total = sum(each.power for each in happened.power)
    for part in happened.power:
        words = say("A scheme took {count} Power, for {name}.", count=part.power, name=name_of(moment.before, happened.to))
        if happened.in_laws:
            words = say("{count} Power went to in-laws, {name}.", count=part.power, name=name_of(moment.before, happened.to))
        yield deed(moment, "power-lost", own(part.seat), words, count=part.power)
    if total:
        words = say("A scheme brought {count} Power.", count=total)
        yield deed(moment, "power-gained", own(happened.to), words, count=total)


def passed(moment: Seen, happened: PassedOn) -> Iterator[Record]:
    count = happened.power + len(happened.favors)
    if count < 1:
        return
    named = {"power": happened.power, "favors": len(happened.favors), "name": name_of(moment.before, happened.to)}
    words = say("Gave {name} {power} Power and {favors} Favors.", **named)
    yield deed(moment, "given", own(happened.seat), words, count=count, rule="R-05")


WRITES: Final[Mapping[type, Write]] = {
    Wounded: wounded,
    CharacterDied: died,
    PlayerDelayed: delayed,
    PowerGained: gained,
    PowerLost: lost,
    SchemeTook: took,
    PassedOn: passed,
}

People = by_itself(WRITES)
