"""Addresses of a study's report, under /lab/STUDY/."""

from __future__ import annotations

from django.urls import path

from control.lab import report_views as views

app_name = "labreport"

STUDY = "<int:study_id>/"

urlpatterns = [
    path(f"{STUDY}report/", views.report, name="report"),
    path(f"{STUDY}text/", views.as_text, name="text"),
    path(f"{STUDY}games/", views.behind, name="games"),
    path(f"{STUDY}game/<int:seed>/", views.game, name="game"),
    path(f"{STUDY}coverage/", views.coverage, name="coverage"),
]
