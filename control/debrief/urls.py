"""Addresses of the debrief, under /debrief/EVENT/."""

from __future__ import annotations

from django.urls import path

from control.debrief import views

app_name = "debrief"

EVENT = "<int:event_id>/"

urlpatterns = [
    path(EVENT, views.start, name="start"),
    path(f"{EVENT}link/<str:key>/", views.link, name="link"),
]
