"""What lasts of a proposal, as the rules find it in the month after, and the standing laws that it meets there (R-21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.engine.language import listed, say, say_count
from control.engine.words import capital
from rooms.court.game.foreseen import Foreseen, next_month
from rooms.court.game.touched import houses_in
from rooms.realm.game.court import region_name
from rooms.realm.game.deeds.schemes import doubled
from rooms.realm.game.deeds.tables import watched
from rooms.realm.game.deeds.taxes import due
from rooms.realm.game.effects.asked import effect_words, laws_in
from rooms.realm.game.laws import law_words
from rooms.realm.game.passed import in_force
from rooms.realm.game.state import Effect, EffectKind, GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, LawId, Room
from rooms.realm.scenario.schema import Target

PAIRS = frozenset({EffectKind.FORCED_ALLIANCE, EffectKind.MILITARY_BAN})  # what the first House does to the second
ON_LAND = frozenset({EffectKind.FORBID, EffectKind.TRAVEL_BAN, EffectKind.TREATY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence of a consequence, the Houses that it touches, and the tablet that falls by it, as people call it."""

    words: str
    houses: frozenset[HouseId] = frozenset()
    falls: str = ""


# --- what is in force then ----------------------------------------------------------------------------------------------


def in_force_next(foreseen: Foreseen) -> tuple[Line, ...]:
    """What its rooms will find in force by its tablet alone, without an event that says so."""
    return binds(next_month(foreseen), foreseen.law.law.id)


def binds(then: GameState, own: LawId) -> tuple[Line, ...]:
    """What a month finds in force by this tablet alone, without an effect that says so."""
    return (*_tributes(then, own), *_tolls(then, own), *_embargoes(then, own), *_costs(then, own))


def _tributes(then: GameState, own: LawId) -> Iterator[Line]:
    """A Tax, where no other law has the same House pay the same one (GE-CRT-40, R-82)."""
    pairs = [tribute for law, tribute in due(then, then.clock.month) if law.id == own]
    for creditor in dict.fromkeys(each.creditor for each in pairs):
        debtors = [each.debtor for each in pairs if each.creditor == creditor]
        words = say_count(
            "{debtors} owes {creditor} 1 Power or 1 Favor each month.",
            "{debtors} each owe {creditor} 1 Power or 1 Favor each month.",
            len(debtors),
            debtors=listed([house_name(then, each) for each in debtors]),
            creditor=house_name(then, creditor),
        )
        yield Line(words=words, houses=frozenset((creditor, *debtors)))


def _tolls(then: GameState, own: LawId) -> Iterator[Line]:
    """A Border Watch, where no other law watches the table (GE-CRT-42)."""
    for table in (table for table, law in watched(then).items() if law.id == own):
        words = say("Each House that sits at the table {table} pays 1 Power or 1 Favor a month.", table=_table(then, table))
        yield Line(words=words, houses=_at_home(then, table))


def _embargoes(then: GameState, own: LawId) -> Iterator[Line]:
    """A Trade Embargo, which binds its Houses whatever else bars trade (GE-CRT-45, R-86)."""
    for passed, named in in_force(then, "trade-embargo"):
        if passed.law == own:
            words = say_count(
                "{houses} may trade neither Power nor Favors with anyone.",
                "{houses} may trade neither Power nor Favors with anyone.",
                len(named.houses),
                houses=listed([house_name(then, each) for each in named.houses]),
            )
            yield Line(words=words, houses=frozenset(named.houses))


def _costs(then: GameState, own: LawId) -> Iterator[Line]:
    """What schemes cost by it: a Recruitment halves, a Crackdown doubles where no other law does (GE-CRT-49, GE-CRT-51, R-91)."""
    for passed, named in in_force(then, "recruitment"):
        if passed.law == own:
            houses = listed([house_name(then, each) for each in named.houses])
            words = say("In Schemes {houses} each halve the cost of one own scheme, rounded up.", houses=houses)
            yield Line(words=words, houses=frozenset(named.houses))
    names = {each.id: each.name for each in then.scenario.schemes}
    for kind, law in doubled(then).items():
        if law == own:
            yield Line(words=say("{scheme} costs twice as much, also where it is in play.", scheme=names.get(kind, kind)))


# --- what it meets ------------------------------------------------------------------------------------------------------


def meets(foreseen: Foreseen) -> Iterator[Line]:
    """The standing laws and effects that say the same already, or something else of the same regions or Houses (R-21)."""
    then, own = next_month(foreseen), foreseen.law.law.id
    yield from _paid_already(then, own)
    yield from _same_table_or_scheme(then, own)
    yield from _no_trade_already(then, own)
    for mine in (each for each in then.effects if each.law == own):
        yield from _starves_already(then, mine)
        for other in then.effects:
            if other.law != own and _at_once(mine, other):
                yield from _beside(then, mine, other)


