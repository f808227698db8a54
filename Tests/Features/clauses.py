"""Which browser test performs which clause of the Gallery's rows: clauses.txt beside the tests that name its lines.

    python3 Tests/Features/clauses.py            prints the clauses without a test
    python3 Tests/Features/clauses.py --all      prints every clause and its tests

A test names clauses in front of its own name: `@clause("DA6", 1, 2)` says that it performs DA6.1 and DA6.2.
"""

import ast
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
BROWSER = HERE.parent / "Browser"


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


def performed():
    """Each clause that a test names: {"DA6.1": ["test_gallery_da_layers.py: test_…"]}."""
    found = {}
    for path in sorted(BROWSER.glob("test_*.py")):
        for test in ast.parse(path.read_text()).body:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                for clause in named_by(test):
                    found.setdefault(clause, []).append(f"{path.name}: {test.name}")
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
