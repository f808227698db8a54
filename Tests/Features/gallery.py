"""Which file of the Gallery shows what, and which test proves it: gallery.txt beside the tests that name its rows.

    python3 Tests/Features/gallery.py
"""

import pathlib
import re

from features import named

HERE = pathlib.Path(__file__).parent
SOURCES = HERE.parents[1] / "Sources/Gallery"
ROW = re.compile(r"(?<![A-Za-z0-9])([Dd][A-EXa-ex]\d{1,2})(?![A-Za-z0-9])")


def screens():
    """The rows in order: {"DC5": ("Forms/Availability.swift", "Controls of …")}."""
    lines = (HERE / "gallery.txt").read_text().splitlines()
    rows = (line.split(" ", 2) for line in lines if line and not line.startswith("#"))
    return {row: (file, title) for row, file, title in rows}


def rows_named_by(name):
    return [row.upper() for row in ROW.findall(name.replace("_", " "))]


def named_rows():
    return named(rows_named_by)


def main():
    proofs = {}
    for path, name, rows in named_rows():
        for row in rows:
            proofs.setdefault(row, []).append(f"{path}: {name}")
    for row, (file, title) in screens().items():
        print(f"{row} {title} ({file})")
        for proof in proofs.get(row, ["NO TEST"]):
            print(f"     {proof}")


if __name__ == "__main__":
    main()
