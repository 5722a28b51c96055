"""URL for writing a paper step by step on a phone."""

from __future__ import annotations

from django.urls import path

from rooms.realm.papers import views

app_name = "papers"

urlpatterns = [path("play/paper/<slug:kind>/", views.hand_in, name="paper")]
