"""Words shared by tellings: audiences, reasons that players may read, changes of purses, sentences of the hall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2s
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import Spoken, capital, later, listed, say
from control.engine.reasons import Reason, Told, is_public
from control.engine.records import replace
from control.engine.reports import CountChange, Report, ReportKind
from rooms.realm.game.favors.requirements import favor_of
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name, is_purse_common
from rooms.realm.scenario.ids import CardId, HouseId
from rooms.realm.scenario.news import filled
from rooms.realm.scenario.schema import NewsKind

# === audiences and reasons ==============================================================================================


BY_SCHEME: Final = "schemes.by"
THIRD: Final = "deaths.third-wound"
TYPED: Final = ("why", "then", "reason", "note", "words")  # values of a reason that Control may have typed


def reason_sentence(why: Told) -> str:
    """Reason as a sentence. What Control typed stays in the journal."""
    return _sentence(str(why)) if isinstance(why, Reason) and not _is_typed(why) else say("Set by Control.")


def public_reason_sentence(why: Told) -> str:
    """Reason for several players: it does not name the scheme, which only some may know."""
    return say("By a scheme.") if is_scheme(why) else reason_sentence(why)


def public_reason(why: Told) -> str:
    """Reason if everybody saw it, else empty."""
    return _sentence(str(why)) if isinstance(why, Reason) and is_public(why) and not _is_typed(why) else ""


def whole_reason(why: Told) -> str:
    """Reason as a sentence, whoever wrote it and whoever knew it: for the debrief only. Empty without a reason."""
    words = str(why).strip()
    return _sentence(words) if words else ""


def with_full_stop(words: str) -> str:
    return words if words.endswith((".", "!", "?", "”")) else f"{words}."


def both_names(seat: HouseSeat, character: str) -> str:
    """Character with its player, if the names differ: "Greta Chi (Oluwaseun Balogun)"."""
    return character if character == seat.name else say("{character} ({player})", character=character, player=seat.name)


def own(seat: SeatId) -> str:
    """Audience of this player only."""
    return f"seat:{seat}"


def house(of: HouseId) -> str:
    """Audience of a whole House."""
    return f"team:{of}"


def houses_in(state: GameState, named: Iterable[HouseId | None]) -> tuple[HouseId, ...]:
    """Those of them that are in the scenario, each once."""
    known = {each.id for each in state.scenario.houses}
    return tuple(dict.fromkeys(each for each in named if each is not None and each in known))


def to_player(seat: SeatId, words: str, *, why: str = "", rule: str = "", at_once: bool = False) -> Report:
    """A report of an outcome to this player only."""
    return Report(to=own(seat), words=words, why=why, rule=rule, at_once=at_once)


def to_houses(
    state: GameState,
    named: Iterable[HouseId | None],
    words: str,
    *,
    why: str = "",
    rule: str = "",
    changes: tuple[CountChange, ...] = (),
) -> Iterator[Report]:
    """A report to each of these Houses that is in the scenario."""
    for each in houses_in(state, named):
        yield Report(to=house(each), words=words, why=why, rule=rule, changes=changes)


def keeper(state: GameState, seat: SeatId) -> str:
    """Audience of a purse: its player, or the House where it holds in common (R-05)."""
    return house(state.seats[seat].house) if is_purse_common(state) else own(seat)


def _sentence(words: str) -> str:
    return with_full_stop(capital(words))


def is_scheme(why: Told) -> bool:
    """Did a scheme cause it, directly or through a third wound?"""
    while isinstance(why, Reason) and why.code == THIRD:
        inner = why.values.get("why", "")
        why = inner if isinstance(inner, Reason) else ""
    return isinstance(why, Reason) and why.code == BY_SCHEME


def _is_typed(reason: Reason) -> bool:
    inner = [reason.values[name] for name in TYPED if name in reason.values]
    return any(isinstance(each, str) or (isinstance(each, Reason) and _is_typed(each)) for each in inner)


# === purses ===========================================================================================================


def purse_changes(before: GameState, after: GameState, seat: SeatId) -> tuple[CountChange, ...]:
    """Gains and losses of a seat's purse between two states, by what is counted."""
    if seat not in before.seats or seat not in after.seats:
        return ()
    old, new = before.seats[seat].purse, after.seats[seat].purse
    power, favors = new.power - old.power, len(new.favors) - len(old.favors)
    found = (CountChange(what=say("Power"), by=power), CountChange(what=say("Favors"), one=say("Favor"), by=favors))
    return tuple(each for each in found if each.by)


def report_purse_changes(
    before: GameState,
    after: GameState,
    seat: SeatId | None,
    words: str,
    *,
    why: str = "",
    rule: str = "",
    at_once: bool = False,
) -> Iterator[Report]:
    """Tell the keeper of a purse what this event changes in it; no report without a change."""
    changes = purse_changes(before, after, seat) if seat is not None else ()
    if changes and seat is not None:
        told = Report(to=keeper(before, seat), kind=ReportKind.HOLDING, words=words, why=why, rule=rule, changes=changes)
        yield replace(told, at_once=at_once)


def reason(state: GameState, why: Told) -> str:
    """Reason of a change, for the keeper of the purse."""
    return public_reason_sentence(why) if is_purse_common(state) else reason_sentence(why)


