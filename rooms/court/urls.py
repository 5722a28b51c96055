"""Addresses of buttons for players of the Court."""

from __future__ import annotations

from django.urls import path

from rooms.court.screens import duel_phone, uprising_phone
from rooms.court.screens import phone_presses as phone

app_name = "court"

urlpatterns = [
    path("play/court/hand/", phone.hand, name="hand"),
    path("play/court/speaker/", phone.speaker, name="speaker"),
    path("play/court/vote/", phone.vote, name="vote"),
    path("play/court/choose/", phone.choose, name="choose"),
    path("play/court/choose/back/", phone.take_back, name="take-back"),
    path("play/court/tie/", phone.tie, name="tie"),
    path("play/court/name/", phone.name_proposal, name="name-proposal"),
    path("play/court/pay/", phone.pay, name="pay"),
    *uprising_phone.urlpatterns,
    *duel_phone.urlpatterns,
]
