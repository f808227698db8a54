"""The focus goes to where a person would look for it, and whoever reloads is where they were."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, screen
from playwright.sync_api import expect


def shown(page, server, *body, **attached):
    page.goto("/")
    server.attach(screen(*body), **attached)
    page.locator("main h1").wait_for()


def test_a_button_that_disables_itself_while_it_works_keeps_the_focus(page, server):
    shown(page, server, {"type": "button", "id": "s", "text": "Save"})
    save = page.get_by_role("button", name="Save")
    save.focus()
    page.keyboard.press("Enter")
    server.send(patch(2, add("/models/m1/body/0/disabled", True), applied=server.act()["id"]))
    expect(save).to_be_disabled()
    expect(save).to_be_focused()
    # It does nothing meanwhile.
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    save.click(force=True)
    server.send(patch(3, remove("/models/m1/body/0/disabled")))
    expect(save).to_be_enabled()
    expect(save).to_be_focused()
    page.keyboard.press("Enter")
    assert server.act()["name"] == "tap"
    assert len(server.done) == 2


def test_a_disabled_button_that_the_focus_leaves_is_disabled_as_any_other(page, server):
    shown(page, server, {"type": "button", "id": "s", "text": "Save"}, {"type": "button", "id": "t", "text": "Other"})
    page.get_by_role("button", name="Save").focus()
    server.send(patch(2, add("/models/m1/body/0/disabled", True)))
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Other")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Save")).not_to_be_focused()


@pytest.mark.parametrize(
    ("control", "label"),
    [({"type": "textField", "text": "a"}, "Control"), ({"type": "toggle", "value": False}, "Control"),
     ({"type": "slider", "value": 1, "min": 0, "max": 9}, "Control"),
     ({"type": "picker", "as": "radio", "value": "a", "options": [{"id": "a", "text": "A"}, {"id": "b", "text": "B"}]}, "A"),
     ({"type": "picker", "as": "menu", "value": "a", "options": [{"id": "a", "text": "A"}, {"id": "b", "text": "B"}]}, "Control")])
def test_a_control_that_is_disabled_for_a_moment_keeps_the_focus_and_takes_nothing(page, server, control, label):
    shown(page, server, {"id": "c", "label": label, **control}, {"type": "button", "id": "ask", "text": "Ask"})
    node = page.get_by_label(label)
    node.focus()
    server.send(patch(2, add("/models/m1/body/0/disabled", True)))
    expect(node).to_be_disabled()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("b")
    page.keyboard.press("Space")
    expect(node).to_be_focused()
    server.send(patch(3, remove("/models/m1/body/0/disabled")))
    expect(node).to_be_enabled()
    expect(node).to_be_focused()
    page.evaluate("document.querySelector('[data-element=ask]').click()")
    assert server.act()["element"] == "ask"


ROWS = [{"type": "hstack", "id": f"row{at}", "children": [
    {"type": "button", "id": f"open{at}", "text": f"Open {at}"}, {"type": "button", "id": f"take{at}", "text": f"Take {at}"}]} for at in range(5)]


@pytest.mark.parametrize(
    ("focused", "removed", "next"), [(1, [1], 2), (4, [4], 3), (1, [1, 2], 3), (3, [3, 4], 2), (0, [0], 1)])
@pytest.mark.parametrize("kind", ["list", "vstack"])
def test_a_row_that_goes_gives_its_focus_to_its_neighbour(page, server, kind, focused, removed, next):
    shown(page, server, {"type": kind, "id": "l", "children": ROWS})
    page.get_by_role("button", name=f"Take {focused}").focus()
    server.send(patch(2, *[remove(f"/models/m1/body/0/children/{at}") for at in reversed(removed)]))
    expect(page.get_by_role("button", name=f"Take {next}")).to_be_focused()


def test_a_button_that_goes_gives_its_focus_to_the_next_one_in_its_row(page, server):
    shown(page, server, {"type": "list", "id": "l", "children": ROWS})
    page.get_by_role("button", name="Open 1").focus()
    server.send(patch(2, remove("/models/m1/body/0/children/1/children/0")))
    expect(page.get_by_role("button", name="Take 1")).to_be_focused()


def test_the_last_row_of_a_list_gives_its_focus_to_what_is_behind_it(page, server):
    shown(page, server, {"type": "list", "id": "l", "children": ROWS[:1]}, {"type": "button", "id": "new", "text": "New"})
    page.get_by_role("button", name="Take 0").focus()
    server.send(patch(2, remove("/models/m1/body/0/children/0")))
    expect(page.get_by_role("button", name="New")).to_be_focused()


def test_if_nothing_is_left_the_heading_gets_the_focus(page, server):
    shown(page, server, {"type": "list", "id": "l", "children": ROWS[:1]})
    page.get_by_role("button", name="Take 0").focus()
    server.send(patch(2, remove("/models/m1/body/0")))
    expect(page.get_by_role("heading", name="Test")).to_be_focused()


def test_an_element_that_is_hidden_gives_its_focus_to_what_is_behind_it(page, server):
    shown(page, server, *ROWS[:2])
    page.get_by_role("button", name="Take 0").focus()
    server.send(patch(2, add("/models/m1/body/0/hidden", True)))
    expect(page.get_by_role("button", name="Open 1")).to_be_focused()


def test_a_row_of_a_table_gives_its_focus_to_the_next(page, server):
    rows = [{"type": "hstack", "id": f"r{at}", "children": [{"type": "text", "text": f"{at}"}, {"type": "button", "id": f"b{at}", "text": f"Take {at}"}]} for at in range(3)]
    shown(page, server, {"type": "tabular", "id": "t", "columns": [{"title": "No"}, {"title": "Act"}], "children": rows})
    page.get_by_role("button", name="Take 1").focus()
    server.send(patch(2, remove("/models/m1/body/0/children/1")))
    expect(page.get_by_role("button", name="Take 2")).to_be_focused()


def test_who_comes_back_to_a_list_whose_row_has_gone_is_at_its_neighbour(page, server):
    page.emulate_media(reduced_motion="reduce")
    shown(page, server, {"type": "list", "id": "l", "children": ROWS})
    page.get_by_role("button", name="Open 2").focus()
    server.send(patch(2, add("/models/m2", {"kind": "screen", "title": "Item", "body": []}), add("/models/m1/presented", {"as": "sheet", "model": "m2"})))
    page.get_by_role("dialog", name="Item").wait_for()
    server.send(patch(3, remove("/models/m1/presented"), remove("/models/m2"), remove("/models/m1/body/0/children/2")))
    expect(page.get_by_role("button", name="Open 3")).to_be_focused()


def test_who_closes_a_sheet_is_back_at_what_had_opened_it_in_whichever_screen(page, server):
    page.set_viewport_size({"width": 1200, "height": 700})
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": {
        "m1": {"kind": "split", "sidebar": "m2", "detail": "m3"},
        "m2": {"kind": "screen", "title": "Positions", "body": [{"type": "button", "id": "p", "text": "Position"}]},
        "m3": {"kind": "screen", "title": "Market", "body": [{"type": "button", "id": "q", "text": "Quote"}]}}})
    for rev, name in ((2, "Position"), (4, "Quote")):
        page.get_by_role("button", name=name).focus()
        server.send(patch(rev, add("/models/m4", {"kind": "screen", "title": "Ticket", "body": []}), add("/models/m1/presented", {"as": "sheet", "model": "m4"})))
        page.get_by_role("dialog", name="Ticket").wait_for()
        server.send(patch(rev + 1, remove("/models/m1/presented"), remove("/models/m4")))
        expect(page.get_by_role("button", name=name)).to_be_focused()


def test_a_change_elsewhere_moves_no_focus(page, server):
    shown(page, server, {"type": "list", "id": "l", "children": ROWS})
    page.get_by_role("button", name="Take 3").focus()
    server.send(patch(2, remove("/models/m1/body/0/children/1")))
    expect(page.get_by_role("button", name="Take 1")).to_have_count(0)
    expect(page.get_by_role("button", name="Take 3")).to_be_focused()


# A reload.

LONG = [{"type": "text", "text": f"Line {at}"} for at in range(100)]
PLACES = [
    {"type": "textField", "id": "f", "label": "Name", "text": "Hello world"},
    {"type": "scroll", "id": "s", "axis": "vertical", "children": LONG},
    {"type": "tabular", "id": "t", "columns": [{"title": f"A long title of column {at}"} for at in range(30)], "children": [
        {"type": "hstack", "id": "r", "children": [{"type": "text", "text": "x"}] * 30}]},
]


@pytest.fixture
def small(page):
    page.set_viewport_size({"width": 600, "height": 500})
    return page


def reload(page, server, *body):
    page.reload()
    server.attach(screen(*body), epoch="e-2")
    page.locator("main h1").wait_for()


def test_everything_that_scrolls_stands_where_it_stood_after_a_reload(small, server):
    shown(small, server, *PLACES)
    small.evaluate("""() => {
        document.querySelector('.scroll').scrollTop = 300;
        document.querySelector('.table').scrollLeft = 200;
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")
    reload(small, server, *PLACES)
    assert small.evaluate("[document.querySelector('.scroll').scrollTop, document.querySelector('.table').scrollLeft]") == [300, 200]


def test_a_field_has_its_focus_and_its_caret_after_a_reload(small, server):
    shown(small, server, *PLACES)
    small.get_by_label("Name").focus()
    small.evaluate("document.activeElement.setSelectionRange(2, 7)")
    reload(small, server, *PLACES)
    expect(small.get_by_label("Name")).to_be_focused()
    assert small.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]") == [2, 7]


