"""A sheet to count by as a form: what was typed into which line, against what the ledger said and says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from control.day.counts import Counted, CountLine, CountPart
from control.desks.command import CommandForm
from control.engine.language import say
from control.engine.modules import Command
from control.registry import CountKind

NUMBER: Final = re.compile(r"[0-9]{1,5}")
BELOW: Final = re.compile(r"[-−–][0-9]{1,5}")
SEEN: Final = re.compile(r"(\S+)=([0-9]{1,5})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line as it stands in the form: `typed` is empty where nobody has counted, `before` what its sender saw of the ledger.

    `wrong` says what is wrong with what was typed, empty while nothing is.
    """

    line: CountLine
    typed: str
    before: int
    reason: str = ""
    wrong: str = ""

    @property
    def moved(self) -> bool:
        """Has the ledger changed since then?"""
        return self.before != self.line.ledger

    @property
    def now(self) -> int | None:
        """What was counted; None where it cannot be read."""
        return int(self.typed) if NUMBER.fullmatch(self.typed) else None

    @property
    def differs(self) -> bool:
        """Was it counted otherwise than the ledger says now?"""
        return self.now is not None and self.now != self.line.ledger

    @property
    def corrects(self) -> bool:
        """Was it counted otherwise than its sender saw? A form sent twice says the same twice, whatever the ledger says by then."""
        return self.now is not None and self.now != self.before

    @property
    def more(self) -> str:
        """By how much, with its sign."""
        return f"{(self.now or 0) - self.line.ledger:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the sheet: lines that stand in it, further things to choose from, and whether it was ticked as counted.

    Of the further things one may have been chosen without a number (`picked`), or a number written without one (`loose`).
    """

    part: CountPart
    rows: tuple[Row, ...]
    spares: tuple[CountLine, ...]
    ticked: bool = False
    picked: str = ""
    loose: str = ""

    @property
    def named_rows(self) -> tuple[tuple[str, tuple[Row, ...]], ...]:
        """The rows as they stand in the sheet: those of one group side by side, under its name."""
        found = groupby(enumerate(self.rows), key=lambda each: each[1].line.group or each[0])
        return tuple((str(name) if isinstance(name, str) else "", tuple(row for _at, row in rows)) for name, rows in found)

    @property
    def counted(self) -> bool:
        """Is it ticked, or does something in it differ?"""
        return self.ticked or any(row.corrects for row in self.rows)

    @property
    def seen(self) -> str:
        """What is shown of the ledger, as the form sends it back: "cat.units=3 wolf.units=1"."""
        return " ".join(f"{row.line.id}={row.line.ledger}" for row in self.rows)


def parts_of(ledger: tuple[CountPart, ...], typed: QueryDict | None, *, hidden: bool) -> tuple[Part, ...]:
    """The sheet with what was typed into it. A number that nobody has touched follows the ledger."""
    if typed is None:
        return tuple(_fresh(part, hidden=hidden) for part in ledger)
    return tuple(_typed(part, typed, hidden=hidden) for part in ledger)


def _fresh(part: CountPart, *, hidden: bool) -> Part:
    rows = tuple(_untouched(line, hidden=hidden) for line in part.lines if not line.spare)
    return Part(part=part, rows=rows, spares=tuple(line for line in part.lines if line.spare))


def _untouched(line: CountLine, *, hidden: bool) -> Row:
    return Row(line=line, typed="" if hidden else str(line.ledger), before=line.ledger)


def switched(parts: tuple[Part, ...], *, hidden: bool) -> tuple[Part, ...]:
    """The sheet with the ledger's numbers shown or hidden from now on: what was typed stays, what nobody touched comes or goes."""
    return tuple(replace(part, rows=tuple(_switched(row, hidden=hidden) for row in part.rows)) for part in parts)


def _switched(row: Row, *, hidden: bool) -> Row:
    untouched = row.typed == str(row.before) if hidden else not row.typed
    return _untouched(row.line, hidden=hidden) if untouched else row


