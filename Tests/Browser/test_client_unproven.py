"""Between a reconnection and the server's answer about the window, a press can't go to the wrong place."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import screen

BODY = [{"type": "button", "id": "go", "text": "Go"}, {"type": "textField", "id": "name", "label": "Name", "text": ""}]
ATTACHED = {"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": "e-1", "rev": 1, "applied": 0, "resumed": True}}
INERT = "() => !!document.querySelector('[data-element=go]').closest('[inert]')"


def shown(page, server):
    page.goto("/")
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()


def cut(page, server):
    server.send({"closing": {"code": 1012, "message": "Restarting", "retryAfter": 60_000}})
    server.socket.close(code=1012, reason="restarting")
    page.get_by_role("region", name="Notices").get_by_text("Reconnecting…").wait_for()


def comes_back(page, server):
    """The connection is restored, and the server has not answered yet."""
    page.evaluate("dispatchEvent(new Event('online'))")
    server.next("attach")


def test_what_is_pressed_while_the_position_is_unproven_does_nothing(page, server):
    shown(page, server)
    place = page.get_by_role("button", name="Go").bounding_box()
    cut(page, server)
    comes_back(page, server)
    page.wait_for_function(INERT)
    # Clicked by a script, as by a key on the focused element, or by a finger.
    page.locator("[data-element=go]").evaluate("node => node.click()")
    page.mouse.click(place["x"] + 5, place["y"] + 5)
    server.send(ATTACHED)
    page.wait_for_function(INERT.replace("!!", "!"))
    page.get_by_role("button", name="Go").click()
    # Ids have no gaps, so this is the first event.
    while (event := server.next("event"))["name"] != "tap":
        assert event["name"] in ("appeared", "focus", "blur")
    assert server.done == [event["id"]]


def test_a_field_keeps_focus_caret_and_every_character_while_the_position_is_unproven(page, server):
    shown(page, server)
    field = page.get_by_label("Name")
    field.focus()
    cut(page, server)
    page.keyboard.type("ad")
    page.keyboard.press("ArrowLeft")
    comes_back(page, server)
    page.wait_for_function(INERT)
    page.keyboard.type("b")
    server.send(ATTACHED)
    page.wait_for_function(INERT.replace("!!", "!"))
    page.keyboard.type("c")
    assert field.evaluate("node => [node.value, node.selectionStart, node === document.activeElement]") == ["abcd", 3, True]
    value = ""
    while value != "abcd":
        event = server.next("event")
        if event["name"] == "input":
            value = event["value"]
        server.send({"patch": [], "rev": 1, "base": 1, "applied": event["id"]})


@pytest.mark.chromium
def test_a_word_is_composed_on_while_the_position_is_unproven(context, page, server):
    shown(page, server)
    field = page.get_by_label("Name")
    field.focus()
    keyboard = context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    cut(page, server)
    comes_back(page, server)
    page.wait_for_function(INERT)
    keyboard.send("Input.imeSetComposition", {"text": "にほ", "selectionStart": 2, "selectionEnd": 2})
    server.send(ATTACHED)
    page.wait_for_function(INERT.replace("!!", "!"))
    keyboard.send("Input.insertText", {"text": "日本"})
    rev = 1
    while (event := server.act()).get("value") != "日本":
        assert event["name"] in ("focus", "input")
        server.send({"patch": [], "rev": rev, "base": rev, "applied": event["id"]})
    assert field.input_value() == "日本"


def test_a_file_that_arrives_while_the_position_is_unproven_is_told(page, server):
    uploads = []
    page.route("**/upload/**", lambda route: uploads.append(route))
    page.goto("/")
    server.attach(screen(*BODY, {"type": "fileField", "id": "file", "label": "File", "ticket": "t"}))
    with page.expect_request("**/upload/**"):
        page.get_by_label("File", exact=True).set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"})
    cut(page, server)
    comes_back(page, server)
    page.wait_for_function(INERT)
    uploads[0].fulfill(status=201, body='{"id": "f-1"}')
    page.locator(".files li").wait_for(state="detached")
    server.send(ATTACHED)
    assert server.event() == {"model": "m1", "element": "file", "name": "files", "value": [{"id": "f-1"}]}


EDITOR = """import('/client/client.js').then(({ defineElement }) => defineElement('editor', (host, emit) => {
    const area = document.createElement('textarea');
    area.ariaLabel = 'Editor';
    area.oninput = () => emit('edited', area.value);
    host.append(area);
    return () => {};
}))"""


def test_what_is_typed_in_an_apps_own_element_while_the_position_is_unproven_is_told(page, server):
    page.goto("/")
    page.evaluate(EDITOR)
    server.attach(screen(*BODY, {"type": "component", "id": "e", "component": "editor"}))
    page.get_by_label("Editor").focus()
    cut(page, server)
    comes_back(page, server)
    page.wait_for_function(INERT)
    page.keyboard.type("ab")
    server.send(ATTACHED)
    assert [event["value"] for event in server.events(2)] == ["a", "ab"]


def test_a_connection_that_is_lost_once_more_lets_a_person_go_on(page, server):
    shown(page, server)
    cut(page, server)
    comes_back(page, server)
    page.wait_for_function(INERT)
    # The page must not reconnect by itself during the test.
    server.send({"closing": {"code": 1012, "message": "Restarting", "retryAfter": 60_000}})
    server.socket.close(code=1012, reason="restarting")
    page.wait_for_function(INERT.replace("!!", "!"))
    page.get_by_role("button", name="Go").click()
    page.get_by_text("1 unsent change").wait_for()


# However slow the machine is, the quarter of a second is not over.
PATIENT = "{ const later = setTimeout; globalThis.setTimeout = (work, wait) => later(work, wait === 250 ? 3_600_000 : wait); }"


def test_a_good_network_makes_nothing_inert(page, server):
    page.add_init_script(PATIENT)
    shown(page, server)
    cut(page, server)
    page.evaluate("""() => {
        globalThis.changes = [];
        new MutationObserver((all) => changes.push(...all.map(({ attributeName }) => attributeName)))
          .observe(document.querySelector(".stage"), { subtree: true, attributes: true });
    }""")
    comes_back(page, server)
    server.send(ATTACHED)
    page.get_by_role("region", name="Notices").get_by_text("Reconnecting…").wait_for(state="detached")
    assert page.evaluate("changes") == []
