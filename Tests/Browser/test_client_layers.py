"""An app's own layers and containers, and the elements in front of every layer."""

from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, texts

WINDOW = {"scene": "main", "root": "m1", "models": {
    "m1": {"kind": "screen", "title": "Home", "body": [{"type": "button", "id": "open", "text": "Open"}]}}}
DRAWER = [add("/models/m2", {"kind": "screen", "title": "Filters", "body": texts("here")}),
          add("/models/m1/presented", {"as": "drawer", "model": "m2"})]


def defining(page, script):
    """The app's own page, which declares the app's kinds and connects."""
    script = f"""
        import("/client/client.js").then(({{ connect, defineElement, definePresentation }}) => {{
            {script}
            connect();
        }});"""
    page.route("**/client/main.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))


def takes_focus(element):
    """No one can reach the contents below an open layer."""
    return element.evaluate("node => { node.focus(); return document.activeElement === node; }")


def test_a_kind_of_the_apps_own_is_declared_and_drawn(page, server):
    defining(page, "definePresentation('drawer');")
    page.goto("/")
    assert server.attach(WINDOW)["capabilities"]["present"] == ["drawer"]
    page.get_by_role("button", name="Open").wait_for()
    server.send(patch(2, *DRAWER))
    page.get_by_role("heading", name="Filters").wait_for()
    drawer = page.locator("dialog.drawer")
    assert drawer.evaluate("node => node.open")
    assert not takes_focus(page.get_by_role("button", name="Open"))
    page.keyboard.press("Escape")
    assert server.event() == {"model": "m2", "name": "dismiss", "value": {}}
    # The layer closes only when the server says so.
    assert drawer.evaluate("node => node.open")
    server.send(patch(3, remove("/models/m1/presented"), remove("/models/m2")))
    drawer.wait_for(state="detached")
    assert takes_focus(page.get_by_role("button", name="Open"))


LOCK = {"as": "cover", "model": "m9", "dismissible": False}


def test_a_lock_screen_stands_in_front_of_an_open_sheet_and_leaves_it_as_it_is(page, server):
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
    assert not takes_focus(page.get_by_label("To"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Let me in!").click()
    # Escape has sent nothing, because a lock can't be closed.
    names = []
    while "tap" not in names:
        names.append(server.event()["name"])
    assert "dismiss" not in names
    server.send(patch(3, {**remove("/models/m2/presented"), "animation": {"name": "none"}}, remove("/models/m9")))
    page.get_by_role("button", name="Let me in!").wait_for(state="detached")
    assert takes_focus(page.get_by_label("To"))
    assert page.get_by_label("To").input_value() == "ada"
    assert page.locator("dialog.sheet").evaluate("node => node.open")


def test_a_container_of_the_apps_own_shows_its_children_and_tells_its_model(page, server):
    defining(page, """defineElement('segments', (host, emit) => {
        const next = document.createElement('button');
        next.textContent = 'Next';
        next.onclick = () => emit('select', 1);
        host.append(next);
        return ({ selected }) => host.setAttribute('aria-label', `part ${selected}`);
      });""")
    page.goto("/")
    attach = server.attach({"scene": "main", "root": "m1", "models": {
        "m1": {"kind": "custom", "component": "segments", "properties": {"selected": 0}, "children": ["m2", "m3"]},
        **{name: {"kind": "screen", "body": texts(text)} for name, text in [("m2", "one"), ("m3", "two")]}}})
    assert attach["capabilities"]["element"] == ["segments"]
    page.get_by_text("one").wait_for()
    page.get_by_text("two").wait_for()
    page.get_by_role("button", name="Next").click()
    assert server.event() == {"model": "m1", "name": "custom:select", "value": 1}
    server.send(patch(2, replace("/models/m1/properties/selected", 1), remove("/models/m1/children/0"),
                      remove("/models/m2")))
    page.get_by_text("one").wait_for(state="detached")
    page.locator("[aria-label='part 1']").get_by_text("two").wait_for()


def test_layers_that_are_there_at_the_start_lie_in_their_order(page, server):
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": {
        "m1": {**WINDOW["models"]["m1"], "presented": {"as": "sheet", "model": "m2"}},
        "m2": {"kind": "screen", "title": "Lower", "body": texts("lower"), "presented": {"as": "sheet", "model": "m3"}},
        "m3": {"kind": "screen", "title": "Upper", "body": texts("upper")}}})
    page.get_by_role("heading", name="Upper").wait_for()
    assert page.locator("dialog[open] h1").all_text_contents() == ["Lower", "Upper"]
    assert takes_focus(page.locator("dialog[open] h1").last)
    # The client's own messages are in front of everything.
    assert page.locator("dialog[open]").last.locator(".notices").count() == 1


