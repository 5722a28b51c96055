"""Django's PostgreSQL with a pool of our own patience.

psycopg's pool doubles its wait after every failed attempt, which spares a server that many ask; and of many connections that died
with their server it tries one after the other, with such a wait between any two. A hall has one server and a clock to keep: after
a restart the next phase would begin seconds late. Here a dead connection takes all idle ones with it, and waits do not grow.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import Connection
from psycopg_pool import ConnectionPool
from psycopg_pool.base import AttemptWithBackoff


class Steady(AttemptWithBackoff):
    """An attempt that is made again at the same pace for as long as it lasts."""

    INITIAL_DELAY = 0.2  # seconds
    DELAY_BACKOFF = 1.0


class Pool(ConnectionPool[Any]):
    """Connections that are borrowed, each tried before it is lent."""

    def _check_connection(self, conn: Connection[Any]) -> None:
        try:
            super()._check_connection(conn)
        except Exception:
            self.drain()  # what killed one has killed them all
            raise

    def _add_connection(self, attempt: AttemptWithBackoff | None, growing: bool = False) -> None:
        super()._add_connection(attempt or Steady(timeout=self.reconnect_timeout), growing)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection of Django's to PostgreSQL."""

    @property
    def pool(self) -> Pool | None:
        """This process's pool for the database, made when it is first asked for; None where the settings want none."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not options:
            return None
        pools: dict[str, Pool] = self._connection_pools  # type: ignore[attr-defined]  # the stubs know no pools
        if self.alias not in pools:
            made = Pool(
                kwargs={**self.get_connection_params(), "autocommit": True},
                open=False,
                configure=self._configure_connection,  # type: ignore[attr-defined]
                check=Pool.check_connection,
                **options,
            )
            pools.setdefault(self.alias, made)
        return pools[self.alias]
