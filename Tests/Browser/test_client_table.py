"""Tables whose rows are on the server: what a page shows of them, what it asks for, and what it tells."""

import os

import pytest
from axe import violations
from browsers import browser_for
from client_page import *  # noqa: F403 (fixtures)
from client_page import PATIENCE, add, move, patch, remove, replace, screen, texts
from people import wait_until
from playwright.sync_api import expect
from table_desk import COLUMNS, TABLE, Desk

BUTTON = {"type": "button", "id": "other", "text": "Other"}


@pytest.fixture
def desk(server):
    return Desk(server)


@pytest.fixture
def context(server, request):
    context = browser_for(request).new_context(base_url=server.origin, viewport={"width": 1200, "height": 800})
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()


def shown(page, server, desk, *body, table=TABLE, **members):
    """A page that has the table's rows, and has said where it is."""
    page.goto("/")
    server.attach(screen(*(body or [table]), width="wide"), **members)
    page.get_by_role("grid").wait_for()
    desk.state()
    if desk.ids:
        page.locator(".space > .row").first.wait_for()
    page.wait_for_function("() => document.querySelector('.view').clientHeight > 80")
    usable(page)
    wait_until(page, lambda: desk.asked)


def usable(page):
    """Waits for the file of what one does with a table, which the rows need not wait for."""
    page.evaluate("import('/client/view/table-acts.js').then(() => {})")


def settled(page):
    """Waits until no row is missing."""
    page.wait_for_function("() => !document.querySelector('.space').hasAttribute('data-missing')")


def latest(desk, member):
    """What the page has last asked for by a member; it may have asked for something else since."""
    return next((asked[member] for asked in reversed(desk.asked) if member in asked), None)


def row(page, name):
    return page.locator(f".row[data-row={name}]")


def cell(page, name, column):
    return row(page, name).locator(f"[aria-colindex='{column + 1}']")


def in_view(page):
    """The ids of the rows that are seen whole, from above."""
    return page.evaluate("""() => {
        const head = document.querySelector('.head').getBoundingClientRect().bottom - 1, foot = document.querySelector('.foot').getBoundingClientRect();
        const end = foot.height ? foot.top + 1 : document.querySelector('.view').getBoundingClientRect().bottom;
        return [...document.querySelectorAll('.space > .row')].map(node => [node.dataset.row, node.getBoundingClientRect()])
            .filter(([, { top, bottom }]) => top >= head && bottom <= end).sort(([, a], [, b]) => a.top - b.top).map(([id]) => id);
    }""")


def top(page, name):
    return row(page, name).bounding_box()["y"]


def scroll_to(page, pixels):
    page.evaluate("pixels => { document.querySelector('.view').scrollTop = pixels; }", pixels)


def focused_cell(page):
    """The row and the column of the cell that has the focus."""
    return page.evaluate("""() => {
        const cell = document.activeElement.closest('.cell');
        return cell && [cell.parentElement.dataset.row ?? 'head', Number(cell.ariaColIndex) - 1];
    }""")


def at(page, name, column):
    wait_until(page, lambda: focused_cell(page) == [name, column])


def of(event, **value):
    return {"model": "m1", "element": "orders", "name": event, "value": value}


def wishes(desk, *members):
    """What the page has asked for, without what it says each time."""
    return [{name: asked[name] for name in members if name in asked} for asked in desk.asked]


def asks_menu(page, desk, id):
    """Waits for a request for the menu of this row, or for none."""
    wait_until(page, lambda: latest(desk, "menu") == id)


def answered(server, rev=2, *operations):
    server.send(patch(rev, *operations, applied=server.done[-1]))


# Rows

def test_the_first_rows_come_unasked_and_the_page_says_where_it_is(page, server, desk):
    shown(page, server, desk)
    assert in_view(page)[:3] == ["k0", "k1", "k2"]
    assert row(page, "k2").get_by_role("gridcell").all_text_contents() == ["2.25", "2", "Note of k2", "Cancel k2"]
    assert row(page, "k2").get_by_role("rowheader").all_text_contents() == ["Ck2"]
    assert page.get_by_role("columnheader").all_text_contents() == ["Symbol", "Price", "Quantity", "Note", "Act"]
    first = desk.asked[0]
    assert {name: first[name] for name in first if name != "count"} == {
        "model": "m1", "element": "orders", "sequence": 1, "from": 0, "anchor": {"id": "k0", "index": 0}}
    assert 40 < first["count"] <= 200
    assert server.done == []


def test_scrolling_asks_for_the_rows_around_the_view_and_draws_few(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 40 * 120)
    row(page, "k120").wait_for()
    settled(page)
    assert in_view(page)[0] == "k120"
    asked = next(asked for asked in reversed(desk.asked) if "from" in asked)
    assert asked["from"] < 120 and asked["from"] + asked["count"] > 140
    assert page.locator(".space > .row").count() < 16 + 2 * 13
    order = page.locator(".space > .row").evaluate_all("all => all.map(row => Number(row.ariaRowIndex))")
    assert order == sorted(order) and order[-1] - order[0] == len(order) - 1


def test_rows_that_are_late_are_bars_until_they_come(page, server, desk):
    shown(page, server, desk)
    desk.is_late = True
    scroll_to(page, 40 * 150)
    page.locator(".space[data-late]").wait_for()
    assert page.get_by_role("grid").get_attribute("aria-busy") == "true"
    wait_until(page, lambda: 0 <= 150 - desk.asked[-1].get("from", 151) < desk.count)
    desk.answer(desk.asked[-1])
    row(page, "k150").wait_for()
    assert page.locator(".space[data-late], .space[data-missing], [aria-busy]").count() == 0


def test_keys_go_to_the_end_of_a_million_rows_and_back(page, server):
    desk = Desk(server, 1_000_000)
    shown(page, server, desk)
    assert page.get_by_role("grid").get_attribute("aria-rowcount") == "1000002"
    cell(page, "k0", 1).click()
    page.keyboard.press("Control+End")
    at(page, "k999999", 1)
    assert in_view(page)[-1] == "k999999"
    assert row(page, "k999999").get_attribute("aria-rowindex") == "1000001"
    page.keyboard.press("ArrowUp")
    at(page, "k999998", 1)
    page.keyboard.press("Control+Home")
    at(page, "k0", 1)
    assert in_view(page)[0] == "k0"
    assert page.evaluate("document.querySelector('.space').offsetHeight") == 8_000_000


def test_a_notch_of_the_wheel_is_that_many_pixels_among_a_million_rows(page, server):
    desk = Desk(server, 1_000_000)
    shown(page, server, desk)
    scroll_to(page, 4_000_000)
    wait_until(page, lambda: in_view(page) and int(in_view(page)[0][1:]) > 400_000)
    before = int(in_view(page)[0][1:])
    assert before < 600_000
    page.locator(".view").hover()
    page.mouse.wheel(0, 400)
    wait_until(page, lambda: int(in_view(page)[0][1:]) == before + 10)


def test_a_held_arrow_never_stops_although_rows_come_late(page, server, desk):
    shown(page, server, desk)
    cell(page, "k0", 0).click()
    for _ in range(60):
        page.keyboard.press("ArrowDown")
    at(page, "k60", 0)


def test_a_table_of_few_rows_is_as_high_as_these_and_one_alone_is_as_high_as_the_screen(page, server):
    desk = Desk(server, 3)
    shown(page, server, desk, *texts("Above"), TABLE, *texts("Below"))
    heights = "() => [document.querySelector('.view').scrollHeight - document.querySelector('.view').clientHeight, document.querySelector('.view').clientHeight]"
    assert page.evaluate(heights) == [0, 5 * 40]
    assert page.get_by_text("Below").bounding_box()["y"] < 400


def test_a_table_alone_leaves_nothing_for_its_screen_to_scroll(page, server, desk):
    shown(page, server, desk)
    screens = page.evaluate("[document.querySelector('.screen').scrollHeight, document.querySelector('.screen').clientHeight]")
    assert screens == [800, 800]
    assert 700 < page.locator(".view").bounding_box()["y"] + page.locator(".view").bounding_box()["height"] < 800


def test_a_patch_that_fits_nothing_is_answered_with_a_request_for_all(page, server, desk):
    shown(page, server, desk)
    desk.patch(remove("/rows/nobody"))
    wait_until(page, lambda: desk.asked[-1].get("from") is not None and any(asked.get("fresh") for asked in desk.asked))
    desk.patch(replace("/rows/k1/cells/3", "Patched"))
    expect(cell(page, "k1", 3)).to_have_text("Patched")
    assert page.errors == []


