"""Addresses of the debrief, under /debrief/EVENT/."""

from __future__ import annotations

from django.urls import path

from control.debrief import views
from control.debrief.pictures import views as pictures

app_name = "debrief"

EVENT = "<int:event_id>/"

urlpatterns = [
    path(EVENT, views.start, name="start"),
    path(f"{EVENT}link/<str:key>/", views.link, name="link"),
    path(f"{EVENT}pictures/", pictures.pictures, name="pictures"),
    path(f"{EVENT}pictures/<slug:name>/", pictures.picture, name="picture"),
]
