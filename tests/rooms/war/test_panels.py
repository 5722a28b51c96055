"""The war sheet on the phone, the results of orders, and the map that everybody sees."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.day.clock.phases import SetClock
from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.viewer import HALL
from control.models import Sheet
from control.regions.sight import Sight
from control.templatetags.kept import drawn
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, RegionId, Room
from rooms.war.game.drawing.ground import ground_of, path_of
from rooms.war.game.drawing.war_map import draw_map
from rooms.war.game.overlay import Arrow, FlagGhost, Ghost, MapOverlay, Recruit
from rooms.war.game.view_map import map_view
from rooms.war.screens import map_panels
from tests.control.phones import HX, hidden, words
from tests.rooms.hall import Hall
from tests.rooms.war.play import month, sheet, with_board
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY = "/play/"
SEVENTEEN = ["pig", "zit", "uhh", "aah", "zen", "aka", "cry", "bat", "all", "civ", "age", "big", "ice", "dea", "new", "non", "mil"]
ONE_MOVE = {"order1_kind": "move", "order1_units": "2", "order1_from": "amn", "order1_to": "zit", "order2_kind": ""}
TOO_MANY = {**ONE_MOVE, "order1_units": "9", "allies": ["wolf", "ram"], "betray": "1"}


@pytest.fixture
def hall() -> Hall:
    return Hall((("cat-1", Room.WAR), ("cat-2", Room.WAR), ("wolf-1", Room.WAR), ("bear-1", Room.COURT)))


def send(hall: Hall, seat: str, fields: dict, **headers):
    known = {"month": "1", "client_key": str(uuid.uuid4()), **fields}
    return hall.phone(seat).post(reverse("control:sheet", args=["war"]), known, headers=headers)


def region(response, name: str) -> str:
    """Return the text of a region of the page."""
    found = re.search(rf'id="region-{name}".*?(?=<div id="region-|</section>\s*<section id=)', words(response), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def options(page: str, name: str) -> list[str]:
    found = re.search(rf'<select[^>]*name="{name}".*?</select>', page, re.DOTALL)
    return re.findall(r'<option value="([^"]*)"', found[0]) if found else []


def step(hall: Hall, *steps: str) -> None:
    for each in steps:
        hall.do(EndStep(room=Room.WAR, month=1, step=StepId(each)))


# --- the form -----------------------------------------------------------------------------------------------------------


def test_the_form_offers_only_what_may_be_ordered(hall):
    page = words(hall.phone("cat-1").get(PLAY))
    near = next(each for each in default().map.regions if each.id == "amn").neighbours

    assert options(page, "order1_from") == ["amn"]
    assert sorted(options(page, "order1_to")) == sorted(["", *near])  # "": no choice yet
    assert sorted(options(page, "order2_region")) == sorted(["", "amn", *near])
    assert "order3_kind" not in page
    assert re.findall(r'name="allies" value="(\w+)"', page) == [house.id for house in default().houses if house.id != "cat"]
    assert 'name="extra"' not in page


def test_the_form_says_whose_and_what_it_is(hall):
    form = re.search(r"<form[^>]*data-sheet[^>]*>", words(hall.phone("cat-1").get(PLAY)))[0]

    assert f'data-event="{hall.event.pk}"' in form
    assert 'data-seat="cat-1"' in form
    assert 'data-kind="war"' in form
    assert 'data-month="1"' in form
    assert 'data-revision="0"' in form


def test_who_chose_another_room_has_no_war_sheet(hall):
    assert 'data-kind="war"' not in words(hall.phone("bear-1").get(PLAY))


def test_a_sheet_is_sent_without_a_script_and_read_back_in_words(hall):
    response = send(hall, "cat-1", {**ONE_MOVE, "allies": ["wolf"]})

    sheet = region(hall.phone("cat-1").get(PLAY), "sheet")

    assert (response.status_code, response.headers["Location"]) == (302, "/play/#now")
    assert "Move 2 from Amn to Zit" in sheet
    assert "Allies: Wolf" in sheet
    assert re.search(r"Received by Control \d\d:\d\d:\d\d rev 1", sheet)


def test_a_sheet_sent_with_htmx_brings_its_receipt(hall):
    seen = hidden(words(hall.phone("cat-1").get(PLAY)), "seen")

    response = send(hall, "cat-1", {**ONE_MOVE, "seen": seen}, **HX)

    assert response.status_code == 200
    assert re.findall(r'id="region-(\w+)"', words(response)) == ["rooms", "sheet", "map", "me"]


def test_the_form_behind_change_holds_what_was_sent(hall):
    send(hall, "cat-1", {**ONE_MOVE, "order1_units": "2", "allies": ["wolf"], "betray": "1"})

    page = words(hall.phone("cat-1").get(PLAY))

    assert re.search(r'name="order1_kind" value="move" checked', page)
    assert re.search(r'name="order1_units"[^>]*value="2"', page)
    assert re.search(r'<option value="zit" selected>', page)
    assert re.search(r'name="allies" value="wolf" checked', page)
    assert re.search(r'name="betray" value="1" checked', page)


def test_the_same_sheet_twice_is_one(hall):
    key = {"client_key": str(uuid.uuid4())}

    send(hall, "cat-1", {**ONE_MOVE, **key})
    send(hall, "cat-1", {**ONE_MOVE, **key})

    assert Sheet.objects.filter(seat="cat-1").count() == 1


def test_the_same_sheet_from_two_forms_is_one(hall):
    for _tap in range(2):  # the second form was drawn with the receipt of the first
        send(hall, "cat-1", {**ONE_MOVE, "client_key": str(uuid.uuid4())})

    assert "rev 1" in region(hall.phone("cat-1").get(PLAY), "sheet")
    assert Sheet.objects.filter(seat="cat-1").count() == 1


def test_a_changed_sheet_is_a_new_revision(hall):
    send(hall, "cat-1", ONE_MOVE)
    send(hall, "cat-1", {"order1_kind": "recruit", "order1_region": "amn"})

    sheet = region(hall.phone("cat-1").get(PLAY), "sheet")

    assert "Recruit in Amn" in sheet
    assert "rev 2" in sheet


@pytest.mark.rule("GE-WAR-10")
def test_a_refused_sheet_says_why_and_loses_nothing(hall):
    response = send(hall, "cat-1", TOO_MANY)

    page = words(response)

    assert response.status_code == 422
    assert "Amn holds 3 of your units and the order moves 9. Lower the number or start elsewhere. GE-WAR-10" in region(
        response, "sheet"
    )
    assert re.search(r'name="order1_units"[^>]*value="9"', page)
    assert re.findall(r'name="allies" value="(\w+)" checked', page) == ["wolf", "ram"]
    assert re.search(r'name="betray" value="1" checked', page)
    assert "data-dirty" in page
    assert not Sheet.objects.exists()


LACKING = {
    "from": ({"order1_kind": "move", "order1_from": "", "order1_to": "zit"}, "Order 1: choose where the units come from."),
    "to": ({"order2_kind": "move", "order2_from": "amn", "order2_to": ""}, "Order 2: choose where the units go."),
    "region": ({"order2_kind": "recruit", "order2_region": ""}, "Order 2: choose where the unit is recruited."),
}


@pytest.mark.rule("GE-WAR-10")
@pytest.mark.parametrize("field", LACKING)
def test_a_sheet_that_lacks_something_names_the_order_and_marks_the_field_and_it_alone(hall, field):
    typed, sentence = LACKING[field]
    number = sentence[len("Order ")]
    units = {"order1_kind": "", "order1_units": "1", "order2_units": "1"}

    response = send(hall, "cat-1", {**units, **typed})
    page = words(response)

    assert response.status_code == 422
    assert sentence in region(response, "sheet")
    marked = re.findall(r'<select[^>]*aria-invalid="true"[^>]*>', page)
    assert len(marked) == 1
    assert f'name="order{number}_{field}"' in marked[0]
    assert "autofocus" in marked[0]
    assert len(re.findall(r"<[^>]*\sautofocus[^>]*>", page)) == 1  # no earlier field takes the focus
    assert not Sheet.objects.exists()


ASKED = "No orders and no allies: you oppose everyone. Send it so?"


def test_an_empty_sheet_is_asked_about_once(hall):
    first = send(hall, "cat-1", {"order1_kind": "", "order1_units": "1", "order2_kind": ""})
    page = words(first)

    assert first.status_code == 422
    assert ASKED in region(first, "sheet")
    assert not Sheet.objects.exists()
    assert ">Send it so<" in page
    assert hidden(page, "confirm") == ["1"]

    send(hall, "cat-1", {"order1_kind": "", "order2_kind": "", "confirm": "1"})

    assert "No order" in region(hall.phone("cat-1").get(PLAY), "sheet")
    assert Sheet.objects.get().seat == "cat-1"


@pytest.mark.parametrize(
    "something", [ONE_MOVE, {"allies": ["wolf"]}, {"betray": "1"}, {"order1_kind": "recruit", "order1_region": "amn"}]
)
def test_a_sheet_with_anything_on_it_is_not_asked_about(hall, something):
    send(hall, "cat-1", something)

    assert Sheet.objects.count() == 1


def test_a_sheet_for_another_month_is_409(hall):
    response = send(hall, "cat-1", {**ONE_MOVE, "month": "2"})

    assert response.status_code == 409
    assert "This sheet is for month 2; it is now month 1." in region(response, "sheet")


@pytest.mark.parametrize("broken", [{"month": "x"}, {"month": ""}, {"order1_kind": "dance", "order1_region": "amn"}])
def test_a_broken_sheet_is_422(hall, broken):
    assert send(hall, "cat-1", {**ONE_MOVE, **broken}).status_code == 422


def test_nobody_hands_in_a_sheet():
    assert Client().post(reverse("control:sheet", args=["war"]), ONE_MOVE).status_code == 404


def test_the_control_team_hands_in_no_sheet_here(hall):
    assert hall.staff(Desk.WAR).post(reverse("control:sheet", args=["war"]), ONE_MOVE).status_code == 404


def test_a_sheet_is_handed_in_by_post_only(hall):
    assert hall.phone("cat-1").get(reverse("control:sheet", args=["war"])).status_code == 405


@pytest.mark.rule("R-17")
def test_a_sheet_is_on_no_page_but_its_authors(hall):
    send(hall, "cat-1", {**ONE_MOVE, "allies": ["wolf"]})

    assert "Move 2 from Amn to Zit" in words(hall.phone("cat-1").get(PLAY))
    assert "Move 2 from Amn" not in words(hall.phone("cat-2").get(PLAY))
    assert "Move 2 from Amn" not in words(hall.phone("wolf-1").get(PLAY))
    assert "Move 2 from Amn" not in words(Client().get(reverse("control:screen", args=[hall.event.pk, "map"])))


# --- after the orders ---------------------------------------------------------------------------------------------------


def test_an_opened_sheet_is_locked(hall):
    send(hall, "cat-1", ONE_MOVE)
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    step(hall, "updates", "orders")

    page = hall.phone("cat-1").get(PLAY)

    assert "Locked. The orders of month 1 have been opened." in region(page, "sheet")
    assert "data-sheet" not in words(page).replace("data-sheet-", "")


@pytest.mark.rule("GE-WAR-22")
def test_last_months_alliances_are_one_tap_away(hall):
    assert "data-last-allies" not in words(hall.phone("cat-1").get(PLAY))
    send(hall, "cat-1", {**ONE_MOVE, "allies": ["wolf", "ram"]})
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    step(hall, "updates", "orders")
    hall.do(SetClock(month=2, phase=Phase.PLANNING, seconds=600))
    for seat in ("cat-1", "cat-2"):
        hall.do(ChooseRoom(seat=SeatId(seat), month=2, room=Room.WAR), Actor(seat=SeatId(seat)))

    page = words(hall.phone("cat-1").get(PLAY))

    assert re.search(r'data-last-allies="([^"]*)">([^<]*)<', page).groups() == ("wolf ram", "As last month: Wolf, Ram")
    assert "data-last-allies" not in words(hall.phone("cat-2").get(PLAY))


@pytest.mark.rule("R-16")
def test_a_late_sheet_says_what_becomes_of_it(hall):
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    step(hall, "updates", "orders")
    send(hall, "cat-1", ONE_MOVE)

    told = region(hall.phone("cat-1").get(PLAY), "sheet")
    assert re.search(r"It came [\d.]+ s after the sheets of this month closed\. Control decides whether it is played\.", told)
    assert "which came in time" not in told


@pytest.mark.rule("R-16")
def test_a_late_sheet_says_that_the_earlier_one_counts(hall):
    send(hall, "cat-1", ONE_MOVE)
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    step(hall, "updates", "orders")
    send(hall, "cat-1", {**ONE_MOVE, "order1_units": "1"})

    told = region(hall.phone("cat-1").get(PLAY), "sheet")
    assert "Revision 1, which came in time, counts." in told


def test_the_author_reads_what_each_order_did(hall):
    send(hall, "cat-1", ONE_MOVE)
    send(hall, "cat-2", {**ONE_MOVE, "order1_to": "uhh"})
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    step(hall, "updates", "orders", "favors", "move")

    higher, lower = (region(hall.phone(seat).get(PLAY), "results") for seat in ("cat-1", "cat-2"))

    assert "Move 2 from Amn to Zit ✓ done" in higher
    assert "Move 2 from Amn to Uhh in part" in lower
    assert "GE-WAR-12" in lower
    assert "Uhh" not in higher


def test_last_months_results_are_folded_away(hall):
    send(hall, "cat-1", ONE_MOVE)
    hall.until(Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION, Phase.RETURN)

    assert "Your orders of month 1" in region(hall.phone("cat-1").get(PLAY), "results")
    assert "orders" not in region(hall.phone("bear-1").get(PLAY), "results")


# --- the map ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["war:map", "war:ground"])
def test_the_map_is_open_to_all(hall, name):
    assert Client().get(reverse(name, args=[hall.event.pk])).status_code == 200
    assert Client().get(reverse(name, args=[999])).status_code == 404


def test_the_ground_is_kept_by_the_browser(hall):
    response = Client().get(reverse("war:ground", args=[hall.event.pk]))

    assert set(response.headers["Cache-Control"].split(", ")) == {"public", "max-age=86400"}
    assert words(response).count("data-region=") == 40


def test_the_map_in_words_names_every_region_and_army(hall):
    page = words(Client().get(reverse("war:map", args=[hall.event.pk])))

    assert re.findall(r'id="where-(\w+)"', page) == [each.id for each in default().map.regions]
    assert page.count("units of") == 9


def test_every_piece_lies_on_the_sheet(hall):
    drawn = draw_map(default(), map_view(hall.state), event_id=1)

    assert all(0 < piece.x < drawn.width and 0 < piece.y < drawn.height for each in drawn.clusters for piece in each.pieces)
    assert sum(piece.kind == "army" for each in drawn.clusters for piece in each.pieces) == 9


def test_pieces_of_a_region_do_not_overlap(hall):
    drawn = draw_map(default(), map_view(hall.state), event_id=1)
    home = next(each for each in drawn.clusters if each.id == "amn")

    assert [(piece.kind, piece.count) for piece in home.pieces] == [("army", "3"), ("immortals", "4")]
    assert home.pieces[0].x + home.pieces[0].wide < home.pieces[1].x
    assert home.court


def test_an_overlay_draws_what_a_step_would_change(hall):
    cat = default().houses[0].id
    amn, zit = RegionId("amn"), RegionId("zit")
    overlay = MapOverlay(
        arrows=(Arrow(house=cat, origin=amn, target=zit, units=2, wasted=0),),
        ghosts=(Ghost(house=cat, region=amn, before=3, after=1), Ghost(house=cat, region=zit, before=0, after=2)),
        battles=(),
        wasted=(),
    )

    drawn = draw_map(default(), map_view(hall.state), event_id=1, overlay=overlay)
    pieces = {each.id: [(piece.count, piece.ghost) for piece in each.pieces if piece.kind == "army"] for each in drawn.clusters}

    assert pieces[amn] == [("3→1", True)]
    assert pieces[zit] == [("0→2", True)]
    assert [(arrow.units, arrow.wasted) for arrow in drawn.arrows] == [("2", False)]


@pytest.mark.parametrize(
    ("outline", "path"),
    [
        pytest.param((), "", id="nothing drawn yet"),
        pytest.param(((0, 0), (10, 0), (10, 10)), "M0 0l10 0 0 10z", id="steps from point to point"),
        pytest.param(((10.4, 0.6), (0.2, 0.4), (0.3, 0.1)), "M10 1l-10-1z", id="rounded, repeats left out"),
    ],
)
def test_an_outline_becomes_a_short_path(outline, path):
    assert path_of(outline) == path


def test_the_ground_is_drawn_once_per_scenario():
    assert ground_of(default()) is ground_of(default())
    assert len(ground_of(default()).regions) == 40


# --- who sees what on the map -------------------------------------------------------------------------------------------


def map_of(hall: Hall, seat: str) -> str:
    """Return the HTML of the map's region on a phone."""
    page = hall.phone(seat).get(PLAY).content.decode()
    return re.search(r'<div id="region-map".*?(?=</section>\s*<section id=)', page, re.DOTALL)[0]


