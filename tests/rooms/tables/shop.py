"""The toy game as the console shows it, with people at its tables."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from control.engine.refusal import Refused
from control.journal import journal
from rooms.tables.game.state import TableState
from rooms.tables.models import Table
from rooms.tables.registry import Fields, GameSight, GuideSection, TableApp
from tests.rooms.tables.toy import TOY, Choose, View

HX = {"HX-Request": "true"}


@dataclass(frozen=True)
class Shape:
    view: View
    may: bool
    told: tuple[str, ...]


def action(fields: Fields) -> Choose:
    if fields.get("swap") not in (["yes"], ["no"]):
        raise Refused("Keep the number or swap it.", rule="TOY-2", code="malformed")
    return Choose(swap=fields["swap"] == ["yes"])


def sections(_content: object) -> tuple[GuideSection, ...]:
    return (
        GuideSection(title="Choosing", paragraphs=(("You choose once.", ("TOY-1", "TOY-2")), ("The highest wins.", ("TOY-1",)))),
    )


APP = TableApp(
    kind=TOY,
    shape=lambda seen: Shape(view=seen.view, may=bool(seen.offers), told=seen.told),
    hand="toy/_hand.html",
    board="toy/_board.html",
    action=action,
    sections=sections,
)


def shape_of(seen: GameSight) -> object:
    return APP.shape(seen)


@dataclass
class Phone:
    """A person's phone. `press`: htmx with the fields of the page's own forms. `post`: a browser without a script."""

    client: Client = field(default_factory=Client)

    def named(self, name: str, code: str = "") -> Phone:
        answer = self.client.post("/tables/name/", {"name": name, "code": code})
        assert answer.status_code == 302, words(answer)
        return self

    def open(self, **agreed: Any) -> str:
        """Open a table and return its code."""
        answer = self.client.post("/tables/open/", {"kind": "toy", "command_id": str(uuid.uuid4()), **agreed})
        assert answer.status_code == 302, words(answer)
        return answer["Location"].strip("/").split("/")[-1]

    def look(self, code: str) -> str:
        answer = self.client.get(f"/tables/{code}/")
        assert answer.status_code == 200
        return words(answer)

    def press(self, code: str, what: str, **fields: Any) -> HttpResponse:
        return self.client.post(f"/tables/{code}/{what}/", {"command_id": str(uuid.uuid4()), **fields}, headers=HX)

    def play(self, code: str, swap: str = "no", **fields: Any) -> HttpResponse:
        """Choose, in the turn that this phone shows."""
        turn = fields.pop("turn", None) or state_of(code).turn
        return self.press(code, "do", swap=swap, turn=turn, **fields)


def words(response: Any) -> str:
    return response.content.decode()


def numbers_in(page: str) -> set[int]:
    """Numbers in the text or the tags of a page, without digits inside a token or an id."""
    return {int(each) for each in re.findall(r"(?<![\w-])\d{1,9}(?![\w-])", page)}


def refusal(response: Any) -> str:
    """The sentence of a refusal on a page."""
    found = re.search(r'class="refused" role="alert" tabindex.*?<p>(.*?)</p>', words(response), re.DOTALL)
    return re.sub(r"\s+", " ", found[1]).strip() if found else ""


def table_of(code: str) -> Table:
    return Table.objects.select_related("stream").get(code=code)


def state_of(code: str) -> TableState:
    state = journal.head(table_of(code).stream).state
    assert isinstance(state, TableState)
    return state


def heads(code: str) -> int:
    return table_of(code).stream.head
