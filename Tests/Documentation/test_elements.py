"""The examples of Tests/Fixtures/elements.json and the protocol's page have the same elements: each type with all its members."""

import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PAGE = (ROOT / "Sources/OrielWire/OrielWire.docc/Protocol.md").read_text(encoding="utf-8")
EXAMPLES = json.loads((ROOT / "Tests/Fixtures/elements.json").read_text(encoding="utf-8"))
SECTION = PAGE.split("\n## Elements\n")[1].split("\n### Events about models\n")[0]
# An element's members whose values are elements.
CHILDREN = ("children", "contextMenu")


def table(head):
    """The rows of the section's table with this head, each a list of cells."""
    rows = SECTION.split(f"{head}\n")[1].split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]


def named(cell):
    """The names between backticks: `align?` and `options: [{id, text}]` name a member each."""
    return [re.match(r"\w+", code)[0] for code in re.findall(r"`([^`]*)`", cell)]


def members(cell):
    """The members that a row lists: what is in brackets, or behind a colon or a full stop, says what they mean."""
    without_brackets = re.sub(r"\((?:`[^`]*`|[^()`])*\)", "", cell)
    return set(named(re.match(r"(?:`[^`]*`|[^`:.])*", without_brackets)[0]))


TYPES = {name: members(cells[1]) for cells in table("| `type` | members | events (`value`) |") for name in named(cells[0])}
EVERY = set(named("".join(cells[0] for cells in table("| member | meaning |"))))
TOKENS = set(named(next(cells[1] for cells in table("| member | meaning |") if cells[0] == "`style`")))


def elements(element):
    """An element, and those in it."""
    yield element
    for name in CHILDREN:
        for child in element.get(name, []):
            yield from elements(child)


ALL = [(name, element) for name, example in EXAMPLES.items() for element in elements(example)]


def names_inside(value):
    """The names of the members of objects in a value that is no element."""
    match value:
        case dict():
            return set(value) | {name for inner in value.values() for name in names_inside(inner)}
        case list():
            return {name for inner in value for name in names_inside(inner)}
    return set()


def test_the_page_is_read():
    assert TYPES["spacer"] == TYPES["divider"] == set()
    assert TYPES["scroll"] == {"axis", "scrolled", "anchor", "children"}
    assert TYPES["comboBox"] >= {"text", "value", "chosen", "more"}
    assert TYPES["commands"] == {"children"}
    assert TYPES["chart"] >= {"series", "as", "values"} and not TYPES["chart"] & {"time", "Charts"}
    assert EVERY >= {"label", "style", "contextMenu"}
    assert TOKENS >= {"title", "placeholder"}


@pytest.mark.parametrize("type", TYPES)
def test_examples_of_a_type_have_all_its_members(type):
    examples = [element for _, element in ALL if element["type"] == type]
    assert examples, f"elements.json has no example of “{type}”"
    assert TYPES[type] - {name for example in examples for name in example} == set()


def test_examples_have_the_members_of_every_element():
    assert EVERY - {name for _, element in ALL for name in element} == set()


def test_examples_have_all_styles():
    assert TOKENS == {token for _, element in ALL for token in element.get("style", "").split()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_only_what_the_page_names(name):
    inside = set(re.findall(r"[A-Za-z]\w*", " ".join(re.findall(r"`[^`]*`", SECTION))))
    for element in elements(EXAMPLES[name]):
        assert element["type"] in TYPES
        # `prefix` and `suffix`, for one, belong to a text field alone.
        assert set(element) - {"type", "id"} - EVERY - TYPES[element["type"]] == set()
        # The properties of a component are the app's.
        for member in set(element) - {*CHILDREN, "properties"}:
            assert names_inside(element[member]) - inside == set()
