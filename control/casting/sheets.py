"""Choice of the sheets of a workbook that hold the players: one sheet, or one for each team, read as one list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches

from msgspec import Struct

from control.casting.columns import Layout, ListProblem, head_names, lay_out, team_head, team_names
from control.casting.grid import SHEET, Grid
from control.casting.headings import BEHIND_HEAD, ListColumn, plain
from control.casting.letters import UnreadableError
from control.casting.vocabulary import CANCELLED
from control.day.plan import Team
from control.day.state import DayState
from control.engine.language import listed, say, say_count
from control.engine.records import replace


class ChosenSheets(Struct, frozen=True, kw_only=True):
    """The chosen sheets as layouts, or the problems. `named`: the chosen sheet if it is not the first one."""

    layouts: tuple[Layout, ...] = ()
    named: tuple[str, ...] = ()
    problems: tuple[ListProblem, ...] = ()
    remarks: tuple[str, ...] = ()


class Listing(Struct, frozen=True, kw_only=True):
    """A sheet with players: its layout, its people by team and name, and its teams."""

    sheet: str
    layout: Layout
    people: frozenset[tuple[str, str]]
    teams: frozenset[str]


def choose_sheets(grids: Iterator[Grid], state: DayState) -> ChosenSheets:
    """Choose the sheets with players, or return the problems.

    Many workbooks begin with a cover, so a sheet without a list is skipped unless its name is a team. Sheets with one team each
    form one list. Otherwise a sheet that holds all players counts alone; without such a sheet, further sheets are a problem.

    Raises:
        UnreadableError: the file or its first sheet cannot be read as a list.
    """
    names = team_names(state.teams, state.frame)
    first = next(grids)
    listings, titled, untitled, out = list[Listing](), list[ListProblem](), list[ListProblem](), list[str]()
    nameless = list[str]()  # sheets with players whose name is no team
    for grid in (first, *_skip_unreadable(grids)):
        if plain(grid.sheet) in CANCELLED:
            out.append(grid.sheet)
            continue
        team = _team_of(grid.sheet, names)
        layout = lay_out(grid.rows, state.teams, state.frame, team)
        if isinstance(layout, ListProblem):
            (titled if team else untitled).append(_name_sheet_of_problem(grid.sheet, layout))
            supposed = lay_out(grid.rows, state.teams, state.frame, state.teams[0])
            if not team and isinstance(supposed, Layout) and supposed.headed and supposed.rows:
                nameless.append(grid.sheet)
            continue
        listing = _listing(grid.sheet, layout, names)
        if not listings or ((layout.headed or team) and listing.teams):
            listings.append(listing)
    remarks = (*first.remarks, *(say("The sheet “{sheet}” is left out.", sheet=sheet) for sheet in out))
    if titled or not listings:
        return ChosenSheets(problems=tuple(titled or untitled[:1]), remarks=remarks)
    if nameless and all(listing.layout.titled_at >= 0 for listing in listings):
        cited = listed([say("“{what}”", what=sheet) for sheet in nameless])
        wrong = state.frame.said("list-sheet-nameless" if len(nameless) == 1 else "list-sheets-nameless", sheets=cited)
        return ChosenSheets(
            problems=(ListProblem(row=0, column="", wrong=wrong, mend=state.frame.said("list-sheet-name")),), remarks=remarks
        )
    chosen = _one_list(listings, first.sheet, state)
    return replace(chosen, remarks=(*remarks, *chosen.remarks))


def _one_list(listings: Sequence[Listing], first: str, state: DayState) -> ChosenSheets:
    """Combine sheets with players into one list, or return the problems."""
    one, *further = listings
    if not further:
        return ChosenSheets(layouts=(one.layout,), named=(one.sheet,) if one.sheet != first else ())
    whole = next((each for each in listings if all(other.people <= each.people for other in listings)), None)
    if whole:
        rest = [each for each in listings if each is not whole]
        repeated = say_count(
            "The sheet {sheets} repeats players of “{whole}” and was not read.",
            "The sheets {sheets} repeat players of “{whole}” and were not read.",
            len(rest),
            sheets=_sheet_list(rest),
            whole=whole.sheet,
        )
        return ChosenSheets(layouts=(whole.layout,), named=(whole.sheet,), remarks=(repeated,))
    said, mend = state.frame.said, say("Put all players on one sheet, or hide the sheets that do not count.")
    if all(len(each.teams) == 1 for each in listings):
        wrong = [
            said("list-sheets-same", sheets=_sheet_list(each), team=team) for team, each in _of_one_team(listings, state.teams)
        ]
        if not wrong:
            told = said("list-sheets", count=len(listings), sheets=_sheet_list(listings))
            return ChosenSheets(layouts=tuple(_mark_rows_with_sheet(at, each) for at, each in enumerate(listings)), remarks=(told,))
    else:
        wrong = [
            say_count(
                "The sheet {sheets} holds players too.",
                "The sheets {sheets} hold players too.",
                len(further),
                sheets=_sheet_list(further),
            )
        ]
    return ChosenSheets(problems=tuple(ListProblem(row=0, column="", wrong=words, mend=mend) for words in wrong))


def _skip_unreadable(grids: Iterator[Grid]) -> Iterator[Grid]:
    """The sheets before the first unreadable one. A later sheet with too many rows, for example, is not an error."""
    with suppress(UnreadableError):
        yield from grids


def _team_of(sheet: str, names: Mapping[str, Team]) -> Team | None:
    """The team in a sheet's name: "Cat", "House Cat", "Cats", "Cat (5)"; None without one."""
    called = plain(BEHIND_HEAD.split(sheet, maxsplit=1)[0])
    if called in names or not called:
        return names.get(called)
    close = get_close_matches(called, [known for known in names if " " not in known and len(known) > 2], n=1, cutoff=0.85)
    return names[close[0]] if close else None


def _listing(sheet: str, layout: Layout, names: Mapping[str, Team]) -> Listing:
    people, team = set[tuple[str, str]](), ""
    heads = head_names(layout.rows, names, layout.frame)
    for row in layout.rows:
        head = team_head(row, heads)
        found = names.get(plain(layout.cell(row, ListColumn.TEAM) or head or ""))
        team = found.id if found else team
        name = " ".join(layout.cell(row, each) or "" for each in (ListColumn.NAME, ListColumn.FIRST_NAME, ListColumn.LAST_NAME))
        if plain(name) and not head:
            people.add((team, plain(name)))
    return Listing(sheet=sheet, layout=layout, people=frozenset(people), teams=frozenset(team for team, _name in people if team))


def _of_one_team(listings: Sequence[Listing], teams: Sequence[Team]) -> list[tuple[str, list[Listing]]]:
    """Names of teams that are on several sheets, with these sheets."""
    by_team = [(team.name, [each for each in listings if team.id in each.teams]) for team in teams]
    return [(name, found) for name, found in by_team if len(found) > 1]


def _mark_rows_with_sheet(at: int, listing: Listing) -> Layout:
    """The layout with rows that name their sheet and have numbers distinct from those of other sheets."""
    rows = tuple(replace(row, number=at * SHEET + row.number, sheet=listing.sheet) for row in listing.layout.rows)
    return replace(listing.layout, rows=rows)


def _name_sheet_of_problem(sheet: str, problem: ListProblem) -> ListProblem:
    place = say("{number} in “{sheet}”", number=problem.row, sheet=sheet)
    return replace(problem, place=place) if sheet and problem.row else problem


def _sheet_list(listings: Sequence[Listing]) -> str:
    return listed([say("“{what}”", what=each.sheet) for each in listings])
