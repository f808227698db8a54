"""The guide: every clause of DB1 to DB14, by hand."""

import re

import pytest
from people import button, clause, element, no_layer, press, question, says, titled, top
from playwright.sync_api import expect

ROUTES = {
    "/home": ["Home"], "/home/page2": ["Page 2", "Home"], "/home/page3": ["Page 3", "Home"],
    "/home/page2/page3": ["Page 3", "Page 2", "Home"], "/home/page2/page3/page99": ["Page 99", "Page 3", "Page 2", "Home"],
    "/home/auth": ["Page 77", "Home"], "/settings": ["Settings"], "/settings/page2": ["Page 2", "Settings"],
    "/settings/page3": ["Page 3", "Settings"], "/simple/sheet": ["Page 0"],
}


def guide(person, path="/home"):
    page = person.open(f"/guide{path}")
    titled(page, ROUTES[path][0]) if path != "/home/auth" else question(page, "Are you who you are?")
    return page


def here(page, name):
    """The element with this id on the screen that is on top."""
    return top(page).locator(f'[data-element="{name}"]').filter(visible=True)


def do(page, *names):
    for name in names:
        here(page, name).click()


def leads(page, *titles):
    """The screen on top has the first title, and each step back the next."""
    titled(page, titles[0])
    for title in titles[1:]:
        top(page).locator("button.back").filter(visible=True).click()
        titled(page, title)


@pytest.mark.chromium
@clause("DB1", 1, 2)
def test_the_root_takes_a_moment_db1(still):
    page, talk = still.go("/guide")
    state = talk.when(talk.heard, "state")
    assert "progress" in str(state)
    titled(page, "Home")
    expect(page.get_by_role("progressbar")).to_have_count(0)


@clause("DB2", 1, 2, 3, 4)
def test_the_window_is_arranged_by_a_sent_value_and_stays_so_db2(still):
    page = guide(still)
    expect(page.get_by_role("tab")).to_have_text(["Home", "Examples", "Settings"])
    do(page, "split")
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator(".sidebar").get_by_role("button")).to_have_text(["Home", "Examples", "Settings"])
    button(page.locator(".sidebar"), "Settings").click()
    expect(page.locator(".detail").get_by_role("heading", name="Settings", level=1)).to_be_visible()
    page.reload()
    expect(page.locator(".detail").get_by_role("heading", name="Settings", level=1)).to_be_visible()
    button(page.locator(".sidebar"), "Home").click()
    do(page, "tabs")
    expect(page.get_by_role("tab")).to_have_count(3)


@clause("DB3", 1, 2, 3, 4, 5, 6, 7, 8)
def test_links_of_every_kind_db3(still):
    page = guide(still)
    for name, title in [("page-2", "Page 2"), ("page-44", "Page 44")]:
        do(page, name)
        leads(page, title, "Home")
    do(page, "places")
    for name, title in [("mapped", "Page 99"), ("command", "Page 55"), ("property", "Page 56"), ("trigger", "Page 57")]:
        do(page, name)
        leads(page, title, "Places")
    do(page, "foreign")
    says(page, "This is a page, made by somebody else.")
    leads(page, "Elsewhere", "Places")
    do(page, "placeholder")
    says(page, "Nobody has painted this yet.")
    leads(page, "Elsewhere", "Places")
    do(page, "lost")
    says(page, "Missing provider for LostPage")


@clause("DB4", 1, 2, 3, 4)
def test_values_and_routes_are_sent_db4(still):
    page = guide(still)
    for name, titles in [("send", ["Page 3", "Page 2", "Home"]), ("route-2-3", ["Page 3", "Page 2", "Home"]),
                         ("route-2-3-99", ["Page 99", "Page 3", "Page 2", "Home"])]:
        do(page, name)
        leads(page, *titles)
    do(page, "route-settings")
    expect(page.get_by_role("tab", name="Settings")).to_have_attribute("aria-selected", "true")
    leads(page, "Page 2", "Settings")


@clause("DB5", 1, 2, 3, 4, 5)
def test_a_queue_waits_for_who_it_is_db5(still):
    page = guide(still)
    expect(here(page, "forget")).to_be_disabled()
    do(page, "authenticated")
    button(question(page, "Are you who you are?"), "Cancel").click()
    no_layer(page)
    titled(page, "Home")
    do(page, "authenticated")
    button(question(page, "Are you who you are?"), "Yes").click()
    leads(page, "Page 77", "Home")
    do(page, "authenticated")
    leads(page, "Page 77", "Home")
    do(page, "forget")
    expect(here(page, "forget")).to_be_disabled()
    do(page, "authenticated")
    question(page, "Are you who you are?")


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


@pytest.mark.usefixtures("entries")
@clause("DB10", 1, 2, 3, 4, 5)
def test_ways_down_the_stack_db10(still):
    page = guide(still, "/home/page2/page3/page99")
    do(page, "pop")
    titled(page, "Page 3")
    do(page, "next")
    titled(page, "Page 4")
    do(page, "pop-to-second")
    titled(page, "Page 2")
    do(page, "back")
    titled(page, "Home")
    do(page, "route-2-3")
    titled(page, "Page 3")
    do(page, "pop-all")
    titled(page, "Home")
    do(page, "page-44")
    titled(page, "Page 44")
    page.go_back()
    titled(page, "Home")


