"""Court Control's addresses, under /control/<event>/court/."""

from __future__ import annotations

from rooms.court.screens import duels, emperor, floor_views, schemes, uprising
from rooms.court.screens.desk import DESK

app_name = "court_desk"

urlpatterns = [
    *DESK.addresses(),
    *floor_views.urlpatterns,
    *emperor.urlpatterns,
    *uprising.addresses(DESK.place),
    *duels.addresses(DESK.place),
    *schemes.addresses(DESK.place),
]
