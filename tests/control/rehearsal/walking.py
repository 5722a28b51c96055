"""A newcomer who knows only the guide: opens the page it names, finds what it points at, fills in what it says, and presses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from control.day.guides import GuideStepView, step_view
from control.engine.viewer import Viewer
from control.journal import journal
from control.models import Event, Stream
from control.people import staff
from control.rehearsal import guide as guided
from control.rehearsal.models import GuideRun

VOID = {"input", "img", "br", "link", "meta", "hr", "use"}
MOST = 12  # presses that one step may take


@dataclass
class Tag:
    name: str
    attrs: dict[str, str]
    parent: Tag | None
    children: list[Tag] = field(default_factory=list)

    def up(self, name: str) -> Tag | None:
        at = self.parent
        while at is not None and at.name != name:
            at = at.parent
        return at

    def all(self):
        for each in self.children:
            yield each
            yield from each.all()


class Parsed(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = self.at = Tag("", {}, None)
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        made = Tag(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(made)
        if tag not in VOID:
            self.at = made

    def handle_endtag(self, tag):
        at = self.at
        while at is not None and at.name != tag:
            at = at.parent
        if at is not None and at.parent is not None:
            self.at = at.parent


class Newcomer:
    """A member who works at one desk of a copy by its guide alone."""

    def __init__(self, copy: Event, name: str, guide: str) -> None:
        self.copy, self.guide = copy, guided.guide_of(copy, guide)
        assert self.guide is not None
        self.client = Client()
        self.client.force_login(User.objects.get(username=name))
        self.where, self.dialog = "", ""
        self.pressed: list[tuple[str, str]] = []  # the step, and what was pressed in it

    @property
    def state(self):
        return journal.head(Stream.objects.get(pk=self.copy.stream_id)).state

    def run(self) -> GuideRun:
        return GuideRun.objects.get(event=self.copy, guide=self.guide.name)

    def step(self) -> GuideStepView | None:
        walk = guided.walk_of(self.copy, self.run())
        if walk is None or walk.progress.now is None:
            return None
        return step_view(self.state, Viewer(desks=frozenset({self.guide.desk})), self.guide, walk.progress.now)

    def place(self, step: GuideStepView) -> str:
        address, _space, rest = (step.page or self.guide.page).partition(" ")
        return reverse(address, args=[self.copy.pk, *rest.split()])

    def page(self, address: str) -> Parsed:
        answer = self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return Parsed(answer.content.decode())

    def take(self, step: GuideStepView) -> None:
        """Press what the guide points at until the step changes."""

        def done() -> bool:
            now = self.step()
            return now is None or now.name != step.name

        self._press_until(step, done)

    def take_alone(self, name: str) -> None:
        """Do a step that is no longer asked for, at the points that the guide would name."""
        step = next(each for each in self.guide.steps if each.name == name)
        shown = step_view(self.state, Viewer(desks=frozenset({self.guide.desk})), self.guide, step)
        self._press_until(shown, lambda: name not in self.left())

    def left(self) -> list[str]:
        """Steps that a member working alone still has to do."""
        walk = guided.walk_of(self.copy, self.run())
        assert walk is not None
        return [each.name for each in walk.alone_left]

    def _press_until(self, step: GuideStepView, done: Callable[[], bool]) -> None:
        shown = self.page(self.place(step))
        assert self.pointed(shown, step) is not None, f"{step.name}: nothing of {step.points} on {self.place(step)}"
        for _press in range(MOST):
            target = self.pointed(shown, step)
            assert target is not None, f"{step.name}: nothing of {step.points} after {self.pressed[-3:]}"
            self.pressed.append((step.name, target.attrs["data-guide"]))
            shown = self.press(shown, target, step)
            if done():
                return
        raise AssertionError(f"{step.name} is not done by {self.pressed[-MOST:]}")

    def pointed(self, shown: Parsed, step: GuideStepView) -> Tag | None:
        """The last of the step's points that exists and is enabled."""
        for name in reversed(step.points):
            for tag in shown.root.all():
                if (
                    name in tag.attrs.get("data-guide", "").split()
                    and "disabled" not in tag.attrs
                    and "aria-disabled" not in tag.attrs
                ):
                    return tag
        return None

    def press(self, shown: Parsed, target: Tag, step: GuideStepView) -> Parsed:
        if target.name == "a":
            if "hx-get" in target.attrs:
                answer = self.client.get(target.attrs["hx-get"], headers={"HX-Request": "true"})
            else:
                answer = self.client.get(target.attrs["href"])
            assert answer.status_code == 200, (step.name, target.attrs, answer.status_code)
            return Parsed(answer.content.decode())
        form = self._form(shown, target)
        fields = self._fields(form, step)
        if name := target.attrs.get("name"):
            fields[name] = [target.attrs.get("value", "")]
        address = target.attrs.get("hx-post") or form.attrs.get("action", "")
        if form.attrs.get("method", "get") == "get":
            answer = self.client.get(urlsplit(address).path, fields)
        else:
            answer = self.client.post(address, fields, follow=True)
        assert answer.status_code == 200, (step.name, target.attrs, answer.status_code, answer.content.decode()[-3000:])
        return Parsed(answer.content.decode())

    def _form(self, shown: Parsed, target: Tag) -> Tag:
        form = target.up("form")
        if own := target.attrs.get("form"):
            form = next(each for each in shown.root.all() if each.name == "form" and each.attrs.get("id") == own)
        assert form is not None
        return form

    def _fields(self, form: Tag, step: GuideStepView) -> dict[str, list[str]]:
        """Form fields as a browser sends them, filled in with the guide's values."""
        found: dict[str, list[str]] = {}
        for tag in form.all():
            name, kind = tag.attrs.get("name", ""), tag.attrs.get("type", "text")
            if not name or "disabled" in tag.attrs:
                continue
            if tag.name == "input" and (kind not in ("checkbox", "radio") or "checked" in tag.attrs):
                found.setdefault(name, []).append(tag.attrs.get("value", "on"))
            elif tag.name == "textarea":
                found.setdefault(name, []).append("")
            elif tag.name == "select":
                options = [each for each in tag.all() if each.name == "option"]
                chosen = next((each for each in options if "selected" in each.attrs), options[0] if options else None)
                if chosen is not None:
                    found.setdefault(name, []).append(chosen.attrs.get("value", ""))
        there = {tag.attrs.get("name") for tag in form.all() if tag.attrs.get("type") != "hidden"}
        for wanted in step.fields:
            if wanted.name in there:
                found[wanted.name] = [wanted.value]
        return found


def newcomer(event: Event, guide: str, desk: str, name: str = "newt", seed: str = "7") -> Newcomer:
    """A newcomer at a desk of an event who has just begun a guide."""
    staff.seat_account(event, User.objects.create_user(name), {desk}, by="")
    found = guided.guide_of(event, guide)
    assert found is not None
    return Newcomer(guided.begin(event, found, by=name, join=False, seed=seed), name, guide)
