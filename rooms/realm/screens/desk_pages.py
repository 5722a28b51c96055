"""Pages of God Emperor's desks: their `Look`, navigation, and links to corrections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar, cast

from django.http import HttpRequest
from django.urls import reverse
from msgspec import Struct
from msgspec.structs import asdict

from control.day.view import player_views
from control.desks import frame
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.people.access import DeskPass
from control.regions.sight import Sight
from control.registry import CorrectionLink, DeskPage
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game.state import GameState

# === page ===============================================================================================================

# `Look`: the platform's `DeskSight` with this game's state.


Look: TypeAlias = frame.DeskSight[GameState]
More = TypeVar("More")


def look(request: HttpRequest, door: DeskPass) -> Look:
    """Return the `Look` of this request, on the newest state of the event."""
    return cast(Look, frame.look(request, door))


def with_more(kind: type[More], shown: Struct, **more: object) -> More:
    """Extend a view's record to `kind` with what only a screen knows: URLs, rows of the database."""
    held = asdict(shown)
    return kind(**held, **more)


# === navigation =========================================================================================================

# God Emperor's pages in the navigation of the desks, and links from a command to the pages that can correct it.


PAGES: Final = (
    DeskPage(page="houses", name=later("Houses"), word=later("houses"), address="realm_desk:houses", desks=HOUSE_DESKS),
    DeskPage(
        page="in-force", name=later("Laws and effects"), word=later("in-force"), address="realm_desk:in-force", desks=HOUSE_DESKS
    ),
)
MOST_PEOPLE: Final = 3  # players whose strips are linked one by one


def by_hand(event_id: int, sight: Sight[GameState], by: Actor, invalidations: Sequence[Invalidation]) -> tuple[CorrectionLink, ...]:
    """Links for corrections after a command: the laws page, and changed strips."""
    if not by.sits_at(HOUSE_DESKS):
        return ()
    return (*_laws(event_id, invalidations), *_strips(event_id, sight, invalidations))


def _laws(event_id: int, invalidations: Sequence[Invalidation]) -> tuple[CorrectionLink, ...]:
    """Link to the laws page. A law that has acted stays passed, but its tablet can still be struck by hand."""
    if all(invalidation.topic != "laws" for invalidation in invalidations):
        return ()
    return (CorrectionLink(words=say("Laws by hand"), address=reverse("realm_desk:in-force", args=[event_id]), in_dialog=False),)


def _strips(event_id: int, sight: Sight[GameState], invalidations: Sequence[Invalidation]) -> tuple[CorrectionLink, ...]:
    """Links to changed strips; to the page of all Houses if there are many."""
    seats = dict.fromkeys(
        SeatId(invalidation.to.removeprefix("seat:")) for invalidation in invalidations if invalidation.topic == "strip"
    )
    people = sight.public(player_views, tuple(seats))
    if not people:
        return ()
    if len(people) > MOST_PEOPLE:
        return (
            CorrectionLink(words=say("Houses by hand"), address=reverse("realm_desk:houses", args=[event_id]), in_dialog=False),
        )
    return tuple(
        CorrectionLink(
            words=say("{name} by hand", name=player.name),
            address=reverse("realm_desk:member", args=[event_id, player.seat]),
            in_dialog=True,
        )
        for player in people
    )
