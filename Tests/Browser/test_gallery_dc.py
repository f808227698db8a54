"""Forms and state: every clause of DC1 to DC14, by hand."""

import re

import pytest
from people import button, clause, element, no_layer, press, question, says, titled, top
from playwright.sync_api import expect

PATHS = {"alert": "an alert", "dialog": "a dialog", "sheet": "a sheet", "cover": "a cover", "popover": "a popover", "drill-down": "a drill-down"}


def at(person, exhibit):
    return person.open(f"/catalogue/{exhibit}")


@clause("DC1", 1, 2)
def test_the_list_is_in_groups_and_each_has_a_sheet_about_it_dc1(still):
    page = still.open("/catalogue")
    expect(page.get_by_role("heading", level=2).filter(visible=True)).to_have_text(
        ["Members", "Guide", "Forms and state", "Stacks and transitions", "Many windows"])
    page.get_by_role("link", name="Guest Wi-Fi").click(button="right")
    button(page, "About “Guest Wi-Fi”").click()
    titled(page, "Guest Wi-Fi")
    says(page, "A list that keeps changing, a password, and a network to forget.")
    press(page, "Done")
    no_layer(page)


def mark(page, kind):
    return page.get_by_role("button", name=re.compile(f"^(.) A number in {PATHS[kind]}$"))


@clause("DC2", 1, 2, 7)
@pytest.mark.parametrize("kind", ["alert", "dialog"])
def test_an_optional_shows_a_question_dc2(still, kind):
    page = at(still, "optionals")
    expect(mark(page, kind)).to_contain_text("❌")
    mark(page, kind).click()
    shown = question(page, "The count is 1")
    expect(mark(page, kind)).to_contain_text("✅")
    button(shown, "OK").click()
    no_layer(page)
    expect(mark(page, kind)).to_contain_text("❌")


@clause("DC2", 3, 4, 5, 6, 7, 8, 9)
@pytest.mark.parametrize("kind", ["sheet", "cover", "popover", "drill-down"])
def test_an_optional_shows_a_screen_that_writes_through_dc2(still, kind):
    page = at(still, "optionals")
    mark(page, kind).click()
    titled(page, "Count")
    expect(element(page, "count")).to_have_text("1")
    element(page, "change").click()
    expect(element(page, "count")).to_have_text("2")
    # The value is the layer's identity, but not the screen's in a path.
    changed = 1 if kind == "drill-down" else 0
    expect(element(page, "changes")).to_have_text(f"Changed here {changed} times")
    if kind == "drill-down":
        element(page, "close").click()
    else:
        expect(page.locator(f"dialog.{kind}[open]")).to_have_count(1)
        expect(mark(page, kind)).to_contain_text("✅")
        page.keyboard.press("Escape")
    no_layer(page)
    expect(mark(page, kind)).to_contain_text("❌")


@clause("DC3", 1, 2)
@pytest.mark.parametrize(["name", "title"], [("Alert", "An alert with 1"), ("Dialog", "A dialog with 2")])
def test_one_value_shows_a_question_dc3(still, name, title):
    page = at(still, "one-of-many")
    press(page, name)
    button(question(page, title), "OK").click()
    says(page, "Nothing shows.")


@clause("DC3", 3, 4, 5, 6, 7, 8)
@pytest.mark.parametrize(["name", "text", "layers"], [
    ("Sheet", "A sheet with 3", 1), ("Sheet without a value", "A sheet with nothing", 1), ("Cover", "A cover with 4", 1),
    ("Popover", "A popover with 5", 1), ("Drill-down", "Pushed with 6", 0)])
def test_one_value_shows_one_screen_and_then_another_dc3(still, name, text, layers):
    page = at(still, "one-of-many")
    press(page, name)
    says(page, text)
    expect(page.locator("dialog[open]")).to_have_count(layers)
    press(page, "A drill-down instead" if layers else "Another sheet instead")
    says(page, "Pushed with 8" if layers else "A sheet with 7")
    expect(page.locator("dialog[open]")).to_have_count(1 - layers)
    expect(page.get_by_text(text)).to_have_count(0)
    element(page, "close").click()
    no_layer(page)
    says(page, "Nothing shows.")


