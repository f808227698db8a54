"""The reference has everything that there is. The tests read the results of the last `swift build`."""

from documentation import catalogue
from reference import reference, tokens, words

FILE = catalogue("OrielServer") / "Reference.md"


def test_the_reference_is_what_the_programs_and_the_client_say():
    assert FILE.read_text(encoding="utf-8") == reference(), \
        "Run python3 Tests/Documentation/reference.py >Sources/OrielServer/OrielServer.docc/Reference.md"


def test_it_has_flags_tokens_and_words():
    text = FILE.read_text(encoding="utf-8")
    for name in ("`--public-url`", "### oriel trigger", "### APP store check", "`--accent`", "`closedBy.operator`"):
        assert name in text
    assert len(list(tokens())) >= 17
    assert len(list(words())) > 30
