"""Guided tours of desks without a room: check-in, organizer, Ceremony desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from control.day.calls import CallAnswered, CallControl, CallEnded, CallKind
from control.day.clock.pauses import ClockPaused, ClockResumed, TimeChanged
from control.day.clock.phase_events import PhaseEnded
from control.day.guides import SIGNS, UNDO, Guide, GuideEntry, GuideField, GuideSetup, GuideStep, Points, by_event
from control.day.notices import Announced
from control.day.people.presence import CheckedIn, PlayerAdded, PlayerLeft
from control.day.roster.marks import PersonMarked
from control.day.state import DayStage, Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.language import later, say
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import CeremonyHeld, ceremonies_in
from rooms.realm.game.ceremony_attendance import Attended, CeremonyEnded
from rooms.realm.game.state import CeremonyKind, GameState
from rooms.realm.scenario.ids import Phase

OVERVIEW: Final = "desk:overview"
CLOCK: Final = "desk:clock"
ASKS: Final = later("Two of us claim the same seat. Who is right?")
SAYS: Final = later("Lunch is at one. Please take your badges with you.")
STOPS: Final = later("somebody lost a ring")
GUEST: Final = later("Robin Walker")
HELD: Final = later("They bury an old friend")


def _first(state: GameState, presence: Presence) -> SeatId | None:
    return next((id for id, seat in sorted(state.seats.items()) if seat.presence is presence), None)


def _name(state: GameState, seat: SeatId | None) -> str:
    return state.seats[seat].name if seat is not None else ""


# --- open call ----------------------------------------------------------------------------------------------------------


def open_call(state: GameState) -> GuideSetup | None:
    """Let the first present player call Control, unless a call is open."""
    here = _first(state, Presence.PRESENT)
    if state.clock.stage is not DayStage.PLAYING or here is None or any(not call.ended for call in state.calls):
        return None
    return GuideSetup(command=CallControl(seat=here, text=say(ASKS), kind=CallKind.RULE), by=Actor(seat=here))


def _caller(state: GameState) -> str:
    return next((_name(state, call.seat) for call in state.calls if not call.ended), "")


ANSWER: Final = GuideStep(
    name="call",
    label=later("Go to a call that nobody has answered"),
    do=lambda state: say("{name} has called and nobody goes: press “I go” under “Who wants Control”.", name=_caller(state)),
    why=later("Calls come from the players’ phones. One person goes; the player reads at once that somebody is on the way."),
    points=("call-go",),
    done=by_event(CallAnswered),
    open=lambda state: any(not call.ended for call in state.calls),
    page=OVERVIEW,
    trouble=True,
)
SETTLE: Final = GuideStep(
    name="settled",
    label=later("Settle a call"),
    do=lambda state: say("You have talked to {name}: press “Settled”.", name=_caller(state)),
    why=later("A call stays on all screens of the team until somebody says that it is settled."),
    points=("call-end",),
    done=by_event(CallEnded),
    open=lambda state: any(not call.ended for call in state.calls),
    page=OVERVIEW,
    trouble=True,
)


# --- check-in -----------------------------------------------------------------------------------------------------------


def _marked(mark: Presence) -> Points:
    return lambda state: (f"mark-{_first(state, Presence.EXPECTED)}-{mark.value}",)


def _no_phone(each: GuideEntry, _before: Sequence[GuideEntry]) -> bool:
    return isinstance(each.event, PersonMarked) and each.event.after.phoneless


def _more(state: GameState) -> tuple[str, ...]:
    return (f"more-{_first(state, Presence.PRESENT)}", "marks-remember")


def _leaving(state: GameState) -> tuple[str, ...]:
    here = _first(state, Presence.PRESENT)
    return (f"more-{here}", f"leave-{here}", f"leave-sure-{here}")


def _walks_in(state: GameState) -> tuple[GuideField, ...]:
    house = state.scenario.houses[0]
    return (
        GuideField(name="name", value=say(GUEST), words=say("Write {words}", words=say(GUEST)), any_words=True),
        GuideField(name="team", value=house.id, words=say("Choose {name}", name=house.name)),
    )


CHECK_IN: Final = Guide(
    name="people",
    desk=Desk.CHECK_IN,
    title=later("Check-in"),
    about=later("You greet the players, say who is here and help whoever has no phone. What you mark opens the game for them."),
    page="desk:people",
    besides=frozenset({Desk.ORGANIZER, Desk.CEREMONY}),
    steps=(
        GuideStep(
            name="here",
            label=later("Mark who is here"),
            do=lambda state: say(
                "{name} stands before you: press “Here” beside the name.", name=_name(state, _first(state, Presence.EXPECTED))
            ),
            why=later("Only who is marked as here plays. You find a name faster by writing part of it under “Search a name”."),
            points=_marked(Presence.PRESENT),
            done=by_event(CheckedIn, presence=Presence.PRESENT),
            open=lambda state: _first(state, Presence.EXPECTED) is not None,
        ),
        GuideStep(
            name="phoneless",
            label=later("Remember who has no phone"),
            do=lambda state: say(
                "{name} has no phone: press “More”, tick “No phone” and press “Remember”.",
                name=_name(state, _first(state, Presence.PRESENT)),
            ),
            why=later("The desks of the rooms see it then, and enter for that player what others do on their phones."),
            points=_more,
            fields=lambda _state: (GuideField(name="phoneless", value="on", words=say("Tick “No phone”")),),
            done=_no_phone,
            open=lambda state: _first(state, Presence.PRESENT) is not None,
        ),
        GuideStep(
            name="late",
            label=later("Mark who will be late"),
            do=lambda state: say(
                "{name} has rung and will be late: press “Late”.", name=_name(state, _first(state, Presence.EXPECTED))
            ),
            why=later("The House of that player reads it. Whoever comes later is marked “Here” then."),
            points=_marked(Presence.LATE),
            done=by_event(CheckedIn, presence=Presence.LATE),
            open=lambda state: _first(state, Presence.EXPECTED) is not None,
        ),
        GuideStep(
            name="leaves",
            label=later("Let somebody go for good"),
            do=lambda state: say(
                "{name} has to go home for good: press “More”, then “Leaves for good …” and answer the question.",
                name=_name(state, _first(state, Presence.PRESENT)),
            ),
            why=later("The purse passes on to the House, and the others move up a rank. The question says all of it first."),
            points=_leaving,
            done=by_event(PlayerLeft),
            open=lambda state: _first(state, Presence.PRESENT) is not None,
            trouble=True,
        ),
        GuideStep(
            name="walk-in",
            label=later("Add somebody new"),
            do=lambda _state: say("{guest} is on no list and would like to play: press “Somebody new …”.", guest=say(GUEST)),
            why=later("Whoever is new gets a character and a code at once."),
            points=("walk-in", "walk-in-add"),
            fields=_walks_in,
            done=by_event(PlayerAdded),
        ),
    ),
    alone=later("Now alone: somebody comes, somebody has no phone, somebody is late, somebody is on no list."),
    also=(
        later("A phone is lost or new: “More”, then “New join code …”. The old phone is out at once."),
        later("Somebody plays in another’s place: “More”, then “A substitute …”."),
        later("“Badges …” at the bottom prints the codes."),
        UNDO,
    ),
)


# --- the organizer ------------------------------------------------------------------------------------------------------

ORGANIZER: Final = Guide(
    name="overview",
    desk=Desk.ORGANIZER,
    title=later("Organizer"),
    about=later("You keep the time of the whole day, see that every call is answered, and speak to the hall."),
    page=OVERVIEW,
    besides=frozenset({Desk.CHECK_IN}),
    phase=Phase.CEREMONY,
    round=1,
    scene=open_call,
    steps=(
        ANSWER,
        SETTLE,
        GuideStep(
            name="announce",
            label=later("Announce something to all"),
            do=lambda _state: say("Tell everybody: write “{words}”, press “Look it over”, then “Announce now”.", words=say(SAYS)),
            why=later("You see first whom it reaches. What was said cannot be unsaid."),
            points=("announce-look", "announce-sure"),
            fields=lambda _state: (
                GuideField(name="text", value=say(SAYS), words=say("Write: {words}", words=say(SAYS)), any_words=True),
            ),
            done=by_event(Announced),
        ),
        GuideStep(
            name="time",
            do=later("The hall needs longer: give it five minutes, press “+5 min” on the Clock page."),
            why=later("All screens show the new end at once, and the timetable says how late the day is."),
            points=("time-more-5",),
            done=by_event(TimeChanged, room=None),
            page=CLOCK,
        ),
        GuideStep(
            name="pause",
            label=later("Pause the clock"),
            do=lambda _state: say("Everybody has to listen: press “Pause”, write why, and stop the clock."),
            why=later("Every screen says PAUSED with your reason. What is typed on phones is kept."),
            points=("clock-pause", "pause-sure"),
            fields=lambda _state: (
                GuideField(name="reason", value=say(STOPS), words=say("Write why: {why}", why=say(STOPS)), any_words=True),
            ),
            done=by_event(ClockPaused, room=None),
            page=CLOCK,
        ),
        GuideStep(
            name="go-on",
            do=later("Everybody has heard it: press “Resume”."),
            why=later("No time is lost by a pause: what was left is left."),
            points=("clock-resume",),
            done=by_event(ClockResumed, room=None),
            page=CLOCK,
        ),
        GuideStep(
            name="end",
            do=later("Everybody is done: press “End it now …” and answer the question."),
            why=later("Phases end by themselves with their time. The question says what ends with this one."),
            points=("clock-end", "end-sure"),
            done=by_event(PhaseEnded),
            page=CLOCK,
        ),
    ),
    alone=later("Now alone: announce something, give five minutes, pause, go on, and end the phase."),
    also=(
        later("The Overview says which room is behind, and what waits for whom."),
        later("“Back …” and “Set the clock …” on the Clock page mend what was ended too early."),
        later("Under More: “Team” lets helpers in, “Screens” rules the projectors, “Preflight” says what is not ready."),
        SIGNS,
    ),
)


# --- ceremonies ---------------------------------------------------------------------------------------------------------


def _holds(state: GameState) -> tuple[GuideField, ...]:
    most = state.scenario.settings.ceremonies_per_house
    house = next((each for each in state.scenario.houses if len(ceremonies_in(state, each.id)) < most), state.scenario.houses[0])
    return (
        GuideField(name="kind", value=CeremonyKind.FUNERAL.value, words=say("Choose Funeral")),
        GuideField(name="house", value=house.id, words=say("Choose {name}", name=house.name)),
        GuideField(name="what", value=say(HELD), words=say("Write: {words}", words=say(HELD)), any_words=True),
    )


CEREMONIES: Final = Guide(
    name="houses",
    desk=Desk.CEREMONY,
    title=later("Ceremony desk"),
    about=later("You hold weddings, duels and funerals while Ceremony runs, and say who was there."),
    page="realm_desk:houses",
    besides=frozenset({Desk.CHECK_IN}),
    phase=Phase.CEREMONY,
    round=1,
    scene=open_call,
    steps=(
        GuideStep(
            name="hold",
            do=later("A House has come to bury a friend: press “New ceremony …” and write it down."),
            why=later("Each House has one turn a month, and this one uses it. A wedding has a form of its own."),
            points=("hold", "hold-sure"),
            fields=_holds,
            done=by_event(CeremonyHeld),
        ),
        GuideStep(
            name="there",
            do=later("All relatives stand there: press “All are there”."),
            why=later("Who comes to a ceremony of their House is counted. Where not all have come, tap single names."),
            points=("all-there",),
            done=by_event(Attended),
        ),
        ANSWER,
        SETTLE,
        GuideStep(
            name="over",
            do=later("The ceremony is done: press “It is over”."),
            why=later("What is not over when Ceremony ends may run on into Planning, until you say so."),
            points=("ceremony-over",),
            done=by_event(CeremonyEnded),
        ),
    ),
    alone=later("Now a Ceremony alone: hold one, say who is there, and end it."),
    also=(
        later("A wedding has a button of its own, which asks for both and says what changes for them."),
        later("Tap a name in the list of a House for wounds, titles and what the player owns."),
        later("Hostages are changed by “Change” beside the House that holds them."),
        SIGNS,
    ),
)

GUIDES: Final = (CHECK_IN, ORGANIZER, CEREMONIES)
