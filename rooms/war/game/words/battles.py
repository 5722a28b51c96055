"""Sentences of battles with their sums and deciding rules."""

from __future__ import annotations

from collections.abc import Sequence

from control.engine.language import listed, say, say_count
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import Board
from rooms.war.game.records.battles import IMMORTALS, NOBODY, REMNANTS, Army, Battle, BattleResult, ByHand, Round
from rooms.war.game.words.names import capitalized, force_name, forces_listed, number_of, some_remnants, some_units


def army_words(board: Board, army: Army, *, bare: bool = False) -> str:
    """A force with its attack value and its parts: "Cat 5 (3 units + 1 lent by Snake + 1 castle)"."""
    name = force_name(board, army.house)
    parts = [_own_words(army)]
    parts += [say("{attack} lent by {house}", attack=lent.strength, house=force_name(board, lent.house)) for lent in army.lent]
    if army.castle:
        parts.append(say("{attack} castle", attack=army.castle))
    if army.bonus:
        parts.append(say("{attack} bonus", attack=army.bonus))
    parts += [say("{attack} by the Favor {favor}", attack=each.by, favor=each.favor) for each in army.favors]
    if army.by_hand:
        parts.append(say("{attack} by Control", attack=army.by_hand))
    if army.commanded:
        parts.append(
            say_count(
                "{attack} by {count} Immortal that it commands",
                "{attack} by {count} Immortals that it commands",
                army.commanded,
                attack=army.guard,
            )
        )
    plain = len(parts) == 1 and army.strength == army.units
    return f"{name} {army.attack}" if bare or plain else f"{name} {army.attack} ({' + '.join(parts)})"


