"""The Uprising on Court Control's tablet: a live region, its buttons, punishments, and orders without a vote.

Rules: R-39, R-105, R-106.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_POST

from control.desks.command import CommandForm, initial
from control.desks.folds import Team, TeamRows, asks_with, by_team
from control.desks.presses import PressPlace, carry_out, carry_out_and_answer, close_question, draw_question
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.court.game.sovereign_orders import order_view
from rooms.court.game.uprising.view import DeskUprising, Stander, desk_uprising, penalties
from rooms.court.screens import uprising_forms as forms
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.papers.game.view_form import as_typed
from rooms.realm.screens.desk_pages import Look, look, with_more

# === region and presses =================================================================================================


COURT_DESK = frozenset({Desk.COURT})
REGION = "court_uprising"


class UprisingAtDesk(DeskUprising, frozen=True, kw_only=True):
    """The Uprising for Court Control. `folded`: players who can be seen to stand, by House, in a large event."""

    folded: tuple[TeamRows[Stander], ...]

    @property
    def is_unfolded(self) -> bool:
        """Is a House unfolded?"""
        return any(house.fold.is_open for house in self.folded)

    @property
    def sitting(self) -> tuple[Stander, ...]:
        """Players who can be seen to stand."""
        return tuple(each for each in self.roll if not each.by_hand)

    @property
    def risen(self) -> tuple[Stander, ...]:
        """Players whom Control has seen stand."""
        return tuple(each for each in self.roll if each.by_hand)


def uprising_desk(seen: Look) -> UprisingAtDesk:
    """The Uprising for Court Control."""
    found = seen.sight.view(desk_uprising)
    if found is None:  # only this desk has the region
        raise LookupError("uprising")
    sitting = tuple(each for each in found.roll if not each.by_hand)
    folded = by_team(seen, f"rise-{found.number}", reverse("court_desk:desk", args=[seen.event_id]), sitting, _house)
    return with_more(UprisingAtDesk, found, folded=folded)


def _house(each: Stander) -> Team:
    return each.house, each.short


register(
    DeskRegion(
        name=REGION,
        template="court/desk/_uprising.html",
        topics=("court", "clock", "people"),
        view=uprising_desk,
        desks=COURT_DESK,
        include=asks_with(REGION),
    ),
    realm=NAME,
)


class UprisingPresses:
    """Views of the region's buttons, on the page of its desk."""

    def __init__(self, place: PressPlace) -> None:
        self.place = place

    def _door(self, request: HttpRequest, event_id: int) -> DeskPass:
        return desk_or_404(request, event_id, Desk.COURT)

    def _tap(self, request: HttpRequest, event_id: int, form: CommandForm) -> HttpResponse:
        return carry_out_and_answer(request, self._door(request, event_id), form, self.place, "court", "people", "decisions")

    def stand(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Let a player stand up or sit down."""
        return self._tap(request, event_id, forms.UprisingStandForm(request.POST))

    def end(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Close the Uprising."""
        return self._tap(request, event_id, forms.EndForm(request.POST))

    def noted(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Mark an Uprising as settled."""
        return self._tap(request, event_id, forms.NoteForm(request.POST))

    def dissent(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Count extra votes of a House."""
        return self._tap(request, event_id, forms.DissentForm(request.POST))

    def throne(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Pass the throne on, as the new Sovereign says aloud."""
        return self._tap(request, event_id, forms.PassForm(request.POST))

    def punish(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Enter the Sovereign's punishment, with a reason."""
        door, said, form = self._door(request, event_id), None, forms.PunishForm(initial=initial())
        if request.method == "POST":
            given = forms.PunishForm(request.POST)
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, self.place, "court", "people")
            form = form if said.stale else given
        shown = uprising_desk(look(request, door))
        context = {"panel": shown, "form": form, "penalties": penalties()}
        return draw_question(request, door, "court/desk/_punish.html", context, self.place, said)

    def order(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Order a Military Action without a vote: choose it, then fill in its fields."""
        door, said, post = self._door(request, event_id), None, request.POST
        typed = as_typed({name: [str(each) for each in words] for name, words in post.lists()})
        form = forms.OrderForm(initial=initial(), paper=typed)
        if request.method == "POST" and post.get("act") != "draw":
            given = forms.OrderForm(post, paper=typed)
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, self.place, "court", "laws")
            form = form if said.stale else given
        shown = look(request, door).sight.view(order_view, typed, favors_first=bool(post.get("favors_first")))
        return draw_question(request, door, "court/desk/_order.html", {"panel": shown, "form": form}, self.place, said)


def addresses(place: PressPlace) -> list[URLPattern]:
    """The addresses of the region, for the page of its desk."""
    own, both = UprisingPresses(place), require_http_methods(["GET", "POST"])
    return [
        path("uprising/", require_POST(own.stand), name="uprising"),
        path("uprising/end/", require_POST(own.end), name="uprising-end"),
        path("uprising/noted/", require_POST(own.noted), name="uprising-noted"),
        path("uprising/dissent/", require_POST(own.dissent), name="uprising-dissent"),
        path("uprising/throne/", require_POST(own.throne), name="uprising-throne"),
        path("uprising/punish/", both(own.punish), name="punish"),
        path("order/", both(own.order), name="order"),
    ]