def test_after_a_cut_the_table_is_where_it_was_and_asks_anew(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 40 * 100)
    row(page, "k100").wait_for()
    settled(page)
    desk.asked.clear()
    # Meanwhile five rows have come above.
    desk.ids[:0] = [f"n{number}" for number in range(5)]
    server.socket.close(1012)
    desk.rev, desk.first, desk.count = 0, 0, 40
    attach = server.next("attach")
    server.send({"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": attach["epoch"], "rev": 1, "applied": 0, "resumed": True,
                              "server": {"name": "test", "version": "1"}}})
    desk.state()
    wait_until(page, lambda: desk.first > 50)
    wait_until(page, lambda: in_view(page)[:1] == ["k100"])
    assert wishes(desk, "anchor")[0]["anchor"]["id"] == "k100"


# What changes

def test_a_changed_cell_shows_its_trend_and_a_step_of_colour(page, server, desk):
    shown(page, server, desk)
    desk.patch(replace("/rows/k3/cells/1", {"text": "9.50", "trend": "up"}))
    expect(cell(page, "k3", 1)).to_have_text("9.50")
    assert cell(page, "k3", 1).evaluate("node => [node.dataset.trend, node.dataset.flash]") == ["up", "up"]
    wait_until(page, lambda: page.locator("[data-flash]").count() == 0)
    desk.patch(replace("/rows/k3/cells/3", "Other"))
    expect(cell(page, "k3", 3)).to_have_text("Other")
    assert page.locator("[data-flash]").count() == 0


def test_a_row_has_its_tone_its_selection_and_its_end(page, server, desk):
    shown(page, server, desk)
    desk.patch(add("/rows/k1/tone", "warn"), add("/rows/k2/selected", True), add("/rows/k3/gone", True))
    expect(row(page, "k3")).to_have_attribute("data-gone", "")
    assert [row(page, name).evaluate("node => [node.dataset.tone ?? '', node.ariaSelected, node.ariaDisabled]") for name in ("k1", "k2", "k3")] == [
        ["warn", "false", None], ["", "true", None], ["", "false", "true"]]


def test_a_row_that_moves_keeps_its_node(page, server, desk):
    shown(page, server, desk)
    row(page, "k5").evaluate("node => { globalThis.node = node; }")
    desk.patch(move("/ids/5", "/ids/2"))
    wait_until(page, lambda: in_view(page)[:4] == ["k0", "k1", "k5", "k2"])
    assert page.evaluate("node.isConnected && node.previousSibling.dataset.row") == "k1"


def test_a_row_that_the_app_wants_to_be_seen_is_scrolled_to_wherever_it_is(page, server, desk):
    shown(page, server, desk, table={**TABLE, "position": "k120"})
    wait_until(page, lambda: "k120" in in_view(page))
    settled(page)
    scroll_to(page, 0)
    wait_until(page, lambda: in_view(page)[:1] == ["k0"])
    server.send(patch(2, add("/models/m1/body/0/position", "k180")))
    wait_until(page, lambda: "k180" in in_view(page))
    settled(page)
    # The answer about a row that has gone comes after the wish for another.
    desk.is_late = True
    server.send(patch(3, replace("/models/m1/body/0/position", "gone")))
    wait_until(page, lambda: latest(desk, "to") == "gone")
    server.send(patch(4, replace("/models/m1/body/0/position", "k3")))
    desk.is_late = False
    desk.answer(desk.asked[-1])
    wait_until(page, lambda: "k3" in in_view(page))


def test_nothing_moves_under_the_reader_when_rows_come_above(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 40 * 60 + 7)
    row(page, "k60").wait_for()
    settled(page)
    before = top(page, "k65")
    for number in range(5):
        desk.ids.insert(0, f"n{number}")
    desk.moved_by(5)
    wait_until(page, lambda: page.get_by_role("grid").get_attribute("aria-rowcount") == "207")
    assert top(page, "k65") == before
    assert row(page, "k65").get_attribute("aria-rowindex") == "72"
    # A row above has left, and one within the slice.
    desk.ids.remove("n0")
    desk.ids.remove("k58")
    desk.first -= 1
    desk.patch(replace("/from", desk.first), replace("/total", len(desk.ids)), remove(f"/ids/{index_of(page, desk, 'k58')}"), remove("/rows/k58"))
    wait_until(page, lambda: page.get_by_role("grid").get_attribute("aria-rowcount") == "205")
    assert top(page, "k65") == before


def index_of(page, desk, name):
    """Where a row that has been removed from the desk is in the page's slice."""
    return desk.ids.index(f"k{int(name[1:]) + 1}") - desk.first


def test_new_rows_come_in_at_the_very_top(page, server, desk):
    shown(page, server, desk)
    desk.ids.insert(0, "n1")
    desk.patch(add("/rows/n1", desk.row("n1")), add("/ids/0", "n1"), replace("/total", 201))
    wait_until(page, lambda: in_view(page)[:2] == ["n1", "k0"])


def test_the_table_follows_at_its_very_end_and_only_there(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 1_000_000)
    row(page, "k199").wait_for()
    settled(page)
    desk.ids.append("z1")
    desk.patch(add("/rows/z1", desk.row("z1")), add(f"/ids/{len(desk.slice['ids']) - 1}", "z1"), replace("/total", 201))
    wait_until(page, lambda: in_view(page)[-1] == "z1")
    page.locator(".view").hover()
    page.mouse.wheel(0, -80)
    wait_until(page, lambda: in_view(page)[-1] != "z1")
    last = in_view(page)[-1]
    desk.ids.append("z2")
    desk.patch(add("/rows/z2", desk.row("z2")), add(f"/ids/{len(desk.slice['ids']) - 1}", "z2"), replace("/total", 202))
    wait_until(page, lambda: page.get_by_role("grid").get_attribute("aria-rowcount") == "204")
    assert in_view(page)[-1] == last


def test_rows_that_have_come_above_are_counted_and_a_press_goes_there(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 40 * 100)
    row(page, "k100").wait_for()
    settled(page)
    desk.patch(add("/fresh", 12))
    desk.extra = {"fresh": 0}
    page.get_by_role("button", name="12 new ↑").click()
    wait_until(page, lambda: in_view(page)[:1] == ["k0"])
    expect(page.locator(".pill")).to_be_hidden()
    assert latest(desk, "from") == 0


def test_the_problem_of_a_source_is_said_and_tried_again(page, server, desk):
    shown(page, server, desk)
    desk.patch(add("/problem", "The source has not answered."))
    expect(page.get_by_text("The source has not answered.").first).to_be_visible()
    desk.extra = {}
    page.get_by_role("button", name="Try again").click()
    wait_until(page, lambda: latest(desk, "fresh") is True)
    expect(page.locator(".problem")).to_be_hidden()


# Holding

def test_a_pointer_in_the_rows_holds_the_order_until_it_leaves(page, server, desk):
    shown(page, server, desk)
    desk.asked.clear()
    cell(page, "k3", 3).hover()
    wait_until(page, lambda: wishes(desk, "hold") == [{"hold": True}])
    desk.patch(add("/waiting", 3))
    expect(page.get_by_role("button", name="Order holds · 3 waiting")).to_be_visible()
    page.mouse.move(5, 5)
    wait_until(page, lambda: wishes(desk, "hold") == [{"hold": True}, {"hold": False}])
    assert [set(asked) for asked in desk.asked] == [{"model", "element", "sequence", "hold"}] * 2


def test_the_pill_of_a_held_order_shows_the_order_of_now(page, server, desk):
    shown(page, server, desk)
    cell(page, "k3", 3).hover()
    wait_until(page, lambda: latest(desk, "hold") is True)
    desk.patch(add("/waiting", 3))
    page.get_by_role("button", name="Order holds · 3 waiting").click()
    wait_until(page, lambda: latest(desk, "hold") is False)
    desk.patch(remove("/waiting"))
    expect(page.locator(".pill")).to_be_hidden()


@pytest.mark.parametrize("way", ["Escape", "Tab", "hidden"])
def test_a_focus_in_the_rows_holds_the_order_until_it_leaves(page, server, desk, way):
    shown(page, server, desk, TABLE, BUTTON)
    desk.asked.clear()
    page.get_by_role("columnheader", name="Symbol").focus()
    page.keyboard.press("ArrowDown")
    at(page, "k0", 0)
    wait_until(page, lambda: wishes(desk, "hold") == [{"hold": True}])
    if way == "hidden":
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", { get: () => true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
    else:
        page.keyboard.press(way)
    wait_until(page, lambda: wishes(desk, "hold") == [{"hold": True}, {"hold": False}])


