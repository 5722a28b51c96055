"""Memory for nested calls, taken once for a whole page.

Python takes the memory for the frames of calls in chunks of 16 kB from the operating system. It gives a chunk back as soon as the
calls in it end. A loop at the end of a chunk therefore takes and gives back a chunk with each call, and such a call takes a hundred
times as long. A template nests more than a hundred calls, so every page has such a loop somewhere.

The chunk for a large frame is large, too, and the calls inside find room in it. Measured with Python 3.11, 3.12 and 3.13.
Python's issue 142183 mends the cause: a Python that keeps a chunk for each thread does not need this module.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType
from typing import Final, ParamSpec, TypeVar

# A chunk doubles until the frame fits. A frame slightly larger than half a chunk leaves nearly half of it free: 128 kB.
SLOTS: Final = 2**14 + 64

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def roomy(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Decorate the function with which a thread begins a page or another long piece of work.

    The memory is reserved only: the system provides a part of it when a call first needs it. The call takes up to 160
    microseconds more, so the work must be long. A generator or a coroutine would return before its work begins.
    """

    def begin(*given: Given.args, **named: Given.kwargs) -> Answer:
        return work(*given, **named)

    assert isinstance(begin, FunctionType)
    begin.__code__ = begin.__code__.replace(co_stacksize=SLOTS)
    return update_wrapper(begin, work)
