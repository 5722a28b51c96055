"""Which rules decided a battle: cited behind its sums, so that whoever doubts it knows where to look."""

from __future__ import annotations

from rooms.war.game.state import Battle, Result, Round

DECIDED = {Result.ALLIES_WON: "GE-WAR-43", Result.WIPED_OUT: "GE-WAR-42", Result.GUARD_HELD: "R-56"}


def battle_rules(battle: Battle) -> tuple[str, ...]:
    """The rules that decided a battle, in the order they are asked, each once."""
    found = [rule for count in battle.rounds for rule in _round_rules(count)]
    if battle.immortals:
        found.append("R-56")
    if battle.retaliation:
        found.append("R-57")
    if battle.immortals_defeated or battle.fallen:
        found.append("R-58")
    if battle.overcame:
        found.append("R-50")
    return tuple(dict.fromkeys(found))


def _round_rules(count: Round) -> list[str]:
    """How one count was decided, who was removed, and what of laws and commanded Immortals was in it."""
    found = [DECIDED.get(count.result) or ("GE-WAR-40" if len(count.top) == 1 else "R-47")]
    if count.result is not Result.GUARD_HELD and count.result is not Result.WIPED_OUT and count.losses:
        found.append("R-48")
    own = [army for army in count.armies if not army.house.startswith("*")]
    if any(army.bonus or army.strength > army.units for army in own):
        found.append("R-68")
    if any(army.commanded for army in own):
        found.append("R-59")
    if count.spared:
        found.append("R-94")
    return found
