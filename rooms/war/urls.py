"""Addresses of the war map for players and the hall."""

from __future__ import annotations

from django.urls import path

from rooms.war.screens import views

app_name = "war"

urlpatterns = [
    path("map/<int:event_id>/", views.whole_map, name="map"),
    path("map/<int:event_id>/ground/", views.ground, name="ground"),
]
