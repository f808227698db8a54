"""The guide: layers and checkpoints, every clause of DB6 to DB9, by hand."""

import pytest
from people import button, clause, no_layer, says, titled
from places import do, guide, here, leads
from playwright.sync_api import expect


@clause("DB6", 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12)
@pytest.mark.parametrize(["name", "kind", "detents", "leave"], [
    ("sheet", "sheet", [], "dismiss"), ("sheet-link", "sheet", [], "dismiss-by-trigger"), ("half", "sheet", ["medium", "large"], "dismiss-at-once"),
    ("third", "sheet", ["30%", "medium", "large"], "dismiss-top"), ("as-cover", "cover", [], "dismiss-all"), ("ad-hoc", "sheet", [], "dismiss"),
    ("root-sheet", "sheet", [], "dismiss")])
def test_layers_come_and_go_db6(person, name, kind, detents, leave):
    page = guide(person)
    do(page, name)
    titled(page, "Page 0")
    layer = page.locator(f"dialog.{kind}[open]")
    expect(layer).to_have_count(1)
    for detent in detents:
        expect(layer).to_have_attribute("data-detent", detent)
        button(layer, "Resize").click()
    if leave == "dismiss-at-once":
        page.wait_for_function("() => document.getAnimations().length === 0")
        layer.evaluate("(node) => { new MutationObserver(() => { globalThis.still = node.dataset.still === ''; }).observe(node, {attributes: true}); }")
    do(page, leave)
    no_layer(page)
    titled(page, "Home")
    assert leave != "dismiss-at-once" or page.evaluate("() => globalThis.still")


@clause("DB6", 2, 13, 15, 16)
@clause("DB7", 7, 8)
def test_every_page_offers_layers_and_checkpoints_db6_db7(still, program):
    page = guide(still)
    for title in ("Home", "Page 2"):
        titled(page, title)
        says(page, "The stack here is called “home”.")
        for name in ("sheet", "sheet-link", "half", "third", "as-cover", "locked", "ad-hoc", "root-sheet", "later", "return-nowhere"):
            expect(here(page, name)).to_be_enabled()
        for name in ("return-home", "return-page2", "return-duplicate", "return-settings"):
            expect(here(page, name)).to_be_visible()
        if title == "Home":
            do(page, "page-2")
    for name in ("dismiss", "dismiss-by-trigger", "dismiss-at-once", "dismiss-top", "dismiss-all"):
        expect(here(page, name)).to_be_disabled()
    expect(here(page, "return-home")).to_be_enabled()
    expect(here(page, "return-page2")).to_be_disabled()
    do(page, "sheet-link")
    titled(page, "Page 0")
    expect(here(page, "return-page2")).to_be_enabled()
    expect(here(page, "dismiss")).to_be_enabled()


@clause("DB6", 6)
def test_a_locked_cover_goes_by_its_own_button_db6(still):
    page = guide(still)
    do(page, "locked")
    titled(page, "Locked")
    says(page, "The window is locked.")
    do(page, "dismiss-all")
    titled(page, "Locked")
    do(page, "leave")
    no_layer(page)


@clause("DB6", 14)
def test_a_sheet_comes_later_wherever_one_is_db6(still):
    page = guide(still)
    do(page, "later")
    do(page, "page-44")
    titled(page, "Page 44")
    page.get_by_role("tab", name="Settings").click()
    titled(page, "Settings")
    titled(page, "Page 0")
    expect(page.locator("dialog.sheet[open]")).to_have_count(1)


@clause("DB7", 1, 2, 3, 6)
@clause("DB8", 3, 4)
def test_one_returns_to_checkpoints_db7_db8(still):
    page = guide(still, "/home/page2/page3")
    do(page, "next")
    titled(page, "Page 4")
    do(page, "return-duplicate")
    titled(page, "Page 3")
    says(page, "Came back 1 times")
    do(page, "sheet-link")
    titled(page, "Page 0")
    do(page, "return-nowhere")
    titled(page, "Page 0")
    do(page, "return-page2")
    no_layer(page)
    titled(page, "Page 2")
    says(page, "Came back 0 times")
    do(page, "return-home")
    titled(page, "Home")


@clause("DB7", 4, 5)
@pytest.mark.parametrize("name", ["return-settings", "return-settings-at-once"])
def test_one_returns_to_the_settings_with_nine_db7(person, name):
    page = guide(person, "/settings/page2")
    titled(page, "Page 2")
    page.wait_for_function("() => document.getAnimations().length === 0")
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        globalThis.moves = 0;
        Element.prototype.animate = function (...how) { moves++; return animate.apply(this, how); };
    }""")
    do(page, name)
    titled(page, "Settings")
    expect(here(page, "value")).to_have_text("9")
    assert (page.evaluate("() => moves") > 0) == (name == "return-settings")


@clause("DB8", 1, 2)
@clause("DB9", 1, 2, 3)
def test_a_page_reaches_other_stacks_db8_db9(still):
    page = guide(still, "/home/page2")
    do(page, "on-settings")
    page.get_by_role("tab", name="Settings").click()
    leads(page, "Page 5", "Settings")
    page.get_by_role("tab", name="Home").click()
    titled(page, "Page 2")
    do(page, "77")
    titled(page, "Page 77")
    do(page, "empty-home")
    titled(page, "Home")
    do(page, "page-44")
    titled(page, "Page 44")
    do(page, "farther")
    leads(page, "Page 99", "Page 88", "Page 2", "Home")
    do(page, "page-2")
    titled(page, "Page 2")
    do(page, "settings")
    titled(page, "Settings")