def test_a_hold_ends_after_30_seconds_without_a_movement(page, server, desk):
    page.clock.install()
    page.goto("/")
    server.attach(screen(TABLE))
    page.get_by_role("grid").wait_for()
    desk.state()
    usable(page)
    cell(page, "k3", 0).hover()
    page.clock.run_for(100)
    wait_until(page, lambda: latest(desk, "hold") is True)
    server.next("event")
    later(page, server, range(2, 12))
    cell(page, "k4", 0).hover()
    later(page, server, range(12, 22))
    assert latest(desk, "hold") is True
    later(page, server, range(22, 29))
    wait_until(page, lambda: latest(desk, "hold") is False)


def test_a_press_on_a_row_that_has_just_come_under_a_resting_pointer_is_none(page, server, desk):
    page.clock.install()
    page.goto("/")
    server.attach(screen(TABLE))
    page.get_by_role("grid").wait_for()
    desk.state()
    usable(page)
    page.clock.run_for(100)
    cell(page, "k3", 0).hover()
    wait_until(page, lambda: latest(desk, "hold") is True)
    for new in "n0", "n1":
        desk.ids.insert(0, new)
        desk.patch(replace("/total", len(desk.ids)), add("/ids/0", new), add(f"/rows/{new}", desk.row(new)))
        wait_until(page, lambda new=new: new in in_view(page))
        page.clock.run_for(100)
        page.mouse.down()
        page.mouse.up()
        page.clock.run_for(500)
        page.mouse.down()
        page.mouse.up()
    assert [server.event(), server.event()] == [of("select", only="k2"), of("select", only="k1")]


def later(page, server, revs):
    """Lets two seconds pass for each revision, in a page that hears from its server meanwhile."""
    for rev in revs:
        page.clock.run_for(2000)
        server.send(patch(rev, replace("/title", f"Revision {rev}"), applied=1))
        wait_until(page, lambda rev=rev: page.title().endswith(f"Revision {rev}"))


# Acts

def without_acts(page, server, desk):
    """A page that has the table's rows, and not yet the file of what one does with them. Returns the request for it."""
    held = []
    page.route("**/table-acts.js", lambda route: held.append(route))
    page.goto("/")
    server.attach(screen(TABLE, width="wide"))
    page.get_by_role("grid").wait_for()
    desk.state()
    page.locator(".space > .row").first.wait_for()
    wait_until(page, lambda: held)
    return held[0]


def test_a_heading_that_is_pressed_before_its_file_has_come_sorts(page, server, desk):
    acts = without_acts(page, server, desk)
    page.get_by_role("columnheader", name="Price").click(modifiers=["Shift"])
    acts.continue_()
    assert server.event() == of("sort", column="price", add=True)


def test_a_row_is_opened_by_a_key_that_comes_before_the_file(page, server, desk):
    acts = without_acts(page, server, desk)
    cell(page, "k3", 0).press("Enter")
    acts.continue_()
    assert server.event() == of("open", id="k3")


def test_a_key_that_comes_before_the_file_does_nothing_once_the_focus_is_elsewhere(page, server, desk):
    acts = without_acts(page, server, desk)
    cell(page, "k3", 0).press("Enter")
    page.evaluate("document.activeElement.blur()")
    acts.continue_()
    usable(page)
    cell(page, "k4", 0).press("Enter")
    assert server.event() == of("open", id="k4")


def test_a_change_leaves_the_rows_where_the_browser_has_just_scrolled_them(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 40 * 60)
    row(page, "k60").wait_for()
    settled(page)
    # The browser tells of it with the next frame, and the change comes before.
    page.evaluate("""() => {
        const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
        Object.defineProperty(MessageEvent.prototype, "data", { ...data, get() {
            Object.defineProperty(MessageEvent.prototype, "data", data);
            document.querySelector(".view").scrollTop += 25;
            return this.data;
        } });
    }""")
    desk.ids.insert(0, "n0")
    desk.moved_by(1)
    wait_until(page, lambda: page.get_by_role("grid").get_attribute("aria-rowcount") == "203")
    assert page.evaluate("document.querySelector('.view').scrollTop") == 40 * 61 + 25


def test_a_heading_sorts_and_with_shift_adds(page, server, desk):
    shown(page, server, desk)
    assert [head.get_attribute("aria-sort") for head in page.get_by_role("columnheader").all()] == ["ascending", "none", None, None, None]
    page.get_by_role("columnheader", name="Price").click()
    assert server.event() == of("sort", column="price")
    page.get_by_role("columnheader", name="Price").click(modifiers=["Shift"])
    assert server.event() == of("sort", column="price", add=True)
    page.get_by_role("columnheader", name="Note").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert server.event() == of("sort", column="price")
    page.keyboard.press("Shift+Enter")
    assert server.event() == of("sort", column="price", add=True)
    answered(server, 2, replace("/models/m1/body/0/sort", [{"column": "price", "order": "reverse"}, {"column": "symbol", "order": "forward"}]))
    expect(page.get_by_role("columnheader", name="Price")).to_have_attribute("aria-sort", "descending")
    assert page.get_by_role("columnheader").first.get_attribute("aria-sort") == "ascending"


def test_who_has_sorted_sees_the_start(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 40 * 100)
    row(page, "k100").wait_for()
    page.get_by_role("columnheader", name="Price").click()
    assert server.event() == of("sort", column="price")
    desk.ids.reverse()
    desk.state()
    answered(server)
    wait_until(page, lambda: in_view(page)[:2] == ["k199", "k198"])


def test_rows_are_selected_at_once_and_then_as_the_server_says(page, server, desk):
    shown(page, server, desk)
    selected = lambda: page.locator(".row[aria-selected=true]").evaluate_all("all => all.map(row => row.dataset.row)")  # noqa: E731
    cell(page, "k1", 0).click()
    assert selected() == ["k1"]
    assert server.event() == of("select", only="k1")
    cell(page, "k3", 0).click(modifiers=["Control"])
    assert selected() == ["k1", "k3"]
    assert server.event() == of("select", toggle="k3")
    cell(page, "k5", 0).click(modifiers=["Shift"])
    assert selected() == ["k3", "k4", "k5"]
    assert server.event() == of("select", **{"from": "k3", "to": "k5"})
    page.keyboard.press("Control+a")
    assert len(selected()) == page.locator(".space > .row").count()
    assert server.event() == of("select", all=True)
    expect(page.locator(".unseen[aria-live]")).to_have_text("200 selected")
    # The server has decided otherwise.
    desk.patch(add("/rows/k7/selected", True))
    answered(server)
    wait_until(page, lambda: selected() == ["k7"])


def test_all_rows_that_are_here_are_printed_and_it_says_which(page, server, desk):
    shown(page, server, desk)
    scroll_to(page, 40 * 100)
    row(page, "k100").wait_for()
    settled(page)
    drawn, first, here = page.locator(".space > .row").count(), desk.first, len(desk.slice["ids"])
    assert drawn < here
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".space > .row").count() == here
    assert page.locator(".data-table").get_attribute("data-printed") == f"Rows {first + 1} to {first + here} of 200"
    page.emulate_media(media="print")
    assert "Rows" in page.locator(".data-table").evaluate("node => getComputedStyle(node, '::after').content")
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".data-table").get_attribute("data-printed") is None
    wait_until(page, lambda: page.locator(".space > .row").count() < here)


def test_a_selection_stays_between_the_answer_and_its_rows(page, server, desk):
    shown(page, server, desk)
    cell(page, "k1", 0).click()
    assert server.event() == of("select", only="k1")
    row(page, "k1").evaluate("""row => {
      window.seen = [];
      new MutationObserver(() => seen.push(row.ariaSelected)).observe(row, { attributeFilter: ["aria-selected"] });
    }""")
    answered(server)
    desk.patch(add("/rows/k1/selected", True), replace("/rows/k1/cells/0", "Taken"))
    cell(page, "k1", 0).get_by_text("Taken").wait_for()
    assert page.evaluate("seen.includes('false')") is False
    # Rows that say otherwise count at once from then on.
    desk.patch({"op": "remove", "path": "/rows/k1/selected"})
    wait_until(page, lambda: row(page, "k1").get_attribute("aria-selected") == "false")


