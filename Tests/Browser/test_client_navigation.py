"""Containers, layers, focus and the browser's own history."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import ENTRY, add, patch, remove, replace, texts


def window(**members):
    """Two tabs, the first a stack of one screen."""
    return {"scene": "main", "title": "Inbox", "root": "m1", "url": "/mail", "models": {
        "m1": {"kind": "tabs", "selected": "mail", "tabs": [
            {"id": "mail", "title": "Mail", "icon": "envelope", "model": "m2"},
            {"id": "more", "title": "More", "model": "m7"}], **members},
        "m2": {"kind": "stack", "path": [{"model": "m3"}]},
        "m3": {"kind": "screen", "title": "Inbox", "body": [
            {"type": "navigationLink", "id": "open", "text": "Open"}, *texts(*["line"] * 80)]},
        "m5": {"kind": "screen", "title": "Compose", "body": [
            {"type": "textField", "id": "to", "label": "To", "text": ""}]},
        "m7": {"kind": "screen", "title": "More", "body": [{"type": "button", "id": "b", "text": "Button"}]}}}


PUSH = [add("/models/m4", {"kind": "screen", "title": "Message", "body": texts("Hello")}),
        add("/models/m2/path/1", {"model": "m4"}), replace("/title", "Message"), replace("/url", "/mail/4")]
POP = [remove("/models/m2/path/1"), remove("/models/m4"), replace("/title", "Inbox"), replace("/url", "/mail")]
SHEET = {"as": "sheet", "model": "m5"}
ALERT = {"as": "alert", "id": "q1", "title": "Delete?", "message": "All of it.", "actions": [
    {"id": "0", "label": "Delete", "role": "destructive"}, {"id": "1", "label": "Cancel", "role": "cancel"}]}


def shown(page, server, **members):
    page.goto("/")
    server.attach(window(**members))
    page.get_by_role("heading", name="Inbox").wait_for(state="attached")


def focused(page):
    return page.evaluate("document.activeElement.textContent || document.activeElement.localName")


def test_a_pushed_screen_takes_the_focus_and_the_one_below_keeps_its_scroll(page, server):
    shown(page, server)
    page.locator(".screen").first.evaluate("node => { node.scrollTop = 300; }")
    page.get_by_role("button", name="Open").evaluate("node => node.focus({preventScroll: true})")
    server.send(patch(2, *PUSH))
    page.get_by_role("heading", name="Message").wait_for()
    assert focused(page) == "Message"
    # Covered contents are hidden from everyone.
    page.get_by_role("heading", name="Inbox").wait_for(state="detached")
    assert page.title() == "Message"
    page.get_by_role("button", name="Back").click()
    assert server.event() == {"model": "m2", "name": "back", "value": {"depth": 0}}
    server.send(patch(3, *POP))
    page.get_by_role("heading", name="Inbox").wait_for()
    assert focused(page) == "Open"
    assert page.locator(".screen").first.evaluate("node => node.scrollTop") == 300


@pytest.mark.usefixtures("entries")
def test_the_browsers_back_asks_the_server_and_the_address_follows(page, server):
    shown(page, server)
    server.send(patch(2, *PUSH))
    page.get_by_role("heading", name="Message").wait_for()
    assert page.evaluate("location.pathname") == "/mail/4"
    page.evaluate("history.back()")
    assert server.event() == {"model": "m2", "name": "back", "value": {"depth": 0}}
    assert page.get_by_role("heading", name="Message").is_visible()
    server.send(patch(3, *POP))
    page.get_by_role("heading", name="Inbox").wait_for()
    assert page.evaluate(f"[location.pathname, {ENTRY}.depth]") == ["/mail", 0]


def test_tabs_are_walked_with_arrow_keys_and_keep_what_is_in_them(page, server):
    shown(page, server)
    page.locator(".screen").first.evaluate("node => { node.scrollTop = 200; }")
    page.get_by_role("tab", name="Mail").focus()
    page.keyboard.press("ArrowRight")
    assert server.event() == {"model": "m1", "name": "selectTab", "value": {"id": "more"}}
    server.send(patch(2, replace("/models/m1/selected", "more"), replace("/title", "More")))
    page.get_by_role("heading", name="More").wait_for()
    assert focused(page) == "More"
    assert page.get_by_role("tab", name="More").get_attribute("aria-selected") == "true"
    assert page.get_by_role("tabpanel").count() == 1
    server.send(patch(3, replace("/models/m1/selected", "mail")))
    page.get_by_role("heading", name="Inbox").wait_for()
    assert page.locator(".screen").first.evaluate("node => node.scrollTop") == 200


def test_a_sheet_asks_before_it_closes(page, server):
    shown(page, server)
    page.get_by_role("button", name="Open").focus()
    server.send(patch(2, add("/models/m1/presented", SHEET)))
    dialog = page.get_by_role("dialog", name="Compose")
    dialog.wait_for()
    assert focused(page) == "Compose"
    for _ in range(3):
        page.keyboard.press("Escape")
        assert server.event() == {"model": "m5", "name": "dismiss", "value": {}}
        assert dialog.is_visible()
    dialog.get_by_role("button", name="Close").click()
    assert server.event() == {"model": "m5", "name": "dismiss", "value": {}}
    page.mouse.click(5, 5)
    assert server.event() == {"model": "m5", "name": "dismiss", "value": {}}
    server.send(patch(3, remove("/models/m1/presented"), remove("/models/m5")))
    dialog.wait_for(state="detached")
    assert focused(page) == "Open"


def test_a_layer_that_may_not_be_dismissed_stays_silent(page, server):
    shown(page, server, presented={**SHEET, "dismissible": False})
    page.get_by_role("dialog").wait_for()
    page.evaluate("addEventListener('close', () => document.title = 'closed', true)")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.mouse.click(5, 5)
    page.get_by_label("To").fill("x")
    assert page.title() != "closed"
    assert server.event()["name"] == "input"
    assert page.get_by_role("button", name="Close").count() == 0


def test_a_screens_own_way_to_close_takes_the_place_of_the_clients(page, server):
    shown(page, server)
    document = window(presented=SHEET)
    document["models"]["m5"]["toolbar"] = [{"type": "button", "id": "x", "text": "Done", "symbol": "xmark"}]
    server.send({"state": document, "rev": 2, "applied": 0})
    page.get_by_role("dialog").get_by_role("button", name="Done").wait_for()
    assert page.get_by_role("button", name="Close").count() == 0
    server.send(patch(3, remove("/models/m5/toolbar")))
    page.get_by_role("dialog").get_by_role("button", name="Close").wait_for()


def test_an_alert_sends_its_actions_as_its_presenter(page, server):
    shown(page, server, presented=ALERT)
    alert = page.get_by_role("alertdialog", name="Delete?")
    alert.wait_for()
    assert focused(page) == "Cancel"
    page.keyboard.press("Escape")
    assert server.event() == {"model": "m1", "name": "dismiss", "value": {"id": "q1"}}
    page.get_by_role("button", name="Delete").click()
    assert server.event() == {"model": "m1", "name": "action", "value": {"id": "0"}}


def test_layers_open_above_each_other_also_after_a_reload(page, server):
    document = window(presented=SHEET)
    document["models"]["m5"]["presented"] = ALERT
    page.goto("/")
    server.attach(document)
    page.get_by_role("alertdialog").wait_for()
    page.get_by_role("button", name="Cancel").click()
    assert server.event() == {"model": "m5", "name": "action", "value": {"id": "1"}}
    server.send(patch(2, remove("/models/m1/presented"), remove("/models/m5")))
    page.get_by_role("alertdialog").wait_for(state="detached")
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_role("button", name="Open").click()
    assert server.event() == {"model": "m3", "element": "open", "name": "tap"}


@pytest.mark.usefixtures("entries")
def test_back_dismisses_a_sheet(page, server):
    shown(page, server)
    server.send(patch(2, add("/models/m1/presented", SHEET)))
    page.get_by_role("dialog").wait_for()
    page.evaluate("history.back()")
    assert server.event() == {"model": "m5", "name": "dismiss", "value": {}}
    [asked] = server.done
    server.send({"rejected": {"event": asked, "code": "notExecutable", "message": "locked"}, "applied": asked})
    page.wait_for_function(f"() => {ENTRY}.depth === 1")


def test_a_popover_stands_beside_its_source(page, server):
    shown(page, server)
    server.send(patch(2, add("/models/m3/presented", {"as": "popover", "model": "m5", "source": "open"})))
    page.get_by_role("dialog").wait_for()
    source, popover = (page.locator(where).bounding_box() for where in ("[data-element=open]", "dialog.popover"))
    assert abs(popover["y"] - source["y"] - source["height"] - 4) < 30
    assert abs(popover["x"] - source["x"]) < 2


def test_a_popover_is_a_sheet_at_the_bottom_of_a_narrow_page(page, server):
    page.set_viewport_size({"width": 390, "height": 800})
    shown(page, server)
    server.send(patch(2, add("/models/m3/presented", {"as": "popover", "model": "m5", "source": "open"})))
    page.get_by_role("dialog").wait_for()
    page.wait_for_function("""() => {
        const { left, width, bottom } = document.querySelector('dialog.popover').getBoundingClientRect();
        return left === 0 && width === 390 && Math.round(bottom) === 800;
    }""")


FROM_THE_RIGHT = "document.addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; })"


def test_from_right_to_left_the_next_tab_is_to_the_left(page, server):
    page.add_init_script(FROM_THE_RIGHT)
    shown(page, server)
    page.get_by_role("tab", name="Mail").focus()
    page.keyboard.press("ArrowLeft")
    assert server.event() == {"model": "m1", "name": "selectTab", "value": {"id": "more"}}
    assert focused(page) == "More"


def test_from_right_to_left_a_window_is_mirrored(page, server):
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(FROM_THE_RIGHT)
    document = window(presented=SHEET)
    document["models"]["m4"] = {"kind": "screen", "title": "Message", "body": [
        {"type": "toggle", "id": "t", "label": "Sound", "value": True}]}
    document["models"]["m2"]["path"].append({"model": "m4"})
    page.goto("/")
    server.attach(document)
    page.get_by_role("dialog").wait_for()
    places = [page.locator(where).bounding_box()["x"] for where in (".back:visible", "[data-model=m4] h1", "dialog .dismiss", "dialog h1")]
    assert places[0] > places[1] and places[2] < places[3]


def test_a_focused_field_of_a_new_screen_wins_over_its_heading(page, server):
    shown(page, server)
    field = {"type": "textField", "id": "f", "label": "Subject", "text": "", "focused": True}
    server.send(patch(2, add("/models/m4", {"kind": "screen", "title": "Message", "body": [field]}),
                      add("/models/m2/path/1", {"model": "m4"})))
    page.get_by_label("Subject").wait_for()
    assert focused(page) == "input"


def test_the_first_screen_leaves_the_focus_alone(page, server):
    shown(page, server)
    assert page.evaluate("document.activeElement === document.body")


def test_a_link_inside_a_text_asks_the_window_as_any_link_does(page, server):
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": {"m1": {"kind": "screen", "title": "Inbox", "body": [
        {"type": "text", "text": ["See ", {"text": "order 5", "url": "/orders/5"}, "."]}]}}})
    page.get_by_role("link", name="order 5").click()
    assert server.event() == {"model": "m1", "name": "openURL", "value": {"url": "/orders/5"}}
