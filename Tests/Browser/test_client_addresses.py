"""The address bar follows the window, and Back and Forward follow the address bar."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import AT_THE_ROOT, ENTRY, add, patch, remove, replace, texts

pytestmark = pytest.mark.usefixtures("entries")


def window(**members):
    return {"scene": "main", "title": "Inbox", "root": "m1", "url": "/mail", "models": {
        "m1": {"kind": "stack", "path": [{"model": "m2"}]},
        "m2": {"kind": "screen", "title": "Inbox", "body": [
            {"type": "navigationLink", "id": "open", "text": "Open", "url": "/mail/4"},
            {"type": "link", "text": "Help", "url": "/help?topic=1"},
            {"type": "link", "text": "Elsewhere", "url": "https://example.org/"}]}, **members}}


def push(rev, url="/mail/4", depth=1):
    model = f"m{rev + 2}"
    return patch(rev, add(f"/models/{model}", {"kind": "screen", "title": url, "body": texts("Hello")}),
                 add(f"/models/m1/path/{depth}", {"model": model}), replace("/title", url), replace("/url", url))


def pop(rev, model, url="/mail", depth=1, answers=0):
    return patch(rev, remove(f"/models/m1/path/{depth}"), remove(f"/models/{model}"), replace("/title", url),
                 replace("/url", url), applied=answers)


def asked(server, name):
    """Waits for the next event of this name, with its id."""
    while True:
        event = server.next("event")
        if event["name"] == name:
            return event


def at(page, url):
    page.wait_for_function("url => location.pathname + location.search === url && document.title === url", arg=url)


def shown(page, server):
    page.goto("/mail")
    attach = server.attach(window())
    page.get_by_role("heading", name="Inbox").wait_for(state="attached")
    return attach


def test_forward_opens_the_address_that_was_there(page, server):
    assert shown(page, server)["url"] == "/mail"
    server.send(push(2))
    at(page, "/mail/4")
    page.go_back()
    assert server.event() == {"model": "m1", "name": "back", "value": {"depth": 0}}
    server.send(pop(3, "m4"))
    at(page, "/mail")
    page.go_forward()
    assert server.event() == {"model": "m1", "name": "openURL", "value": {"url": "/mail/4"}}
    server.send(push(4))
    at(page, "/mail/4")
    assert page.evaluate(f"{ENTRY}.depth") == 1


def test_what_has_no_address_of_its_own_leaves_no_forward_entry(page, server):
    shown(page, server)
    server.send(push(2, "/mail"))
    at(page, "/mail")
    length = page.evaluate("history.length")
    page.go_back()
    server.send(pop(3, "m4", answers=asked(server, "back")["id"]))
    page.get_by_role("link", name="Open").wait_for()
    page.wait_for_function(AT_THE_ROOT)
    assert page.evaluate("history.length") == length
    assert page.go_forward() is None
    server.send(push(4, "/mail/7"))
    at(page, "/mail/7")
    page.go_back()
    assert server.event() == {"model": "m1", "name": "back", "value": {"depth": 0}}


def test_an_address_that_is_refused_is_left_again(page, server):
    shown(page, server)
    server.send(push(2))
    at(page, "/mail/4")
    page.go_back()
    asked(server, "back")
    server.send(pop(3, "m4"))
    at(page, "/mail")
    page.go_forward()
    event = asked(server, "openURL")
    assert event["value"] == {"url": "/mail/4"}
    server.send({"rejected": {"event": event["id"], "code": "notExecutable", "message": "gone"}, "applied": event["id"]})
    page.wait_for_function(AT_THE_ROOT)
    assert page.evaluate("location.pathname") == "/mail"
    assert page.go_forward() is None


def test_back_leaves_the_page_where_there_is_nothing_to_undo(page, server):
    page.goto(f"{server.origin}/client/icon.svg")
    shown(page, server)
    server.send(push(2, "/mail"))
    at(page, "/mail")
    page.go_back()
    asked(server, "back")
    server.send(pop(3, "m4"))
    page.wait_for_function(AT_THE_ROOT)
    page.evaluate("void setTimeout(() => history.back())")  # it ends what evaluates it
    page.wait_for_url("**/icon.svg")


LOCK = [add("/models/m9", {"kind": "screen", "title": "Locked", "body": [{"type": "button", "id": "wait", "text": "Wait"}]}),
        add("/models/m1/presented", {"as": "cover", "model": "m9", "dismissible": False})]


def test_back_undoes_nothing_below_a_layer_that_may_not_be_dismissed(page, server, entries):
    shown(page, server)
    server.send(push(2))
    at(page, "/mail/4")
    server.send(patch(3, *LOCK))
    page.get_by_role("button", name="Wait").click()
    assert server.event()["name"] == "tap"
    page.evaluate("""() => {
        globalThis.moves = 0;
        const note = () => { moves += 1; };
        if (globalThis.navigation) navigation.addEventListener("currententrychange", note);
        else addEventListener("popstate", note, true);
        history.back();
    }""")
    if entries == "history":
        # The entry was left before the page could react, and is restored.
        page.wait_for_function("() => moves > 0")
        at(page, "/mail/4")
    page.get_by_role("button", name="Wait").click()
    assert server.event() == {"model": "m9", "element": "wait", "name": "tap"}
    assert page.evaluate("[location.pathname, moves]") == ["/mail/4", 0 if entries == "navigation" else 1]
    assert page.evaluate(f"{ENTRY}.depth") == 1


def test_after_a_reload_the_entries_below_are_known(page, server):
    shown(page, server)
    server.send(push(2))
    at(page, "/mail/4")
    page.reload()
    document = window()
    document["models"]["m1"]["path"].append({"model": "m4"})
    document["models"]["m4"] = {"kind": "screen", "title": "/mail/4", "body": []}
    server.attach({**document, "title": "/mail/4", "url": "/mail/4"})
    at(page, "/mail/4")
    server.send(pop(2, "m4"))
    at(page, "/mail")
    page.wait_for_function(AT_THE_ROOT)
    page.go_forward()
    assert server.event() == {"model": "m1", "name": "openURL", "value": {"url": "/mail/4"}}


def test_a_link_within_the_app_is_opened_in_the_window(page, server):
    shown(page, server)
    page.get_by_role("link", name="Open").click()
    assert server.event() == {"model": "m2", "element": "open", "name": "tap"}
    page.get_by_role("link", name="Help").click()
    assert server.event() == {"model": "m1", "name": "openURL", "value": {"url": "/help?topic=1"}}
    assert page.evaluate("location.pathname") == "/mail"


def test_a_link_that_nobody_takes_is_followed_by_the_browser(page, server):
    shown(page, server)
    page.get_by_role("link", name="Help").click()
    event = asked(server, "openURL")
    server.send({"rejected": {"event": event["id"], "code": "notExecutable", "message": "?"}, "applied": event["id"]})
    page.wait_for_url("**/help?topic=1")
    assert server.next("attach")["url"] == "/help?topic=1"


def test_a_navigation_link_opens_beside_the_window_where_that_is_asked_for(context, page, server):
    shown(page, server)
    with context.expect_page() as opened:
        page.get_by_role("link", name="Open").click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_url("**/mail/4")
    assert server.next("attach")["url"] == "/mail/4"


def tabs(selected="in"):
    return {"scene": "main", "title": "/in", "root": "m1", "url": "/in", "models": {
        "m1": {"kind": "tabs", "selected": selected, "tabs": [
            {"id": "in", "title": "Inbox", "model": "m2"}, {"id": "out", "title": "Sent", "model": "m3"}]},
        "m2": {"kind": "screen", "title": "Inbox", "body": texts("Inbox")},
        "m3": {"kind": "screen", "title": "Sent", "body": texts("Sent")}}}


def stacks():
    """A tab of one screen beside a tab with a stack of two."""
    document = tabs()
    document["models"]["m1"]["tabs"][1]["model"] = "m4"
    document["models"] |= {"m4": {"kind": "stack", "path": [{"model": "m3"}, {"model": "m5"}]},
                           "m5": {"kind": "screen", "title": "A mail", "body": texts("A mail")}}
    return document


def select(rev, tab, answers):
    return patch(rev, replace("/models/m1/selected", tab), replace("/title", f"/{tab}"), replace("/url", f"/{tab}"),
                 applied=answers)


def back_from_another_tab(page, server, document):
    """Opens the second tab and goes back. Returns what the page asks for."""
    page.goto("/in")
    server.attach(document)
    page.get_by_role("tab", name="Sent").click()
    server.send(select(2, "out", asked(server, "selectTab")["id"]))
    at(page, "/out")
    page.go_back()
    back = asked(server, "openURL")
    return back


@pytest.mark.parametrize("document", [tabs(), stacks()], ids=["screens", "stacks"])
def test_each_tab_that_was_visited_is_an_entry_that_back_and_forward_open(page, server, document):
    back = back_from_another_tab(page, server, document)
    assert back["value"] == {"url": "/in"}
    server.send(select(3, "in", back["id"]))
    at(page, "/in")
    page.go_forward()
    forward = asked(server, "openURL")
    assert forward["value"] == {"url": "/out"}
    server.send(select(4, "out", forward["id"]))
    at(page, "/out")
    page.go_back()
    assert asked(server, "openURL")["value"] == {"url": "/in"}


def test_a_tab_left_from_a_deeper_place_is_an_entry_too(page, server):
    page.goto("/out")
    document = stacks()
    document["models"]["m1"]["selected"] = "out"
    server.attach({**document, "title": "/out", "url": "/out"})
    at(page, "/out")
    page.get_by_role("tab", name="Inbox").click()
    server.send(select(2, "in", asked(server, "selectTab")["id"]))
    at(page, "/in")
    page.go_back()
    back = asked(server, "openURL")
    assert back["value"] == {"url": "/out"}
    server.send(select(3, "out", back["id"]))
    at(page, "/out")
    page.go_back()
    assert asked(server, "back") == {"id": server.done[-1], "model": "m4", "name": "back", "value": {"depth": 0}}


def test_what_changes_by_itself_leaves_no_entry(page, server):
    page.goto("/in")
    server.attach(tabs())
    page.get_by_role("tab", name="Inbox").wait_for()
    length = page.evaluate("history.length")
    server.send(select(2, "out", 0))
    at(page, "/out")
    assert page.evaluate("history.length") == length


def test_a_change_that_comes_before_the_answer_to_back_leaves_the_entries_alone(page, server):
    back = back_from_another_tab(page, server, tabs())
    server.send(patch(3, replace("/models/m2/body/0/text", "A mail has come")))
    server.send(select(4, "in", back["id"]))
    at(page, "/in")
    page.go_forward()
    assert asked(server, "openURL")["value"] == {"url": "/out"}


def test_back_closes_the_detail_of_a_split_at_every_width(page, server):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/board")
    server.attach({"scene": "board", "title": "/board", "root": "m1", "url": "/board", "models": {
        "m1": {"kind": "split", "sidebar": "m2"},
        "m2": {"kind": "screen", "title": "Board", "body": [{"type": "button", "id": "open", "text": "Open"}]}}})
    page.get_by_role("button", name="Open").click()
    server.send(patch(
        2, add("/models/m3", {"kind": "screen", "title": "One", "body": texts("One")}), add("/models/m1/detail", "m3"),
        replace("/title", "/board/1"), replace("/url", "/board/1"), applied=asked(server, "tap")["id"]))
    at(page, "/board/1")
    page.go_back()
    assert asked(server, "back")["value"] == {"depth": 0}


def test_back_from_another_address_shows_the_window_that_was_there(page, server):
    shown(page, server)
    page.goto("/other")
    other = server.attach({**window(), "title": "/other", "url": "/other"}, window="w-2")
    at(page, "/other")
    page.go_back()
    assert (other.get("window"), server.next("attach")["window"]) == (None, "w-1")
