"""URLs of players' commands about spouses and holdings."""

from __future__ import annotations

from django.urls import path

from rooms.realm.screens import phone_presses as phone

app_name = "realm"

urlpatterns = [
    path("play/spouse/", phone.meet_spouse, name="meet-spouse"),
    path("play/divorce/", phone.ask_for_divorce, name="ask-for-divorce"),
    path("play/divorce/yes/", phone.divorce, name="divorce"),
    path("play/divorce/no/", phone.stay_married, name="stay-married"),
    path("play/marry/", phone.ask_to_marry, name="ask-to-marry"),
    path("play/marry/yes/", phone.agree, name="agree"),
    path("play/marry/no/", phone.break_off, name="break"),
    path("play/marry/wed/", phone.wed, name="wed"),
    path("play/priest/", phone.anoint, name="anoint"),
    path("play/hostages/kill/", phone.kill_hostage, name="kill-hostage"),
    path("play/hostages/release/", phone.release_hostage, name="release-hostage"),
    path("play/schemes/choice/", phone.scheme_choice, name="scheme-choice"),
    path("play/pass/", phone.pass_on, name="pass-on"),
    path("play/payment/", phone.name_payers, name="payers"),
    path("play/payment/favors/", phone.name_favors, name="favors-first"),
    path("play/favors/use/", phone.use_favor, name="use-favor"),
    path("play/trade/", phone.trade_in, name="trade-in"),
    path("play/buildings/allow/", phone.allow, name="allow"),
    path("play/buildings/revoke/", phone.revoke, name="revoke"),
]