def card_name(state: GameState, card: CardId | None) -> str:
    """Name of a card for its holder; "1 Favor" where a House holds in common."""
    favor = favor_of(state, card) if card is not None and not is_purse_common(state) else None
    return favor.name if favor is not None else say("1 Favor")


def cards_named(state: GameState, cards: tuple[CardId, ...]) -> str:
    """Names of several cards for their holder."""
    if is_purse_common(state):
        return say("{count} Favors", count=len(cards))
    return listed([card_name(state, card) for card in cards])


def report_card_moved(
    before: GameState, after: GameState, card: CardId, giver: SeatId | None, taker: SeatId | None, why: str
) -> Iterator[Report]:
    """Tell both keepers which card went from one purse to the other."""
    favor = card_name(before, card)
    yield from report_purse_changes(before, after, giver, say("{favor} was taken from you.", favor=favor), why=why)
    yield from report_purse_changes(before, after, taker, say("You received {favor}.", favor=favor), why=why)


# === sentences of the hall ==============================================================================================

# The hall's news: what everybody saw of a month, in the scenario's words, or in plain words where it has none.
# News keeps secrets: authors of schemes, contents of purses, causes of death that nobody saw.


PLAIN: Final[Mapping[NewsKind, str]] = Spoken(
    {
        NewsKind.TITLE: later("The news of month {month}"),
        NewsKind.QUIET: later("Month {month} brought nothing that everybody must know."),
        NewsKind.SOVEREIGN: later("{player} of {house} is Sovereign."),
        NewsKind.THRONE_EMPTY: later("The throne is empty."),
        NewsKind.SOVEREIGN_FALLEN: later("{player} of {house} is Sovereign no more."),
        NewsKind.GOD_EMPEROR_DEAD: later("The God Emperor is dead."),
        NewsKind.COUP: later("Military Coup in {region}, by {houses}."),
        NewsKind.UPRISING_WON: later("An Uprising has deposed the Sovereign."),
        NewsKind.UPRISING_FAILED: later("An Uprising has failed."),
        NewsKind.DEATH: later("{player} of {house} has died."),
        NewsKind.RETURN: later("{player} of {house} takes the place of the dead, at the last rank."),
        NewsKind.WEDDING: later("{player} of {house} and {other_player} of {other_house} are married."),
        NewsKind.LAW_PASSED: later("The Court has passed {law}."),
        NewsKind.LAW_STRUCK: later("No longer in force: {law}."),
        NewsKind.CASTLE_TAKEN: later("The castle of {region} goes from {others} to {houses}."),
        NewsKind.CASTLE_CLAIMED: later("The castle of {region} bears the flag of {houses}."),
        NewsKind.CASTLE_LOST: later("The castle of {region} bears the flag of {others} no more."),
        NewsKind.BATTLE_WON: later("Battle in {region}: won by {houses} against {others}."),
        NewsKind.BATTLE_DRAWN: later("Battle in {region}: nobody is left of {houses}."),
        NewsKind.GUARD_HELD: later("Battle in {region}: the Immortals defeat {others}."),
        NewsKind.BUILDING: later("{house} has a new building: {building}."),
        NewsKind.BUILDING_LOST: later("{house} has lost a building: {building}."),
        NewsKind.HOSTAGES_TAKEN: later("{house} has taken hostages of {other_house}."),
        NewsKind.HOSTAGES_KILLED: later("{house} has killed hostages of {other_house}."),
        NewsKind.FAMINE: later("Famine: {houses}."),
        NewsKind.COURT_MOVES: later("The Court moves to {region}."),
    }
)

ORDER: Final = tuple(NewsKind)  # in the order of telling


def sentence(state: GameState, kind: NewsKind, month: int, /, **values: str) -> str:
    """Return the sentence for this news. Month and values choose among several, so the same news always reads the same."""
    texts = next((each.texts for each in state.scenario.texts.news if each.id is kind), ())
    if not texts:
        return filled(PLAIN[kind], values)
    told = "|".join((str(month), kind, *(f"{name}={values[name]}" for name in sorted(values))))
    chosen = int.from_bytes(blake2s(told.encode(), digest_size=4).digest()) % len(texts)
    return filled(texts[chosen], values)


def news(state: GameState, kind: NewsKind, about: str, /, **values: str) -> Report:
    """One piece of news for everybody."""
    words = sentence(state, kind, state.clock.month, **values)
    return Report(to="all", kind=ReportKind.NEWS, words=words, weight=len(ORDER) - ORDER.index(kind), about=about)


def withdraw_news(about: str) -> Report:
    """Withdraw this month's news about that subject."""
    return Report(to="all", kind=ReportKind.NEWS, words="", about=about)


def names_in_hall(state: GameState, seat: SeatId) -> dict[str, str]:
    """Character and House as the hall knows them."""
    found = state.seats[seat]
    return {"player": both_names(found, found.character), "house": house_name(state, found.house)}


def dispatch_words(state: GameState, month: int) -> tuple[str, str]:
    """Title of a month's news, and the sentence for a month without news."""
    return sentence(state, NewsKind.TITLE, month, month=str(month)), sentence(state, NewsKind.QUIET, month, month=str(month))
