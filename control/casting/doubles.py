"""Who stands twice in a list: in one team, which is a mistake, or perhaps, which somebody should look at."""

from __future__ import annotations

from collections.abc import Sequence

from control.casting.cells import Draft
from control.casting.grid import Row
from control.casting.headings import Column, plain
from control.engine.language import listed, say


def refuse_twice(drafts: Sequence[Draft]) -> frozenset[int]:
    """Name who stands twice in a team, and who shares a seat; return the rows that repeat an earlier one."""
    rows = set[int]()
    names: dict[tuple[str, str], Row] = {}
    seats: dict[str, Row] = {}
    for draft in drafts:
        if draft.seat:
            earlier = seats.setdefault(draft.seat, draft.row)
            if earlier is not draft.row:
                draft.reader.wrong(
                    draft.row,
                    Column.SEAT,
                    say("Seat {seat} stands in row {earlier} already.", seat=draft.seat, earlier=earlier.place),
                    say("Leave one of the two empty."),
                )
        if draft.team and draft.name:
            earlier = names.setdefault((draft.team.id, plain(draft.name)), draft.row)
            if earlier is not draft.row:
                rows.add(draft.row.number)
                mend = say("Delete one of the two rows; of two people with one name, give one a second name.")
                layout = draft.reader.layout
                told = layout.frame.said("list-twice", name=draft.name, team=draft.team.name, earlier=earlier.place)
                draft.reader.wrong(draft.row, Column.NAME if Column.NAME in layout.columns else Column.LAST_NAME, told, mend)
    return frozenset(rows)


def sent_twice(drafts: Sequence[Draft]) -> tuple[list[Draft], list[str]]:
    """The rows without those that repeat an earlier one by name, team and e-mail address, and a remark for each of these."""
    firsts, kept, remarks = dict[tuple[str, str, str], Draft](), list[Draft](), list[str]()
    for draft in drafts:
        first = draft
        if draft.team and draft.address and not draft.seat:
            first = firsts.setdefault((draft.team.id, plain(draft.name), draft.address), draft)
        if first is draft or draft.rank not in {None, first.rank}:
            kept.append(draft)
        else:
            told = say(
                "Row {row} repeats row {earlier} (one name, one e-mail address) and is left out.",
                row=draft.row.place,
                earlier=first.row.place,
            )
            remarks.append(told)
    return kept, remarks


def doubtful_twice(drafts: Sequence[Draft]) -> list[str]:
    """Rows that may be about one person: of one name in several teams, or with one e-mail address."""
    named: dict[str, list[Draft]] = {}
    addressed: dict[str, list[Draft]] = {}
    for draft in drafts:
        named.setdefault(plain(draft.name), []).append(draft)
        addressed.setdefault(draft.address, []).append(draft)
    found = []
    for same in named.values():
        if same[0].name and len({draft.team.id for draft in same if draft.team}) > 1:
            known = len({draft.address for draft in same}) == 1 and same[0].address
            found.append(
                same[0].reader.layout.frame.said("list-one" if known else "list-both", name=same[0].name, rows=_rows(same))
            )
    for address, same in addressed.items():
        if address and len({plain(draft.name) for draft in same}) > 1:
            names = ", ".join(draft.name for draft in same)
            found.append(say("The rows {rows} have one e-mail address ({names}). The same person?", rows=_rows(same), names=names))
    return found


def _rows(drafts: Sequence[Draft]) -> str:
    return listed([draft.row.place for draft in drafts])
