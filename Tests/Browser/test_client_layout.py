"""Layout: words stay whole, rows and tables fit their place, and headings do not jump."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, screen, texts

from legibility import broken_words, overflowing
from test_client_navigation import FROM_THE_RIGHT

LONG = {"name": "linear", "duration": 60_000}


def button(text, **members):
    return {"type": "button", "id": text, "text": text, **members}


def row(name, *actions):
    link = {"type": "navigationLink", "id": f"edit {name}", "children": [
        {"type": "vstack", "children": [{"type": "text", "text": name}, {"type": "text", "text": "90 in stock", "style": "caption"}]}]}
    return {"type": "hstack", "children": [link, {"type": "spacer"}, *actions]}


def shown(page, server, width, *body, **members):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/")
    server.attach(screen(*body, **members))
    page.get_by_role("heading").first.wait_for(state="attached")


def test_a_row_on_a_phone_breaks_no_word(page, server):
    rows = [row(name, button("Duplicate"), button("Delete", role="destructive")) for name in ("Postcards", "Catalogue of the year", "Sonderpostwertzeichen")]
    long = {"type": "hstack", "children": [{"type": "text", "text": "x" * 80}, button("Copy")]}
    shown(page, server, 390, {"type": "list", "children": [*rows, long, button("taken by " + "x" * 80)]}, toolbar=[button("Cancel"), button("Save")],
          title="Vervielfältigungen")
    assert broken_words(page) == []
    assert overflowing(page) == []
    # A button clips what it has no room for, and says nothing of it.
    assert page.evaluate("[...document.querySelectorAll('.button > span')].filter(text => text.getBoundingClientRect().right > innerWidth).length") == 0


def test_what_leads_on_from_a_row_says_so_at_its_end(page, server):
    shown(page, server, 1440, {"type": "list", "children": [row("Postcards", button("Duplicate"), button("Delete"))]})
    right = "node => node.getBoundingClientRect().right"
    delete, whole = page.get_by_role("button", name="Delete").evaluate(right), page.get_by_role("listitem").evaluate(right)
    assert 30 < whole - delete < 60  # the sign is between the two
    assert page.evaluate("""() => {
        const { right, top, height } = document.querySelector('li').getBoundingClientRect();
        return !!document.elementFromPoint(right - 20, top + height / 2).closest('.navigation'); }""")


def test_a_table_too_wide_for_its_place_scrolls_there(page, server):
    titles = ["Priority", "Age", "Address", "Reported by", "Units"]
    cells = [{"type": "text", "text": text} for text in ("Normal", "8/2", "Landstraße", "Henriette", "Standby")]
    table = {"type": "tabular", "label": "Incidents", "columns": [{"title": title} for title in titles], "children": [{"type": "row", "children": cells}]}
    shown(page, server, 390, table)
    assert broken_words(page) == []
    assert overflowing(page) == []
    place = page.locator(".table")
    place.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.table').scrollLeft > 0")
    page.set_viewport_size({"width": 1600, "height": 800})
    page.wait_for_function("() => !document.querySelector('.table').hasAttribute('tabindex')")
    assert page.get_by_role("table", name="Incidents").count() == 1


def test_fields_side_by_side_fill_the_line_below_labels_of_one_height(page, server):
    def field(label, **members):
        return {"type": "textField", "id": label, "label": label, "text": "", **members}
    shown(page, server, 820,
          {"type": "hstack", "children": [field("Street and number"), field("No."), {"type": "picker", "id": "p", "label": "Kind", "value": "a", "options": [{"id": "a", "text": "House"}]}, button("Find")]},
          {"type": "hstack", "children": [field(""), button("Go")]})
    tops = page.locator(".field:first-child > span, .field:nth-child(2) > span, .select > span").evaluate_all(
        "all => all.map(node => node.getBoundingClientRect()).filter(({ width }) => width).map(({ top }) => Math.round(top))")
    assert len(tops) == 3 and len(set(tops)) == 1
    ends = page.locator(".hstack:first-child :is(input, select, button)").evaluate_all("all => all.map(node => Math.round(node.getBoundingClientRect().bottom))")
    assert len(ends) == 4 and len(set(ends)) == 1
    assert page.locator(".hstack").first.bounding_box()["height"] < 80
    free = page.evaluate("""() => [...document.querySelectorAll('.hstack')].map(row => Math.round(
        row.getBoundingClientRect().width - [...row.children].reduce((sum, node) => sum + node.getBoundingClientRect().width, 0) - (row.children.length - 1) * 12))""")
    assert free == [0, 0]


def stack():
    return {"scene": "main", "root": "m1", "models": {
        "m1": {"kind": "stack", "path": [{"model": "m2"}]}, "m2": {"kind": "screen", "title": "Here", "body": texts("x")}}}


def test_no_heading_jumps_when_a_screen_comes_or_goes(page, server):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/")
    server.attach(stack())
    page.get_by_role("heading", name="Here").wait_for()
    inside = """() => [...document.querySelectorAll('.page')].map((page) => {
        const left = (name) => page.querySelector(name).getBoundingClientRect();
        return [Math.round(left('h1').left - page.getBoundingClientRect().left), left('.back').width > 0]; })"""
    assert page.evaluate(inside) == [[16, False]]
    server.send(patch(2, add("/models/m3", {"kind": "screen", "title": "There", "body": texts("y")}),
                      add("/models/m1/path/1", {"model": "m3"}) | {"animation": LONG}))
    page.wait_for_function("() => document.querySelectorAll('.moving').length === 2")
    there = page.evaluate(inside)
    assert there[0] == [16, False] and there[1][0] > 50 and there[1][1]
    server.send(patch(3, remove("/models/m1/path/1") | {"animation": LONG}, remove("/models/m3")))
    page.wait_for_function("() => document.querySelectorAll('.moving').length === 2 && document.querySelector('.page:last-child').inert")
    assert page.evaluate(inside) == there


def test_a_way_back_from_a_split_view_stands_in_its_corner(page, server):
    models = {"m1": {"kind": "stack", "path": [{"model": "m2"}, {"model": "m3"}]}, "m2": {"kind": "screen", "title": "Home", "body": []},
              "m3": {"kind": "split", "sidebar": "m4", "detail": "m5"}, "m4": {"kind": "screen", "title": "List", "body": []},
              "m5": {"kind": "screen", "title": "Detail", "body": []}}
    page.set_viewport_size({"width": 1440, "height": 800})
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": models})
    back = page.get_by_role("button", name="Back")
    back.wait_for()
    box, title = back.bounding_box(), page.get_by_role("heading", name="List").bounding_box()
    assert box["x"] < 10 and box["x"] + box["width"] <= title["x"]
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_role("heading", name="Detail").wait_for()
    assert page.get_by_role("button", name="Back").count() == 1
    page.get_by_role("button", name="Back").click()
    assert server.event() == {"model": "m3", "name": "back", "value": {"depth": 0}}


CONTRAST = """() => {
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => numbers(colour).slice(0, 3).map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = (node) => { const found = getComputedStyle(node).backgroundColor; return numbers(found)[3] === 0 ? ground(node.parentElement) : found; };
    return [...document.querySelectorAll('.segmented label span')].map((node) => {
        const [a, b] = [light(getComputedStyle(node).color), light(ground(node))].sort((a, b) => b - a);
        return (a + 0.05) / (b + 0.05); }); }"""


@pytest.mark.chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(["contrast", "least"], [("no-preference", 4.5), ("more", 7)])
def test_segments_can_be_read(page, server, scheme, contrast, least):
    page.emulate_media(color_scheme=scheme, contrast=contrast)
    options = [{"id": "a", "text": "Day"}, {"id": "b", "text": "Week"}]
    shown(page, server, 390, {"type": "picker", "id": "p", "label": "Span", "as": "segmented", "value": "a", "options": options})
    ratios = page.evaluate(CONTRAST)
    assert len(ratios) == 2 and min(ratios) >= least


def tabs(count=6):
    return {"scene": "main", "root": "m1", "models": {
        "m1": {"kind": "tabs", "selected": "t0", "tabs": [{"id": f"t{at}", "title": f"Departments {at}", "model": f"s{at}"} for at in range(count)]},
        **{f"s{at}": {"kind": "screen", "title": f"Screen {at}", "body": [button("Press")]} for at in range(count)}}}


@pytest.mark.parametrize(["width", "first"], [(1000, "tab"), (390, "button")])
def test_tabs_are_reached_where_they_are_seen(page, server, width, first):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/")
    server.attach(tabs(3))
    page.get_by_role("tab").first.wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == first
    page.set_viewport_size({"width": 1390 - width, "height": 800})
    page.wait_for_function(f"() => document.querySelector('.tabs').firstChild.matches('{'.panels' if first == 'tab' else '.tab-list'}')")
    assert page.evaluate("document.activeElement.className") == first


def test_tabs_that_do_not_fit_can_be_scrolled_to(page, server):
    page.set_viewport_size({"width": 820, "height": 800})
    page.add_init_script("addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })")
    page.goto("/")
    server.attach(tabs())
    bar = page.get_by_role("tablist")
    bar.wait_for()
    assert broken_words(page) == []
    assert overflowing(page) == []
    left, right = bar.evaluate("""bar => { bar.scrollLeft = 0; const left = bar.firstChild.getBoundingClientRect().left;
        bar.scrollLeft = 1e6; return [left, innerWidth - bar.lastChild.getBoundingClientRect().right]; }""")
    assert left >= 0 and right >= 0
    bar.evaluate("bar => { bar.scrollLeft = 0; }")
    server.send(patch(2, {"op": "replace", "path": "/models/m1/selected", "value": "t5"}))
    page.wait_for_function("() => document.querySelector('.tab:last-child').getBoundingClientRect().right <= innerWidth")


def test_a_form_in_a_row_stands_where_other_rows_do(page, server):
    field = {"type": "textField", "id": "f", "label": "New note", "text": ""}
    shown(page, server, 390, {"type": "list", "children": [
        {"type": "text", "text": "A row"}, {"type": "form", "id": "form", "children": [field, button("Add")]}]})
    left = "node => { const range = document.createRange(); range.selectNodeContents(node); return Math.round(range.getBoundingClientRect().left); }"
    assert len({page.get_by_text(text, exact=True).last.evaluate(left) for text in ("A row", "New note", "Add")}) == 1


def test_the_ring_around_the_last_row_follows_its_corner(page, server):
    shown(page, server, 390, {"type": "list", "children": [button("First"), button("Last")]})
    corners = "node => { const s = getComputedStyle(node); return [s.borderTopLeftRadius, s.borderBottomRightRadius]; }"
    assert [page.get_by_role("button", name=name).evaluate(corners) for name in ("First", "Last")] == [["8px", "0px"], ["0px", "8px"]]


def test_a_sheet_that_has_a_cancel_needs_no_other_way_out(page, server):
    document = screen(*texts("x"))
    document["models"]["m1"]["presented"] = {"as": "sheet", "model": "m2"}
    document["models"]["m2"] = {"kind": "screen", "title": "Add", "body": [], "toolbar": [button("Cancel", role="cancel"), button("Save")]}
    page.goto("/")
    server.attach(document)
    page.get_by_role("button", name="Cancel").wait_for()
    assert page.get_by_role("dialog").get_by_role("button", name="Close").count() == 0


def test_what_is_said_keeps_off_the_edges_of_its_pill(page, server):
    shown(page, server, 390, *texts("x"))
    server.send({"observed": 1})
    page.get_by_text("An operator is viewing this window").wait_for()
    assert page.locator(".notice").evaluate("""node => {
        const [pill, text] = [node, node.firstChild].map((node) => node.getBoundingClientRect());
        return [text.left - pill.left, pill.right - text.right]; }""") == [12, 12]


def test_what_a_window_shows_is_marked_in_its_list(page, server):
    shown(page, server, 820, {"type": "list", "children": [button("Home", selected=True), button("Settings")]})
    home, settings = page.get_by_role("button", name="Home"), page.get_by_role("button", name="Settings")
    colour = "node => getComputedStyle(node).backgroundColor"
    assert (home.get_attribute("aria-current"), settings.get_attribute("aria-current")) == ("true", None)
    assert home.evaluate(colour) != settings.evaluate(colour)
    server.send(patch(2, remove("/models/m1/body/0/children/0/selected"), add("/models/m1/body/0/children/1/selected", True)))
    page.wait_for_function("() => document.querySelector('[aria-current]').textContent === 'Settings'")


CONTROLS = [
    {"type": "button", "id": "c", "text": "Go"},
    {"type": "text", "text": "Text"},
    {"type": "link", "text": "Link", "url": "https://example.com/"},
    {"type": "textField", "id": "c", "label": "Name", "text": ""},
    {"type": "textField", "id": "c", "label": "", "text": ""},
    {"type": "textEditor", "id": "c", "label": "Note", "text": ""},
    {"type": "toggle", "id": "c", "text": "Loud", "value": True},
    {"type": "slider", "id": "c", "label": "Loudness", "value": 1, "min": 0, "max": 2},
    {"type": "stepper", "id": "c", "text": "Count", "value": 1},
    {"type": "picker", "id": "c", "text": "Kind", "value": "a", "options": [{"id": "a", "text": "A"}]},
    {"type": "menu", "id": "c", "text": "Menu", "children": []},
    {"type": "navigationLink", "id": "c", "children": texts("On")},
]
ALIGNMENTS = {
    "vstack": {"leading": "left", "center": "centre", "trailing": "right"},
    "hstack": {"top": "top", "center": "middle", "bottom": "bottom"},
    "zstack": {
        "center": "centre middle", "leading": "left middle", "trailing": "right middle", "top": "centre top", "bottom": "centre bottom",
        "topLeading": "left top", "topTrailing": "right top", "bottomLeading": "left bottom", "bottomTrailing": "right bottom"},
}
# Where the second child of each stack is in the space of the stack, whose first child is larger: at 0, in the middle, or at 1.
PLACES = """() => [...document.querySelectorAll('.content > *')].map((stack) => {
    const [outer, inner] = [stack, stack.children[1]].map((node) => node.getBoundingClientRect());
    const at = (from, to, start, end) => {
        const room = (to - from) - (end - start), before = start - from;
        return room < 2 ? undefined : before < 1 ? 0 : room - before < 1 ? 1 : Math.abs(room / 2 - before) < 1.5 ? .5 : before / room;
    };
    return [at(outer.left, outer.right, inner.left, inner.right), at(outer.top, outer.bottom, inner.top, inner.bottom)];
})"""


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("stack", ALIGNMENTS)
def test_each_control_is_where_the_alignment_of_its_stack_says(page, server, stack, width):
    large = {"type": "text", "text": "\n" * 12 if stack != "vstack" else "wide " * 60}
    stacks = [{"type": stack, "align": align, "children": [large, control]} for align in ALIGNMENTS[stack] for control in CONTROLS]
    shown(page, server, width, *stacks)
    wanted = {"left": 0, "centre": .5, "right": 1, "top": 0, "middle": .5, "bottom": 1}
    places = iter(page.evaluate(PLACES))
    wrong = []
    for align, words in ALIGNMENTS[stack].items():
        for control in CONTROLS:
            across, down = next(places)
            for word in words.split():
                found = across if word in ("left", "centre", "right") else down
                # A control that fills the stack is everywhere.
                if found is not None and found != wanted[word]:
                    wrong.append(f"{align} {control['type']}: {found} instead of {word}")
    assert wrong == []


def test_from_right_to_left_a_sign_stands_before_its_number_and_the_text_where_others_stand(page, server):
    page.add_init_script(FROM_THE_RIGHT)
    shown(page, server, 800, *texts("+0.82 %", "−3"), {"type": "text", "text": "עד +3"})
    drawn = page.evaluate("""() => [...document.querySelectorAll(".text")].map(({ firstChild: node }) => {
      const box = (index) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        return range.getBoundingClientRect();
      };
      const boxes = [...node.data].map((_, index) => box(index));
      const sign = node.data.search(/[+−]/);
      return [boxes[sign].x < boxes[sign + 1].x, Math.round(Math.max(...boxes.map((box) => box.right)))];
    })""")
    right = drawn[2][1]
    assert drawn[:2] == [[True, right], [True, right]]
