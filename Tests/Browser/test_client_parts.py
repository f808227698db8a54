"""Parts of a screen that a page loads when its document first names one, and what lists and texts can do."""

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, screen, texts
from people import wait_until
from playwright.sync_api import expect

PARTS = [
    {"type": "labeled", "text": "Caller", "children": texts("Ann Archer")},
    {"type": "disclosure", "id": "more", "text": "More", "value": False, "children": texts("Hidden")},
    {"type": "disclosure", "text": "Own", "children": texts("Own content")},
    {"type": "code", "text": "let a = 1\nlet b = 2", "language": "swift"},
    {"type": "quote", "children": texts("Said before")},
    {"type": "points", "start": 3, "children": texts("third", "fourth")},
    {"type": "points", "children": texts("one", "two")},
    {"type": "unavailable", "text": "No calls", "symbol": "telephone", "description": "They come here.",
     "children": [{"type": "button", "id": "pause", "text": "Pause"}]},
    {"type": "text", "text": "VIP", "style": "chip"},
    {"type": "text", "text": "P1", "style": "danger chip"},
    {"type": "text", "text": "Heading", "style": "headline", "heading": 3},
    {"type": "text", "text": "Loading text", "style": "placeholder"},
]


def shown(page, server, *body):
    page.goto("/")
    server.attach(screen(*(body or PARTS)))
    page.locator(".content > *").first.wait_for()
    wait_until(page, lambda: page.locator(".coming").count() == 0)


def test_nothing_of_it_is_loaded_before_it_is_named_and_then_once(page, server):
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[1]))
    shown(page, server, *texts("plain"))
    assert not {"parts.js", "parts.css"} & set(loaded)
    server.send(patch(2, add("/models/m1/body/1", PARTS[0]), add("/models/m1/body/2", PARTS[4])))
    expect(page.locator(".labeled")).to_have_text("CallerAnn Archer")
    server.send(patch(3, add("/models/m1/body/3", PARTS[0])))
    expect(page.locator(".labeled")).to_have_count(2)
    assert [loaded.count(name) for name in ("parts.js", "parts.css")] == [1, 1]


def test_a_file_that_does_not_come_leaves_a_word_and_is_asked_for_again(page, server):
    page.route("**/parts.js", lambda route: route.abort())
    page.goto("/")
    server.attach(screen(PARTS[0]))
    expect(page.locator(".placeholder")).to_have_text("Cannot show “labeled”")
    page.unroute("**/parts.js")
    server.send(patch(2, add("/models/m1/body/1", PARTS[0])))
    expect(page.locator(".labeled")).to_have_count(1)
    page.errors.clear()


def test_a_disclosure_is_unfolded_by_its_page_or_by_the_server(page, server):
    shown(page, server)
    page.get_by_text("Own", exact=True).click()
    expect(page.get_by_text("Own content")).to_be_visible()
    page.get_by_text("More", exact=True).click()
    assert server.event() == {"model": "m1", "element": "more", "name": "change", "value": True}
    server.send(patch(2, replace("/models/m1/body/1/value", True), applied=1))
    expect(page.get_by_text("Hidden")).to_be_visible()
    server.send(patch(3, replace("/models/m1/body/1/value", False)))
    expect(page.get_by_text("Hidden")).to_be_hidden()
    expect(page.get_by_text("Own content")).to_be_visible()


