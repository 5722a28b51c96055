"""Which rules of the rulebooks no test names: `make rules`.

A rulebook states a rule as a list line that begins with its ID. A test names it with `@pytest.mark.rule("GE-WAR-31")`, an
example file with `rules: [GE-WAR-31]`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATED = re.compile(r"^- ([A-Z]{2}-[A-Z]{3}-\d+[a-z]?)\b", re.MULTILINE)  # rulings and examples are numbered per book
MARKED = re.compile(r"mark\.rule\(([^)]*)\)|^\s*rules:\s*\[([^\]]*)\]", re.MULTILINE)
ID = re.compile(r"\b[A-Z]{2}-[A-Z]{3}-\d+[a-z]?\b")


def stated() -> dict[str, list[str]]:
    """The IDs of each rulebook, in its order."""
    return {book.name: STATED.findall(book.read_text(encoding="utf-8")) for book in sorted((ROOT / "docs/rules").glob("*.md"))}


def named() -> set[str]:
    """Every ID that a test or an example names."""
    places = [path for ending in ("*.py", "*.yaml") for path in (ROOT / "tests").rglob(ending)]
    places += (ROOT / "fixtures").glob("examples/**/*.yaml")
    marks = (match for path in places for match in MARKED.findall(path.read_text(encoding="utf-8")))
    return {found for match in marks for part in match for found in ID.findall(part)}


def main() -> int:
    """Print what is missing; fails if anything is."""
    proved = named()
    missing = {book: [rule for rule in rules if rule not in proved] for book, rules in stated().items()}
    for book, rules in missing.items():
        sys.stdout.write(f"{book}: {len(rules)} without a test\n")
        sys.stdout.writelines(f"  {rule}\n" for rule in rules)
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
