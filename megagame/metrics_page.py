"""Metrics page: counts of this process, and shared values computed at each request."""

from __future__ import annotations

import asyncio
import time

from control.live import hub
from control.sheets import sheets
from control.watch import metrics, vitals

metrics.looked_at("megagame_sockets", "Open sockets.", lambda: sum(len(each) for each in hub.everywhere()))
metrics.looked_at("megagame_sheets_waiting", "Sheets that are not committed yet.", lambda: sheets.waiting()[0])
metrics.looked_at("megagame_sheets_waiting_seconds", "Age of the oldest of them.", lambda: sheets.waiting()[1])
_well = metrics.told("megagame_part_well", "1 for each part that this process leans on and that is well.", "part")
_late = metrics.told("megagame_clock_late_seconds", "By how much the oldest overdue deadline is late.")
_late_events = metrics.told("megagame_event_late_seconds", "The same for each event in which something is due.", "event")
_sweep = metrics.told("megagame_sweep_age_seconds", "Time since the clock's sweep was round.")
_waited = metrics.told("megagame_task_waited_seconds", "How long the last sweep had waited for a worker.")
_tasks = metrics.told("megagame_tasks_waiting", "Tasks in the broker's queue.")
_known = metrics.told("megagame_backlog_known", "1 when what waits could be looked up.")


async def page() -> bytes:
    """All metrics in the Prometheus text format."""
    signs, backlog = await asyncio.gather(vitals.signs(), vitals.waiting())
    for each in signs:
        _well.labels(each.part).set(each.well)
    _known.set(backlog is not None)
    if backlog is not None:
        _late.set(backlog.clock_late)
        _late_events.clear()
        for event, late in backlog.late_events.items():
            _late_events.labels(str(event)).set(late)
        _tasks.set(backlog.tasks)
        if backlog.sweep is not None:
            _sweep.set(max(time.time() - backlog.sweep.at, 0.0))
            _waited.set(backlog.sweep.waited)
    return metrics.written()
