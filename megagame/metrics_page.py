"""Metrics page: counts of this process, and shared values computed at each request."""

from __future__ import annotations

import asyncio
import time

from control.live import hub
from control.sheets import sheets
from control.watch import metrics, vitals

metrics.register_computed("megagame_sockets", "Open sockets.", lambda: sum(len(each) for each in hub.all_hubs()))
metrics.register_computed("megagame_sheets_waiting", "Sheets that are not committed yet.", lambda: sheets.waiting()[0])
metrics.register_computed("megagame_sheets_waiting_seconds", "Age of the oldest of them.", lambda: sheets.waiting()[1])
_well = metrics.register_gauge("megagame_part_well", "1 for each part that this process leans on and that is well.", "part")
_late = metrics.register_gauge("megagame_clock_late_seconds", "By how much the oldest overdue deadline is late.")
_late_events = metrics.register_gauge("megagame_event_late_seconds", "The same for each event in which something is due.", "event")
_sweep = metrics.register_gauge("megagame_sweep_age_seconds", "Time since the clock's sweep was round.")
_waited = metrics.register_gauge("megagame_task_waited_seconds", "How long the last sweep had waited for a worker.")
_tasks = metrics.register_gauge("megagame_tasks_waiting", "Tasks in the broker's queue.")
_known = metrics.register_gauge("megagame_backlog_known", "1 when what waits could be looked up.")


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
    return metrics.metrics_text()
