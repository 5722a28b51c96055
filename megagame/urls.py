"""Addresses that belong to no game: the admin and the staff's door. Everything else is the control room's."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

from control.people.login import CountedAdmin, Login

admin.site.login_form = CountedAdmin
urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("staff/login/", Login.as_view(), name="login"),
    path("staff/logout/", auth.LogoutView.as_view(), name="logout"),
]
# A room's desk stands under the control team's address; the control room itself knows no other room.
for room in ("war", "court", "underground", "tables"):
    if find_spec(f"rooms.{room}.urls_desk"):
        urlpatterns.append(path(f"control/<int:event_id>/{room}/", include(f"rooms.{room}.urls_desk")))
urlpatterns.append(path("control/", include("control.desks.urls")))
if find_spec("control.urls"):
    urlpatterns.append(path("", include("control.urls")))

# What is said when something is not there, too large or broken.
handler400 = "control.phone.errors.bad_request"
handler403 = "control.phone.errors.forbidden"
handler404 = "control.phone.errors.not_found"
handler500 = "control.phone.errors.server_error"