def _paid_already(then: GameState, own: LawId) -> Iterator[Line]:
    mine = next((law for law in laws_in(then) if law.id == own), None)
    for law, tribute in due(then, then.clock.month) if mine else ():
        if mine and law.id != own and tribute in mine.effects.tributes:
            words = say(
                "{debtor} pays {creditor} already by {law}; it is not doubled.",
                debtor=house_name(then, tribute.debtor),
                creditor=house_name(then, tribute.creditor),
                law=law_words(then, law.id),
            )
            yield Line(words=words, houses=frozenset({tribute.debtor, tribute.creditor}))


def _same_table_or_scheme(then: GameState, own: LawId) -> Iterator[Line]:
    for passed, named in in_force(then, "border-watch"):
        first = watched(then).get(named.one(Target.TABLE))
        if passed.law == own and first is not None and first.id != own:
            yield Line(words=_already(then, first.id), houses=_at_home(then, named.one(Target.TABLE)))
    for passed, named in in_force(then, "crackdown"):
        by = doubled(then).get(named.one(Target.SCHEME), own)
        if passed.law == own and by != own:
            yield Line(words=_already(then, by))


def _no_trade_already(then: GameState, own: LawId) -> Iterator[Line]:
    general = next((law for law in laws_in(then) if law.effects.bars_trade), None)
    if general is not None and any(passed.law == own for passed, _named in in_force(then, "trade-embargo")):
        yield Line(words=say("{law}, bars trade for all Houses already.", law=capital(law_words(then, general.id))))


def _starves_already(then: GameState, mine: Effect) -> Iterator[Line]:
    """A House that sends food starves once, however many laws say so (R-66)."""
    if mine.kind is not EffectKind.FAMINE:
        return
    for law in laws_in(then):
        for giver in (food.giver for food in law.effects.food if food.giver in mine.houses):
            house, words = house_name(then, giver), law_words(then, law.id)
            said = say("{house} starves already by {law}; it is not doubled.", house=house, law=words)
            yield Line(words=said, houses=frozenset({giver}))


def _at_once(mine: Effect, other: Effect) -> bool:
    """Is there a month in which both act?"""
    return (other.until is None or mine.since <= other.until) and (mine.until is None or other.since <= mine.until)


def _beside(then: GameState, mine: Effect, other: Effect) -> Iterator[Line]:
    """An effect of another law beside the one of this: the same is not doubled, something else of the same target holds too."""
    houses = frozenset(mine.houses) & {*(other.houses[:1] if other.kind is EffectKind.FOOD else other.houses)}
    regions = tuple(each for each in mine.regions if each in other.regions)
    source = capital(law_words(then, other.law)) if other.law else str(other.source)
    if mine.kind in ON_LAND and other.kind in ON_LAND and regions:
        touched = houses_in(then, regions) | frozenset(mine.houses) | frozenset(other.houses)
        if mine.kind is not other.kind:
            words = say("{law}, holds there too: {effect}", law=source, effect=effect_words(then, other))
            yield Line(words=words, houses=touched)
        elif mine.kind is not EffectKind.FORBID or houses:
            places = listed([region_name(then, each) for each in regions])
            words = say("{law}, says so of {targets} already; it is not doubled.", law=source, targets=places)
            yield Line(words=words, houses=touched)
    elif mine.kind in PAIRS and other.kind in PAIRS and mine.houses == other.houses:
        words = (
            say("{law}, says so already; it is not doubled.", law=source)
            if mine.kind is other.kind
            else say("{law}, holds there too: {effect}", law=source, effect=effect_words(then, other))
        )
        yield Line(words=words, houses=frozenset(mine.houses))
    elif mine.kind not in PAIRS and houses and _alike(mine.kind, other.kind):
        targets = listed([house_name(then, each) for each in mine.houses if each in houses])
        yield Line(words=say("{law}, says so of {targets} already; it is not doubled.", law=source, targets=targets), houses=houses)


def _alike(one: EffectKind, other: EffectKind) -> bool:
    """Do they do the same to a House: one kind, or famine by whatever law (R-66)?"""
    return one is other or (one is EffectKind.FAMINE and other is EffectKind.FOOD)


# --- small parts --------------------------------------------------------------------------------------------------------


def _already(then: GameState, law: LawId) -> str:
    return say("{law}, says so already; it is not doubled.", law=capital(law_words(then, law)))


def _table(state: GameState, table: str) -> str:
    return state.table_name(Room.UNDERGROUND, table)


def _at_home(state: GameState, table: str) -> frozenset[HouseId]:
    """The Houses whose own table it is (GE-UND-62)."""
    return frozenset(each.id for each in state.scenario.houses if each.province == table)