def test_keys_select(page, server, desk):
    shown(page, server, desk)
    page.get_by_role("columnheader", name="Symbol").focus()
    page.keyboard.press("ArrowDown")
    at(page, "k0", 0)
    page.keyboard.press("Space")
    assert server.event() == of("select", toggle="k0")
    page.keyboard.press("Shift+ArrowDown")
    assert server.event() == of("select", **{"from": "k0", "to": "k1"})
    at(page, "k1", 0)


def test_where_one_row_can_be_selected_it_is_the_only_one(page, server, desk):
    shown(page, server, desk, table={**TABLE, "selection": "one"})
    for modifiers in ([], ["Control"], ["Shift"]):
        cell(page, "k2", 0).click(modifiers=modifiers)
        assert server.event() == of("select", only="k2")
    page.keyboard.press("Control+a")
    page.keyboard.press("Space")
    assert server.event() == of("select", only="k2")


def test_a_row_is_opened_by_a_double_click_and_by_enter(page, server, desk):
    shown(page, server, desk, table={**TABLE, "selection": None})
    cell(page, "k2", 0).dblclick()
    assert server.event() == of("open", id="k2")
    page.keyboard.press("ArrowDown")
    at(page, "k3", 0)
    page.keyboard.press("Enter")
    assert server.event() == of("open", id="k3")


def test_a_row_that_has_gone_takes_no_events(page, server, desk):
    shown(page, server, desk)
    desk.patch(add("/rows/k2/gone", True))
    row(page, "k2").and_(page.locator("[data-gone]")).wait_for()
    cell(page, "k2", 0).dblclick(force=True)
    cell(page, "k2", 2).dblclick(force=True)
    cell(page, "k2", 0).click(button="right", force=True)
    page.get_by_role("button", name="Cancel k2", exact=True).evaluate("node => node.click()")
    cell(page, "k3", 0).click()
    assert server.event() == of("select", only="k3")


MENU = {"id": "k2", "children": [{"type": "button", "id": "drop", "text": "Drop"}, {"type": "button", "id": "keep", "text": "Keep"}]}


def test_the_menu_of_a_row_comes_with_the_slice_and_tells_what_is_chosen(page, server, desk):
    shown(page, server, desk)
    cell(page, "k2", 0).click(button="right")
    asks_menu(page, desk, "k2")
    desk.patch(add("/menu", MENU))
    page.get_by_role("button", name="Keep").click()
    assert server.event() == of("cell", id="k2", element="keep", name="tap")
    asks_menu(page, desk, "")
    desk.patch(remove("/menu"))
    expect(page.locator(".menu")).to_have_count(0)
    at(page, "k2", 0)


def test_the_menu_of_another_row_takes_the_place_of_an_open_one(page, server, desk):
    shown(page, server, desk)
    cell(page, "k2", 0).click(button="right")
    asks_menu(page, desk, "k2")
    desk.patch(add("/menu", MENU))
    expect(page.get_by_role("button", name="Drop")).to_be_visible()
    cell(page, "k5", 0).click(button="right")
    asks_menu(page, desk, "k5")
    desk.patch(replace("/menu", {"id": "k5", "children": [{"type": "button", "id": "keep", "text": "Keep k5"}]}))
    page.get_by_role("button", name="Keep k5").click()
    assert server.event() == of("cell", id="k5", element="keep", name="tap")
    asks_menu(page, desk, "")


def test_a_refused_edit_is_sent_over_the_value_that_has_come(page, server, desk):
    shown(page, server, desk)
    cell(page, "k2", 2).dblclick()
    assert server.event()["name"] == "select"
    page.locator(".editor").fill("40")
    page.keyboard.press("Enter")
    event = server.event()
    desk.patch(replace("/rows/k2/cells/2", "7"))
    server.send({"rejected": {"event": server.done[-1], "code": "invalid", "message": "Meanwhile this has become “7”"}, "applied": server.done[-1]})
    expect(page.get_by_role("alert")).to_have_text("Meanwhile this has become “7”")
    page.locator(".editor").press("Enter")
    assert [event["value"]["was"], server.event()["value"]] == [event["value"]["was"], {**event["value"], "was": "7"}]


def test_a_footer_that_changes_leaves_what_is_typed(page, server, desk):
    columns = [{**column, "footer": "1"} for column in COLUMNS]
    shown(page, server, desk, table={**TABLE, "columns": columns})
    cell(page, "k2", 2).dblclick()
    assert server.event()["name"] == "select"
    page.locator(".editor").fill("40")
    server.send(patch(2, *(replace(f"/models/m1/body/0/columns/{at}/footer", "2") for at in range(len(columns)))))
    expect(page.locator(".foot .cell").first).to_have_text("2")
    expect(page.locator(".editor")).to_have_value("40")


def test_a_menu_is_closed_by_escape_and_by_the_server(page, server, desk):
    shown(page, server, desk)
    cell(page, "k2", 0).click(button="right")
    asks_menu(page, desk, "k2")
    desk.patch(add("/menu", MENU))
    expect(page.get_by_role("button", name="Drop")).to_be_focused()
    desk.patch(replace("/menu/children/0/text", "Drop it"))
    expect(page.get_by_role("button", name="Drop it")).to_be_visible()
    page.keyboard.press("Escape")
    asks_menu(page, desk, "")
    desk.patch(remove("/menu"))
    at(page, "k2", 0)
    page.keyboard.press("ArrowDown")
    at(page, "k3", 0)
    page.keyboard.press("Shift+F10")
    asks_menu(page, desk, "k3")
    desk.patch(add("/menu", {**MENU, "id": "k3"}))
    expect(page.get_by_role("button", name="Drop")).to_be_focused()
    desk.patch(remove("/menu"))
    expect(page.locator(".menu")).to_have_count(0)
    cell(page, "k4", 0).click()
    assert server.event() == of("select", only="k4")


@pytest.mark.parametrize("way", ["Enter", "F2", "double click"])
def test_a_cell_is_edited_in_its_place(page, server, desk, way):
    shown(page, server, desk, table={**TABLE, "selection": None})
    if way == "double click":
        cell(page, "k2", 2).dblclick()
    else:
        cell(page, "k2", 2).click()
        page.keyboard.press(way)
    field = page.get_by_role("textbox", name="Quantity")
    expect(field).to_be_focused()
    assert field.input_value() == "2"
    # What the server changes meanwhile does not touch the field.
    desk.patch(replace("/rows/k2/cells/2", "7"), replace("/rows/k2/cells/3", "Patched"))
    expect(cell(page, "k2", 3)).to_have_text("Patched")
    field.fill("40")
    page.keyboard.press("Enter")
    assert server.event() == of("edit", id="k2", column="quantity", text="40", was="2")
    desk.patch(replace("/rows/k2/cells/2", "40"))
    answered(server)
    expect(field).to_have_count(0)
    expect(cell(page, "k2", 2)).to_have_text("40")
    at(page, "k2", 2)


def test_escape_leaves_a_cell_as_it_was(page, server, desk):
    shown(page, server, desk, table={**TABLE, "selection": None})
    cell(page, "k2", 2).dblclick()
    page.keyboard.type("9")
    page.keyboard.press("Escape")
    expect(cell(page, "k2", 2)).to_have_text("2")
    at(page, "k2", 2)
    # An edit that changes nothing is none.
    page.keyboard.press("F2")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    at(page, "k2", 1)
    page.keyboard.press("Enter")
    assert server.event() == of("open", id="k2")


def test_a_refused_edit_stays_open_and_says_why_at_the_field(page, server, desk):
    shown(page, server, desk, table={**TABLE, "selection": None})
    cell(page, "k2", 2).dblclick()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    assert server.event() == of("edit", id="k2", column="quantity", text="many", was="2")
    server.send({"rejected": {"event": server.done[-1], "code": "invalid", "message": "A whole number"}, "applied": server.done[-1]})
    field = page.get_by_role("textbox", name="Quantity")
    expect(page.get_by_role("alert")).to_have_text("A whole number")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert [field.input_value(), field.evaluate("node => document.getElementById(node.getAttribute('aria-describedby')).textContent")] == ["many", "A whole number"]
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("41")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.keyboard.press("Enter")
    assert server.event() == of("edit", id="k2", column="quantity", text="41", was="2")
    answered(server)
    expect(field).to_have_count(0)


def test_what_is_in_a_cell_tells_of_itself_through_the_table(page, server, desk):
    shown(page, server, desk)
    page.get_by_role("button", name="Cancel k2", exact=True).click()
    assert server.event() == of("cell", id="k2", column="act", element="cancel", name="tap")
    desk.patch(replace("/rows/k2/cells/4", {"children": [{"type": "button", "id": "cancel", "text": "Really?"}]}))
    expect(page.get_by_role("button", name="Really?")).to_be_focused()
    page.keyboard.press("Enter")
    assert server.event() == of("cell", id="k2", column="act", element="cancel", name="tap")
    desk.patch(replace("/rows/k2/cells/4/children/0/text", "Sure?"))
    expect(page.get_by_role("button", name="Sure?")).to_be_focused()


