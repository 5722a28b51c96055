"""Pages of War Control's desk: map, steps, corrections with a reason, and explanations."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec import Struct

from control.clock.forms import EndStepForm
from control.day.desk_tasks import unanswered_words
from control.desks.command import CommandForm, initial
from control.desks.folds import asks_with
from control.desks.frame import draw, draw_page, is_fragment, regions
from control.desks.presses import (
    EndWarning,
    PressAnswer,
    PressPlace,
    carry_out,
    close_question,
    draw_closed_question,
    draw_question,
    end,
)
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.models import Sheet
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.realm.screens.desk_pages import Look, look
from rooms.realm.screens.overview import region_at
from rooms.war.game.sheets import document
from rooms.war.game.sheets.form import SheetForm, WriterView, form_typed, writer, written_form
from rooms.war.game.state import BATTLE, MOVE, ORDERS, RECRUIT
from rooms.war.game.view_desk import players_named
from rooms.war.game.view_map import places
from rooms.war.game.view_why import why_panel
from rooms.war.screens import desk_forms as forms
from rooms.war.screens.desk_map import map_panel, region_panel
from rooms.war.screens.desk_queries import foreseer, sent_in_time, shown_desk, shown_presence, shown_steps
from rooms.war.screens.desk_sheets import Missing, orders_panel
from rooms.war.screens.desk_steps import step_panel, step_undone, undo_panel

# === desk ===============================================================================================================

# The desk: map on the left, seven steps on the right, every correction with a reason.


WAR_DESK = frozenset({Desk.WAR})
CARRYING = frozenset({MOVE, BATTLE, RECRUIT})  # steps that carry out orders of sheets

register(
    DeskRegion(
        name="war_map",
        template="war/desk/_map.html",
        topics=("map", "war", "clock"),
        view=map_panel,
        desks=WAR_DESK,
        also="change",
        include="#map-when",
    ),
    DeskRegion(
        name="war_steps",
        template="war/desk/_steps.html",
        topics=("clock", "war", "sheets", "people", "decisions", "favors"),
        view=step_panel,
        desks=WAR_DESK,
        include=asks_with("war_steps"),
    ),
    DeskRegion(
        name="war_orders",
        template="war/desk/_orders.html",
        topics=("sheets", "people", "war", "clock"),
        view=orders_panel,
        desks=WAR_DESK,
        include=asks_with("war_orders"),
    ),
    DeskRegion(name="war_undo", template="war/desk/_undo.html", topics=("journal",), view=undo_panel, desks=WAR_DESK),
    realm=NAME,
)


@require_GET
def desk(request: HttpRequest, event_id: int) -> HttpResponse:
    return desk_page(request, desk_or_404(request, event_id, Desk.WAR))


def desk_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """The desk, with the answer to a submitted form."""
    seen = look(request, door)
    context = {
        "said": said,
        "places": seen.sight.public(places),
        **regions(seen, "war_map", "war_steps", "war_orders", "war_undo", region_at(Desk.WAR)),
    }
    return draw_page(request, "war/desk/desk.html", seen, Room.WAR.value, context)


HERE = PressPlace(address="war_desk:desk", tab=Room.WAR.value, draw=desk_page)


# --- the steps ----------------------------------------------------------------------------------------------------------


@require_POST
def end_step(request: HttpRequest, event_id: int) -> HttpResponse:
    """Apply the step that the sender saw. Ask first if questions before it are unanswered."""
    door = desk_or_404(request, event_id, Desk.WAR)
    form = EndStepForm(request.POST, room=Room.WAR)

    def ending() -> EndWarning:
        seen, command = look(request, door), form.command()
        panel = step_panel(seen)
        if (panel.month, panel.step) != (command.month, command.step) or not panel.is_open or panel.opens:
            return EndWarning()
        return EndWarning(verb=panel.verb, open=seen.sight.view(unanswered_words, panel.name))

    return end(request, door, form, HERE, ending, "war", "map", "clock")


@require_http_methods(["GET", "POST"])
def open_orders(request: HttpRequest, event_id: int) -> HttpResponse:
    """Open the orders, after a confirmation that names missing authors. Opened orders cannot be sealed again."""
    door = desk_or_404(request, event_id, Desk.WAR)
    said = None
    if request.method == "POST":
        said = carry_out(door, EndStepForm(request.POST, room=Room.WAR))
        if said.done:
            return close_question(request, door, said, HERE, "war", "map", "clock")
    seen = look(request, door)
    steps = seen.once(shown_steps)
    if steps.step != ORDERS or not steps.is_open:
        now = steps.row.name if steps.row and steps.is_open else ""
        return draw_closed_question(request, door, HERE, say("The orders cannot be opened now"), now, said)
    panel = orders_panel(seen)
    awaited: tuple[Missing, ...] = tuple(each for each in panel.missing if each.awaited)
    form = EndStepForm(initial=initial(month=panel.month, step=ORDERS), room=Room.WAR)
    return draw_question(request, door, "war/desk/_open.html", {"panel": panel, "awaited": awaited, "form": form}, HERE, said)


# --- one region ---------------------------------------------------------------------------------------------------------


def _region_or_404(seen: Look, region: str) -> RegionId:
    if all(region != place for place, _name in seen.sight.public(places)):
        raise Http404(say("No such region."))
    return RegionId(region)


@require_GET
def pick_region(request: HttpRequest, event_id: int) -> HttpResponse:
    """The region chosen from the list, as an alternative to tapping the map."""
    return _region(request, desk_or_404(request, event_id, Desk.WAR), request.GET.get("region", ""))


@require_GET
def region(request: HttpRequest, event_id: int, region: str) -> HttpResponse:
    """One region: its forces, its history, and what can be set by hand."""
    return _region(request, desk_or_404(request, event_id, Desk.WAR), region)


def _region(
    request: HttpRequest, door: DeskPass, region: str, said: PressAnswer | None = None, refused: CommandForm | None = None
) -> HttpResponse:
    seen = look(request, door)
    at = _region_or_404(seen, region)
    panel = region_panel(seen, at)
    here = panel.here.region
    drawn = {
        "units": forms.UnitsForm(initial=initial(), region=at),
        "flag": forms.FlagForm(initial=initial(), region=at),
        "remnant": forms.RemnantForm(initial=initial(before=here.remnants, units=here.remnants), region=at),
        "rumor": forms.RumorForm(initial=initial(), region=at),
        "immortal": forms.ImmortalForm(initial=initial(), region=at),
    }
    opened = ""
    for name, form in drawn.items():
        if type(form) is type(refused) and refused is not None and said is not None:
            opened = name
            drawn[name] = form if said.stale else refused
            break
    context = {"panel": panel, "forms": drawn, "opened": opened}
    return draw_question(request, door, "war/desk/_region.html", context, HERE, said)


ADJUSTMENTS: dict[str, type[CommandForm]] = {
    "units": forms.UnitsForm,
    "flag": forms.FlagForm,
    "remnant": forms.RemnantForm,
    "rumor": forms.RumorForm,
    "immortal": forms.ImmortalForm,
}


@require_POST
def adjust(request: HttpRequest, event_id: int, region: str, what: str) -> HttpResponse:
    """Correct something in a region, with a reason."""
    door = desk_or_404(request, event_id, Desk.WAR)
    at = _region_or_404(look(request, door), region)
    kind = ADJUSTMENTS.get(what)
    if kind is None:
        raise Http404(say("Nothing of that name is set by hand."))
    form = kind(request.POST, region=at)
    said = carry_out(door, form)
    if said.done:
        return close_question(request, door, said, HERE, "war", "map")
    return _region(request, door, region, said, form)


# --- orders by hand -----------------------------------------------------------------------------------------------------


class CarriedOut(Struct, frozen=True, kw_only=True):
    """A step whose part of the orders is carried out. `seq`: the entry to undo it, 0 if there is none."""

    name: str
    seq: int


class Writing(Struct, frozen=True, kw_only=True):
    """A player's orders in the form: as opened, as they came late, or as just typed."""

    seat: SeatId
    player: str
    house: HouseId
    short: str
    month: int
    form: SheetForm | None
    late: bool
    carried: tuple[CarriedOut, ...]
    regions: tuple[tuple[RegionId, str], ...]  # regions of its Moves, for corrections by hand

    @property
    def done(self) -> str:
        """Names of those steps."""
        return listed([each.name for each in self.carried])


