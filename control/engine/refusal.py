"""Refusal: the only way in which a rule forbids something."""

from __future__ import annotations

# === refusal ============================================================================================================


class Refused(Exception):  # noqa: N818 - the word of the house for a rule that says no
    """A rule forbids it. This is expected and shown to a person, never as a traceback.

    `sentence`: what is wrong and what to do, already in the hall's language. `rule`: the ID of the rule or ruling, in small type.
    `code`: a short word for programs ("stale", "not-yours", "closed"). `point`: the platform knows no rulebook, so it names a point
    instead of a rule; the game's frame maps it to a rule.
    """

    def __init__(self, sentence: str, *, rule: str = "", code: str = "refused", point: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        self.code = code
        self.point = point


class Stale(Refused):
    """The sender's screen is out of date."""

    def __init__(self, sentence: str, *, rule: str = "", point: str = "") -> None:
        super().__init__(sentence, rule=rule, code="stale", point=point)
