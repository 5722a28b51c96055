"""The throne for every player: the ruler, also as news; and the God Emperor's wounds for the desks (R-30)."""

from __future__ import annotations

from msgspec import Struct

from control.day.state import DayStage
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.desks import looks_after_houses
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import reigns as is_taken
from rooms.realm.game.throne.throne_events import waiting_words
from rooms.realm.game.throne.wounds import deadly
from rooms.realm.game.view import sovereign_words
from rooms.realm.scenario.ids import Phase

# === reign ==============================================================================================================

# The ruler for every player: beside the laws, and as news while it is new.


class ThroneView(Struct, frozen=True, kw_only=True):
    """The throne. `waits`: how an empty one is filled; `holds`: castle that a Sovereign by Military Coup must keep."""

    sovereign: str
    reigns: bool
    mine: bool
    waits: str
    holds: str


def throne_view(state: GameState, viewer: Viewer) -> ThroneView:
    """The ruler, or how an empty throne is filled (GE-SOV-02, GE-SOV-18, R-37)."""
    throne = state.throne
    return ThroneView(
        sovereign=sovereign_words(state),
        reigns=is_taken(state),
        mine=throne.holder is not None and throne.holder == viewer.seat,
        waits=waiting_words(state),
        holds=region_name(state, throne.holds) if throne.holds is not None else "",
    )


def throne_news(state: GameState, viewer: Viewer) -> ThroneView | None:
    """The same while it is news; None if nobody was deposed or seated lately.

    A change is news in its own month. Return may fill the throne in its last moment, so the next month's Ceremony shows it too.
    """
    clock = state.clock
    told_in = (state.throne_changed, state.throne_changed + 1) if clock.is_in(Phase.CEREMONY) else (state.throne_changed,)
    if not state.throne_changed or clock.month not in told_in:
        return None
    return throne_view(state, viewer)


def ruler_words(state: GameState, _viewer: Viewer) -> str:
    return sovereign_words(state)


def throne_sentence(state: GameState, _viewer: Viewer) -> str:
    """Sentence on the ruler, or on how an empty throne is filled, below a month's news."""
    if is_taken(state):
        return say("{sovereign} reigns.", sovereign=sovereign_words(state))
    waits = waiting_words(state)
    return say("The throne is empty. {waits}.", waits=waits) if waits else say("The throne is empty.")


def ruler_beside_clock(state: GameState, _viewer: Viewer) -> str:
    """The ruler beside the clock; empty after the day, when the page shows the ruler large."""
    return "" if state.clock.stage is DayStage.OVER else sovereign_words(state)


# === God Emperor ========================================================================================================

# The God Emperor's wounds, for the desks that keep the strips.


class EmperorView(Struct, frozen=True, kw_only=True):
    """His wounds and how many kill him. `counts`: numbers that may be set."""

    wounds: int
    deadly: int
    counts: tuple[int, ...]


def emperor_view(state: GameState, viewer: Viewer) -> EmperorView | None:
    """The God Emperor while he rules; None afterwards, and for all but the Houses' desks."""
    if not state.throne.god_emperor or not looks_after_houses(viewer):
        return None
    most = deadly(state)
    return EmperorView(wounds=state.throne.wounds, deadly=most, counts=tuple(range(most + 1)))
