"""The decks: enough cards for the greatest draw, nothing on them that is not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from control.day.plan import Timetable
from rooms.realm.scenario.checks.complaint import Clean, Complaint, counted, nearest, one_of
from rooms.realm.scenario.checks.day import WAR_STEPS
from rooms.realm.scenario.favor_effects import DESKS, EFFECTS, NEEDS, PLACES, known_effect, timings
from rooms.realm.scenario.land import Rumor
from rooms.realm.scenario.schema import (
    CastSeat,
    Faction,
    Favor,
    House,
    Law,
    MasterMinion,
    MinionCard,
    SchemeCard,
    SchemeType,
    Settings,
)

KINDS_OF_MINION: Final = tuple(f"{symbol} {color}" for symbol in ("rock", "paper", "scissors") for color in ("red", "blue"))
KINDS_OF_BUILDING: Final = ("spy-tower", "tunnels", "trade-route", "chapel", "arena")
BEATS: Final = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
DRAWN: Final = 4  # scheme cards that a House draws a month (GE-UND-31)
SHARING: Final = 3  # Houses that are reckoned to share a Rumor, each drawing 2 (C-06)
ABILITIES: Final = 5


def check_scheme_deck(
    scheme_deck: tuple[SchemeCard, ...],
    schemes: tuple[SchemeType, ...],
    houses: tuple[House, ...],
    settings: Settings,
    clean: Clean,
) -> Iterator[Complaint]:
    """C-07: known schemes, each trap included, enough cards for a month's draws beside those in play."""
    ids = [scheme.id for scheme in schemes]
    seen: set[str] = set()
    for index, card in enumerate(scheme_deck, start=1):
        path = f"scheme_deck[{index}].scheme"
        if not clean(path):
            continue
        if card.scheme not in ids and clean("schemes"):
            what = f"there is no scheme '{card.scheme}'."
            yield Complaint(path=path, what=what, mend=one_of(card.scheme, ids), cause="schemes")
        if card.scheme in seen:
            yield Complaint(path=path, what=f"'{card.scheme}' is in the deck already.", mend="Write one line with all its copies.")
        seen.add(card.scheme)
    if not clean("scheme_deck"):
        return
    for scheme in schemes:
        if scheme.trap and scheme.id not in seen:
            yield Complaint(path="scheme_deck", what=f"the trap '{scheme.id}' is missing.", mend="Add some of it.")
    cards, places = sum(card.copies for card in scheme_deck), settings.drawn_schemes_per_house
    need = (DRAWN + places) * len(houses)
    if cards < need and clean("houses"):
        drawn, laid = DRAWN * len(houses), places * len(houses)
        what = f"{counted(cards, 'card')} are too few: the Houses draw {drawn} a month while {laid} may lie in play."
        yield Complaint(path="scheme_deck", what=what, mend=f"Have at least {need}.")


def check_minions(
    minions: tuple[MinionCard, ...], casting: tuple[CastSeat, ...], settings: Settings, clean: Clean
) -> Iterator[Complaint]:
    """C-08: the 6 kinds in equal numbers, enough for the greatest draw of the largest House."""
    if not clean("minions") or not clean("settings.minion_draws"):
        return
    kinds = Counter(f"{card.symbol} {card.color}" for card in minions)
    if set(kinds) != set(KINDS_OF_MINION) or kinds.total() != len(KINDS_OF_MINION) or len({card.copies for card in minions}) > 1:
        what = "the deck does not hold the 6 kinds in equal numbers."
        yield Complaint(path="minions", what=what, mend=f"Write each once, with equal copies: {', '.join(KINDS_OF_MINION)}.")
    cards, players = sum(card.copies for card in minions), largest_house(casting, settings)
    need = greatest_draw(players, settings)
    if cards < need:
        what = f"{counted(cards, 'card')} {'is' if cards == 1 else 'are'} too few: a House of {players} draws {need} a month."
        yield Complaint(path="minions", what=what, mend=f"Have at least {need}; {3 * need} are better.")
    elif cards < 3 * need:
        what = f"{cards} cards are {cards / need:.1f} draws of a House of {players}, and cards on the table stay away for months."
        yield Complaint(path="minions", what=what, mend=f"Have about {3 * need}.", warning=True)


def largest_house(casting: tuple[CastSeat, ...], settings: Settings) -> int:
    """The players of the largest House that is cast; as many as there are draws by rank when fewer are (R-02, R-115)."""
    return max([len(settings.minion_draws), *Counter(seat.house for seat in casting).values()])


def greatest_draw(players: int, settings: Settings) -> int:
    """The minions that a House of so many players draws when all of them go to the Underground (R-115)."""
    draws = settings.minion_draws
    return sum(draws[:players]) + max(players - len(draws), 0)


