"""One key, one press, one drag and one step back close one layer, from the top."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, screen
from playwright.sync_api import expect

NAMES = ["First", "Second", "Third"]


def stacked(count, question=False):
    """A window with so many sheets, one above the other, and perhaps a question above all."""
    models = {"m1": {"kind": "screen", "title": "Base", "body": []}}
    for at in range(count):
        models[f"m{at + 1}"]["presented"] = {"as": "sheet", "model": f"m{at + 2}"}
        models[f"m{at + 2}"] = {"kind": "screen", "title": NAMES[at], "body": [{"type": "textField", "id": "f", "label": NAMES[at], "text": ""}]}
    if question:
        models[f"m{count + 1}"]["presented"] = {
            "as": "alert", "id": "q1", "title": "Sure?", "actions": [{"id": "no", "label": "No", "role": "cancel"}]}
    return {"scene": "main", "title": "Base", "root": "m1", "models": models}


def closed(server, rev, depth, event):
    """Closes the sheet at this depth."""
    server.send(patch(rev, remove(f"/models/m{depth}/presented"), *([remove(f"/models/m{depth + 1}")] if depth else []), applied=event))


def dismissal(server):
    event = server.act()
    assert event["name"] == "dismiss", event
    return event


def nothing_else(page, server, rev):
    """Another change arrives, and nobody has been asked for anything until then."""
    server.send(patch(rev, add("/models/m1/body/0", {"type": "button", "id": "ask", "text": "Ask"})))
    page.locator("[data-element=ask]").wait_for(state="attached")
    page.evaluate("document.querySelector('[data-element=ask]').click()")
    assert server.act()["name"] == "tap"


@pytest.fixture
def restored(page, server):
    """Three sheets that no click has opened, as after a reload."""
    page.goto("/")
    server.attach(stacked(3))
    page.get_by_role("dialog", name="Third").wait_for()
    return page


def test_one_escape_closes_one_layer_of_those_that_no_click_has_opened(restored, server):
    for rev, depth in enumerate([3, 2, 1], start=2):
        restored.keyboard.press("Escape")
        event = dismissal(server)
        assert event["model"] == f"m{depth + 1}"
        closed(server, rev, depth, event["id"])
        expect(restored.get_by_role("dialog", name=NAMES[depth - 1])).to_have_count(0)
    nothing_else(restored, server, 5)


def test_a_layer_that_was_closed_by_no_one_stays_open(restored, server):
    restored.keyboard.press("Escape")
    event = dismissal(server)
    server.send({"rejected": {"event": event["id"], "code": "notExecutable", "message": "Save first"}, "applied": event["id"]})
    restored.get_by_text("Save first").wait_for()
    assert restored.locator("dialog[open]").count() == 3


def test_two_escapes_before_an_answer_close_two_from_the_top(restored, server):
    restored.keyboard.press("Escape")
    restored.keyboard.press("Escape")
    event = dismissal(server)
    assert event["model"] == "m4"
    # The one below is not asked for until the server has closed the one above.
    closed(server, 2, 3, event["id"])
    event = dismissal(server)
    assert event["model"] == "m3"
    closed(server, 3, 2, event["id"])
    expect(restored.locator("dialog[open]")).to_have_count(1)
    nothing_else(restored, server, 4)


def test_a_layer_that_stays_open_keeps_the_one_below(restored, server):
    restored.keyboard.press("Escape")
    restored.keyboard.press("Escape")
    event = dismissal(server)
    server.send({"rejected": {"event": event["id"], "code": "notExecutable", "message": "Save first"}, "applied": event["id"]})
    restored.get_by_text("Save first").wait_for()
    nothing_else(restored, server, 2)
    assert restored.locator("dialog[open]").count() == 3


def test_a_question_that_an_escape_brings_is_not_answered_by_the_next(restored, server):
    restored.keyboard.press("Escape")
    restored.keyboard.press("Escape")
    event = dismissal(server)
    server.send(patch(2, add("/models/m4/presented", {"as": "alert", "id": "q1", "title": "Discard?", "actions": []}), applied=event["id"]))
    restored.get_by_role("alertdialog", name="Discard?").wait_for()
    nothing_else(restored, server, 3)


def test_of_a_question_above_a_sheet_the_question_is_closed_first(page, server):
    page.goto("/")
    server.attach(stacked(1, question=True))
    page.get_by_role("alertdialog", name="Sure?").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    event = dismissal(server)
    assert (event["model"], event["value"]) == ("m2", {"id": "q1"})
    server.send(patch(2, remove("/models/m2/presented"), applied=event["id"]))
    event = dismissal(server)
    assert (event["model"], event["value"]) == ("m2", {})


def test_a_sheet_by_a_click_and_two_from_elsewhere_close_one_by_one(page, server):
    page.goto("/")
    server.attach(screen({"type": "button", "id": "b", "text": "Open"}))
    page.get_by_role("button", name="Open").click()
    tap = server.act()
    sheets = stacked(3)["models"]
    server.send(patch(2, *[add(f"/models/{id}", sheets[id]) for id in ("m4", "m3")], add("/models/m2", {**sheets["m2"], "presented": sheets["m2"]["presented"]}),
                      add("/models/m1/presented", {"as": "sheet", "model": "m2"}), applied=tap["id"]))
    page.get_by_role("dialog", name="Third").wait_for()
    page.keyboard.press("Escape")
    event = dismissal(server)
    assert event["model"] == "m4"
    closed(server, 3, 3, event["id"])
    expect(page.locator("dialog[open]")).to_have_count(2)
    nothing_else(page, server, 4)


def test_a_key_that_is_held_down_closes_one_layer(restored, server):
    restored.keyboard.down("Escape")
    restored.keyboard.down("Escape")
    restored.keyboard.up("Escape")
    event = dismissal(server)
    closed(server, 2, 3, event["id"])
    expect(restored.locator("dialog[open]")).to_have_count(2)
    nothing_else(restored, server, 3)


def test_escape_closes_an_open_menu_and_not_the_sheet_below(page, server):
    models = stacked(1)["models"]
    models["m2"]["body"].append({"type": "menu", "id": "menu", "text": "More", "children": [{"type": "button", "id": "x", "text": "Item"}]})
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": models})
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Item").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Item")).to_have_count(0)
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    assert dismissal(server)["model"] == "m2"


def test_escape_closes_a_dialog_of_the_apps_own_and_not_the_sheet_below(page, server):
    server.files["/client/main.js"] = """
        import("./client.js").then(({ connect, defineElement }) => {
          defineElement("chooser", (host) => {
            const dialog = document.createElement("dialog");
            const open = Object.assign(document.createElement("button"), { textContent: "Choose", onclick: () => dialog.showModal() });
            dialog.append(Object.assign(document.createElement("button"), { textContent: "One" }));
            host.append(open, dialog);
            return () => {};
          });
          connect();
        });
    """
    models = stacked(1)["models"]
    models["m2"]["body"].append({"type": "component", "id": "c", "component": "chooser"})
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": models})
    page.get_by_role("button", name="Choose").click()
    expect(page.get_by_role("button", name="One")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="One")).to_have_count(0)
    nothing_else(page, server, 2)
    page.keyboard.press("Escape")
    assert dismissal(server)["model"] == "m2"


# Firefox's list takes a person's keys itself, but a test's go to the page.
@pytest.mark.chromium
def test_escape_in_an_open_list_of_options_closes_only_the_list(page, server):
    models = stacked(1)["models"]
    models["m2"]["body"].append({"type": "picker", "id": "p", "label": "Size", "as": "menu", "value": "s", "options": [{"id": "s", "text": "S"}, {"id": "l", "text": "L"}]})
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": models})
    page.get_by_role("combobox").click()
    page.keyboard.press("Escape")
    nothing_else(page, server, 2)


def test_two_presses_beside_close_two(restored, server):
    restored.mouse.click(5, 5)
    restored.mouse.click(50, 600)
    event = dismissal(server)
    assert event["model"] == "m4"
    closed(server, 2, 3, event["id"])
    assert dismissal(server)["model"] == "m3"


def test_two_steps_back_close_two(page, server, entries):
    page.goto("/")
    server.attach(stacked(3))
    page.get_by_role("dialog", name="Third").wait_for()
    page.wait_for_function("() => history.length >= 4")
    page.evaluate("history.back()")
    event = dismissal(server)
    assert event["model"] == "m4"
    page.evaluate("new Promise((moved) => { addEventListener('popstate', moved, { once: true }); history.back(); })")
    closed(server, 2, 3, event["id"])
    event = dismissal(server)
    assert event["model"] == "m3"
    closed(server, 3, 2, event["id"])
    expect(page.locator("dialog[open]")).to_have_count(1)


def test_back_closes_a_question_first(page, server, entries):
    page.goto("/")
    server.attach(stacked(1, question=True))
    page.get_by_role("alertdialog", name="Sure?").wait_for()
    page.wait_for_function("() => history.length >= 3")
    page.evaluate("history.back()")
    assert dismissal(server)["value"] == {"id": "q1"}


def test_a_layer_that_may_not_be_dismissed_keeps_what_is_below(page, server):
    document = stacked(2)
    document["models"]["m2"]["presented"]["dismissible"] = False
    page.goto("/")
    server.attach(document)
    page.get_by_role("dialog", name="Second").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    nothing_else(page, server, 2)
    assert page.locator("dialog[open]").count() == 2
