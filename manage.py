#!/usr/bin/env python
"""Run a management command; a bad setting ends it with one sentence."""

from __future__ import annotations

import os
import sys

from control.call_stacks import roomy


@roomy
def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")
    from django.core.management import execute_from_command_line

    from megagame import garbage
    from megagame.environment import BadSetting

    garbage.spare_start()
    try:
        execute_from_command_line(sys.argv)
    except BadSetting as bad:
        sys.exit(str(bad))


if __name__ == "__main__":
    main()
