"""Who stands twice in a list: in one team, which is a mistake, or perhaps, which somebody should look at."""

from __future__ import annotations

from collections.abc import Sequence

from control.casting.cells import Draft, Reader
from control.casting.columns import Layout
from control.casting.headings import Column, plain
from control.engine.language import listed, say


def refuse_twice(reader: Reader, drafts: Sequence[Draft]) -> frozenset[int]:
    """Name who stands twice in a team, and who shares a seat; return the rows that repeat an earlier one."""
    rows = set[int]()
    names: dict[tuple[str, str], int] = {}
    seats: dict[str, int] = {}
    by_name = Column.NAME if Column.NAME in reader.layout.columns else Column.LAST_NAME
    for draft in drafts:
        if draft.seat:
            earlier = seats.setdefault(draft.seat, draft.row.number)
            if earlier != draft.row.number:
                reader.wrong(
                    draft.row,
                    Column.SEAT,
                    say("Seat {seat} stands in row {earlier} already.", seat=draft.seat, earlier=earlier),
                    say("Leave one of the two empty."),
                )
        if draft.team and draft.name:
            earlier = names.setdefault((draft.team.id, plain(draft.name)), draft.row.number)
            if earlier != draft.row.number:
                rows.add(draft.row.number)
                mend = say("Delete one of the two rows; of two people with one name, give one a second name.")
                told = reader.layout.frame.said("list-twice", name=draft.name, team=draft.team.name, earlier=earlier)
                reader.wrong(draft.row, by_name, told, mend)
    return frozenset(rows)


def doubtful_twice(layout: Layout, drafts: Sequence[Draft]) -> list[str]:
    """Rows that may be about one person: of one name in several teams, or with one e-mail address."""
    named: dict[str, list[Draft]] = {}
    addressed: dict[str, list[Draft]] = {}
    for draft in drafts:
        named.setdefault(plain(draft.name), []).append(draft)
        addressed.setdefault(draft.address, []).append(draft)
    found = []
    for same in named.values():
        if len(same) > 1:
            known = len({draft.address for draft in same}) == 1 and same[0].address
            found.append(layout.frame.said("list-one" if known else "list-both", name=same[0].name, rows=_rows(same)))
    for address, same in addressed.items():
        if address and len({plain(draft.name) for draft in same}) > 1:
            names = ", ".join(draft.name for draft in same)
            found.append(say("The rows {rows} have one e-mail address ({names}). The same person?", rows=_rows(same), names=names))
    return found


def _rows(drafts: Sequence[Draft]) -> str:
    return listed([str(draft.row.number) for draft in drafts])
