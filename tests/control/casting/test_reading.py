"""Reading casting lists: every usual form is understood, every mistake is named, and no file causes an error."""

from __future__ import annotations

import csv
import io
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from control.casting.columns import Layout, ListProblem, lay_out, letter_of
from control.casting.grid import MOST_ROWS, read_grid, read_grids
from control.casting.headings import meanings, plain
from control.casting.letters import UnreadableError
from control.casting.lines import read_casting
from control.engine.frame import Frame
from control.engine.ids import SeatId
from rooms.realm.frame import FRAME
from rooms.realm.game.state import GameState, HouseSeat
from tests.control.casting.books import book, with_parts
from tests.scenarios import default, small

HOUSES = small().houses  # Cat, Wolf, Ram
STATE = GameState(
    scenario=small(),
    seats={
        SeatId(f"{house.id}-{number}"): HouseSeat(
            id=SeatId(f"{house.id}-{number}"), team=house.id, name=f"{house.id} {number}", character="", rank=number
        )
        for house in HOUSES
        for number in (1, 2, 3)
    },
)
NAMELESS = Frame(phases=(), rooms=(), desks=(), check_in=frozenset())  # of a game that calls its teams teams


def read(content: bytes | str):
    return read_casting(content.encode() if isinstance(content, str) else content, STATE)


def outcome(content: bytes) -> str:
    """One sentence about a file: that it was read, its first problem, or why it is no list."""
    try:
        reading = read(content)
    except UnreadableError as no:
        return no.sentence
    assert bool(reading.lines) != bool(reading.problems)
    return reading.problems[0].words if reading.problems else "Read."


def told(reading):
    return [(line.name, line.team, line.rank) for line in reading.lines]


USUAL = [("Ann", "cat", 1), ("Bob", "cat", 2), ("Zoë Łukasz", "wolf", 1)]


@pytest.mark.parametrize(
    "content",
    [
        "Name,House,Rank\nAnn,Cat,1\nBob,Cat,2\nZoë Łukasz,Wolf,1\n".encode(),
        "\ufeffName;House;Rank\r\nAnn;cat;1\r\nBob;CAT;2\r\nZoë Łukasz;WOL;1\r\n".encode(),
        "Haus\tRang\tSpieler:in\nHaus Cat\t1\tAnn\nHouse Cat\t2\tBob\nWolf\t1.\tZoë Łukasz\n".encode(),
        "sep=;\nVorname;Nachname;Team;Platz\nAnn;;Cat;1\nBob;;Cat;2\nZoë;Łukasz;Wolf;1\n".encode(),
        "Name\tHouse\tRank\nAnn\tCat\t1\nBob\tCat\t2\nZoë Łukasz\tWolf\t1\n".encode("utf-16"),
        'Casting of our day,,\n,,\nRang,Name,Adelshaus\n2,Bob,Cat\n,Ann,Cat\n1st,"Łukasz, Zoë",Wolf\n'.encode(),
        "Cat,1,Ann\nCat,2,Bob\nWolf,1,Zoë Łukasz\n".encode(),
        "Ann;Cat\nBob;Cat\n\n\"Zoë\nŁukasz\";Wolf\n".encode(),
        book([["Name", "House", "Rank"], ["Ann", "Cat", 1], [None, None, None], ["Bob", "Cat", 2.0], ["Zoë Łukasz", "Wolf", "1"]]),
        book([["House", "Name"], ["Cat", "Ann"], ["Cat", "Bob"], ["Wolf", "Zoë Łukasz"]], before=["Read me", "Empty"]),
    ],
)  # fmt: skip
def test_a_list_in_any_usual_form_is_understood(content):
    reading = read_casting(content, GameState(scenario=small()))
    assert reading.problems == ()
    assert told(reading) == USUAL


def test_a_list_from_an_old_western_computer_is_understood():
    assert told(read("Name;Haus\nJörg Müßig;Cat\n".encode("cp1252"))) == [("Jörg Müßig", "cat", 4)]


