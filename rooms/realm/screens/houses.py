"""Pages of the Houses: status strips, purses, marriages, ceremonies of the month."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.desks.actions import actions_at, waiting_at
from control.desks.command import CommandForm, initial
from control.desks.frame import draw_page, regions
from control.desks.presses import PressAnswer, PressPlace, carry_out, carry_out_and_answer, close_question, draw_question
from control.desks.tabs import DeskTab
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.realm.desks import HOUSE_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.view_hostages import MatView, mats_view
from rooms.realm.game.view_houses import (
    CeremoniesView,
    HouseMembers,
    ceremonies_view,
    hold_ask,
    houses_view,
    member_view,
    seat_named,
)
from rooms.realm.game.view_payment import favors_at_desk, payers_at_desk
from rooms.realm.screens import house_forms as forms
from rooms.realm.screens.desk_pages import Look, look, with_more
from rooms.realm.screens.house_forms import FavorsFirstForm, PayersForm, typed_favors, typed_payers

PAYMENTS = {"payers": typed_payers, "gives": typed_favors}  # input of the forms in `_member.html` with several values
STRIPS = 30  # strips of a House shown at once, by rank


class CeremoniesShown(CeremoniesView, frozen=True, kw_only=True):
    """Ceremonies of this month, with what rooms have for the Ceremony desk to lead now."""

    waits: tuple[DeskTab, ...]


def ceremonies_shown(seen: Look) -> CeremoniesShown:
    waits = waiting_at(seen, Desk.CEREMONY) if seen.sits_at(Desk.CEREMONY) else ()
    return with_more(CeremoniesShown, seen.sight.view(ceremonies_view), waits=waits)


def mats_shown(seen: Look) -> tuple[MatView, ...]:
    """Hostages on every playmat."""
    return seen.sight.view(mats_view)


class HouseCard(HouseMembers, frozen=True, kw_only=True):
    """A House with its members. `whole`: URL that shows all of them."""

    whole: str


def houses_shown(seen: Look) -> tuple[HouseCard, ...]:
    """Every House with its members."""
    unfolded = frozenset(seen.query.getlist("all"))
    return tuple(_house_card(seen, house, unfolded) for house in seen.sight.view(houses_view, unfolded, STRIPS))


def _house_card(seen: Look, house: HouseMembers, unfolded: frozenset[str]) -> HouseCard:
    asked = urlencode({"all": sorted({*unfolded, house.house})}, doseq=True)
    return with_more(HouseCard, house, whole=f"{reverse('realm_desk:houses', args=[seen.event_id])}?{asked}")


register(
    DeskRegion(
        name="houses",
        template="realm/desk/_house_rows.html",
        topics=("people", "strip"),
        view=houses_shown,
        desks=HOUSE_DESKS,
        include="#part-houses",
    ),
    DeskRegion(
        name="mats",
        template="realm/desk/_mats.html",
        topics=("people", "laws"),
        view=mats_shown,
        desks=HOUSE_DESKS,
    ),
    DeskRegion(
        name="ceremonies",
        template="realm/desk/_ceremonies.html",
        topics=("ceremonies", "clock", "people"),
        view=ceremonies_shown,
        desks=HOUSE_DESKS,
    ),
    realm=NAME,
)


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def houses(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show all Houses."""
    return houses_page(request, desk_or_404(request, event_id, *HOUSE_DESKS))


def houses_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Draw all Houses, with the result of a command."""
    seen = look(request, door)
    actions = actions_at(seen, Desk.CEREMONY) if seen.sits_at(Desk.CEREMONY) else ()
    shown = regions(seen, "emperor", "ceremonies", "mats")
    context = {"said": said, "rows": regions(seen, "houses")["houses"], "actions": actions, **shown}
    return draw_page(request, "realm/desk/houses.html", seen, "houses", context)


HERE = PressPlace(address="realm_desk:houses", tab="houses", draw=houses_page)


@require_GET
def member(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Show one member of a House: purse and marriage."""
    return _member(request, desk_or_404(request, event_id, *HOUSE_DESKS), seat)


