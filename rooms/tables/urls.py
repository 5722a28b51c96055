"""Addresses of side tables for players, friends and walls."""

from __future__ import annotations

from django.urls import path

from rooms.tables.screens import debrief, history, lobby_views, reference, table_views
from rooms.tables.screens.lobby_views import coded

app_name = "tables"

urlpatterns = [
    path("tables/", lobby_views.tables, name="lobby"),
    path("tables/join/", lobby_views.join, name="join"),
    path("tables/name/", lobby_views.name, name="name"),
    path("tables/open/", lobby_views.open_one, name="open"),
    path("tables/games/<str:kind>/", reference.printed, name="printed"),
    path("tables/<str:code>/", coded(table_views.table), name="table"),
    path("tables/<str:code>/fresh/", coded(table_views.fresh_regions), name="fresh"),
    path("tables/<str:code>/history/", coded(history.history), name="history"),
    path("tables/<str:code>/rules/", coded(table_views.rules), name="rules"),
    path("tables/<str:code>/cards/", coded(reference.at_table), name="cards"),
    path("tables/<str:code>/share/", coded(table_views.share), name="share"),
    path("tables/<str:code>/ask/", coded(table_views.ask), name="ask"),
    path("tables/<str:code>/unask/", coded(table_views.unask), name="unask"),
    path("tables/<str:code>/answer/", coded(table_views.answer), name="answer"),
    path("tables/<str:code>/again/", coded(table_views.again), name="again"),
    path("tables/<str:code>/read/", coded(table_views.read), name="read"),
    path("tables/<str:code>/do/", coded(table_views.do), name="do"),
    path("tables/<str:code>/sit/", coded(table_views.sit), name="sit"),
    path("tables/<str:code>/stand/", coded(table_views.stand), name="stand"),
    path("tables/<str:code>/bot/", coded(table_views.bot), name="bot"),
    path("tables/<str:code>/agree/", coded(table_views.agree), name="agree"),
    path("tables/<str:code>/time/", coded(table_views.time), name="time"),
    path("tables/<str:code>/begin/", coded(table_views.begin), name="begin"),
    path("tables/<str:code>/back/", coded(table_views.back), name="back"),
    path("tables/<str:code>/host/", coded(table_views.host), name="host"),
    path("tables/<str:code>/close/", coded(table_views.close), name="close"),
    path("debrief/<int:event_id>/tables/", debrief.played, name="debrief"),
    path("debrief/<int:event_id>/tables/<str:code>/", debrief.game, name="debrief-game"),
    path("debrief/<int:event_id>/tables/<str:code>/replay/", debrief.replay, name="debrief-replay"),
    path("screen/table/<str:code>/", coded(table_views.screen), name="screen"),
]