def test_marks_are_read_in_both_languages():
    players = "Ann;Cat;yes;ja;vegan\nBob;Cat;;nein;\nCid;Cat;X;;late train\nDan;Wolf;nein;0171 2345678;\n"
    reading = read(f"Name;House;First timer;Handy;Bemerkung\n{players}")
    assert [(line.first_timer, line.phoneless, line.note) for line in reading.lines] == [
        (True, False, "vegan"),
        (False, True, ""),
        (True, None, "late train"),
        (False, False, ""),
    ]


def test_a_list_may_ask_who_played_before_instead():
    reading = read("Name,House,Schon gespielt\nAnn,Cat,ja\nBob,Cat,nein\nCid,Cat,\n")
    assert [line.first_timer for line in reading.lines] == [False, True, None]


def test_a_phone_number_is_not_kept():
    reading = read("Name,House,Telefonnummer\nAnn,Cat,+49 171 2345678\n")
    assert reading.lines[0].phoneless is False
    assert "2345678" not in repr(reading)


def test_a_seat_is_one_persons_whatever_the_name():
    assert [(line.name, line.seat) for line in read("Seat,Name\nwolf-2,Smith & Wesson\n").lines] == [("Smith & Wesson", "wolf-2")]


def test_a_seat_alone_says_the_house():
    assert [(line.seat, line.team) for line in read("Seat,Name\nwolf-2,Ann\n").lines] == [("wolf-2", "wolf")]


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        ("Name,House\n,Cat\n", ["Row 2, column “Name”: There is no name. Write the player’s name, or delete the row."]),
        ("Name,House\nAnn,Wolw\n", ["Row 2, column “House”: There is no House “Wolw”. Write Wolf."]),
        ("Name,House\nAnn,Lion\nBob,\n", [
            "Row 2, column “House”: There is no House “Lion”. Write one of: Cat, Wolf, Ram.",
            "Row 3 (“Bob”), column “House”: There is no House. Write one of: Cat, Wolf, Ram; or delete the row.",
        ]),
        ("Name,House,Rank\nAnn,Cat,1\nBob,Cat,1\n",
         ["Row 3, column “Rank”: Rank 1 of House Cat stands in row 2 already. Give each rank of a House once."]),
        ("Name,House,Rank\nAnn,Cat,1\nBob,Cat,6\n",
         ["Row 3, column “Rank”: House Cat has 5 players, so there is no rank 6. Rank 4 is free."]),
        ("Name,House,Rank\nAnn,Cat,6\nBob,Cat,\n",
         ["Row 2, column “Rank”: House Cat has 5 players, so there is no rank 6. Rank 5 is free."]),
        ("Name,House,Rank\nAnn,Cat,captain\n",
         ["Row 2, column “Rank”: “captain” is no rank. Write a whole number from 1 to 20, or leave the cell empty."]),
        ("Name,House,Rank\nAnn,Cat,-1\n",
         ["Row 2, column “Rank”: “-1” is no rank. Write a whole number from 1 to 20, or leave the cell empty."]),
        ("Name,House,New\nAnn,Cat,perhaps\n",
         ["Row 2, column “New”: “perhaps” is neither yes nor no. Write yes, no, ja, nein, x, or leave the cell empty."]),
        ("Name,House\nAnn,Cat\nBob,Cat\nANN,cat\n",
         ["Row 4, column “Name”: ANN stands in House Cat in row 2 already. "
          "Delete one of the two rows; of two people with one name, give one a second name."]),
        ("Name,House\n123,Cat\n", ["Row 2, column “Name”: “123” is no name. Write the player’s name."]),
        (f"Name,House\n{'A' * 61},Cat\n", ["Row 2, column “Name”: The name has 61 letters. Shorten it to 60."]),
        ("Name,House\n#REF!,Cat\n", ["Row 2, column “Name”: It holds a failed formula (#REF!). Write the value itself."]),
        ("Seat,Name,House\ncat-9,Ann,Cat\n",
         ["Row 2, column “Seat”: There is no seat “cat-9”; seats are called cat-1 and so on. "
          "Leave the cell empty for a new player."]),
        ("Seat,Name,House\ncat-1,Ann,Wolf\n",
         ["Row 2, column “House”: Seat cat-1 is of House Cat, not Wolf. "
          "Empty the cell of the seat to move the player to another House."]),
        ("Seat,Name,House\ncat-1,Ann,Cat\ncat-1,Bob,Cat\n",
         ["Row 3, column “Seat”: Seat cat-1 stands in row 2 already. Leave one of the two empty."]),
        ("Name,Player,House\nAnn,Bob,Cat\n", [
            "Row 1: The columns “Name” and “Player” both mean the name. "
            "Delete one of the two columns, or give it another heading."]),
        ("Name,Rank\nAnn,1\n", ["No column is headed as the Houses. Head it “House”."]),
        ("House,Rank\nCat,1\n", ["No column is headed as the players’ names. Head it “Name”."]),
        ("Name,House\n", ["There are headings, but no player under them. Write one row for each player."]),
        ("apples,pears\nred,green\n",
         ["It cannot be seen which columns hold names and Houses. Write headings above the columns: Name, House, Rank."]),
        ("Ann,Cat\nBob,Dog\nCid,Ram\n",
         ["Row 2, column B (House): There is no House “Dog”. Write one of: Cat, Wolf, Ram."]),
    ],
)  # fmt: skip
def test_every_bad_row_is_named_and_no_player_is_taken(content, problems):
    reading = read(content)
    assert [problem.words for problem in reading.problems] == problems
    assert reading.lines == ()


