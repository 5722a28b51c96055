"""Addresses that belong to no game: admin and staff sign-in. All others belong to the platform and the rooms."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.apps import apps
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

from control.people import device_admission
from control.people.login import CountedAdmin, Login

admin.site.login_form = CountedAdmin
urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("staff/login/", Login.as_view(), name="login"),
    path("staff/admit/", device_admission.ask, name="admit"),
    path("staff/logout/", auth.LogoutView.as_view(), name="logout"),
]
# A room's desk is below the control team's address, in its own folder or `UNDER` another. The platform knows no room.
for app in apps.get_app_configs():
    if app.name.startswith("rooms.") and find_spec(f"{app.name}.urls_desk"):
        desk = import_module(f"{app.name}.urls_desk")
        urlpatterns.append(path(f"control/<int:event_id>/{getattr(desk, 'UNDER', f'{app.label}/')}", include(desk)))
urlpatterns.append(path("control/", include("control.desks.urls")))
if find_spec("control.urls"):
    urlpatterns.append(path("", include("control.urls")))

# Error pages.
handler400 = "control.phone.errors.bad_request"
handler403 = "control.phone.errors.forbidden"
handler404 = "control.phone.errors.not_found"
handler500 = "control.phone.errors.server_error"