@pytest.mark.rule("GE-WAR-07", "R-17")
def test_a_sealed_sheet_is_drawn_on_its_authors_map_alone(hall):
    others = ("cat-2", "wolf-1", "bear-1")
    before = {seat: drawn_only(map_of(hall, seat)) for seat in others}
    wall = Client().get(reverse("control:screen", args=[hall.event.pk, "map"]))
    send(hall, "cat-1", {**ONE_MOVE, "order2_kind": "recruit", "order2_region": "amn"})

    mine = map_of(hall, "cat-1")

    assert mine.count("map-arrow h-cat planned") == 1
    assert mine.count("map-piece recruit open h-cat") == 1
    assert {seat: drawn_only(map_of(hall, seat)) for seat in others} == before
    assert "map-arrow" not in words(wall)
    assert "map-arrow" not in words(Client().get(reverse("war:map", args=[hall.event.pk])))


def drawn_only(page: str) -> str:
    """Return the region without the version that every region carries."""
    return re.sub(r'name="seen" value="[^"]*"', "", page)


@pytest.mark.rule("GE-WAR-07", "R-17")
def test_opened_orders_stay_off_the_maps_of_others(hall):
    send(hall, "cat-1", ONE_MOVE)
    send(hall, "wolf-1", {**ONE_MOVE, "order1_from": "chi", "order1_to": "lum", "order1_units": "1"})
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    step(hall, "updates", "orders")
    opened = {seat: map_of(hall, seat) for seat in ("cat-1", "cat-2", "wolf-1")}
    step(hall, "favors", "move")

    assert re.findall(r"map-arrow h-(\w+)", opened["cat-1"]) == ["cat"]
    assert re.findall(r"map-arrow h-(\w+)", opened["wolf-1"]) == ["wolf"]
    assert "map-arrow" not in opened["cat-2"]
    assert "map-arrow" not in map_of(hall, "cat-2")
    assert "planned" not in map_of(hall, "cat-1")