def test_columns_are_widened_by_drag_and_by_keys(page, server, desk):
    shown(page, server, desk)
    price = page.get_by_role("columnheader", name="Price")
    width = lambda: [round(node.bounding_box()["width"]) for node in (price, cell(page, "k1", 1))]  # noqa: E731
    assert width() == [100, 100]
    grip = price.locator(".grip").bounding_box()
    page.mouse.move(grip["x"] + 4, grip["y"] + 5)
    page.mouse.down()
    page.mouse.move(grip["x"] + 64, grip["y"] + 5)
    page.mouse.up()
    assert width() == [160, 160]
    price.focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert width() == [176, 176]
    cell(page, "k4", 0).click()
    assert server.event() == of("select", only="k4")


# Columns

def heads(page):
    return page.locator(".head > .cell > span").all_text_contents()


def dragged(page, name, by, steps=4):
    """Drags the end of a heading."""
    grip = page.get_by_role("columnheader", name=name).locator(".grip").bounding_box()
    page.mouse.move(grip["x"] + 4, grip["y"] + 5)
    page.mouse.down()
    for step in range(1, steps + 1):
        page.mouse.move(grip["x"] + 4 + by * step / steps, grip["y"] + 5)
    page.mouse.up()


def chosen(page, column, *items):
    """Chooses an item of the menu of a heading."""
    for item in items:
        page.get_by_role("columnheader", name=column).click(button="right")
        page.get_by_role("button", name=item, exact=True).click()


def width(page, name):
    return round(page.get_by_role("columnheader", name=name).bounding_box()["width"])


def dropped(page, name, onto, share, *keys):
    """Drags a heading to a place on another one, and presses keys before it is let go."""
    box = page.get_by_role("columnheader", name=name).bounding_box()
    to = page.get_by_role("columnheader", name=onto).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] + 9)
    page.locator("[data-dragged]").wait_for()
    page.mouse.move(to["x"] + share * to["width"], to["y"] + 9, steps=3)
    marked = [head.get_attribute("data-drop") for head in page.get_by_role("columnheader").all()]
    for key in keys:
        page.keyboard.press(key)
    page.mouse.up()
    return marked


def test_a_heading_is_dragged_to_another_place_or_back(page, server, desk):
    shown(page, server, desk)
    assert dropped(page, "Quantity", "Price", .2) == [None, "before", None, None, None]
    assert heads(page) == ["Symbol", "Quantity", "Price", "Note", "Act"]
    assert dropped(page, "Symbol", "Act", .8) == [None, None, None, None, "after"]
    assert heads(page) == ["Quantity", "Price", "Note", "Act", "Symbol"]
    assert dropped(page, "Price", "Symbol", .8, "Escape") == [None, None, None, None, "after"]
    assert dropped(page, "Price", "Price", .3) == [None] * 5
    assert dropped(page, "Price", "Price", .3, "Escape") == [None] * 5
    assert heads(page) == ["Quantity", "Price", "Note", "Act", "Symbol"]
    assert page.locator("[data-drop], [data-dragged]").count() == 0
    # None of it was a click, which sorts.
    page.get_by_role("columnheader", name="Price").click()
    assert server.event() == of("sort", column="price")


def test_a_browser_keeps_widths_order_and_visibility_until_they_are_reset(page, server, desk):
    shown(page, server, desk)
    dragged(page, "Price", 60)
    chosen(page, "Quantity", "Move left", "Hide Quantity")
    chosen(page, "Note", "Move left")
    assert (heads(page), width(page, "Price")) == (["Symbol", "Note", "Price", "Act"], 160)
    assert row(page, "k2").locator(".cell").all_text_contents() == ["Ck2", "Note of k2", "2.25", "Cancel k2"]
    shown(page, server, desk)
    assert (heads(page), width(page, "Price")) == (["Symbol", "Note", "Price", "Act"], 160)
    assert row(page, "k2").locator(".cell").all_text_contents() == ["Ck2", "Note of k2", "2.25", "Cancel k2"]
    desk.patch(replace("/rows/k2/cells/3", "Patched"), replace("/rows/k2/cells/2", "77"))
    expect(row(page, "k2").locator(".cell").nth(1)).to_have_text("Patched")
    chosen(page, "Symbol", "Show Quantity")
    assert heads(page) == ["Symbol", "Quantity", "Note", "Price", "Act"]
    expect(row(page, "k2").locator(".cell").nth(1)).to_have_text("77")
    assert violations(page) == []
    chosen(page, "Note", "Reset columns")
    assert (heads(page), width(page, "Price")) == (["Symbol", "Price", "Quantity", "Note", "Act"], 100)
    assert page.evaluate("localStorage['oriel.columns']") == "[]"
    shown(page, server, desk)
    assert (heads(page), width(page, "Price")) == (["Symbol", "Price", "Quantity", "Note", "Act"], 100)
    assert server.done == []


def test_a_browser_keeps_the_columns_of_the_last_hundred_tables(page, server, desk):
    shown(page, server, desk)
    page.evaluate("localStorage['oriel.columns'] = JSON.stringify(Array.from({ length: 100 }, (_, at) => [`t${at}`, { hidden: ['x'] }]))")
    dragged(page, "Price", 20)
    names = [name for name, _ in page.evaluate("JSON.parse(localStorage['oriel.columns'])")]
    assert (len(names), names[0]) == (100, "t1")
    assert "orders" in names[-1]


@pytest.mark.parametrize("kept", ["no JSON", "7", '[["x"]]', '{"a": 1}'])
def test_a_table_is_shown_whatever_the_browser_has_kept(page, server, desk, kept):
    page.add_init_script(f"localStorage['oriel.columns'] ??= {json.dumps(kept)};")
    shown(page, server, desk)
    assert heads(page) == ["Symbol", "Price", "Quantity", "Note", "Act"]
    dragged(page, "Price", 20)
    assert width(page, "Price") == 120


def test_columns_that_are_gone_and_another_users_columns_are_ignored(page, server, desk):
    shown(page, server, desk)
    chosen(page, "Price", "Hide Price")
    chosen(page, "Note", "Move left")
    shown(page, server, desk, {**TABLE, "columns": [*COLUMNS[:1], COLUMNS[4]]})
    assert heads(page) == ["Symbol", "Act"]
    shown(page, server, desk, user="u-2")
    assert heads(page) == ["Symbol", "Price", "Quantity", "Note", "Act"]


KEPT = {**TABLE, "customization": {}}


def test_an_app_that_keeps_the_columns_is_told_once_at_the_end_of_a_drag(page, server, desk):
    shown(page, server, desk, KEPT)
    grip = page.get_by_role("columnheader", name="Price").locator(".grip").bounding_box()
    page.mouse.move(grip["x"] + 4, grip["y"] + 5)
    page.mouse.down()
    for step in (10, 30, 60):
        page.mouse.move(grip["x"] + 4 + step, grip["y"] + 5)
    assert width(page, "Price") == 160
    assert server.done == []
    page.mouse.up()
    assert server.event() == of("columns", widths={"price": 160})
    assert width(page, "Price") == 160
    # What the document says is shown, here another width.
    answered(server, 2, replace("/models/m1/body/0/customization", {"widths": {"price": 150}}))
    wait_until(page, lambda: width(page, "Price") == 150)
    price = page.get_by_role("columnheader", name="Price")
    price.focus()
    page.keyboard.down("Shift")
    for _ in range(3):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    page.keyboard.up("Shift")
    assert server.event() == of("columns", widths={"price": 198})
    assert len(server.done) == 2
    assert page.evaluate("localStorage['oriel.columns']") is None


