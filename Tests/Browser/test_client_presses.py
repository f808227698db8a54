"""The second half of a double click, and a key that is held down, press nothing that has just come."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, replace, screen
from playwright.sync_api import expect


@pytest.fixture
def still(page):
    page.emulate_media(reduced_motion="reduce")
    return page


def double_click(page, box, between):
    """Two clicks of one double click, and what happens in between."""
    x, y = box["x"] + 20, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    between()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


# Playwright's Firefox clicks twice, and never doubly.
DOUBLE = pytest.mark.chromium


def stack(*pages):
    models = {"m1": {"kind": "stack", "path": [{"model": f"m{at + 2}"} for at in range(len(pages))]}}
    for at, (title, element) in enumerate(pages):
        models[f"m{at + 2}"] = {"kind": "screen", "title": title, "body": [element]}
    return {"scene": "main", "root": "m1", "models": models}


LIST = {"type": "button", "id": "go", "text": "Open"}
DELETE = {"type": "button", "id": "go", "text": "Delete"}


@DOUBLE
def test_what_has_come_under_the_pointer_is_not_pressed(still, server):
    still.goto("/")
    server.attach(stack(("List", LIST)))
    box = still.get_by_role("button", name="Open").bounding_box()

    def push():
        event = server.act()
        assert event["model"] == "m2"
        server.send(patch(2, add("/models/m3", {"kind": "screen", "title": "Item", "body": [DELETE]}),
                          add("/models/m1/path/1", {"model": "m3"}), applied=event["id"]))
        still.get_by_role("button", name="Delete").wait_for()

    double_click(still, box, push)
    # A click of its own does press it.
    still.get_by_role("button", name="Delete").click()
    assert (server.act()["model"], len(server.done)) == ("m3", 2)


@DOUBLE
def test_what_has_just_opened_is_not_closed(still, server):
    still.goto("/")
    server.attach(screen({"type": "button", "id": "go", "text": "Open"}, {"type": "button", "id": "ask", "text": "Ask"}))
    box = still.get_by_role("button", name="Open").bounding_box()

    def present():
        event = server.act()
        server.send(patch(2, add("/models/m2", {"kind": "screen", "title": "Sheet", "body": []}),
                          add("/models/m1/presented", {"as": "sheet", "model": "m2", "detents": ["30%"]}), applied=event["id"]))
        still.get_by_role("dialog", name="Sheet").wait_for()

    double_click(still, box, present)
    still.evaluate("document.querySelector('[data-element=ask]').click()")
    assert server.act()["element"] == "ask"


def test_a_button_that_stays_takes_both_clicks(still, server):
    still.goto("/")
    server.attach(screen({"type": "button", "id": "more", "text": "More"}, {"type": "text", "text": "0"}))
    box = still.get_by_role("button", name="More").bounding_box()

    def count():
        event = server.act()
        server.send(patch(2, replace("/models/m1/body/1/text", "1"), applied=event["id"]))
        still.get_by_text("1", exact=True).wait_for()

    double_click(still, box, count)
    assert server.act()["element"] == "more"


def test_a_label_that_is_clicked_twice_switches_twice(still, server):
    still.goto("/")
    server.attach(screen({"type": "toggle", "id": "t", "label": "Lights", "value": False}))
    still.get_by_text("Lights").dblclick()
    assert [server.act()["value"], server.act()["value"]] == [True, False]


def test_a_key_that_is_held_down_does_not_press_what_has_got_the_focus(still, server):
    still.goto("/")
    server.attach(screen({"type": "button", "id": "go", "text": "Erase"}, {"type": "button", "id": "ask", "text": "Ask"}))
    still.get_by_role("button", name="Erase").focus()
    still.keyboard.down("Enter")
    event = server.act()
    server.send(patch(2, add("/models/m1/presented", {
        "as": "alert", "id": "q", "title": "Sure?", "actions": [{"id": "no", "label": "No", "role": "cancel"}]}), applied=event["id"]))
    still.get_by_role("alertdialog").wait_for()
    expect(still.get_by_role("button", name="No")).to_be_focused()
    still.keyboard.down("Enter")
    still.keyboard.up("Enter")
    still.evaluate("document.querySelector('[data-element=ask]').click()")
    assert server.act()["element"] == "ask"
