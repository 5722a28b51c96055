"""Addresses of the Underground outside its desk: players' actions, and tables for the hall."""

from __future__ import annotations

from rooms.underground.screens import phone, walls

app_name = "underground"

urlpatterns = [*phone.urlpatterns, *walls.urlpatterns]