def test_a_hidden_column_of_the_app_has_no_cells(page, server, desk):
    shown(page, server, desk, KEPT)
    chosen(page, "Price", "Hide Price")
    assert server.event() == of("columns", hidden=["price"])
    assert heads(page) == ["Symbol", "Quantity", "Note", "Act"]
    columns = [COLUMNS[3], COLUMNS[0], {**COLUMNS[1], "hidden": True}, COLUMNS[2], COLUMNS[4]]
    answered(server, 2, replace("/models/m1/body/0/columns", columns),
             replace("/models/m1/body/0/customization", {"hidden": ["price"], "order": ["note"]}))
    # Until the rows come, the cells are those of before, each below its title.
    wait_until(page, lambda: heads(page) == ["Note", "Symbol", "Quantity", "Act"])
    assert row(page, "k2").locator(".cell").all_text_contents() == ["Note of k2", "Ck2", "2", "Cancel k2"]
    desk.rows = {name: {"cells": [f"Note of {name}", name.upper(), "1", {"text": "Act"}]} for name in desk.ids}
    desk.state()
    expect(row(page, "k2").locator(".cell").nth(1)).to_have_text("K2")
    assert heads(page) == ["Note", "Symbol", "Quantity", "Act"]
    assert row(page, "k2").locator(".cell").all_text_contents() == ["Note of k2", "K2", "1", "Act"]
    desk.patch(replace("/rows/k2/cells/2", "9"))
    expect(row(page, "k2").locator(".cell").nth(2)).to_have_text("9")
    chosen(page, "Note", "Show Price")
    assert server.event() == of("columns", hidden=[], order=["note"])
    chosen(page, "Symbol", "Reset columns")
    assert server.event() == of("columns")


DOWNLOAD = {"model": "m1", "element": "orders", "name": "download"}


def test_a_file_of_all_rows_is_asked_for_in_the_menus_of_titles_and_rows(page, server, desk):
    shown(page, server, desk, {**TABLE, "downloads": "csv"})
    chosen(page, "Price", "Download as CSV")
    assert server.event() == DOWNLOAD
    server.send(patch(2, applied=1))
    assert heads(page) == ["Symbol", "Price", "Quantity", "Note", "Act"]
    assert page.evaluate("localStorage['oriel.columns']") is None
    row(page, "k2").locator(".cell").first.click(button="right")
    asks_menu(page, desk, "k2")
    desk.patch(add("/menu", MENU))
    expect(page.locator(".menu button").last).to_have_text("Download as CSV")
    desk.patch(replace("/menu/children/0/text", "Drop it"))
    expect(page.locator(".menu button").first).to_have_text("Drop it")
    assert violations(page) == []
    page.locator(".menu").get_by_role("button", name="Download as CSV").click()
    assert server.event() == DOWNLOAD
    asks_menu(page, desk, "")


def test_a_table_without_a_file_offers_none(page, server, desk):
    shown(page, server, desk)
    page.get_by_role("columnheader", name="Price").click(button="right")
    expect(page.get_by_role("button", name="Hide Price")).to_be_visible()
    expect(page.get_by_role("button", name="Download")).to_have_count(0)


def test_columns_are_customized_by_keys(page, server, desk):
    shown(page, server, desk, KEPT)
    page.get_by_role("columnheader", name="Note").focus()
    page.keyboard.press("Shift+F10")
    expect(page.get_by_role("button", name="Hide Note")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert server.event() == of("columns", order=["symbol", "price", "note", "quantity", "act"])
    wait_until(page, lambda: focused_cell(page) == ["head", 2])
    assert heads(page) == ["Symbol", "Price", "Note", "Quantity", "Act"]


# No rows

EMPTY = {**TABLE, "children": [{"type": "unavailable", "text": "No orders", "symbol": "inbox",
                                "children": [{"type": "button", "id": "add", "text": "Add one"}]}]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_content_of_an_empty_table_is_there_until_rows_come(page, server, desk, scheme):
    page.emulate_media(color_scheme=scheme)
    desk.ids = []
    page.goto("/")
    server.attach(screen(EMPTY, width="wide"))
    page.get_by_role("grid").wait_for()
    assert page.get_by_text("No orders").count() == 0 or not page.get_by_text("No orders").is_visible()
    desk.state()
    expect(page.get_by_text("No orders")).to_be_visible()
    assert violations(page) == []
    usable(page)
    page.get_by_role("button", name="Add one").click()
    assert server.event() == {"model": "m1", "element": "add", "name": "tap"}
    desk.ids = ["k1"]
    desk.patch(replace("/total", 1), add("/rows/k1", desk.row("k1")), add("/ids/0", "k1"))
    row(page, "k1").wait_for()
    expect(page.get_by_text("No orders")).to_be_hidden()
    desk.ids = []
    desk.patch(replace("/total", 0), remove("/ids/0"), remove("/rows/k1"))
    expect(page.get_by_text("No orders")).to_be_visible()
    server.send(patch(2, replace("/models/m1/body/0/children/0/text", "Nothing here")))
    expect(page.get_by_text("Nothing here")).to_be_visible()


# The keyboard

def test_arrows_home_end_and_pages_move_through_the_cells(page, server, desk):
    shown(page, server, desk)
    page.get_by_role("columnheader", name="Symbol").focus()
    for key, goal in (("ArrowDown", ("k0", 0)), ("ArrowRight", ("k0", 1)), ("End", ("k0", 4)), ("ArrowDown", ("k1", 4)), ("Home", ("k1", 0)),
                      ("ArrowUp", ("k0", 0)), ("ArrowUp", ("head", 0)), ("ArrowDown", ("k0", 0))):
        page.keyboard.press(key)
        at(page, *goal)
    count = len(in_view(page)) - 1
    page.keyboard.press("PageDown")
    at(page, f"k{count}", 0)
    page.keyboard.press("PageUp")
    at(page, "k0", 0)


def test_a_letter_goes_to_the_next_row_that_begins_with_it(page, server, desk):
    shown(page, server, desk)
    cell(page, "k1", 0).click()
    page.keyboard.press("a")
    at(page, "k8", 0)
    page.keyboard.type("k16")
    at(page, "k16", 0)


@pytest.mark.parametrize("start", ["Home", "End"])
def test_letters_go_to_a_row_wherever_it_is_and_the_search_goes_around(page, server, desk, start):
    desk.ids += ["z900", *(f"k{number}" for number in range(1000, 1200))]
    desk.rows["z900"] = {"cells": ["Zoë", "", "", "", ""]}
    shown(page, server, desk)
    cell(page, "k1", 1).click()
    page.keyboard.press(f"ControlOrMeta+{start}")
    at(page, "k0" if start == "Home" else "k1199", 1)
    page.keyboard.press("z")
    at(page, "z900", 1)
    assert "z900" in in_view(page)
    # Now that the row is here, no server is asked.
    page.keyboard.type("oe")
    at(page, "z900", 1)
    assert [asked["find"]["prefix"] for asked in desk.asked if "find" in asked] == ["z"]


def test_letters_that_no_row_begins_with_go_nowhere(page, server, desk):
    shown(page, server, desk)
    cell(page, "k1", 1).click()
    page.keyboard.press("y")
    wait_until(page, lambda: latest(desk, "find") == {"prefix": "y", "after": "k1"})
    page.keyboard.press("ArrowDown")
    at(page, "k2", 1)


def opened_finder(page):
    page.keyboard.press("ControlOrMeta+f")
    field = page.get_by_role("searchbox", name="Find in rows")
    expect(field).to_be_focused()
    return field


def test_a_field_finds_rows_that_the_page_does_not_have(page, server, desk):
    desk.ids = [f"k{number}" for number in range(5000)]
    shown(page, server, desk)
    cell(page, "k1", 1).click()
    field = opened_finder(page)
    page.keyboard.type("of k432")
    page.keyboard.press("Enter")
    expect(page.locator(".find .note")).to_have_text("Row 433 of 5000")
    wait_until(page, lambda: "k432" in in_view(page))
    expect(field).to_be_focused()
    assert page.locator(".live, [aria-live]").filter(has_text="Row 433 of 5000").count() == 1
    page.keyboard.press("Enter")
    wait_until(page, lambda: "k4320" in in_view(page))
    page.keyboard.press("Enter")
    wait_until(page, lambda: "k4321" in in_view(page))
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".find .note")).to_have_text("Row 4321 of 5000")
    assert [asked["find"].get("after") for asked in desk.asked if "find" in asked] == ["k1", "k432", "k4320", "k4321"]
    page.keyboard.press("Escape")
    at(page, "k4320", 1)
    assert field.count() == 0 and server.done[1:] == []
    # The order has been held all the time.
    assert [asked["hold"] for asked in desk.asked if "hold" in asked][-1] is True


def test_a_text_that_no_row_has_is_said_and_nothing_moves(page, server, desk):
    shown(page, server, desk)
    cell(page, "k1", 1).click()
    opened_finder(page)
    page.keyboard.type("nothing")
    page.keyboard.press("Enter")
    expect(page.locator(".find .note")).to_have_text("No row has this")
    assert violations(page) == []
    page.keyboard.type("!")
    expect(page.locator(".find .note")).to_have_text("")
    page.keyboard.press("Escape")
    at(page, "k1", 1)


