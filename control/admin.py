"""Admin site: memberships by hand. They are the only way for the console's administrator to enter an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from control.models import Event, Membership
from control.people import staff
from control.people.access import desks_in

NO_DESK = gettext_lazy("Choose at least one desk. To let somebody go, withdraw the membership.")


class MembershipForm(forms.ModelForm):  # type: ignore[type-arg]
    """An account, an event and its desks there."""

    event = forms.ModelChoiceField(Event.real.only("pk", "name"))
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
        """Desks in their stored form, without desks of other games."""
        found = super().clean() or {}
        event = found.get("event") or (self.instance.event if self.instance.pk else None)
        if event is not None and "desks" in found:
            own = desks_in(" ".join(found["desks"]), event.stream.engine)
            if not own:
                raise forms.ValidationError({"desks": NO_DESK})
            found["desks"] = staff.stored_desks(own)
        return found


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Give and withdraw memberships through the usual functions, so that open screens are notified."""

    form = MembershipForm
    list_display = ("event", "user", "desks", "given_by", "given_at")
    list_select_related = ("event", "user")
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        """Event and account of a membership never change. To change them, withdraw it and give another one."""
        return ("event", "user") if obj else ()

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """Give these desks."""
        staff.seat_account(obj.event, obj.user, desks_in(obj.desks, obj.event.stream.engine), by=request.user.get_username())
        obj.pk = obj.pk or Membership.objects.get(event=obj.event, user=obj.user).pk

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        """Withdraw the membership."""
        user: User = obj.user
        staff.withdraw_membership(obj.event, user)
