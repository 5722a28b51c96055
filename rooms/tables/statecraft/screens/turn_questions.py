"""The questions of a turn: every manoeuvre with its outcome, the impossible ones with a short reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from control.engine.language import later, listed, say, say_as, say_count
from rooms.tables.registry import Fields
from rooms.tables.screens.form_fields import check_id, id_in, member_of, refuse_unreadable, required_value, single_value
from rooms.tables.statecraft.game.actions import (
    Announce,
    Campaign,
    Denounce,
    EndTurn,
    Fire,
    FireOffer,
    LeaderStep,
    PlayAction,
    Poach,
    PolicyOffer,
    Recruit,
    RecruitOffer,
)
from rooms.tables.statecraft.game.content import Ideology, Policy
from rooms.tables.statecraft.game.scene import signed
from rooms.tables.statecraft.game.state import BUDGET, reverse
from rooms.tables.statecraft.game.view import SeenHolder, SeenSide, SeenSupporter
from rooms.tables.statecraft.screens.action_targets import actions_of, step_of
from rooms.tables.statecraft.screens.forms import LEADER, PAY, TARGETS, Forms, form_of, step_in
from rooms.tables.statecraft.screens.outcomes import outcome_for_viewer, position_after_loss, position_after_option, titles_of
from rooms.tables.statecraft.screens.question_shapes import Choices, OptionChoice, PolicyAsk, Tab, TurnAsk
from rooms.tables.statecraft.screens.shapes import card_of, condition_words, policy_of, supporter_of
from rooms.tables.statecraft.screens.viewer import StatecraftViewer, cards

Play = tuple[tuple[int, ...], tuple[str | None, ...]]  # options and possible holders
WAYS: Final[Mapping[str, tuple[type[Announce | Denounce], int]]] = {
    f"{way}-{option}": (does, option) for way, does in (("announce", Announce), ("denounce", Denounce)) for option in (0, 1)
}


def turn_of(looker: StatecraftViewer, side: SeenSide) -> TurnAsk:
    policies, actions, claims = policies_of(looker, side), actions_of(looker, side), _claims(looker)
    recruit, recruit_reason = _recruit(looker, side)
    fires = looker.offer(FireOffer)
    return TurnAsk(
        tabs=_tabs(
            looker,
            side,
            playable=len([each for each in policies if not each.reason]) + len([each for each in actions if not each.reason]),
            announces=any(each.up for each in policies),
            claims=claims,
        ),
        policies=policies,
        actions=actions,
        claims=claims,
        pays=tuple([card_of(looker, face) for face in looker.hand]),
        recruit=recruit,
        recruit_reason=recruit_reason,
        fires=tuple([_fire(looker, side, each, fires) for each in side.holders if each.politician is not None]),
        free=fires is not None and not fires.cards,
        step=step_of(looker, side),
        end=_end(side, events=looker.view.advanced),
    )


def _tabs(looker: StatecraftViewer, side: SeenSide, *, playable: int, announces: bool, claims: Choices) -> tuple[Tab, ...]:
    possible = [claim for claim in claims if not claim.reason]
    free = sum([not claim.note for claim in possible])
    prey = len(possible) - free
    reach = say_count("{count} to claim", "{count} to claim", free) if free else say("{count} to poach", count=prey) if prey else ""
    hires = looker.offer(RecruitOffer) is not None
    people = sum([holder.politician is not None for holder in side.holders])
    empty = hires and not people and not announces  # with nobody to announce a policy, recruiting comes first
    more = side.hand_size - side.hand
    end = say("draw {count}", count=more) if more > 0 else say("discard {count}", count=-more) if more < 0 else say("hand full")
    reach, playable_words = reach or say("none now"), say("{count} playable", count=playable)
    staff = say("{count} of 4", count=people) if people or not hires else say("recruit first")
    return (
        Tab("cards", say("Cards"), "announce", playable_words, ("play", "action"), first=not empty),
        Tab("supporters", say("Supporters"), "supporter", reach, ("campaign", "poach"), lit=free > 0),
        Tab("people", say("Cabinet"), "senior", staff, ("recruit", "fire", "leader-step"), lit=hires and not people, first=empty),
        Tab("end", say("End turn"), "end", end, ("end-turn",)),
    )


# --- policies ---------------------------------------------------------------------------------------------------------------


def policies_of(looker: StatecraftViewer, side: SeenSide) -> tuple[PolicyAsk, ...]:
    """Every policy of the hand with its ways, their outcomes and its possible holders."""
    offered: dict[bool, Mapping[str, Play]] = {True: {}, False: {}}
    for offer in looker.seen.offers:
        if isinstance(offer, PolicyOffer):
            offered[offer.announced] = {card: (options, holders) for card, options, holders in offer.plays}
    return tuple([_policy(looker, side, face.policy, offered) for face in looker.hand if face.policy is not None])


def _policy(looker: StatecraftViewer, side: SeenSide, policy: Policy, offered: Mapping[bool, Mapping[str, Play]]) -> PolicyAsk:
    up, down = offered[True].get(policy.id), offered[False].get(policy.id)
    return PolicyAsk(
        card=policy_of(looker, policy),
        ways=tuple(
            [
                (_way(looker, side, policy, option, up, announced=True), _way(looker, side, policy, option, down, announced=False))
                for option in range(len(policy.options))
            ]
        ),
        up=_holders(side, up, announced=True),
        down=_holders(side, down, announced=False),
    )


def _way(looker: StatecraftViewer, side: SeenSide, policy: Policy, at: int, play: Play | None, *, announced: bool) -> OptionChoice:
    option = policy.options[at]
    value = f"announce-{at}" if announced else f"denounce-{at}"
    title = say_as("policy", "Announce") if announced else say("Denounce")
    note = say("adds its points") if announced else say("subtracts its points")
    if play is None or at not in play[0]:
        return OptionChoice(value=value, title=title, note=note, reason=_why_not(looker, side, policy, at, announced=announced))
    after = position_after_option(side, option, announced=announced)
    asked = option.points if announced else reverse(option.points)
    return OptionChoice(value=value, title=title, note=note, would=outcome_for_viewer(looker, side, after, asked=asked))


def _why_not(looker: StatecraftViewer, side: SeenSide, policy: Policy, at: int, *, announced: bool) -> str:
    """The reason why a policy cannot be played this way.

    Rules: SC-POL-03, SC-POL-07, SC-POL-08, SC-POL-10, SC-DEN-05, SC-DEN-06, SC-DEN-09.
    """
    where = 0 if announced else 1
    fitting = [holder for holder in side.holders if _fits(holder, policy, announced=announced)]
    if not fitting:
        return say("needs a politician for {specialism}", specialism=looker.marks[policy.specialism.value].name)
    if not any(holder.room[where] for holder in fitting):
        return say("no room left for it")
    cost = policy.options[at].cost
    budget = side.budget + (cost if announced else -cost)
    if side.budget_least <= budget <= BUDGET:
        return say("not now")
    return say("budget would be {budget}", budget=signed(budget))


def _fits(holder: SeenHolder, policy: Policy, *, announced: bool) -> bool:
    """Return whether a holder may hold the policy: a politician with its specialism, or the leader.

    The leader denounces any policy, and announces only by SC-LDR-04.
    """
    if holder.place is None:
        return not announced or holder.room[0] > 0
    return holder.politician is not None and policy.specialism in holder.politician.specialisms


def _holders(side: SeenSide, play: Play | None, *, announced: bool) -> Choices:
    if play is None:
        return ()
    found = []
    for holder in side.holders:
        who = holder.politician
        if (holder.place is None and None in play[1]) or (who is not None and who.id in play[1]):
            room = holder.room[0 if announced else 1]
            found.append(
                OptionChoice(
                    value=LEADER if who is None else who.id,
                    title=side.leader.name if who is None else who.name,
                    note=say("leader, room for {count}", count=room) if who is None else say("room for {count}", count=room),
                )
            )
    return tuple(found)


# --- supporters -------------------------------------------------------------------------------------------------------------


def _claims(looker: StatecraftViewer) -> Choices:
    """Every supporter of the table that the viewer does not host: first those to claim, then those to poach, then the others."""
    found = [_claim(looker, supporter) for supporter in looker.view.supporters if supporter.host != looker.player]
    return tuple(sorted(found, key=lambda claim: (bool(claim.reason), bool(claim.note))))


def _claim(looker: StatecraftViewer, supporter: SeenSupporter) -> OptionChoice:
    shape = supporter_of(looker, supporter)
    hand = len(looker.hand)
    reason = ""
    if not shape.fits:
        reason = _missing(looker, supporter)
    elif shape.price is None and not looker.allows(Campaign(supporter.card.id)):
        reason = say("one a turn in this scenario")
    elif shape.price is not None and shape.price > hand:
        reason = say("costs {cards}, you hold {hand}", cards=cards(shape.price), hand=hand)
    host = "" if supporter.host is None else looker.name(supporter.host)
    return OptionChoice(value=shape.id, title=shape.name, note=host, supporter=shape, reason=reason)


def _missing(looker: StatecraftViewer, supporter: SeenSupporter) -> str:
    """The conditions that the viewer's trackers miss (SC-CAM-06, SC-POA-02)."""
    side, player = looker.side, looker.player or 0
    if side is None:
        return ""
    lacking = [
        say("{ideology} {words}, you have {have}", ideology=looker.ideology(at).name, words=condition_words(condition), have=have)
        for at, (condition, have) in enumerate(zip(supporter.card.conditions, side.counted, strict=True))
        if condition is not None and not supporter.met[player][at]
    ]
    return say("needs {what}", what=listed(lacking))


