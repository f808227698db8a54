"""The documentation for authors is complete and true. The tests read the results of the last `swift build`."""

import re

import pytest
from documentation import (
    SOURCES, catalogue, documented_rooms, is_known, known_names, lacks_docstring, names_here, public_rooms, rows_of,
    undocumented, warnings)

COMING_FROM = [catalogue("Oriel") / name for name in ("ComingFrom.md", "ComingFromTheWeb.md")]


@pytest.mark.parametrize("room", public_rooms())
def test_every_public_symbol_has_a_docstring(room):
    assert undocumented(room) == []


@pytest.mark.parametrize("room", documented_rooms())
def test_docc_has_nothing_to_say(room):
    assert warnings(room) == ""


def test_what_authors_import_has_a_page():
    package = (SOURCES.parent / "Package.swift").read_text(encoding="utf-8")
    products = re.findall(r'\.library\(name: "(\w+)"', package)
    assert products and set(products) <= set(documented_rooms())


@pytest.mark.parametrize("article, least", zip(COMING_FROM, [100, 40]))
def test_coming_from_names_what_exists(article, least):
    known = known_names()
    names = {name for row in rows_of(article) for name in names_here(*row)}
    assert len(names) > least
    assert sorted(name for name in names if not is_known(name, known)) == []


def test_a_symbol_without_a_word_is_found():
    symbol = {"pathComponents": ["Text", "font(_:)"], "location": {}}
    assert lacks_docstring(symbol)
    assert not lacks_docstring({**symbol, "docComment": {"lines": [{"text": "Written in this font."}]}})
    assert not lacks_docstring({**symbol, "pathComponents": ["View", "_render(_:into:)"]})


def test_names_are_read_as_code_and_as_links():
    assert names_here("`swap`", "``NavigationModel-protocol/replaceTop(_:)``, a `name`") == [
        "NavigationModel-protocol/replaceTop(_:)", "name"]
    assert names_here("`back`", "the same; `hide`") == ["back", "hide"]


@pytest.mark.parametrize("name, found", [
    ("push(_:on:)", True), ("push", True), ("NavigationModel-protocol/push(_:on:)", True), ("canExecute(.back)", True),
    ("@NavigationModel", True), (".alert", True), ("Presentation.sheet", True), ("bind(\\.property)", True),
    ("push(_:to:)", False), ("pushView", False),
])
def test_a_name_is_looked_up_as_it_is_written(name, found):
    known = {"push(_:on:)", "canExecute(_:)", "NavigationModel()", "alert(_:)", "sheet(_:)", "bind(_:)"}
    assert is_known(name, known) == found
