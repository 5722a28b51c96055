"""Completed schemes at Underground Control's desk: live region, order, entry by hand, sealed messages."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.desks.command import ChoiceForm, CommandForm, hidden_number, initial, one_error, reason_field
from control.desks.presses import PressPlace, carry_out, carry_out_and_answer, close_question, draw_question
from control.engine.language import say
from control.people import audit
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.scheme_effects.completion import CompleteScheme, OrderSchemes
from rooms.realm.game.scheme_effects.messages import LONGEST, SendSecret
from rooms.realm.papers.game.types import Paper
from rooms.realm.papers.game.view_form import as_typed
from rooms.realm.screens.desk_pages import Look, look
from rooms.underground.game.view_strikes import CompleteAsk, StrikesDesk, complete_ask, strike_open, strikes_desk

# === forms ==============================================================================================================

# Forms about completed schemes: order, entry by hand, sealed message.


class OrderForm(ChoiceForm):
    """New order of a table: "west 2 1 3"."""

    order = forms.RegexField(
        regex=r"^[\w-]{1,60}( \d{1,6}){1,60}\Z",
        error_messages=one_error(gettext_lazy("Tap an arrow.")),
    )

    def command(self) -> OrderSchemes:
        table, *order = self.cleaned_data["order"].split(" ")
        return OrderSchemes(table=table, order=tuple(int(each) for each in order))


class CompleteForm(CommandForm):
    """A completed scheme of a real table. `whose`: its author, or "house:cat" for a drawn one."""

    month = hidden_number(0, 999)
    table = forms.SlugField(max_length=60, error_messages=one_error(gettext_lazy("Choose the table.")))
    whose = forms.RegexField(
        regex=r"^(house:)?[\w-]{1,60}\Z",
        error_messages=one_error(gettext_lazy("Choose whose scheme it is.")),
    )
    earlier = forms.BooleanField(required=False)
    reason = reason_field()

    def command(self) -> CompleteScheme:
        whose = self.cleaned_data["whose"]
        if whose.startswith("house:"):
            return self.build(CompleteScheme, house=whose.removeprefix("house:"))
        return self.build(CompleteScheme, player=whose)


class MessageForm(CommandForm):
    """A sealed message: one of the scenario's texts, or a text of one's own."""

    scheme = hidden_number(1, 10**6)
    text = forms.CharField(max_length=1000, required=False)
    own = forms.CharField(
        max_length=LONGEST,
        required=False,
        error_messages={"max_length": gettext_lazy("A message has at most 300 letters.")},
    )

    def command(self) -> SendSecret:
        return self.build(SendSecret, text=self.cleaned_data["own"] or self.cleaned_data["text"])


# === presses ============================================================================================================

# Pages about completed schemes: live region, order, entry by hand, sealed messages.


REGION = "underground_strikes"


def strikes_shown(seen: Look) -> StrikesDesk:
    """Completed schemes as their desk may see them."""
    found = seen.sight.view(strikes_desk)
    if found is None:  # shown to this desk only
        raise LookupError("strikes")
    return found


register(
    DeskRegion(
        name=REGION,
        template="underground/desk/_strikes.html",
        topics=("schemes", "underground", "clock"),
        view=strikes_shown,
        desks=frozenset({Desk.UNDERGROUND}),
    ),
    realm=NAME,
)


def _log_look(door: DeskPass, about: str, words: str) -> None:
    audit.log_look(audit.AuditKind.CARDS_SEEN, door.event.pk, about=about, name=words)


class StrikePresses:
    """Actions on completed schemes, on the desk's page."""

    def __init__(self, place: PressPlace) -> None:
        self.place = place

    def _door(self, request: HttpRequest, event_id: int) -> DeskPass:
        return desk_or_404(request, event_id, Desk.UNDERGROUND)

    def order(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Change the order of a table by an arrow."""
        return carry_out_and_answer(request, self._door(request, event_id), OrderForm(request.POST), self.place, "schemes")

    def open(self, request: HttpRequest, event_id: int, number: int) -> HttpResponse:
        """One waiting scheme face up. The access log records who looked.

        Raises:
            Http404: no scheme with that number is waiting.
        """
        door = self._door(request, event_id)
        panel = look(request, door).sight.view(strike_open, number)
        if panel is None:
            raise Http404(say("This scheme does not wait any more."))
        _log_look(door, f"completed:{number}", say("completed scheme of {house}", house=panel.short))
        return draw_question(request, door, "underground/desk/_strike_open.html", {"panel": panel}, self.place)

    def send(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Send a sealed message."""
        return carry_out_and_answer(request, self._door(request, event_id), MessageForm(request.POST), self.place, "schemes")

    def complete(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Enter a scheme by hand: owner and kind first, then its fields."""
        door, said, post = self._door(request, event_id), None, request.POST
        asked = post if request.method == "POST" else request.GET
        paper = as_typed({name: [str(each) for each in words] for name, words in post.lists()})
        whose, table = str(asked.get("whose", "")), str(asked.get("table", ""))
        found = self._asked(look(request, door), paper, table, whose)
        if request.method == "GET" and whose:
            _log_look(door, f"written:{whose}", say("a written scheme"))
        form = CompleteForm(initial=initial())
        if request.method == "POST" and post.get("act") != "draw":
            owner = next((each.house.id for each in found.houses if any(one.seat == whose for one in each.people)), "")
            given = CompleteForm(post, paper=paper, house=owner)
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, self.place, "schemes")
            form = form if said.stale else given
        context = {"ask": found, "form": form, "reason": post.get("reason", ""), "earlier": "earlier" in post}
        return draw_question(request, door, "underground/desk/_complete.html", context, self.place, said)

    def _asked(self, seen: Look, paper: Paper, table: str, whose: str) -> CompleteAsk:
        found = seen.sight.view(complete_ask, paper, table=table, whose=whose)
        if found is None:
            raise LookupError("complete")
        return found


def addresses(place: PressPlace) -> list[URLPattern]:
    """Addresses of the region, for the desk whose page contains it."""
    own = StrikePresses(place)
    return [
        path("schemes/order/", require_POST(own.order), name="schemes-order"),
        path("schemes/<int:number>/", require_GET(own.open), name="schemes-open"),
        path("schemes/message/", require_POST(own.send), name="schemes-message"),
        path("schemes/complete/", require_http_methods(["GET", "POST"])(own.complete), name="schemes-complete"),
    ]
