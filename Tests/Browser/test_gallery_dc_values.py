"""Forms and state: values that layers depend on, every clause of DC1 to DC4, by hand."""

import re

import pytest
from people import button, clause, element, no_layer, press, question, says, titled
from places import exhibit
from playwright.sync_api import expect

PATHS = {"alert": "an alert", "dialog": "a dialog", "sheet": "a sheet", "cover": "a cover", "popover": "a popover", "drill-down": "a drill-down"}


@clause("DC1", 1, 2)
def test_the_list_is_in_groups_and_each_has_a_sheet_about_it_dc1(still):
    page = still.open("/home/catalogue")
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
    page = exhibit(still, "optionals")
    expect(mark(page, kind)).to_contain_text("✕")
    mark(page, kind).click()
    shown = question(page, "The count is 1")
    expect(mark(page, kind)).to_contain_text("✓")
    button(shown, "OK").click()
    no_layer(page)
    expect(mark(page, kind)).to_contain_text("✕")


@clause("DC2", 3, 4, 5, 6, 7, 8, 9)
@pytest.mark.parametrize("kind", ["sheet", "cover", "popover", "drill-down"])
def test_an_optional_shows_a_screen_that_writes_through_dc2(still, kind):
    page = exhibit(still, "optionals")
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
        expect(mark(page, kind)).to_contain_text("✓")
        page.keyboard.press("Escape")
    no_layer(page)
    expect(mark(page, kind)).to_contain_text("✕")


@clause("DC3", 1, 2)
@pytest.mark.parametrize(["name", "title"], [("Alert", "An alert with 1"), ("Dialog", "A dialog with 2")])
def test_one_value_shows_a_question_dc3(still, name, title):
    page = exhibit(still, "one-of-many")
    press(page, name)
    button(question(page, title), "OK").click()
    says(page, "Nothing shows.")


@clause("DC3", 3, 4, 5, 6, 7, 8)
@pytest.mark.parametrize(["name", "text", "layers"], [
    ("Sheet", "A sheet with 3", 1), ("Sheet without a value", "A sheet with nothing", 1), ("Cover", "A cover with 4", 1),
    ("Popover", "A popover with 5", 1), ("Drill-down", "Pushed with 6", 0)])
def test_one_value_shows_one_screen_and_then_another_dc3(still, name, text, layers):
    page = exhibit(still, "one-of-many")
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
    page = exhibit(still, "facts")
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
