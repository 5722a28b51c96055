"""Reading a scenario: a mapping of file names to texts becomes a Scenario, or the list of everything wrong with it.

A scenario is a folder of YAML files whose top-level keys are put together; each top-level key stands in one file. The keys are the
fields of `Scenario`, and `shapes`, the outlines that the drawing tool writes. A key `like` names another scenario; its files come
with names that begin with "../", and give the keys that the scenario itself does not have. A key `format` says which form of a
scenario the folder is written in; older ones are brought forward (`rooms.realm.scenario.sections`). Nothing here opens a file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from inspect import signature

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields
from ruamel.yaml.nodes import Node

from control.engine.records import replace
from control.engine.upcasting import reader
from rooms.realm.scenario.binder import BROKEN, Binder, Mention, Spot, TooManyProblemsError, hints_of, is_required
from rooms.realm.scenario.checks import CHECKS, Complaint
from rooms.realm.scenario.land import Shapes, drawn
from rooms.realm.scenario.parser import MOST_FILES, MOST_LETTERS_IN_ALL
from rooms.realm.scenario.problems import Problem, is_slip, nearest, quoted
from rooms.realm.scenario.schema import Scenario
from rooms.realm.scenario.sections import TRANSLATES, is_borrowed, kinds, sections_of, translated_in
from rooms.realm.scenario.translation import Translation

MOST_NAMED = 12  # ids that a mend lists
MOST_STRANGERS = 6  # ids of another scenario that a message lists

CALLED = {"TeamId": "house"}  # what an author calls it, where that is not the word of its type


class Findings(Struct, frozen=True, kw_only=True):
    """What one run found: all problems, sorted by place, the author's own files first; the scenario, when all are mere warnings."""

    scenario: Scenario | None
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> list[Problem]:
        """What must be mended before the scenario can be played."""
        return [problem for problem in self.problems if not problem.warning]

    @property
    def warnings(self) -> list[Problem]:
        """What the author should know."""
        return [problem for problem in self.problems if problem.warning]


def check_scenario(files: Mapping[str, str]) -> Findings:
    """Everything that is wrong with the scenario in some YAML files, and the scenario if it can be played."""
    binder = Binder()
    bound: dict[str, object] = {}
    try:
        bound = _whole(files, binder)
        _run_checks(bound, binder)
    except TooManyProblemsError:
        last = max(binder.problems)
        mend = "Mend these first, and check again."
        what = f"more than {len(binder.problems)} things are wrong, and the rest is not named."
        binder.problems.append(Problem(file=last.file, line=last.line, field="", what=what, mend=mend))
    if TRANSLATES in binder.spots:  # advice on the original is for its author
        binder.problems = [each for each in binder.problems if not (each.warning and is_borrowed(each.file))]
    problems = tuple(sorted(set(binder.problems), key=lambda problem: (problem.warning, is_borrowed(problem.file), problem)))
    if any(not problem.warning for problem in problems):
        return Findings(scenario=None, problems=problems)
    shapes = bound.pop("shapes", None)
    scenario = Scenario(**bound)  # type: ignore[arg-type]  # each value was bound to its field's own type
    if isinstance(shapes, Shapes):
        scenario = replace(scenario, map=drawn(scenario.map, shapes))
    return Findings(scenario=scenario, problems=problems)


def load_scenario(files: Mapping[str, str]) -> Scenario | list[Problem]:
    """The scenario in some YAML files, or all that must be mended first, sorted by place."""
    found = check_scenario(files)
    return found.scenario or found.errors


def scenario_from_json(frozen: bytes) -> Scenario:
    """The scenario that was frozen into an event as JSON, by this release or an earlier one.

    Raises:
        msgspec.ValidationError: the bytes are not a scenario of this version.
    """
    scenario: Scenario = reader(Scenario).decode(frozen)
    return scenario


def _whole(files: Mapping[str, str], binder: Binder) -> dict[str, object]:
    """The value of each top-level key of a scenario, or of the one that it translates with its texts."""
    own = {name: text for name, text in files.items() if not is_borrowed(name)}
    translated = translated_in(own) if _can_be_read(files) else None
    if translated is None:
        bound, unsure = _bound(files, binder)
        _report_unknown_ids(binder, unsure)
        return bound
    return _translated(files, own, *translated, binder)


