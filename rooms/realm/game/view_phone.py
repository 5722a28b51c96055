"""Views that God Emperor adds to phones: status strip, own character, House, laws, situation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol, runtime_checkable

from msgspec import Struct

from control.day.situation import Situation
from control.engine.ids import SeatId
from control.engine.language import capital, say, say_count
from control.engine.reasons import Reason, Told
from control.engine.viewer import Viewer
from rooms.realm.frame import ROOM_NAMES
from rooms.realm.game.ceremonies import ceremonies_in
from rooms.realm.game.deaths.death import is_dead
from rooms.realm.game.deaths.reincarnation import month_of_return, next_characters
from rooms.realm.game.law_actions.action import execution_of
from rooms.realm.game.laws import law_words
from rooms.realm.game.ranks_and_wounds import DEADLY
from rooms.realm.game.records import Estate
from rooms.realm.game.reports.words import THIRD
from rooms.realm.game.state import GameState
from rooms.realm.game.view import (
    BarView,
    FavorView,
    HouseView,
    LawView,
    StripView,
    house_view,
    law_views,
    own_view,
)
from rooms.realm.scenario.ids import Phase


class OwnDeath(Struct, frozen=True, kw_only=True):
    """News for a player of the own character: condemned, dead, or replaced by another."""

    title: str
    words: str


class StripPanel(Struct, frozen=True, kw_only=True):
    """The own status strip. `hearts`: for each of three lives, whether it is still whole."""

    strip: StripView
    power: int
    favors: int
    hearts: tuple[bool, ...]


def strip(state: GameState, viewer: Viewer) -> StripPanel:
    """Own status strip, always on top."""
    own = own_view(state, state.seats[viewer.player])
    hearts = tuple(heart >= own.strip.wounds for heart in reversed(range(DEADLY)))
    return StripPanel(strip=own.strip, power=own.power, favors=len(own.favors), hearts=hearts)


def own_death(state: GameState, viewer: Viewer) -> OwnDeath | None:
    """News for the condemned and the dead: the cause, what to do meanwhile, when they return and as whom (R-139, R-95)."""
    seat = viewer.player
    if is_dead(state, seat):
        return OwnDeath(title=say("Your character has died"), words=_meanwhile_words(state, seat))
    law = execution_of(state, seat)
    if law is not None:
        words = say(
            "{law}, puts your character to death in Return, if an Immortal is free.", law=capital(law_words(state, law.law))
        )
        return OwnDeath(title=say("The Court has condemned you"), words=words)
    if state.clock.is_in(Phase.PLANNING) and state.seats[seat].returned == state.clock.month:
        said = say("Unmarried, without wounds, with the lowest rank of your House.")
        return OwnDeath(title=say("You play {character} now", character=state.seats[seat].character), words=said)
    return None


def _meanwhile_words(state: GameState, seat: SeatId) -> str:
    death = next((each for each in reversed(state.deaths) if each.seat == seat), None)
    why = death.why if death is not None else ""
    month, character = month_of_return(state), next_characters(state).get(seat, state.seats[seat].name)
    back = (
        say(
            "Watch any room meanwhile. When the Ceremony of month {month} ends you come back as {character}, "
            "unmarried and with the lowest rank.",
            month=month,
            character=character,
        )
        if month
        else say("No further Ceremony follows. Watch any room until the crowning.")
    )
    if death is not None and death.estate is not None:
        back = say("{estate} {back}", estate=_estate_words(state, death.estate), back=back)
    return say("{why}. {back}", why=capital(_cause_words(why)), back=back) if why else back


def _cause_words(why: Told) -> str:
    """Cause of the own character's death. What Control typed with the third wound stays in the journal."""
    if isinstance(why, Reason) and why.code == THIRD and not isinstance(why.values.get("why"), Reason):
        return say("The third wound")
    return str(why)


def _estate_words(state: GameState, estate: Estate) -> str:
    """Where the character's holdings went (GE-CER-04, R-29)."""
    heir = state.seats.get(estate.to) if estate.to is not None else None
    to = heir.name if heir is not None else say("the God Emperor") if estate.throne else say("the bank and the discard pile")
    return say_count(
        "Your {power} Power and {count} Favor went to {heir}.",
        "Your {power} Power and {count} Favors went to {heir}.",
        estate.favors,
        power=estate.power,
        heir=to,
    )


