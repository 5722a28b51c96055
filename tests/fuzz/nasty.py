"""Bad input of careless, broken or hostile clients: single values, whole bodies, frames for sockets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import quote_from_bytes

from hypothesis import strategies as st

BIG = "9" * 400
LONG = "x" * 10_000
SURROGATE = "\ud800"

VALUES = (
    *("", " ", "\0", "a\0b", SURROGATE, f"a{SURROGATE}b", "\r\nX-Evil: 1", "\u202e", "\u2028", "🏰" * 200, LONG),
    *(
        "0",
        "-1",
        "1",
        "1.5",
        "1e309",
        "NaN",
        "Infinity",
        "²",
        "٣",
        "0x10",
        "1_000",
        "+1",
        " 1 ",
        "2147483648",
        "9223372036854775808",
        BIG,
    ),
    *("true", "null", "None", "on", "[]", "{}", '{"a":', "undefined", "__proto__", "constructor"),
    *(
        "../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "%00",
        "/",
        "//elsewhere.example/",
        "https://elsewhere.example/",
        "javascript:alert(1)",
    ),
    *("' OR 1=1 --", "<script>alert(1)</script>", "{{ 7*7 }}", "{% debug %}", "%s%s%n", "${7*7}", "\\", '"', "`id`"),
    *(
        "00000000-0000-0000-0000-000000000000",
        "not-a-uuid",
        "6f1d5c1e4f0b4a539a0e0d5f3f3f7a10",
        "{6f1d5c1e-4f0b-4a53-9a0e-0d5f3f3f7a10}",
    ),
    *("2026-13-45", "25:99", "0000-01-01", "9999-12-31T23:59:59Z", "-0001-01-01"),
    *("cat-1", "cat", "wolf-1", "war", "amn", "month", "planning", "move", "WRONGONE"),
)

values = st.one_of(st.sampled_from(VALUES), st.text(st.characters(exclude_categories=()), max_size=40), st.integers().map(str))


def raw(text: str) -> bytes:
    """Text as bytes, lone surrogates included."""
    return text.encode("utf-8", "surrogatepass")


def quoted(text: str) -> str:
    """Text percent-encoded for an address."""
    return quote_from_bytes(raw(text), safe="")


def urlencoded(fields: Mapping[str, list[str]]) -> bytes:
    """Fields as a URL-encoded form body."""
    return "&".join(f"{quoted(name)}={quoted(value)}" for name, given in fields.items() for value in given).encode()


def multipart(fields: Mapping[str, list[str]]) -> bytes:
    """Fields as a multipart form body; the last one is sent as a file."""
    parts = [(name, value) for name, given in fields.items() for value in given]
    body = b""
    for number, (name, value) in enumerate(parts):
        file = b'; filename="a\\"b.csv"' if number == len(parts) - 1 else b""
        shown = raw(name).replace(b'"', b"%22").replace(b"\r", b"").replace(b"\n", b"")
        body += b'--edge\r\nContent-Disposition: form-data; name="' + shown + b'"' + file + b"\r\n\r\n" + raw(value) + b"\r\n"
    return body + b"--edge--\r\n"


BODIES = (
    (b"", "application/x-www-form-urlencoded"),
    (b"\xff\xfe\x00=%zz&&==&;", "application/x-www-form-urlencoded"),
    (b"a=" + b"%00" * 1000, "application/x-www-form-urlencoded"),
    (b"&".join(b"f%d=1" % number for number in range(1500)), "application/x-www-form-urlencoded"),
    (b"a=1", "application/x-www-form-urlencoded; charset=nonsense"),
    (b"a=\xff", "application/x-www-form-urlencoded; charset=utf-16"),
    (b"--edge\r\nContent-Disposition: form-data; name=", "multipart/form-data; boundary=edge"),
    (b"nothing", "multipart/form-data"),
    (b"nothing", "multipart/form-data; boundary=" + "x" * 300),
    (
        b'--edge\r\nContent-Disposition: form-data; name="a"; filename="../../x"\r\n\r\n\0\0\r\n--edge--',
        "multipart/form-data; boundary=edge",
    ),
    (
        b'--e\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--e--',
        "multipart/form-data; boundary=e",
    ),
    (b"[" * 5000 + b"]" * 5000, "application/json"),
    (b'{"a": NaN}', "application/json"),
    (b"\x1f\x8b\x08nonsense", "application/octet-stream"),
    (b"x" * 200_000, "text/plain"),
    (b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "application/xml"),
)

HEADERS = (
    {},
    {"HX-Request": "true"},
    {
        "HX-Request": "true",
        "HX-Current-URL": "https://elsewhere.example/\u00ff",
        "HX-Target": "\u00ff" * 50,
        "HX-Trigger": "<script>",
    },
    {"HX-Request": "true", "HX-Current-URL": "//[::1", "HX-Prompt": LONG},
    {"HX-Request": "true", "HX-Current-URL-URI-AutoEncoded": "true", "HX-Current-URL": "%ff%00"},
    {"Accept": "\u00ff", "Accept-Language": "x-" + "a" * 900, "Accept-Encoding": "gzip;q=nonsense"},
    {"Accept-Language": "de,en;q=0.5,*;q=0"},
    {"If-Modified-Since": "yesterday", "If-None-Match": "*", "Range": "bytes=-999999999999-"},
    {"X-Forwarded-For": "1.2.3.4, " * 200, "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "elsewhere.example"},
    {"Referer": "\u00ff//", "Origin": "null"},
    {"X-Requested-With": "XMLHttpRequest", "Content-Encoding": "gzip"},
    {"Host": "console.hall:99999"},
    {"Host": "a" * 300},
    {"Cookie": "seat=:::; sessionid=\u00ff; theme=<script>; csrftoken=\0; messages=[[; last=.....; guest=x.y.z"},
    {"Cookie": "seat=" + "a" * 4000},
    {"Cookie": ";;;=;=;a"},
)

DEEP = b"[" * 3000 + b"]" * 3000
KEY = b'"6f1d5c1e-4f0b-4a53-9a0e-0d5f3f3f7a10"'
FRAMES: tuple[str | bytes, ...] = (
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    '{"t":1}',
    '{"t":"sheet"}',
    '{"t":"off","ms":' + BIG + "}",
    '{"t":"ping","c":1e999}',
    '{"t":"ping","c":"now"}',
    '{"t":"ping","c":NaN}',
    '{"t":"here","page":"\\u0000","step":"x"}',
    '{"t":"here","page":"' + LONG + '"}',
    '{"t":"ping","t":"off","c":1,"ms":1}',
    DEEP,
    DEEP.decode(),
    b"\xff\xfe\x00",
    b"\x00" * 2000,
    '{"t":"sheet","kind":"war","month":' + BIG + ',"key":' + KEY.decode() + ',"body":{}}',
    '{"t":"sheet","kind":"war","month":-1,"key":' + KEY.decode() + ',"body":{}}',
    '{"t":"sheet","kind":"war","month":1,"key":"not-a-uuid","body":{}}',
    '{"t":"sheet","kind":"\\u0000","month":1,"key":' + KEY.decode() + ',"body":{}}',
    '{"t":"sheet","kind":"' + "k" * 9000 + '","month":1,"key":' + KEY.decode() + ',"body":{}}',
    '{"t":"sheet","kind":"war","month":1,"key":' + KEY.decode() + ',"body":"\\ud800"}',
    '{"t":"sheet","kind":"war","month":1,"key":' + KEY.decode() + ',"seat":"\\u0000","body":{}}',
    b'{"t":"sheet","kind":"war","month":1,"key":' + KEY + b',"body":' + DEEP + b"}",
    b'{"t":"sheet","kind":"war","month":1,"key":' + KEY + b',"body":{"orders":' + DEEP + b"}}",
    b'{"t":"sheet","kind":"war","month":1,"key":' + KEY + b',"body":{"orders":[' + b"{}," * 3000 + b"{}]}}",
    b'{"t":"sheet","kind":"war","month":1,"key":' + KEY + b',"body":{"orders":[{"kind":"move","units":' + BIG.encode() + b"}]}}",
    b'{"t":"sheet","kind":"proposal","month":1,"key":' + KEY + b',"body":{"type":"fines","values":[[[]]],"note":"\\u0000"}}',
    b'{"t":"sheet","kind":"scheme","month":1,"key":'
    + KEY
    + b',"body":{"type":"ambush","values":[["a"]],"note":"'
    + b"n" * 9000
    + b'"}}',
    '{"t":"news","number":1,"seen":["\\u0000","strip:","%s"]}',
    '{"t":"news","number":' + BIG + ',"seen":[]}',
    '{"t":"news","number":1,"seen":[' + '"a",' * 3000 + '"a"]}',
    "x" * 17_000,
    "x" * 60_000,
)

documents = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([each for each in VALUES if SURROGATE not in each]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
words = st.fixed_dictionaries(
    {"t": st.sampled_from(["off", "ping", "here", "sheet", "draft", "news", "nothing"])},
    optional={
        "ms": documents,
        "c": documents,
        "page": documents,
        "step": documents,
        "claims": documents,
        "kind": st.sampled_from(["war", "proposal", "scheme", "nothing"]) | documents,
        "month": st.sampled_from([0, 1, 2, 10**30]) | documents,
        "key": st.uuids().map(str) | documents,
        "body": documents
        | st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("orders", "extra", "allies", "betray", "type", "values", "note"), documents)
        ),
        "fields": documents
        | st.lists(
            st.tuples(st.sampled_from(["order1_kind", "order1_units", "allies", "type", "field0", "field99", "note"]), st.text()),
            max_size=12,
        ),
        "seat": documents,
        "number": st.integers(0, 9) | documents,
        "seen": st.lists(st.text(), max_size=12) | documents,
    },
)


def frame(word: object) -> bytes:
    """A value as JSON; lone surrogates stay escaped."""
    return json.dumps(word).encode()
