"""Reports of government: laws that act on a House, taxes and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import capital, say
from control.engine.reports import Report, Reporter
from rooms.realm.game.effects.in_force import effect_rule, effect_words, is_public, months_words
from rooms.realm.game.effects.lifetime import EffectEnded, EffectEntered
from rooms.realm.game.law_actions.money import TaxFell, explain_fell, payment_of
from rooms.realm.game.law_actions.return_turns import LawActed, LawLapsed
from rooms.realm.game.law_actions.underground import PlayersBarred
from rooms.realm.game.laws import law_words
from rooms.realm.game.passed_laws import Answers, kind_of, passed_law
from rooms.realm.game.reports.words import house, houses_in, own
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Room
from rooms.realm.scenario.schema import Target

# === government =========================================================================================================


TAKES = ("fines", "tariffs")  # kinds of law that take from the first named House


# --- laws and taxes -----------------------------------------------------------------------------------------------------


def report_law_acted(before: GameState, after: GameState, happened: LawActed) -> Iterator[Report]:
    """Tell the Houses that a law names that it acts. The tablet itself is public."""
    law = capital(law_words(before, happened.law))
    for each in _houses_named_by(before, happened):
        if _has_nothing_to_lose(before, happened, each):
            yield Report(to=house(each), words=say("{law}, acts on your House, which had nothing to lose.", law=law))
        else:
            yield Report(to=house(each), words=say("{law}, acts on your House.", law=law))


def _has_nothing_to_lose(state: GameState, happened: LawActed, of: HouseId) -> bool:
    """Has the House nothing that the law could take? Only its members may read this: they know all its purses."""
    passed = passed_law(state, happened.law)
    kind = kind_of(state, passed.kind) if passed is not None else None
    if passed is None or kind is None or kind.id not in TAKES:
        return False
    named = Answers(kind=kind, values=passed.answers)
    found = payment_of(state, of, named.number(Target.POWER), named.number(Target.FAVORS))
    return named.houses[:1] == (of,) and not (found.power or found.favors)


def report_law_lapsed(before: GameState, after: GameState, happened: LawLapsed) -> Iterator[Report]:
    law = capital(law_words(before, happened.law))
    for each in _houses_named_by(before, happened):
        words = say("{law}, does nothing: no Immortal was free to carry it out.", law=law)
        yield Report(to=house(each), words=words, rule="R-98")


def _houses_named_by(state: GameState, happened: LawActed | LawLapsed) -> tuple[HouseId, ...]:
    passed = passed_law(state, happened.law)
    kind = kind_of(state, passed.kind) if passed is not None else None
    if passed is None or kind is None:
        return ()
    return houses_in(state, Answers(kind=kind, values=passed.answers).houses)


def report_effect_entered(before: GameState, after: GameState, happened: EffectEntered) -> Iterator[Report]:
    """Tell a House of an effect on it, if the effect is public."""
    effect = happened.effect
    if not is_public(effect):
        return
    words = say("{what} ({months})", what=effect_words(before, effect), months=months_words(effect))
    for each in houses_in(before, effect.houses):
        yield Report(to=house(each), words=words, rule=effect_rule(effect))


def report_effect_ended(before: GameState, after: GameState, happened: EffectEnded) -> Iterator[Report]:
    """Tell a House that a public effect on it ended early."""
    effect = next((each for each in before.effects if each.id == happened.id), None)
    if effect is None or not is_public(effect):
        return
    words = say("No longer in force: {what}", what=effect_words(before, effect))
    for each in houses_in(before, effect.houses):
        yield Report(to=house(each), words=words, rule=effect_rule(effect))


def report_players_barred(before: GameState, after: GameState, happened: PlayersBarred) -> Iterator[Report]:
    """Tell barred players which law keeps them from the table."""
    table, law = before.table_name(Room.UNDERGROUND, happened.table), law_words(before, happened.law)
    words = say("You may not sit at the table {table} while this hangs: {law}.", table=table, law=law)
    for seat in happened.seats:
        if seat in before.seats:
            yield Report(to=own(seat), words=words, rule="R-84")


def report_tax_fell(before: GameState, after: GameState, happened: TaxFell) -> Iterator[Report]:
    for each in houses_in(before, (happened.debtor, happened.creditor)):
        yield Report(to=house(each), words=explain_fell(happened, before), rule="GE-CRT-40")


REPORTS: Mapping[type, Reporter] = {
    LawActed: report_law_acted,
    LawLapsed: report_law_lapsed,
    EffectEntered: report_effect_entered,
    EffectEnded: report_effect_ended,
    PlayersBarred: report_players_barred,
    TaxFell: report_tax_fell,
}
