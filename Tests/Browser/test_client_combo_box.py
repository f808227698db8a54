"""A field that suggests what fits to what is typed."""

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, screen
from people import wait_until
from playwright.sync_api import expect

FIELD = {"type": "comboBox", "id": "city", "label": "City", "text": ""}
CITIES = [{"id": "0", "text": "Bern"}, {"id": "1", "text": "Berlin", "detail": "Germany"}, {"id": "2", "text": "Bergen"}]
BELOW = {"type": "button", "id": "below", "text": "Below"}


@pytest.fixture
def field(page, server):
    page.goto("/")
    server.attach(screen(FIELD, BELOW))
    found = page.get_by_role("combobox", name="City")
    found.wait_for()
    return found


def of(name):
    return f"/models/m1/body/0/{name}"


def asked(server):
    """The next text for which suggestions are asked."""
    event = server.act()
    server.last = event["id"]
    assert (event["element"], event["name"]) == ("city", "input")
    return event["value"]


def answer(server, rev, text, options=CITIES, **members):
    server.send(patch(
        rev, replace(of("text"), text), add(of("query"), text), add(of("options"), options),
        *(add(of(name), value) for name, value in members.items()), applied=server.last))


def options(page):
    return page.get_by_role("option").all_inner_texts()


def test_arrows_and_return_choose_a_suggestion(page, server, field):
    field.press_sequentially("B")
    assert asked(server) == "B"
    answer(server, 2, "B")
    expect(page.get_by_role("option")).to_have_count(3)
    assert options(page) == ["Bern", "Berlin\nGermany", "Bergen"]
    expect(field).to_have_attribute("aria-expanded", "true")
    assert page.get_by_role("option", selected=True).inner_text() == "Bern"
    assert field.get_attribute("aria-activedescendant") == page.get_by_role("option", selected=True).get_attribute("id")
    assert field.get_attribute("aria-controls") == page.get_by_role("listbox").get_attribute("id")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert server.event() == {"model": "m1", "element": "city", "name": "change", "value": {"id": "1"}}
    expect(field).to_have_value("Berlin")
    expect(page.get_by_role("listbox")).to_be_hidden()
    server.send(patch(3, replace(of("text"), "Berlin"), add(of("value"), "1"), remove(of("query")), remove(of("options")), applied=server.last + 1))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Below")).to_be_focused()
    page.get_by_role("button", name="Below").click()
    assert server.event()["element"] == "below"


def test_a_press_chooses_and_leaves_the_focus_in_the_field(page, server, field):
    field.press_sequentially("B")
    asked(server)
    answer(server, 2, "B")
    page.get_by_role("option", name="Bergen").click()
    assert server.event()["value"] == {"id": "2"}
    expect(field).to_be_focused()
    expect(field).to_have_value("Bergen")


def test_what_is_pasted_stays_if_one_leaves_before_the_answer(page, server, field):
    field.focus()
    # As a person does; `insert_text` writes a value in Firefox, after which no change is reported.
    page.evaluate("document.execCommand('insertText', false, 'Bergen')")
    page.keyboard.press("Tab")
    assert asked(server) == "Bergen"
    assert server.event() == {"model": "m1", "element": "city", "name": "change", "value": "Bergen"}
    server.send(patch(2, replace(of("text"), "Bergen"), add(of("searching"), True), applied=server.last + 1))
    expect(field).to_have_value("Bergen")
    expect(page.get_by_role("listbox")).to_be_hidden()
    server.send(patch(3, replace(of("text"), "Bergen"), remove(of("searching")), add(of("value"), "2"), applied=server.last + 1))
    expect(field).to_have_value("Bergen")


def test_one_question_is_asked_at_a_time_and_the_list_shows_the_newest_answer(page, server, field):
    field.press_sequentially("Ber")
    assert asked(server) == "B"
    answer(server, 2, "B")
    assert asked(server) == "Ber"
    expect(field).to_have_value("Ber")
    answer(server, 3, "Ber", CITIES[:2])
    expect(page.get_by_role("option")).to_have_count(2)


def test_it_says_that_it_searches_finds_nothing_fails_and_that_there_is_more(page, server, field):
    field.press_sequentially("x")
    asked(server)
    status = page.locator(".suggestions [role=status]")
    server.send(patch(2, replace(of("text"), "x"), add(of("searching"), True), applied=server.last))
    expect(status).to_have_text("Searching…")
    answer(server, 3, "x", [])
    server.send(patch(4, remove(of("searching"))))
    expect(status).to_have_text("Nothing found")
    server.send(patch(5, remove(of("options")), remove(of("query")), add(of("failed"), True)))
    expect(status).to_have_text("Nothing can be found right now.")
    server.send(patch(6, remove(of("failed")), add(of("options"), CITIES), add(of("query"), "x"), add(of("more"), 9950)))
    expect(status).to_have_text("9950 more. Type more to see them.")


def test_escape_closes_the_list_alone_and_an_arrow_opens_it(page, server):
    page.goto("/")
    server.attach({"scene": "main", "title": "Test", "root": "m1", "models": {
        "m1": {"kind": "screen", "title": "Test", "body": [BELOW], "presented": {"as": "sheet", "model": "m2"}},
        "m2": {"kind": "screen", "title": "Sheet", "body": [FIELD]}}})
    field = page.get_by_role("combobox", name="City")
    field.press_sequentially("B")
    asked(server)
    server.send(patch(2, *(add(f"/models/m2/body/0/{name}", value) for name, value in
                           {"text": "B", "query": "B", "options": CITIES}.items()), applied=server.last))
    expect(page.get_by_role("option")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(field).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.press("Escape")
    assert server.event()["name"] == "dismiss"


def test_an_arrow_in_an_empty_field_asks_for_what_there_is(page, server, field):
    field.press("ArrowDown")
    assert asked(server) == ""


def test_several_choices_are_chips_that_can_be_removed(page, server):
    page.goto("/")
    server.attach(screen({**FIELD, "chosen": CITIES[:2]}, BELOW))
    field = page.get_by_role("combobox", name="City")
    page.get_by_role("button", name="Remove Bern", exact=True).click()
    assert server.event() == {"model": "m1", "element": "city", "name": "remove", "value": "0"}
    server.send(patch(2, remove(of("chosen/0")), applied=2))
    expect(page.locator(".chip")).to_have_count(1)
    field.press("Backspace")
    assert server.event()["value"] == "1"
    field.press_sequentially("B")
    asked(server)
    answer(server, 3, "B")
    expect(page.get_by_role("option")).to_have_count(3)
    page.keyboard.press("Enter")
    assert server.event()["value"] == {"id": "0"}
    expect(field).to_have_value("")


def test_return_without_a_suggestion_submits_the_text(page, server, field):
    field.press_sequentially("Paris")
    page.keyboard.press("Enter")
    seen = []
    while not seen or seen[-1]["name"] == "input":
        seen.append(server.event())
    assert seen[-1] == {"model": "m1", "element": "city", "name": "change", "value": "Paris"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, server, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto("/")
    server.attach(screen({**FIELD, "chosen": CITIES[:1]}, BELOW))
    field = page.get_by_role("combobox", name="City")
    field.press_sequentially("B")
    asked(server)
    answer(server, 2, "B")
    expect(page.get_by_role("option")).to_have_count(3)
    wait_until(page, lambda: page.evaluate("document.getAnimations().length") == 0)
    assert violations(page) == []
