"""Addresses of War Control's desk, under /control/<event>/war/."""

from __future__ import annotations

from django.urls import path

from rooms.war.screens import desk_battle, desk_immortals, desk_views

app_name = "war_desk"

urlpatterns = [
    path("", desk_views.desk, name="desk"),
    path("step/", desk_views.end_step, name="step"),
    path("open/", desk_views.open_orders, name="open"),
    path("why/", desk_views.why, name="why"),
    path("region/", desk_views.pick_region, name="pick-region"),
    path("region/<slug:region>/", desk_views.region, name="region"),
    path("region/<slug:region>/battle/", desk_battle.battle, name="battle"),
    path("did/<slug:step>/", desk_battle.did, name="did"),
    path("region/<slug:region>/<slug:what>/", desk_views.adjust, name="adjust"),
    path("immortals/", desk_immortals.immortals, name="immortals"),
    path("orders/<slug:seat>/", desk_views.orders, name="orders"),
    path("orders/<slug:seat>/admit/", desk_views.admit, name="admit"),
]
