"""What would come of something: stars, recruits’ bonuses, and what is given up."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from control.engine.language import listed, say
from rooms.tables.scythe.game.content import Amount, Part
from rooms.tables.scythe.game.state import Side
from rooms.tables.scythe.rules.bonuses import neighbours
from rooms.tables.scythe.rules.measures import recruited
from rooms.tables.scythe.rules.stars import may_place, met_goals
from rooms.tables.scythe.screens.deeds import Counting, Stepper
from rooms.tables.scythe.screens.looking import Looker


def stars_words(looker: Looker, after: Side) -> str:
    """The stars that the viewer would place when their side were so; "" for none."""
    book, most = looker.book, looker.book.content.numbers.stars
    new = [star for star in met_goals(book, after) if may_place(book, looker.side, star)]
    if not new:
        return ""
    count = min(most, len(looker.side.stars) + len(new))
    goals = listed([looker.word(f"star-{star}") for star in new])
    if count >= most:
        return say("That is your last star ({goals}): the game ends.", goals=goals)
    return say("That is your star number {count} ({goals}).", count=count, goals=goals)


def bonus_words(looker: Looker, section: int) -> str:
    """Whose recruits bring something with the bottom row of a section: the own and the neighbours' (SY-ENL-04, SY-ENL-05)."""
    gain = looker.scene.amounts([looker.book.content.numbers.ongoing[section]])
    said = [say("Your recruit brings {gain}.", gain=gain)] if recruited(looker.side, section) else []
    others = [each for each in neighbours(looker.state, looker.me) if recruited(looker.state.sides[each], section)]
    if others:
        names = listed([looker.name(each) for each in others])
        said.append(say("Neighbours’ recruits bring {gain} to {names}.", names=names, gain=gain))
    return " ".join(said)


def giving_up(looker: Looker, gains: Iterable[Amount], *, once: bool = False) -> tuple[Counting, ...]:
    """What may be given up of what is gained, `once` a recruit's one-time bonus too (SY-GEN-12)."""
    steppers = [
        Stepper(
            name=f"decline-{each.part}",
            title=say("Of {gain} do without", gain=looker.scene.amounts((each,))),
            note=say("so many"),
            word=looker.scene.words(each.part, 2),
            most=each.count,
            value=0,
        )
        for each in gains
        if each.count
    ]
    if once:
        title, note = say("Give up the one-time bonus"), say("Its space is used up all the same.")
        steppers.append(Stepper(name="once", title=title, note=note, word=say("one-time bonus"), most=1, value=0))
    return (Counting(name="decline", title=say("Give up some of it"), steppers=tuple(steppers)),) if steppers else ()


def once_fields(looker: Looker, spaces: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """What the one-time bonus of each open space is, for a form in which it may be given up: `once-2=pop-2`."""
    bonuses = looker.book.content.numbers.bonuses
    return tuple([(f"once-{space}", f"{bonuses[space].part}-{bonuses[space].count}") for space in spaces])


def with_gains(looker: Looker, side: Side, gains: Iterable[Amount]) -> Side:
    """A side with more power and popularity, as far as the tracks go."""
    numbers, found = looker.book.content.numbers, {each.part: each.count for each in gains}
    return replace(
        side,
        power=min(numbers.power, side.power + found.get(Part.POWER, 0)),
        popularity=min(numbers.popularity, side.popularity + found.get(Part.POPULARITY, 0)),
    )
