"""Workbooks are read in a separate process: their contents come back, and its time and memory are limited."""

from __future__ import annotations

from io import BytesIO
from types import SimpleNamespace

import pytest

from control.casting.grid import workbook_sheets
from control.casting.letters import UnreadableError
from control.people import workbook_process
from control.people.workbook_process import read_in_subprocess
from tests.control.casting.books import book, with_parts

ROWS = [["Name", "House"], ["Änne “A”", "Cat"], ["Bob", 3]]


def test_what_it_holds_comes_back_as_if_it_had_been_read_here():
    content = book(ROWS, before=["Cover"], cover="Our day")

    assert read_in_subprocess(content) == list(workbook_sheets(content))


def test_a_damaged_one_gets_one_sentence():
    with pytest.raises(UnreadableError) as no:
        read_in_subprocess(with_parts(book(ROWS), {"xl/workbook.xml": b"<"}))

    assert no.value.sentence.startswith("This Excel file is damaged or is no Excel file. ")


def test_one_that_takes_too_long_gets_one_sentence():
    with pytest.raises(UnreadableError) as no:
        read_in_subprocess(book(ROWS), within=0.001)

    assert no.value.sentence.startswith("It takes too long to read this Excel file. ")


def test_one_that_costs_too_much_work_gets_the_same_sentence(monkeypatch):
    busy = ["-c", "import signal; signal.raise_signal(signal.SIGXCPU)"]
    run = workbook_process.subprocess.run
    monkeypatch.setattr(workbook_process.subprocess, "run", lambda words, **how: run([words[0], *busy], **how))

    with pytest.raises(UnreadableError) as no:
        read_in_subprocess(book(ROWS))

    assert no.value.sentence.startswith("It takes too long to read this Excel file. ")


def test_its_memory_has_an_end(monkeypatch):
    given = []
    monkeypatch.setattr(workbook_process.resource, "setrlimit", lambda what, most: given.append((what, most)))
    monkeypatch.setattr(workbook_process.sys, "stdin", SimpleNamespace(buffer=BytesIO(b"")))

    assert workbook_process.main() == 1
    assert {what for what, _most in given} == {workbook_process.resource.RLIMIT_AS, workbook_process.resource.RLIMIT_CPU}
