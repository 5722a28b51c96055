"""Pages of God Emperor's desks: what each is drawn from, its place in the navigation, and where things are put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, TypeAlias, TypeVar, cast

from django.http import HttpRequest
from django.urls import reverse

from control.day.view import player_views
from control.desks import frame
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.people.access import DeskPass
from control.regions.sight import Sight
from control.registry import DeskPage, Way
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game.state import GameState

# === page ===============================================================================================================

# What a page of God Emperor's desks is drawn from: the platform's `Seen`, over this game's state.


Look: TypeAlias = frame.Seen[GameState]
More = TypeVar("More")


def look(request: HttpRequest, door: DeskPass) -> Look:
    """The head of the event, as this request finds it."""
    return cast(Look, frame.look(request, door))


def with_more(kind: type[More], shown: object, **more: object) -> More:
    """What a view shows, as the record `kind` that holds the same and what only a screen knows: addresses, rows of the database."""
    held = {each.name: getattr(shown, each.name) for each in fields(cast(Any, shown))}
    return kind(**held, **more)


# === navigation =========================================================================================================

# God Emperor's pages in the navigation of the desks, and where those can put right what was done to a player.


PAGES: Final = (
    DeskPage(page="houses", name=later("Houses"), word=later("houses"), address="realm_desk:houses", desks=HOUSE_DESKS),
    DeskPage(page="in-force", name=later("In force"), word=later("in-force"), address="realm_desk:in-force", desks=HOUSE_DESKS),
)
MOST_PEOPLE: Final = 3  # whose strips are offered one by one


def by_hand(event_id: int, sight: Sight[GameState], by: Actor, invalidations: Sequence[Invalidation]) -> tuple[Way, ...]:
    """Where a tablet is struck that hangs meanwhile, and the strips of those who were told that theirs changed."""
    if not by.sits_at(HOUSE_DESKS):
        return ()
    return (*_laws(event_id, invalidations), *_strips(event_id, sight, invalidations))


def _laws(event_id: int, invalidations: Sequence[Invalidation]) -> tuple[Way, ...]:
    """When a law has acted, its passing stays; its tablet still falls by hand."""
    if all(invalidation.topic != "laws" for invalidation in invalidations):
        return ()
    return (Way(words=say("Laws by hand"), address=reverse("realm_desk:in-force", args=[event_id]), in_dialog=False),)


def _strips(event_id: int, sight: Sight[GameState], invalidations: Sequence[Invalidation]) -> tuple[Way, ...]:
    """The strips of those who were told that theirs changed; the page of all Houses where they are many."""
    seats = dict.fromkeys(
        SeatId(invalidation.to.removeprefix("seat:")) for invalidation in invalidations if invalidation.topic == "strip"
    )
    people = sight.public(player_views, tuple(seats))
    if not people:
        return ()
    if len(people) > MOST_PEOPLE:
        return (Way(words=say("Houses by hand"), address=reverse("realm_desk:houses", args=[event_id]), in_dialog=False),)
    return tuple(
        Way(
            words=say("{name} by hand", name=player.name),
            address=reverse("realm_desk:member", args=[event_id, player.seat]),
            in_dialog=True,
        )
        for player in people
    )
