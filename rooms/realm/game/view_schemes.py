"""Schemes on the phone: waiting ones with their choices, outcomes, sealed messages, votes to use."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.day.state import DayStage
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.hostages.hostage_events import load_words
from rooms.realm.game.records import CompletedScheme, SchemeEnding
from rooms.realm.game.scheme_effects.holdings import SLANDER, rescuable_hostages, revealed_cards, schemes_to_choose
from rooms.realm.game.scheme_effects.scheme import BRIBES, DISSENT, open_court_benefits, scheme_words, target_of
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import CardId, Phase

# === schemes ============================================================================================================


TOLD_IN = {Phase.RETURN: 0, Phase.CEREMONY: 1, Phase.PLANNING: 1}  # phase: months since the strike of the schemes shown in it


class Pick(Struct, frozen=True, kw_only=True):
    """One choice for a scheme."""

    value: str
    label: str
    chosen: bool


class PickView(Struct, frozen=True, kw_only=True):
    """Choices of a scheme; the first is the default. `hand`: they are the Favors of a player."""

    scheme: int
    title: str
    hand: bool
    picks: tuple[Pick, ...]


class Came(Struct, frozen=True, kw_only=True):
    """An own scheme with its outcome."""

    title: str
    words: str
    spent: bool


class Message(Struct, frozen=True, kw_only=True):
    """A sealed message, without its sender."""

    id: int
    month: int
    text: str


class SchemesPanel(Struct, frozen=True, kw_only=True):
    """All that one player may know of completed schemes. `month`: month of the strikes shown."""

    month: int
    waiting: tuple[str, ...]
    picks: tuple[PickView, ...]
    own: tuple[Came, ...]
    struck: tuple[str, ...]
    messages: tuple[Message, ...]
    votes: tuple[str, ...]


def schemes_panel(state: GameState, viewer: Viewer) -> SchemesPanel | None:
    """Completed schemes as this player may know them; None if there is nothing to show."""
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if seat is None:
        return None
    panel = SchemesPanel(
        month=_shown_month(state),
        waiting=tuple(
            scheme_words(state, each) for each in state.schemes if each.ending is SchemeEnding.WAITS and seat.id in each.schemers
        ),
        picks=tuple(_choices_view(state, each) for each in schemes_to_choose(state, seat.id)),
        own=tuple(_outcome_view(state, each) for each in _strikes_shown(state) if seat.id in each.schemers),
        struck=tuple(line for each in _strikes_shown(state) for line in _harm_words_for(state, each, seat)),
        messages=tuple(
            Message(id=each.id, month=each.told_in, text=each.text)
            for each in state.schemes
            if each.reader == seat.id and each.text
        ),
        votes=tuple(str(each.harm) for each in open_court_benefits(state, BRIBES, DISSENT) if target_of(state, each) == seat.house),
    )
    known = (panel.waiting, panel.picks, panel.own, panel.struck, panel.messages, panel.votes)
    return panel if any(known) else None


def _shown_month(state: GameState) -> int:
    """Month whose strikes are shown now; 0 for none. After the day it is that of the last Return."""
    if state.clock.stage is DayStage.OVER:
        return state.clock.month
    ago = next((ago for phase, ago in TOLD_IN.items() if state.clock.is_in(phase)), None)
    return max(state.clock.month - ago, 0) if ago is not None else 0


def _strikes_shown(state: GameState) -> tuple[CompletedScheme, ...]:
    month = _shown_month(state)
    return tuple(each for each in state.schemes if month and each.ending is not SchemeEnding.WAITS and each.acted == month)


def _outcome_view(state: GameState, scheme: CompletedScheme) -> Came:
    words, target = str(scheme.came), target_of(state, scheme)
    if scheme.paid and target is not None:
        paid = say(
            "Your House gave {house} {power} Power: it is married into it.", house=house_name(state, target), power=scheme.paid
        )
        words = f"{paid} {words}".strip()
    return Came(title=scheme_words(state, scheme), words=words, spent=scheme.ending is SchemeEnding.SPENT)


def _harm_words_for(state: GameState, scheme: CompletedScheme, seat: HouseSeat) -> Iterator[str]:
    """Outcomes for the targeted House, except for the schemer."""
    if target_of(state, scheme) != seat.house or seat.id in scheme.schemers:
        return
    if scheme.paid:
        yield say("Your House got {power} Power: in-laws aimed a scheme at it.", power=scheme.paid)
    if scheme.harm and scheme.kind not in (BRIBES, DISSENT):  # the votes to use show those
        yield str(scheme.harm)


def _choices_view(state: GameState, scheme: CompletedScheme) -> PickView:
    if scheme.kind == SLANDER:
        cards = revealed_cards(state, scheme)
        chosen = scheme.card if scheme.card in cards else next(iter(cards), None)
        picks = tuple(Pick(value=each, label=_card_name(state, each), chosen=each == chosen) for each in cards)
    else:
        there = rescuable_hostages(state, scheme)
        numbers = [each.id for each in there]
        freed = scheme.hostage if scheme.hostage in numbers else next(iter(numbers), None)
        picks = tuple(
            Pick(
                value=str(each.id),
                label=say("{house}, with {load}", house=house_name(state, each.of), load=load_words(each.power, len(each.favors))),
                chosen=each.id == freed,
            )
            for each in there
        )
    return PickView(scheme=scheme.id, title=scheme_words(state, scheme), hand=scheme.kind == SLANDER, picks=picks)


def _card_name(state: GameState, card: CardId) -> str:
    wanted = card.rsplit("#", 1)[0]
    return next((each.name for each in state.scenario.favors if each.id == wanted), str(card))