def test_all_that_is_wrong_is_said_at_once():
    reading = read("Name,House,Rank\n,Cat,1\nBob,Dog,x\nCid,Cat,1\n")
    assert [(problem.row, problem.column) for problem in reading.problems] == [
        (2, "column “Name”"),
        (3, "column “House”"),
        (3, "column “Rank”"),
        (4, "column “Rank”"),
    ]


def test_a_line_that_was_numbered_beforehand_and_left_empty_is_nobody():
    reading = read("No,Name,House,Rank\n1,Ann,Cat,\n2,,,\n3.,,,\n4,Bob,Wolf,\n,,,5\n")

    assert [line.name for line in reading.lines] == ["Ann", "Bob"]
    assert reading.remarks == ("Rows 3, 4, 6 hold a number alone and are left out.",)
    assert read("No,Name,House\n1,,Cat\n").problems != ()


def test_a_short_list_counts_whom_the_house_has_already():
    assert told(read("Name,House,Rank\nNia,Cat,\nOlu,Cat,5\n")) == [("Nia", "cat", 4), ("Olu", "cat", 5)]
    assert told(read("Name,House\nNia,Cat\ncat 1,Cat\n")) == [("Nia", "cat", 1), ("cat 1", "cat", 2)]


def test_what_is_worth_a_look_is_said():
    assert read("Ann,Cat\nAnn,Wolf\n").remarks == (
        "The list has no headings; what the columns mean was told from what stands in them.",
        "Ann stands in more than one House (rows 1 and 2). Two people of one name?",
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "nothing in this file"),
        (b"\n\n ,, \n", "nothing in this file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "no list that can be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old or a locked Excel file"),
        (b"PK\x03\x04 and then nothing", "damaged or locked"),
        (b"x" * 1_000_001, "larger than 1 MB"),
        (b"Name,House\n" + b"Ann,Cat\n" * MOST_ROWS, "more than 1000 rows"),
        (b"," * 60 + b"x\n", "more than 40 columns"),
        (b"x" * 501, "more than 500 letters"),
        (b'Name,House\n"' + b"x" * 200_000 + b'",Cat\n', "cannot be read"),
    ],
)
def test_what_is_no_list_gets_one_sentence(content, sentence):
    with pytest.raises(UnreadableError, match=sentence):
        read(content)