QUESTION = {"as": "alert", "id": "q1", "title": "Terms", "message": "A line\n" * 60, "actions": [{"id": "0", "label": "Agree"}]}


def test_a_long_question_scrolls_and_can_be_answered(page, server):
    page.set_viewport_size({"width": 390, "height": 640})
    page.goto("/")
    server.attach({**WINDOW, "models": {"m1": {**WINDOW["models"]["m1"], "presented": QUESTION}}})
    dialog = page.get_by_role("alertdialog", name="Terms")
    dialog.wait_for()
    box = dialog.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 640
    page.get_by_role("button", name="Agree").click()
    assert server.event() == {"model": "m1", "name": "action", "value": {"id": "0"}}


SHEET = {"kind": "screen", "title": "Filters", "body": texts("here")}


def with_sheet(**members):
    return {**WINDOW, "models": {
        "m1": {**WINDOW["models"]["m1"], "presented": {"as": "sheet", "model": "m2", **members}}, "m2": SHEET}}


def test_a_sheet_can_be_closed_as_long_as_it_may_be_dismissed(page, server):
    page.goto("/")
    server.attach(with_sheet(dismissible=False))
    page.get_by_role("dialog", name="Filters").wait_for()
    close = page.get_by_role("dialog").get_by_role("button", name="Close")
    assert close.count() == 0
    server.send(patch(2, remove("/models/m1/presented/dismissible")))
    close.click()
    assert server.event() == {"model": "m2", "name": "dismiss", "value": {}}
    server.send(patch(3, add("/models/m1/presented/dismissible", False)))
    close.wait_for(state="hidden")


def test_a_layer_is_called_as_its_screen_is_called_now(page, server):
    page.goto("/")
    server.attach(with_sheet())
    page.get_by_role("dialog", name="Filters").wait_for()
    server.send(patch(2, replace("/models/m2/title", "All filters")))
    page.get_by_role("dialog", name="All filters").wait_for()


def test_a_layer_that_moves_away_gives_back_the_focus_and_what_the_client_says_at_once(page, server):
    page.goto("/")
    server.attach(WINDOW)
    page.get_by_role("button", name="Open").focus()
    server.send(patch(2, add("/models/m2", SHEET), add("/models/m1/presented", {"as": "sheet", "model": "m2"})))
    page.get_by_role("dialog", name="Filters").wait_for()
    server.send({"trigger": {"id": "t1", "kind": "notify", "payload": {"title": "Note", "tone": "danger"}}})
    page.get_by_role("region", name="Notices").get_by_text("Note").wait_for()
    slow = {"animation": {"name": "linear", "duration": 3_600_000}}
    server.send(patch(3, remove("/models/m1/presented") | slow, remove("/models/m2")))
    # It is still visible, and does not get in the way.
    page.wait_for_function("() => document.querySelector('dialog')?.matches(':popover-open')")
    assert page.locator("dialog").is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Open"
    page.get_by_role("region", name="Notices").get_by_role("button", name="Note").click()
    page.get_by_role("button", name="Open").click()
    assert [event["name"] for event in server.events(1)] == ["tap"]
    server.send(patch(4, replace("/models/m1/title", "Later")))
    page.locator("dialog").wait_for(state="detached")


def test_a_question_that_leaves_is_none_any_more_while_it_is_still_to_be_seen(page, server):
    page.goto("/")
    server.attach(screen(presented=QUESTION))
    page.get_by_role("alertdialog", name="Terms").wait_for()
    page.evaluate("""() => new MutationObserver(([{ target }]) => { globalThis.left = [target.isConnected, target.inert]; })
        .observe(document.querySelector('dialog'), { attributeFilter: ['open'] })""")
    server.send(patch(2, remove("/models/m1/presented")))
    page.wait_for_function("() => globalThis.left")
    assert page.evaluate("left") == [True, True]
