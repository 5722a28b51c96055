"""Upcasters: convert documents of earlier releases to today's form.

They decorate the class of the document: an event, a command, a record inside one, or a part of the state. They work wherever a
record of that class is stored. A renamed field is one line:

    @stored_before(renamed("house", "team"))
    class PlayerAdded(Struct, frozen=True, kw_only=True): ...

A document without the mark of any change is not parsed twice. A mark may also be in a document of today's form, so a change must
leave such a document alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar, get_origin

import msgspec
from msgspec import Struct, inspect

Document = dict[str, Any]
BringForward = Callable[[Any], Any]
Known = dict[type, list[BringForward]]  # record types that are converted, or in progress
K = TypeVar("K", bound=type)


class Upcast(Struct, frozen=True):
    """One conversion of a record's document. `mark`: bytes that every document in need of it contains."""

    mark: bytes
    apply: Callable[[Document], Document]


def renamed(was: str, now: str) -> Upcast:
    """Change the name of a field."""

    def apply(document: Document) -> Document:
        if was not in document or now in document:
            return document
        return {now if name == was else name: value for name, value in document.items()}

    return Upcast(f'"{was}":'.encode(), apply)


def rewritten(field: str, how: Callable[[Any], Any]) -> Upcast:
    """Change the form of a field's value. `how` must leave a value of today's form alone."""

    def apply(document: Document) -> Document:
        return {**document, field: how(document[field])} if field in document else document

    return Upcast(f'"{field}":'.encode(), apply)


_changes: dict[type, tuple[Upcast, ...]] = {}
_formerly: dict[str, list[type]] = {}


def stored_before(*changes: Upcast, under: Sequence[str] = ()) -> Callable[[K], K]:
    """Register changes for documents of this class, oldest first. `under`: former names of the class."""

    def register(kind: K) -> K:
        _changes[kind] = (*changes, *_changes.get(kind, ()))
        for name in under:
            _formerly.setdefault(name, []).append(kind)
        return kind

    return register


def names_of(kind: type) -> tuple[str, ...]:
    """Return every name under which documents of this class are stored, today's first."""
    return (kind.__name__, *(name for name, kinds in _formerly.items() if kind in kinds))


def class_named(kinds: Mapping[str, type], name: str) -> type:
    """Return the class of that name, today's or a former one.

    Raises:
        KeyError: none of these kinds has, or had, that name.
    """
    if name in kinds:
        return kinds[name]
    for kind in _formerly.get(name, ()):
        if kinds.get(kind.__name__) is kind:
            return kind
    raise KeyError(name)


class DocumentReader:
    """Reader of documents of one type, including those of earlier releases."""

    def __init__(self, kind: Any) -> None:
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(kind)
        marks: dict[bytes, None] = {}
        self._bring = _upcaster_of(inspect.type_info(kind), marks, {})
        self._marks = tuple(marks)

    def decode(self, body: bytes) -> Any:
        """Return the decoded document, upcast if needed.

        Raises:
            msgspec.ValidationError: it does not fit the type.
        """
        if self._bring is not None and any(mark in bytes(body) for mark in self._marks):
            body = msgspec.json.encode(self._bring(msgspec.json.decode(body)))
        return self._decoder.decode(body)


def encoding_of(kinds: Mapping[str, Any]) -> str:
    """Return the version of the encoding of these types, by name. It changes with every new, removed or retyped field.

    A stored state carries it. A state of another version is folded anew instead of being misread.
    """
    return _encoding_of(tuple(kinds.items()))


@cache  # every new event needs the encoding of the same few types, and it takes 15 ms
def _encoding_of(kinds: tuple[tuple[str, Any], ...]) -> str:
    shapes, records = msgspec.json.schema_components(kind for _name, kind in kinds)
    said = [sorted(dict(kinds)), *(_shape(each) for each in shapes), {name: _shape(each) for name, each in records.items()}]
    return sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()[:16]


def _shape(schema: Any) -> Any:
    """Return a type's stored shape, without descriptions for people and without empty defaults, which change no stored byte."""
    if isinstance(schema, list):
        return [_shape(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: {field: _shape(each) for field, each in value.items()} if name == "properties" else _shape(value)
        for name, value in schema.items()
        if name not in ("description", "title") and not (name == "default" and value == {})
    }


@cache
def reader(kind: Any) -> DocumentReader:
    """Return the reader of a type. Two threads that make one at once would break the process: see `codec.prepare`."""
    return DocumentReader(kind)


# --- conversion by type ------------------------------------------------------------------------------------------------


def _upcaster_of(info: inspect.Type, marks: dict[bytes, None], known: Known) -> BringForward | None:
    """Return the conversion for documents of this type; None if nothing in it ever changed."""
    match info:
        case inspect.DataclassType(cls=cls, fields=fields) | inspect.StructType(cls=cls, fields=fields):
            return _upcast_record(cls, fields, marks, known)
        case inspect.CustomType() | inspect.AnyType() | inspect.RawType():
            return None
        case inspect.UnionType(types=types):
            found = [each for kind in types if (each := _upcaster_of(kind, marks, known)) is not None]
            return _upcast_union(found) if found else None
        case inspect.TupleType(item_types=items):
            each_own = [_upcaster_of(item, marks, known) for item in items]
            return _upcast_tuple(each_own) if any(each_own) else None
        case inspect.DictType(value_type=value):
            inner = _upcaster_of(value, marks, known)
            return _upcast_dict(inner) if inner else None
        case inspect.CollectionType(item_type=item):
            inner = _upcaster_of(item, marks, known)
            return _upcast_list(inner) if inner else None
    return None


def _upcast_record(cls: type, fields: Sequence[inspect.Field], marks: dict[bytes, None], known: Known) -> BringForward | None:
    if cls in known:  # a recursive record: use its own conversion inside
        return lambda document: known[cls][0](document) if known[cls] else document
    written: type = get_origin(cls) or cls  # changes of `Pile` also hold for `Pile[CardId]`
    changes = tuple(change for base in reversed(written.__mro__) for change in _changes.get(base, ()))
    marks.update(dict.fromkeys(change.mark for change in changes))
    known[cls] = []
    inner = {each.encode_name: way for each in fields if (way := _upcaster_of(each.type, marks, known)) is not None}
    if not changes and not inner:
        del known[cls]
        return None

    def bring(document: Any) -> Any:
        if not isinstance(document, dict):
            return document
        for change in changes:
            document = change.apply(document)
        return {name: inner[name](value) if name in inner else value for name, value in document.items()}

    known[cls].append(bring)
    return bring


def _upcast_union(ways: Sequence[BringForward]) -> BringForward:
    def bring(document: Any) -> Any:
        for way in ways:
            document = way(document)
        return document

    return bring


def _upcast_tuple(ways: Sequence[BringForward | None]) -> BringForward:
    def bring(document: Any) -> Any:
        if not isinstance(document, list) or len(document) != len(ways):
            return document
        return [way(each) if way else each for way, each in zip(ways, document, strict=True)]

    return bring


def _upcast_dict(way: BringForward) -> BringForward:
    return lambda document: {key: way(each) for key, each in document.items()} if isinstance(document, dict) else document


def _upcast_list(way: BringForward) -> BringForward:
    return lambda document: [way(each) for each in document] if isinstance(document, list) else document
