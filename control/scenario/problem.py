"""What a scenario's author is told when something in the files is wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Problem:
    """One mistake: where it is, what is so, and how to mend it. Sorts by place."""

    file: str
    line: int
    field: str  # "houses[cat].color"; empty when a whole file is meant
    what: str
    mend: str

    def __str__(self) -> str:
        """One line of a terminal: file, line and field, the mistake, the mend."""
        field = f"{self.field}: " if self.field else ""
        return f"{self.file}:{self.line}: {field}{self.what} Mend: {self.mend}"
