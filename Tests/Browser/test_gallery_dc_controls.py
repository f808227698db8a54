"""Forms and state: controls and the focus of DC6 to DC10, by hand."""

import re

from people import button, clause, element, press, says
from places import exhibit
from playwright.sync_api import expect


@clause("DC6", 1, 2)
def test_the_focus_goes_where_something_is_missing_dc6(still):
    page = exhibit(still, "sign-in")
    name, password = page.get_by_label("User name"), page.get_by_label("Password", exact=True)
    expect(name).to_be_focused()
    button(page, "Sign in").focus()
    press(page, "Sign in")
    expect(name).to_be_focused()
    page.keyboard.type("blob")
    press(page, "Sign in")
    expect(password).to_be_focused()
    page.keyboard.type("secret")
    page.keyboard.press("Enter")
    says(page, "Welcome, blob.")


SEEN_AS = """(style) => {
    const node = document.querySelector("[data-element=look]");
    if (!node.dataset.style?.includes(style)) return;
    for (const one of node.getAnimations({ subtree: true })) one.finish();
    return getComputedStyle(node).color;
}"""


@clause("DC8", 1, 2, 3)
def test_a_spring_a_cycle_and_a_hand_dc8(person):
    page = exhibit(person, "animations")
    ball = element(page, "ball")
    left = ball.bounding_box()["x"]
    page.get_by_role("switch", name="At the other end").click()
    page.wait_for_function("() => document.getAnimations().some(({effect}) => effect?.getTiming().easing.startsWith('linear('))")
    says(page, "It has arrived 1 times")
    assert ball.bounding_box()["x"] > left + 100
    look = element(page, "look")
    colours = {look.evaluate("node => getComputedStyle(node).color")}
    page.get_by_role("switch", name="Cycle").click()
    for style in ("accent", "danger", "secondary"):
        # Checked together, because a moment later it may be at the next value.
        colours.add(page.wait_for_function(SEEN_AS, arg=style).json_value())
    assert len(colours) == 4
    page.get_by_role("switch", name="Cycle").click()
    drag = page.get_by_role("slider", name="Drag it")
    box = drag.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    places = page.get_by_role("listitem").filter(has_text=re.compile(r"^[·●]{9}$"))
    expect(places).to_have_text("····●····")


@clause("DC9", 1, 2, 3, 4, 5, 6, 7, 10)
def test_every_control_writes_into_one_value_dc9(still):
    page = exhibit(still, "controls")
    page.get_by_label("Colour", exact=True).fill("#ff0000")
    says(page, "colour: #ff0000")
    page.get_by_label("Date").fill("2027-01-02T03:04")
    says(page, "date: 2027-01-02T03:04")
    page.get_by_role("radio", name="Large").check()
    says(page, "size: Large")
    expect(page.get_by_label("Size, from a menu")).to_have_value("large")
    page.get_by_label("Size, from a menu").select_option(label="Small")
    expect(page.get_by_role("radio", name="Small")).to_be_checked()
    page.get_by_role("checkbox", name="Friday").check()
    says(page, "days: Friday, Saturday")
    page.get_by_role("slider", name="Share").press("End")
    says(page, "share: 100 %")
    press(page, "Guests +", "Guests +")
    says(page, "guests: 4")
    page.get_by_role("switch", name="Open").uncheck()
    says(page, "open: false")
    page.get_by_role("group", name="Page").get_by_role("radio", name="3").check()
    says(page, "page: 3")
    page.get_by_role("textbox", name="Notes").fill("one two")
    says(page, "notes: 7 characters")
    page.get_by_label("Title").fill("Oriel")
    expect(page.get_by_text("title: “Oriel”")).to_be_visible()


@clause("DC9", 8, 9)
def test_focus_and_selection_go_both_ways_dc9(still):
    page = exhibit(still, "controls")
    press(page, "Focus the title")
    expect(page.get_by_label("Title")).to_be_focused()
    says(page, "title: “Blob”, focused")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    says(page, "selection: 0–1")
    press(page, "Select all of it")
    says(page, "selection: 0–4")
    page.keyboard.type("!")
    says(page, "title: “!”, focused")
    page.keyboard.press("Tab")
    says(page, "title: “!”")


@clause("DC10", 1, 2, 3)
def test_buttons_move_the_focus_and_take_it_away_dc10(still):
    page = exhibit(still, "focus")
    for name in ("Street", "City", "Postcode", "Country"):
        press(page, f"On “{name}”")
        expect(page.get_by_label(name, exact=True)).to_be_focused()
        says(page, f"The focus is on {name}.")
    page.get_by_label("City").click()
    says(page, "The focus is on City.")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Postcode")).to_be_focused()
    press(page, "On nothing")
    says(page, "The focus is on nothing.")
    expect(page.get_by_label("Postcode")).not_to_be_focused()
