"""Which test proves which feature: features.txt has a row for each feature and, below it, the tests that prove it.

    python3 Tests/Features/features.py           prints the features without a test

rules.txt says the same of each rule of the article Rules.md in Sources/Oriel, and faults.txt of each fault in the article
SeveralMachines.md. A test is named with its file; its own name says what it tests, in words.
"""

import pathlib
import re

TESTS = pathlib.Path(__file__).parents[1]
NAMES = {
    ".swift": re.compile(r"func `([^`]+)`"),
    ".js": re.compile(r"\b(?:test|it)\(\s*[\"'`]([^\"'`]+)"),
    ".py": re.compile(r"def (test_\w+)"),
}


def catalogue(name="features.txt"):
    """The rows in order, each with its tests: {"popTo depth": ["PathCommandTests.swift: popping leaves …"]}."""
    rows = {}
    for line in (TESTS / "Features" / name).read_text().splitlines():
        if line.startswith("    "):
            rows[row].append(line.strip())
        elif line and not line.startswith("#"):
            row = line
            assert row not in rows, f"{row} is there twice"
            rows[row] = []
    return rows


def is_due(row):
    """Whether a test has to prove the row: it applies to the web, and is not marked as "not yet"."""
    return ": n/a, " not in row and ": not yet, " not in row


def all_tests():
    """Each test: (file, name)."""
    for path in sorted(TESTS.rglob("*")):
        pattern = NAMES.get(path.suffix)
        if pattern and "Features" not in path.parts:
            for name in pattern.findall(path.read_text()):
                yield path.relative_to(TESTS), name


def known():
    """The tests as the catalogue names them."""
    return {f"{path.name}: {name}" for path, name in all_tests()}


def named(rows_named_by):
    """Each test that names a row of another catalogue: (file, name, rows)."""
    for path, name in all_tests():
        if rows := rows_named_by(name):
            yield path, name, rows


def main():
    print(*(row for row, proofs in catalogue().items() if is_due(row) and not proofs), sep="\n")


if __name__ == "__main__":
    main()
