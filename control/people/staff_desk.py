"""The organizer's pages for the control team: members and their desks, invitations, passwords, withdrawals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods
from msgspec import Struct

from control.desks.frame import Look, draw_page, is_fragment, look, region
from control.desks.presses import DONE, REFUSED, PressAnswer, PressPlace, close_question, draw_question, refusal
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.engine.frame import Frame
from control.engine.language import say
from control.engine.refusal import Refused
from control.people import staff
from control.people.access import DeskPass, desk_or_404
from control.people.staff import Member
from control.regions.kinds import DeskRegion, register
from control.watch.addresses import for_phones

# === forms ==============================================================================================================

AGAIN = gettext_lazy("This form is broken; load the page again.")


class DesksForm(forms.Form):
    """Base form with checkboxes for the desks of a game."""

    desks = forms.MultipleChoiceField(
        error_messages={
            "required": gettext_lazy("Choose at least one desk. To let somebody go, withdraw the membership."),
            "invalid_choice": AGAIN,
        },
    )

    def __init__(self, *args: Any, frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["desks"].choices = [(desk.id, desk.id) for desk in frame.desks]  # type: ignore[attr-defined]

    def no_desk(self) -> str:
        """The error to show beside the desks if none is ticked; "" if another field is wrong too."""
        alone = set(self.errors) == {"desks"}
        return self.first_error() if alone and "desks" not in self.data else ""

    def first_error(self) -> str:
        """The first error of the form, as one sentence."""
        return str(next(iter(self.errors.values()))[0])


class InviteForm(DesksForm):
    """Invite somebody to the team, with a new account or, if `known`, with an existing one."""

    name = forms.CharField(
        max_length=60,
        error_messages={
            "required": gettext_lazy("Write the name to sign in with."),
            "max_length": gettext_lazy("A name has 1 to 60 characters and no spaces."),
        },
    )
    known = forms.BooleanField(required=False)
    desks = forms.MultipleChoiceField(
        error_messages={"required": gettext_lazy("Choose at least one desk."), "invalid_choice": AGAIN}
    )

    field_order = ("name", "known", "desks")

    def clean_name(self) -> str:
        """The name in the normal form that login uses: an ö may be typed as one character or as two."""
        return str(User.normalize_username(self.cleaned_data["name"]))


class ChangeForm(DesksForm):
    """Change the desks of a member. `before`: the desks that the sender saw."""

    before = forms.CharField(max_length=120, error_messages={"required": AGAIN, "max_length": AGAIN})


# === desk ===============================================================================================================


class DeskChoice(Struct, frozen=True, kw_only=True):
    """A checkbox for a desk."""

    value: str
    word: str
    chosen: bool


class TeamLine(Struct, frozen=True, kw_only=True):
    """A member in the list. `own`: the viewer; `last`: no other member organizes the event."""

    member: Member
    desks: tuple[str, ...]
    own: bool
    last: bool


class StaffView(Struct, frozen=True, kw_only=True):
    """The control team of the event."""

    lines: tuple[TeamLine, ...]


class Welcome(Struct, frozen=True, kw_only=True):
    """An account with its new password, which is shown only once."""

    name: str
    password: str
    address: str
    renewed: bool


def team_view(seen: Look) -> StaffView:
    """The members and their desks."""
    found = staff.members(seen.event_id)
    return StaffView(lines=tuple(_line(seen.door, member, found) for member in found))


def _line(door: DeskPass, member: Member, everybody: Iterable[Member]) -> TeamLine:
    return TeamLine(
        member=member,
        desks=tuple(desk.word() for desk in door.frame.desks if desk.id in member.desks),
        own=member.name == door.name,
        last=not any(each.organizes and each.id != member.id for each in everybody),
    )


register(DeskRegion(name="team", template="control/desk/_team.html", topics=(staff.TOPIC,), view=team_view, desks=ORGANIZER_ONLY))


def team_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """The page of the control team, with the result of a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/team.html", seen, "team", {"said": said, "team": region(seen, "team")})


HERE = PressPlace(address="desk:team", tab="team", draw=team_page)


@require_GET
def team(request: HttpRequest, event_id: int) -> HttpResponse:
    """The page of the control team."""
    return team_page(request, desk_or_404(request, event_id, ORGANIZER))