def _translated(files: Mapping[str, str], own: Mapping[str, str], base: str, spot: Spot, binder: Binder) -> dict[str, object]:
    """What a translation makes of the original, if that is sound."""
    original = {name.removeprefix(f"../{base}/"): text for name, text in files.items() if name not in own}
    itself = {name: text for name, text in original.items() if not is_borrowed(name)}
    if not itself:
        what = f"there is no folder {quoted(base)} with a scenario beside this one."
        binder.report(spot, what, "Write the bare name of the folder that is translated, such as 'god_emperor'.")
        return {}
    if translated_in(itself):
        binder.report(spot, f"{quoted(base)} is a translation itself.", "Name the scenario that it translates.")
        return {}
    there = Binder()
    found: dict[str, object] = {}
    with suppress(TooManyProblemsError):
        found, unsure = _bound(original, there)
        _report_unknown_ids(there, unsure)
        _run_checks(found, there)
    errors = sorted(problem for problem in there.problems if not problem.warning)
    if errors:
        what = f"the scenario in {quoted(base)} has errors, the first in {errors[0].file}:{errors[0].line}: {errors[0].what}"
        binder.report(spot, what, f"Check '{base}' and mend it first.")
        return {}
    places = {
        path: each if is_borrowed(each.file) else replace(each, file=f"../{base}/{each.file}") for path, each in there.spots.items()
    }
    binder.spots[TRANSLATES] = spot
    lost: set[str] = set()
    sections = sections_of(own, binder, lost)
    if "" in lost:
        return {}
    translated = Translation(binder=binder, places=places, whole=spot).of(found, sections, lost)
    binder.spots = {**places, **binder.spots}
    return translated


def _bound(files: Mapping[str, str], binder: Binder) -> tuple[dict[str, object], set[str]]:
    """The value of each top-level key, and the kinds of ids of which some may not have been read; the rest is reported.

    Of a key of which only a part could be read, that part is looked at for what is wrong with it, and then is as good as none.
    """
    own = [name for name in files if not is_borrowed(name)]
    if not own or not _can_be_read(files):
        _report_files(len(own), files, binder)
        return {}, set()
    lost: set[str] = set()
    sections = sections_of(files, binder, lost)
    bound: dict[str, object] = {}
    unsure: set[str] = set()
    for name, (node, spot) in sections.items():
        before = len(binder.defined)
        binder.partly = name in lost and not is_borrowed(spot.file)
        bound[name] = binder.bind(kinds()[name], node, spot)
        if binder.partly:
            bound[name] = BROKEN
            unsure |= {definition.kind for definition in binder.defined[before:]}
    binder.partly = False
    _report_borrowed_name(sections, binder)
    if "" not in lost:
        _report_missing({*bound, *lost}, files, binder)
    return bound, unsure


def _can_be_read(files: Mapping[str, str]) -> bool:
    """Whether all files together are no more than the reader takes on."""
    return len(files) <= MOST_FILES and sum(map(len, files.values())) <= MOST_LETTERS_IN_ALL


def _report_borrowed_name(sections: Mapping[str, tuple[Node, Spot]], binder: Binder) -> None:
    """Advice: a scenario has an id and a title of its own, by which people tell it from the one that it is like."""
    for key in ("id", "title"):
        if key in sections and is_borrowed(sections[key][1].file) and "like" in binder.spots:
            what = f"without it, the scenario has that of '{sections[key][1].file.split('/')[1]}'."
            binder.report(replace(binder.spots["like"], path=key), what, f"Add '{key}:' to one of your files.", warning=True)


def _report_files(own: int, files: Mapping[str, str], binder: Binder) -> None:
    spot = Spot(file=min(files, default="scenario.yaml"), line=1, path="")
    if not own:
        binder.report(
            spot, "the folder holds no file that ends with .yaml.", "Begin with scenario.yaml; docs/scenario.md tells how."
        )
    elif len(files) > MOST_FILES:
        binder.report(spot, f"{len(files)} files are too many.", f"Keep {MOST_FILES} at most in the folder.")
    else:
        what = f"the files have more than {MOST_LETTERS_IN_ALL:,} letters together."
        binder.report(spot, what, "Take out what is no part of a scenario.")


def _report_missing(written: Collection[str], files: Mapping[str, str], binder: Binder) -> None:
    spot = binder.spots.get("id") or Spot(file=min(files, key=lambda name: (is_borrowed(name), name)), line=1, path="")
    for name in hints_of(Scenario):
        if name not in written and is_required(Scenario, name):
            at = replace(spot, path=name, line=1)
            binder.report(at, f"no file has the key '{name}'.", f"Add '{name}:' to one of the files.")