def test_an_archive_that_grows_without_measure_is_not_unpacked():
    bomb = with_parts(book([["Name", "House"]]), {"xl/media/zeros.bin": bytes(30_000_000)})
    assert len(bomb) < 1_000_000
    with pytest.raises(UnreadableError, match="grows beyond all measure"):
        read(bomb)


def test_a_workbook_that_declares_entities_is_not_parsed():
    declared = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><sst>&b;</sst>'
    with pytest.raises(UnreadableError, match="grows beyond all measure"):
        read(with_parts(book([["Name", "House"]]), {"xl/sharedStrings.xml": declared}))
    with pytest.raises(UnreadableError, match="grows beyond all measure"):
        read(with_parts(book([["Name", "House"]]), {"xl/sharedStrings.xml": declared.decode().encode("utf-16")}))


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml", "xl/styles.xml"])
@pytest.mark.parametrize("content", [b"", b"<", b"<a/>", b"\xff\xfe<a"])
def test_a_damaged_workbook_gets_one_sentence_or_is_read(part, content):
    assert outcome(with_parts(book([["Name", "House"], ["Ann", "Cat"]]), {part: content})).endswith(".")


def test_the_list_of_a_workbook_is_found_behind_its_cover():
    rows = [["Name", "House"], ["Ann", "Cat"]]

    reading = read(book(rows, title="Cast", before=["Cover", "Notes"], cover="The list is on the third sheet."))

    assert [line.name for line in reading.lines] == ["Ann"]
    assert reading.columns[0] == "sheet “Cast”"
    assert read(book(rows)).columns[0] == "column “Name”: name"


def test_mistakes_behind_a_cover_say_on_which_sheet_they_are_and_a_book_without_a_list_is_told_so():
    reading = read(book([["Name", "House"], ["Ann", "Dog"]], title="Cast", before=["Cover"], cover="Our day"))
    assert (reading.problems[0].row, reading.columns[0]) == (2, "sheet “Cast”")

    none = read(book([["See you"]], before=["Cover"], cover="Our day"))
    assert [each.wrong for each in none.problems] == ["It cannot be seen which columns hold names and Houses."]


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (
            "application/vnd.oasis.opendocument.spreadsheet",
            "This is an OpenDocument file, as LibreOffice saves it. Save the list as",
        ),
        ("application/epub+zip", "This is no Excel file"),
    ],
)
def test_another_archive_is_no_workbook(kind, sentence):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", kind)
    with pytest.raises(UnreadableError, match=sentence):
        read(out.getvalue())


def test_a_far_cell_does_not_cost_a_million_rows():
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
        b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>'
    )
    with pytest.raises(UnreadableError, match="more than 40 columns"):
        read_grid(with_parts(book([["x"]]), {"xl/worksheets/sheet1.xml": sheet}))


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    content=st.binary(max_size=400)
    | st.binary(max_size=200).map(lambda tail: b"PK\x03\x04" + tail)
    | st.text(max_size=300).map(str.encode)
)
def test_no_file_makes_it_fall_over(content):
    assert outcome(content).endswith(".")


NAMES = st.lists(
    st.from_regex(r"[A-Z][a-zäöüéłø]{1,8} [A-Z][a-zß']{1,8}", fullmatch=True), min_size=1, max_size=12, unique_by=plain
)


