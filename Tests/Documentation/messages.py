"""The log lines and errors that are written in the sources, with … for what they are about."""

import re

LEVELS = "trace debug info notice warning error critical"
# Beside the logger's own methods there are the hub's, which takes a level, and the Gateway's, whose lines are notices.
CALL = re.compile(r"\blog(?:ger)?(?:\.logger)?(?:\.({0})\(|\((?=\s*(?:\.({0}),)?))".format(LEVELS.replace(" ", "|")))
# What the compiler, a start, the operators' API and a test say, by the heading of the reference.
ERRORS = {
    "When a program starts": [
        "OrielServer/ServerConfiguration.swift", "OrielAdmin/Commands/OperatorGrant+Parsing.swift",
        "OrielHub/Windows/SceneTable.swift", "Oriel/Engine/HTTP/EndpointTable.swift", "OrielSQLite/SQLiteStoreError.swift",
        "OrielPostgres/PostgresStoreError.swift", "OrielTransport/TransportError.swift",
    ],
    "From the operators' API": ["OrielAdmin/Problem+Detail.swift"],
    "When a token is refused": ["OrielGateway/Caller.swift"],
    "In a test": ["OrielTesting/TestError.swift"],
}
ELSEWHERE = {"Gallery", "GalleryProgram", "OrielTesting", "OrielMacros", "OrielCommand", "CompileStrings", "EmbedFiles"}


def literal(text, start):
    """The string literal that begins here, with … for interpolations, and where it ends."""
    quote = '"""' if text.startswith('"""', start) else '"'
    said, place = "", start + len(quote)
    while not text.startswith(quote, place):
        if text.startswith("\\(", place):
            said, place = said + "…", closing(text, place + 1)
        elif text[place] == "\\":
            # A backslash at the end of a line joins it with the next.
            said, place = said + {"n": " ", "\n": ""}.get(text[place + 1], text[place + 1]), place + 2
        else:
            said, place = said + text[place], place + 1
    return re.sub(r"\s+", " ", said).strip(), place + len(quote)


def closing(text, start):
    """Where the bracket that opens here has ended."""
    depth, place = 0, start
    while True:
        if text[place] == '"':
            _, place = literal(text, place)
            continue
        depth += (text[place] in "([{") - (text[place] in ")]}")
        place += 1
        if depth == 0:
            return place


def literals(text, start, end):
    """The string literals of a part of the text, each with the label before it."""
    place = start
    while place < end:
        if text.startswith("//", place):
            place = text.index("\n", place)
        elif text[place] == '"':
            label = re.search(r"(\w+):\s*$", text[start:place])
            said, place = literal(text, place)
            yield label[1] if label else "", said
        else:
            place += 1


def log_lines(sources):
    """(level, line) of each call that logs."""
    found = set()
    for file in sources.rglob("*.swift"):
        if file.relative_to(sources).parts[0] in ELSEWHERE:
            continue
        text = file.read_text(encoding="utf-8")
        for call in CALL.finditer(text):
            line = text[:call.start()].rsplit("\n", 1)[-1]
            if "func " in line or "//" in line:
                continue
            said = [each for label, each in literals(text, call.end(), closing(text, call.end() - 1))
                    if label not in ("onceAMinute", "metadata", "from") and " " in each]
            if said:
                found.add((call[1] or call[2] or "notice", said[0][0].upper() + said[0][1:]))
    return sorted(found, key=lambda row: (-LEVELS.split().index(row[0]), row[1].lower()))


def errors(sources):
    """(heading, texts) of what programs refuse."""
    for heading, files in ERRORS.items():
        texts = set()
        for name in files:
            text = (sources / name).read_text(encoding="utf-8")
            # The texts of an error's cases, and those that it is made with.
            for part in re.finditer(r"var (?:description|detail): String \{|\brefuse\(", text):
                opening = part.end() - 1
                texts |= {said for _, said in literals(text, opening, closing(text, opening)) if said.count(" ") > 1}
        yield heading, sorted(texts, key=str.lower)
