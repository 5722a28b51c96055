"""Reports about a character: wounds, death and its consequences, ranks (GE-CER-02, R-139)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.reports import Report, Reporter
from rooms.realm.game.deaths.aftermath import (
    CharacterReturned,
    EstatePassed,
    OfficesLost,
    RankInherited,
    RanksClosed,
    explain_closed,
    explain_inherited,
)
from rooms.realm.game.deaths.death import CharacterDied, Wounded
from rooms.realm.game.ranks_and_wounds import DEADLY, RankAdjusted, WoundsAdjusted
from rooms.realm.game.reports.words import (
    both_names,
    house,
    own,
    public_reason,
    public_reason_sentence,
    reason_sentence,
    report_purse_changes,
)
from rooms.realm.game.state import GameState

# --- wounds and death ---------------------------------------------------------------------------------------------------


def report_wounded(before: GameState, after: GameState, happened: Wounded) -> Iterator[Report]:
    """Tell the player the wounds with the cause; tell the House the wounds with the public cause."""
    seat = before.seats.get(happened.seat)
    if seat is None:
        return
    count, now = happened.wounds, after.seats[seat.id].wounds
    took = say_count("You took {count} wound and have {now} now.", "You took {count} wounds and have {now} now.", count, now=now)
    yield Report(to=own(seat.id), words=took, why=reason_sentence(happened.why), rule="R-04")
    named = say_count("{name} took {count} wound.", "{name} took {count} wounds.", count, name=seat.name)
    yield Report(to=house(seat.house), words=named, why=public_reason_sentence(happened.why), rule="R-04")


def report_wounds_adjusted(before: GameState, after: GameState, happened: WoundsAdjusted) -> Iterator[Report]:
    """Tell of wounds set by hand. A third wound is reported as a death instead."""
    seat = before.seats.get(happened.seat)
    if seat is None or happened.wounds >= DEADLY:
        return
    why = say("Set by Control.")
    count = happened.wounds
    have = say_count("You have {count} wound now.", "You have {count} wounds now.", count)
    yield Report(to=own(seat.id), words=have, why=why, rule="R-04")
    named = say_count("{name} has {count} wound now.", "{name} has {count} wounds now.", count, name=seat.name)
    yield Report(to=house(seat.house), words=named, why=why, rule="R-04")


def report_character_died(before: GameState, after: GameState, happened: CharacterDied) -> Iterator[Report]:
    """Tell the player the cause. The House reads it as far as everybody saw it."""
    seat = before.seats.get(happened.seat)
    if seat is None:
        return
    words = say("Your character {character} died.", character=happened.character)
    yield Report(to=own(seat.id), words=words, why=reason_sentence(happened.why), rule="R-139")
    words = say("{character} of your House has died.", character=both_names(seat, happened.character))
    for each in before.seats.values():
        if each.house == seat.house and each.id != seat.id:
            told = public_reason(happened.why)
            yield Report(to=own(each.id), words=words, why=told, rule="R-139", at_once=True)


def report_estate_passed(before: GameState, after: GameState, happened: EstatePassed) -> Iterator[Report]:
    """Tell what the dead held, and who has it now."""
    if happened.seat not in before.seats:
        return
    heir = before.seats.get(happened.to) if happened.to is not None else None
    if heir is not None:
        gone = say("{name} inherited it.", name=heir.name)
    elif happened.throne:
        gone = say("The God Emperor inherited it.")
    else:
        gone = say("Nobody inherited it.")
    yield from report_purse_changes(before, after, happened.holder, gone, rule="R-29")
    if happened.to != happened.holder:
        dead = before.seats[happened.seat]
        came = say("You inherited it from {name}, who has died.", name=both_names(dead, dead.character))
        yield from report_purse_changes(before, after, happened.to, came, rule="R-29", at_once=True)


def report_character_returned(before: GameState, after: GameState, happened: CharacterReturned) -> Iterator[Report]:
    seat = after.seats.get(happened.seat)
    if seat is None:
        return
    words = say("You came back as {character}, with rank {rank}.", character=happened.character, rank=seat.rank)
    yield Report(to=own(seat.id), words=words, rule="GE-CER-06")
    named = say("{name} came back as {character}, with rank {rank}.", name=seat.name, character=happened.character, rank=seat.rank)
    yield Report(to=house(seat.house), words=named, rule="GE-CER-06")


# --- ranks and titles ---------------------------------------------------------------------------------------------------


def report_ranks_closed(before: GameState, after: GameState, happened: RanksClosed) -> Iterator[Report]:
    if happened.seat in before.seats:
        yield Report(to=house(before.seats[happened.seat].house), words=explain_closed(happened, before))
        why = say("Because {name} died.", name=before.seats[happened.seat].name)
        yield from _own_ranks(before, after, happened.seat, why, dead=happened.seat)


def report_rank_inherited(before: GameState, after: GameState, happened: RankInherited) -> Iterator[Report]:
    if happened.seat in before.seats:
        yield Report(to=house(before.seats[happened.seat].house), words=explain_inherited(happened, before))
        dead = before.seats[happened.dead].name if happened.dead in before.seats else str(happened.dead)
        named = {"name": before.seats[happened.seat].name, "dead": dead, "rank": happened.rank}
        why = say("{name} inherits rank {rank} from {dead}.", **named)
        yield from _own_ranks(before, after, happened.seat, why)


def report_rank_adjusted(before: GameState, after: GameState, happened: RankAdjusted) -> Iterator[Report]:
    seat = before.seats.get(happened.seat)
    if seat is not None:
        words = say("{name} has rank {rank} now.", name=seat.name, rank=happened.rank)
        yield Report(to=house(seat.house), words=words, why=say("Set by Control."), rule="R-03")
        yield from _own_ranks(before, after, happened.seat, say("Set by Control."))


def _own_ranks(before: GameState, after: GameState, seat: SeatId, why: str, dead: SeatId | None = None) -> Iterator[Report]:
    """Tell each member of a House of a changed rank, with the reason; for the dead the report can wait."""
    of = before.seats[seat].house
    for each in before.seats.values():
        now = after.seats[each.id].rank if each.id in after.seats else 0
        if each.house == of and now and now != each.rank:
            words = say("Your rank is {rank} now, it was {before}.", rank=now, before=each.rank)
            yield Report(to=own(each.id), words=words, why=why, rule="R-03", at_once=each.id != dead)


def report_offices_lost(before: GameState, after: GameState, happened: OfficesLost) -> Iterator[Report]:
    if happened.seat in before.seats:
        yield Report(to=own(happened.seat), words=say("You bear no title any more."), rule="R-139")


REPORTS: Mapping[type, Reporter] = {
    Wounded: report_wounded,
    WoundsAdjusted: report_wounds_adjusted,
    CharacterDied: report_character_died,
    EstatePassed: report_estate_passed,
    CharacterReturned: report_character_returned,
    RanksClosed: report_ranks_closed,
    RankInherited: report_rank_inherited,
    RankAdjusted: report_rank_adjusted,
    OfficesLost: report_offices_lost,
}
