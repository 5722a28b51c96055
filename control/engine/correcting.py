"""What those are told who saw it otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is so from now on where Control set something by hand, for those who saw it otherwise: "Your Power: 3, not 4".

    `to` is the audience that may know it, as in `Invalidation`. `was`: empty for nothing to compare with. `news`: it was
    entered as it happened, and nothing was wrong before. `which` tells two things of one name apart: two Rumors, two people.
    """

    to: str
    what: str
    now: str
    was: str = ""
    news: bool = False
    which: str = ""

    @property
    def thing(self) -> tuple[str, str, str]:
        """What is corrected, for whom."""
        return (self.to, self.what, self.which)

    @property
    def words(self) -> str:
        """The correction as it is read."""
        if self.was:
            return say("{what}: {now}, not {was}.", what=self.what, now=self.now, was=self.was)
        return say("{what}: {now}.", what=self.what, now=self.now)
