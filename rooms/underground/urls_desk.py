"""Underground Control's addresses, under /control/<event>/underground/."""

from __future__ import annotations

from rooms.underground.screens import strikes
from rooms.underground.screens.desk import DESK

app_name = "underground_desk"

urlpatterns = [*DESK.addresses(), *strikes.addresses(DESK.place)]
