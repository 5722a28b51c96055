"""What a turn asks beside units, combats and cards: the section, its two rows, a bonus, the end, an objective, the achievements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, say
from rooms.tables.scythe.game.actions import EndTurn
from rooms.tables.scythe.game.offers_cards import RevealOffer
from rooms.tables.scythe.game.offers_mat import BonusOffer
from rooms.tables.scythe.game.offers_turns import RecordOffer, SectionOffer
from rooms.tables.scythe.game.state import Phase
from rooms.tables.scythe.screens.board import NOTHING_ASKED, Asked
from rooms.tables.scythe.screens.bottom_row import bottom_deeds
from rooms.tables.scythe.screens.deeds import Deed, lit_of, says
from rooms.tables.scythe.screens.gained import stars_words, with_gains
from rooms.tables.scythe.screens.looking import Looker
from rooms.tables.scythe.screens.mat import Section, mat_of
from rooms.tables.scythe.screens.top_row import bottom_move, top_deeds

ON_BOARD: Final[Mapping[str, str]] = {  # by the field that a press on the board is for
    "at": later("It goes here."),
    "at-1": later("The tokens go here."),
    "produce": later("Produces, or does not."),
    "pay": later("Pays from here."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the achievement sheet that holds for this win."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAsk:
    """What may be done: a section to be chosen, forms, or achievements to be entered, `most` of them."""

    sections: tuple[Section, ...] = ()
    deeds: tuple[Deed, ...] = ()
    entries: tuple[Entry, ...] = ()
    most: int = 0
    asked: Asked = NOTHING_ASKED


def turn_of(looker: Looker) -> TurnAsk | None:
    """What the viewer may do with the mat; None for nothing."""
    if (record := looker.offer(RecordOffer)) is not None:
        found = [looker.book.achievements[each] for each in record.entries]
        return TurnAsk(entries=tuple([Entry(id=each.id, title=each.title, text=each.text) for each in found]), most=record.most)
    sections = mat_of(looker) if looker.offer(SectionOffer) else ()
    deeds = (*_rows(looker), *_bonus(looker), *_end(looker))
    if not sections and not deeds:
        return None
    words = {name: say(each) for name, each in ON_BOARD.items()}
    lit = lit_of(deeds, words)
    return TurnAsk(sections=sections, deeds=deeds, asked=Asked(lit=lit) if lit else NOTHING_ASKED)


def _rows(looker: Looker) -> tuple[Deed, ...]:
    if looker.state.phase is Phase.TOP:
        return top_deeds(looker)
    return (*bottom_move(looker), *bottom_deeds(looker)) if looker.state.phase is Phase.BOTTOM else ()


def _bonus(looker: Looker) -> tuple[Deed, ...]:
    """SY-R-24."""
    offer = looker.offer(BonusOffer)
    if offer is None:
        return ()
    star = stars_words(looker, with_gains(looker, looker.side, offer.gains))
    gain = looker.scene.amounts(offer.gains)
    take = Deed(key="bonus-yes", act="bonus", verb=say("Gain {gain}", gain=gain), says=says([star]), fields=(("accept", "yes"),))
    return take, Deed(key="bonus-no", act="bonus", verb=say("Leave the bonus"), fields=(("accept", "no"),), quiet=True)


def _end(looker: Looker) -> tuple[Deed, ...]:
    return (Deed(key="end-turn", act="end-turn", verb=say("End my turn")),) if looker.allows(EndTurn()) else ()


def reveals_of(looker: Looker) -> tuple[Deed, ...]:
    """Objectives that are met, to be revealed (A-27)."""
    offer, side = looker.offer(RevealOffer), looker.side
    if offer is None:
        return ()
    most, count = looker.book.content.numbers.stars, len(side.stars) + 1
    star = say("It is your last star: the game ends.") if count >= most else say("It is your star number {count}.", count=count)
    return tuple(
        [
            Deed(
                key=f"reveal-{card}",
                act="reveal",
                verb=say("Reveal “{title}”", title=looker.book.objectives[card].title),
                says=says([star]),
                fields=(("objective", card),),
            )
            for card in offer.things
        ]
    )