def test_the_row_that_was_found_has_the_focus_also_if_it_is_late(page, server, desk):
    desk.ids = [f"k{number}" for number in range(5000)]
    shown(page, server, desk)
    cell(page, "k1", 1).click()
    opened_finder(page)
    page.keyboard.type("of k3000")
    page.keyboard.press("Enter")
    desk_is_late(page, desk)
    page.keyboard.press("Escape")
    with desk.lock:
        desk.is_late = False
        desk.answer(desk.asked[-1])
    at(page, "k3000", 1)


def desk_is_late(page, desk):
    """Answers the search, and not the request for the rows that follows it."""
    answer = desk.answer

    def answered(asked):
        answer(asked)
        desk.is_late = "find" in asked

    desk.answer = answered
    wait_until(page, lambda: "find" in desk.asked[-1] or desk.is_late)
    wait_until(page, lambda: desk.asked[-1].get("from", 0) > 2900)


def test_a_letter_that_is_a_key_of_the_app_is_that(page, server, desk):
    shown(page, server, desk, TABLE, {"type": "button", "id": "buy", "text": "Buy", "shortcut": "a"})
    cell(page, "k1", 0).click()
    assert server.event() == of("select", only="k1")
    page.keyboard.press("a")
    assert server.event() == {"model": "m1", "element": "buy", "name": "tap"}


def test_a_key_of_the_app_for_finding_is_the_apps(page, server, desk):
    shown(page, server, desk, TABLE, {"type": "button", "id": "seek", "text": "Seek", "shortcut": "mod+f"})
    cell(page, "k1", 0).click()
    assert server.event() == of("select", only="k1")
    page.keyboard.press("ControlOrMeta+f")
    assert server.event() == {"model": "m1", "element": "seek", "name": "tap"}


def reloaded(page, server, desk):
    page.reload()
    server.attach(screen(TABLE, width="wide"))
    page.get_by_role("grid").wait_for()
    page.evaluate(WATCHES)
    desk.first, desk.count = 0, 40
    desk.asked.clear()
    desk.state()


# The first rows that are ever drawn.
WATCHES = """() => { new MutationObserver(() => {
    const [first] = document.querySelectorAll('.space > .row');
    if (first) window.firstDrawn ??= first.dataset.row;
}).observe(document.querySelector('.space'), { childList: true }); }"""


def test_after_a_reload_the_same_row_is_at_the_top(page, server, desk):
    desk.ids = [f"k{number}" for number in range(5000)]
    shown(page, server, desk)
    scroll_to(page, 40 * 3000 + 10)
    row(page, "k3000").wait_for()
    settled(page)
    before = in_view(page)[0], top(page, in_view(page)[0])
    desk.ids[:5] = []
    reloaded(page, server, desk)
    wait_until(page, lambda: before[0] in in_view(page))
    assert (in_view(page)[0], top(page, before[0])) == before
    asked = next(asked for asked in desk.asked if "from" in asked)
    assert asked["to"] == "k3000"
    assert int(page.evaluate("firstDrawn")[1:]) > 2900
    # A row that has gone leaves its place.
    desk.ids.remove("k3000")
    reloaded(page, server, desk)
    wait_until(page, lambda: in_view(page)[:1] == ["k3002"])
    # Later requests name no row to show.
    scroll_to(page, 40 * 1000)
    row(page, "k1005").wait_for()
    settled(page)
    assert "to" not in desk.asked[-1]
    scroll_to(page, 0)
    row(page, "k5").wait_for()
    settled(page)
    reloaded(page, server, desk)
    wait_until(page, lambda: in_view(page)[:1] == ["k5"])
    assert all("to" not in asked for asked in desk.asked)


def test_left_and_right_turn_with_the_language(page, server, desk):
    shown(page, server, desk)
    page.evaluate("document.documentElement.dir = 'rtl'")
    cell(page, "k1", 0).click()
    page.keyboard.press("ArrowLeft")
    at(page, "k1", 1)
    page.keyboard.press("ArrowRight")
    at(page, "k1", 0)
    assert cell(page, "k1", 0).bounding_box()["x"] > cell(page, "k1", 1).bounding_box()["x"]


def test_the_whole_table_is_one_tab_stop(page, server, desk):
    shown(page, server, desk, {"type": "button", "id": "before", "text": "Before"}, TABLE, BUTTON)
    page.get_by_role("button", name="Before").focus()
    page.keyboard.press("Tab")
    assert focused_cell(page) == ["k0", 0]
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Other")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    assert focused_cell(page) == ["k0", 0]
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Cancel k0", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Other")).to_be_focused()


def test_a_row_that_goes_gives_its_focus_to_its_neighbour_and_says_so(page, server, desk):
    shown(page, server, desk)
    cell(page, "k3", 1).click()
    desk.ids.remove("k3")
    desk.patch(remove("/rows/k3"), remove("/ids/3"), replace("/total", 199))
    at(page, "k4", 1)
    expect(page.locator(".unseen[aria-live]")).to_have_text("The row has gone")
    desk.patch(remove("/rows/k4"), remove("/ids/3"), replace("/ids/3", "k5"), replace("/total", 198))
    at(page, "k5", 1)


def test_the_focused_row_stays_while_the_rest_scrolls_away_and_comes_back(page, server, desk):
    shown(page, server, desk)
    cell(page, "k3", 1).click()
    scroll_to(page, 40 * 150)
    row(page, "k150").wait_for()
    settled(page)
    assert focused_cell(page) == ["k3", 1]
    page.keyboard.press("ArrowDown")
    at(page, "k4", 1)
    assert "k4" in in_view(page)


# Places