class CharacterPanel(Struct, frozen=True, kw_only=True):
    """The own character: role line, bars, Favors in the hand."""

    line: str
    bars: tuple[BarView, ...]
    favors: tuple[FavorView, ...]


def character(state: GameState, viewer: Viewer) -> CharacterPanel:
    """What only the player reads, below the own name."""
    own = own_view(state, state.seats[viewer.player])
    return CharacterPanel(line=own.line, bars=own.strip.bars, favors=own.favors)


def own_house(state: GameState, viewer: Viewer) -> HouseView:
    """The viewer's House, for its members."""
    return house_view(state, state.seats[viewer.player].house)


def laws(state: GameState, _viewer: Viewer) -> tuple[LawView, ...]:
    """Law Board by number."""
    return law_views(state)


# --- situation ----------------------------------------------------------------------------------------------------------


def situation_of_dead(state: GameState, viewer: Viewer) -> Situation:
    """What the dead may do: watch, and come home to the House (R-139)."""
    if state.clock.is_in(Phase.RETURN):
        return _situation_in_return(state, viewer)
    if state.clock.is_in(Phase.CEREMONY):
        words = (
            say("Each House may hold one, and yours is held: all of the House attend. When they end you are back.")
            if _has_held_ceremonies(state, viewer)
            else say(
                "Each House may hold one: a marriage, a funeral or a duel; all of the House attend. When they end you are back."
            )
        )
        return Situation(title=say("Ceremonies"), words=words, saying=state.announcement)
    words = say("You give no orders, vote, proposal or scheme for now. What you sent before still counts.")
    return Situation(title=say("Watch any room"), words=words)


def _has_held_ceremonies(state: GameState, viewer: Viewer) -> bool:
    """Has the own House held all its ceremonies of this month (R-13)?"""
    return len(ceremonies_in(state, state.seats[viewer.player].house)) >= state.scenario.settings.ceremonies_per_house


def _situation_in_ceremony(state: GameState, viewer: Viewer) -> Situation:
    words = say(
        "Each House may hold one: a marriage, a funeral or a duel; all of the House attend. Then choose your room for the month."
    )
    if _has_held_ceremonies(state, viewer):
        words = say("Each House may hold one, and yours is held: all of the House attend. Then choose your room for the month.")
    return Situation(title=say("Ceremonies"), words=words, saying=state.announcement)


def _situation_in_movement(state: GameState, viewer: Viewer) -> Situation:
    own = own_view(state, state.seats[viewer.player])
    if own.choice is None:
        words = say("Choose a room now. Without one you have no orders, vote or scheme this month.")
        return Situation(title=say("You have chosen no room"), words=words, saying=state.announcement, urgent=True)
    room = ROOM_NAMES[own.choice]
    if own.table:
        title = say("Go to the {room}, table {table}", room=room, table=state.table_name(own.choice, own.table))
    else:
        title = say("Go to the {room} now", room=room)
    return Situation(title=title, words=say("It begins when this clock has run out."), saying=state.announcement)


@runtime_checkable
class KeepsPlayers(Protocol):
    """State of a room that keeps some players when Return sends the others home."""

    def keeps(self, seat: SeatId, month: int) -> bool: ...


def _situation_in_return(state: GameState, viewer: Viewer) -> Situation:
    own: tuple[object, ...] = tuple(state.rooms.values())
    if any(isinstance(room, KeepsPlayers) and room.keeps(viewer.player, state.clock.month) for room in own):
        words = say("You are needed there first; then come home to your House Table.")
        return Situation(title=say("Stay where you are"), words=words)
    return Situation(
        title=say("Back to your House Table"),
        words=say("See what the month has brought and what it costs."),
        saying=state.announcement,
    )


PHASES: Final[Mapping[str, Callable[[GameState, Viewer], Situation]]] = {
    Phase.CEREMONY: _situation_in_ceremony,
    Phase.MOVEMENT: _situation_in_movement,
    Phase.RETURN: _situation_in_return,
}
