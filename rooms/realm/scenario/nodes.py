"""What YAML nodes are: their keys, their tags, and what an author sees in them."""

from __future__ import annotations

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from rooms.realm.scenario.mends import QUOTED, quoted


def key_of(node: Node) -> str:
    """A key as text; one that is no word is not repeated."""
    return str(node.value) if isinstance(node, ScalarNode) else "?"


def is_cut_number(key_node: Node, value_node: Node) -> bool:
    """Whether an entry is what a comma cut off a number, as in {minutes: 0,5}."""
    return tag_of(key_node) == "int" and tag_of(value_node) == "null" and value_node.start_mark.index == value_node.end_mark.index


def empty_at(key_node: Node, value_node: Node) -> Node:
    """A value that is not written, in the line of its key; the YAML reader looks for it further down."""
    return ScalarNode(value_node.ctag, "", key_node.end_mark, key_node.end_mark) if tag_of(value_node) == "null" else value_node


def tag_of(node: Node) -> str:
    """What YAML takes a node for: "str", "int", "null" and so on."""
    return str(node.tag).rsplit(":", 1)[-1]


def text_in(node: Node, key: str) -> str | None:
    """The value of a key of a mapping node; the key `id` names an entry of a list."""
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if key_node.value == key and isinstance(value_node, ScalarNode):
                return str(value_node.value)[:QUOTED]
    return None


def described(node: Node) -> str:
    """A node as a message names it."""
    if isinstance(node, MappingNode):
        return "keys and values"
    if isinstance(node, SequenceNode):
        return "a list"
    return "nothing" if tag_of(node) == "null" else quoted(str(node.value))
