"""What a scenario's author is told when something in the files is wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Problem:
    """One mistake: where it is, what is so, and how to mend it. Sorts by place.

    A warning is advice: the scenario can be played as it is, and the author should know what it will be like.
    """

    file: str
    line: int
    field: str  # "houses[cat].color"; empty when a whole file is meant
    what: str
    mend: str
    warning: bool = False

    def __str__(self) -> str:
        """One line of a terminal: file, line and field, the mistake, the mend."""
        field = f"{self.field}: " if self.field else ""
        sort = "warning: " if self.warning else ""
        return f"{self.file}:{self.line}: {sort}{field}{self.what} Mend: {self.mend}"
