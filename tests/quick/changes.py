"""Changes since a commit: files, lines, and earlier contents."""

from __future__ import annotations

import difflib
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Change:
    """A changed file. `before` and `now` are "" where the file does not exist. `lines`: changed lines of `now`."""

    path: str
    before: str
    now: str

    @property
    def lines(self) -> frozenset[int]:
        """Numbers of the new lines, and of the line after each deleted one."""
        matcher = difflib.SequenceMatcher(None, self.before.splitlines(), self.now.splitlines(), autojunk=False)
        spans = ((low, max(low + 1, high)) for tag, _a, _b, low, high in matcher.get_opcodes() if tag != "equal")
        return frozenset(number + 1 for low, high in spans for number in range(low, high))


def changes_since(commit: str, root: Path) -> tuple[Change, ...]:
    """Every file that differs from a commit, untracked files included.

    Raises:
        ValueError: git knows no such commit, or the project is no repository; the text is git's own.
    """
    tracked = _git(root, "diff", "--name-only", "--no-renames", "-z", commit, "--")
    unknown = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    paths = sorted({each for each in (tracked + unknown).split("\0") if each and not (root / each).is_dir()})
    return tuple(Change(path=path, before=_before(root, commit, path), now=_now(root / path)) for path in paths)


def usual_start(root: Path) -> str:
    """Commit where the branch left origin/main; HEAD if there is no origin."""
    try:
        return _git(root, "merge-base", "HEAD", "origin/main").strip()
    except ValueError:
        return "HEAD"


def _before(root: Path, commit: str, path: str) -> str:
    try:
        return _git(root, "show", f"{commit}:{path}")
    except ValueError:
        return ""


def _now(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.decode(errors="replace").strip())
    return done.stdout.decode(errors="replace")