@settings(deadline=None)
@given(names=NAMES, data=st.data())
def test_a_list_written_by_a_spreadsheet_is_read_back(names, data):
    houses = [data.draw(st.sampled_from(HOUSES)) for _name in names]
    separator = data.draw(st.sampled_from(";,\t"))
    encoding = data.draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
    order = data.draw(st.permutations(["Name", "House", "Rank"]))
    ranks: dict[str, int] = {}
    rows = []
    for name, house in zip(names, houses, strict=True):
        ranks[house.id] = ranks.get(house.id, 0) + 1
        rows.append({"Name": name, "House": house.name, "Rank": ranks[house.id]})
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, order, delimiter=separator)
    writer.writeheader()
    writer.writerows(data.draw(st.permutations(rows)))

    reading = read(out.getvalue().encode(encoding))

    assert reading.problems == ()
    assert {(line.name, line.team, line.rank) for line in reading.lines} == {
        (row["Name"], next(house.id for house in HOUSES if house.name == row["House"]), row["Rank"]) for row in rows
    }


def test_every_house_of_the_default_scenario_is_known_by_its_own_names():
    for house in default().houses:
        reading = read_casting(
            f"Name,House\nAnn,{house.name}\nBob,{house.short}\nCid,{house.id}\n".encode(), GameState(scenario=default())
        )
        assert [line.team for line in reading.lines] == [house.id] * 3


def test_headings_are_written_as_they_compare():
    known = meanings(FRAME)
    assert {words: plain(words) for words in known} == {words: words for words in known}


def test_columns_are_called_as_a_spreadsheet_calls_them():
    assert [letter_of(at) for at in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


def test_a_layout_names_its_columns():
    layout = lay_out(read_grid(b"Haus;Vorname;Name\nCat;Ann;Lee\n"), HOUSES, FRAME)
    assert isinstance(layout, Layout)
    assert [(layout.called(column), column.value) for column in layout.columns] == [
        ("column “Haus”", "team"),
        ("column “Vorname”", "first name"),
        ("column “Name”", "last name"),
    ]


def test_a_game_without_words_of_its_own_reads_teams():
    layout = lay_out(read_grid(b"Team;Name\nCat;Ann\n"), HOUSES, NAMELESS)
    assert isinstance(layout, Layout)
    assert [column.value for column in layout.columns] == ["team", "name"]
    headless = lay_out(read_grid(b"House;Name;Rank\nKoala;Ann;1\n"), HOUSES, NAMELESS)
    assert isinstance(headless, ListProblem)
    assert headless.words == "No column is headed as the teams. Head it “Team”."


CELLS = b'<c r="A1" t="inlineStr"><is><t>x</t></is></c>'


@pytest.mark.parametrize(
    "part",
    [
        b"<worksheet><sheetData><row>" + CELLS * 100_000 + b"</row></sheetData></worksheet>",
        b"<worksheet><sheetData>" + b"<row/>" * 1_500_000 + b"</sheetData></worksheet>",
        b"<x:worksheet>" + b"<x:c/>" * 1_500_000 + b"</x:worksheet>",
    ],
    ids=["cells", "rows", "another prefix"],
)
@pytest.mark.parametrize("where", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "docProps/app.xml"])
def test_a_small_file_with_a_million_cells_is_not_even_parsed(part, where):
    bomb = with_parts(book([["Name", "House"], ["Ann", "Cat"]]), {where: part})
    assert len(bomb) < 100_000

    with pytest.raises(UnreadableError, match="grows beyond all measure"):
        next(read_grids(bomb, unpack=lambda _content: pytest.fail("it was parsed")))


def test_a_full_list_is_read():
    rows = [["Name", "House", *(f"x{number}" for number in range(38))]]
    rows += [[f"Ann {number}", "Cat", *("word" for _each in range(38))] for number in range(MOST_ROWS - 1)]

    assert len(read_grid(book(rows))) == MOST_ROWS


def test_an_archive_that_lies_about_its_sizes_is_counted_while_it_is_unpacked():
    content = bytearray(with_parts(book([["Name", "House"]]), {"xl/media/zeros.bin": bytes(11_000_000)}))
    size = (11_000_000).to_bytes(4, "little")
    while (at := content.find(size)) >= 0:
        content[at : at + 4] = (10).to_bytes(4, "little")

    assert outcome(bytes(content)).endswith(".")
