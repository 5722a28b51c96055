"""Casting lists as people really send them: rows that could be lost or misread are read rightly, or named in one sentence."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.styles import Font

from control.casting.cells import name_and_pronouns
from control.casting.headings import plain
from control.casting.letters import ENCODINGS, UnreadableError
from control.casting.lines import Reading, read_casting
from control.casting.vocabulary import rank_of
from control.day.words import plain_name as sought
from control.engine.typed_text import clean_typed_name
from rooms.realm.game.state import GameState
from tests.control.casting.books import book, with_parts
from tests.scenarios import small

HEAD = "Name,House,Rank\n"
FOUR = [["Ada Lund", "Cat", 1], ["Ben Roth", "Cat", 2], ["Cleo Marsh", "Wolf", 1], ["Dov Amir", "Ram", 1]]
FOUR_TOLD = [("Ada Lund", "cat", 1), ("Ben Roth", "cat", 2), ("Cleo Marsh", "wolf", 1), ("Dov Amir", "ram", 1)]
FOUR_ROWS = "".join(f"{name},{house},{rank}\n" for name, house, rank in FOUR)


def read(content: bytes | str, encoding: str = "") -> Reading:
    return read_casting(content.encode() if isinstance(content, str) else content, GameState(scenario=small()), encoding=encoding)


def told(reading: Reading) -> list[tuple[str, str, int]]:
    assert reading.problems == ()
    return [(line.name, str(line.team), line.rank) for line in reading.lines]


def refusal(content: bytes | str) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(UnreadableError) as no:
        read(content)
    return no.value.sentence


def saved(made: Workbook) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def workbook(rows: list[list[object]]) -> Workbook:
    made = Workbook()
    for row in [["Name", "House", "Rank"], *rows]:
        made.active.append(row)
    return made


# --- nobody is lost -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["", '"', '",x\nEve,Ram,2\n'])
def test_a_quotation_mark_that_swallows_rows_is_named_with_its_row(end):
    content = f'Name,House,Rank,Notes\nAda,Cat,1,\nBen,Cat,2,"late\nCleo,Wolf,1,\nDov,Ram,1,{end}\n'
    assert refusal(content).startswith('Row 3 opens a quotation mark (")')


def test_a_note_of_several_lines_is_a_note():
    reading = read('Name,House,Notes\nAda,Cat,"one\ntwo, and\nthree"\nBen,Cat,\n')
    assert [(line.name, line.note) for line in reading.lines] == [("Ada", "one two, and three"), ("Ben", "")]


def test_players_on_further_sheets_are_a_problem_that_names_the_sheets():
    made = workbook([["Ada Lund", "Cat", 1], ["Ben Roth", "Wolf", 1]])
    made.active.title = "Players"
    for title, house in (("Late", "Wolf"), ("Later", "Ram")):
        sheet = made.create_sheet(title)
        sheet.append(["Name", "House"])
        sheet.append(["Eve", house])
    made.create_sheet("Rules").append(["Name your House before noon"])
    reading = read(saved(made))
    assert reading.lines == ()
    assert [each.words for each in reading.problems] == [
        "The sheets “Late” and “Later” hold players too. Put all players on one sheet, or hide the sheets that do not count."
    ]
    for title in ("Late", "Later"):
        made[title].sheet_state = "hidden"
    assert told(read(saved(made))) == [("Ada Lund", "cat", 1), ("Ben Roth", "wolf", 1)]


def sheets(pages: dict[str, list[list[object]]]) -> bytes:
    made = Workbook()
    made.remove(made.active)
    for title, rows in pages.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(row)
    return saved(made)


NAMED = ["Name", "Rank"]


@pytest.mark.parametrize(
    "pages",
    [
        {"Cat": [NAMED, *[row[::2] for row in FOUR[:2]]], "Wolf": [NAMED, FOUR[2][::2]], "Ram": [NAMED, FOUR[3][::2]]},
        {
            "House Cat": [["Name"], ["Ada Lund"], ["Ben Roth"]],
            "Wolf (5)": [["Name"], ["Cleo Marsh"]],
            "RAM": [["Name"], ["Dov Amir"]],
        },
        {"cats": [["Ada Lund"], ["Ben Roth"]], "Haus Wolf": [["Cleo Marsh"]], "Rams": [["Dov Amir"]]},
        {
            "one": [["Name", "House"], ["Ada Lund", "Cat"], ["Ben Roth", "Cat"]],
            "two": [["House", "Player"], ["Wolf", "Cleo Marsh"]],
            "three": [["Name", "House"], ["Dov Amir", "Ram"]],
        },
    ],
)
def test_a_sheet_for_each_house_is_read_as_one_list(pages):
    reading = read(sheets(pages))
    cited = ", ".join(f"“{title}”" for title in list(pages)[:2])
    assert told(reading) == FOUR_TOLD
    assert f"3 sheets, one for each House, were read as one list: {cited} and “{list(pages)[2]}”." in reading.remarks


def test_a_row_of_several_sheets_is_named_with_its_sheet():
    reading = read(sheets({"Cat": [NAMED, ["Ada", 1]], "Wolf": [NAMED, ["Cleo", "Duke"], ["Dov", 2], ["Dov", 3]]}))
    assert [problem.words for problem in reading.problems] == [
        "Row 2 in “Wolf”, column “Rank”: “Duke” is no rank. Write a whole number from 1 to 20, or leave the cell empty.",
        "Row 4 in “Wolf”, column “Name”: Dov stands in House Wolf in row 3 in “Wolf” already. "
        "Delete one of the two rows; of two people with one name, give one a second name.",
    ]
    twice = read(sheets({"Cat": [NAMED, ["Ada", 1]], "Wolf": [NAMED, ["Ada", 1]]}))
    assert twice.remarks[-1] == "Ada stands in more than one House (rows 2 in “Cat” and 2 in “Wolf”). Two people of one name?"


def test_two_sheets_of_one_house_are_a_problem_that_names_both():
    reading = read(sheets({"Cat": [NAMED, ["Ada", 1]], "Wolf": [NAMED, ["Cleo", 1]], "House Cat": [NAMED, ["Ben", 1]]}))
    assert [problem.words for problem in reading.problems] == [
        "The sheets “Cat” and “House Cat” mean the same House, Cat. "
        "Put all players on one sheet, or hide the sheets that do not count."
    ]


def test_an_overview_beside_a_sheet_for_each_house_is_read_alone():
    pages = {"Cat": [NAMED, *[row[::2] for row in FOUR[:2]]], "Wolf": [NAMED, FOUR[2][::2]]}
    reading = read(sheets({**pages, "All": [["Name", "House", "Rank"], *FOUR]}))
    assert (told(reading), reading.remarks) == (
        FOUR_TOLD,
        ("The sheets “Cat” and “Wolf” repeat players of “All” and were not read.",),
    )
    assert reading.columns[0] == "sheet “All”"


def test_a_waiting_list_on_a_sheet_of_its_own_is_left_out():
    reading = read(sheets({"Players": [["Name", "House", "Rank"], *FOUR], "Waiting list": [["Name", "House"], ["Eve", "Cat"]]}))
    assert (told(reading), reading.remarks) == (FOUR_TOLD, ("The sheet “Waiting list” is left out.",))


def test_a_sheet_of_a_house_that_cannot_be_read_is_a_problem_and_not_passed_over():
    pages = {"Cat": [NAMED, ["Ada", 1]], "Wolf": [["Name", "Player", "Rank"], ["Cleo", "Cleo", 1]]}
    assert [problem.words for problem in read(sheets(pages)).problems] == [
        "Row 1 in “Wolf”: The columns “Name” and “Player” both mean the name. "
        "Delete one of the two columns, or give it another heading."
    ]


def test_a_hidden_row_is_read_and_said():
    made = workbook(FOUR)
    made.active.row_dimensions[3].hidden = True
    reading = read(saved(made))
    assert told(reading) == FOUR_TOLD
    assert reading.remarks == ("Row 3 is hidden in the file and was read all the same.",)


def test_a_row_that_is_struck_out_is_left_out_and_those_behind_move_up():
    made = workbook([["Ada", "Cat", 1], ["Ben", "Cat", 2], ["Cleo", "Cat", 3]])
    for cell in made.active[3]:
        cell.font = Font(strike=True)
    reading = read(saved(made))
    assert told(reading) == [("Ada", "cat", 1), ("Cleo", "cat", 2)]
    assert reading.remarks == ("Row 3 is struck out and is left out.",)


def test_a_rank_that_somebody_else_has_taken_over_is_not_closed():
    reading = read("Name,House,Rank,Status\nAda,Cat,1,ok\nBen,Cat,2,cancelled\nEve,Cat,2,ok\nCleo,Cat,3,ok\n")
    assert told(reading) == [("Ada", "cat", 1), ("Eve", "cat", 2), ("Cleo", "cat", 3)]


@pytest.mark.parametrize(
    ("status", "comes"),
    [
        ("paid", True),
        ("confirmed", True),
        ("", True),
        ("Cancelled", False),
        ("storniert", False),
        ("no-show", False),
        ("Waitlist", False),
    ],
)
def test_who_has_cancelled_gets_no_badge(status, comes):
    reading = read(f"Name,House,Order status\nAda,Cat,paid\nBen,Cat,{status}\n")
    assert [line.name for line in reading.lines] == ["Ada", "Ben"][: 1 + comes]
    assert reading.remarks == (() if comes else (f"Row 3 says “{status}” and is left out.",))


@pytest.mark.parametrize(
    "cell",
    [
        "Jan Kowalski - CANCELLED",
        "Jan Kowalski – no show",
        "Jan Kowalski (withdrawn)",
        "Kowalski, Jan, cancelled",
        "abgesagt: Jan Kowalski",
        "Jan Kowalski storniert",
    ],
)
def test_a_name_that_says_it_has_cancelled_gets_no_badge(cell):
    reading = read(f'{HEAD}Ada,Cat,1\n"{cell}",Cat,2\nBen,Cat,3\n')
    assert told(reading) == [("Ada", "cat", 1), ("Ben", "cat", 2)]
    assert len(reading.remarks) == 1
    assert reading.remarks[0].startswith("Row 3 says “")


@pytest.mark.parametrize("name", ["Dan Void", "Rejected Prince", "Ada Frei-Offen", "Ben Dropped"])
def test_a_name_that_is_also_a_word_of_cancelling_is_a_name(name):
    assert told(read(f"{HEAD}{name},Cat,1\n")) == [(name, "cat", 1)]


@pytest.mark.parametrize("name", ["TBD", "tba", "N.N.", "NN", "Open place", "(vacant)", "frei", "noch offen"])
def test_a_place_that_nobody_has_yet_is_no_player(name):
    reading = read(f"{HEAD}Ada,Cat,1\n{name},Cat,2\nBen,Cat,3\n")
    assert told(reading) == [("Ada", "cat", 1), ("Ben", "cat", 2)]
    assert reading.remarks == (f"Row 3 says “{name}” and is left out.",)


SEVERAL = "Write one row for each person, or “(one person)” behind the name."


@pytest.mark.parametrize(
    "name",
    [
        "Ada Lund & Ben Roth", "Ada & Ben", "Ada&Ben", "Ada; Ben", "Ada Lund + Ben Roth", "Ada+Ben",
        "Ada and Ben", "Ada UND Ben", "Ada und Ben Roth", "Ada i Ben", "Ada Lund i Ben Roth", "Ada et Ben", "Ada e Ben",
        "Ada og Ben", "Ana Ruiz y Luis Gil", "Ana y Luis Gil", "Ada ve Ben", "Ада и Бен", "Lund, Ada & Ben", "Lund, Ada; Roth, Ben",
        "Ada (+1)", "Ada +1", "Ada Lund + 1", "Ada + guest", "Ada (plus one)", "Ada with friend", "Ada mit Begleitung",
        "Ada (with Ben)", "Ada (and Ben)", "Ada (mit Ben)", "Ada w/ Ben",
        "2 x Ada", "2x Ada", "Ada x2", "Ada (2 people)", "Ada Lund, 2 Personen", "Ada (zwei Personen)",
        "Familie Lund", "Lund Family", "Fam. Lund", "Ehepaar Lund", "Rodzina Lund", "Geschwister Lund",
        "Ada/Ben", "Ada Lund / Ben Roth", "Ada | Ben", "Ada, Ben, Cleo", "Ada Lund (she/her) & Ben Roth (he/him)",
    ],
)  # fmt: skip
def test_several_people_in_one_row_stop_the_list(name):
    reading = read(f'Name\tHouse\tRank\n"{name}"\tCat\t1\nCleo\tWolf\t1\n')
    assert reading.lines == ()
    assert [problem.words for problem in reading.problems] == [
        f"Row 2, column “Name”: “{name_and_pronouns(name)[0]}” seems to name two people or more. {SEVERAL}"
    ]


def test_two_first_names_in_columns_of_names_stop_the_list():
    for first, last, name in (("Ada & Ben", "Lund", "Ada & Ben Lund"), ("Ada", "Lund und Roth", "Ada Lund und Roth")):
        (problem,) = read(f"First name;Last name;House\n{first};{last};Cat\n").problems
        assert problem.words == f"Row 2, column “First name”: “{name}” seems to name two people or more. {SEVERAL}"
    (problem,) = read('First name;Last name;House\n"Ada, Ben";Lund;Cat\n').problems
    assert problem.mend == SEVERAL


@pytest.mark.parametrize("cell", ["Smith & Wesson (one person)", "Smith & Wesson [1 person]", "Smith & Wesson (eine Person)"])
def test_a_row_may_say_that_it_is_one_person(cell):
    reading = read(f"{HEAD}{cell},Cat,1\n")
    assert (told(reading), reading.remarks) == ([("Smith & Wesson", "cat", 1)], ())


@pytest.mark.parametrize(
    "name",
    [
        "Ferdinand Anders", "Odile Brand, Jr.", "Ana de la O", "Anna-Lena", "José Ortega y Gasset", "Antoni Gaudí i Cornet",
        "Maria da Costa e Silva", "John I Smith", "LGBTQ+ Kim", "Ada Fam", "Jack Paar", "Malcolm X", "Agent 47", "Andy Undset",
    ],
)  # fmt: skip
def test_one_person_with_a_name_like_two_is_read_without_a_word(name):
    reading = read(f'{HEAD}"{name}",Cat,1\n')
    assert (told(reading), reading.remarks) == ([(name, "cat", 1)], ())


@pytest.mark.parametrize("name", ["Maria y Castro", "Thomas a Becket", "Eva a Petr"])
def test_a_name_that_may_be_of_two_people_is_remarked(name):
    reading = read(f"{HEAD}{name},Cat,1\n")
    assert told(reading) == [(name, "cat", 1)]
    assert reading.remarks == (f"Row 2 may name two people ({name}); one row is one player.",)


@pytest.mark.parametrize("name", ["Sam Roth He/Him", "Sam Roth (M/F)", "Sam c/o Kim"])
def test_a_slash_that_parts_no_two_names_is_no_couple(name):
    assert len(read(f"{HEAD}{name},Cat,1\n").lines) == 1


def test_a_comma_that_no_other_row_has_may_part_two_people():
    (problem,) = read(f'{HEAD}Cleo Marsh,Cat,1\n"Ada, Ben",Cat,2\nDov Amir,Wolf,1\nEla Kurz,Wolf,2\n').problems
    assert problem.words == (
        "Row 3, column “Name”: “Ada, Ben” may name two people, or one with the last name first. "
        "Write one row for each person, or “Ben Ada”."
    )


def test_an_address_says_that_a_turned_name_is_one_persons():
    rows = "Cleo Marsh,Cat,\nDov Amir,Wolf,\nEla Kurz,Wolf,\n"
    reading = read(f'Name,House,E-mail\n"Lund, Ada",Cat,ada.lund@x.org\n{rows}')
    assert reading.lines[0].name == "Ada Lund"


# --- encodings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("cp1250", ["Zdeněk Růžička", "Małgorzata Żak", "Erzsébet Kővári"]),
        ("mac_roman", ["Hélène Garçon", "Jürgen Weiß"]),
        ("cp850", ["Hélène Garçon", "Jürgen Weiß", "Åsa Öberg"]),
        ("iso8859_2", ["Jiří Šťastný", "Małgorzata Żak", "Gergő Szűcs"]),
        ("cp852", ["Zdeněk Růžička", "Małgorzata Żak", "Gergő Szűcs"]),
        ("koi8_r", ["Наталья Щукина", "Игорь Чайковский"]),
        ("koi8_r", ["Иван", "Анна"]),
        ("koi8_u", ["Наталя Щукіна", "Євген Їжак"]),
        ("cp866", ["Наталья Щукина", "Игорь Чайковский"]),
        ("mac_cyrillic", ["Наталья Щукина", "Игорь Чайковский"]),
        ("iso8859_5", ["Наталья Щукина", "Игорь Чайковский"]),
        ("cp1254", ["Ayşe Yılmaz", "Ömer Özdoğan", "Gökçe Şahin"]),
        ("cp1255", ["משה כץ", "רחל לוין"]),
        ("cp1257", ["Līga Ozoliņa", "Žydrūnas Šimkus"]),
        ("cp1251", ["Наталья Щукина", "Игорь Чайковский"]),
        ("cp1253", ["Ελένη Παπαδοπούλου", "Γιώργος Νικολάου"]),
    ],
)
def test_an_old_encoding_is_guessed_and_the_names_are_shown(encoding, names):
    content = f"Name,House\n{''.join(f'{name},Cat{chr(10)}' for name in names)}".encode(encoding)
    guessed = read(content)
    assert len(guessed.remarks) == 1
    assert guessed.remarks[0].startswith("The file does not say how its letters are written; it was read as ")
    assert "choose the encoding" in guessed.remarks[0]
    assert [line.name for line in guessed.lines] == names
    assert names[0] in guessed.remarks[0]
    chosen = read(content, "koi8_u" if encoding == "koi8_r" else encoding)
    assert ([line.name for line in chosen.lines], chosen.remarks) == (names, ())


def test_western_names_of_many_countries_are_read_as_western():
    names = ["Günther Böhm", "François Lefèvre", "Begoña Núñez", "João Gonçalves", "Søren Kjær", "Åke Sjöström", "Þóra Jónsdóttir"]
    reading = read(f"Name,House\n{''.join(f'{name},Cat{chr(10)}' for name in names)}".encode("cp1252"))
    assert [line.name for line in reading.lines] == names


def test_what_the_two_commonest_old_encodings_agree_on_needs_no_word():
    assert read("Name,House\nJörg Weiß,Cat\n".encode("cp1252")).remarks == ()


def test_a_wrong_choice_of_the_encoding_is_said():
    with pytest.raises(UnreadableError) as no:
        read("Name,House\nJörg,Cat\n".encode("cp1252"), "utf-8")
    assert no.value.sentence == "The file is not written in this encoding: UTF-8 (all languages). Choose another one."


def test_letters_that_were_saved_twice_are_put_right_and_said():
    twice = f"{HEAD}Zoë Größ,Cat,1\nAda,Cat,2\nJosé Peña,Wolf,1\n".encode().decode("cp1252").encode()
    reading = read(twice)
    assert told(reading) == [("Zoë Größ", "cat", 1), ("Ada", "cat", 2), ("José Peña", "wolf", 1)]
    assert reading.remarks == (
        "The letters of rows 2, 4 had been saved wrong and were put right: “Zoë Größ”, “José Peña”. Look at them.",
    )


def test_one_line_from_an_older_program_spoils_no_other():
    content = "Name,House\nZoë Größ,Cat\n".encode() + "André Lys,Cat\n".encode("cp1252") + "Łucja,Wolf\n".encode()
    reading = read(content)
    assert [line.name for line in reading.lines] == ["Zoë Größ", "André Lys", "Łucja"]
    assert reading.remarks == ("Row 3 is written in another encoding than the rest: “André Lys”. Look at its letters.",)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-8-sig"])
def test_wide_letters_are_read_with_and_without_their_mark(encoding):
    assert told(read(f"{HEAD}{FOUR_ROWS}".encode(encoding))) == FOUR_TOLD


@given(st.sampled_from(list(ENCODINGS)), st.binary(max_size=200))
def test_no_bytes_make_it_fall_over(encoding, content):
    for chosen in ("", encoding):
        with suppress(UnreadableError):
            read(content, chosen)


# --- people -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "name", "note"),
    [
        ("Lund, Ada", "Ada Lund", None),
        ("Ada Lund, Jr.", "Ada Lund, Jr.", None),
        ("Ada Lund, Ph.D.", "Ada Lund, Ph.D.", None),
        ("Lund, Ada, Jr.", "Ada Lund, Jr.", None),
        ("Ada Lund, she/her", "Ada Lund", "she/her"),
        ("Lund, Ada, (sie/ihr)", "Ada Lund", "sie/ihr"),
        ("Ada Lund, MD, they/them", "Ada Lund, MD", "they/them"),
    ],
)
def test_what_stands_behind_a_comma(cell, name, note):
    (line,) = read(f'{HEAD}"{cell}",Cat,1\n').lines
    assert (line.name, line.note) == (name, note)


@pytest.mark.parametrize("pair", [("はると", "ばると"), ("राम", "रोम"), ("มานี", "มานะ"), ("கலா", "கலை"), ("カイ", "ガイ")])
def test_marks_of_scripts_without_accents_make_another_person(pair):
    one, other = pair
    assert plain(one) != plain(other)
    assert sought(one) != sought(other)
    assert read(f"{HEAD}{one},Cat,1\n{other},Cat,2\n").remarks == ()


@pytest.mark.parametrize(
    ("name", "typed"),
    [("Łukasz", "lukasz"), ("Zoë", "zoe"), ("Ångström", "angstrom"), ("Þór Æsir", "thor aesir"), ("Işık", "isik"),
     ("Đorđe", "dorde"),     ("Éва", "eва"), ("Άννα", "αννα"), ("Йосиф", "иосиф"), ("Ħalil Œuvre", "halil oeuvre")],
)  # fmt: skip
def test_accents_of_latin_greek_and_cyrillic_letters_are_left_out_by_who_searches(name, typed):
    assert (plain(name), sought(name)) == (typed, typed)


@pytest.mark.parametrize("unseen", ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u200e", "\u202e", "\u200d", "\u200c"])
def test_what_nobody_sees_is_no_part_of_a_name(unseen):
    assert told(read(f"{HEAD}{unseen}A{unseen}da Lu{unseen}nd{unseen},C{unseen}at,1\n")) == [("Ada Lund", "cat", 1)]


@pytest.mark.parametrize("name", ["علی\u200cرضا", "Ray 👩\u200d🚀 Vale", "क्\u200dष"])
def test_joiners_stay_where_they_spell(name):
    assert told(read(f"{HEAD}{name},Cat,1\n")) == [(name, "cat", 1)]


@given(st.text(max_size=30))
def test_a_clean_name_is_clean(words):
    assert clean_typed_name(clean_typed_name(words)) == clean_typed_name(words)


# --- shapes of tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        f"{HEAD}{FOUR_ROWS}".replace(",", "|"),
        HEAD + FOUR_ROWS.replace("\n", ",,\n"),
        f"{HEAD}{FOUR_ROWS}" + ",,\n" * 1400,
        HEAD + "".join(f"{name},{house},{'I' * int(rank)}\n" for name, house, rank in FOUR),
        "Timestamp,What is your name?,Which House do you play?,Your rank\n"
        + "".join(f"1/2/26,{row}\n" for row in FOUR_ROWS.splitlines()),
    ],
)
def test_it_is_read_without_a_word(content):
    reading = read(content)
    assert (told(reading), reading.remarks) == (FOUR_TOLD, ())


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        (
            HEAD + "".join(f"{at},{row}\n" for at, row in enumerate(FOUR_ROWS.splitlines(), start=1)),
            "The rows begin with a cell that has no heading; each heading was read one column further to the right.",
        ),
        (
            HEAD + re.sub(r"\d", "Duke", FOUR_ROWS),
            "The column “Rank” holds no rank, but “Duke”; ranks follow the order of the list.",
        ),
        (
            f"{HEAD}HOUSE CAT,,\nAda Lund,,1\nBen Roth,,2\nWolf,,\nCleo Marsh,,1\nRam,,\nDov Amir,,1\n",
            "A House stands alone in the rows 2, 5, 7; the players below it were read as of that House.",
        ),
    ],
)  # fmt: skip
def test_it_is_read_with_a_remark(content, remark):
    reading = read(content)
    assert (told(reading), reading.remarks) == (FOUR_TOLD, (remark,))


def test_houses_above_their_players_need_no_column_of_their_own():
    content = (
        "Name;Rank;Status\nHOUSE CAT;;\nAda Lund;1;ok\nBen Roth;2;\nWolf (Captain: Cleo);;\nCleo Marsh;1;\nRam:;;\nDov Amir;1;\n"
    )
    reading = read(content)
    remark = "A House stands alone in the rows 2, 5, 7; the players below it were read as of that House."
    assert (told(reading), reading.remarks) == (FOUR_TOLD, (remark,))
    assert reading.columns == ("column “Name”: name", "column “Rank”: rank", "column “Status”: status")


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("House Wofl", "Row 4: There is no House “House Wofl”. Write Wolf."),
        ("House Stag", "Row 4: There is no House “House Stag”. Write one of: Cat, Wolf, Ram."),
        ("Wofl", "Row 4: There is no House “Wofl”. Write Wolf. If it is a player, write the House or the rank beside the name."),
    ],
)
@pytest.mark.parametrize("heading", ["Name,House,Rank", "Name,Rank,Notes"])
def test_a_misspelt_house_above_its_players_leaves_them_not_to_the_house_before(head, words, heading):
    reading = read(f"{heading}\nHouse Cat,,\nAda Lund,,\n{head},,\nCleo Marsh,,\nDov Amir,,\n")
    assert [problem.words for problem in reading.problems] == [words]
    assert reading.lines == ()


def test_a_register_name_alone_in_its_row_is_a_player_though_it_begins_like_a_house():
    reading = read('Name,House\nCat,\nAda Lund,\n"Wolf, Anna",\n')
    assert told(reading) == [("Ada Lund", "cat", 1), ("Anna Wolf", "cat", 2)]


@pytest.mark.parametrize(
    ("said", "mend"),
    [
        ("Wolf or Cat", "Write one of: Cat, Wolf."),
        ("Not House Wolf", "Write Wolf."),
        ("Team Wolw", "Write Wolf."),
        ("any", "Write one of: Cat, Wolf, Ram."),
    ],
)
def test_a_house_that_is_not_there_is_mended_by_what_was_meant(said, mend):
    (problem,) = read(f"Name,House\nAda,{said}\n").problems
    assert problem.mend == mend


@pytest.mark.parametrize(("said", "first_timer"), [("Yes, many times", False), ("no (sorry)", True), ("Ja - oft", False)])
def test_an_answer_with_a_remark_behind_it_is_an_answer(said, first_timer):
    (line,) = read(f'Name,House,Have you played before?\nAda,Cat,"{said}"\n').lines
    assert line.first_timer is first_timer


def test_a_house_that_stands_once_for_its_block_counts_for_all_of_it():
    reading = read(f"{HEAD}Ada,Cat,1\nBen,,2\nCleo,,3\nDov,Ram,1\n")
    assert told(reading) == [("Ada", "cat", 1), ("Ben", "cat", 2), ("Cleo", "cat", 3), ("Dov", "ram", 1)]
    assert reading.remarks == ("The rows 3, 4 name no House and were read as of the House above them.",)


def test_one_house_that_was_forgotten_is_asked_for():
    reading = read(f"{HEAD}Ada,Cat,1\nBen,Cat,2\nCleo,,1\nDov,Ram,1\n")
    assert [problem.row for problem in reading.problems] == [4]


def test_merged_cells_count_for_each_of_their_rows():
    made = workbook([["Ada Lund", "Cat", 1], ["Ben Roth", None, 2], ["Cleo Marsh", "Wolf", 1], ["Dov Amir", "Ram", 1]])
    made.active.merge_cells("B2:B3")
    reading = read(saved(made))
    assert (told(reading), reading.remarks) == (FOUR_TOLD, ())


def test_a_blank_cell_far_below_is_no_row():
    made = workbook(FOUR)
    made.active.cell(row=200_000, column=2).font = Font(bold=True)
    assert told(read(saved(made))) == FOUR_TOLD


def test_a_date_that_a_spreadsheet_made_of_a_rank_is_called_a_date():
    (problem,) = read(book([["Name", "House", "Rank"], ["Ada", "Cat", 1], ["Ben", "Cat", date(2026, 3, 1)]])).problems
    assert problem.words.startswith("Row 3, column “Rank”: It holds a date (2026-03-01), no rank.")


def test_formulas_that_nobody_worked_out_are_one_sentence():
    content = book([["Name", "House"], ['="Ada"', "Cat"], ['="Ben"', "Cat"]])
    assert refusal(content).startswith(
        "This workbook holds formulas that were never worked out, the first of them in row 2. Open it"
    )


def test_formulas_with_their_results_are_read():
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>House</v></c></row>'
        b'<row r="2"><c r="A2" t="str"><f>"Ada"</f><v>Ada</v></c><c r="B2" t="str"><v>Cat</v></c></row></sheetData></worksheet>'
    )
    assert told(read(with_parts(book([["x"]]), {"xl/worksheets/sheet1.xml": sheet}))) == [("Ada", "cat", 1)]


@pytest.mark.parametrize("begin", ["<html><body><table>", "<!DOCTYPE html>\n<html>", '\ufeff<?xml version="1.0"?>'])
def test_a_web_page_under_the_name_of_a_workbook_is_called_one(begin):
    assert refusal(f"{begin}<tr><td>Ada</td></tr>").startswith("This is a web page, whatever it is called.")


def test_a_pdf_under_the_name_of_a_workbook_is_called_one():
    assert refusal("%PDF-1.7\nName House").startswith("This is a PDF, whatever it is called.")


# --- other languages ----------------------------------------------------------------------------------------------------

RANKS = {
    1: "first First 1. 1er 1ère erster primero premier eerste pierwszy первый #1 I",
    2: "Second 2nd deuxième II 2ème zweite 2º 2 drugi",
    4: "fourth Vierter quatrième 4th IV cuarta",
}


@pytest.mark.parametrize(
    ("said", "rank"),
    [
        *((each, rank) for rank, words in RANKS.items() for each in words.split()),
        ("Rang 2", 2),
        ("Rang: 2", 2),
        ("2. Rang", 2),
        ("Rank two", 2),
        ("1st place", 1),
        ("nr 3", 3),
        ("The third", 3),
    ],
)
def test_a_rank_is_read_in_figures_and_in_words_of_several_languages(said, rank):
    assert rank_of(said) == rank


@pytest.mark.parametrize("said", ["x", "-1", "1-2", "1/2", "2.5", "1. Mai", "2026-05-01", "Duke", "Captain 2", "1 000", "€3", ""])
def test_what_says_no_rank_or_several_numbers_is_none(said):
    assert rank_of(said) is None


def test_ranks_in_words_tell_a_column_without_headings():
    reading = read("second,Ben Roth,Cat\nfirst,Ada Lund,Cat\nfirst,Cleo Marsh,Wolf\nfirst,Dov Amir,Ram\n")
    assert told(reading) == FOUR_TOLD


HEADED = [
    "Name,Haus,Rang",
    "Spieler:in,Adelshaus,Platz",
    "Nom,Maison,Rang",
    "Joueur,Équipe,Rang",
    "Nombre,Casa,Puesto",
    "Naam,Huis,Rang",
    "Imię i nazwisko,Ród,Miejsce",
    "Nome,Casata,Grado",
    "Namn,Hus,Plats",
    "Jméno a příjmení,Rod,Pořadí",
    "Имя и фамилия,Дом,Ранг",
]
APART = [
    "Vorname,Nachname,Haus",
    "Vorname,Name,Haus",
    "Prénom,Nom,Maison",
    "Prénom,Nom de famille,Maison",
    "Nombre,Apellidos,Casa",
    "Nome,Cognome,Casa",
    "Voornaam,Achternaam,Huis",
    "Imię,Nazwisko,Dom",
    "Имя,Фамилия,Дом",
]


@pytest.mark.parametrize("heading", HEADED)
def test_headings_in_other_languages_are_understood(heading):
    reading = read(f"{heading}\n{FOUR_ROWS}")
    assert (told(reading), reading.remarks) == (FOUR_TOLD, ())


@pytest.mark.parametrize("heading", APART)
def test_a_name_in_two_columns_is_put_together_in_other_languages(heading):
    rows = "".join(f"{name.replace(' ', ',')},{house}\n" for name, house, _rank in FOUR)
    assert told(read(f"{heading}\n{rows}")) == FOUR_TOLD


@pytest.mark.parametrize("second", ["Vorname", "Nachname"])
def test_a_full_name_beside_a_part_of_it_is_not_made_longer(second):
    rows = "".join(f"{name},{name.split()[second == 'Nachname']},{house}\n" for name, house, _rank in FOUR)
    assert told(read(f"Name,{second},Haus\n{rows}")) == FOUR_TOLD


@pytest.mark.parametrize("words", ["Haus {}", "Maison {}", "{} huis", "Ród {}", "casa {}"])
def test_a_team_is_known_with_the_word_for_it_in_another_language(words):
    rows = "".join(f"{name},{words.format(house)},{rank}\n" for name, house, rank in FOUR)
    assert told(read(HEAD + rows)) == FOUR_TOLD


def test_a_player_whose_first_name_is_a_word_for_a_house_is_a_player():
    reading = read("Name,House\nDom Perry,Cat\nRod Hull,\nDom Lane,\nAda Lund,Wolf\nBen Roth,\n")
    assert [line.name for line in reading.lines] == ["Dom Perry", "Rod Hull", "Dom Lane", "Ada Lund", "Ben Roth"]


# --- unused columns, duplicates -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "unused"),
    [
        (f"{HEAD}{FOUR_ROWS}", ()),
        ("Name,House,Diet,T-shirt\nAda Lund,Cat,vegan,M\n", ("Diet", "T-shirt")),
        ("Name,House,Diet\nAda Lund,Cat,\n", ()),
        ("Name,House,Phone,Mobile\nAda Lund,Cat,yes,no\n", ("Mobile",)),
        ("Full name,First name,House\nAda Lund,Ada,Cat\n", ("First name",)),
        ("Ada Lund,Cat,vegan\nBen Roth,Cat,vegan\n", ("column C",)),
    ],
)
def test_columns_that_are_not_used_are_named(content, unused):
    assert read(content).unused == unused


@pytest.mark.parametrize(
    ("rows", "remark"),
    [
        ("Ada,Cat,a@x.org\nBen,Wolf,A@X.ORG \n", "The rows 2 and 3 have one e-mail address (Ada, Ben). The same person?"),
        ("Ada,Cat,a@x.org\nBen,Cat,b@x.org\nAda,Wolf,a@x.org\n",
         "Ada stands in more than one House (rows 2 and 4), with one e-mail address. The same person?"),
        ("Ada,Cat,a@x.org\nAda,Wolf,b@x.org\n", "Ada stands in more than one House (rows 2 and 3). Two people of one name?"),
        ("Ada,Cat,-\nBen,Wolf,-\n", None),
        ("Ada <a@x.org>,Cat,\nBen,Cat,a@x.org\n", "The rows 2 and 3 have one e-mail address (Ada, Ben). The same person?"),
    ],
)  # fmt: skip
def test_one_address_for_two_rows_is_one_remark_that_names_both(rows, remark):
    assert read(f"Name,House,E-Mail\n{rows}").remarks == ((remark,) if remark else ())


def test_the_same_player_twice_in_a_house_is_one_problem_that_names_both_rows():
    reading = read("Name,House,Rank,Mail\nAda,Cat,1,\nada,Cat,1,a@x.org\n")
    assert [problem.words for problem in reading.problems] == [
        "Row 3, column “Name”: ada stands in House Cat in row 2 already. "
        "Delete one of the two rows; of two people with one name, give one a second name."
    ]


def test_what_is_doubtful_is_said_beside_what_is_wrong():
    reading = read("Name,House,Mail\nAda,Cat,a@x.org\nBen,Wolf,a@x.org\nEve,Dog,\n")
    assert len(reading.problems) == 1
    assert reading.remarks == ("The rows 2 and 3 have one e-mail address (Ada, Ben). The same person?",)


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("Ada Lund <ada@x.org>", "Ada Lund"),
        ("Ada Lund (ada.lund@mail.example.org)", "Ada Lund"),
        ("ada@x.org Ada Lund", "Ada Lund"),
        ("Lund, Ada <ada@x.org>", "Ada Lund"),
    ],
)
def test_an_address_in_the_column_of_names_is_no_part_of_the_name(cell, name):
    assert told(read(f'{HEAD}"{cell}",Cat,1\n')) == [(name, "cat", 1)]


def test_an_address_instead_of_a_name_is_a_mistake():
    (problem,) = read(f"{HEAD}ada@x.org,Cat,1\n").problems
    assert problem.words == "Row 2, column “Name”: It holds an e-mail address and no name. Write the player’s name."


# --- rows that are no players, and other shapes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        (f"{HEAD}{FOUR_ROWS}Total: 4 players,,\n", "Row 6 is a total and is left out."),
        (f"{HEAD}{FOUR_ROWS}Summe,,4\n", "Row 6 is a total and is left out."),
        (f"{HEAD}{FOUR_ROWS}\nLegend:,,\nbold = new,,\n* = vegetarian,,\n", "Rows 7, 8, 9 are a legend and are left out."),
        (
            f"No,{HEAD}" + "".join(f"{at},{row}\n" for at, row in enumerate(FOUR_ROWS.splitlines())) + "printed by Jo,,,\n",
            "Row 6 stands beside the columns and is left out.",
        ),
        (
            ",Cat,Wolf,Ram\n1,Ada Lund,Cleo Marsh,Dov Amir\n2,Ben Roth,,\n",
            "Each column was read as one House: Cat, Wolf, Ram.",
        ),
        ("House Cat;Wolf;RAM\nAda Lund;Cleo Marsh;Dov Amir\nBen Roth;;\n", "Each column was read as one House: Cat, Wolf, Ram."),
    ],
)  # fmt: skip
def test_what_is_no_player_is_left_out_with_a_remark(content, remark):
    reading = read(content)
    assert (told(reading), reading.remarks) == (FOUR_TOLD, (remark,))


def test_totals_below_each_house_are_no_players():
    reading = read(
        "Name;Rank\nCat;\nAda Lund;1\nBen Roth;2\nTotal: 2;\nWolf;\nCleo Marsh;1\nTotal: 1;\nRam;\nDov Amir;1\nTotal: 4 players;\n"
    )
    assert told(reading) == FOUR_TOLD


@pytest.mark.parametrize("name", ["Total Recall", "Sum Ting", "Ann Key"])
def test_a_player_called_like_a_total_is_a_player(name):
    assert told(read(f"{HEAD}{name},Cat,1\n")) == [(name, "cat", 1)]


@pytest.mark.parametrize("cell", ["* Ada Lund", "Ada Lund*", "3. Ada Lund", "- Ada Lund", "12) Ada Lund", "• Ada Lund **"])
def test_bullets_and_stars_are_no_part_of_a_name(cell):
    reading = read(f"{HEAD}{cell},Cat,1\n")
    assert (told(reading), reading.remarks) == ([("Ada Lund", "cat", 1)], ())


def test_what_stands_behind_a_name_is_remarked_because_the_badge_shows_it():
    reading = read(f"{HEAD}Ada Lund (new),Cat,1\nBen Roth,Cat,2\nCleo - vegetarian,Cat,3\n")
    assert reading.remarks == (
        "The names in rows 2, 4 would stand on the badges as they are: “Ada Lund (new)”, “Cleo - vegetarian”.",
    )


@pytest.mark.parametrize(
    "content",
    [
        ",Player,,House\nNo,First name,Last name,House\n"
        + "".join(f"{at},{name.replace(' ', ',')},{house}\n" for at, (name, house, _rank) in enumerate(FOUR)),
        HEAD + "\n".join(f"{row}\n\nName,House,Rank" for row in FOUR_ROWS.splitlines()),
    ],
)
def test_headings_in_two_rows_and_headings_again_are_no_players(content):
    reading = read(content)
    assert (told(reading), reading.remarks) == (FOUR_TOLD, ())
