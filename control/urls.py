"""Addresses of the console: join page, phone, hall. Rooms add their own."""

from __future__ import annotations

from importlib.util import find_spec

from django.apps import apps
from django.urls import URLPattern, URLResolver, include, path

from control.hall import projector
from control.hall import walls as screen
from control.people import join_pages
from control.phone import pages, play, presses, round_report, rulebook
from control.sheets import offline as kept
from control.sheets import plain_form as sheet
from control.sheets import seal_views as seals

everybody = [
    path("", join_pages.join, name="join"),
    path("j/other/", join_pages.switch, name="switch"),  # no code has five letters
    path("j/<str:code>/", join_pages.link, name="link"),
    path("leave/", join_pages.leave, name="leave"),
    path("theme/", pages.theme, name="theme"),
    path("play/", play.play, name="play"),
    path("play/fresh/", play.fresh_regions, name="fresh"),
    path("play/room/", presses.choose_room, name="choose-room"),
    path("play/decide/", presses.decide, name="decide"),
    path("play/shown/<int:notice>/", presses.notice_shown, name="notice-shown"),
    path("play/seen/<int:notice>/", presses.notice_seen, name="notice-seen"),
    path("play/understood/", presses.understood, name="understood"),
    path("play/newcomer/", presses.newcomer_read, name="newcomer-read"),
    path("play/call/", presses.call_control, name="call-control"),
    path("play/call/settled/", presses.settle_call, name="settle-call"),
    path("play/round/<int:number>/", round_report.whole_round, name="round"),
    path("play/drafts/", kept.drafts, name="drafts"),
    path("rules/", rulebook.rulebook, name="rulebook"),  # not under /play/, whose answers the phone keeps
    path("rules/<slug:rule>/", rulebook.rule, name="rule"),
    path("sw.js", kept.worker, name="worker"),
    path("seals/<int:event_id>/", seals.page, name="seals"),
    path("seals/<int:event_id>/mine/", seals.own_sheets, name="own-sheets"),
    path("play/sheet/<slug:kind>/", sheet.hand_in, name="sheet"),
    path("screen/", screen.choose, name="screens"),
    path("screen/<int:event_id>/here/", projector.projector, name="projector"),
    path("screen/<int:event_id>/here/asks/", projector.poll_screen, name="projector-asks"),
    path("screen/<int:event_id>/<slug:wall>/", screen.screen, name="screen"),
]

urlpatterns: list[URLPattern | URLResolver] = [path("", include((everybody, "control")))]
urlpatterns.append(path("debrief/", include("control.debrief.urls")))
urlpatterns.append(path("lab/", include("control.lab.urls")))
urlpatterns.append(path("print/", include("control.printing.urls")))
for app in apps.get_app_configs():
    if app.name.startswith("rooms.") and find_spec(f"{app.name}.urls"):
        urlpatterns.append(path("", include(f"{app.name}.urls")))
