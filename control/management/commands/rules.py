"""`manage.py rules`: number of rules in each area of the rulebooks, and rules without a test or example."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from control.rulebook import cited_in, stated_in, uncited


class Command(BaseCommand):
    """Compare the rulebooks with the tests."""

    help = "Count the rules of each area of the rulebooks and name those that no test or example cites."
    requires_system_checks = ()  # it only reads, and the checks load every page

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Areas to check, and whether a gap is a failure."""
        parser.add_argument("areas", nargs="*", metavar="AREA", help='only areas that begin so, such as "GE-WAR" or "GE"')
        parser.add_argument("--strict", action="store_true", help="fail when a rule is not cited")

    def handle(self, *, areas: list[str], strict: bool, **options: object) -> None:
        """Print a line for each area, with the IDs that have no test.

        Raises:
            CommandError: `strict` is set and a rule has no test.
        """
        stated = stated_in(settings.BASE_DIR / "docs" / "rules")
        chosen = {area: ids for area, ids in stated.items() if area.startswith(tuple(areas) or "")}
        missing = uncited(chosen, cited_in(settings.BASE_DIR))
        for area, ids in chosen.items():
            self.stdout.write(f"{area}: {len(ids)} rules, {len(missing[area])} without a test")
            if missing[area]:
                listed = textwrap.fill(" ".join(missing[area]), 100, break_on_hyphens=False)
                self.stdout.write(textwrap.indent(listed, "  "))
        gaps = sum(map(len, missing.values()))
        self.stdout.write(f"{sum(map(len, chosen.values()))} rules, {gaps} without a test")
        if strict and gaps:
            raise CommandError("Some rules have no test.")
