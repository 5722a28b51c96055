"""What a card says to newcomers who learnt a desk step by step: how long it took with the guide, and how much they did alone."""

from __future__ import annotations

from collections.abc import Iterator

from control.engine.language import listed, say
from control.journal import journal
from control.models import Event
from control.rehearsal import guided
from control.rehearsal.guide_panel import words_of
from control.rehearsal.marks import Line, Mark, count_mark
from control.rehearsal.stored import GuideRun


def guide_lines(copy: Event) -> Iterator[Line]:
    """Two lines for each guide that was begun: with it, and alone."""
    for run in GuideRun.objects.filter(event=copy).order_by("pk"):
        walk = guided.walk_of(copy, run)
        if walk is not None:
            yield _with_it(walk)
            yield _alone(walk, copy)


def _with_it(walk: guided.Walk) -> Line:
    taken, every = walk.progress.taken, len(walk.guide.steps)
    took = [each.took.total_seconds() for each in taken if each.took is not None]
    again = sum(walk.asked.values())
    more = say("{count} of {every} steps", count=len(taken), every=every)
    if again:
        more = say("{steps}; asked for again {count} times", steps=more, count=again)
    title = say("{guide}: with the guide", guide=say(walk.guide.title))
    return Line(
        part="guide", key=f"{walk.guide.name} with", words=title, value=sum(took), seconds=True, seq=walk.run.since, more=more
    )


def _alone(walk: guided.Walk, copy: Event) -> Line:
    title, key = say("{guide}: alone", guide=say(walk.guide.title)), f"{walk.guide.name} alone"
    if walk.run.alone_at is None or walk.run.alone_since is None:
        return Line(part="guide", key=key, words=title, more=say("not tried: Now alone, at the end of the guide, leads to it"))
    left = walk.alone_left
    every = sum(1 for step in walk.guide.steps if not step.trouble)
    more = say("{count} of {every} steps", count=every - len(left), every=every)
    if left:
        state = journal.head(copy.stream).state
        names = listed([say(step.label) if step.label else words_of(state, step.do) for step in left])
        more = say("{steps}; not done: {names}", steps=more, names=names)
    took = walk.alone_took.total_seconds() if walk.alone_took is not None else None
    mark = count_mark(len(left)) if len(left) < every else Mark.POOR
    return Line(part="guide", key=key, words=title, value=took, seconds=True, mark=mark, seq=walk.run.alone_since, more=more)
