"""Layers of an app's own kind, and what stands in front of every layer."""

import json

from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, texts

WINDOW = {"scene": "main", "root": "m1", "models": {
    "m1": {"kind": "screen", "title": "Home", "body": [{"type": "button", "id": "open", "text": "Open"}]}}}
DRAWER = [add("/models/m2", {"kind": "screen", "title": "Filters", "body": texts("here")}),
          add("/models/m1/presented", {"as": "drawer", "model": "m2"})]


def defining(page, name):
    """The app's own page: it declares a kind of presentation, and connects."""
    script = f"""
        import {{ connect, definePresentation }} from "/client/client.js";
        definePresentation({json.dumps(name)});
        connect();"""
    page.route("**/client/main.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))


def test_a_kind_of_the_apps_own_is_declared_and_drawn_f65(page, server):
    defining(page, "drawer")
    page.goto("/")
    assert server.attach(WINDOW)["capabilities"]["present"] == ["drawer"]
    page.get_by_role("button", name="Open").wait_for()
    server.send(patch(2, *DRAWER))
    page.get_by_role("heading", name="Filters").wait_for()
    drawer = page.locator("dialog.drawer")
    assert drawer.evaluate("node => node.open")
    # What is below is there for nobody.
    page.get_by_role("button", name="Open").wait_for(state="detached")
    page.keyboard.press("Escape")
    assert server.event() == {"model": "m2", "name": "dismiss", "value": {}}
    # Nothing is closed before the server says so.
    assert drawer.evaluate("node => node.open")
    server.send(patch(3, remove("/models/m1/presented"), remove("/models/m2")))
    page.get_by_role("button", name="Open").wait_for()
    drawer.wait_for(state="detached")


LOCK = {"as": "cover", "model": "m9", "dismissible": False}


def test_a_lock_screen_stands_in_front_of_an_open_sheet_and_leaves_it_as_it_is_f126(page, server):
    sheet = {"kind": "screen", "title": "Compose", "body": [
        {"type": "textField", "id": "to", "label": "To", "text": ""}]}
    page.goto("/")
    server.attach({**WINDOW, "models": {
        "m1": {**WINDOW["models"]["m1"], "presented": {"as": "sheet", "model": "m2"}}, "m2": sheet}})
    page.get_by_label("To").fill("ada")
    assert server.event()["name"] in ("focus", "input")
    server.send(patch(2, add("/models/m9", {"kind": "screen", "title": "Locked", "body": [
        {"type": "button", "id": "unlock", "text": "Let me in!"}]}),
        {**add("/models/m2/presented", LOCK), "animation": {"name": "none"}}))
    page.get_by_role("button", name="Let me in!").wait_for()
    page.get_by_role("textbox", name="To").wait_for(state="detached")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Let me in!").click()
    # Escape has asked for nothing: nobody can close a lock.
    names = []
    while "tap" not in names:
        names.append(server.event()["name"])
    assert "dismiss" not in names
    server.send(patch(3, {**remove("/models/m2/presented"), "animation": {"name": "none"}}, remove("/models/m9")))
    page.get_by_role("textbox", name="To").wait_for()
    assert page.get_by_label("To").input_value() == "ada"
    assert page.locator("dialog.sheet").evaluate("node => node.open")
