"""Court Control's addresses, under /control/<event>/court/."""

from __future__ import annotations

from rooms.court.screens import duel_desk, emperor, floor_views, schemes, uprising_desk
from rooms.court.screens.desk import DESK

app_name = "court_desk"

urlpatterns = [
    *DESK.addresses(),
    *floor_views.urlpatterns,
    *emperor.urlpatterns,
    *uprising_desk.addresses(DESK.place),
    *duel_desk.addresses(DESK.place),
    *schemes.addresses(DESK.place),
]