def _typed(part: CountPart, typed: QueryDict, *, hidden: bool) -> Part:
    picked, number = typed.get(f"s-{part.id}", ""), typed.get(f"sn-{part.id}", "").strip()
    seen = {found[1]: found[2] for found in SEEN.finditer(typed.get(f"b-{part.id}", ""))}
    numbers = {line.id: typed.get(f"n-{line.id}", "").strip() for line in part.lines if f"n-{line.id}" in typed}
    if picked and number:
        numbers.setdefault(picked, number)
    rows = tuple(
        _row(line, numbers, seen, typed.get(f"r-{line.id}", ""), hidden=hidden)
        for line in part.lines
        if not line.spare or line.id in numbers
    )
    return Part(
        part=part,
        rows=rows,
        spares=tuple(line for line in part.lines if line.spare and line.id not in numbers),
        ticked=f"p-{part.id}" in typed,
        picked="" if number else picked,
        loose="" if picked else number,
    )


def _row(line: CountLine, numbers: Mapping[str, str], seen: Mapping[str, str], reason: str, *, hidden: bool) -> Row:
    number, before = numbers.get(line.id), int(seen.get(line.id, line.ledger))
    if number is None or (not hidden and number == str(before)):
        return _untouched(line, hidden=hidden)
    return Row(line=line, typed=number, before=before, reason=reason, wrong=_wrong(line, number))


def _wrong(line: CountLine, number: str) -> str:
    """What is wrong with a number, so that its field can be marked; what the ledger has by now is another matter."""
    if not number or (NUMBER.fullmatch(number) and int(number) <= line.most):
        return ""
    if BELOW.fullmatch(number):
        return say("write a whole number, not below 0.")
    if NUMBER.fullmatch(number):
        return say("there can be 0 to {most}.", most=line.most)
    return say("write a whole number.")


class CountForm(CommandForm):
    """What was counted, and why what differs is entered: one reason for all, and one for each line that has its own."""

    reason = forms.CharField(
        max_length=300,
        required=False,
        error_messages={"max_length": gettext_lazy("A reason has at most 300 characters.")},
    )

    def __init__(self, *args: Any, kind: CountKind, parts: tuple[Part, ...], usual: str, hidden: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.kind, self.parts, self.usual, self.hidden = kind, parts, usual, hidden

    def clean(self) -> dict[str, Any]:
        """Raises: ValidationError, when a number cannot be read or a reason is too long."""
        given = super().clean() or self.cleaned_data
        for part in self.parts:
            if part.loose:
                words = say("{part}: choose what there is {number} of.", part=part.part.name, number=part.loose)
                raise forms.ValidationError(words)
            if part.picked:
                raise forms.ValidationError(say("{part}: say how many there are of what you chose.", part=part.part.name))
            for row in part.rows:
                if row.wrong:
                    raise forms.ValidationError(
                        say("{part}, {line}: {wrong}", part=part.part.name, line=row.line.name, wrong=row.wrong)
                    )
                if len(row.reason) > 300:
                    raise forms.ValidationError(say("A reason has at most 300 characters."))
        return given

    @property
    def touched(self) -> bool:
        """Has anything been typed or ticked that leaving would lose?"""
        return any(
            part.counted or part.picked or part.loose or any(row.wrong or (self.hidden and row.typed) for row in part.rows)
            for part in self.parts
        )

    def corrections(self) -> Iterator[tuple[Part, Row]]:
        """The lines that are to be corrected; what only follows from others is not."""
        return ((part, row) for part in self.parts for row in part.rows if row.corrects and not row.line.check)

    def command(self) -> Command:
        common = self.cleaned_data.get("reason") or self.usual
        lines = tuple(
            Counted(line=row.line.id, before=row.before, now=row.now or 0, reason=row.reason or common)
            for _part, row in self.corrections()
        )
        return self.kind.command(lines, tuple(part.part.id for part in self.parts if part.counted))
