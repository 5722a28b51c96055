"""Addresses of the lab, under /lab/."""

from __future__ import annotations

from django.urls import include, path

from control.lab import views

urlpatterns = [
    path("", views.lab, name="lab"),
    path("start/", views.start, name="lab-start"),
    path("<int:study_id>/progress/", views.progress, name="lab-progress"),
    path("<int:study_id>/stop/", views.stop, name="lab-stop"),
    path("<int:study_id>/go-on/", views.go_on, name="lab-go-on"),
    path("<int:study_id>/throw-away/", views.throw_away, name="lab-throw-away"),
    path("", include("control.lab.report_urls")),
]