def test_a_button_has_its_focus_after_a_reload(small, server):
    shown(small, server, {"type": "list", "id": "l", "children": ROWS})
    small.get_by_role("button", name="Take 3").focus()
    reload(small, server, {"type": "list", "id": "l", "children": ROWS})
    expect(small.get_by_role("button", name="Take 3")).to_be_focused()


def test_who_goes_back_from_another_page_is_where_they_were(small, server):
    shown(small, server, *PLACES)
    small.evaluate("""() => {
        document.querySelector('.scroll').scrollTop = 300;
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")
    server.pages["/elsewhere"] = "<title>Elsewhere</title>"
    small.goto("/elsewhere")
    small.evaluate("history.back()")
    # A page that the browser has kept attaches again; one that it has loaded again brings its window.
    server.attach(screen(*PLACES), epoch="e-2")
    small.locator("main h1").wait_for()
    assert small.evaluate("document.querySelector('.scroll').scrollTop") == 300


@pytest.mark.parametrize("way", ["stack", "tabs", "switched", "split"])
def test_who_goes_back_in_the_window_is_where_they_were(small, server, way):
    """Each container shows one screen, then another, then the first again."""
    small.emulate_media(reduced_motion="reduce")
    models = {"m2": {"kind": "screen", "title": "One", "body": PLACES[1:]}, "m3": {"kind": "screen", "title": "Two", "body": []}}
    container, there, back = {
        "stack": ({"path": [{"model": "m2"}]}, [add("/models/m1/path/1", {"model": "m3"})], [remove("/models/m1/path/1")]),
        "tabs": ({"selected": "a", "tabs": [{"id": "a", "title": "A", "model": "m2"}, {"id": "b", "title": "B", "model": "m3"}]},
                 [replace("/models/m1/selected", "b")], [replace("/models/m1/selected", "a")]),
        "switched": ({"child": "m2"}, [replace("/models/m1/child", "m3")], [replace("/models/m1/child", "m2")]),
        "split": ({"sidebar": "m3", "detail": "m2"}, [remove("/models/m1/detail")], [add("/models/m1/detail", "m2")]),
    }[way]
    small.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": {"m1": {"kind": way, **container}, **models}})
    small.locator(".scroll").wait_for()
    small.evaluate("""() => {
        document.querySelector('.scroll').scrollTop = 300;
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")
    server.send(patch(2, *there))
    small.get_by_text("Line 1", exact=True).wait_for(state="hidden")
    server.send(patch(3, *back))
    small.get_by_role("heading", name="One").wait_for()
    small.wait_for_function("() => document.querySelector('.scroll').scrollTop === 300")
