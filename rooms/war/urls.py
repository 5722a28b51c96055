"""What the War Room shows to players and to the hall, and where a war sheet is handed in."""

from __future__ import annotations

from django.urls import path

from rooms.war.screens import views

app_name = "war"

urlpatterns = [
    path("map/<int:event_id>/", views.whole_map, name="map"),
    path("map/<int:event_id>/ground/", views.ground, name="ground"),
    path("play/sheet/war/", views.hand_in, name="sheet"),
]
