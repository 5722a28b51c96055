"""Addresses of the debrief, under /debrief/EVENT/."""

from __future__ import annotations

from django.urls import path

from control.debrief import fooled, moments, start, team, wall
from control.debrief.pictures import views as pictures

app_name = "debrief"

EVENT = "<int:event_id>/"

urlpatterns = [
    path(EVENT, start.start, name="start"),
    path(f"{EVENT}link/<str:key>/", start.link, name="link"),
    path(f"{EVENT}at/", moments.moments, name="moments"),
    path(f"{EVENT}at/<int:seq>/", moments.moment, name="moment"),
    path(f"{EVENT}fooled/", fooled.fooled, name="fooled"),
    path(f"{EVENT}team/", team.team, name="team"),
    path(f"{EVENT}stage/", wall.stage, name="stage"),
    path(f"{EVENT}wall/<str:token>/", wall.wall, name="wall"),
    path(f"{EVENT}pictures/", pictures.pictures, name="pictures"),
    path(f"{EVENT}pictures/<slug:name>/", pictures.picture, name="picture"),
]