def _report_unknown_ids(binder: Binder, unsure: Collection[str]) -> None:
    """Each mention of an id that nothing has; those of a section that was taken from another scenario at once."""
    known: dict[str, list[str]] = {}
    for definition in binder.defined:
        known.setdefault(definition.kind, []).append(definition.id)
    borrowed: dict[tuple[str, str], list[Mention]] = {}
    for mention in binder.mentioned:
        ids = known.get(mention.kind, [])
        if not ids or mention.id in ids or mention.kind in unsure:
            continue
        word = CALLED.get(mention.kind, mention.kind.removesuffix("Id").lower())
        if is_borrowed(mention.spot.file):
            borrowed.setdefault((_section_of(mention.spot.path), word), []).append(mention)
            continue
        mend = _mend_of_id(word, mention.id, sorted(set(ids)))
        binder.report(mention.spot, f"there is no {word} {quoted(mention.id)}.", mend)
    for (section, word), mentions in borrowed.items():
        _report_borrowed(section, word, mentions, binder)


def _report_borrowed(section: str, word: str, mentions: Sequence[Mention], binder: Binder) -> None:
    """A section of the scenario that this one is like does not fit to what this one has of its own."""
    names = list(dict.fromkeys(mention.id for mention in mentions))
    more = "" if len(names) <= MOST_STRANGERS else " and others"
    strangers = ", ".join(quoted(name) for name in names[:MOST_STRANGERS])
    source = mentions[0].spot.file.split("/")[1]
    what = f"'{section}', which comes from '{source}', names each {word} of its own, and here is no {strangers}{more}."
    spot = binder.spots.get("like", mentions[0].spot)
    binder.report(replace(spot, path=section), what, f"Write '{section}' in a file of yours, with what this scenario has.")


def _section_of(path: str) -> str:
    """The top-level key of a path."""
    return path.partition(".")[0].partition("[")[0]


def _mend_of_id(word: str, id_: str, ids: list[str]) -> str:
    meant = nearest(id_, ids)
    if meant and is_slip(id_, meant):
        return f"Write '{meant}'."
    if meant:
        return f"Write '{meant}' if that is meant, or add the {word} {quoted(id_)}."
    return f"Write one of: {', '.join(ids)}." if len(ids) <= MOST_NAMED else f"Write the id of another {word}, or add this one."


def _run_checks(bound: Mapping[str, object], binder: Binder) -> None:
    """Run each check whose sections could be read, whole or in part."""
    reported = {problem.field for problem in binder.problems if not problem.warning}
    troubled = reported | {above for field in reported for above in _paths_above(field)}
    read = {name: value for name, value in bound.items() if value is not BROKEN}
    for name, default in _defaults().items():
        if name not in bound and not {name, ""} & troubled:
            read[name] = default

    def clean(path: str) -> bool:
        return path not in troubled and reported.isdisjoint(_paths_above(path))

    for check in CHECKS:
        needs = [name for name in signature(check).parameters if name != "clean"]
        if all(name in read for name in needs):
            arguments = {name: read[name] for name in needs}
            if "clean" in signature(check).parameters:
                arguments["clean"] = clean
            for complaint in check(**arguments):
                _report_complaint(complaint, binder)


def _paths_above(path: str) -> Iterator[str]:
    """A path and all that hold it: "houses[cat].home", "houses[cat]", "houses"."""
    while path:
        yield path
        path = max(path.rpartition(".")[0], path.rpartition("[")[0], key=len)


@cache
def _defaults() -> dict[str, object]:
    """The sections that a scenario may leave out, with what they are then."""
    found = [field for field in fields(Scenario) if not field.required]
    return {each.name: each.default if each.default_factory is NODEFAULT else each.default_factory() for each in found}


def _report_complaint(complaint: Complaint, binder: Binder) -> None:
    path = next(path for path in _paths_above(complaint.path) if path in binder.spots)
    spot = binder.spots[path]
    cause = binder.spots.get(complaint.cause, spot)
    if not is_borrowed(spot.file) or is_borrowed(cause.file):
        binder.report(replace(spot, path=complaint.path), complaint.what, complaint.mend, warning=complaint.warning)
        return
    section = _section_of(complaint.path)
    mend = f"Add it here, or write '{section}' in a file of yours: '{section}' of '{spot.file.split('/')[1]}' needs it."
    binder.report(cause, complaint.what, mend, warning=complaint.warning)


def places_in(files: Mapping[str, str]) -> Mapping[str, tuple[str, int]]:
    """Where each field of a sound scenario stands, by its path: the file and the line."""
    binder = Binder()
    with suppress(TooManyProblemsError):
        _whole(files, binder)
    return {path: (spot.file, spot.line) for path, spot in binder.spots.items()}
