"""Side tables as players, friends and walls find them."""

from __future__ import annotations

from django.urls import path

from rooms.tables.screens import debriefed, history, reference, views, views_asked, views_table
from rooms.tables.screens.coded import coded

app_name = "tables"

urlpatterns = [
    path("tables/", views.tables, name="lobby"),
    path("tables/join/", views.join, name="join"),
    path("tables/name/", views.name, name="name"),
    path("tables/open/", views.open_one, name="open"),
    path("tables/games/<str:kind>/", reference.printed, name="printed"),
    path("tables/<str:code>/", coded(views_table.table), name="table"),
    path("tables/<str:code>/fresh/", coded(views_table.fresh_regions), name="fresh"),
    path("tables/<str:code>/history/", coded(history.history), name="history"),
    path("tables/<str:code>/rules/", coded(views_table.rules), name="rules"),
    path("tables/<str:code>/cards/", coded(reference.at_table), name="cards"),
    path("tables/<str:code>/share/", coded(views_table.share), name="share"),
    path("tables/<str:code>/ask/", coded(views_asked.ask), name="ask"),
    path("tables/<str:code>/unask/", coded(views_asked.unask), name="unask"),
    path("tables/<str:code>/answer/", coded(views_asked.answer), name="answer"),
    path("tables/<str:code>/again/", coded(views_asked.again), name="again"),
    path("tables/<str:code>/read/", coded(views_asked.read), name="read"),
    path("tables/<str:code>/do/", coded(views_table.do), name="do"),
    path("tables/<str:code>/sit/", coded(views_table.sit), name="sit"),
    path("tables/<str:code>/stand/", coded(views_table.stand), name="stand"),
    path("tables/<str:code>/bot/", coded(views_table.bot), name="bot"),
    path("tables/<str:code>/agree/", coded(views_table.agree), name="agree"),
    path("tables/<str:code>/time/", coded(views_table.time), name="time"),
    path("tables/<str:code>/begin/", coded(views_table.begin), name="begin"),
    path("tables/<str:code>/back/", coded(views_table.back), name="back"),
    path("tables/<str:code>/host/", coded(views_table.host), name="host"),
    path("tables/<str:code>/close/", coded(views_table.close), name="close"),
    path("debrief/<int:event_id>/tables/", debriefed.played, name="debrief"),
    path("debrief/<int:event_id>/tables/<str:code>/", debriefed.game, name="debrief-game"),
    path("debrief/<int:event_id>/tables/<str:code>/replay/", debriefed.replay, name="debrief-replay"),
    path("screen/table/<str:code>/", coded(views_table.screen), name="screen"),
]
