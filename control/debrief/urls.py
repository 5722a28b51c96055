"""Addresses of the debrief, under /debrief/EVENT/."""

from __future__ import annotations

from django.urls import path

from control.debrief import views
from control.debrief.export import views as files

app_name = "debrief"

EVENT = "<int:event_id>/"

urlpatterns = [
    path(EVENT, views.start, name="start"),
    path(f"{EVENT}files/", files.files, name="files"),
    path(f"{EVENT}files/report/", files.report, name="report"),
    path(f"{EVENT}files/<slug:what>/", files.written, name="file"),
    path(f"{EVENT}files/nameless/<slug:seat>/", files.nameless, name="nameless"),
    path(f"{EVENT}link/<str:key>/", views.link, name="link"),
]
