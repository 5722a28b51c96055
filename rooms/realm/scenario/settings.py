"""The settings of a scenario: rulings that an author may decide otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.plan import LateRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every ruling marked "Setting" that concerns what is built, with its default. Names are those of the rulebook."""

    units_per_house: int = 20
    partial_moves: bool = True
    free_castles: int = 1
    remnant_attack: int = 1
    remnants_return_to_claimed: bool = False
    rumor_after_reward: str = "stays"  # stays, removed
    war_sheet_visible_to_house: bool = False
    late_policy: str = "ask"  # refuse, draft, ask; of every kind of sheet that `late` does not name
    late: tuple[LateRule, ...] = ()
    double_entry: bool = False  # does a paper sheet count only when a second person has entered the same?
    holdings: str = "player"  # player, house
    ceremonies_per_house: int = 1
    ceremony_may_run_on: bool = True
    god_emperor_wounds: int = 3
    deposed_house_barred: bool = False
    month10_tie: str = "leviathan"  # leviathan, control
    coup_trap: str = "permanent"  # permanent, reign
    bypass_per_month: int = 1
    bypass_free: bool = False
    retaliation: str = "each"  # each, once
    military_aid: str = "unit"  # unit, battle
    immortals: int = 4  # GE-WAR-59
    immortal_attack: int = 2  # GE-WAR-60
    immortals_per_action: str = "1"  # 1, region
    pool_for: str = "present"  # present, all
    pool_power: int = 2
    pool_favors: int = 2
    proposals_per_month: int = 3
    vote_by: str = "player"  # player, house
    votes_shown: str = "open"  # GE-CRT-26: open, sums; what is shown of a vote once it is closed
    annulled_hostages: str = "released"
    throne_hostages_pass_on: bool = True
    recompense_needs_control: bool = True
    duel_needs_presence: bool = True
    uprising_fraction: tuple[int, int] = (2, 3)
    punishment_needs_control: bool = True
    drawn_schemes_per_house: int = 1
    minion_draws: tuple[int, ...] = (4, 3, 2, 1, 1)
    protection_cost: str = "each"  # each, turn
    keep_hand: bool = False
    favors_per_month: int = 1
    divorce: bool = False
    marriage_hostages_after_death: str = "released"
    orders_per_player: int = 2  # GE-WAR-05
    news_edited: bool = False  # does Control edit the hall's news of a month before they go out?
