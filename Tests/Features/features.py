"""Which test proves which feature: every row of features.txt beside the tests that name it.

    python3 Tests/Features/features.py

A test names a row in its own name: ``func `pop clamps to the depth (F26, U5)`()`` in Swift, ``test("… (F142)"`` in
JavaScript, ``def test_back_f36_f141`` in Python. The rules U1 to U30 may be named too; only rows are counted.
"""

import pathlib
import re

TESTS = pathlib.Path(__file__).parents[1]
NAMES = {
    ".swift": re.compile(r"func `([^`]+)`"),
    ".js": re.compile(r"\b(?:test|it)\(\s*[\"'`]([^\"'`]+)"),
    ".py": re.compile(r"def (test_\w+)"),
}
ROW = re.compile(r"(?<![A-Za-z0-9])[Ff](\d{1,3})(?![A-Za-z0-9])")


def features():
    """The rows in order: {"F26": "pop k (clamp / exact)"}."""
    lines = (TESTS / "Features/features.txt").read_text().splitlines()
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


def is_due(title):
    """Whether a test has to name the row: it applies to the web, and is not marked as "not yet"."""
    return ": n/a, " not in title and ": not yet, " not in title


def rows_named_by(name):
    return [f"F{number}" for number in ROW.findall(name.replace("_", " "))]


def named_rows():
    return named(rows_named_by)


def named(rows_named_by):
    """Each test that names a row: (file, name, rows)."""
    for path in sorted(TESTS.rglob("*")):
        pattern = NAMES.get(path.suffix)
        if not pattern or "Features" in path.parts:
            continue
        for name in pattern.findall(path.read_text()):
            if rows := rows_named_by(name):
                yield path.relative_to(TESTS), name, rows


def main():
    proofs = {}
    for path, name, rows in named_rows():
        for row in rows:
            proofs.setdefault(row, []).append(f"{path}: {name}")
    for row, title in features().items():
        print(f"{row} {title}")
        for proof in proofs.get(row, ["NO TEST"] if is_due(title) else []):
            print(f"     {proof}")


if __name__ == "__main__":
    main()
