"""The reference has everything that there is. The tests read the results of the last `swift build`."""

import re

from documentation import catalogue
from messages import errors, log_lines
from reference import ROOT, reference, tokens, words

SOURCES = ROOT / "Sources"
FILE = catalogue("OrielServer") / "Reference.md"


def test_the_reference_is_what_the_programs_and_the_client_say():
    assert FILE.read_text(encoding="utf-8") == reference(), \
        "Run python3 Tests/Documentation/reference.py >Sources/OrielServer/OrielServer.docc/Reference.md"


def test_it_has_flags_tokens_and_words():
    text = FILE.read_text(encoding="utf-8")
    for name in ("`--public-url`", "### oriel trigger", "### APP store check", "`--accent`", "`closedBy.operator`"):
        assert name in text
    assert len(list(tokens())) >= 17
    assert len(list(words())) > 70


def test_it_has_every_log_line_and_error():
    text = FILE.read_text(encoding="utf-8")
    for line in ("| critical | This server may not write to the database any more, and ends.", "| notice | Signed in |", "| error | Nothing is saved until the store can be written again: … |",
                 "- --public-url …: write https://host", '- "…" is missing.', "- it needs an extension (crit)", "- The page is not connected"):
        assert line in text, line
    calls = sum(len(re.findall(r"\blogger\.(?:notice|warning|error|critical)\(", file.read_text(encoding="utf-8"))) for file in SOURCES.rglob("*.swift"))
    assert len(log_lines(SOURCES)) >= calls > 30
    assert all(len(texts) > 5 for _, texts in errors(SOURCES))
