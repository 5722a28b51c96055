"""The Uprising, its punishments and the Sovereign's order on the phone: regions and buttons."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.engine.records import replace
from control.people.access import seat_or_404
from control.phone.play import answer, draw, regions_of
from control.phone.presses import press, press_view
from control.phone.sight import look
from control.regions.kinds import TOP, PhoneRegion
from control.regions.sight import Sight
from rooms.court.game.roll import TOPIC
from rooms.court.game.sovereign_orders import OrderView, order_view
from rooms.court.game.uprising.punishment import own_punishments
from rooms.court.game.uprising.view import phone_punishing, phone_uprising
from rooms.court.screens.uprising_forms import OrderForm, PassForm, PunishedForm, PunishForm, UprisingStandForm
from rooms.realm.papers.game.view_form import as_typed

UPRISING, PUNISHING, PUNISHED, ORDER = "uprising", "punishing", "punished", "order"  # names of the regions
TOPICS = (TOPIC, "clock")
ORDERED = (*TOPICS, "laws")

REGIONS: Final = (
    PhoneRegion(name=UPRISING, template="court/_play_uprising.html", topics=TOPICS, view=phone_uprising, tab="now", after="rooms"),
    PhoneRegion(
        name=PUNISHING, template="court/_play_punishing.html", topics=TOPICS, view=phone_punishing, tab="now", after=UPRISING
    ),
    PhoneRegion(name=PUNISHED, template="court/_play_punished.html", topics=(TOPIC,), view=own_punishments, tab="now", after=TOP),
    PhoneRegion(name=ORDER, template="court/_play_order.html", topics=ORDERED, view=order_view, tab="now", after=PUNISHING),
)


stand = press_view(UprisingStandForm, UPRISING)  # declare an Uprising, join it, or sit down again
pass_on = press_view(PassForm, UPRISING)  # pass the throne on within the House
punish = press_view(PunishForm, PUNISHING)  # punish without Control
read = press_view(PunishedForm, PUNISHED)  # mark own notices as read


@never_cache
@require_POST
def order(request: HttpRequest) -> HttpResponse:
    """Show the fields of an action, or order it."""
    door, post = seat_or_404(request), request.POST
    typed = as_typed({name: [str(each) for each in words] for name, words in post.lists()})
    favors_first = bool(post.get("favors_first"))

    def again(sight: Sight[Any]) -> OrderView | None:
        return sight.view(order_view, typed, unfolded=True, favors_first=favors_first)

    if post.get("act") != "draw":
        return press(request, door, OrderForm(post, seat=door.seat, paper=typed), ORDER, again)
    seen = look(door)
    # Keep the version of the empty form, so that news of the Court does not replace fields that somebody fills in.
    replaced = {ORDER: replace(regions_of(seen)[ORDER], panel=again(seen.sight), digest="")}
    if request.htmx:  # type: ignore[attr-defined]
        return answer(request, door, ORDER, replaced)
    return draw(request, door, replaced)


urlpatterns = [
    path("play/court/uprising/", stand, name="stand"),
    path("play/court/uprising/throne/", pass_on, name="pass-on"),
    path("play/court/uprising/punish/", punish, name="punish"),
    path("play/court/punished/", read, name="punished"),
    path("play/court/order/", order, name="order"),
]
