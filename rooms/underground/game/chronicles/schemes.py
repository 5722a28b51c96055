"""Fold: the schemes of a day, from placing to their effect in Return, and who knew of them (R-144)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.engine.chronicle import Fact, Record, StoryMoment
from control.engine.language import say, say_count
from rooms.realm.game.chronicles.words import deed, name_of
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.reports.words import house, own, whole_reason
from rooms.realm.game.scheme_effects.completion import SchemeCompleted
from rooms.realm.game.scheme_effects.messages import COUNTER, SecretSent
from rooms.realm.game.scheme_effects.next_month import SchemeUsed
from rooms.realm.game.scheme_effects.outcomes import harm_words, outcome_words
from rooms.realm.game.scheme_effects.scheme import scheme_of, target_of
from rooms.realm.game.scheme_effects.strike import SchemeSpent
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Room
from rooms.underground.game.chronicles.records import SchemeLife, helps, start_record
from rooms.underground.game.state import Outcome
from rooms.underground.game.tables.advancement import MinionsAdvanced
from rooms.underground.game.tables.attack import AttackBegun
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.attack_scheme import SchemeReached
from rooms.underground.game.tables.attack_trap import AdvancementLost, TrapSprung
from rooms.underground.game.tables.cards import trap_name
from rooms.underground.game.tables.completion import SchemeDone
from rooms.underground.game.tables.costs import SchemeHalved
from rooms.underground.game.tables.drawn_schemes import DrawnPlaced
from rooms.underground.game.tables.favors import ProtectionStripped, SchemeFurthered, SchemeGlimpsed
from rooms.underground.game.tables.lookup import seats_at_table
from rooms.underground.game.tables.protection import ProtectionPlaced
from rooms.underground.game.tables.schemes import found_at, schemes_in_play
from rooms.underground.game.tables.sovereign_look import SchemesLookedAt
from rooms.underground.game.tables.undo import ActTakenBack
from rooms.underground.game.tables.written_schemes import SchemeLaid, SchemeReplaced, SchemeRewritten

Seen = StoryMoment[GameState]


@dataclass(slots=True)
class Schemes:
    """Fold: every scheme, by its number while on a table, then by the number of its completion."""

    lying: dict[int, SchemeLife] = field(default_factory=dict)
    done: dict[int, SchemeLife] = field(default_factory=dict)
    completing: list[SchemeLife] = field(default_factory=list)  # completed at a table, without a completion number yet
    every: list[SchemeLife] = field(default_factory=list)

    def see(self, moment: Seen) -> Iterator[Record]:
        write = WRITES.get(type(moment.event))
        yield from write(self, moment, moment.event) if write is not None else ()
        if moment.before.rooms.get(Room.UNDERGROUND) is not moment.after.rooms.get(Room.UNDERGROUND):
            self._seen(moment)

    def _seen(self, moment: Seen) -> None:
        """Note players who have seen a face: by attack, look, or sitting there for the House."""
        for each in schemes_in_play(moment.after):
            if each.id in self.lying:
                self.lying[each.id].shown(each.known, moment.seq)

    def end(self, _state: GameState) -> Iterator[Record]:
        for each in self.every:
            yield from each.records()

    # --- how they come ------------------------------------------------------------------------------------------------

    def laid(self, moment: Seen, happened: SchemeLaid) -> Iterator[Record]:
        new = start_record(
            moment, number=f"scheme:{happened.scheme}", house=happened.house, paper=happened.paper, author=happened.seat
        )
        return self._placed(moment, happened.scheme, new)

    def drawn(self, moment: Seen, happened: DrawnPlaced) -> Iterator[Record]:
        found = found_at(moment.after, happened.table, happened.month, happened.scheme)
        new = start_record(
            moment,
            number=f"scheme:{happened.scheme}",
            house=happened.house,
            paper=happened.paper,
            author=None,
            picker=happened.picker,
            knew=found.known if found is not None else (happened.picker,),
        )
        return self._placed(moment, happened.scheme, new)

    def _placed(self, moment: Seen, number: int, new: SchemeLife) -> Iterator[Record]:
        self.lying[number] = new
        self.every.append(new)
        of = house_name(moment.after, new.house)
        new.goes_on(moment, "placed", say("A scheme of {house} was placed, “{scheme}”.", house=of, scheme=new.title))
        return iter(())

    def rewritten(self, moment: Seen, happened: SchemeRewritten) -> Iterator[Record]:
        found = self.lying.get(happened.scheme)
        if found is not None:
            found.reads(moment, happened.paper)
            found.goes_on(moment, "rewritten", say("It had been misread and is “{scheme}”.", scheme=found.title))
        return iter(())

    # --- what is done to them -----------------------------------------------------------------------------------------

    def changed(self, moment: Seen, happened: Any) -> Iterator[Record]:
        """Note a public act on a scheme, with its player."""
        found = self.lying.get(happened.scheme) if happened.scheme is not None else None
        if found is not None:
            kind, words = _act_words(moment.before, happened)
            found.goes_on(moment, kind, words)
        if isinstance(happened, MinionsAdvanced):
            count = len(happened.cards)
            words = say_count("Put {count} minion onto a scheme.", "Put {count} minions onto a scheme.", count)
            yield deed(moment, "minions-laid", own(happened.seat), words, count=count, room=Room.UNDERGROUND, rule="GE-UND-39")

    def looked(self, moment: Seen, happened: SchemesLookedAt) -> Iterator[Record]:
        for number in happened.schemes:
            yield from self._looked(moment, number, happened)

    def reached(self, moment: Seen, happened: SchemeReached | SchemeGlimpsed) -> Iterator[Record]:
        yield from self._looked(moment, happened.scheme, happened)

    def _looked(self, moment: Seen, number: int, happened: SchemesLookedAt | SchemeReached | SchemeGlimpsed) -> Iterator[Record]:
        found = self.lying.get(number)
        if found is not None:
            found.goes_on(moment, "reached", say("{player} saw its face.", player=name_of(moment.before, happened.seat)))
        return iter(())

    def sprung(self, moment: Seen, happened: TrapSprung) -> Iterator[Record]:
        """A trap is face up before the whole table (GE-UND-53)."""
        found, trap = self.lying.get(happened.scheme), trap_name(moment.before, happened.trap)
        if found is not None:
            found.shown((happened.seat, *(each.id for each in seats_at_table(moment.before, happened.table))), moment.seq)
            found.goes_on(moment, "sprung", say("It was a trap and struck {player}.", player=name_of(moment.before, happened.seat)))
            words = say("A trap sprung on {player}: {trap}.", player=name_of(moment.before, happened.seat), trap=trap)
            yield deed(moment, "trap-sprung", found.hand, words, room=Room.UNDERGROUND, rule="GE-UND-53")

    def lost(self, moment: Seen, happened: AdvancementLost) -> Iterator[Record]:
        for each in happened.lost:
            if each.scheme in self.lying:
                words = say_count("A trap took {count} minion of it.", "A trap took {count} minions of it.", len(each.cards))
                self.lying[each.scheme].goes_on(moment, "stripped", words)
        return iter(())

    # --- how they leave -----------------------------------------------------------------------------------------------

    def attack_over(self, moment: Seen, happened: AttackEnded) -> Iterator[Record]:
        found, player = self.lying.get(happened.scheme), name_of(moment.before, happened.seat)
        if found is None:
            return
        if happened.outcome is Outcome.TRAPPED:
            self.lying.pop(happened.scheme).goes_on(moment, "left", say("The trap was spent."), over=True)
        elif happened.outcome is Outcome.FOILED:
            self.lying.pop(happened.scheme).goes_on(moment, "foiled", say("{player} foiled it.", player=player), over=True)
            words = say("Foiled a scheme of {house}, “{scheme}”.", house=house_name(moment.before, found.house), scheme=found.title)
            yield deed(moment, "scheme-foiled", own(happened.seat), words, room=Room.UNDERGROUND, rule="GE-UND-54")
            words = say("{player} foiled a scheme, “{scheme}”.", player=player, scheme=found.title)
            yield deed(moment, "scheme-unravelled", found.hand, words, room=Room.UNDERGROUND, rule="GE-UND-54")
        else:
            found.goes_on(moment, "left", say("The attack of {player} was over, and it stayed.", player=player))

    def replaced(self, moment: Seen, happened: SchemeReplaced) -> Iterator[Record]:
        found = self.lying.pop(happened.scheme, None)
        if found is not None:
            found.goes_on(moment, "replaced", say("It made room for a new scheme."), over=True)
        return iter(())

    def finished(self, moment: Seen, happened: SchemeDone) -> Iterator[Record]:
        found = self.lying.pop(happened.scheme, None)
        if found is not None:
            self.completing.append(found)
        return iter(())

    def completed(self, moment: Seen, happened: SchemeCompleted) -> Iterator[Record]:
        """Note the number of a completed scheme. A scheme entered by hand was never on a table here."""
        paper = Paper(type=happened.kind, values=happened.answers)
        found = next((each for each in self.completing if (each.house, each.paper.type) == (happened.house, paper.type)), None)
        if found is not None:
            self.completing.remove(found)
        else:
            number = f"scheme:by-hand:{happened.id}"
            found = start_record(
                moment,
                number=number,
                house=happened.house,
                paper=paper,
                author=happened.seat,
                picker=happened.picker,
                knew=happened.know,
            )
            self.every.append(found)
        self.done[happened.id] = found
        found.goes_on(moment, "completed", say("It was completed and was to strike in Return."))
        return iter(())

    def spent(self, moment: Seen, happened: SchemeSpent) -> Iterator[Record]:
        found, scheme = self.done.get(happened.id), scheme_of(moment.after, happened.id)
        if found is None or scheme is None:
            return
        came = whole_reason(outcome_words(moment.after, scheme, happened.came))
        if not happened.struck:
            found.goes_on(moment, "spent", came or say("It came to nothing."), over=True)
            words = say("A scheme came to nothing, “{scheme}”.", scheme=found.title)
            yield deed(moment, "scheme-unravelled", found.hand, words, room=Room.UNDERGROUND, rule="R-130")
            return
        found.goes_on(moment, "struck", came or say("It struck."), over=True)
        words = say("A scheme struck, “{scheme}”.", scheme=found.title)
        yield deed(moment, "scheme-struck", found.hand, words, weight=2, room=Room.UNDERGROUND, rule="R-19")
        yield from _harm_records(moment, scheme, found, whole_reason(harm_words(moment.after, scheme, happened.harm)))

    def used(self, moment: Seen, happened: SchemeUsed) -> Iterator[Record]:
        if happened.id in self.done:
            self.done[happened.id].goes_on(moment, "used", say("What it had brought was used."))
        return iter(())

    def message(self, moment: Seen, happened: SecretSent) -> Iterator[Record]:
        """A sealed message. It reveals neither its source nor whether it is true (R-123)."""
        found, scheme = self.done.get(happened.id), scheme_of(moment.after, happened.id)
        if found is None or scheme is None:
            return
        found.goes_on(moment, "message", say("A sealed message went to {player}.", player=name_of(moment.after, happened.reader)))
        if scheme.kind != COUNTER:
            return
        named = {"house": house_name(moment.after, scheme.house), "reader": name_of(moment.after, happened.reader)}
        reader = moment.after.seats.get(happened.reader)
        yield Fact(
            id=f"false-secret:{happened.id}",
            kind="false-secret",
            seq=moment.seq,
            round=moment.round,
            words=say("{house} had a false secret sent to {reader}: “{text}”", text=happened.text, **named),
            seemed=say("A sealed message said: “{text}”", text=happened.text),
            by=found.by,
            touches=(own(happened.reader), *((house(reader.house),) if reader is not None else ())),
            room=Room.UNDERGROUND,
            rule="R-123",
            weight=3,
        )


def _act_words(state: GameState, happened: Any) -> tuple[str, str]:
    """A player's act on a scheme, as a turn of its life."""
    player = name_of(state, happened.seat)
    match happened:
        case MinionsAdvanced() | SchemeFurthered():
            count = len(happened.cards)
            words = say_count("{player} put {count} minion onto it.", "{player} put {count} minions onto it.", count, player=player)
            return "advanced", words
        case ProtectionPlaced():
            return "protected", say("{player} put a minion in front of it.", player=player)
        case ProtectionStripped():
            return "stripped", say("{player} took a minion away from in front of it.", player=player)
        case SchemeHalved():
            return "halved", say("{player} halved its cost by Recruitment.", player=player)
        case AttackBegun():
            return "attacked", say("{player} attacked it.", player=player)
    return "taken-back", say("{player} took minions back from it.", player=player)