# --- people -----------------------------------------------------------------------------------------------------------------


def _recruit(looker: StatecraftViewer, side: SeenSide) -> tuple[str, str]:
    """The line on recruiting, and the reason why it is not possible (SC-REC-01, SC-REC-02, SC-REC-16)."""
    line = say("Pay a card, then politicians are drawn and laid open, and you choose one. There is no taking back then.")
    if looker.offer(RecruitOffer) is not None:
        return line, ""
    return line, say("needs a card to pay") if not side.hand else say("no politician is left")


def _fire(looker: StatecraftViewer, side: SeenSide, holder: SeenHolder, offer: FireOffer | None) -> OptionChoice:
    """Returning policies, the shift inward, and the trackers afterwards (SC-FIR-05, SC-FIR-06, SC-CIR-02)."""
    who, policies = holder.politician, holder.policies
    if who is None:
        raise ValueError(holder.place)
    back = say("Back to your hand: {cards}.", cards=titles_of(policies)) if policies else say("No policy comes back.")
    lines = [back]
    at = side.holders.index(holder)
    if at in (1, 2) and (outer := side.holders[at + 2].politician) is not None:
        lines.append(say("{name} moves to the inner circle.", name=outer.name))
    return OptionChoice(
        value=who.id,
        title=who.name,
        lines=(" ".join(lines),),
        reason="" if offer is not None and who.id in offer.politicians else say("needs a card to pay"),
        would=outcome_for_viewer(looker, side, position_after_loss(side, policies)),
    )


