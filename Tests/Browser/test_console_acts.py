"""Operators' acts in the console: read-only until they enable acting, and always recorded."""

import re

import pytest
from axe import violations_in_light_and_dark
from people import Person, button, element
from playwright.sync_api import expect

SECTIONS = ["triggers", "audit", "settings"]


@pytest.fixture
def operator(browser, program):
    operator = Person(browser, program.origin)
    page = operator.context.new_page()
    page.goto("/admin")
    page.get_by_label("Token").fill(program.token)
    button(page, "Sign in").click()
    expect(page.get_by_role("heading", name="Overview").first).to_be_visible()
    yield operator
    operator.leave()


def section(operator, name):
    page = operator.open(f"/admin/{name}")
    expect(page.get_by_role("heading", name=name.capitalize()).first).to_be_visible()
    return page


def part(page, name):
    """Elements of a list, whose ids begin with that of their row."""
    return page.locator(f'[data-element$="{name}"]')


def act(page):
    """Switches the console from viewing to acting."""
    page.get_by_label("Act", exact=True).check()
    expect(element(page, "acting-notice")).to_have_text("Acting: your actions affect users.")


def test_a_trigger_is_shown_then_sent_and_its_outcomes_counted(operator, person, program):
    # Two pages that do not know this kind, and report that.
    first = person.open("/counter")
    person.open("/counter")
    user = program.api("GET", "windows?search=counter&state=attached")["windows"][0]["user"]
    page = section(operator, "triggers")
    expect(element(page, "acting-notice")).to_have_text(re.compile("Read-only"))
    element(page, "kind").locator("select").select_option("custom")
    element(page, "custom").locator("input").fill("confetti")
    element(page, "scope").locator("select").select_option("By user")
    page.get_by_label("User ID").fill(user)
    button(page, "Show affected windows").click()
    expect(element(page, "reach")).to_have_text(re.compile("^This reaches 2 windows: "))
    expect(button(page, "Send to 2 windows")).to_be_disabled()
    act(page)
    button(page, "Send to 2 windows").click()
    expect(page.get_by_text("unsupported")).to_be_visible()
    expect(part(page, "count")).to_have_text("2")
    record = program.api("GET", "audit?act=trigger&limit=1")["records"][0]
    assert (record["way"], record["target"], record["windows"]) == ("console", f"user:{user}", 2)
    assert first.title()

    page = section(operator, "audit")
    expect(page.locator(".row[data-row]").first).to_contain_text(f"user:{user}")


def test_a_payload_is_checked_before_it_is_sent(operator):
    page = section(operator, "triggers")
    element(page, "kind").locator("select").select_option("openURL")
    page.get_by_label("url (required)").fill("javascript:alert(1)")
    button(page, "Show affected windows").click()
    expect(element(page, "failure")).to_have_text(re.compile("must be a URL"))


def test_settings_change_when_acting_and_a_drain_asks_first(operator, program):
    page = section(operator, "settings")
    expect(button(page, "Drain and stop")).to_be_disabled()
    act(page)
    page.get_by_label("Pending triggers").fill("77")
    button(page, "Set pendingTriggers").click()
    expect(element(page, "said")).to_have_text("pendingTriggers is now 77.")
    settings = program.api("GET", "settings")["settings"]
    assert {"name": "pendingTriggers", "value": 77} in [
        {name: setting[name] for name in ("name", "value")} for setting in settings]
    button(page, "Drain and stop").click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("Drain and stop the server?")
    button(dialog, "Cancel").click()
    expect(dialog).to_be_hidden()
    assert program.get("/health/ready")[0] == 200


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", SECTIONS)
def test_axe_finds_nothing_and_all_fits(operator, name, width):
    page = section(operator, name)
    page.set_viewport_size({"width": width, "height": 844})
    assert violations_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
