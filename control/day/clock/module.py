"""The clock as a module of a game: its commands, events and reactions."""

from __future__ import annotations

from control.day.clock import pauses, phases, steps
from control.day.clock.clocks import phase_words
from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phase_events import ClockSet, PhaseBegan
from control.day.clock.phases import BeginDay, EndPhase, GoBack, PlanStart, SetClock
from control.day.clock.steps import EndStep, LetStepsRun
from control.day.people.room_choice import RoomChosen
from control.engine.context import ORGANIZER_ONLY
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import later, say
from control.engine.modules import CommandHandler, Module


def room_desks(frame: Frame) -> frozenset[DeskId]:
    """The desks that lead a room."""
    return frame.room_desks


CLOCK = Module(
    name="clock",
    title=later("Clock"),
    commands={
        PlanStart: CommandHandler(decide=phases.decide_plan_start, desks=ORGANIZER_ONLY, label=lambda c, s: say("Plan start")),
        BeginDay: CommandHandler(decide=phases.decide_begin_day, desks=ORGANIZER_ONLY, label=lambda c, s: say("Begin day")),
        EndPhase: CommandHandler(
            decide=phases.decide_end_phase,
            desks=ORGANIZER_ONLY,
            clock=True,
            label=lambda c, s: say("End of {phase}", phase=phase_words(s, c.month, c.phase)),
        ),
        EndStep: CommandHandler(decide=steps.decide_end_step, desks=room_desks, clock=True, label=steps.label_step),
        Pause: CommandHandler(decide=pauses.decide_pause, desks=room_desks, label=lambda c, s: say("Pause")),
        Resume: CommandHandler(decide=pauses.decide_resume, desks=room_desks, label=lambda c, s: say("Resume")),
        AddTime: CommandHandler(decide=pauses.decide_add_time, desks=room_desks, label=lambda c, s: say("Add time")),
        GoBack: CommandHandler(decide=phases.decide_go_back, desks=ORGANIZER_ONLY, label=phases.label_go_back),
        SetClock: CommandHandler(decide=phases.decide_set_clock, desks=ORGANIZER_ONLY, label=lambda c, s: say("Set clock")),
        LetStepsRun: CommandHandler(
            decide=steps.decide_let_steps_run, desks=ORGANIZER_ONLY, label=lambda c, s: say("Let steps run")
        ),
    },
    events={**phases.EVENTS, **steps.EVENTS, **pauses.EVENTS},
    reactions={PhaseBegan: phases.begin_steps, ClockSet: phases.begin_steps, RoomChosen: steps.begin_table},
    broken=steps.broken_steps,
)
