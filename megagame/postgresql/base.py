"""PostgreSQL backend for Django, with a pool that reconnects at a constant pace.

psycopg's pool doubles its wait after every failed attempt, to spare a server with many clients. It also tries dead connections one
after the other, with such waits between. A hall has one server and must keep its clock: after a restart the next phase would begin
seconds late. In this pool a dead connection drops all idle ones, and waits do not grow.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import Connection
from psycopg_pool import ConnectionPool
from psycopg_pool.base import AttemptWithBackoff


class SteadyAttempt(AttemptWithBackoff):
    """Connection attempt that is repeated at a constant pace until its timeout."""

    INITIAL_DELAY = 0.2  # seconds
    DELAY_BACKOFF = 1.0


class CheckedPool(ConnectionPool[Any]):
    """Pool of connections, each tested before it is lent."""

    def _check_connection(self, conn: Connection[Any]) -> None:
        try:
            super()._check_connection(conn)
        except Exception:
            self.drain()  # the others are dead too
            raise

    def _add_connection(self, attempt: AttemptWithBackoff | None, growing: bool = False) -> None:
        super()._add_connection(attempt or SteadyAttempt(timeout=self.reconnect_timeout), growing)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to PostgreSQL."""

    @property
    def pool(self) -> CheckedPool | None:
        """Pool of this process for the database, created on first use. None if the settings have no pool."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not options:
            return None
        pools: dict[str, CheckedPool] = self._connection_pools  # type: ignore[attr-defined]  # the stubs know no pools
        if self.alias not in pools:
            made = CheckedPool(
                kwargs={**self.get_connection_params(), "autocommit": True},
                open=False,
                configure=self._configure_connection,  # type: ignore[attr-defined]
                check=CheckedPool.check_connection,
                **options,
            )
            pools.setdefault(self.alias, made)
        return pools[self.alias]
