"""A worker that outlives its Redis: it neither falls with it nor waits long for it to come back.

Every alarm of the clock is a task that the worker keeps, not acknowledged, until it rings. When the Redis goes away Celery's worker
closes the connection and tries to give those tasks back over it, which ends the worker with an error that is none of a connection.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from celery.worker.consumer import Consumer
from kombu.transport.redis import Channel, QoS

FIRST_WAIT, LONGEST_WAIT = 0.1, 0.5  # seconds between two tries to reach the Redis; Celery's own wait grows to half a minute


class Held(QoS):
    """The tasks that a worker keeps; over a connection that is gone none of them is given back, and the sweep does their work."""

    def restore_unacked(self, client: Any = None) -> None:
        """Give them back where that can be."""
        transport = self.channel.connection
        if transport is None or transport.client is None:
            self._delivered.clear()
        else:
            super().restore_unacked(client)  # type: ignore[no-untyped-call]


class Patient(Consumer):  # type: ignore[misc]
    """What a worker listens with: it is back half a second after its Redis."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        Channel.QoS = Held
        super().__init__(*arguments, **named)

    def ensure_connected(self, conn: Any) -> Any:
        """Try again and again, at a pace at which no deadline has to wait."""
        conn.ensure_connection = partial(
            conn.ensure_connection, interval_start=FIRST_WAIT, interval_step=FIRST_WAIT, interval_max=LONGEST_WAIT
        )
        return super().ensure_connected(conn)