def check_masters(masters: tuple[MasterMinion, ...], clean: Clean) -> Iterator[Complaint]:
    """C-09: a Master beats known kinds, and something in a normal deck beats it."""
    for index, master in enumerate(masters, start=1):
        path = f"masters[{index}].also_beats"
        for kind in master.also_beats:
            if kind not in KINDS_OF_MINION:
                yield Complaint(path=path, what=f"there is no minion '{kind}'.", mend=one_of(kind, KINDS_OF_MINION))
        beaters = sorted(kind for kind in KINDS_OF_MINION if BEATS[kind.split()[0]] == master.symbol)
        if set(beaters) <= set(master.also_beats) and clean(f"masters[{index}]"):
            yield Complaint(path=path, what="nothing beats this Master.", mend=f"Leave out {' or '.join(beaters)}.")


def check_factions(factions: tuple[Faction, ...], clean: Clean) -> Iterator[Complaint]:
    """GE-FAV-09, R-62: each faction sells a building that the rules know, and no two sell the same."""
    first: dict[str, Faction] = {}
    for faction in factions:
        path = f"factions[{faction.id}].kind"
        if not clean(path):
            continue
        if faction.kind not in KINDS_OF_BUILDING:
            what = f"no building is called '{faction.kind}'." if faction.kind else "it sells no building."
            yield Complaint(path=path, what=what, mend=one_of(faction.kind, KINDS_OF_BUILDING))
        elif faction.kind in first:
            what = f"'{first[faction.kind].id}' sells '{faction.kind}' already."
            yield Complaint(path=path, what=what, mend="Let one faction sell it, and make the two one if they are the same.")
        first.setdefault(faction.kind, faction)


def check_favors(favors: tuple[Favor, ...], timetable: Timetable, clean: Clean) -> Iterator[Complaint]:
    """C-06: known moments, places and effects."""
    moments = [*timings(timetable.steps), *(f"war:{step}" for step in WAR_STEPS)]
    effects = [*EFFECTS, *(f"decision:{desk}" for desk in DESKS)]
    for favor in favors:
        path = f"favors[{favor.id}]"
        if favor.timing not in moments and clean("timetable.steps") and clean(f"{path}.timing"):
            meant = nearest(favor.timing, moments)
            mend = f"Write '{meant}'." if meant else "Write 'any time', a phase, or a step such as 'war:favors'."
            cause = f"timetable.steps.{favor.timing.partition(':')[0]}"
            yield Complaint(path=f"{path}.timing", what=f"there is no moment '{favor.timing}'.", mend=mend, cause=cause)
        if favor.location not in PLACES and clean(f"{path}.location"):
            what = f"there is no place '{favor.location}'."
            yield Complaint(path=f"{path}.location", what=what, mend=one_of(favor.location, list(PLACES)))
        if not known_effect(favor.effect) and clean(f"{path}.effect"):
            what = f"there is no effect '{favor.effect}'."
            yield Complaint(path=f"{path}.effect", what=what, mend=one_of(favor.effect, effects))
        if favor.needs and favor.needs not in NEEDS and clean(f"{path}.needs"):
            what = f"there is no condition '{favor.needs}'."
            yield Complaint(path=f"{path}.needs", what=what, mend=one_of(favor.needs, list(NEEDS)))


def check_favor_deck(
    favors: tuple[Favor, ...],
    factions: tuple[Faction, ...],
    laws: tuple[Law, ...],
    houses: tuple[House, ...],
    rumors: tuple[Rumor, ...],
    settings: Settings,
    clean: Clean,
) -> Iterator[Complaint]:
    """C-06: equal factions with 5 abilities or more, and enough for the first hostages and the greatest draw of a month."""
    if not clean("favors") or not clean("factions"):
        return
    cards, kinds = Counter({faction.id: 0 for faction in factions}), Counter(favor.faction for favor in favors)
    for favor in favors:
        cards[favor.faction] += favor.copies
    if len(set(cards.values())) > 1:
        counts = ", ".join(f"{faction} {count}" for faction, count in cards.items())
        yield Complaint(path="favors", what=f"the factions are unequal: {counts}.", mend="Give each as many cards.")
    for faction in factions:
        if kinds[faction.id] < ABILITIES:
            what = f"'{faction.id}' has {counted(kinds[faction.id], 'ability', 'abilities')}."
            yield Complaint(path="favors", what=what, mend=f"Give each faction at least {ABILITIES}.")
    if not all(clean(section) for section in ("laws", "houses", "rumors")):
        return
    away = sum(hold.count for law in laws for hold in law.effects.hostages) + sum(house.starting_favors for house in houses)
    pools = settings.pool_favors * (len(houses) + 1)  # and the God Emperor's
    map_ = 2 * min(SHARING, len(houses)) * len(rumors)
    if cards.total() < away + pools + map_:
        what = (
            f"{counted(cards.total(), 'card')} are too few: {away} lie with hostages and purses at the start, "
            f"and a month can draw {pools} from the pools and {map_} from the map."
        )
        yield Complaint(path="favors", what=what, mend=f"Have at least {away + pools + map_}.")