@clause("DB11", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
def test_settings_go_everywhere_and_values_come_back_db11(still):
    page = guide(still, "/settings")
    for value in (5, 0):
        do(page, "ask")
        press(page, f"Return {value}")
        no_layer(page)
        expect(here(page, "value")).to_have_text(str(value))
    for name, title in [("link", "Page 2"), ("push", "Page 3"), ("trigger", "Page 3"), ("unlisted", "Page 1"), ("unlisted-pushed", "Page 2"),
                        ("send", "Page 2"), ("send-property", "Page 3")]:
        do(page, name)
        leads(page, title, "Settings")
    do(page, "unlisted-sheet")
    titled(page, "Page 2")
    do(page, "dismiss")
    no_layer(page)
    do(page, "send-home")
    titled(page, "Page 0")
    do(page, "dismiss")
    no_layer(page)
    leads(page, "Page 88", "Page 2", "Home")


@clause("DB11", 11, 12)
def test_a_queue_waits_for_loading_db11(still):
    page = guide(still, "/settings")
    do(page, "loading")
    titled(page, "Loading")
    expect(page.get_by_role("progressbar", name="Loading")).to_be_visible()
    says(page, "This was on its way all the time.")
    expect(page.locator("dialog[open]")).to_have_count(1)


def examples(person):
    page = guide(person)
    page.get_by_role("tab", name="Examples").click()
    titled(page, "Examples")
    return page


@clause("DB12", 1, 2)
def test_a_slider_is_shared_with_a_sheet_db12(still):
    page = examples(still)
    do(page, "binding")
    expect(page.locator("dialog.cover[open]")).to_have_count(1)
    do(page, "sheet")
    titled(page, "The same")
    top(page).get_by_role("slider").press("End")
    page.keyboard.press("Escape")
    titled(page, "A binding")
    says(page, "100 %")
    expect(top(page).get_by_role("slider")).to_have_value("1")
    do(page, "close")
    no_layer(page)


@clause("DB12", 1, 3, 4, 5)
def test_colours_come_back_in_three_ways_db12(still):
    page = examples(still)
    do(page, "callback")
    expect(page.locator("dialog.cover[open]")).to_have_count(1)
    for name, colour in [("sheet", "Red"), ("pushed", "Green"), ("checkpoint", "Blue")]:
        do(page, name)
        titled(page, "Colours")
        press(page, colour)
        titled(page, "Values by callback")
        says(page, f"Colour: {colour}")


@clause("DB12", 1, 6)
def test_a_visitor_is_welcomed_step_by_step_db12(still):
    page = examples(still)
    do(page, "onboarding")
    says(page, "We should like to know you.")
    do(page, "next")
    expect(here(page, "next")).to_be_disabled()
    top(page).get_by_label("Name").filter(visible=True).fill("Ada Lovelace")
    do(page, "next")
    top(page).get_by_label("Email").filter(visible=True).fill("ada@example.org")
    do(page, "next")
    says(page, "Thank you, Ada Lovelace.")
    do(page, "next")
    no_layer(page)
    says(page, "Welcome, Ada.")


@clause("DB12", 1, 7, 8)
def test_a_colour_is_picked_and_steps_are_counted_db12(still):
    page = examples(still)
    do(page, "colour")
    press(page, "green")
    says(page, "You picked green.")
    do(page, "count")
    for number in (1, 2, 3):
        titled(page, f"Step {number}")
        do(page, "next")
    says(page, "Counted.")
    do(page, "count", "next")
    titled(page, "Step 2")
    do(page, "cancel")
    says(page, "Not counted.")


@pytest.mark.usefixtures("entries")
@clause("DB12", 1, 9)
def test_a_picture_grows_into_a_screen_db12(person):
    page = examples(person)
    do(page, "transition")
    titled(page, "A transition")
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        globalThis.grown = [];
        Element.prototype.animate = function (frames, how) { grown.push(...frames.map(({transform}) => transform ?? "")); return animate.call(this, frames, how); };
    }""")
    press(page, "Picture 3")
    titled(page, "Page 3")
    assert any(re.match(r"translate\(.*\) scale\(0\.", transform) for transform in page.evaluate("() => grown"))
    page.go_back()
    titled(page, "A transition")
    do(page, "close")
    no_layer(page)


@clause("DB13", 1, 2, 3, 4, 5, 6)
@clause("DB14", 1)
def test_tabs_follow_every_address_db13_db14(still):
    page = guide(still)
    for path, titles in ROUTES.items():
        page.goto(f"/guide{path}")
        if path == "/home/auth":
            button(question(page, "Are you who you are?"), "Yes").click()
        leads(page, *titles)
        expect(page.get_by_role("tab")).to_have_count(3)


@clause("DB14", 2)
def test_a_split_view_follows_the_same_addresses_db14(still, program):
    page = guide(still)
    do(page, "split")
    expect(page.locator(".sidebar")).to_be_visible()
    for path, titles in ROUTES.items():
        window = page.evaluate("sessionStorage['oriel.window']")
        program.api("POST", f"windows/{window}/open", {"url": path})
        if path == "/home/auth":
            button(question(page, "Are you who you are?"), "Yes").click()
        leads(page, *titles)
        expect(page.locator(".sidebar").get_by_role("heading", name="Guide", level=1)).to_be_visible()
