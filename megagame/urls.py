"""Addresses that belong to no game: the admin and the staff's door. Everything else is the control room's."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("staff/login/", auth.LoginView.as_view(template_name="control/login.html"), name="login"),
    path("staff/logout/", auth.LogoutView.as_view(), name="logout"),
]
if find_spec("control.urls"):
    urlpatterns.append(path("", include("control.urls")))
