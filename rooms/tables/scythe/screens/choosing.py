"""What is chosen in a form: chips to tap, in groups, and what goes along unseen where there is nothing to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from control.engine.language import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """Something to tap. `on`: it is chosen already, `sign` is a drawing, `word` what a sentence calls it.

    `mark` is a drawing before the title that stands for the word `aside`, which is read out.
    """

    value: str
    title: str
    line: str = ""
    on: bool = False
    sign: str = ""
    word: str = ""
    mark: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A group of chips: one of them is chosen, or, with `most`, up to so many. `sign` is a drawing beside its name.

    With `board` they are spaces that can be tapped on the board as well. `look` is "count" for numbers, "to" where the line of the
    chosen one stands below: these are shown even where there is nothing to choose.
    """

    legend: str
    name: str
    chips: tuple[Chip, ...]
    most: int = 0
    board: bool = False
    look: str = ""
    sign: str = ""

    @property
    def settled(self) -> bool:
        """Is there nothing to choose?"""
        return self.look != "to" and not self.most and len(self.chips) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of the hand: what it does, what its button says, what goes unseen, what is chosen, and what a unit may take along."""

    act: str
    verb: str
    hidden: tuple[tuple[str, str], ...] = ()
    fields: tuple[Field, ...] = ()
    cargo: tuple[Field, ...] = ()


def form_of(act: str, verb: str, fields: Iterable[Field] = (), cargo: Iterable[Field] = (), **hidden: str) -> Form:
    """A form whose groups with nothing to choose go along unseen."""
    groups, along = tuple(fields), tuple(cargo)
    unseen = tuple([(each.name, each.chips[0].value) for each in (*groups, *along) if each.settled])
    return Form(
        act=act,
        verb=verb,
        hidden=(*hidden.items(), *unseen),
        fields=tuple([each for each in groups if not each.settled]),
        cargo=tuple([each for each in along if not each.settled]),
    )


def count_field(words: Callable[[int], str], name: str, counts: range, *, on: int = 0, sign: str = "") -> Field:
    """So many of something; `words` is what a number of it is called."""
    legend = words(2)
    chips = [
        Chip(
            value=str(count),
            title=str(count),
            on=count == on,
            word=say("{count} {what}", count=count, what=words(count)) if count else "",
        )
        for count in counts
    ]
    return Field(legend=legend, name=name, chips=tuple(chips), look="count", sign=sign)


def card_field(legend: str, hand: Sequence[int], most: int) -> Field:
    """Combat cards of the hand."""
    chips = [Chip(value=str(card), title=str(card)) for card in sorted(hand)]
    return Field(legend=legend, name="card", chips=tuple(chips), most=min(most, len(hand)))
