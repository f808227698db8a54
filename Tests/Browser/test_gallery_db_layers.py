"""The guide: layers and checkpoints of DB6 to DB9, what of them takes a browser."""

import pytest
from people import button, clause, no_layer, titled
from places import do, guide, here
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


@clause("DB7", 4, 5)
@pytest.mark.parametrize("name", ["return-settings", "return-settings-at-once"])
def test_one_returns_to_the_settings_with_nine_db7(person, name):
    page = guide(person, "/settings/page2", "Page 2")
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
