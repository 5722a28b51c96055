"""One mistake is one problem: if a single value has the wrong type, the rest is checked and nothing else is reported."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario.parser import read
from tests.rooms.realm.scenario.broken import read_in_blocks, small_files, with_changes

OWN = {"scenario.yaml", "houses.yaml", "map.yaml", "shapes.yaml"}
FILES = [*OWN, *(f"../god_emperor/{name}.yaml" for name in ("court", "favors", "texts", "underground"))]


def values_below(node: Node, path: str) -> Iterator[tuple[str, Node]]:
    """Every scalar and every value on one line, with its path. Of a list, only the first entry."""
    if isinstance(node, MappingNode):
        if node.flow_style:
            yield path, node
        for key, value in node.value:
            yield from values_below(value, f"{path}.{key.value}")
    elif isinstance(node, SequenceNode):
        if node.flow_style:
            yield path, node
        for value in node.value[:1]:
            yield from values_below(value, f"{path}[]")
    elif isinstance(node, ScalarNode) and node.start_mark.line == node.end_mark.line:
        yield path, node


def read_from(name: str) -> list[tuple[str, Node]]:
    """Values of a file that the small scenario uses. Of the original's files, only sections that it does not have itself."""
    sections = {}
    for file in OWN:
        sections |= dict.fromkeys(YAML(typ="safe", pure=True).load(small_files()[file]), file)
    root = YAML(typ="safe", pure=True).compose(small_files()[name])
    taken = [(key.value, value) for key, value in root.value if sections.get(key.value, name) == name and key.value != "like"]
    return [found for key, value in taken for found in values_below(value, key)]


def placed(node: Node) -> tuple[object, ...]:
    """All that the loader reads of a node and of the nodes below it."""
    below = [each for pair in node.value for each in pair] if isinstance(node, MappingNode) else node.value
    inside = below if isinstance(node, ScalarNode) else tuple(placed(each) for each in below)
    return type(node), str(node.tag), node.start_mark.line, node.start_mark.column, inside


def test_a_file_reads_the_same_in_one_and_by_its_keys():
    for text in small_files().values():
        assert placed(read_in_blocks(text)) == placed(read(text))


@pytest.mark.usefixtures("in_blocks")
@pytest.mark.parametrize("name", FILES)
def test_one_wrong_value_is_one_problem(name):
    text, wrong = small_files()[name], []
    for path, node in read_from(name):
        if path.endswith(".id") or (isinstance(node, MappingNode) and any(key.value == "id" for key, _ in node.value)):
            continue  # references to it would break too
        value = "{}" if isinstance(node, ScalarNode) else "7"
        broken = f"{text[: node.start_mark.index]}{value}{text[node.end_mark.index :]}"
        said = [str(problem) for problem in check_scenario({**small_files(), name: broken}).problems]
        if len(said) != 1:
            wrong.append("\n  ".join([path, *said]))

    assert wrong == []


def test_what_is_missing_from_a_house_hides_nothing_else_of_it():
    files = with_changes(
        ("houses.yaml", '    color: "#b3122b"\n', ""),
        ("houses.yaml", "    province: west\n    home: amn", "    province: east\n    home: amn"),
        ("scenario.yaml", "reserve_minutes: 2", "reserve_minutes: none"),
        ("scenario.yaml", "name: Minions, minutes: 0.35", "name: Minions, minutes: 3"),
        ("scenario.yaml", "  - {month: 4, region: god", "  - {month: 5, region: god"),
    )

    assert [problem.field for problem in check_scenario(files).problems] == [
        "houses[cat].color",
        "houses[cat].home",
        "court",
        "court[4].month",
        "timetable.reserve_minutes",
        "timetable.steps.underground",
    ]
