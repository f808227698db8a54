"""Which test performs which clause of the Gallery's rows: clauses.txt beside the tests that name its lines.

    python3 Tests/Features/clauses.py            prints the clauses without a test
    python3 Tests/Features/clauses.py --all      prints every clause and its tests

A test names clauses in front of its own name: `@clause("DA6", 1, 2)` in Python, or `@Test(.clause("DA6", 1, 2))` in Swift,
says that it performs DA6.1 and DA6.2. What only presses and reads needs no browser.
"""

import ast
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
BROWSER, GALLERY = HERE.parent / "Browser", HERE.parent / "GalleryTests"
SWIFT_TEST = re.compile(r"@Test(?:(?!@Test).)*?func `([^`]+)`", re.DOTALL)
SWIFT_CLAUSE = re.compile(r'\.clause\("(\w+)", ([\d, ]+)\)')


def clauses():
    """The clauses in order: {"DA6.1": "Alert with …"}."""
    lines = (HERE / "clauses.txt").read_text().splitlines()
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


def named_by(test):
    """The clauses that a parsed function names."""
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and getattr(mark.func, "id", None) == "clause":
            row, *numbers = (argument.value for argument in mark.args)
            yield from (f"{row}.{number}" for number in numbers)


def swift_tests(text):
    """Each test of a file that names clauses: (name, clauses)."""
    for test in SWIFT_TEST.finditer(text):
        named = [f"{row}.{number}" for row, numbers in SWIFT_CLAUSE.findall(test[0]) for number in numbers.split(", ")]
        if named:
            yield test[1], named


def performed():
    """Each clause that a test names: {"DA6.1": ["test_gallery_da_layers.py: test_…"]}."""
    found = {}
    for path in sorted(BROWSER.glob("test_*.py")):
        for test in ast.parse(path.read_text()).body:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                for clause in named_by(test):
                    found.setdefault(clause, []).append(f"{path.name}: {test.name}")
    for path in sorted(GALLERY.rglob("*Tests.swift")):
        for name, named in swift_tests(path.read_text(encoding="utf-8")):
            for clause in named:
                found.setdefault(clause, []).append(f"{path.name}: {name}")
    return found


def main(shows_all):
    proofs = performed()
    for clause, words in clauses().items():
        if shows_all or clause not in proofs:
            print(f"{clause} {words}")
            for proof in proofs.get(clause, []):
                print(f"     {proof}")


if __name__ == "__main__":
    main("--all" in sys.argv)
