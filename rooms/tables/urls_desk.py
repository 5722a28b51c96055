"""Control's addresses for side tables, under /control/<event>/tables/."""

from __future__ import annotations

from django.urls import path

from rooms.tables import desk

app_name = "tables_desk"

urlpatterns = [
    path("", desk.tables, name="tables"),
    path("open/", desk.open_one, name="open"),
    path("permit/", desk.permit, name="permit"),
    path("<str:code>/", desk.show_table, name="table"),
    path("<str:code>/chair/", desk.chair, name="chair"),
    path("<str:code>/asked/", desk.answer_request, name="asked"),
    path("<str:code>/begin/", desk.begin, name="begin"),
    path("<str:code>/run-on/", desk.let_run_on, name="run_on"),
    path("<str:code>/host/", desk.host, name="host"),
    path("<str:code>/close/", desk.close, name="close"),
    path("<str:code>/back/", desk.undo_move, name="back"),
    path("<str:code>/settle/", desk.settle, name="settle"),
]