@clause("DC4", 1, 2, 3, 4, 5)
def test_a_fact_comes_after_a_while_and_another_after_that_dc4(still):
    page = at(still, "facts")
    press(page, "Number +")
    says(page, "8")
    press(page, "Get a fact")
    says(page, "Looking it up")
    expect(button(page, "Get a fact")).to_be_disabled()
    expect(question(page, "Fact")).to_contain_text("8 is 2 times 4.")
    press(page, "Get another fact")
    says(page, "Looking it up")
    expect(question(page, "Fact")).to_contain_text("9 is 3 times 3.")
    press(page, "OK")
    no_layer(page)
    press(page, "Ask first")
    question(page, "What about 9?")
    press(page, "A fact about it")
    expect(question(page, "Fact")).to_contain_text("9 is 3 times 3.")


@clause("DC5", 1, 2)
def test_the_case_has_its_controls_dc5(still):
    page = at(still, "availability")
    press(page, "Quantity +")
    says(page, "21 in stock")
    expect(page.get_by_role("switch")).to_have_count(0)
    press(page, "Mark as sold out")
    expect(page.get_by_role("group", name="Quantity")).to_have_count(0)
    page.get_by_role("switch", name="On back order").check()
    says(page, "Out of stock, and ordered")
    press(page, "Back in stock")
    says(page, "1 in stock")


@clause("DC6", 1, 2)
def test_the_focus_goes_where_something_is_missing_dc6(still):
    page = at(still, "sign-in")
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


@clause("DC7", 1)
def test_what_is_not_read_is_not_drawn_dc7(still):
    page = at(still, "observation")
    says(page, "Drawn 1 times")
    press(page, "Count")
    says(page, "The count is 1")
    says(page, "Drawn 2 times")
    page.get_by_role("switch", name="Show the count").uncheck()
    says(page, "Drawn 3 times")
    press(page, "Count", "Count")
    page.get_by_role("switch", name="Show the count").check()
    says(page, "The count is 3")
    says(page, "Drawn 4 times")


@clause("DC8", 1, 2, 3)
def test_a_spring_a_cycle_and_a_hand_dc8(person):
    page = at(person, "animations")
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
        expect(look).to_have_attribute("data-style", re.compile(style))
        colours.add(look.evaluate("node => node.getAnimations({subtree: true}).forEach(one => one.finish()) ?? getComputedStyle(node).color"))
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
    page = at(still, "controls")
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
    page = at(still, "controls")
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
    page = at(still, "focus")
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


@pytest.mark.usefixtures("entries")
@clause("DC11", 1, 2)
@pytest.mark.parametrize("kind", ["Alert", "Dialog", "Sheet", "Cover", "Popover"])
def test_a_layer_says_that_it_has_gone_dc11(still, kind):
    page = at(still, "dismissals")
    says(page, "Nothing has been dismissed.")
    press(page, kind)
    expect(page.locator(f"dialog.{kind.lower()}[open]")).to_be_visible()
    expect(page.get_by_text(f"The {kind.lower()} shows.")).to_be_visible()
    page.keyboard.press("Escape")
    no_layer(page)
    expect(element(page, "text")).to_contain_text(f"{kind} dismissed: ")


@pytest.mark.usefixtures("entries")
@clause("DC11", 1, 2)
def test_a_drill_down_says_that_it_has_gone_dc11(still):
    page = at(still, "dismissals")
    press(page, "Drill-down")
    titled(page, "Pushed")
    page.go_back()
    says(page, "The drill-down does not show.")
    expect(element(page, "text")).to_have_text("Drill-down dismissed")


@clause("DC12", 1, 2, 3)
def test_a_path_of_numbers_dc12(still):
    page = at(still, "paths")
    for number in (1, 2, 3):
        press(page, f"Go to screen {number}")
        titled(page, f"Screen {number}")
    press(page, "Dismiss this and all above")
    titled(page, "Screen 2")
    press(page, "Dismiss this and all above", "Dismiss this and all above")
    titled(page, "Paths")
    press(page, "Go to 1, 2 and 3")
    titled(page, "Screen 3")
    for title in ("Screen 2", "Screen 1", "Paths"):
        button(page, "Back").click()
        titled(page, title)


