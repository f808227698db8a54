"""The promises of the threat model are proved by tests that exist."""

import re

import pytest
from documentation import ROOT, catalogue

ARTICLE = catalogue("OrielServer") / "ThreatModel.md"
# The declarations of tests in each language. A name in Swift may be a sentence.
DECLARATIONS = {
    "*.py": r"^\s*(?:async )?def (test_\w+)\(", "*.swift": r"\bfunc (?:`([^`]+)`|(\w+))\(",
    "*.js": r"""^\s*(?:test|it)\(\s*["'`](.+?)["'`]\s*,""",
}


def declared_tests():
    return {
        name for pattern, declaration in DECLARATIONS.items() for file in (ROOT / "Tests").rglob(pattern)
        for names in re.findall(declaration, file.read_text(encoding="utf-8"), re.MULTILINE)
        for name in ([names] if isinstance(names, str) else names) if name}


def tables(text):
    """The tables whose last column names tests, each as the rows below its head."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        if rows[0][-1] == "test":
            yield rows[2:]


def named_in(cell):
    return re.findall(r"`([^`]+)`", cell)


def test_every_row_names_a_test():
    found = list(tables(ARTICLE.read_text(encoding="utf-8")))
    assert [row[0] for rows in found for row in rows if not named_in(row[-1])] == []
    assert sum(len(rows) for rows in found) > 30


def test_every_named_test_exists():
    known = declared_tests()
    rows = [row for rows in tables(ARTICLE.read_text(encoding="utf-8")) for row in rows]
    assert [name for row in rows for name in named_in(row[-1]) if name not in known] == []


@pytest.mark.parametrize("name", [
    "test_nothing_fails", "another version is 426", "a member may be called __proto__", "golden frames are written to the byte"])
def test_a_test_is_found_in_each_language(name):
    assert name in declared_tests()
    assert f"{name} not" not in declared_tests()