@pytest.fixture
def phone(server, request):
    context = browser_for(request).new_context(base_url=server.origin, viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


def test_columns_without_room_are_beside_their_row(phone, server, desk):
    page = phone
    columns = [*TABLE["columns"][:3], {"id": "note", "title": "Note", "priority": 2}, {"id": "act", "title": "Act", "priority": 2}]
    shown(page, server, desk, table={**TABLE, "columns": columns})
    assert row(page, "k2").locator(".cell").all_text_contents() == ["Ck2", "2.25", "2"]
    row(page, "k2").get_by_role("button", name="More of this row").tap()
    rest = page.get_by_role("dialog", name="Ck2")
    rest.wait_for()
    assert rest.locator(".line").all_text_contents() == ["NoteNote of k2", "ActCancel k2"]
    assert violations(page) == []
    # It follows its row, and its buttons mean that row.
    desk.patch(replace("/rows/k2/cells/3", "Another"))
    rest.get_by_text("Another").wait_for()
    rest.get_by_role("button", name="Cancel k2").tap()
    assert server.event() == of("cell", id="k2", column="act", element="cancel", name="tap")
    page.keyboard.press("Escape")
    rest.wait_for(state="detached")
    # The same by the keyboard, and it goes with the row.
    cell(page, "k3", 0).focus()
    page.keyboard.press("Alt+ArrowDown")
    rest = page.get_by_role("dialog", name="Dk3")
    rest.wait_for()
    desk.ids.remove("k3")
    desk.state()
    rest.wait_for(state="detached")
    page.set_viewport_size({"width": 1000, "height": 700})
    wait_until(page, lambda: page.get_by_role("button", name="More of this row").count() == 0)


def test_the_detail_of_a_row_comes_with_the_slice_and_follows_it(page, server, desk):
    shown(page, server, desk, table={**TABLE, "details": True})
    detail = lambda text: {"id": "k2", "children": [{"type": "text", "text": text}, {"type": "button", "id": "drop", "text": "Drop"}]}  # noqa: E731
    row(page, "k2").get_by_role("button", name="More of this row").click()
    panel = page.get_by_role("dialog", name="Ck2")
    panel.wait_for()
    wait_until(page, lambda: latest(desk, "detail") == "k2")
    desk.extra = {"detail": detail("Placed today")}
    desk.patch(add("/detail", detail("Placed today")))
    panel.get_by_text("Placed today").wait_for()
    desk.patch(replace("/detail/children/0/text", "Placed by Ann"))
    panel.get_by_text("Placed by Ann").wait_for()
    panel.get_by_role("button", name="Drop").click()
    assert server.event() == of("cell", id="k2", detail=True, element="drop", name="tap")
    # The panel of another row takes its place.
    row(page, "k3").get_by_role("button", name="More of this row").evaluate("button => button.click()")
    page.get_by_role("dialog", name="Dk3").wait_for()
    panel.wait_for(state="detached")
    wait_until(page, lambda: [asked["detail"] for asked in desk.asked if "detail" in asked] == ["k2", "k3"])
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Dk3").wait_for(state="detached")
    wait_until(page, lambda: latest(desk, "detail") == "")
    at(page, "k3", 0)


def test_a_label_and_a_plain_button_stay_in_the_line_of_their_cell(page, server, desk):
    shown(page, server, desk)
    label = {"type": "hstack", "children": [{"type": "image", "symbol": "circle-fill"}, {"type": "text", "text": "Attached to something long"}]}
    desk.patch(replace("/rows/k2/cells/4", {"children": [label]}),
               replace("/rows/k2/cells/3", {"children": [{"type": "button", "id": "open", "text": "A title " * 30, "style": "plain"}]}))
    inside = cell(page, "k2", 4)
    expect(inside.get_by_text("Attached to")).to_be_visible()
    line, text = inside.bounding_box(), inside.locator(".text").bounding_box()
    assert line["y"] <= text["y"] and text["y"] + text["height"] <= line["y"] + line["height"]
    title = cell(page, "k2", 3).get_by_role("button")
    assert title.evaluate("node => [node.scrollWidth > node.clientWidth || node.firstChild.scrollWidth > node.firstChild.clientWidth,"
                          " getComputedStyle(node).paddingInlineStart, getComputedStyle(node).fontSize === getComputedStyle(node.parentElement).fontSize]") == [True, "0px", True]
    title.click()
    assert server.event() == of("cell", id="k2", column="note", element="open", name="tap")


def test_a_narrow_table_is_cards_with_what_matters_first(phone, server, desk):
    shown(phone, server, desk)
    seen = [one.get_attribute("aria-colindex") for one in row(phone, "k2").locator(".cell").all() if one.is_visible()]
    assert seen == ["1", "2", "3", "4"]
    first, price, quantity, note = [cell(phone, "k2", column).bounding_box() for column in range(4)]
    assert price["y"] == first["y"] == quantity["y"] and note["y"] > first["y"]
    assert cell(phone, "k2", 3).evaluate("node => getComputedStyle(node, '::before').content") == '"Note "'
    assert row(phone, "k2").bounding_box()["height"] == 66
    assert phone.evaluate("document.querySelector('.view').scrollWidth <= document.querySelector('.view').clientWidth")
    phone.get_by_role("columnheader", name="Price").tap()
    assert server.event() == of("sort", column="price")


def test_columns_for_which_there_is_no_room_are_left_out(page, server, desk):
    page.set_viewport_size({"width": 600, "height": 700})
    shown(page, server, desk)
    assert page.get_by_role("columnheader").all_text_contents() == ["Symbol", "Price", "Quantity", "Note"]
    assert page.get_by_role("grid").get_attribute("aria-colcount") == "5"
    page.set_viewport_size({"width": 1000, "height": 700})
    expect(page.get_by_role("columnheader")).to_have_text(["Symbol", "Price", "Quantity", "Note", "Act"])
    expect(cell(page, "k1", 4)).to_have_text("Cancel k1")


def test_headings_and_pinned_columns_stay_in_view(page, server, desk):
    shown(page, server, desk, table={**TABLE, "columns": [*COLUMNS[:3], {"id": "wide", "title": "Wide", "width": 1100}, COLUMNS[4]]})
    box = page.get_by_role("columnheader", name="Symbol").bounding_box()
    page.evaluate("() => { document.querySelector('.view').scrollLeft = 300; document.querySelector('.view').scrollTop = 400; }")
    row(page, "k12").wait_for()
    assert page.get_by_role("columnheader", name="Symbol").bounding_box() == box
    assert cell(page, "k12", 0).bounding_box()["x"] == box["x"]
    assert cell(page, "k12", 1).bounding_box()["x"] < box["x"]
    # The cell that gets the focus is not below those that are pinned.
    cell(page, "k12", 2).click(position={"x": 90, "y": 10})
    page.keyboard.press("ArrowLeft")
    at(page, "k12", 1)
    assert cell(page, "k12", 1).bounding_box()["x"] >= box["x"] + box["width"] - 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 390])
def test_axe_finds_nothing(page, server, desk, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    for name, members in (("k1", {"selected": True}), ("k2", {"tone": "danger"}), ("k3", {"gone": True}), ("k4", {"tone": "secondary"})):
        desk.row(name).update(members)
    desk.row("k1")["cells"][1] = {"text": "1.00", "trend": "up"}
    desk.extra = {"waiting": 2}
    shown(page, server, desk)
    assert violations(page) == []


def test_a_table_that_is_disabled_sends_nothing_and_scrolls(page, server, desk):
    shown(page, server, desk, {**TABLE, "disabled": True}, BUTTON)
    cell(page, "k1", 0).dblclick(force=True)
    page.get_by_role("columnheader", name="Price").click(force=True)
    page.locator(".view").hover()
    page.mouse.wheel(0, 4000)
    row(page, "k100").wait_for()
    page.get_by_role("button", name="Other").click()
    assert server.event() == {"model": "m1", "element": "other", "name": "tap"}


def test_a_window_that_only_watches_asks_and_tells_nothing(context, server, desk):
    page = context.new_page()
    page.set_viewport_size({"width": 600, "height": 700})
    files = {"/watch": """<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="/client/style.css">
        <script type="module" src="/client/console/mirror.js"></script></head><body></body></html>"""}
    server.pages.update(files)
    page.goto("/watch#w-1")
    attach = server.next("attach")
    assert attach["observe"] is True
    server.send({"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": "e-1", "rev": 1, "applied": 0, "resumed": False}},
                {"state": screen(TABLE), "rev": 1, "applied": 0})
    page.locator(".view").wait_for()
    desk.first = 60
    desk.state()
    row(page, "k75").wait_for()
    desk.patch(replace("/rows/k75/cells/3", "Patched"))
    expect(cell(page, "k75", 3)).to_have_text("Patched")
    assert desk.asked == [] and server.done == []
    # There is no room for a column, and no button that would do nothing.
    assert cell(page, "k75", 4).count() == 0 and page.get_by_role("button", name="More of this row").count() == 0
    assert page.evaluate("localStorage['oriel.columns']") is None


def test_a_table_whose_rows_do_not_come_asks_for_them(page, server, desk):
    page.goto("/")
    server.attach(screen(TABLE))
    row(page, "k0").wait_for()
    assert wishes(desk, "fresh")[0] == {"fresh": True}


@pytest.mark.skipif(os.environ.get("ORIEL_BROWSER") == "firefox", reason="a test can press long in Chromium only")
def test_a_long_press_opens_the_menu_which_stays_when_the_finger_is_lifted(phone, server, desk):
    shown(phone, server, desk)
    finger = phone.context.new_cdp_session(phone)
    box = row(phone, "k3").bounding_box()
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": box["x"] + 40, "y": box["y"] + 20}]})
    asks_menu(phone, desk, "k3")
    desk.patch(add("/menu", {**MENU, "id": "k3"}), replace("/rows/k3/cells/3", "Heard"))
    expect(cell(phone, "k3", 3)).to_have_text("Heard")
    assert phone.locator(".menu").count() == 0
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.get_by_role("button", name="Keep")).to_be_visible()
    phone.get_by_role("button", name="Keep").tap()
    assert server.event() == of("cell", id="k3", element="keep", name="tap")
    asks_menu(phone, desk, "")


@pytest.mark.skipif(os.environ.get("ORIEL_BROWSER") == "firefox", reason="a test can read the clipboard in Chromium only")
def test_rows_are_copied_as_the_server_has_them(page, server, desk):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown(page, server, desk)
    cell(page, "k2", 0).click()
    assert server.event() == of("select", only="k2")
    page.keyboard.press("Control+c")
    wait_until(page, lambda: [asked["copy"] for asked in desk.asked if "copy" in asked] == ["k2"])
    desk.copied({"rows": [["Price", "No"], ["2.25", "2\t3"], ["<b>", "4"]], "count": 7})
    status = page.locator(".unseen[aria-live]").filter(has_text="The first 2 of 7 copied")
    expect(status).to_have_count(1)
    read = "async (type) => (await (await navigator.clipboard.read())[0].getType(type)).text()"
    assert page.evaluate(read, "text/plain") == "Price\tNo\n2.25\t2 3\n<b>\t4"
    assert "<td>&lt;b&gt;</td>" in page.evaluate(read, "text/html")
