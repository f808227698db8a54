"""Forms and state: removals, paths, networks and a shop, every clause of DC11 to DC14, by hand."""

import pytest
from people import button, clause, element, no_layer, press, question, says, titled, top
from places import exhibit
from playwright.sync_api import expect


@pytest.mark.usefixtures("entries")
@clause("DC11", 1, 2)
@pytest.mark.parametrize("kind", ["Alert", "Dialog", "Sheet", "Cover", "Popover"])
def test_a_layer_says_that_it_has_gone_dc11(still, kind):
    page = exhibit(still, "dismissals")
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
    page = exhibit(still, "dismissals")
    press(page, "Drill-down")
    titled(page, "Pushed")
    page.go_back()
    says(page, "The drill-down does not show.")
    expect(element(page, "text")).to_have_text("Drill-down dismissed")


@clause("DC12", 1, 2, 3)
def test_a_path_of_numbers_dc12(still):
    page = exhibit(still, "paths")
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
    page = exhibit(still, "mixed-paths")
    for name, title in [("Number 2", "Number 2"), ("Word “Hello”", "Word “Hello”"), ("Yes", "Yes")]:
        press(page, name)
        titled(page, title)
    says(page, "The path is 4 deep.")
    page.go_back()
    titled(page, "Word “Hello”")


@clause("DC13", 1, 2)
def test_networks_come_and_go_while_it_is_on_dc13(still):
    page = exhibit(still, "wifi")
    expect(page.get_by_text("Café", exact=False).first).to_be_visible()
    page.get_by_role("switch", name="Wi-Fi").uncheck()
    expect(page.get_by_role("heading", name="Networks")).to_have_count(0)
    page.get_by_role("switch", name="Wi-Fi").check()
    expect(page.get_by_text("Harbour", exact=False).first).to_be_visible()


@clause("DC13", 3, 4, 5, 6, 7)
def test_a_network_is_joined_and_forgotten_dc13(still):
    page = exhibit(still, "wifi")
    page.get_by_role("button", name="Gallery").click()
    titled(page, "Join “Gallery”")
    page.get_by_label("Password", exact=True).fill("sesame")
    press(page, "Join")
    says(page, "Joining “Gallery”")
    expect(button(top(page), "Join")).to_be_disabled()
    button(question(page, "Wrong password"), "OK").click()
    titled(page, "Join “Gallery”")
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
    says(page, "4 items")


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
