"""Addresses that belong to no game: the admin and the staff's door. Everything else is the control room's."""

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
# A room's desk stands under the control team's address, in a folder of its own or `UNDER` another; the control room knows none.
for app in apps.get_app_configs():
    if app.name.startswith("rooms.") and find_spec(f"{app.name}.urls_desk"):
        desk = import_module(f"{app.name}.urls_desk")
        urlpatterns.append(path(f"control/<int:event_id>/{getattr(desk, 'UNDER', f'{app.label}/')}", include(desk)))
urlpatterns.append(path("control/", include("control.desks.urls")))
if find_spec("control.urls"):
    urlpatterns.append(path("", include("control.urls")))

# What is said when something is not there, too large or broken.
handler400 = "control.phone.errors.bad_request"
handler403 = "control.phone.errors.forbidden"
handler404 = "control.phone.errors.not_found"
handler500 = "control.phone.errors.server_error"
