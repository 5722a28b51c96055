"""Pages of War Control: change a battle with a preview of the effects, and results of an applied step."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods
from msgspec import Struct

from control.desks.command import initial
from control.desks.frame import draw, is_fragment
from control.desks.presses import carry_out, close_question, draw_question
from control.engine.ids import StepId
from control.engine.language import say
from control.people.access import desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import RegionId
from rooms.realm.screens.desk_pages import Look, look
from rooms.war.game.view_battle import BattleOnDesk, ChangeEffects, SideOnDesk, battle_on_desk, change_effects
from rooms.war.game.view_preview import step_done
from rooms.war.screens.desk_forms import BattleForm
from rooms.war.screens.desk_queries import foreseer
from rooms.war.screens.desk_views import HERE

PLUS = ("-3", "-2", "-1", "", "+1", "+2", "+3")


class Row(Struct, frozen=True, kw_only=True):
    """A House in the form, with its current choices."""

    side: SideOnDesk
    plus: str
    loses: str
    choices: tuple[str, ...]


@require_http_methods(["GET", "POST"])
def battle(request: HttpRequest, event_id: int, region: str) -> HttpResponse:
    """Change the battle of a region, with a reason. A preview (`look`) changes nothing."""
    door = desk_or_404(request, event_id, Desk.WAR)
    seen = look(request, door)
    panel = seen.sight.view(battle_on_desk, RegionId(region))
    if panel is None:
        raise Http404(say("There is no battle in this region this month."))
    form, said, effects = BattleForm(initial=initial(winner=panel.winner), region=panel.region), None, None
    if request.method == "POST":
        given = BattleForm(request.POST, region=panel.region)
        if "look" in request.GET or "look" in request.POST:
            form, effects = given, _effects(seen, given)
            if "look" in request.GET and is_fragment(request):
                return draw(request, "war/desk/_battle_effects.html", {"effects": effects, "event_id": event_id})
        else:
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, HERE, "war", "map")
            form = form if said.stale else given
    context = {"panel": panel, "form": form, "rows": _rows(panel, form), "effects": effects}
    return draw_question(request, door, "war/desk/_battle.html", context, HERE, said)


def _effects(seen: Look, form: BattleForm) -> ChangeEffects:
    """Effects of the form as typed. No reason is required yet."""
    form.fields["reason"].required = False
    if not form.is_valid():
        return ChangeEffects(refused=form.first_error())
    return seen.sight.view(change_effects, seen.once(foreseer), form.command())


def _rows(panel: BattleOnDesk, form: BattleForm) -> tuple[Row, ...]:
    """The Houses of the battle, with typed values where there are some."""

    def typed(name: str, kept: str) -> str:
        return str(form.data.get(name, ""))[:10].strip() if form.is_bound else kept

    def row(side: SideOnDesk) -> Row:
        plus = typed(f"plus-{side.house}", side.plus)
        more = () if plus in PLUS else (plus,)
        return Row(side=side, plus=plus, loses=typed(f"loses-{side.house}", side.loses), choices=(*PLUS, *more))

    return tuple(row(side) for side in panel.sides)


@require_GET
def did(request: HttpRequest, event_id: int, step: str) -> HttpResponse:
    """Results of a step of this month, each line with a link to change it."""
    door = desk_or_404(request, event_id, Desk.WAR)
    panel = look(request, door).sight.view(step_done, StepId(step))
    if panel is None:
        raise Http404(say("This step has not been applied this month."))
    return draw_question(request, door, "war/desk/_did.html", {"panel": panel}, HERE)
