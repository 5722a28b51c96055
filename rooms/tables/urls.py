"""Addresses of side tables for players, friends and walls."""

from __future__ import annotations

from django.urls import path

from rooms.tables.screens import debrief, history, lobby_views, reference, table_views
from rooms.tables.screens.lobby_views import limit_wrong_codes

app_name = "tables"

urlpatterns = [
    path("tables/", lobby_views.tables, name="lobby"),
    path("tables/join/", lobby_views.join, name="join"),
    path("tables/name/", lobby_views.name, name="name"),
    path("tables/open/", lobby_views.open_one, name="open"),
    path("tables/games/<str:kind>/", reference.printed, name="printed"),
    path("tables/<str:code>/", limit_wrong_codes(table_views.table), name="table"),
    path("tables/<str:code>/fresh/", limit_wrong_codes(table_views.fresh_regions), name="fresh"),
    path("tables/<str:code>/history/", limit_wrong_codes(history.history), name="history"),
    path("tables/<str:code>/rules/", limit_wrong_codes(table_views.rules), name="rules"),
    path("tables/<str:code>/cards/", limit_wrong_codes(reference.at_table), name="cards"),
    path("tables/<str:code>/share/", limit_wrong_codes(table_views.share), name="share"),
    path("tables/<str:code>/ask/", limit_wrong_codes(table_views.ask), name="ask"),
    path("tables/<str:code>/unask/", limit_wrong_codes(table_views.withdraw_request), name="unask"),
    path("tables/<str:code>/answer/", limit_wrong_codes(table_views.answer), name="answer"),
    path("tables/<str:code>/again/", limit_wrong_codes(table_views.open_rematch), name="again"),
    path("tables/<str:code>/read/", limit_wrong_codes(table_views.read), name="read"),
    path("tables/<str:code>/do/", limit_wrong_codes(table_views.do), name="do"),
    path("tables/<str:code>/sit/", limit_wrong_codes(table_views.sit), name="sit"),
    path("tables/<str:code>/stand/", limit_wrong_codes(table_views.stand_up), name="stand"),
    path("tables/<str:code>/bot/", limit_wrong_codes(table_views.bot), name="bot"),
    path("tables/<str:code>/agree/", limit_wrong_codes(table_views.agree), name="agree"),
    path("tables/<str:code>/time/", limit_wrong_codes(table_views.time), name="time"),
    path("tables/<str:code>/begin/", limit_wrong_codes(table_views.begin), name="begin"),
    path("tables/<str:code>/back/", limit_wrong_codes(table_views.undo_own_move), name="back"),
    path("tables/<str:code>/host/", limit_wrong_codes(table_views.host), name="host"),
    path("tables/<str:code>/close/", limit_wrong_codes(table_views.close), name="close"),
    path("debrief/<int:event_id>/tables/", debrief.list_games, name="debrief"),
    path("debrief/<int:event_id>/tables/<str:code>/", debrief.game, name="debrief-game"),
    path("debrief/<int:event_id>/tables/<str:code>/replay/", debrief.replay, name="debrief-replay"),
    path("screen/table/<str:code>/", limit_wrong_codes(table_views.screen), name="screen"),
]
