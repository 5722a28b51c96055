"""Addresses of the prints, under /print/."""

from __future__ import annotations

from django.urls import path

from control.printing import badges, menu, sheets, state

app_name = "print"

EVENT = "<int:event_id>/"

urlpatterns = [
    path("", menu.door, name="door"),
    path("mark/<str:text>/", sheets.open_scanned_sheet, name="mark"),
    path(EVENT, menu.menu, name="menu"),
    path(f"{EVENT}badges/", badges.badges, name="badges"),
    path(f"{EVENT}sheets/", sheets.sheets, name="sheets"),
    path(f"{EVENT}filled/<slug:kind>/", sheets.filled_sheets, name="filled"),
    path(f"{EVENT}state/", state.state_now, name="state"),
    path(f"{EVENT}<slug:which>/", menu.own_print, name="own"),
]
