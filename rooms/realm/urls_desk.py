"""URLs of God Emperor's own desk pages, beside the platform's, under /control/<event>/."""

from __future__ import annotations

from django.urls import path

from rooms.realm.screens import emperor, favors, hostages, houses, in_force, overview, weddings

app_name = "realm_desk"
UNDER = ""

urlpatterns = [
    path("end/", overview.decide, name="end"),
    path("houses/", houses.houses, name="houses"),
    path("houses/ceremonies/hold/", houses.hold, name="hold"),
    path("houses/ceremonies/wed/", weddings.wed, name="wed"),
    path("houses/ceremonies/attend/", houses.attend, name="attend"),
    path("houses/ceremonies/over/", houses.over, name="ceremony-over"),
    path("houses/ceremonies/funeral/", houses.funeral, name="funeral"),
    path("houses/hostages/<slug:mat>/", hostages.mat, name="hostages"),
    path("houses/throne/", emperor.emperor, name="emperor"),
    path("houses/<slug:seat>/", houses.member, name="member"),
    path("houses/<slug:seat>/power/", houses.adjust_power, name="power"),
    path("houses/<slug:seat>/rank/", houses.adjust_rank, name="rank"),
    path("houses/<slug:seat>/wounds/", houses.adjust_wounds, name="wounds"),
    path("houses/<slug:seat>/card/", houses.move_card, name="card"),
    path("houses/<slug:seat>/payers/", houses.name_payers, name="payers"),
    path("houses/<slug:seat>/favors-first/", houses.name_favors, name="favors-first"),
    path("houses/<slug:seat>/favors/", houses.give_favors, name="favors"),
    path("houses/<slug:seat>/spouse/", houses.set_spouse, name="spouse"),
    path("favors/", favors.favors_now, name="favors-now"),
    path("favors/<slug:seat>/", favors.favor_of, name="favor-of"),
    path("in-force/", in_force.in_force, name="in-force"),
    path("in-force/effects/new/", in_force.new_effect, name="effect-new"),
    path("in-force/effects/<int:effect>/end/", in_force.end_effect, name="effect-end"),
    path("in-force/laws/new/", in_force.new_law, name="law-new"),
    path("in-force/laws/<slug:law>/strike/", in_force.strike_law, name="law-strike"),
    path("in-force/buildings/new/", in_force.new_building, name="building-new"),
    path("in-force/buildings/<int:building>/", in_force.building, name="building"),
]
