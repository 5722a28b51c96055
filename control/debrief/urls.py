"""Addresses of the debrief, under /debrief/EVENT/."""

from __future__ import annotations

from django.urls import path

from control.debrief import awards, own_views, views

app_name = "debrief"

EVENT = "<int:event_id>/"

urlpatterns = [
    path(EVENT, views.start, name="start"),
    path(f"{EVENT}link/<str:key>/", views.link, name="link"),
    path(f"{EVENT}days/", own_views.days, name="days"),
    path(f"{EVENT}days/<str:seat>/", own_views.day, name="day"),
    path(f"{EVENT}days/<str:seat>/file/", own_views.day_file, name="day-file"),
    path(f"{EVENT}of/<str:token>/", own_views.day_of, name="of"),
    path(f"{EVENT}awards/", awards.awards, name="awards"),
]
