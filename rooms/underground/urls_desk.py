"""Addresses of Underground Control's desk, under /control/<event>/underground/."""

from __future__ import annotations

from rooms.underground.screens import desk_views, strikes
from rooms.underground.screens.desk import DESK

app_name = "underground_desk"

urlpatterns = [*DESK.addresses(), *desk_views.urlpatterns, *strikes.addresses(DESK.place)]
