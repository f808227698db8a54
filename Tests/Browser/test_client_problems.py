"""What an app objects to: at a field, and at the top of a form."""

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, screen
from people import wait_until
from playwright.sync_api import expect

OPTIONS = [{"id": "a", "text": "Parcel lost"}, {"id": "b", "text": "Other"}]
FORM = [
    {"type": "textField", "id": "amount", "label": "Amount", "text": "214", "required": True, "help": "In euros"},
    {"type": "textArea", "id": "note", "label": "Note", "text": ""},
    {"type": "picker", "id": "reason", "label": "Reason", "as": "radio", "value": "a", "options": OPTIONS},
    {"type": "datePicker", "id": "day", "label": "Day", "value": "2026-11-21"},
    {"type": "toggle", "id": "tell", "label": "Tell them", "value": True},
    {"type": "button", "id": "send", "text": "Send"},
]
FIELDS = "/models/m1/body/0/children/"


def shown(page, server):
    page.goto("/")
    server.attach(screen({"type": "form", "id": "form", "children": FORM}))
    page.get_by_role("button", name="Send").wait_for()


def objects(server, *fields, form=None, rev=2):
    """The app objects to what these fields have."""
    operations = [add(f"{FIELDS}{at}/problem", text) for at, text in fields]
    if form:
        operations.append(add("/models/m1/body/0/problem", form))
    server.send(patch(rev, *operations, applied=server.done[-1] if server.done else 0))


@pytest.mark.parametrize("at, role, name", [
    (0, "textbox", "Amount"), (1, "textbox", "Note"), (2, "group", "Reason"), (4, "switch", "Tell them")])
def test_a_problem_is_said_at_its_field_which_is_invalid_until_it_goes(page, server, at, role, name):
    shown(page, server)
    field = page.get_by_role(role, name=name, exact=True)
    objects(server, (at, "Choose again."))
    expect(field).to_have_attribute("aria-invalid", "true")
    described = field.get_attribute("aria-describedby").split()
    assert "Choose again." in [page.locator(f"#{name}").text_content() for name in described]
    server.send(patch(3, replace(f"{FIELDS}{at}/problem", "Still not.")))
    expect(page.get_by_text("Still not.")).to_be_visible()
    server.send(patch(4, remove(f"{FIELDS}{at}/problem")))
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Still not.")).to_have_count(0)


def test_what_is_typed_stays_and_help_and_required_are_said(page, server):
    shown(page, server)
    amount = page.get_by_role("textbox", name="Amount", exact=True)
    assert amount.get_attribute("aria-required") == "true"
    expect(page.get_by_text("In euros")).to_be_visible()
    label = page.locator("[data-required]")
    assert label.get_attribute("data-required") == "required"
    # Firefox does not resolve the attribute's name.
    assert label.evaluate("node => getComputedStyle(node, '::after').content").startswith(('"required"', "attr(data-required)"))
    amount.press_sequentially("0")
    server.act()
    objects(server, (0, "Refund 184 or less."))
    expect(amount).to_have_attribute("aria-invalid", "true")
    assert amount.input_value() == "0214"
    described = [page.locator(f"#{name}").text_content() for name in amount.get_attribute("aria-describedby").split()]
    assert described == ["In euros", "Refund 184 or less."]


def test_after_a_press_the_first_field_with_a_problem_has_the_focus(page, server):
    shown(page, server)
    page.get_by_role("button", name="Send").click()
    server.act()
    objects(server, (2, "Choose one."), (1, "Say why."), form="Two things keep this from being sent.")
    expect(page.get_by_role("alert")).to_have_text("Two things keep this from being sent.")
    expect(page.get_by_role("textbox", name="Note", exact=True)).to_be_focused()
    server.send(patch(3, remove("/models/m1/body/0/problem")))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_return_in_a_field_leads_to_the_first_problem_and_a_slow_check_leads_nowhere(page, server):
    shown(page, server)
    note, amount = (page.get_by_role("textbox", name=name, exact=True) for name in ("Note", "Amount"))
    amount.press("Enter")
    wait_until(page, lambda: len(server.done) >= 1)
    objects(server, (1, "Say why."))
    expect(note).to_be_focused()
    note.press_sequentially("b")
    server.act()
    # What comes while its user types elsewhere takes nobody away.
    server.send(patch(3, add(f"{FIELDS}0/problem", "This order is closed.")))
    expect(amount).to_have_attribute("aria-invalid", "true")
    expect(note).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_nothing_in_a_form_with_problems(page, server, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    shown(page, server)
    objects(server, *[(at, "Look at this again.") for at in range(5)], form="Five things keep this from being sent.")
    page.get_by_role("alert").wait_for()
    assert violations(page) == []
