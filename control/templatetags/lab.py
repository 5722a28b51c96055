"""Links from a figure of a report to the games behind it."""

from __future__ import annotations

from django import template

from control.lab.report_views import link_to

register = template.Library()
register.simple_tag(link_to, name="behind")
