"""The collections of the server's own that outlive a call, as they stand in the source, and what bounds each of them."""

import re
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources"
ARTICLE = SOURCES / "OrielServer/OrielServer.docc/Limits.md"
#: What needs no row of the article, because no visitor can make many of it, or not for long.
KINDS = ["in one call", "of the program", "in an operator's window", "a container"]
#: Where the server keeps what users, pages, tenants and nodes make many of. What belongs to a window's own models is bounded
#: by the size of its document and the number of its models and layers.
ROOMS = [
    "Oriel/Author/Tenants", "Oriel/Engine/Hub", "OrielHub", "OrielGateway", "OrielTransport", "OrielServer", "OrielAdmin",
    "OrielPostgres", "OrielSQL", "OrielSQLite", "OrielSystem", "OrielJWT", "OrielPasswords", "OrielTracing",
]  # fmt: skip

ATTRIBUTES = r"(?:(?:private|fileprivate|package|public|internal|static|nonisolated|unowned|lazy|final)(?:\(\w+\))?\s+|@\w+(?:\([^)]*\))?\s+)*"
STORED = re.compile(rf"^\s*{ATTRIBUTES}var (\w+)(?::\s*([^={{]+?))?\s*(?:=\s*(.+?))?\s*$")
#: Maps, sets and queues, whatever holds them.
GROWING = re.compile(r"\[[^\[\]]+: |\[:\]|\b(?:Set|Deque|KeyedQueue|Roster|PrefixCounts|OrderedDictionary|OrderedSet)\b")
TYPE = re.compile(r"\b(class|struct|enum|actor|extension|protocol)\s+(?:[A-Z]\w*)")


def collections(source):
    """The names of stored properties that can grow: maps, sets and queues, and the arrays of classes and actors."""
    types = []
    for line in source.split("\n"):
        code = line.split("//")[0].rstrip()
        stored = STORED.match(re.sub(r"\s*\{ (did|will)Set.*", "", code))
        if stored and types and types[-1] and not code.endswith("{"):
            name, kind, value = stored.group(1), stored.group(2) or "", stored.group(3) or ""
            if GROWING.search(f"{kind} {value}") or (types[-1] in ("class", "actor") and re.match(r"\[(?!UInt8\])", kind or value)):
                yield name
        for place, sign in enumerate(code):
            if sign == "{":
                found = TYPE.search(code[:place])
                types.append(found.group(1) if found else None)
            elif sign == "}" and types:
                types.pop()


def found():
    """Each collection as `path property`, in the order of the paths."""
    return [
        f"{path.relative_to(SOURCES)} {name}"
        for room in ROOMS
        for path in sorted((SOURCES / room).rglob("*.swift"))
        for name in collections(path.read_text())
    ]


def listed():
    """The collections that `collections.txt` lists, by what bounds them."""
    bounds = {}
    for line in (Path(__file__).parent / "collections.txt").read_text().splitlines():
        if line.startswith("    "):
            bounds[next(reversed(bounds))].append(line.strip())
        elif not line.startswith("#"):
            bounds.setdefault(line, [])
    return bounds
