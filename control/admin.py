"""The admin of the site: memberships by hand, the only way in which somebody who runs the console enters an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from control.lab.own import own_events
from control.models import Membership
from control.people import staff
from control.people.access import desks_in

NO_DESK = gettext_lazy("Choose at least one desk. To let somebody go, withdraw the membership.")


class MembershipForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which account sits at which desks of which event."""

    event = forms.ModelChoiceField(own_events().only("pk", "name"))
    desks = forms.MultipleChoiceField(
        choices=lambda: [(desk, desk) for desk in staff.every_desk()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": NO_DESK},
    )

    class Meta:
        model = Membership
        fields = ("event", "user", "desks")

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.initial["desks"] = sorted(self.instance.desks.split())

    def clean(self) -> dict[str, Any]:
        """The desks as they are stored; those of another game are none in this event."""
        found = super().clean() or {}
        event = found.get("event") or (self.instance.event if self.instance.pk else None)
        if event is not None and "desks" in found:
            own = desks_in(" ".join(found["desks"]), event.stream.engine)
            if not own:
                raise forms.ValidationError({"desks": NO_DESK})
            found["desks"] = staff.words_of(own)
        return found


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Given and withdrawn through the same functions as everywhere, so that open screens hear of it."""

    form = MembershipForm
    list_display = ("event", "user", "desks", "given_by", "given_at")
    list_select_related = ("event", "user")
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        """Whose membership it is does not change: it is withdrawn, and another one given."""
        return ("event", "user") if obj else ()

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """Give these desks."""
        staff.seat(obj.event, obj.user, desks_in(obj.desks, obj.event.stream.engine), by=request.user.get_username())
        obj.pk = obj.pk or Membership.objects.get(event=obj.event, user=obj.user).pk

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        """Withdraw them."""
        user: User = obj.user
        staff.withdraw(obj.event, user)
