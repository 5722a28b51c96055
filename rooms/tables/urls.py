"""Side tables as players, friends and walls find them."""

from __future__ import annotations

from django.urls import path

from rooms.tables.screens import history, reference, views, views_asked, views_table

app_name = "tables"

urlpatterns = [
    path("tables/", views.tables, name="lobby"),
    path("tables/join/", views.join, name="join"),
    path("tables/name/", views.name, name="name"),
    path("tables/open/", views.open_one, name="open"),
    path("tables/games/<str:kind>/", reference.printed, name="printed"),
    path("tables/<str:code>/", views_table.table, name="table"),
    path("tables/<str:code>/fresh/", views_table.fresh_regions, name="fresh"),
    path("tables/<str:code>/history/", history.history, name="history"),
    path("tables/<str:code>/rules/", views_table.rules, name="rules"),
    path("tables/<str:code>/cards/", reference.at_table, name="cards"),
    path("tables/<str:code>/share/", views_table.share, name="share"),
    path("tables/<str:code>/ask/", views_asked.ask, name="ask"),
    path("tables/<str:code>/unask/", views_asked.unask, name="unask"),
    path("tables/<str:code>/answer/", views_asked.answer, name="answer"),
    path("tables/<str:code>/again/", views_asked.again, name="again"),
    path("tables/<str:code>/read/", views_asked.read, name="read"),
    path("tables/<str:code>/do/", views_table.do, name="do"),
    path("tables/<str:code>/sit/", views_table.sit, name="sit"),
    path("tables/<str:code>/stand/", views_table.stand, name="stand"),
    path("tables/<str:code>/bot/", views_table.bot, name="bot"),
    path("tables/<str:code>/agree/", views_table.agree, name="agree"),
    path("tables/<str:code>/begin/", views_table.begin, name="begin"),
    path("tables/<str:code>/back/", views_table.back, name="back"),
    path("tables/<str:code>/close/", views_table.close, name="close"),
    path("screen/table/<str:code>/", views_table.screen, name="screen"),
]