def test_code_is_copied_and_that_is_said(page, server, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown(page, server)
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".unseen[aria-live=polite]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "let a = 1\nlet b = 2"


def test_texts_have_their_meaning_for_assistive_technology(page, server):
    shown(page, server)
    assert page.get_by_role("heading", level=3).inner_text() == "Heading"
    assert page.locator("ol.points").get_attribute("start") == "3"
    assert page.locator("ol.points > li").all_inner_texts() == ["third", "fourth"]
    assert page.get_by_role("heading", name="No calls").count() == 1
    page.get_by_role("button", name="Pause").click()
    assert server.event()["element"] == "pause"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(page, server, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    shown(page, server)
    # The bars that stand for a text have no contrast on purpose.
    assert violations(page, exclude=["[data-style~=placeholder]"]) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_list_of_messages_stays_at_its_end_until_its_user_scrolls_up(page, server):
    page.set_viewport_size({"width": 600, "height": 500})
    shown(page, server, {"type": "scroll", "axis": "vertical", "anchor": "bottom", "children": texts(*(f"Message {n}" for n in range(60)))})
    scroll = page.locator(".scroll")
    to_end = "node => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight)"
    wait_until(page, lambda: scroll.evaluate(to_end) == 0)
    server.send(patch(2, add("/models/m1/body/0/children/60", {"type": "text", "text": "New\nin\nthree lines"})))
    expect(page.get_by_text("three lines")).to_be_in_viewport()
    wait_until(page, lambda: scroll.evaluate(to_end) == 0)
    scroll.evaluate("node => { node.scrollTop = 100; }")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    server.send(patch(3, add("/models/m1/body/0/children/61", {"type": "text", "text": "Not seen"})))
    page.get_by_text("Not seen").wait_for(state="attached")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert scroll.evaluate("node => node.scrollTop") == 100


def test_a_multi_line_field_submits_by_a_key_and_counts(page, server):
    shown(page, server, {"type": "textArea", "id": "note", "label": "Note", "text": "ab", "maxLength": 10, "submits": True})
    note = page.get_by_label("Note")
    expect(page.locator(".count")).to_have_text("2 / 10")
    note.press("End")
    note.press_sequentially("c")
    expect(page.locator(".count")).to_have_text("3 / 10")
    page.keyboard.press("Enter")
    assert note.input_value() == "abc\n"
    page.keyboard.press("Control+Enter")
    seen = []
    while not seen or seen[-1][0] != "submit":
        event = server.event()
        seen.append((event["name"], event.get("value")))
    assert seen[-1] == ("submit", "abc\n")


def test_return_with_a_modifier_in_a_field_presses_the_button_that_has_it_as_its_key(page, server):
    shown(page, server, {"type": "form", "id": "f", "children": [
        {"type": "textField", "id": "name", "label": "Name", "text": ""},
        {"type": "button", "id": "create", "text": "Create", "shortcut": "mod+Enter"}]})
    page.get_by_label("Name").press_sequentially("A")
    page.keyboard.press("Control+Enter")
    while (event := server.event())["name"] == "input":
        pass
    if event["name"] == "change":
        event = server.event()
    assert (event["element"], event["name"]) == ("create", "tap")


def test_a_search_field_has_a_name(page, server):
    shown(page, server, {"type": "textField", "id": "s", "as": "search", "text": ""})
    field = page.get_by_role("searchbox", name="Search")
    field.press_sequentially("a")
    assert server.event()["value"] == "a"


def test_arrow_keys_move_from_row_to_row(page, server):
    def row(number):
        return {"type": "hstack", "children": [
            {"type": "navigationLink", "id": f"r{number}", "text": f"Row {number}"}, {"type": "button", "id": f"b{number}", "text": f"Act {number}"}]}
    shown(page, server, {"type": "list", "children": [
        row(1), *texts("no control"), row(2), {"type": "section", "header": "More", "children": [row(3), row(4)]}]})

    def focused():
        return page.evaluate("document.activeElement.innerText")
    page.get_by_role("button", name="Act 1").focus()
    for key, goal in (("ArrowDown", "Act 2"), ("ArrowDown", "Act 3"), ("End", "Act 4"), ("ArrowDown", "Act 4"), ("Home", "Act 1"), ("ArrowUp", "Act 1")):
        page.keyboard.press(key)
        assert focused() == goal
    page.get_by_role("button", name="Row 4").focus()
    page.keyboard.press("ArrowUp")
    assert focused() == "Row 3"
