"""The guide: stacks, examples and addresses, every clause of DB10 to DB14, by hand."""

import re

import pytest
from people import button, clause, no_layer, press, question, says, titled, top
from places import ROUTES, do, guide, here, leads
from playwright.sync_api import expect


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
    says(page, "Tell us who you are.")
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
            button(question(page, "Is it really you?"), "Yes").click()
        leads(page, *titles)
        expect(page.get_by_role("tab")).to_have_count(3)


@clause("DB14", 2)
def test_a_split_view_follows_the_same_addresses_db14(still, program):
    page = guide(still)
    do(page, "split")
    expect(page.locator(".sidebar")).to_be_visible()
    for path, titles in ROUTES.items():
        window = page.evaluate("sessionStorage['oriel.window']")
        program.act("land", {"window": window}, url=path)
        if path == "/home/auth":
            button(question(page, "Is it really you?"), "Yes").click()
        leads(page, *titles)
        expect(page.locator(".sidebar").get_by_role("heading", name="Guide", level=1)).to_be_visible()