@pytest.mark.usefixtures("entries")
@clause("DC12", 4)
def test_a_path_of_several_types_dc12(still):
    page = at(still, "mixed-paths")
    for name, title in [("Number 2", "Number 2"), ("Word “Hello”", "Word “Hello”"), ("Yes", "Yes")]:
        press(page, name)
        titled(page, title)
    says(page, "The path is 4 deep.")
    page.go_back()
    titled(page, "Word “Hello”")


@clause("DC13", 1, 2)
def test_networks_come_and_go_while_it_is_on_dc13(still):
    page = at(still, "wifi")
    expect(page.get_by_text("Café", exact=False).first).to_be_visible()
    page.get_by_role("switch", name="Wi-Fi").uncheck()
    expect(page.get_by_role("heading", name="Networks")).to_have_count(0)
    page.get_by_role("switch", name="Wi-Fi").check()
    expect(page.get_by_text("Harbour", exact=False).first).to_be_visible()


@clause("DC13", 3, 4, 5, 6, 7)
def test_a_network_is_joined_and_forgotten_dc13(still):
    page = at(still, "wifi")
    page.get_by_role("button", name="Gallery").click()
    titled(page, "Join “Gallery”")
    page.get_by_label("Password", exact=True).fill("sesame")
    press(page, "Join")
    says(page, "Joining “Gallery”")
    expect(button(top(page), "Join")).to_be_disabled()
    button(question(page, "Wrong password"), "OK").click()
    page.get_by_label("Password", exact=True).fill("blob")
    press(page, "Join")
    no_layer(page)
    expect(element(page, "joined")).to_have_text("Gallery")
    press(page, "Details")
    titled(page, "Gallery")
    press(page, "Forget this network")
    button(question(page, "Forget “Gallery”?"), "Cancel").click()
    titled(page, "Gallery")
    press(page, "Forget this network")
    button(question(page, "Forget “Gallery”?"), "Forget").click()
    titled(page, "Guest Wi-Fi")
    expect(element(page, "joined")).to_have_count(0)


@clause("DC14", 1, 2)
def test_the_shop_has_two_tabs_and_something_is_added_dc14(still):
    page = still.open("/shop")
    expect(page.get_by_role("tab")).to_have_text(["Desk", "Inventory"])
    press(page, "Go to the inventory")
    expect(page.get_by_role("tab", name="Inventory")).to_have_attribute("aria-selected", "true")
    press(page, "Add")
    titled(page, "Add an item")
    top(page).get_by_label("Name").fill("Mug")
    press(page, "Save")
    no_layer(page)
    expect(page.get_by_role("link", name="Mug")).to_be_visible()
    page.get_by_role("tab", name="Desk").click()
    says(page, "4 kinds of things")


@clause("DC14", 3, 4, 7)
def test_something_is_edited_or_not_dc14(still):
    page = still.open("/shop/inventory")
    page.get_by_role("link", name="Postcards").click()
    titled(page, "Edit")
    expect(button(page, "Back")).to_have_count(0)
    page.get_by_label("Name").fill("Old postcards")
    press(page, "Cancel")
    page.get_by_role("link", name="Postcards").click()
    expect(page.get_by_label("Name")).to_have_value("Postcards")
    page.get_by_label("Name").fill("New postcards")
    press(page, "Mark as sold out")
    page.get_by_role("switch", name="On back order").check()
    press(page, "Save")
    expect(page.get_by_role("link", name="New postcards")).to_contain_text("On back order")


@clause("DC14", 5, 6)
def test_something_is_copied_and_deleted_dc14(still):
    page = still.open("/shop/inventory")
    press(page, "Duplicate “Poster”")
    expect(page.locator("dialog.popover[open]")).to_be_visible()
    top(page).get_by_label("Name").fill("Another poster")
    press(page, "Save")
    no_layer(page)
    press(page, "Delete “Poster”")
    expect(button(question(page, "Delete “Poster”?"), "Delete")).to_have_attribute("data-role", "destructive")
    press(page, "Cancel")
    no_layer(page)
    press(page, "Delete “Poster”", "Delete")
    no_layer(page)
    expect(page.get_by_role("link", name="Another poster")).to_be_visible()
    expect(page.get_by_role("link", name="Poster", exact=False)).to_have_count(1)