def _member(
    request: HttpRequest, door: DeskPass, seat: str, said: PressAnswer | None = None, refused: CommandForm | None = None
) -> HttpResponse:
    seen = look(request, door)
    found = seen.sight.view(member_view, seat)
    if found is None:
        raise Http404(say("No such player."))
    person, player = found.person, found.person.strip.seat
    drawn: dict[str, CommandForm] = {
        "power": forms.PowerForm(initial=initial(before=person.power, power=person.power), seat=player),
        "rank": forms.RankForm(initial=initial(before=person.strip.rank, rank=person.strip.rank), player=player),
        "wounds": forms.WoundsForm(initial=initial(before=person.strip.wounds, wounds=person.strip.wounds), player=player),
        "favors": forms.FavorsForm(initial=initial(count=1), seat=player),
        "card": forms.CardForm(initial=initial(), player=player),
        "payers": PayersForm(initial=initial(), seat=player),
        "gives": FavorsFirstForm(initial=initial(), seat=player),
        "spouse": forms.SpouseForm(initial=initial(), player=player),
    }
    opened = ""
    for name, form in drawn.items():
        if refused is not None and said is not None and type(form) is type(refused):
            opened = name
            drawn[name] = form if said.stale else refused
            break
    typed = PAYMENTS[opened](request.POST) if opened in PAYMENTS and drawn[opened] is refused else None
    pays, gives = seen.sight.view(payers_at_desk, seat, typed), seen.sight.view(favors_at_desk, seat, typed)
    context = {"member": found, "forms": drawn, "opened": opened, "pays": pays, "gives": gives}
    return draw_question(request, door, "realm/desk/_member.html", context, HERE, said)


def _change(
    request: HttpRequest, event_id: int, seat: str, kind: type[CommandForm], *desks: str, of: str = "player"
) -> HttpResponse:
    """Carry out a form about one player. `of`: the field of its command that names them."""
    door = desk_or_404(request, event_id, *desks)
    found = look(request, door).sight.public(seat_named, seat)
    if found is None:
        raise Http404(say("No such player."))
    given: dict[str, Any] = {of: found}
    form = kind(request.POST, **given)
    said = carry_out(door, form)
    if said.done:
        return close_question(request, door, said, HERE, "people")
    return _member(request, door, seat, said, form)


@require_POST
def adjust_power(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Set the Power of a purse, with a reason."""
    return _change(request, event_id, seat, forms.PowerForm, *HOUSE_DESKS, of="seat")


@require_POST
def adjust_rank(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Give a player another rank, with a reason."""
    return _change(request, event_id, seat, forms.RankForm, *HOUSE_DESKS)


@require_POST
def adjust_wounds(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Set a player's wounds, with a reason."""
    return _change(request, event_id, seat, forms.WoundsForm, *HOUSE_DESKS)


@require_POST
def move_card(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Move a named Favor, with a reason. No desk sees which cards a player holds."""
    return _change(request, event_id, seat, forms.CardForm, *HOUSE_DESKS)


@require_POST
def give_favors(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Let a player draw or discard Favors, with a reason."""
    return _change(request, event_id, seat, forms.FavorsForm, *HOUSE_DESKS, of="seat")


@require_POST
def name_payers(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Name the payers of a player's House."""
    return _change(request, event_id, seat, PayersForm, *HOUSE_DESKS, of="seat")


@require_POST
def name_favors(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Name the Favors of a player that go first, as the player says."""
    return _change(request, event_id, seat, FavorsFirstForm, *HOUSE_DESKS, of="seat")


@require_POST
def set_spouse(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Enter or end a marriage, with a reason."""
    return _change(request, event_id, seat, forms.SpouseForm, Desk.CEREMONY)


@require_http_methods(["GET", "POST"])
def hold(request: HttpRequest, event_id: int) -> HttpResponse:
    """Record a ceremony."""
    door = desk_or_404(request, event_id, Desk.CEREMONY)
    ask = look(request, door).sight.public(hold_ask)
    fresh = forms.CeremonyForm(initial=initial(month=ask.month), houses=ask.houses)
    form, said = fresh, None
    if request.method == "POST":
        form = forms.CeremonyForm(request.POST, houses=ask.houses)
        said = carry_out(door, form)
        if said.done:
            return close_question(request, door, said, HERE, "ceremonies")
        form = fresh if said.stale else form
    context = {
        "form": form,
        "kinds": tuple(CEREMONY_NAMES.items()),
        "houses": ask.houses,
        "is_open": ask.is_open,
        "month": ask.month,
    }
    return draw_question(request, door, "realm/desk/_hold.html", context, HERE, said)


@require_POST
def attend(request: HttpRequest, event_id: int) -> HttpResponse:
    """Confirm a guest, with one tap."""
    return carry_out_and_answer(
        request, desk_or_404(request, event_id, Desk.CEREMONY), forms.AttendForm(request.POST), HERE, "ceremonies"
    )


@require_POST
def over(request: HttpRequest, event_id: int) -> HttpResponse:
    """End a ceremony, with one tap."""
    return carry_out_and_answer(
        request, desk_or_404(request, event_id, Desk.CEREMONY), forms.OverForm(request.POST), HERE, "ceremonies"
    )


@require_POST
def funeral(request: HttpRequest, event_id: int) -> HttpResponse:
    """Record a funeral, with one tap."""
    return carry_out_and_answer(
        request, desk_or_404(request, event_id, Desk.CEREMONY), forms.FuneralForm(request.POST), HERE, "ceremonies"
    )
