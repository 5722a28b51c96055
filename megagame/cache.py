"""Redis cache that tolerates an absent Redis, because no page depends on its contents.

While Redis is away, nothing is found and nothing is stored. After a failure it is not asked for a while, so that no page waits for
it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

LEFT_ALONE = 10.0  # seconds without requests after a failure


def _fall_back_to(otherwise: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: while Redis is away, call `otherwise` with the same arguments instead."""

    def without(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def asked(self: HallCache, *given: Any, **named: Any) -> Any:
            if time.monotonic() < HallCache.away_until:
                return otherwise(*given, **named)
            try:
                return method(self, *given, **named)
            except (RedisError, OSError) as failed:
                HallCache.away_until = time.monotonic() + LEFT_ALONE
                log.warning("the cache is done without for %s seconds: %s", LEFT_ALONE, type(failed).__name__)
                return otherwise(*given, **named)

        return asked

    return without


class HallCache(RedisCache):  # type: ignore[misc, unused-ignore]  # Django's own backends are not typed in every stub
    """Django's Redis cache without errors while Redis is away."""

    away_until = 0.0  # for the whole process: all its threads use the same Redis

    get = _fall_back_to(lambda key, default=None, version=None: default)(RedisCache.get)
    get_many = _fall_back_to(lambda keys, version=None: {})(RedisCache.get_many)
    add = _fall_back_to(lambda *given, **named: True)(RedisCache.add)
    set = _fall_back_to(lambda *given, **named: None)(RedisCache.set)
    set_many = _fall_back_to(lambda *given, **named: [])(RedisCache.set_many)
    incr = _fall_back_to(lambda key, delta=1, version=None: delta)(RedisCache.incr)
    delete = _fall_back_to(lambda *given, **named: False)(RedisCache.delete)
