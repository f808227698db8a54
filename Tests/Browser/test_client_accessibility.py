"""axe finds no violations on any kind of screen, light or dark."""

import pytest
from axe import violations, violations_in_light_and_dark
from client_page import *  # noqa: F403 (fixtures)
from client_page import patch, screen, texts

OPTIONS = [{"id": "a", "text": "Light"}, {"id": "b", "text": "Dark"}]
CONTROLS = [
    {"type": "list", "id": "l", "children": [
        {"type": "section", "header": "Account", "footer": "Saved at once.", "children": [
            {"type": "textField", "id": "f", "label": "Name", "text": "Ada", "placeholder": "required"},
            {"type": "secureField", "id": "p", "label": "Password"},
            {"type": "toggle", "id": "t", "label": "Sound", "value": True},
            {"type": "slider", "id": "s", "label": "Volume", "value": 4, "min": 0, "max": 9},
            {"type": "stepper", "id": "st", "label": "Guests", "value": 4},
            {"type": "picker", "id": "pi", "label": "Theme", "value": "a", "options": OPTIONS}]},
        {"type": "section", "children": [
            {"type": "navigationLink", "id": "n", "text": "Inbox", "symbol": "envelope"},
            {"type": "button", "id": "d", "text": "Delete", "role": "destructive", "contextMenu": texts("x")}]}]},
    {"type": "picker", "id": "p2", "label": "Span", "as": "segmented", "value": "a", "options": OPTIONS},
    {"type": "picker", "id": "p3", "label": "Span", "as": "radio", "value": "a", "options": OPTIONS},
    {"type": "form", "id": "fo", "children": [{"type": "textArea", "id": "ta", "label": "Text", "text": ""}]},
    {"type": "hstack", "label": "Actions", "children": [
        {"type": "button", "id": "b1", "text": "Go", "style": "prominent"},
        {"type": "button", "id": "b2", "text": "Later", "style": "bordered"},
        {"type": "button", "id": "b3", "symbol": "plus", "label": "Add"},
        {"type": "menu", "id": "me", "text": "More", "children": []}]},
    {"type": "text", "text": "Title", "style": "title"}, {"type": "text", "text": "Quiet", "style": "secondary caption"},
    {"type": "time", "as": "relative", "text": "2026-11-21T22:26:40Z"},
    {"type": "text", "text": "Danger", "style": "danger"}, {"type": "link", "text": "A link", "url": "/x"},
    {"type": "progress", "label": "Loading", "value": 1, "total": 3}, {"type": "image", "symbol": "star", "label": "Star"},
    {"type": "scroll", "children": texts("scrolls")}, {"type": "divider"}, {"type": "hologram"}]


def window(presented=None):
    document = {"scene": "main", "title": "Everything", "root": "m1", "models": {
        "m1": {"kind": "tabs", "selected": "a", "tabs": [
            {"id": "a", "title": "Mail", "icon": "envelope", "model": "m2"}, {"id": "b", "title": "More", "model": "m5"}]},
        "m2": {"kind": "stack", "path": [{"model": "m3"}, {"model": "m4"}]},
        "m3": {"kind": "screen", "title": "Below", "body": []},
        "m4": {"kind": "screen", "title": "Everything", "body": CONTROLS,
               "toolbar": [{"type": "button", "id": "new", "text": "New", "style": "plain"}]},
        "m5": {"kind": "screen", "title": "More", "body": CONTROLS}, "m6": {"kind": "screen", "title": "Sheet", "body": CONTROLS}}}
    if presented:
        document["models"]["m1"]["presented"] = presented
    return document


DOCUMENTS = {
    "controls": window(),
    "a sheet": window({"as": "sheet", "model": "m6", "detents": ["medium", "large"]}),
    "an alert": window({"as": "alert", "title": "Delete?", "message": "All.", "actions": [
        {"id": "0", "label": "Delete", "role": "destructive"}, {"id": "1", "label": "Cancel", "role": "cancel"}]}),
}


@pytest.mark.parametrize("what", DOCUMENTS)
def test_axe_finds_nothing(page, server, what):
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    server.attach(DOCUMENTS[what])
    page.get_by_role("tab", name="Mail", include_hidden=True).wait_for(state="attached")
    assert violations_in_light_and_dark(page) == []


def test_axe_finds_nothing_in_what_the_client_says(page, server):
    page.goto("/")
    server.attach(screen(*texts("x")))
    server.send({"rejected": {"event": 1, "code": "failed", "message": "It did not work."}, "applied": 1})
    page.get_by_text("It did not work.").wait_for()
    assert violations(page) == []
    server.socket.close(code=4503, reason="replaced")
    page.get_by_role("button", name="Use it here").wait_for()
    assert violations(page) == []


def test_a_screen_without_a_title_is_headed_by_the_title_of_its_window(page, server):
    page.goto("/")
    server.attach({"scene": "main", "title": "Window", "root": "m1", "models": {
        "m1": {"kind": "stack", "path": [{"model": "m2"}]},
        "m2": {"kind": "screen", "title": "First", "body": texts("x")}}})
    page.get_by_role("heading", name="First").wait_for()
    server.send(patch(
        2,
        {"op": "add", "path": "/models/m3", "value": {"kind": "screen", "body": texts("second")}},
        {"op": "add", "path": "/models/m1/path/1", "value": {"model": "m3"}}))
    page.get_by_text("second").wait_for()
    assert violations(page) == []
    assert page.evaluate("[document.activeElement.tagName, document.activeElement.textContent]") == ["H1", "Window"]


@pytest.mark.chromium
def test_a_switch_that_is_off_is_seen_in_forced_colours(page, server):
    page.emulate_media(forced_colors="active")
    page.goto("/")
    server.attach(screen({"type": "toggle", "id": "t", "label": "Sound", "value": False}))
    style = "([name, pseudo]) => getComputedStyle(document.querySelector('[role=switch]'), pseudo)[name]"
    page.get_by_role("switch").wait_for()
    ground = page.evaluate(style, ["backgroundColor", None])
    assert page.evaluate(style, ["borderTopWidth", None]) == "1px"
    assert page.evaluate(style, ["backgroundColor", "::before"]) != ground