def _end(side: SeenSide, *, events: bool) -> str:
    """The outcome of ending the turn (SC-TRN-06, SC-TRN-07). Only an Advanced game has events in the deck (SC-QIK-03)."""
    more = side.hand_size - side.hand
    if more > 0:
        draws = say_count(
            "You draw {count} card, up to {size}.", "You draw {count} cards, up to {size}.", more, size=side.hand_size
        )
        return " ".join([draws, say("Events that turn up come at once.")]) if events else draws
    if more < 0:
        return say_count(
            "You discard {count} card, down to {size}.", "You discard {count} cards, down to {size}.", -more, size=side.hand_size
        )
    return say("Your hand stays as it is: {cards}.", cards=cards(side.hand))


# --- forms ------------------------------------------------------------------------------------------------------------------


def _play(fields: Fields) -> Announce | Denounce:
    """Read a way, and the holder: field `up` for announcing, `down` for denouncing."""
    way = required_value(fields, "way", later("Neither announce nor denounce is chosen. Choose one of the two, of option A or B."))
    does, option = WAYS.get(way) or refuse_unreadable()
    who = "up" if does is Announce else "down"
    holder = required_value(fields, who, later("Nobody is chosen to hold the policy. Choose a politician, or the leader."))
    return does(id_in(fields, "card"), option, None if holder == LEADER else check_id(holder))


def _step(fields: Fields) -> LeaderStep:
    step = required_value(fields, "step", later("No step is chosen. Choose an ideology, up or down."))
    ideology, _equals, by = step.partition("=")
    return LeaderStep(id_in(fields, "pay", *PAY), member_of(Ideology, ideology), step_in(by))


def _action(fields: Fields) -> PlayAction:
    """Read the card and its targets, which are one field: "opponent=1&colour=red"."""
    target = single_value(fields, "target")
    found: dict[str, Any] = {}
    for each in target.split("&") if target else ():
        name, _equals, value = each.partition("=")
        read = TARGETS.get(name)
        if read is None or name in found:
            refuse_unreadable()
        found[name] = read(value)
    return PlayAction(id_in(fields, "card"), **found)


TURN_FORMS: Final[Forms] = {
    "play": _play,
    "campaign": form_of(Campaign),
    "recruit": form_of(Recruit, *PAY),
    "fire": lambda fields: Fire(id_in(fields, "politician"), id_in(fields, "pay", *PAY) if "pay" in fields else None),
    "poach": form_of(Poach),
    "leader-step": _step,
    "action": _action,
    "end-turn": form_of(EndTurn),
}
