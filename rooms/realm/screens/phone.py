"""Pieces of the phone for God Emperor: status strip, spouse, throne, purse, House, buildings, laws."""

from __future__ import annotations

from typing import Final

from control.engine.language import say
from control.regions.kinds import TOP, PhoneRegion
from control.registry import PagePanel, PagePiece, PhoneTab, RealmPhone
from rooms.realm.game.view_ceremonies import attendance
from rooms.realm.game.view_deaths import deaths_view
from rooms.realm.game.view_divine_sovereign import crowning_view, end_line
from rooms.realm.game.view_favors import favors_panel
from rooms.realm.game.view_holdings import buildings, effects_panel, purse
from rooms.realm.game.view_hostages import hostages_of_month, hostages_panel
from rooms.realm.game.view_laws import law_board
from rooms.realm.game.view_payment import payment
from rooms.realm.game.view_phone import PHASES, CharacterPanel, character, own_death, own_house, situation_of_dead, strip
from rooms.realm.game.view_schemes import schemes_panel
from rooms.realm.game.view_throne import throne_news, throne_sentence, throne_view
from rooms.realm.game.view_weddings import divorce, marry_panel, spouse, weddings_panel
from rooms.realm.scenario.ids import Room


def draw_character(_event_id: int, shown: CharacterPanel) -> PagePanel:
    """Draw what only the player reads, below the own name."""
    return PagePanel(template="realm/_play_character.html", panel=shown)


LAWS: Final = "laws"
PHONE: Final = RealmPhone(
    regions=(
        PhoneRegion(name="strip", template="realm/_play_strip.html", view=strip),
        PhoneRegion(name="reign", template="realm/_play_reign.html", view=throne_news, tab="now", after="now", told=True),
        PhoneRegion(
            name="crowning", template="realm/_play_crowning.html", topics=("clock",), view=crowning_view, tab="now", after="now"
        ),
        PhoneRegion(
            name="hostage-news",
            template="realm/_play_hostage_news.html",
            topics=("team", "laws", "clock"),
            view=hostages_of_month,
            tab="now",
            after="round",
            told=True,
        ),
        PhoneRegion(
            name="attendance",
            template="realm/_play_attendance.html",
            topics=("ceremonies", "clock", "people"),
            view=attendance,
            tab="now",
            after=TOP,
            told=True,
        ),
        PhoneRegion(name="death", template="realm/_play_death.html", view=own_death, tab="now", after=TOP),
        PhoneRegion(
            name="schemes",
            template="realm/_play_schemes.html",
            topics=("schemes", "clock", "strip"),
            view=schemes_panel,
            tab="now",
            after="now",
        ),
        PhoneRegion(
            name="favors",
            template="realm/_play_favors.html",
            topics=("favors", "strip", "clock", "ceremonies", "people", Room.UNDERGROUND),  # the last: schemes of the own table
            view=favors_panel,
            tab="now",
            after="rooms",
        ),
        PhoneRegion(
            name="spouse", template="realm/_play_spouse.html", topics=("strip", "clock"), view=spouse, tab="now", after="now"
        ),
        PhoneRegion(
            name="divorce",
            template="realm/_play_divorce.html",
            topics=("weddings", "strip", "clock"),
            view=divorce,
            tab="now",
            after="rooms",
        ),
        PhoneRegion(
            name="weddings",
            template="realm/_play_weddings.html",
            topics=("weddings", "clock", "strip", "team", "buildings"),
            view=weddings_panel,
            tab="now",
            after="now",
        ),
        PhoneRegion(name="purse", template="realm/_play_purse.html", view=purse, tab="team", after="me"),
        PhoneRegion(
            name="payment", template="realm/_play_payment.html", topics=("team", "strip"), view=payment, tab="team", after="me"
        ),
        PhoneRegion(
            name="marry",
            template="realm/_play_marry.html",
            topics=("weddings", "strip", "buildings"),
            view=marry_panel,
            tab="team",
            after="team",
        ),
        PhoneRegion(name="team", template="realm/_play_house.html", view=own_house, of_many=True),
        PhoneRegion(
            name="hostages",
            template="realm/_play_hostages.html",
            topics=("team", "laws", "clock"),
            view=hostages_panel,
            tab="team",
            after="team",
        ),
        PhoneRegion(name="buildings", template="realm/_play_buildings.html", topics=("buildings",), view=buildings, tab="team"),
        PhoneRegion(
            name="deaths", template="realm/_play_deaths.html", topics=("clock",), view=deaths_view, tab="news", of_many=True
        ),
        PhoneRegion(name="throne", template="realm/_play_throne.html", view=throne_view, tab=LAWS),
        PhoneRegion(name="standing", template="realm/_play_standing.html", view=effects_panel, tab=LAWS),
        PhoneRegion(
            name="laws", template="realm/_play_laws.html", topics=("laws", "clock"), view=law_board, tab=LAWS, of_many=True
        ),
    ),
    tabs=(PhoneTab(id=LAWS, name=lambda: say("Laws"), icon="i-laws", after="team"),),
    icons="realm/_icons.html",
    character=PagePiece(sees=character, draw=draw_character),
    phases=PHASES,
    over=end_line,
    watching=situation_of_dead,
    stands=throne_sentence,
    scripts=("realm/places.js", "realm/spouse.js"),
    styles=("realm/phone.css",),
)
