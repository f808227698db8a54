"""A translated app in browsers of several languages."""

import os

import pytest
from axe import violations
from playwright.sync_api import expect
from program import ROOT, Program

BINARY = os.environ.get("ORIEL_DESK") or ROOT / ".build/debug/OrielDesk"


@pytest.fixture
def desk(tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"), binary=BINARY)
    yield program
    if program.is_running:
        program.kill()


@pytest.fixture
def visit(browser, desk):
    contexts = []

    def visit(language, path="/phrases"):
        contexts.append(browser.new_context(base_url=desk.origin, locale=language))
        page = contexts[-1].new_page()
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()


def test_each_person_reads_what_all_share_in_their_language(visit):
    german, arabic, english = (visit(language) for language in ("de-AT", "ar-EG", "en-GB"))
    german.get_by_role("button", name="Abstimmen").click()
    expect(german.get_by_text("1 Stimme")).to_be_visible()
    expect(arabic.get_by_text("صوت واحد")).to_be_visible()
    expect(english.get_by_text("1 vote")).to_be_visible()
    expect(arabic.locator("html")).to_have_attribute("dir", "rtl")
    expect(german).to_have_title("Redewendungen")
    for page in (german, arabic, english):
        assert violations(page) == []


def test_the_page_itself_speaks_the_language_too(visit, desk):
    page = visit("de-AT")
    expect(page.get_by_role("button", name="Abstimmen")).to_be_visible()
    desk.kill()
    expect(page.get_by_text("Verbindung wird wiederhergestellt …")).to_be_visible()
    expect(page.get_by_role("button", name="Jetzt versuchen")).to_be_visible()


def test_a_person_signs_in_in_their_language(visit):
    page = visit("de", "/admin")
    expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()
    assert violations(page) == []
