"""Houses of a casting list in another language, with extra words, or with typing errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from control.casting.lines import Reading, read_casting
from control.registry import scenario_in
from rooms.realm.game.state import GameState
from tests.control.casting.test_messy import FOUR, FOUR_TOLD, book, read, told
from tests.control.casting.test_silent_losses import sheets

NINE = ("cat", "swords", "snake", "wolf", "eagle", "bear", "ram", "unicorn", "octopus")
LANGUAGES = {
    "de": "Katze Schwerter Schlange Wölfe Adler Bär Widder Einhorn Krake",
    "fr": "Chat Épées Serpent Loup Aigle Ours Bélier Licorne Pieuvre",
    "pl": "Kot Miecze Wąż Wilk Orzeł Niedźwiedź Baran Jednorożec Ośmiornica",
    "tr": "Kedi Kılıçlar Yılan Kurt Kartal Ayı Koç Tek_Boynuzlu_At Ahtapot",
    "es": "Gato Espadas Serpiente Lobo Águila Oso Carnero Unicornio Pulpo",
    "ar": "القط السيوف الأفعى الذئب النسر الدب الكبش أحادي_القرن الأخطبوط",
    "ru": "Кот Мечи Змея Волк Орёл Медведь Баран Единорог Осьминог",
}


def cast(content: str | bytes) -> Reading:
    _realm, scenario = scenario_in(Path("fixtures/god_emperor"), "")
    return read_casting(content if isinstance(content, bytes) else content.encode(), GameState(scenario=scenario))


@pytest.mark.parametrize("language", LANGUAGES)
def test_houses_are_known_by_their_names_in_other_languages(language: str) -> None:
    houses = [each.replace("_", " ") for each in LANGUAGES[language].split()]
    rows = [[f"Player {letter}", house] for letter, house in zip("ABCDEFGHI", houses, strict=True)]
    expected = [(str(name), house) for (name, _), house in zip(rows, NINE, strict=True)]
    beside = cast("Name,House\n" + "".join(f"{name},{house}\n" for name, house in rows))
    columns = cast(book([houses, [name for name, _ in rows]]))
    titled = cast(sheets(**{house: [["Name"], [name]] for name, house in rows}))
    heads = cast("Name,Rank\n" + "".join(f"{house},\n{name},1\n" for name, house in rows))
    for reading in (beside, columns, titled, heads):
        assert [(name, house) for name, house, _rank in told(reading)] == expected


def test_a_player_whose_only_name_is_that_of_a_house_elsewhere_heads_nobody() -> None:
    reading = cast("Name,Notes\nCat,\nAda,\nKurt,\nBjörn,\nWolf House,\nCleo,\n")
    assert [(name, house) for name, house, _rank in told(reading)] == [
        ("Ada", "cat"),
        ("Kurt", "cat"),
        ("Björn", "cat"),
        ("Cleo", "wolf"),
    ]


@pytest.mark.parametrize(
    "said", ["Cats", "House of the Cat", "The Cat", "2 - Cat", "House Cat (Anna)", "Cat / cats", "team cat!", "caat"]
)
def test_a_house_that_can_only_be_one_is_read_with_a_remark(said: str) -> None:
    reading = read(f"Name,House\nAda Lund,{said}\nCleo Marsh,Wolf\n")
    assert told(reading) == [("Ada Lund", "cat", 1), ("Cleo Marsh", "wolf", 1)]
    assert set(reading.remarks) <= {f"“{said}” was read as Cat (row 2)."}


@pytest.mark.parametrize("said", ["Cat or Wolf", "not Cat", "anything but Cat", "Baran", "Cut", "Rat", "Car"])
def test_a_house_that_may_be_another_is_refused(said: str) -> None:
    rows = "".join(f"{name},{house},{rank}\n" for name, house, rank in FOUR)
    problems = read(f"Name,House,Rank\n{rows}Eve Adams,{said},1\n").problems
    assert [problem.row for problem in problems] == [6]


def test_a_house_that_is_far_from_all_names_gets_no_certain_mend() -> None:
    assert read("Name,House\nAda Lund,Koala\nBen Roth,Baran\n").problems[-1].mend == "Write one of: Cat, Wolf, Ram."


def test_one_unknown_house_is_one_problem_whatever_its_rows() -> None:
    rows = "".join(f"{name},Koala,\n" for name, _house, _rank in FOUR)
    problems = read(f"Name,House,Rank\nEve Adams,Cat,1\n{rows}").problems
    assert [problem.words for problem in problems] == [
        "Rows 3, 4, 5, 6, column “House”: There is no House “Koala”. Write one of: Cat, Wolf, Ram."
    ]
    assert told(read("Name,House,Rank\n" + "".join(f"{name},{house},{rank}\n" for name, house, rank in FOUR))) == FOUR_TOLD
