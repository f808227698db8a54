"""Turns of phrase that read as translated, in what people read: pages, screens, messages and docstrings."""

import re

import pytest
from documentation import ROOT

PHRASES = re.compile(
    r"\bwho(?:m|so)?ever\b|\bso many\b|\banew\b|\bis of (?!type\b)|\b(?:tell|tells|told) of\b|\b(?:come|comes|came) of\b|\bhas of\b"
    r"|\b(?:any|every)body who\b|\b(?:no|some)body\b|\bas it were\b|\bthereof\b", re.IGNORECASE)
# A relative clause as the subject: "What a page sent is saved", "Who knows the id can dismiss it".
CLAUSES = re.compile(r"(?:^|(?<=[.:!] ))(?:What|Who|Whom)\b(?! if\b)[^.?]*[.]", re.MULTILINE)

# Wherever people read prose. A folder of sources joins when its docstrings are clean.
PAGES = sorted({ROOT / "README.md", ROOT / ".github/SECURITY.md", *ROOT.glob("deploy/*.md"), *ROOT.glob("Sources/*/*.docc/*.md")})
SCREENS = ["web-client/view/words.js", "web-client/index.html"]
MESSAGES = ["OrielGateway", "OrielWire", "OrielAdmin", "OrielHub", "OrielTransport", "OrielSQL", "OrielSQLite", "OrielPostgres", "OrielJWT", "Oriel"]
DOCSTRINGS = ["Oriel", "OrielAdmin", "OrielDocument", "OrielGateway", "OrielHub", "OrielJWT", "OrielMacros", "OrielServer",
              "OrielMarkdown", "OrielMessages", "OrielPasswords", "OrielPostgres", "OrielSQL", "OrielSQLite", "OrielTracing", "OrielTesting", "OrielTransport", "OrielWire"]


def prose_of_page(text):
    """The sentences of a page: neither code nor headings, nor the names in links."""
    text = re.sub(r"^```.*?^```|^#.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"``?[^`]*``?|\]\([^)]*\)", "`", text)
    return re.sub(r"(?<=\S)\n(?=[A-Za-z`*_(])", " ", text)


def messages_in(source):
    """The literals with more than two words, without their interpolations."""
    code = re.sub(r"^\s*//.*$", "", source, flags=re.MULTILINE)
    literals = re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r"\\\([^()]*(?:\([^()]*\)[^()]*)*\)", "…", code))
    return "\n".join(literal for literal in literals if len(literal.split()) > 2)


def docstrings_in(source):
    """The docstrings, each paragraph on one line."""
    paragraphs = re.findall(r"(?:^[ \t]*/// ?[^\n]*\n)+", source, flags=re.MULTILINE)
    return "\n".join(prose_of_page(re.sub(r"^[ \t]*/// ?", "", text, flags=re.MULTILINE)) for text in paragraphs)


def swift(folder):
    return sorted((ROOT / "Sources" / folder).rglob("*.swift"))


def findings(text, *rules):
    return [match.group(0) for rule in rules for match in rule.finditer(text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_in_plain_english(page):
    assert findings(prose_of_page(page.read_text(encoding="utf-8")), PHRASES, CLAUSES) == []


@pytest.mark.parametrize("file", SCREENS)
def test_a_screen_is_in_plain_english(file):
    assert findings(messages_in((ROOT / file).read_text(encoding="utf-8")), PHRASES) == []


@pytest.mark.parametrize("folder", MESSAGES)
def test_messages_are_in_plain_english(folder):
    found = {file.name: findings(messages_in(file.read_text(encoding="utf-8")), PHRASES) for file in swift(folder)}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


@pytest.mark.parametrize("folder", DOCSTRINGS)
def test_docstrings_are_in_plain_english(folder):
    found = {file.name: findings(docstrings_in(file.read_text(encoding="utf-8")), PHRASES, CLAUSES) for file in swift(folder)}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


@pytest.mark.parametrize("text, found", [
    ("Whoever comes is told of it.", ["Whoever", "told of"]),
    ("What it was given is kept.", ["What it was given is kept."]),
    ("It works. Who knows the id can dismiss it.", ["Who knows the id can dismiss it."]),
    ("What is it? It is a window.", []),
    ("Anyone who knows its id can dismiss it.", []),
])
def test_a_phrase_is_found(text, found):
    assert findings(text, PHRASES, CLAUSES) == found


def test_names_of_tests_are_in_plain_english():
    names = (name for file in (ROOT / "Tests").rglob("*.swift") for name in re.findall(r"func `([^`]*)`", file.read_text(encoding="utf-8")))
    assert [name for name in names if PHRASES.search(name)] == []
