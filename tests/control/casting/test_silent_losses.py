"""Casting lists that once cast or dropped people without a word: each is read rightly, refused, or remarked on."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from tests.control.casting.test_messy import FOUR, FOUR_TOLD, HEAD, book, read, told

FOUR_ROWS = "".join(f"{name},{house},{rank}\n" for name, house, rank in FOUR)


def sheets(**rows: list[list[object]]) -> bytes:
    """A workbook with these sheets."""
    made = Workbook()
    made.remove(made.active)
    for title, each in rows.items():
        sheet = made.create_sheet(title)
        for row in each:
            sheet.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def words(content: bytes | str) -> str:
    return "\n".join(problem.words for problem in read(content).problems)


def test_an_assigned_house_counts_and_a_preferred_one_does_not() -> None:
    rows = "".join(f"{name},Octopus,Ram,{house}\n" for name, house, _rank in FOUR)
    for first, second in (("House preference 1", "House preference 2"), ("Preferred House", "Second House wish")):
        reading = read(f"Name,{first},{second},Assigned House\n{rows}")
        assert told(reading) == FOUR_TOLD
        assert reading.unused == (first, second)


@pytest.mark.parametrize(
    "heading", ["Preferred House", "1st choice", "Wunschhaus", "Which House would you like to play?", "Welches Haus möchtest du?"]
)
def test_wishes_alone_cast_nobody(heading: str) -> None:
    rows = "".join(f"{name},{house}\n" for name, house, _rank in FOUR)
    assert words(f"Name,{heading}\n{rows}") == (
        f"The column “{heading}” holds wishes, and no column says which House each player has. Add a column “House”."
    )


def test_a_column_of_houses_counts_whatever_its_heading() -> None:
    rows = "".join(f"{name},{house},vegan\n" for name, house, _rank in FOUR)
    for heading in ("Welchem Haus gehörst du an?", "Zugehörigkeit", "Skąd"):
        reading = read(f"Name,{heading},Food\n{rows}")
        assert told(reading) == FOUR_TOLD
        assert f"column “{heading}”: House" in reading.columns


def test_a_sheet_of_players_that_is_called_after_no_house_is_refused() -> None:
    rows: dict[str, list[list[object]]] = {
        "Cat": [["Name"], ["Ada Lund"], ["Ben Roth"]],
        "Schwerter": [["Name"], ["Cleo Marsh"]],
        "Food": [["Dish", "Price"], ["Soup", 4]],
    }
    assert words(sheets(**rows)) == (
        "The sheet “Schwerter” holds players and is called after no House. Call each sheet after its House, or hide it."
    )
    del rows["Schwerter"]
    assert [name for name, _house, _rank in told(read(sheets(**rows)))] == ["Ada Lund", "Ben Roth"]


def test_a_status_in_words_nobody_knows_is_remarked() -> None:
    rows = "".join(
        f"{name},{house},{status}\n"
        for (name, house, _rank), status in zip(FOUR, ("confirmed", "maybe later", "?", "confirmed"), strict=True)
    )
    reading = read(f"Name,House,Status\n{rows}")
    assert told(reading) == FOUR_TOLD
    assert reading.remarks == ("The status in rows 3, 4 was not understood, and the players were read: “maybe later”, “?”.",)


@pytest.mark.parametrize(
    "status", ["CANCELLED 20/11", "Warteliste Platz 3", "zrezygnował", "İptal", "ODWOŁANE", "Rezerwa", "krank"]
)
def test_a_status_of_somebody_who_does_not_come_is_understood(status: str) -> None:
    reading = read(f"Name,House,Status\nAda Lund,Cat,ok\nBen Roth,Cat,{status}\n")
    assert told(reading) == [("Ada Lund", "cat", 1)]
    assert reading.remarks == (f"Row 3 says “{status}” and is left out.",)


def test_a_note_that_says_cancelled_is_remarked() -> None:
    reading = read('Name,House,Notes\nAda Lund,Cat,vegan\nBen Roth,Cat,"cancelled, replaced by Ola"\n')
    assert told(reading) == [("Ada Lund", "cat", 1), ("Ben Roth", "cat", 2)]
    assert reading.remarks == ("The note in row 3 says “cancelled, replaced by Ola”, and the player was read all the same.",)


@pytest.mark.parametrize("heading", ["Waiting list", "WARTELISTE:", "Cancelled:", "Reserve", "Waiting list (3)"])
def test_who_stands_below_a_waiting_list_is_left_out(heading: str) -> None:
    below = f"{heading},,\nZoe Wait,,\nYan Wait,Cat,\n"
    reading = read(f"{HEAD}{FOUR_ROWS}{below}")
    assert told(reading) == FOUR_TOLD
    assert reading.remarks == (f"Row 6 says “{heading}”; it is left out, and rows 7, 8 below it.",)


def test_a_house_behind_a_waiting_list_is_read_again() -> None:
    reading = read("Name,House\nCat,\nAda Lund,\nWaiting list,\nZoe Wait,\nWolf,\nCleo Marsh,\n")
    assert told(reading) == [("Ada Lund", "cat", 1), ("Cleo Marsh", "wolf", 1)]
    assert "Row 4 says “Waiting list”; it is left out, and row 5 below it." in reading.remarks


def test_a_waiting_list_beside_or_below_columns_of_houses_is_left_out() -> None:
    rows: list[list[object]] = [["Cat", "Wolf", "Ram", "Waiting list"], ["Ada Lund", "Cleo Marsh", "Dov Amir", "Zoe Wait"]]
    rows += [["Ben Roth"], ["WAITING LIST"], ["Yan Wait"]]
    reading = read(book(rows))
    assert told(reading) == FOUR_TOLD
    assert "The column “Waiting list” is left out." in reading.remarks
    assert "Row 4 says “WAITING LIST”; it is left out, and row 5 below it." in reading.remarks


def test_the_same_row_twice_is_not_said_to_stand_in_two_houses() -> None:
    reading = read("Name,House\nAda Lund,Cat\nBen Roth,Cat\nAda Lund,Cat\n")
    assert len(reading.problems) == 1
    assert reading.remarks == ()


def test_rows_without_a_name_are_not_said_to_be_one_person() -> None:
    assert read("Name,House,Rank\nAda Lund,Cat,1\n,Wolf,1\n,Cat,2\n").remarks == ()


@pytest.mark.parametrize("sign", [" - ", " – ", ": ", " -- "])
def test_lines_of_a_mail_are_parted_into_name_and_house(sign: str) -> None:
    assert told(read("".join(f"• {name}{sign}{house}\n" for name, house, _rank in FOUR))) == FOUR_TOLD
    assert told(read("".join(f"1. {name}{sign}{house}\n" for name, house, _rank in FOUR))) == FOUR_TOLD


def test_houses_and_names_below_one_another_in_one_column_are_read() -> None:
    reading = read("*Cat*\n1. Ada Lund\n2. Ben Roth\n\n*Wolf:*\n1. Cleo Marsh\nHouse Ram\n1) Dov Amir\n")
    assert told(reading) == FOUR_TOLD
    assert reading.columns == ("column A (name)",)


def test_names_alone_are_no_houses() -> None:
    assert words("Ada Lund\nWolf Biermann\nWolf\nCleo Marsh\n").startswith("It cannot be seen which columns")


@pytest.mark.parametrize("head", ["Ad Soyad,Takım,Sıra", "الاسم,الفريق,الرتبة", "Ime i prezime,Ekip,Rang"])
def test_headings_in_further_languages_are_known(head: str) -> None:
    rows = "".join(f"{name},{house},{rank}\n" for name, house, rank in FOUR)
    assert told(read(f"{head}\n{rows}")) == FOUR_TOLD


@pytest.mark.parametrize(
    ("said", "name", "note"),
    [
        ("Ada Lund (sie/ihr)", "Ada Lund", "sie/ihr"),
        ("Ada Lund (+48 600 123 456)", "Ada Lund", None),
        ("Ada Lund, tel. 0176/1234567", "Ada Lund", None),
        ("Ada Lund 3", "Ada Lund 3", None),
    ],
)
def test_pronouns_and_telephone_numbers_are_no_part_of_a_name(said: str, name: str, note: str | None) -> None:
    (line,) = read(f'Name,House\n"{said}",Cat\n').lines
    assert (line.name, line.note) == (name, note)


def test_somebody_who_brings_a_friend_stops_the_list() -> None:
    assert "“Ada Lund +1” seems to name two people or more." in read("Name,House\nAda Lund +1,Cat\n").problems[0].words


def test_the_ruled_line_of_a_table_is_nobody() -> None:
    reading = read("| Name | House | Rank |\n|------|:---:|---|\n| Ada Lund | Cat | 1 |\n")
    assert told(reading) == [("Ada Lund", "cat", 1)]


def test_a_mail_with_addresses_and_words_around_is_parted_and_its_words_are_named() -> None:
    rows = "".join(f"- {name} <p{at}@example.org> -- {house}\n" for at, (name, house, _rank) in enumerate(FOUR))
    assert words(f"Hi Anna,\n\n{rows}\nBest,\n").startswith(
        "Rows 1 (“Hi Anna,”), 8 (“Best,”), column B (House): There is no House. Write one of: Cat, Wolf, Ram; or delete the row."
    )
    assert told(read(rows)) == FOUR_TOLD


@pytest.mark.parametrize("heading", ["Rang im Haus", "Rang (1=Oberhaupt)", "Rank in the House"])
def test_a_rank_is_known_by_a_longer_heading(heading: str) -> None:
    reading = read(f"Name,House,E-mail,{heading}\nBen Roth,Cat,,2\nAda Lund,Cat,,1\n")
    assert told(reading) == [("Ada Lund", "cat", 1), ("Ben Roth", "cat", 2)]


def test_a_form_that_was_sent_twice_counts_once() -> None:
    reading = read("Name,House,E-mail\nAda Lund,Cat,a@b.pl\nBen Roth,Cat,b@b.pl\nada lund,Cat,A@b.pl\n")
    assert told(reading) == [("Ada Lund", "cat", 1), ("Ben Roth", "cat", 2)]
    assert reading.remarks == ("Row 4 repeats row 2 (one name, one e-mail address) and is left out.",)
