"""What goes to the printer, under /print/."""

from __future__ import annotations

from django.urls import path

from control.printing import views as printing

app_name = "print"

EVENT = "<int:event_id>/"

urlpatterns = [
    path("", printing.door, name="door"),
    path("mark/<str:text>/", printing.marked, name="mark"),
    path(EVENT, printing.menu, name="menu"),
    path(f"{EVENT}badges/", printing.badges, name="badges"),
    path(f"{EVENT}sheets/", printing.sheets, name="sheets"),
    path(f"{EVENT}filled/<slug:kind>/", printing.filled, name="filled"),
    path(f"{EVENT}strips/", printing.strips, name="strips"),
    path(f"{EVENT}laws/", printing.laws, name="laws"),
    path(f"{EVENT}state/", printing.state_now, name="state"),
]
