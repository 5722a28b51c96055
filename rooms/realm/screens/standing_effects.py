"""Effects entered and ended, tablets posted and struck, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.desks.command import CommandForm, initial
from control.desks.press import question
from control.engine.language import say
from control.people.access import desk_or_404
from rooms.realm.game.effects.asked import EFFECT_DESKS
from rooms.realm.game.effects.shapes import SHAPES, Shape
from rooms.realm.game.laws import LAW_DESKS, next_number
from rooms.realm.game.state import EffectKind
from rooms.realm.game.view_effect_forms import effect_ask, end_ask
from rooms.realm.game.view_standing import law_found
from rooms.realm.screens import standing_forms as forms
from rooms.realm.screens.seen import look
from rooms.realm.screens.standing import HERE, ask


@dataclass(frozen=True, slots=True, kw_only=True)
class KindChoice:
    """A kind of effect on the list to choose from."""

    kind: EffectKind
    shape: Shape


@require_http_methods(["GET", "POST"])
def new_effect(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter an effect: first its kind, then whom and where it concerns, and for how long."""
    door = desk_or_404(request, event_id, *EFFECT_DESKS)
    asked = request.POST.get("kind", "") or request.GET.get("kind", "")
    if not asked:
        kinds = tuple(KindChoice(kind=kind, shape=shape) for kind, shape in SHAPES.items())
        return question(request, door, "realm/desk/_effect_kinds.html", {"kinds": kinds}, HERE)
    if asked not in {kind.value for kind in EffectKind}:
        raise Http404(say("No such kind of effect."))
    kind = EffectKind(asked)
    begun = look(request, door).sight.view(effect_ask, kind)

    def empty() -> forms.EffectForm:
        first = initial(since=begun.first_month, months=begun.first_length, comes=begun.first_source)
        return forms.EffectForm(initial=first, kind=kind)

    def filled() -> forms.EffectForm:
        return forms.EffectForm(request.POST, kind=kind)

    def context(form: CommandForm) -> Mapping[str, object]:
        now = look(request, door).sight.view(effect_ask, kind) if request.method == "POST" else begun
        chosen = tuple(forms.chosen_in(form, "houses"))
        return {
            "ask": now,
            "slots": [(label, chosen[at] if at < len(chosen) else "") for at, label in enumerate(now.slots)],
            "houses": chosen,
            "regions": tuple(forms.chosen_in(form, "regions")),
        }

    return ask(request, door, "realm/desk/_effect.html", empty, filled, context, "in-force", "laws", "map")


@require_http_methods(["GET", "POST"])
def end_effect(request: HttpRequest, event_id: int, effect: int) -> HttpResponse:
    """End an effect at once, or with this month."""
    door = desk_or_404(request, event_id, *EFFECT_DESKS)
    found = look(request, door).sight.view(end_ask, effect)
    if found is None:
        raise Http404(say("No such effect."))
    return ask(
        request,
        door,
        "realm/desk/_effect_end.html",
        lambda: forms.EndEffectForm(initial=initial(month=found.month), effect=effect),
        lambda: forms.EndEffectForm(request.POST, effect=effect),
        lambda _form: {"row": found.row, "whens": found.whens},
        "in-force",
        "laws",
        "map",
    )


@require_http_methods(["GET", "POST"])
def new_law(request: HttpRequest, event_id: int) -> HttpResponse:
    """Post a tablet."""
    door = desk_or_404(request, event_id, *LAW_DESKS)
    number = look(request, door).sight.public(next_number)
    return ask(
        request,
        door,
        "realm/desk/_law_new.html",
        lambda: forms.LawForm(initial=initial()),
        lambda: forms.LawForm(request.POST),
        lambda _form: {"number": number},
        "laws",
        "in-force",
    )


@require_http_methods(["GET", "POST"])
def strike_law(request: HttpRequest, event_id: int, law: str) -> HttpResponse:
    """Strike a tablet, after a look at what falls with it."""
    door = desk_or_404(request, event_id, *LAW_DESKS)
    found = look(request, door).sight.public(law_found, law)
    if found is None:
        raise Http404(say("No such law."))
    return ask(
        request,
        door,
        "realm/desk/_law_strike.html",
        lambda: forms.StrikeForm(initial=initial(), law=found.id),
        lambda: forms.StrikeForm(request.POST, law=found.id),
        lambda _form: {"row": found},
        "laws",
        "in-force",
        "map",
    )
