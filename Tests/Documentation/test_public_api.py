"""What is public is intended, and what authors use does not change without a word. The tests read the results of the last
`swift build`."""

import difflib
import re

import pytest
from documentation import API, SOURCES, catalogue, declarations, public_rooms, recorded

CHANGELOG = catalogue("Oriel") / "Changelog.md"
MEANT = """
If that is meant, run `python3 Tests/Documentation/documentation.py --record`, and name what authors have to change in
Sources/Oriel/Oriel.docc/Changelog.md, in the section of the next version. The versions say when what was public may go."""


@pytest.mark.parametrize("room", public_rooms())
def test_the_public_api_is_the_recorded_one(room):
    assert changes(recorded(room), declarations(room)) == [], MEANT


def changes(before, now):
    return [
        line for line in difflib.unified_diff(before, now, lineterm="", n=0)
        if line[0] in "+-" and line[:3] not in ("+++", "---")]


def test_only_rooms_with_something_public_are_recorded():
    assert sorted(file.stem for file in API.glob("*.txt")) == public_rooms()


def test_a_changed_declaration_is_seen():
    before = declarations("OrielTesting")
    tap = next(line for line in before if line.startswith("TestWindow.tap(_:in:): func tap(_ name: String, in model: String? = nil)"))
    changed = tap.replace("String? = nil", "String?")
    assert changes(before, [changed if line == tap else line for line in before]) == [f"-{tap}", f"+{changed}"]
    assert changes(before, [line for line in before if line != tap]) == [f"-{tap}"]


def test_the_changelog_begins_with_the_version_of_the_package():
    version = re.search(r'current = "([^"]+)"', (SOURCES / "OrielMessages/PackageVersion.swift").read_text(encoding="utf-8"))[1]
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    sections = re.findall(r"^## (\d+\.\d+\.\d+)", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    assert sections[0] == version
    assert sections == sorted(sections, key=lambda text: [int(part) for part in text.split(".")], reverse=True)