@require_http_methods(["GET", "POST"])
def invite(request: HttpRequest, event_id: int) -> HttpResponse:
    """Invite a member with a new account, whose password is shown once, or with an existing account."""
    door = desk_or_404(request, event_id, ORGANIZER)
    form, said = InviteForm(frame=door.frame), None
    if request.method == "POST":
        form = InviteForm(request.POST, frame=door.frame)
        if not form.is_valid():
            said = PressAnswer(kind=REFUSED, sentence=form.first_error())
        else:
            name, desks = form.cleaned_data["name"], form.cleaned_data["desks"]
            try:
                if not form.cleaned_data["known"]:
                    password = staff.invite_new(door.event, door.name, name, desks)
                    return _welcome(request, door, name, password, renewed=False)
                staff.invite_known(door.event, door.name, name, desks)
            except Refused as no:
                said = refusal(no)
            else:
                return _done(request, door, say("{name} is in the team now, with the password of before.", name=name))
    choices = _choices(door.frame, request.POST.getlist("desks"))
    context = {"form": form, "desks": choices, "no_desk": form.no_desk() if said else ""}
    return draw_question(request, door, "control/desk/_team_invite.html", context, HERE, said)


@require_http_methods(["GET", "POST"])
def desks(request: HttpRequest, event_id: int, member: int) -> HttpResponse:
    """Change the desks of a member."""
    door = desk_or_404(request, event_id, ORGANIZER)
    found, said, no_desk = _member_or_404(door, member), None, ""
    if request.method == "POST":
        form = ChangeForm(request.POST, frame=door.frame)
        if not form.is_valid():
            said, no_desk = PressAnswer(kind=REFUSED, sentence=form.first_error()), form.no_desk()
        else:
            try:
                chosen = form.cleaned_data["desks"]
                name = staff.change_desks(door.event, door.name, member, form.cleaned_data["before"], chosen)
            except Refused as no:
                said = refusal(no)
            else:
                words = ", ".join(desk.word() for desk in door.frame.desks if desk.id in chosen)
                return _done(request, door, say("{name} sits here now: {desks}.", name=name, desks=words))
    chosen = request.POST.getlist("desks") if said else list(found.desks)
    choices = _choices(door.frame, chosen)
    context = {"member": found, "before": staff.stored_desks(found.desks), "desks": choices, "no_desk": no_desk}
    return draw_question(request, door, "control/desk/_team_desks.html", context, HERE, said)


@require_http_methods(["GET", "POST"])
def password(request: HttpRequest, event_id: int, member: int) -> HttpResponse:
    """Set a new password for a member and show it once; old sessions are signed out."""
    door = desk_or_404(request, event_id, ORGANIZER)
    found, said = _member_or_404(door, member), None
    if request.method == "POST":
        try:
            return _welcome(request, door, found.name, staff.renew_password(door.event, door.name, member), renewed=True)
        except Refused as no:
            said = refusal(no)
    return draw_question(request, door, "control/desk/_team_password.html", {"member": found}, HERE, said)


@require_http_methods(["GET", "POST"])
def withdraw(request: HttpRequest, event_id: int, member: int) -> HttpResponse:
    """Withdraw a member, or oneself. All open pages and screens of the account in this event are closed."""
    door = desk_or_404(request, event_id, ORGANIZER)
    found, said = _member_or_404(door, member), None
    own = found.name == door.name
    if request.method == "POST":
        try:
            name = staff.remove_member(door.event, door.name, member)
        except Refused as no:
            said = refusal(no)
        else:
            return _left(request) if own else _done(request, door, say("{name} is not in the team any more.", name=name))
    return draw_question(request, door, "control/desk/_team_withdraw.html", {"member": found, "own": own}, HERE, said)


def _member_or_404(door: DeskPass, member: int) -> Member:
    found = next((each for each in staff.members(door.event.pk) if each.id == member), None)
    if found is None:
        raise Http404(say("Nobody of this event’s team."))
    return found


def _choices(frame: Frame, chosen: Iterable[str]) -> tuple[DeskChoice, ...]:
    ticked = frozenset(chosen)
    return tuple(DeskChoice(value=desk.id, word=desk.word(), chosen=desk.id in ticked) for desk in frame.desks)


def _done(request: HttpRequest, door: DeskPass, sentence: str) -> HttpResponse:
    return close_question(request, door, PressAnswer(kind=DONE, sentence=sentence), HERE, staff.TOPIC)


def _left(request: HttpRequest) -> HttpResponse:
    """Go to the account's list of events, because it has lost access to this one."""
    elsewhere = reverse("desk:events")
    if not is_fragment(request):
        return HttpResponseRedirect(elsewhere)
    response = HttpResponse()
    response.headers["HX-Redirect"] = elsewhere
    return response


def _welcome(request: HttpRequest, door: DeskPass, name: str, password: str, *, renewed: bool) -> HttpResponse:
    shown = Welcome(name=name, password=password, address=for_phones(request, reverse("desk:events")), renewed=renewed)
    response = draw_question(request, door, "control/desk/_team_welcome.html", {"welcome": shown}, HERE)
    response.headers["HX-Trigger"] = '{"members": ""}'
    return response