def test_a_late_sheet_is_no_plan(hall):
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    step(hall, "updates", "orders")
    send(hall, "cat-1", ONE_MOVE)

    assert "map-arrow" not in map_of(hall, "cat-1")


def test_the_hall_has_room_for_fifteen_battles_and_says_how_many_more():
    fought = {region: {"cat": 2, "wolf": 1} for region in SEVENTEEN}
    war = with_board(month(fought, {"cat-1": sheet(), "wolf-1": sheet()}, units_per_house=60), remnants={}).through("battle")

    board = map_panels.HALL.of(1, Sight(war.state, HALL)).panel

    assert (len(board.battles), board.more, board.many) == (15, 2, True)
    assert [(side.short, side.attack) for side in board.battles[0].sides] == [("CAT", 2), ("WOL", 1)]


def test_a_few_battles_take_more_room_in_the_hall():
    war = month({"zen": {"cat": 2, "wolf": 1}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("battle")

    board = map_panels.HALL.of(1, Sight(war.state, HALL)).panel

    assert (len(board.battles), board.more, board.many) == (1, 0, False)


def test_an_overlay_changes_no_word_about_a_region(hall):
    board = map_view(hall.state)
    castles = [(each.id, each.castle.flags) for each in board.regions if each.castle]
    houses = [each.id for each in default().houses]
    leaving = [FlagGhost(house=flag, region=region, on=False) for region, flags in castles for flag in flags]
    placing = [
        FlagGhost(house=house, region=region, on=True) for region, flags in castles for house in houses if house not in flags
    ]
    recruits = tuple(Recruit(house=houses[0], region=each.id, fate="open") for each in board.regions)
    ghosts = tuple(Ghost(house=houses[1], region=each.id, before=0, after=2) for each in board.regions)
    overlay = MapOverlay(ghosts=ghosts, flags=(*leaving, *placing), recruits=recruits)

    bare, over = draw_map(default(), board, changes=False), draw_map(default(), board, overlay=overlay, changes=False)

    assert leaving
    assert bare.clusters != over.clusters
    assert [described(each) for each in bare.clusters] == [described(each) for each in over.clusters]


def described(cluster):
    return drawn("war/_where.html", {"thing": cluster, "event_id": 1, "look": True})