@require_http_methods(["GET", "POST"])
def orders(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Enter or correct a player's orders, with a reason. Contents stay sealed until the orders are opened."""
    door = desk_or_404(request, event_id, Desk.WAR)
    seen = look(request, door)
    player = _writer_or_404(seen, seat)
    form = forms.OrdersForm(initial=initial(month=player.month), player=player.seat)
    written, said = _written(seen, player, request.GET.get("late") == "yes"), None
    if request.method == "POST":
        given = forms.OrdersForm(request.POST, player=player.seat)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, HERE, "war", "map")
        if not said.stale:
            form, written = given, _typed(seen, player, request)
    return draw_question(request, door, "war/desk/_write.html", {"writing": written, "form": form}, HERE, said)


def _writer_or_404(seen: Look, seat: str) -> WriterView:
    player = seen.sight.view(writer, SeatId(seat))
    if player is None:
        raise Http404(say("No such player."))
    if not seen.once(shown_desk).opened:
        raise Http404(say("The orders are sealed."))
    return player


def _written(seen: Look, player: WriterView, late: bool) -> Writing:
    """The orders that count now, or the late ones."""
    opened = seen.once(shown_desk).sheet(player.seat)
    sheet = document.sheet_of(opened) if opened else None
    if late:
        rows = Sheet.objects.filter(event=seen.event_id, kind=document.KIND, month=player.month, seat=player.seat, late=True)
        row = rows.order_by("-revision").first()
        if row is not None:
            sheet = document.parse(row.body.encode())
    return _writing(seen, player, seen.sight.view(written_form, player.seat, sheet), late=late)