def _own_words(army: Army) -> str:
    if army.house == IMMORTALS:
        return f"{army.units} × {army.strength // max(army.units, 1)}"
    if army.house == REMNANTS:
        return some_remnants(army.strength)
    if army.strength != army.units:
        return say("{units} × {each} units", units=army.units, each=army.strength // max(army.units, 1))
    return some_units(army.units)


def armies_words(board: Board, armies: Sequence[Army]) -> str:
    """Several forces with their attack values, strongest first."""
    ordered = sorted(armies, key=lambda army: (-army.attack, board.order.get(army.house, 99), army.house))
    return listed(army_words(board, army) for army in ordered)


def round_words(board: Board, count: Round, *, bloodless: bool = True) -> str:
    """One count of a region, without region name and full stop. `bloodless`: say so if nobody loses a unit."""
    losses = _loss_words(board, count) or (say("nobody loses a unit") if bloodless else "")
    return "; ".join(filter(None, (_decision_words(board, count), losses)))


def _decision_words(board: Board, count: Round) -> str:
    if count.ruled:
        return say("{forces}; {ruling}", forces=armies_words(board, count.armies), ruling=_ruling_words(board, count))
    top = [army for army in count.armies if army.house in count.top]
    rest = [army for army in count.armies if army.house not in count.top]
    ahead = armies_words(board, top)
    if (len(top) == 1 or count.result is BattleResult.WON) and not rest:
        return say("{ahead} are level and of one side", ahead=ahead)
    behind = armies_words(board, rest)
    if len(top) == 1 or count.result is BattleResult.WON:
        number = number_of([army.house for army in top])
        return say_count("{ahead} beats {behind}", "{ahead} beat {behind}", number, ahead=ahead, behind=behind)
    tied = say("{ahead} tie, before {behind}", ahead=ahead, behind=behind) if rest else say("{ahead} tie", ahead=ahead)
    if count.result is BattleResult.ALLIES_WON:
        winners = [house for house in count.side if house in count.top]
        return say_count(
            "{tied}; only {houses} had an ally here, so it wins",
            "{tied}; only {houses} had an ally here, so they win",
            len(winners),
            tied=tied,
            houses=forces_listed(board, winners),
        )
    if count.result is BattleResult.GUARD_HELD:
        return say("{tied}; the tie of the Immortals removes only who betrayed", tied=tied)
    return say("{tied}; no one side of the tie stands alone with an ally, so all are wiped out", tied=tied)


def _ruling_words(board: Board, count: Round) -> str:
    if count.result is BattleResult.WIPED_OUT:
        return say("Control ruled that nobody wins")
    return say("Control ruled that {force} wins", force=force_name(board, count.top[0]))


def by_hand_words(board: Board, by_hand: ByHand) -> str:
    """War Control's changes to a battle: "Cat counts 1 more, Wolf loses 2"."""
    said = []
    for each in by_hand.plus:
        name, by = board.house_name(each.house), abs(each.by)
        if each.by > 0:
            said.append(say("{house} counts {by} more", house=name, by=by))
        else:
            said.append(say("{house} counts {by} less", house=name, by=by))
    if by_hand.winner is not None:
        winner = force_name(board, by_hand.winner)
        won = say("nobody wins") if by_hand.winner == NOBODY else say("{force} wins", force=winner)
        said.append(won)
    said += [say("{house} loses {units}", house=board.house_name(loss.house), units=loss.units) for loss in by_hand.losses]
    return ", ".join(said)


def result_words(board: Board, battle: Battle) -> str:
    """Result of a battle without its sums: "Cat wins; Wolf loses 2"."""
    said = []
    for count in battle.rounds:
        winners = forces_listed(board, [house for house in count.side if house in count.top] or count.side)
        number = len([house for house in count.side if house in count.top] or count.side)
        won = say_count("{houses} wins", "{houses} win", number, houses=winners) if winners else say("nobody wins")
        said.append("; ".join((won, _loss_words(board, count) or say("nobody loses a unit"))))
    if battle.retaliation:
        said.append(say("Immortals kill {killed}", killed=_killed_words(board, battle)))
    return "; ".join(said)


def _loss_words(board: Board, count: Round) -> str:
    ordered = sorted(count.losses, key=lambda loss: board.order.get(loss.house, 99))
    losses = [say("{house} loses {units}", house=board.house_name(loss.house), units=loss.units) for loss in ordered]
    if count.remnants_lost:
        losses.append(say_count("{count} remnant falls", "{count} remnants fall", count.remnants_lost))
    if count.spared:
        losses.append(
            say_count(
                "{houses} keeps its units under a Military Ban (R-94)",
                "{houses} keep their units under a Military Ban (R-94)",
                number_of(count.spared),
                houses=forces_listed(board, count.spared),
            )
        )
    return ", ".join(losses)


def battle_words(board: Board, battle: Battle) -> str:
    """A whole battle in one sentence with its sums."""
    counts = [round_words(board, count, bloodless=not battle.retaliation) for count in battle.rounds]
    said = "".join(counts[:1])
    for others in counts[1:]:
        said = say("{said}; then among the others {others}", said=said, others=others)
    if battle.immortals:
        said += f"; {_guard_words(battle)}"
    if battle.fallen:
        said = say_count(
            "{said}; {count} Immortal falls with the House in command",
            "{said}; {count} Immortals fall with the House in command",
            len(battle.fallen),
            said=said,
        )
    if battle.retaliation:
        said = _struck(said, battle, _killed_words(board, battle))
    if battle.by_hand is not None:
        said = say("{said}; corrected by Control", said=said)
    return f"{board.region_name(battle.region)}: {capitalized(said)}."


def _struck(said: str, battle: Battle, killed: str) -> str:
    """The sentence with the units that Immortals killed. The verb agrees with the force named last."""
    defeated = len(battle.immortals) if battle.immortals_defeated else 0
    if defeated and battle.fallen:
        return say("{said}; together they kill {killed}", said=said, killed=killed)
    return say_count(
        "{said} and kills {killed}", "{said} and kill {killed}", defeated or len(battle.fallen), said=said, killed=killed
    )


def struck_words(board: Board, battle: Battle) -> str:
    """Explanation of units that Immortals killed: "4 Immortals killed 4 of Cat" (R-57)."""
    return say_count(
        "{count} Immortal killed {killed}: each takes a unit of the winners with it as it falls, "
        "of whom War Control says, else of who has most units left.",
        "{count} Immortals killed {killed}: each takes a unit of the winners with it as it falls, "
        "of whom War Control says, else of who has most units left.",
        len(battle.retaliation),
        killed=_killed_words(board, battle),
    )


def _killed_words(board: Board, battle: Battle) -> str:
    """Units that defeated Immortals killed: "1 of Wolf and 3 of Cat"."""
    kills = {house: battle.retaliation.count(house) for house in battle.retaliation}
    return listed(say("{units} of {house}", units=units, house=board.house_name(house)) for house, units in kills.items())


def _guard_words(battle: Battle) -> str:
    if battle.immortals_defeated:
        return say_count("{count} Immortal is defeated", "{count} Immortals are defeated", len(battle.immortals))
    return say_count("{count} Immortal stands", "{count} Immortals stand", len(battle.immortals))


def betrayal_in(board: Board, battle: Battle, house: HouseId) -> str:
    """Effect of a House's betrayal in one region."""
    guards, name, region = len(battle.immortals), board.house_name(house), board.region_name(battle.region)
    lost = battle.retaliation.count(house)
    if not battle.immortals_defeated:
        return say_count(
            "{house} attacked {count} Immortal in {region} and it stands (R-56).",
            "{house} attacked {count} Immortals in {region} and they stand (R-56).",
            guards,
            house=name,
            region=region,
        )
    if not lost:
        return say_count(
            "{house} attacked {count} Immortal in {region} and defeated it (R-56).",
            "{house} attacked {count} Immortals in {region} and defeated them (R-56).",
            guards,
            house=name,
            region=region,
        )
    return say_count(
        "{house} attacked {count} Immortal in {region} and defeated it; it killed {lost} of the House's units as it fell (R-56).",
        "{house} attacked {count} Immortals in {region} and defeated them; they killed {lost} of its units as they fell (R-56).",
        guards,
        house=name,
        region=region,
        lost=lost,
    )


# --- the rules that decided ---------------------------------------------------------------------------------------------


DECIDED = {BattleResult.ALLIES_WON: "GE-WAR-43", BattleResult.WIPED_OUT: "GE-WAR-42", BattleResult.GUARD_HELD: "R-56"}


def battle_rules(battle: Battle) -> tuple[str, ...]:
    """Rules that decided a battle, in order and without repeats."""
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
    """Rules of one count: the decision, the removal, laws and commanded Immortals."""
    found = [DECIDED.get(count.result) or ("GE-WAR-40" if len(count.top) == 1 else "R-47")]
    if count.result is not BattleResult.GUARD_HELD and count.result is not BattleResult.WIPED_OUT and count.losses:
        found.append("R-48")
    own = [army for army in count.armies if not army.house.startswith("*")]
    if any(army.bonus or army.strength > army.units for army in own):
        found.append("R-68")
    if any(army.favors for army in own):
        found.append("GE-FAV-03")
    if any(army.commanded for army in own):
        found.append("R-59")
    if count.spared:
        found.append("R-94")
    return found
