"""A reader is sent only to what is in the repository: no page and no comment cites a number of a list kept elsewhere."""

import re

import pytest
from documentation import ROOT

# A rule or a feature (U13, F28), a row of a study ("seed row A4"), a document that is not shipped.
CITATION = re.compile(
    r"(?<![\w+%\\#&{\"'/-])[UF]\d{1,3}(?![\w-])|\bseed rows?\b|\b[Rr]ow [A-E]\d{1,2}\b"
    r"|\b(?:DESIGN|SEEDS|SHARING|SCALE|STYLE)(?:\.md\b| §)")
CODE = {".swift": "//", ".js": "//", ".c": "//", ".h": "//"}
FOLDERS = ["Sources", "web-client", "deploy", ".github"]
FILES = sorted({ROOT / "README.md", ROOT / "Package.swift"} | {
    file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in {*CODE, ".md"}})


def prose(text, mark=None):
    """What people read: a page, or the comments of a source."""
    return text if mark is None else "\n".join(line.partition(mark)[2] for line in text.splitlines())


def test_no_number_of_another_list_is_cited():
    found = {str(file.relative_to(ROOT)): CITATION.findall(prose(file.read_text(encoding="utf-8"), CODE.get(file.suffix)))
             for file in FILES}
    assert {name: numbers for name, numbers in found.items() if numbers} == {}


@pytest.mark.parametrize("text, found", [
    ("Closed without a choice (U13).", ["U13"]), ("F28, U5: pops", ["F28", "U5"]), ("seed row C7", ["seed row"]),
    ("see DESIGN §5", ["DESIGN §"]), ("U+1F600, 0xF0 and UTF8", []), ("<doc:Rules#The-root-is-not-counted>", []),
])
def test_a_number_is_found(text, found):
    assert CITATION.findall(text) == found
