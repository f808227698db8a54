"""The keys of buttons and links."""

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, screen
from playwright.sync_api import expect

BODY = [
    {"type": "button", "id": "find", "text": "Find", "shortcut": "mod+k"},
    {"type": "button", "id": "next", "text": "Next incident", "shortcut": "n"},
    {"type": "button", "id": "save", "text": "Save", "shortcut": "mod+shift+s"},
    {"type": "button", "id": "add", "text": "Add to the log", "shortcut": "mod+Enter"},
    {"type": "button", "id": "third", "text": "Third", "shortcut": "alt+3"},
    {"type": "button", "id": "off", "text": "Off", "shortcut": "o", "disabled": True},
    {"type": "textArea", "id": "note", "label": "Note", "text": ""},
]


def shown(page, server, *body):
    page.goto("/")
    server.attach(screen(*(body or BODY)))
    page.locator(".button").first.wait_for()


def pressed(server):
    """The element of the person's next act that is a press."""
    while (event := server.act())["name"] != "tap":
        pass
    return event["element"]


def test_a_key_presses_its_button_which_shows_it(page, server):
    shown(page, server)
    for key, element in (("Control+k", "find"), ("n", "next"), ("Control+Shift+S", "save"), ("Control+Enter", "add"), ("Alt+3", "third")):
        page.keyboard.press(key)
        assert pressed(server) == element
    assert page.locator("kbd").all_inner_texts() == ["Ctrl+K", "N", "Ctrl+Shift+S", "Ctrl+↵", "Alt+3", "O"]
    find = page.get_by_role("button", name="Find", exact=True)
    assert find.get_attribute("aria-keyshortcuts") == "Control+k"


def test_other_modifiers_a_held_key_and_a_disabled_button_press_nothing(page, server):
    shown(page, server)
    for key in ("k", "Control+Shift+k", "Control+Alt+k", "Shift+N", "Control+n", "s", "Control+s", "o"):
        page.keyboard.press(key)
    page.keyboard.down("n")
    page.keyboard.down("n")
    page.keyboard.up("n")
    page.keyboard.press("Control+k")
    assert [pressed(server), pressed(server)] == ["next", "find"]


def test_where_one_types_only_keys_with_a_modifier_press(page, server):
    shown(page, server)
    note = page.get_by_label("Note")
    note.press_sequentially("none?")
    assert note.input_value() == "none?"
    page.keyboard.press("Control+Enter")
    assert pressed(server) == "add"
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


@pytest.mark.chromium
def test_what_is_composed_presses_nothing(page, server):
    shown(page, server)
    page.get_by_label("Note").focus()
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    page.keyboard.press("Control+Enter")
    session.send("Input.insertText", {"text": "日"})
    page.keyboard.press("Control+k")
    assert pressed(server) == "find"


def test_what_a_layer_covers_has_no_keys_and_a_question_none_at_all(page, server):
    shown(page, server)
    sheet = {"kind": "screen", "type": "S", "title": "Sheet", "body": [{"type": "button", "id": "b", "text": "Here", "shortcut": "mod+k"}]}
    server.send(patch(2, add("/models/m2", sheet), add("/models/m1/presented", {"as": "sheet", "model": "m2"})))
    page.get_by_role("button", name="Here", exact=True).wait_for()
    page.keyboard.press("n")
    page.keyboard.press("Control+k")
    event = server.act()
    assert (event["model"], event["element"]) == ("m2", "b")
    question = {"as": "alert", "id": "q", "title": "Sure?", "actions": [{"id": "1", "label": "Yes"}]}
    server.send(patch(3, add("/models/m2/presented", question), applied=server.done[-1]))
    page.get_by_role("alertdialog").wait_for()
    page.keyboard.press("Control+k")
    page.keyboard.press("?")
    page.get_by_role("button", name="Yes").click()
    assert server.act()["name"] == "action"


def test_of_two_buttons_with_one_key_the_last_is_pressed_and_the_console_says_so(page, server):
    said = []
    page.on("console", lambda line: said.append(line.text))
    shown(page, server, {"type": "button", "id": "a", "text": "A", "shortcut": "x"}, {"type": "button", "id": "b", "text": "B", "shortcut": "x"})
    page.keyboard.press("x")
    assert pressed(server) == "b"
    assert "2 buttons have the key X; the last of them is pressed." in said
    server.send(patch(2, remove("/models/m1/body/1"), applied=server.done[-1]))
    expect(page.locator(".button")).to_have_count(1)
    page.keyboard.press("x")
    assert pressed(server) == "a"
    server.send(patch(3, replace("/models/m1/body/0/shortcut", "y"), applied=server.done[-1]))
    expect(page.locator("kbd")).to_have_text("Y")
    page.keyboard.press("x")
    page.keyboard.press("y")
    assert pressed(server) == "a"


def test_a_question_mark_lists_the_keys_and_lets_single_ones_be_turned_off(page, server):
    shown(page, server)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    assert keys.locator("dt").all_inner_texts() == ["Find", "Next incident", "Save", "Add to the log", "Third"]
    assert violations(page) == []
    keys.get_by_role("checkbox", name="Keys without Ctrl, ⌘ or Alt").uncheck()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.keyboard.press("n")
    page.keyboard.press("Control+k")
    assert pressed(server) == "find"
    page.keyboard.press("?")
    expect(keys.get_by_role("checkbox")).not_to_be_checked()
