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


def pop(rev, model, url="/mail", depth=1):
    return patch(rev, remove(f"/models/m1/path/{depth}"), remove(f"/models/{model}"), replace("/title", url),
                 replace("/url", url))


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
    assert server.event()["name"] == "back"
    server.send(pop(3, "m4"))
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
    page.evaluate("history.back()")
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
