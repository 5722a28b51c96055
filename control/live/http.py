"""Sealed sheets over plain HTTP, at /live/<event>/sheet/: for phones without an open socket. Needs no thread per request."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import msgspec
from django.http import parse_cookie

from control import system_time
from control.engine.language import say
from control.engine.refusal import Refused
from control.live import hub
from control.live.admission import Knock
from control.live.asgi import headers_of, is_same_origin
from control.live.attendant import attendant_of
from control.live.budgets import Budget, Budgets
from control.live.messages import LARGEST_SHEET, UNREADABLE, SheetSent, arrival_of, decode_message, receipt_values
from control.sheets import sheets
from control.sheets.receipts import UNSAVED

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_posted = Budgets(times=1)  # by badge: the limit of one socket
ADDRESS = re.compile(r"^/live/(\d{1,18})/sheet/$")


async def sheet_app(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer one request with a receipt, or with a refusal of the same shape."""
    at = system_time.seconds()
    place, headers = ADDRESS.match(scope["path"]), headers_of(scope)
    body = await _body(receive)
    if place is None or scope["method"] != "POST":
        await _answer(send, HTTPStatus.NOT_FOUND, {"sentence": say("There is nothing here.")})
    elif not is_same_origin(headers) or not headers.get("content-type", "").startswith("application/json"):
        await _answer(send, HTTPStatus.FORBIDDEN, {"sentence": say("This was not sent by a page of this console.")})
    elif body is None:
        await _answer(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"sentence": say("This sheet is far too long; shorten it.")})
    else:
        event, cookies = int(place[1]), parse_cookie(headers.get("cookie", ""))
        admission = await attendant_of(hub.own_hub()).clerk.admission(Knock(place=event, cookies=cookies))
        if admission is None or admission.seat is None:
            await _answer(send, HTTPStatus.NOT_FOUND, {"sentence": say("This phone has not joined.")})
            return
        if not _may_post(admission.proof, len(body)):
            await _answer(send, HTTPStatus.TOO_MANY_REQUESTS, {"sentence": say(UNSAVED)})
            return
        try:
            word = decode_message(body)
            if not isinstance(word, SheetSent):
                raise Refused(say(UNREADABLE), code="malformed")
            receipt = await sheets.submitted(arrival_of(word, event=event, seat=admission.seat, at=at))
        except Refused as no:
            refused = {"status": "refused", "sentence": no.sentence, "rule": no.rule, "code": no.code}
            await _answer(send, HTTPStatus.UNPROCESSABLE_ENTITY, refused)
            return
        status = HTTPStatus.OK if receipt.revision else HTTPStatus.UNPROCESSABLE_ENTITY
        await _answer(send, status, {"key": word.key, "kind": word.kind, **receipt_values(receipt)})


def _may_post(proof: str, size: int) -> bool:
    """Count a sheet for its badge. Return False after too many at once; the phone then retries by itself."""
    now = time.monotonic()
    _posted.spend(proof, Budget(), 1, size, now)
    return not _posted.is_spent(proof, now)


async def _body(receive: Receive) -> bytes | None:
    """The request's body; None if it is too long for a sheet."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False) and len(body) <= LARGEST_SHEET
    return body if len(body) <= LARGEST_SHEET else None


async def _answer(send: Send, status: HTTPStatus, document: object) -> None:
    body = msgspec.json.encode(document)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