def _harm_records(moment: Seen, scheme: CompletedScheme, found: SchemeLife, harm: str) -> Iterator[Record]:
    """What the House struck or helped is told, never by whom."""
    target = target_of(moment.after, scheme)
    if not harm or target is None:
        return
    name, helped = house_name(moment.after, target), helps(found.house, scheme.kind, target)
    words = say("A scheme struck {house}: {harm}", house=name, harm=harm)
    if helped:
        words = say("A scheme helped {house}: {harm}", house=name, harm=harm)
    yield Fact(
        id=f"struck:{scheme.id}",
        kind="scheme-helped" if helped else "scheme-struck",
        seq=moment.seq,
        round=moment.round,
        words=words,
        by=found.by,
        touches=found.aim.audiences,
        known=((house(target), moment.seq),),
        room=Room.UNDERGROUND,
        rule="R-19",
        place=found.aim.place,
        weight=2,
    )
    if found.aim.house == target and found.aim.player is None and not helped:
        yield deed(moment, "unlucky", house(target), say("A scheme struck: {harm}", harm=harm), room=Room.UNDERGROUND, rule="R-19")


Written = Callable[[Schemes, Seen, Any], Iterable[Record]]

WRITES: Final[Mapping[type, Written]] = {
    SchemeLaid: Schemes.laid,
    DrawnPlaced: Schemes.drawn,
    SchemeRewritten: Schemes.rewritten,
    MinionsAdvanced: Schemes.changed,
    SchemeFurthered: Schemes.changed,
    ProtectionPlaced: Schemes.changed,
    ProtectionStripped: Schemes.changed,
    SchemeHalved: Schemes.changed,
    AttackBegun: Schemes.changed,
    ActTakenBack: Schemes.changed,
    SchemesLookedAt: Schemes.looked,
    SchemeReached: Schemes.reached,
    SchemeGlimpsed: Schemes.reached,
    TrapSprung: Schemes.sprung,
    AdvancementLost: Schemes.lost,
    AttackEnded: Schemes.attack_over,
    SchemeReplaced: Schemes.replaced,
    SchemeDone: Schemes.finished,
    SchemeCompleted: Schemes.completed,
    SchemeSpent: Schemes.spent,
    SchemeUsed: Schemes.used,
    SecretSent: Schemes.message,
}
