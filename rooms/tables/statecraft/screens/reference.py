"""Reference of all printed cards, for look-up at the table. It never shows where a card is (SC-CNT, SC-HID)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from control.engine.language import later, listed, say, say_as, say_count
from rooms.tables.registry import ReferenceCard, ReferenceGroup
from rooms.tables.statecraft.game.content import (
    IDEOLOGIES,
    ActionCard,
    Content,
    Emergency,
    EmergencyKind,
    EventCard,
    EventOption,
    Leader,
    Policy,
    Politician,
    Scenario,
    Specialism,
    Supporter,
)
from rooms.tables.statecraft.game.scene import signed
from rooms.tables.statecraft.screens.end_of_game import ENDS, WINS
from rooms.tables.statecraft.screens.outcomes import effect_words
from rooms.tables.statecraft.screens.shapes import LETTERS, condition_words
from rooms.tables.statecraft.screens.viewer import Mark, marks_of

Marks = Mapping[str, Mark]

ENDINGS: Final[Mapping[int, str]] = {  # SC-FIN-04, SC-FIN-05, SC-FIN-06, SC-FIN-07: without the limit of turns
    2: later("The game ends as soon as one player has all supporters in play."),
    3: later("The game ends as soon as one player has more than half of the supporters."),
    4: later("The game ends as soon as no supporter is floating any more."),
    5: later("The game ends when the last card of the main deck is drawn."),
}
KINDS: Final[Mapping[EmergencyKind, str]] = {
    EmergencyKind.INDIVIDUAL: later("For each player"),
    EmergencyKind.COLLECTIVE: later("For all together"),
}


def reference_of(content: Content) -> tuple[ReferenceGroup, ...]:
    """Every deck with its cards and its composition.

    Rules: SC-CNT-02, SC-CNT-04, SC-CNT-11, SC-CNT-24, SC-CNT-27, SC-CNT-36, SC-CNT-38, SC-CNT-45.
    """
    marks = marks_of(content)
    return (
        ReferenceGroup(
            title=say("Leaders"),
            line=say("Everybody gets one. The text is in force in an Advanced game alone."),
            cards=tuple([_leader(leader) for leader in content.leaders]),
        ),
        ReferenceGroup(
            title=say("Politicians"),
            line=say("A deck of their own. Each one is there once."),
            cards=tuple([_politician(marks, politician) for politician in content.politicians]),
            parts=_people(marks, content),
        ),
        ReferenceGroup(
            title=say("Policies"),
            line=say("In the main deck, each one once. Announced its points are added, denounced they are subtracted."),
            cards=tuple([_policy(marks, policy) for policy in content.policies]),
            parts=_of_specialism(marks, [policy.specialism for policy in content.policies]),
        ),
        ReferenceGroup(
            title=say("Actions"),
            line=say("In the main deck, with the policies."),
            cards=tuple([_action(action) for action in content.actions]),
            parts=_main_deck(content),
        ),
        ReferenceGroup(
            title=say_as("card", "Events"),
            line=say("In three piles, of which an Advanced game uses one, two or three. Everybody chooses an option in secret."),
            cards=tuple([_event(marks, event) for event in content.events]),
        ),
        ReferenceGroup(
            title=say("Emergencies"),
            line=say("They come among the events of an Advanced game."),
            cards=tuple([_emergency(emergency) for emergency in content.emergencies]),
        ),
        ReferenceGroup(
            title=say("Supporters"),
            line=say("Each one is there once. To claim one, meet all that it asks for."),
            cards=tuple([_supporter(marks, supporter) for supporter in content.supporters]),
        ),
        ReferenceGroup(
            title=say("Scenarios"),
            line=say("One is in force. Quickplay always has the same."),
            cards=tuple([_scenario(scenario) for scenario in content.scenarios]),
        ),
    )


def _leader(leader: Leader) -> ReferenceCard:
    return ReferenceCard(title=leader.name, text=leader.text, marks=(say("Leader"), leader.faction), flavour=leader.flavour)


def _politician(marks: Marks, politician: Politician) -> ReferenceCard:
    known = [marks[each.value].name for each in politician.specialisms]
    senior = [marks["senior"].name] if politician.senior else []
    text = say("Holds policies of {specialisms}.", specialisms=listed(known))
    return ReferenceCard(title=politician.name, text=text, marks=(*known, *senior), flavour=politician.flavour)


def _policy(marks: Marks, policy: Policy) -> ReferenceCard:
    options = []
    for letter, option in zip(LETTERS, policy.options, strict=True):
        moves = [
            say("{ideology} {steps}", ideology=marks[ideology.value].name, steps=signed(steps))
            for ideology, steps in zip(IDEOLOGIES, option.points, strict=True)
            if steps
        ]
        moves += [say("Budget {steps}", steps=signed(option.cost)), marks[option.colour.value].name]
        options.append(say("{letter}: {label}: {effects}.", letter=letter, label=option.label, effects=listed(moves)))
    return ReferenceCard(title=policy.title, text=" ".join(options), marks=(say("Policy"), marks[policy.specialism.value].name))


def _action(action: ActionCard) -> ReferenceCard:
    return ReferenceCard(title=action.title, text=action.text, copies=action.copies, marks=(say("Action"),), flavour=action.flavour)


def _event(marks: Marks, event: EventCard) -> ReferenceCard:
    options = [_option(marks, letter, option) for letter, option in zip(LETTERS, event.options, strict=True)]
    only = [say("For the incumbent alone.")] if event.incumbent_only else []
    return ReferenceCard(title=event.title, text=" ".join([*only, *options]), marks=(say("Event"),), flavour=event.text)


def _option(marks: Marks, letter: str, option: EventOption) -> str:
    effects = listed([effect_words(marks, effect) for effect in option.effects])
    words = say("{letter}: {label}: {effects}.", letter=letter, label=option.label, effects=effects)
    if not option.extra:
        return words
    extra = listed([effect_words(marks, effect) for effect in option.extra])
    return f"{words} {say('The incumbent besides: {effects}', effects=extra)}."


def _emergency(emergency: Emergency) -> ReferenceCard:
    return ReferenceCard(title=emergency.title, text=emergency.text, marks=(say("Emergency"), say(KINDS[emergency.kind])))


def _supporter(marks: Marks, supporter: Supporter) -> ReferenceCard:
    asked = [
        say("{ideology} {words}", ideology=marks[ideology.value].name, words=condition_words(condition))
        for ideology, condition in zip(IDEOLOGIES, supporter.conditions, strict=True)
        if condition is not None
    ]
    return ReferenceCard(
        title=supporter.name,
        text=say("Asks for {conditions}.", conditions=listed(asked)),
        marks=(say("Supporter"),),
        flavour=supporter.flavour,
    )


def _scenario(scenario: Scenario) -> ReferenceCard:
    fewest, most = min(scenario.players), max(scenario.players)
    ends = say(ENDS[scenario.end], last=scenario.turns) if scenario.turns else say(ENDINGS[scenario.end])
    laid = say_count(
        "{count} supporter lies open, and politicians are drawn {drawn} at a time.",
        "{count} supporters lie open, and politicians are drawn {drawn} at a time.",
        scenario.supporters,
        drawn=scenario.politicians,
    )
    text = [ends, say(WINS[scenario.win][0]), scenario.text, laid]
    players = say("{count} players", count=f"{fewest}–{most}" if fewest < most else fewest)
    return ReferenceCard(
        title=scenario.name,
        text=" ".join([each for each in text if each]),
        copies=0,
        marks=(say("Scenario"), players),
        flavour=scenario.flavour,
    )


def _of_specialism(marks: Marks, found: list[Specialism]) -> tuple[tuple[int, str], ...]:
    count = Counter(found)
    return tuple([(count[each], marks[each.value].name) for each in Specialism])


def _people(marks: Marks, content: Content) -> tuple[tuple[int, str], ...]:
    known = [each for politician in content.politicians for each in politician.specialisms]
    senior = sum([politician.senior for politician in content.politicians])
    return (*_of_specialism(marks, known), (senior, marks["senior"].name))


def _main_deck(content: Content) -> tuple[tuple[int, str], ...]:
    actions = sum([action.copies for action in content.actions])
    return (
        (len(content.policies) + actions, say("cards in the main deck, before events come in")),
        (len(content.policies), say("policies")),
        (actions, say("actions")),
    )
