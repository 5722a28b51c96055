"""A guide through the first two turns for whoever has never played: what a section is, and what is good to begin with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.engine.language import listed, say
from rooms.tables.scythe.game.content import BOTTOMS, PAID_WITH, RESOURCES, Ability, Top
from rooms.tables.scythe.game.state import Phase, Side
from rooms.tables.scythe.rules.control import all_tokens
from rooms.tables.scythe.rules.measures import bottom_cost, has, section_with
from rooms.tables.scythe.rules.top import producing
from rooms.tables.scythe.screens.harvest import harvest_words
from rooms.tables.scythe.screens.looking import Looker

TURNS: Final = 2  # own turns that are guided


@dataclass(frozen=True, slots=True, kw_only=True)
class Aid:
    """What helps now, a sentence or two each."""

    key: str
    lines: tuple[str, ...]


def aid_of(looker: Looker) -> Aid | None:
    """What helps in the viewer's own turn; None later in the game and while somebody else acts."""
    state, number = looker.state, 1 + (looker.state.turns - 1) // len(looker.state.sides)
    if state.active != looker.player or looker.player not in looker.view.waits_for or number > TURNS:
        return None
    lines: tuple[str, ...] = ()
    if state.phase is Phase.CHOOSE_SECTION:
        lines = _first(looker) if number == 1 else _second(looker)
    elif state.phase is Phase.MOVING:
        lines = (
            say("Rivers and lakes stop a unit, unless an ability says otherwise. Units carry tokens, mechs carry workers too."),
            say("Whoever stands on a territory controls it and the tokens on it. Leave a worker where you want to produce."),
        )
    elif state.phase is Phase.BOTTOM:
        lines = (
            say("It costs tokens on territories you control. Go on without it if you cannot pay: at first that happens often."),
        )
    return Aid(key=f"{state.phase}-{number}", lines=lines) if lines else None


def _first(looker: Looker) -> tuple[str, ...]:
    book, side = looker.book, looker.side
    produce, trade = section_with(book, side, Top.PRODUCE), section_with(book, side, Top.TRADE)
    numbers = book.content.numbers
    return (
        say("A turn is one section of your mat: its top row, then the bottom row below it. Either may be left out."),
        say(
            "Good to begin with: Produce, above {bottom}. Now it brings {gains} and costs nothing.",
            bottom=looker.word(BOTTOMS[produce]),
            gains=harvest_words(looker, producing(book, looker.state, looker.me, numbers.produce)),
        ),
        say(
            "Or Trade, above {bottom}: {count} tokens of your choice for 1 coin. Take what a bottom row costs.",
            bottom=looker.word(BOTTOMS[trade]),
            count=numbers.trade,
        ),
        say("Bottom rows bring most of the stars. The {count}th star of anybody ends the game.", count=numbers.stars),
    )


def _second(looker: Looker) -> tuple[str, ...]:
    rows, again = _paid(looker, looker.side), has(looker.book, looker.side, Ability.RELENTLESS)
    if again and not rows:
        name = looker.book.abilities[Ability.RELENTLESS].name
        return (say("You may choose the section of last time again ({ability}). Produce and Trade bring tokens.", ability=name),)
    if again:
        return (say("Choose a section with a bottom row that you can pay, the one of last time too: {rows}.", rows=listed(rows)),)
    if not rows:
        return (say("Choose another section than last time. You can pay no bottom row yet: Produce and Trade bring tokens."),)
    return (
        say("Choose another section than last time, if you can one with a bottom row that you can pay: {rows}.", rows=listed(rows)),
    )


def _paid(looker: Looker, side: Side) -> list[str]:
    """The bottom rows that the tokens of the viewer pay now, in the sections that may be chosen."""
    last = -1 if has(looker.book, side, Ability.RELENTLESS) else side.section
    there = dict(zip(RESOURCES, all_tokens(looker.book, looker.state, looker.me), strict=True))
    return [
        looker.word(bottom)
        for number, (bottom, kind) in enumerate(zip(BOTTOMS, PAID_WITH, strict=True))
        if number != last and there[kind] >= bottom_cost(looker.book, side, number)
    ]
