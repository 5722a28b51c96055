"""Addresses of the debrief, under /debrief/EVENT/."""

from __future__ import annotations

from django.urls import path

from control.debrief import awards, deception, front_page, own_day_pages, team, time_machine, wall
from control.debrief.export import views as files
from control.debrief.pictures import views as pictures

app_name = "debrief"

EVENT = "<int:event_id>/"

urlpatterns = [
    path(EVENT, front_page.start, name="start"),
    path(f"{EVENT}link/<str:key>/", front_page.link, name="link"),
    path(f"{EVENT}at/", time_machine.moments, name="moments"),
    path(f"{EVENT}at/<int:seq>/", time_machine.moment, name="moment"),
    path(f"{EVENT}fooled/", deception.fooled, name="fooled"),
    path(f"{EVENT}team/", team.team, name="team"),
    path(f"{EVENT}stage/", wall.stage, name="stage"),
    path(f"{EVENT}wall/<str:token>/", wall.wall, name="wall"),
    path(f"{EVENT}pictures/", pictures.pictures, name="pictures"),
    path(f"{EVENT}pictures/<slug:name>/", pictures.picture, name="picture"),
    path(f"{EVENT}files/", files.files, name="files"),
    path(f"{EVENT}files/report/", files.report, name="report"),
    path(f"{EVENT}files/<slug:what>/", files.export_file, name="file"),
    path(f"{EVENT}files/nameless/<slug:seat>/", files.remove_name, name="nameless"),
    path(f"{EVENT}days/", own_day_pages.days, name="days"),
    path(f"{EVENT}days/<str:seat>/", own_day_pages.day, name="day"),
    path(f"{EVENT}days/<str:seat>/file/", own_day_pages.day_file, name="day-file"),
    path(f"{EVENT}of/<str:token>/", own_day_pages.day_of, name="of"),
    path(f"{EVENT}awards/", awards.awards, name="awards"),
]
