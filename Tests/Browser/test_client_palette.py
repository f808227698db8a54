"""The field in which one finds what can be done now."""

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import screen, texts
from playwright.sync_api import expect

COMMANDS = {"type": "commands", "children": [
    {"type": "commandMenu", "text": "Incident", "children": [
        {"type": "button", "id": "close", "text": "Close the incident", "shortcut": "mod+e"},
        {"type": "button", "id": "off", "text": "Merge", "disabled": True}]}]}
BODY = [{"type": "button", "id": "send", "text": "Send"}, {"type": "navigationLink", "id": "board", "text": "Board"},
        {"type": "textField", "id": "note", "label": "Note", "text": ""}]


@pytest.fixture
def shown(page, server):
    page.goto("/")
    server.attach(screen(*BODY, toolbar=[COMMANDS]))
    page.get_by_role("button", name="Send").wait_for()


def opened(page):
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Commands")
    field.wait_for()
    return field


def offered(page):
    return page.locator(".palette [role=option]").all_inner_texts()


def test_it_finds_commands_and_what_can_be_pressed_and_return_presses_it(page, server, shown):
    expect(page.locator(".toolbar")).to_be_hidden()
    field = opened(page)
    assert offered(page) == ["Close the incident\nIncident\nCtrl+E", "Send", "Board"]
    field.press_sequentially("inc clo")
    assert offered(page) == ["Close the incident\nIncident\nCtrl+E"]
    page.keyboard.press("Enter")
    assert server.event() == {"model": "m1", "element": "close", "name": "tap"}
    expect(page.locator(".palette")).to_have_count(0)


def test_arrows_choose_escape_closes_and_the_focus_returns(page, server, shown):
    note = page.get_by_label("Note")
    note.focus()
    opened(page)
    page.keyboard.press("Escape")
    expect(page.locator(".palette")).to_have_count(0)
    expect(note).to_be_focused()
    opened(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.get_by_role("option", selected=True).inner_text() == "Board"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert server.event()["element"] == "board"


def test_nothing_found_is_said_and_a_press_chooses(page, server, shown):
    field = opened(page)
    field.press_sequentially("zzz")
    expect(page.locator(".palette [role=status]")).to_have_text("Nothing found")
    page.keyboard.press("Enter")
    field.fill("")
    page.get_by_role("option", name="Send").click()
    assert server.event()["element"] == "send"


def test_a_key_of_a_command_works_though_it_is_not_on_the_screen(page, server, shown):
    page.keyboard.press("Control+e")
    assert server.event()["element"] == "close"


def test_under_a_question_and_where_a_button_has_the_key_it_is_silent(page, server):
    page.goto("/")
    server.attach(screen(*BODY, presented={"as": "alert", "id": "q", "title": "Sure?", "actions": [{"id": "ok", "label": "OK"}]}))
    page.get_by_role("button", name="OK").wait_for()
    page.keyboard.press("Control+k")
    page.keyboard.press("Enter")
    assert server.event()["name"] == "action"
    expect(page.locator(".palette")).to_have_count(0)


def test_a_button_that_has_the_key_is_pressed_instead(page, server):
    page.goto("/")
    server.attach(screen({"type": "button", "id": "own", "text": "Own", "shortcut": "mod+k"}))
    page.locator("kbd").wait_for(state="attached")
    page.keyboard.press("Control+k")
    assert server.event()["element"] == "own"
    expect(page.locator(".palette")).to_have_count(0)


def test_only_what_is_on_the_topmost_layer_is_found(page, server):
    page.goto("/")
    server.attach({"scene": "main", "title": "Test", "root": "m1", "models": {
        "m1": {"kind": "screen", "title": "Test", "body": BODY, "toolbar": [COMMANDS], "presented": {"as": "sheet", "model": "m2"}},
        "m2": {"kind": "screen", "title": "Sheet", "body": [{"type": "button", "id": "in", "text": "Inside"}, *texts("a")]}}})
    page.get_by_role("button", name="Inside").wait_for()
    opened(page)
    assert offered(page) == ["Inside"]
    page.keyboard.press("Enter")
    assert server.event() == {"model": "m2", "element": "in", "name": "tap"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, server, shown, scheme):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    opened(page)
    assert violations(page) == []
