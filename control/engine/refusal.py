"""Refusal: the one way a rule says no."""

from __future__ import annotations

# === refusal ============================================================================================================


class Refused(Exception):  # noqa: N818 - the word of the house for a rule that says no
    """A rule said no: expected, shown to a person, never a traceback.

    `sentence`, said already in the language of the hall, tells what is so and what to do; `rule` is the rule or ruling behind it,
    shown in small type; `code` is a short word for programs ("stale", "not-yours", "closed"), so that nobody has to parse the
    sentence. The platform, which knows no rulebook, names a `point` instead of a rule; the game's frame says which rule that is.
    """

    def __init__(self, sentence: str, *, rule: str = "", code: str = "refused", point: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        self.code = code
        self.point = point


class Stale(Refused):
    """The sender looked at something that has changed since: this screen is out of date."""

    def __init__(self, sentence: str, *, rule: str = "", point: str = "") -> None:
        super().__init__(sentence, rule=rule, code="stale", point=point)
