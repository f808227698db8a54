"""The protocol's page documents everything on the wire: it names everything that the code can write or read."""

import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = ROOT / "Sources"
PAGE = (SOURCES / "OrielWire/OrielWire.docc/Protocol.md").read_text(encoding="utf-8")
# The words between backticks: `{id, title?}` names both.
NAMED = set(re.findall(r"[A-Za-z][A-Za-z0-9-]*", " ".join(re.findall(r"```.*?```|`[^`]*`", PAGE, re.DOTALL))))
CODES = set(re.findall(r"\b\d{4}\b", PAGE))


def code(*paths):
    files = [file for path in paths for file in sorted((SOURCES / path).rglob("*.swift") if (SOURCES / path).is_dir() else [SOURCES / path])]
    assert files
    return re.sub(r"(?m)^\s*//.*\n", "", "".join(file.read_text(encoding="utf-8") for file in files))


def found(pattern, text):
    names = {name for name in re.findall(pattern, text)}
    assert names, f"nothing is found by {pattern}"
    return names


def between(text, start, end):
    assert start in text
    return text.split(start, 1)[1].split(end, 1)[0]


WIRE = code("OrielWire")
MESSAGES = code("OrielMessages")
VIEWS = code("Oriel/Author/Views", "Oriel/Engine/Rendering", "Oriel/Author/Destinations", "Oriel/Engine/Destinations", "Oriel/Author/Presentation/WebNavigationModel.swift")
GRAPH = code("Oriel/Engine/Graph/NavigationGraph+Rendering.swift", "Oriel/Author/Containers/StackDisplay.swift")
FIXTURES = ROOT / "Tests/Fixtures"


def members(value):
    """All names in a JSON value."""
    match value:
        case dict():
            return set(value) | {name for inner in value.values() for name in members(inner)}
        case list():
            return {name for inner in value for name in members(inner)}
    return set()


ON_THE_WIRE = {
    "verbs of clients": found(r"\w+", between(WIRE, "enum Verb: String, CaseIterable {\n    case ", "\n")),
    "verbs of the server": found(r'(?:message|writer\.message)\("(\w+)"\)', WIRE),
    "members of messages": found(r'(?:required|optional|member|key)\("(\w+)"', WIRE),
    "answers to triggers": found(r"\w+", between(MESSAGES, "enum TriggerStatus: String, Sendable, CaseIterable {\n  case ", "\n")) | {"blocked"},
    "refusals": found(r"  case (\w+)\n", between(MESSAGES, "enum EventRefusalCode: String, Sendable, CaseIterable {", "\n}")),
    "element types": found(r'(?:open|renderStack)\(\s*"(\w+)"', VIEWS),
    "members of elements": found(r'(?:\.|\b)(?:set|append)\(\s*"(\w+)"', VIEWS),
    "events of elements": found(r'\bon\(\s*"(\w+)"', VIEWS),
    "events of models": found(r'case "(\w+)": ', between(code("Oriel/Engine/Graph/NavigationGraph+Events.swift"), "func modelHandler", "default:")),
    "style tokens": found(r"\w+", re.sub(r"\bcase\b", "", between(VIEWS, "enum StyleToken: String, CaseIterable, Sendable {", "fileprivate"))),
    "kinds of models": found(r'"kind": "(\w+)"', GRAPH) | found(r'"kind", "(\w+)"', GRAPH),
    "members of models": found(r'(?:base|members)(?:\["|\.append\(")(\w+)"', GRAPH) | {"component", "properties", "children", "tabs", "selected"},
    "members of layers": found(r'members\["(\w+)"\]', between(code("Oriel/Author/Presentation/Presentation.swift"), "func rendered", "func saved")),
    "members of questions": found(r'(?:\["|append\("|")(\w+)"(?:\]|:|,)', between(code("Oriel/Engine/Presentation/Question.swift"), 'var members: JSONObject = ["id"', "append(\"actions\"")),
    "transitions": {part for entry in json.loads((FIXTURES / "transitions.json").read_text()) for part in
                    members(entry) | {entry["name"].split(":")[0]}} | found(r'Transition\("(\w+)"', code("Oriel/Author/Motion")),
    "animations": found(r'members\["(\w+)"\]', code("Oriel/Author/Motion/Animation.swift", "Oriel/Author/Motion/Transaction.swift")),
    "triggers": found(r'TriggerKind\(name: "(\w+)"', code("OrielAdmin/TriggerKind.swift")) | {"openWindow", "placement"},
    "payloads": found(r'\.(?:text|url|count)\("(\w+)"', code("OrielAdmin/TriggerKind.swift")),
}


@pytest.mark.parametrize("what", ON_THE_WIRE)
def test_the_page_names_each(what):
    assert sorted(ON_THE_WIRE[what] - NAMED) == []


def test_the_page_has_each_close_code():
    reasons = found(r": \((\d{4}), ", code("OrielWire/CloseReason+Code.swift"))
    transport = found(r"(?:fail|close)\((\d{4}),", code("OrielTransport"))
    assert sorted((reasons | transport) - CODES) == []


def test_the_page_says_how_much_a_window_remembers_and_holds():
    limits = code("OrielHub/Limits.swift") + code("OrielGateway/Gateway.swift")
    for name, value, words in (
        ("instancesPerWindow", "8", "last **8** instances"), ("instanceAge", "24 * 3_600_000", "for **a day**"),
        ("heldMessages", "16", "up to 16 messages"), ("unanswered", "64", "At most 64 may be unanswered"),
        ("eventsPerSecond", "50", "50 messages a second"), ("attachDeadline", "10_000", "within 10 s of the handshake"),
    ):
        assert re.search(rf"var {name}(: \w+)? = {re.escape(value)}\n", limits), name
        assert words in PAGE, name