def _typed(seen: Look, player: WriterView, request: HttpRequest) -> Writing:
    """The orders as just typed, valid or not."""
    fields = tuple((name, tuple(values)) for name, values in request.POST.lists())
    return _writing(seen, player, seen.sight.view(form_typed, player.seat, fields), late=False)


def _writing(seen: Look, player: WriterView, form: SheetForm | None, *, late: bool) -> Writing:
    desk = seen.once(shown_desk)
    done = [each for each in desk.steps if each.id in CARRYING and each.is_done]
    opened, moved = desk.sheet(player.seat), set()
    if done and opened:
        moved = {place for order in opened.orders for place in (order.origin, order.target) if place is not None}
    return Writing(
        seat=player.seat,
        player=player.player,
        house=player.house,
        short=player.short,
        month=player.month,
        form=form,
        late=late,
        carried=tuple(CarriedOut(name=each.name, seq=step_undone(seen, each.id, player.month)) for each in done),
        regions=tuple((place, name) for place, name in seen.sight.public(places) if place in moved),
    )


@require_http_methods(["GET", "POST"])
def admit(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Admit a sealed sheet whose author has been seated in the War Room since."""
    door = desk_or_404(request, event_id, Desk.WAR)
    seen = look(request, door)
    player = _writer_or_404(seen, seat)
    form: CommandForm = forms.AdmitForm(initial=initial(month=player.month), player=player.seat)
    said = None
    if request.method == "POST":
        given = forms.AdmitForm(request.POST, player=player.seat)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, HERE, "war", "map")
        form = form if said.stale else given
    context = {
        "player": player.player,
        "seat": player.seat,
        "there": player.seat in seen.once(shown_presence).authors,
        "sent": player.seat in seen.once(sent_in_time),
        "people": reverse("desk:room-people", args=[event_id, Room.WAR.value]),
        "form": form,
    }
    return draw_question(request, door, "war/desk/_admit.html", context, HERE, said)


# === why not ============================================================================================================

# Explanations of failures: one line of a sheet, one region, or the whole month. Computed only when opened.


@require_GET
def why(request: HttpRequest, event_id: int) -> HttpResponse:
    """Explanations for the line or region in the address, as lines to unfold. Without one, for the whole month."""
    door = desk_or_404(request, event_id, Desk.WAR)
    seen = look(request, door)
    seat, line, region = (request.GET.get(name, "")[:80] for name in ("seat", "line", "region"))
    if seat and not seen.sight.public(players_named, frozenset({SeatId(seat)})):
        raise Http404(say("No such seat."))
    if region and all(region != place for place, _name in seen.sight.public(places)):
        raise Http404(say("No such region."))
    panel = seen.sight.view(
        why_panel,
        seen.once(foreseer),
        seat=SeatId(seat) if seat else None,
        line=line,
        region=RegionId(region) if region else None,
    )
    if (seat or region) and is_fragment(request):
        return draw(request, "war/desk/_why_lines.html", {"panel": panel, "event_id": event_id})
    return draw_question(request, door, "war/desk/_why.html", {"panel": panel}, HERE)
