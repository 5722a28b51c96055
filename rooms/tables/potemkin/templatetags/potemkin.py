"""Template tags for the fields of a refused form."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()


@register.simple_tag
def was(act: Any, name: str, value: object, at: int | None = None) -> bool:
    """Return whether the refused form had this value in the field. `at`: only among the values at this index."""
    sent = act.typed.get(name, ())
    return str(value) in sent if at is None else len(sent) > at and sent[at] == str(value)


@register.simple_tag
def sent(act: Any, name: str, of: object, usual: object) -> object:
    """The value of the refused form's field `name` + `of`. `usual` when it had none."""
    return next(iter(act.typed.get(f"{name}{of}", ())), usual)
