"""Papers without their author's phone: written by bots, entered at a desk, handed in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from control.day.memoization import once_per_state
from control.day.people.lookup import sheet_counts_in
from control.engine.context import Sealed
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refusal import Refused, Stale
from control.engine.typed_text import one_line
from rooms.realm.frame import IN_ROOM
from rooms.realm.game.deaths.death import rank_when_sealed
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.checks import check
from rooms.realm.papers.game.choices import OFFERS, beside, builds, options_for, random_places
from rooms.realm.papers.game.types import NUMBERS, THRONE, OpenedPaper, Paper, PaperType, bounds, parse
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import SchemeType, Target

# === entries ============================================================================================================


Invent = Callable[[GameState, SeatId, Dice], Paper | None]  # lets the bot of a seat write a paper, or none

# --- bots ---------------------------------------------------------------------------------------------------------------


def random_paper(state: GameState, types: Sequence[PaperType], dice: Dice) -> Paper:
    """Random paper among those the form offers; for rehearsals."""
    kind = dice.choice([each for each in types if can_be_filled(state, each)])
    values: list[tuple[str, ...]] = []
    for target in kind.fields:
        values.append(_random_words(state, kind, target, tuple(values), dice))
    return Paper(type=kind.id, values=tuple(values))


@once_per_state
def can_be_filled(state: GameState, kind: PaperType) -> bool:
    """Has every field an option? Nothing can be destroyed before something is built."""
    needed = (target for target in kind.fields if target is not Target.CAPTIVES)
    return all(target not in OFFERS or options_for(state, target, kind) for target in needed)


def _random_words(
    state: GameState, kind: PaperType, target: Target, before: tuple[tuple[str, ...], ...], dice: Dice
) -> tuple[str, ...]:
    if target is Target.CAPTIVES:
        return ()
    if target in NUMBERS:
        return (str(dice.randint(1, 3)),)
    if target is Target.PLACES and builds(kind):
        building = next(
            (word for words, each in zip(before, kind.fields, strict=False) for word in words if each is Target.BUILDING), ""
        )
        return random_places(state.scenario, building, dice)
    left = list(_fitting(state, kind, target, before))
    if not left:
        return (say("as Control sees fit"),)
    words = []
    for _each in range(min(bounds(kind, target)[0], len(left))):
        words.append(dice.choice(left))
        left.remove(words[-1])
    return tuple(words)


@once_per_state
def _fitting(state: GameState, kind: PaperType, target: Target, before: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Options of a field that fit the fields before it."""
    named = [(each, word) for words, each in zip(before, kind.fields, strict=False) for word in words]
    houses = {word for each, word in named if each is Target.HOUSE}
    taken = {word for each, word in named if each is target}
    found = [option.value for option in options_for(state, target, kind) if option.value not in taken]
    if (origin := beside(kind, len(before))) is not None:
        near = next(each.neighbours for each in state.scenario.map.regions if each.id == before[origin][0])
        found = [region for region in found if region in near]
    if houses and target in (Target.PLAYER, Target.PLAYERS):
        found = [seat for seat in found if (state.seats[SeatId(seat)].house if seat != THRONE else THRONE) in houses]
    if houses and target is Target.BUILDING and isinstance(kind, SchemeType):
        owners = {str(each.id): each.house for each in state.buildings}
        found = [word for word in found if owners.get(word) in {None, *houses}]
    return tuple(found)


# --- handing in ---------------------------------------------------------------------------------------------------------


def entered(
    state: GameState, seat: SeatId, paper: Paper, *, room: Room, month: int, taken_in: bool, reason: str, fits: Callable[[], None]
) -> OpenedPaper:
    """Return a paper that the desk enters by hand, after the month's papers were taken in. `fits` refuses an invalid one.

    Raises:
        Refused: papers are still sealed, the reason is missing, or the author is elsewhere.
        Stale: the month has changed.
    """
    if month != state.clock.month:
        now = state.clock.month
        raise Stale(say("This paper was for month {month}; it is month {now} now.", month=month, now=now), rule="R-16")
    if not taken_in:
        raise Refused(say("The papers lie sealed until Updates end; the player may still change this one."), rule="R-17")
    if not one_line(reason):
        raise Refused(say("Say why it is entered: the journal keeps the reason."))
    player = state.seats.get(seat)
    if player is None:
        raise Refused(say("No such seat."), code="unknown")
    if not sheet_counts_in(state, player, room):  # also corrects a misread sheet of the dead
        elsewhere = say("{name} is not {in_room} this month; seat the player there first.", name=player.name, in_room=IN_ROOM[room])
        raise Refused(elsewhere, rule="R-16")
    fits()
    return OpenedPaper(seat=seat, paper=paper)


def handed_in(
    state: GameState,
    sheets: Sequence[Sealed],
    room: Room,
    types: Sequence[PaperType],
    rule: str,
    late: Collection[SeatId] = (),
) -> tuple[tuple[OpenedPaper, ...], tuple[SeatId, ...]]:
    """Return papers that count, and authors of papers set aside: elsewhere, `late` (R-16), or no longer valid."""
    good: list[OpenedPaper] = []
    aside: list[SeatId] = []
    for sheet in sheets:
        seat = state.seats.get(sheet.seat)
        try:
            paper = parse(sheet.body)
            check(state, paper, types, rule)
        except Refused:
            aside.append(sheet.seat)
            continue
        if seat is None or seat.id in late or not sheet_counts_in(state, seat, room):  # papers of the dead still count
            aside.append(sheet.seat)
        else:
            good.append(OpenedPaper(seat=sheet.seat, paper=paper, rank=rank_when_sealed(state, seat, sheet.received_at)))
    return tuple(good), tuple(aside)
