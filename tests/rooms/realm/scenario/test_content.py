"""Contents of this project's scenarios: constraints of the content list, also suggested ones, and the numbers of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from rooms.realm.scenario.checks import borders, contrast, distances
from rooms.realm.scenario.favor_effects import EFFECTS, known_effect, timings
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.scenarios import FIXTURES, default, german, small

WEST = {"aka", "fog", "uhh", "pig", "mok", "dom", "zen", "aah", "amn", "zit", "inn", "cry", "ode"}
NORTH = {"eel", "vor", "old", "age", "dea", "kri", "civ", "bat", "big", "all", "hag", "orr"}
EAST = {"bog", "fat", "sus", "vol", "pet", "lum", "die", "non", "ice", "new", "mil", "elf", "chi", "end"}
HOUSES = ["cat", "swords", "snake", "wolf", "eagle", "bear", "ram", "unicorn", "octopus"]
HOMES = {
    "cat": "amn",
    "swords": "fog",
    "snake": "ode",
    "wolf": "chi",
    "eagle": "end",
    "bear": "sus",
    "ram": "hag",
    "unicorn": "orr",
    "octopus": "eel",
}

both = pytest.mark.parametrize("scenario", [pytest.param(default(), id="default"), pytest.param(small(), id="small")])


def neighbours(scenario: Scenario):
    return {region.id: region.neighbours for region in scenario.map.regions}


def steps(scenario: Scenario, room: Room):
    return {step.id: step.minutes for step in scenario.timetable.steps[room]}


def players_texts(scenario: Scenario):
    """Every text that a player can read, except the endings."""
    for house in scenario.houses:
        yield from (house.name, house.motto, *house.true_secrets, *house.false_secrets)
        yield from (text for person in (*house.characters, *house.reserves) for text in (person.name, person.line))
    yield from (text for each in (*scenario.schemes, *scenario.proposals) for text in (each.name, each.text))
    yield from (text for law in scenario.laws for text in (law.title, law.text))
    yield from (text for favor in scenario.favors for text in (favor.name, favor.ability))
    yield from (text for faction in scenario.factions for text in (faction.name, faction.building_text))
    yield from (rumor.text for rumor in scenario.rumors)
    yield from (*scenario.texts.phases.values(), *scenario.texts.rooms.values())
    yield from (*scenario.texts.rumor_spares, *scenario.texts.god_emperor_page)
    yield from (text for each in scenario.texts.news for text in each.texts)
    yield from (sample.text for sample in scenario.texts.god_emperor_samples)
    yield from (*scenario.texts.god_emperor_decrees, *scenario.texts.god_emperor_punishments, *scenario.texts.god_emperor_immortals)
    yield from (castle.name for castle in scenario.neutral_castles)
    yield from (scenario.title, scenario.summary)


# Houses, provinces and the map


@pytest.mark.rule("GE-EVT-01", "R-01")
def test_nine_houses_take_part_in_the_order_of_the_rulebook():
    assert [house.id for house in default().houses] == HOUSES


@pytest.mark.rule("R-02")
def test_the_demo_casting_has_five_players_in_each_house():
    assert Counter(seat.house for seat in default().casting) == dict.fromkeys(HOUSES, 5)
    assert len({seat.name for seat in default().casting}) == 45


@pytest.mark.rule("GE-CRT-01", "GE-CRT-02", "GE-CRT-03", "R-71", "R-72", "R-73", "R-74")
def test_forty_regions_lie_in_their_provinces_and_god_in_none():
    provinces = {
        province.id: {r.id for r in default().map.regions if r.province == province.id} for province in default().provinces
    }

    assert provinces == {"west": WEST, "north": NORTH, "east": EAST}
    assert [region.id for region in default().map.regions if region.province is None] == ["god"]
    assert len(default().map.regions) == 40


@pytest.mark.rule("R-72")
def test_zen_and_inn_are_neighbours():
    assert "inn" in neighbours(default())["zen"]


@both
def test_names_are_the_ids_with_a_capital(scenario):
    assert [region.name for region in scenario.map.regions] == [region.id.capitalize() for region in scenario.map.regions]


@both
@pytest.mark.rule("R-64")
def test_three_regions_of_each_province_and_god_lie_against_the_mountain(scenario):
    province_of = {region.id: region.province for region in scenario.map.regions}

    against = Counter(province_of[region] for region in scenario.map.mountain.neighbours)

    assert all(against[province.id] >= 3 for province in scenario.provinces)
    assert "god" in scenario.map.mountain.neighbours


@both
def test_god_has_a_neighbour_in_every_province(scenario):
    region_of = {region.id: region for region in scenario.map.regions}

    assert all(borders(province.id, region_of["god"], region_of) for province in scenario.provinces)


@pytest.mark.rule("GE-WAR-01", "R-40")
def test_each_house_starts_with_3_units_and_its_own_castle():
    assert {house.id: (house.home, house.units) for house in default().houses} == {id_: (home, 3) for id_, home in HOMES.items()}


@pytest.mark.rule("R-09")
def test_no_house_starts_with_power_or_favors():
    assert {(house.starting_power, house.starting_favors) for house in default().houses} == {(0, 0)}


@both
def test_homes_are_about_equally_far_from_god_and_near_a_neutral_castle(scenario):
    far = distances("god", neighbours(scenario))
    to_god = [far[house.home] for house in scenario.houses]
    castles = {castle.region for castle in scenario.neutral_castles}
    nearest = [min(distances(house.home, neighbours(scenario))[castle] for castle in castles) for house in scenario.houses]

    assert max(to_god) - min(to_god) <= 1
    assert max(nearest) <= 2


@pytest.mark.rule("GE-WAR-02", "R-114")
def test_two_neutral_castles_stand_on_each_border_and_one_in_god():
    opened = Counter(tuple(sorted(castle.opens)) for castle in default().neutral_castles)

    assert opened == {("north", "west"): 2, ("east", "north"): 2, ("east", "west"): 2, ("east", "north", "west"): 1}


@pytest.mark.rule("GE-WAR-03")
def test_six_rumors_lie_two_in_a_province_at_no_castle_between_two_homes():
    scenario = default()
    homes = [house.home for house in scenario.houses]
    castles = {castle.region for castle in scenario.neutral_castles} | set(homes)
    province_of = {region.id: region.province for region in scenario.map.regions}
    nearest = [sorted(distances(rumor.region, neighbours(scenario))[home] for home in homes)[:2] for rumor in scenario.rumors]

    assert Counter(province_of[rumor.region] for rumor in scenario.rumors) == {"west": 2, "north": 2, "east": 2}
    assert not castles & {rumor.region for rumor in scenario.rumors}
    assert all(first == second for first, second in nearest)
    assert len(scenario.texts.rumor_spares) == 24


# Decks


@pytest.mark.rule("GE-FAV-02", "GE-FAV-03", "GE-FAV-04", "GE-FAV-05", "GE-FAV-08")
def test_the_favor_deck_has_240_cards_of_60_kinds_in_five_equal_factions():
    favors = default().favors

    assert Counter(favor.faction for favor in favors) == {
        "our-lady": 12,
        "rat-king": 12,
        "spice-lords": 12,
        "cult": 12,
        "outcasts": 12,
    }
    assert sum(favor.copies for favor in favors) == 240
    assert len({favor.name for favor in favors}) == 60
    assert all(favor.timing in timings(default().timetable.steps) and known_effect(favor.effect) for favor in favors)


@pytest.mark.rule("R-133")
def test_no_favor_lets_a_second_one_be_used():
    assert not [favor.id for favor in default().favors if "Favor this month" in favor.ability or "second Favor" in favor.ability]


def test_every_effect_that_the_console_knows_is_on_some_card():
    assert {favor.effect for favor in default().favors if ":" not in favor.effect} == set(EFFECTS)


@pytest.mark.rule("GE-FAV-10", "GE-FAV-12", "GE-FAV-13", "GE-FAV-14", "GE-FAV-15", "R-62")
def test_each_faction_sells_its_building():
    assert {faction.id: faction.kind for faction in default().factions} == {
        "our-lady": "spy-tower",
        "rat-king": "tunnels",
        "spice-lords": "trade-route",
        "cult": "chapel",
        "outcasts": "arena",
    }


def test_one_scheme_card_in_three_is_a_trap():
    copies = {card.scheme: card.copies for card in default().scheme_deck}

    assert sum(copies.values()) == 60
    assert copies["ambush"] == copies["exactly-as-planned"] == 10
    assert set(copies) == {scheme.id for scheme in default().schemes}


@pytest.mark.rule("GE-UND-46")
def test_a_minion_deck_holds_six_of_each_of_the_six_kinds():
    assert {(card.symbol, card.color): card.copies for card in default().minions} == {
        (symbol, color): 6 for symbol in ("rock", "paper", "scissors") for color in ("red", "blue")
    }


@pytest.mark.rule("GE-FAV-11", "R-137")
def test_a_master_beats_its_own_symbol_in_both_colors():
    assert len(default().masters) == 6
    assert all(set(m.also_beats) == {f"{m.symbol} red", f"{m.symbol} blue"} for m in default().masters)


# Law and scheme lists

SCHEMES = [
    pytest.param("assassinate", 3, marks=pytest.mark.rule("GE-UND-03")),
    pytest.param("spread-rumors", 3, marks=pytest.mark.rule("GE-UND-04")),
    pytest.param("slander", 3, marks=pytest.mark.rule("GE-UND-05")),
    pytest.param("espionage", 2, marks=pytest.mark.rule("GE-UND-06")),
    pytest.param("counterespionage", 2, marks=pytest.mark.rule("GE-UND-07")),
    pytest.param("capture-hostage", 3, marks=pytest.mark.rule("GE-UND-08", "R-107")),
    pytest.param("rescue", 3, marks=pytest.mark.rule("GE-UND-09")),
    pytest.param("mass-poisoning", (2, "unit"), marks=pytest.mark.rule("GE-UND-10", "R-111")),
    pytest.param("forged-order", 5, marks=pytest.mark.rule("GE-UND-11")),
    pytest.param("secret-roads", (2, "unit"), marks=pytest.mark.rule("GE-UND-12")),
    pytest.param("black-powder-weapons", 3, marks=pytest.mark.rule("GE-UND-13")),
    pytest.param("delay", 4, marks=pytest.mark.rule("GE-UND-14")),
    pytest.param("capture-building", 8, marks=pytest.mark.rule("GE-UND-16", "R-107")),
    pytest.param("corrupt", 7, marks=pytest.mark.rule("GE-UND-17")),
    pytest.param("sabotage", 12, marks=pytest.mark.rule("GE-UND-18")),
    pytest.param("bribes", (2, "vote"), marks=pytest.mark.rule("GE-UND-19")),
    pytest.param("destroy-proposal", 4, marks=pytest.mark.rule("GE-UND-20")),
    pytest.param("leverage", 2, marks=pytest.mark.rule("GE-UND-21")),
    pytest.param("drag-the-gods-down", 5, marks=pytest.mark.rule("GE-UND-22")),
    pytest.param("sow-dissent", (2, "vote"), marks=pytest.mark.rule("GE-UND-23")),
    pytest.param("exactly-as-planned", None, marks=pytest.mark.rule("GE-UND-24", "R-109")),
    pytest.param("ambush", None, marks=pytest.mark.rule("GE-UND-25", "R-109")),
]


@pytest.mark.parametrize(("id_", "price"), SCHEMES)
def test_a_scheme_has_the_price_of_the_rulebook(id_, price):
    (scheme,) = (each for each in default().schemes if each.id == id_)

    assert (scheme.cost if scheme.cost_per is None else (scheme.cost, scheme.cost_per)) == price
    assert scheme.trap == (price is None)


def test_there_are_22_schemes():
    assert len(default().schemes) == 22


PROPOSALS = [
    pytest.param("remove", 3, "once", marks=pytest.mark.rule("GE-CRT-37")),
    pytest.param("fines", (1, "item"), "once", marks=pytest.mark.rule("GE-CRT-38")),
    pytest.param("tariffs", (2, "item"), "once", marks=pytest.mark.rule("GE-CRT-39")),
    pytest.param("tax", 6, "until removed", marks=pytest.mark.rule("GE-CRT-40")),
    pytest.param("take-food", 6, "until removed", marks=pytest.mark.rule("GE-CRT-41")),
    pytest.param("border-watch", 6, "until removed", marks=pytest.mark.rule("GE-CRT-42")),
    pytest.param("gaes", 6, "until removed", marks=pytest.mark.rule("GE-CRT-43")),
    pytest.param("forbid", 6, "until removed", marks=pytest.mark.rule("GE-CRT-44")),
    pytest.param("trade-embargo", 6, "until removed", marks=pytest.mark.rule("GE-CRT-45")),
    pytest.param("immortal", 6, "next month", marks=pytest.mark.rule("GE-CRT-46")),
    pytest.param("build", 5, "once", marks=pytest.mark.rule("GE-CRT-47")),
    pytest.param("financial-aid", (2, "item"), "once", marks=pytest.mark.rule("GE-CRT-48")),
    pytest.param("recruitment", 6, "next month", marks=pytest.mark.rule("GE-CRT-49")),
    pytest.param("famine-aid", 6, "once", marks=pytest.mark.rule("GE-CRT-50")),
    pytest.param("crackdown", 6, "until removed", marks=pytest.mark.rule("GE-CRT-51")),
    pytest.param("hostages", (3, "hostage"), "once", marks=pytest.mark.rule("GE-CRT-52")),
    pytest.param("military-ban", (3, "month"), "months paid for", marks=pytest.mark.rule("GE-CRT-53")),
    pytest.param("forced-alliance", (4, "month"), "months paid for", marks=pytest.mark.rule("GE-CRT-54")),
    pytest.param("execution", 6, "once", marks=pytest.mark.rule("GE-CRT-55")),
    pytest.param("disband", (1, "unit"), "once", marks=pytest.mark.rule("GE-CRT-56")),
    pytest.param("military-aid", 6, "next month", marks=pytest.mark.rule("GE-CRT-57")),
    pytest.param("propaganda", 5, "next month", marks=pytest.mark.rule("GE-CRT-58")),
    pytest.param("travel-ban", (3, "region"), "next month", marks=pytest.mark.rule("GE-CRT-59")),
    pytest.param("treaty", (3, "region"), "next month", marks=pytest.mark.rule("GE-CRT-60")),
    pytest.param("destroy", 6, "once", marks=pytest.mark.rule("GE-CRT-61")),
]


@pytest.mark.rule("R-83")
@pytest.mark.parametrize(("id_", "price", "lasts"), PROPOSALS)
def test_a_proposal_has_the_price_and_the_length_of_the_rulebook(id_, price, lasts):
    (proposal,) = (each for each in default().proposals if each.id == id_)

    assert (proposal.cost if proposal.cost_per is None else (proposal.cost, proposal.cost_per)) == price
    assert proposal.lasts == lasts


@pytest.mark.rule("GE-CRT-17")
def test_there_are_15_ordinary_proposals_and_10_military_actions():
    assert Counter(proposal.military for proposal in default().proposals) == {False: 15, True: 10}


@pytest.mark.rule("GE-CRT-66")
def test_thirteen_laws_hang_above_the_court():
    assert [(law.id, law.number) for law in default().laws] == [(f"law-{number}", number) for number in range(1, 14)]


@pytest.mark.rule("GE-CRT-67", "GE-CRT-68", "R-88")
def test_laws_1_and_2_only_speak():
    empty = default().laws[0].effects

    assert default().laws[1].effects == empty
    assert (empty.food, empty.tributes, empty.hostages, empty.bars_trade) == ((), (), (), False)


@pytest.mark.rule("GE-CRT-69", "R-87")
def test_law_3_alone_bars_trade():
    assert [law.number for law in default().laws if law.effects.bars_trade] == [3]


@pytest.mark.rule("GE-CRT-70", "GE-CRT-71", "GE-CRT-72", "GE-CRT-73", "R-99")
def test_laws_4_to_7_hold_39_hostages():
    held = {law.number: [(h.holder, h.of, h.count) for h in law.effects.hostages] for law in default().laws if law.effects.hostages}

    assert held == {
        4: [("throne", house, 4) for house in HOUSES],
        5: [("snake", "eagle", 1)],
        6: [("cat", "octopus", 1)],
        7: [("swords", "wolf", 1)],
    }
    assert sum(count for _, _, count in chain.from_iterable(held.values())) == 39


@pytest.mark.rule("GE-CRT-74", "GE-CRT-75", "GE-CRT-76")
def test_laws_8_to_10_are_tributes():
    owed = {law.number: [(t.debtor, t.creditor) for t in law.effects.tributes] for law in default().laws if law.effects.tributes}

    assert owed == {8: [("snake", "ram")], 9: [("cat", "unicorn")], 10: [("swords", "bear")]}


@pytest.mark.rule("GE-CRT-77", "GE-CRT-78", "GE-CRT-79")
def test_laws_11_to_13_send_food():
    sent = {law.number: [(f.giver, f.receiver) for f in law.effects.food] for law in default().laws if law.effects.food}

    assert sent == {11: [("eagle", "ram")], 12: [("unicorn", "octopus")], 13: [("bear", "wolf")]}


# The Court's way, the day


@pytest.mark.rule(
    "GE-CRT-04", "GE-CRT-06", "GE-CRT-07", "GE-CRT-08", "GE-CRT-09", "GE-CRT-10", "GE-CRT-11", "GE-CRT-12", "GE-CRT-13", "GE-CRT-14"
)
def test_the_court_goes_from_host_to_host_for_nine_months():
    west, east, north = ("cat", "swords", "snake"), ("wolf", "eagle", "bear"), ("ram", "unicorn", "octopus")

    assert [(s.month, s.region, s.host, s.province, s.may_propose) for s in default().court[:9]] == [
        (1, "amn", "cat", "west", west),
        (2, "chi", "wolf", "east", east),
        (3, "hag", "ram", "north", north),
        (4, "fog", "swords", "west", west),
        (5, "end", "eagle", "east", east),
        (6, "orr", "unicorn", "north", north),
        (7, "ode", "snake", "west", west),
        (8, "sus", "bear", "east", east),
        (9, "eel", "octopus", "north", north),
    ]


@pytest.mark.rule("GE-CRT-15", "R-74")
def test_in_month_10_all_houses_propose_in_god():
    last = default().court[9]

    assert (last.month, last.region, last.host, last.province, list(last.may_propose)) == (10, "god", None, None, HOUSES)


@pytest.mark.rule("GE-EVT-16", "GE-EVT-17", "GE-EVT-18", "GE-EVT-22", "GE-EVT-23")
def test_the_programme_of_the_day():
    programme = {line.at: line.what for line in default().timetable.programme}

    assert list(programme) == ["09:30", "10:00", "10:30", "16:30", "17:00"]
    assert "Check-in" in programme["09:30"]
    assert "rules" in programme["10:00"]
    assert default().timetable.first_month_at == "10:30"
    assert "crowned" in programme["16:30"]
    assert "ends" in programme["17:00"]


@pytest.mark.rule(
    "GE-EVT-19", "GE-EVT-20", "GE-EVT-24", "GE-EVT-26", "GE-EVT-27", "GE-EVT-28", "GE-EVT-29", "GE-EVT-30", "GE-EVT-31"
)
def test_months_2_to_10_have_five_phases_of_4_10_1_14_and_1_minutes():
    months = default().timetable.months

    assert [plan.month for plan in months] == list(range(1, 11))
    assert all(list(plan.minutes.items()) == list(zip(Phase, (4, 10, 1, 14, 1), strict=True)) for plan in months[1:])


@pytest.mark.rule("GE-EVT-21", "GE-EVT-22", "R-10")
def test_month_1_takes_twice_as_long_and_30_minutes_are_kept_back():
    timetable = default().timetable
    total = sum(sum(plan.minutes.values()) for plan in timetable.months)

    assert list(timetable.months[0].minutes.values()) == [8, 20, 2, 28, 2]
    assert total + timetable.reserve_minutes == 6 * 60


@pytest.mark.rule("GE-WAR-27", "GE-WAR-29", "GE-WAR-30", "GE-WAR-31", "GE-WAR-32", "GE-WAR-33", "GE-WAR-34", "R-11")
def test_the_war_room_plays_seven_steps():
    assert steps(default(), Room.WAR) == {
        "updates": 1,
        "orders": 5,
        "favors": 2,
        "move": 1,
        "battle": 2,
        "rewards": 1,
        "recruit": 1,
    }


@pytest.mark.rule("GE-CRT-19", "GE-CRT-22", "GE-CRT-23", "GE-CRT-24", "GE-CRT-25", "GE-CRT-26", "GE-CRT-27", "R-11", "R-79")
def test_the_court_hears_three_proposals_of_four_minutes():
    minutes = steps(default(), Room.COURT)
    rounds = [[minutes[f"{part}-{turn}"] for part in ("explain", "debate", "vote", "payment")] for turn in (1, 2, 3)]

    assert (minutes["updates"], minutes["challenges"]) == (1, 2)
    assert rounds == [[1, 2, 0.5, 0.5]] * 3
    assert [step.tight_minutes for step in default().timetable.steps[Room.COURT] if step.tight_minutes] == [1]


@pytest.mark.rule("GE-UND-28", "GE-UND-29", "GE-UND-33", "GE-UND-39", "GE-UND-41", "GE-UND-43", "GE-UND-57")
def test_the_underground_plays_seven_steps_in_fourteen_minutes():
    assert steps(default(), Room.UNDERGROUND) == {
        "updates": 1,
        "schemes": 1,
        "minions": 5,
        "advancement": 2,
        "protection": 1,
        "attack": 2,
        "complete": 2,
    }


@both
def test_only_the_steps_that_a_desk_carries_out_wait_for_it(scenario):
    waiting = [(room, step.id) for room, each in scenario.timetable.steps.items() for step in each if step.ends == "desk"]

    votes = [(Room.COURT, f"{part}-{turn}") for turn in (1, 2, 3) for part in ("vote", "payment")]
    assert waiting == [*((Room.WAR, step) for step in ("move", "battle", "rewards", "recruit")), *votes]


def test_a_month_of_the_small_scenario_takes_three_minutes():
    assert [sum(plan.minutes.values()) for plan in small().timetable.months] == [3, 3, 3, 3]


# Texts and looks


@both
@pytest.mark.rule("GE-EVT-49")
def test_no_text_says_what_leviathan_is(scenario):
    named = [text for text in players_texts(scenario) if "leviathan" in text.lower()]

    assert all("Mount Leviathan" in text for text in named)
    assert not [text for ending in scenario.texts.endings for text in (ending.title, ending.text) if "leviathan is" in text.lower()]


@pytest.mark.rule("GE-EVT-46", "GE-EVT-47", "GE-EVT-48")
def test_each_room_is_recommended_to_its_kind_of_player():
    rooms = default().texts.rooms

    assert all(word in rooms[Room.WAR] for word in ("map", "bargains", "betrayal", "wiped out"))
    assert all(word in rooms[Room.COURT] for word in ("talk", "part", "speeches", "bargain"))
    assert all(word in rooms[Room.UNDERGROUND] for word in ("bluff", "Cards", "plots"))


@pytest.mark.rule("GE-SOV-33")
def test_the_five_motives_stand_in_their_order():
    assert default().texts.god_emperor_motives == ("Self-preservation", "Greed", "Wickedness", "Vanity", "Arbitrariness")


@both
@pytest.mark.rule("GE-SOV-12", "R-26")
def test_there_is_an_ending_for_each_way_it_can_end(scenario):
    assert [ending.id for ending in scenario.texts.endings] == ["sovereign", "god-emperor", "leviathan"]


def test_every_seat_has_a_character_and_every_house_ten_in_reserve():
    people = [person.name for house in default().houses for person in (*house.characters, *house.reserves)]

    assert len(people) == len(set(people)) == 9 * 15
    assert {len(house.characters) for house in default().houses} == {5}


@pytest.mark.parametrize("house", [pytest.param(h, id=f"{s.id} {h.id}") for s in (default(), small()) for h in s.houses])
def test_secrets_true_and_false_are_alike_in_number_and_length(house):
    true, false = house.true_secrets, house.false_secrets

    assert len(set(true) | set(false)) == 20
    assert max(map(len, (*true, *false))) < 90
    assert abs(sum(map(len, true)) - sum(map(len, false))) < 80


@both
def test_colors_can_be_read_and_told_apart(scenario):
    assert all(contrast(house.color, house.ink) >= 4.5 for house in scenario.houses)
    assert len({house.color for house in scenario.houses}) == len(scenario.houses)
    assert len({house.emblem for house in scenario.houses}) == len(scenario.houses)


def test_the_guide_for_authors_explains_every_effect():
    guide = (FIXTURES.parent / "docs" / "scenario.md").read_text(encoding="utf-8")

    assert [effect for effect, meaning in EFFECTS.items() if f"| `{effect}` | {meaning} |" not in guide] == []


@pytest.mark.parametrize("scenario", [default(), small(), german()], ids=["default", "small", "german"])
def test_no_two_steps_of_a_room_are_called_the_same(scenario):
    for room, each in scenario.timetable.steps.items():
        names = [step.name for step in each]
        assert len(set(names)) == len(names), room
