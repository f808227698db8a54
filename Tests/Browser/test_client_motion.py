"""What moves by itself: rows that change places, details beside a sidebar, and tabs."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, move, patch, remove, replace, screen, texts
from people import prefer_stillness
from test_client_navigation import FROM_THE_RIGHT

# Animations stand still at their beginning, so that nothing depends on how long they take.
PAUSED = """{
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how);
        animation.pause();
        return animation;
    };
}"""
# What moves: the element or model, how long, and its first and last look.
MOVING = """() => document.getAnimations().filter(({ constructor: { name } }) => name === "Animation").map(({ effect }) => {
    const { target } = effect, inside = target.querySelector("[data-element], [data-model]");
    return [target.dataset.element ?? target.dataset.model ?? inside.dataset.element ?? inside.dataset.model, effect.getTiming().duration,
        ...effect.getKeyframes().map(({ computedOffset, composite, easing, offset, ...look }) => look)];
})"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


@pytest.fixture
def paused(page):
    page.add_init_script(PAUSED)
    return page


def opened(page, server, document):
    page.goto("/")
    server.attach(document)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('row-slides.js'))")
    page.evaluate("import('/client/view/row-slides.js').then(() => {})")


def moving(page, server, rev, *operations):
    """What moves once these operations have been drawn."""
    server.send(patch(rev, *operations, replace("/title", f"Revision {rev}")))
    page.wait_for_function("rev => document.title === `Revision ${rev}`", arg=rev)
    page.evaluate(DRAWN)
    return page.evaluate(MOVING)


def row(name):
    return {"type": "button", "id": name, "text": name}


def rows(names, kind="list"):
    if kind == "body":
        return screen(*map(row, names))
    if kind == "table":
        return screen({"type": "tabular", "columns": [], "children": [
            {"type": "row", "id": name, "children": [row(name)]} for name in names]})
    return screen({"type": kind, "children": [row(name) for name in names]})


def by(pixels):
    return {"translate": f"0px {pixels}px"}, {}


def tops(page):
    """Where each row is once nothing moves."""
    finish(page)
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll("main [data-element]")].map((node) =>
        [node.dataset.element, (node.closest("li, tr, .rows > div") ?? node).getBoundingClientRect().top]))""")


def finish(page):
    page.evaluate("() => document.getAnimations().forEach((animation) => animation.finish())")


FADE = {"opacity": "0"}, {}
CHILDREN = "/models/m1/body/0/children"


@pytest.mark.parametrize("kind", ["list", "section", "vstack", "table", "body"])
def test_rows_that_change_places_slide_from_where_they_were(paused, server, kind):
    opened(paused, server, rows("abc", kind))
    children = "/models/m1/body" if kind == "body" else CHILDREN
    before = tops(paused)
    moves = moving(paused, server, 2, move(f"{children}/2", f"{children}/0"))
    after = tops(paused)
    assert sorted(moves) == [[name, 200, *by(round(before[name] - after[name]))] for name in "abc"]
    assert before["a"] < before["c"] and after["c"] < after["a"]


def test_a_row_that_comes_fades_in_and_those_below_slide(paused, server):
    opened(paused, server, rows("ab"))
    before = tops(paused)
    moves = moving(paused, server, 2, add(f"{CHILDREN}/1", row("new")))
    assert sorted(moves) == [["b", 200, *by(round(before["b"] - tops(paused)["b"]))], ["new", 200, *FADE]]


def test_a_row_that_leaves_is_gone_at_once_and_those_below_slide(paused, server):
    opened(paused, server, rows("abc"))
    before = tops(paused)
    moves = moving(paused, server, 2, remove(f"{CHILDREN}/1"))
    assert moves == [["c", 200, *by(round(before["c"] - tops(paused)["c"]))]]
    assert paused.locator("li").all_inner_texts() == ["a", "c"]


def test_a_text_that_changes_moves_nothing_and_lets_rows_slide_on(paused, server):
    opened(paused, server, rows("abc", "section"))
    before = tops(paused)
    assert moving(paused, server, 2, add("/models/m1/body/0/header", "Letters"), replace(f"{CHILDREN}/0/text", "a longer one " * 40)) == []
    assert all(tops(paused)[name] > before[name] + 20 for name in "abc")
    slides = moving(paused, server, 3, move(f"{CHILDREN}/2", f"{CHILDREN}/1"))
    assert sorted(name for name, *_ in slides) == ["b", "c"]
    assert moving(paused, server, 4, replace(f"{CHILDREN}/0/text", "a")) == slides


def test_a_row_that_is_moved_while_it_slides_goes_on_from_where_it_is_seen(paused, server):
    opened(paused, server, rows("abc"))
    first = paused.locator("li").first.bounding_box()["y"]
    moving(paused, server, 2, move(f"{CHILDREN}/2", f"{CHILDREN}/0"))
    assert paused.locator("li").nth(1).bounding_box()["y"] == pytest.approx(first, abs=1)
    # Back where it was, it is seen there, so that nothing is left to do.
    assert moving(paused, server, 3, move(f"{CHILDREN}/0", f"{CHILDREN}/2")) == []
    assert paused.locator("li").all_inner_texts() == ["a", "b", "c"]
    assert paused.locator("li").first.bounding_box()["y"] == pytest.approx(first, abs=1)


def test_rows_of_a_section_that_slides_move_with_it(paused, server):
    sections = [{"type": "section", "id": name, "header": name, "children": [row(f"{name}1"), row(f"{name}2")]} for name in "ab"]
    opened(paused, server, screen({"type": "list", "children": sections}))
    before = tops(paused)
    moves = moving(paused, server, 2, move(f"{CHILDREN}/1", f"{CHILDREN}/0"), remove(f"{CHILDREN}/0/children/0"))
    assert [name for name, *_ in moves] == ["b", "a", "b2"]
    after = tops(paused)
    way = {name: before[name] - after[name] for name in after}
    assert moves == [[name, 200, *by(round(pixels))] for name, pixels in (("b", way["b"]), ("a", way["a"]), ("b2", way["b2"] - way["b"]))]


def test_of_a_thousand_rows_only_those_in_view_slide(paused, server):
    opened(paused, server, rows([f"r{number}" for number in range(1000)]))
    paused.evaluate("""() => {
        window.measured = 0;
        const { getBoundingClientRect } = Element.prototype;
        Element.prototype.getBoundingClientRect = function () {
            if (this.localName === "li") measured += 1;
            return getBoundingClientRect.call(this);
        };
    }""")
    in_view = paused.evaluate("[...document.querySelectorAll('li')].filter((row) => row.getBoundingClientRect().top < innerHeight).map((row) => row.textContent)")
    paused.evaluate("measured = 0")
    moves = moving(paused, server, 2, remove(f"{CHILDREN}/0"))
    # The row that has come into view was not measured before.
    assert [name for name, *_ in moves] == [*in_view[1:], f"r{len(in_view)}"]
    assert paused.evaluate("measured") < 80


def test_more_rows_than_sixty_in_view_are_at_their_places_at_once(paused, server):
    paused.set_viewport_size({"width": 800, "height": 4000})
    opened(paused, server, rows([f"r{number}" for number in range(61)]))
    assert moving(paused, server, 2, move(f"{CHILDREN}/60", f"{CHILDREN}/0")) == []
    assert len(moving(paused, server, 3, remove(f"{CHILDREN}/0"), remove(f"{CHILDREN}/0"), move(f"{CHILDREN}/58", f"{CHILDREN}/0"))) == 0
    assert len(moving(paused, server, 4, move(f"{CHILDREN}/58", f"{CHILDREN}/0"))) == 59


def test_rows_that_come_above_what_is_read_neither_move_nor_scroll_it(paused, server):
    opened(paused, server, rows([f"r{number}" for number in range(100)]))
    paused.locator(".screen").evaluate("node => { node.scrollTop = 1500; }")
    paused.evaluate(DRAWN)
    top = paused.locator("[data-element=r50]").bounding_box()["y"]
    for rev in (2, 3):
        assert moving(paused, server, rev, add(f"{CHILDREN}/0", row(f"new{rev}"))) == []
        assert paused.locator("[data-element=r50]").bounding_box()["y"] == top


def test_rows_that_change_while_one_scrolls_do_not_slide_against_that(paused, server):
    opened(paused, server, rows([f"r{number}" for number in range(100)]))
    paused.evaluate("""() => new MutationObserver(() => { document.querySelector(".screen").scrollTop += 100; })
        .observe(document.querySelector("ul"), { childList: true })""")
    assert moving(paused, server, 2, move(f"{CHILDREN}/3", f"{CHILDREN}/5")) == []
    assert paused.locator(".screen").evaluate("node => node.scrollTop") > 0


def test_a_focused_row_that_slides_keeps_the_focus_and_nothing_scrolls(paused, server):
    opened(paused, server, rows([f"r{number}" for number in range(100)]))
    paused.locator("[data-element=r1]").focus()
    assert "r1" in [name for name, *_ in moving(paused, server, 2, move(f"{CHILDREN}/1", f"{CHILDREN}/9"))]
    assert paused.evaluate("[document.activeElement.dataset.element, document.querySelector('.screen').scrollTop]") == ["r1", 0]


def test_a_covered_list_places_its_rows_at_once(paused, server):
    document = rows("abc")
    document["models"] |= {"m0": {"kind": "stack", "path": [{"model": "m1"}, {"model": "m2"}]}, "m2": {"kind": "screen", "title": "Top", "body": []}}
    opened(paused, server, document | {"root": "m0"})
    assert moving(paused, server, 2, move(f"{CHILDREN}/2", f"{CHILDREN}/0")) == []
    # Also when it is uncovered by the same patch: then only the screens move.
    moves = moving(paused, server, 3, remove("/models/m0/path/1"), remove("/models/m2"), *MOVED)
    assert sorted(name for name, *_ in moves) == ["m1", "m2"]


MOVED = [move(f"{CHILDREN}/2", f"{CHILDREN}/0"), add(f"{CHILDREN}/0", row("new"))]


def test_rows_that_are_told_not_to_move_do_not(paused, server):
    opened(paused, server, rows("abc"))
    assert moving(paused, server, 2, *(operation | {"animation": {"name": "none"}} for operation in MOVED)) == []
    assert paused.locator("li").all_inner_texts() == ["new", "c", "a", "b"]


def test_with_a_new_document_nothing_moves(paused, server):
    opened(paused, server, rows("abc"))
    server.send({"state": rows("cab") | {"title": "New"}, "rev": 2, "applied": 0})
    paused.wait_for_function("() => document.title === 'New'")
    paused.evaluate(DRAWN)
    assert paused.evaluate(MOVING) == []


SPLIT = {"scene": "main", "title": "Split", "root": "m1", "models": {
    "m1": {"kind": "split", "sidebar": "m2"}, **{name: {"kind": "screen", "title": name, "body": [
        {"type": "button", "id": f"in {name}", "text": f"in {name}"}]} for name in ("m2", "m3", "m4")}}}
OPEN, CHANGE, CLOSE = add("/models/m1/detail", "m3"), replace("/models/m1/detail", "m4"), remove("/models/m1/detail")
AWAY, THERE = {"translate": "16px", "opacity": "0"}, {}
TABS = {"scene": "main", "title": "Tabs", "root": "m1", "models": {
    **SPLIT["models"], "m1": {"kind": "tabs", "selected": "m2", "tabs": [{"id": name, "title": name, "model": name} for name in ("m2", "m3", "m4")]}}}


def tab(name):
    return replace("/models/m1/selected", name)


@pytest.fixture
def wide(paused):
    paused.set_viewport_size({"width": 1200, "height": 800})
    return paused


@pytest.fixture
def phone(paused):
    paused.set_viewport_size({"width": 400, "height": 800})
    return paused


def shown(page, *models):
    """Whether nothing else is shown, and nothing is left of what has moved."""
    page.wait_for_function("""(models) => document.querySelectorAll(".moving, .above").length === 0 &&
        [...document.querySelectorAll("main .screen")].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
            .map(({ dataset }) => dataset.model).join() === models.join()""", arg=models)


def test_a_detail_beside_the_sidebar_comes_a_little_from_the_end_and_leaves_there(wide, server):
    opened(wide, server, SPLIT)
    assert moving(wide, server, 2, OPEN) == [["m3", 200, AWAY, THERE]]
    # The sidebar and the detail can be used meanwhile.
    for name in ("in m2", "in m3"):
        wide.get_by_role("button", name=name).click(trial=True)
    assert moving(wide, server, 3, CHANGE) == [["m4", 200, AWAY, THERE]]
    assert wide.locator(".detail > *").count() == 1
    assert moving(wide, server, 4, CLOSE) == [["m4", 200, THERE, AWAY]]
    wide.get_by_role("button", name="in m2").click(trial=True)
    finish(wide)
    shown(wide, "m2")
    assert wide.locator(".detail > *").count() == 0


@pytest.mark.parametrize("side", [1, -1], ids=["left to right", "right to left"])
def test_a_phones_detail_slides_in_from_the_end_side_and_back_there(phone, server, side):
    if side < 0:
        phone.add_init_script(FROM_THE_RIGHT)
    opened(phone, server, SPLIT)
    outside, inside = {"translate": f"{side * 100}%", "boxShadow": "rgba(0, 0, 0, 0.267) 0px 0px 2rem"}, {}
    below, seen = {"translate": f"{side * -30}%", "filter": "brightness(0.8)"}, {}
    assert sorted(moving(phone, server, 2, OPEN), key=str) == [["m2", 200, seen, below], ["m3", 200, outside, inside]]
    # Both lie over each other, and the detail is outside.
    places = [phone.locator(f"[data-model={model}]").bounding_box() for model in ("m2", "m3")]
    assert [(place["x"], place["y"], place["height"]) for place in places] == [(0, 0, 800), (400 * side, 0, 800)]
    finish(phone)
    shown(phone, "m3")
    assert sorted(moving(phone, server, 3, CLOSE), key=str) == [["m2", 200, below, seen], ["m3", 200, inside, outside]]
    assert phone.get_by_text("in m3").is_visible()
    finish(phone)
    shown(phone, "m2")


def test_a_detail_that_is_reached_from_a_detail_comes_in_its_place_on_a_phone_too(phone, server):
    opened(phone, server, SPLIT)
    moving(phone, server, 2, OPEN)
    assert moving(phone, server, 3, CHANGE) == [["m4", 200, AWAY, THERE]]
    finish(phone)
    shown(phone, "m4")


@pytest.mark.parametrize("width", [400, 1200])
def test_an_interrupted_detail_ends_in_the_newest_state(paused, server, width):
    paused.set_viewport_size({"width": width, "height": 800})
    opened(paused, server, SPLIT)
    sidebar = ["m2"] if width > 800 else []
    states = [(OPEN, [*sidebar, "m3"]), (CLOSE, ["m2"]), (OPEN, [*sidebar, "m3"]), (CHANGE, [*sidebar, "m4"]), (CLOSE, ["m2"]),
              (add("/models/m1/detail", "m4"), [*sidebar, "m4"]), (CLOSE, ["m2"])]
    for rev, (change, _) in enumerate(states, 2):
        moving(paused, server, rev, change)
    finish(paused)
    shown(paused, "m2")
    for rev, (change, models) in enumerate(states, 2 + len(states)):
        moving(paused, server, rev, change)
        finish(paused)
        shown(paused, *models)
    assert paused.evaluate("document.querySelectorAll('[style], .detail > *').length") == 0


def test_who_opens_a_detail_again_is_at_its_heading_and_keeps_nothing_of_what_left(wide, server):
    opened(wide, server, SPLIT)
    wide.get_by_role("button", name="in m2").focus()
    moving(wide, server, 2, OPEN)
    wide.get_by_role("button", name="in m3").focus()
    moving(wide, server, 3, CLOSE)
    assert wide.evaluate("document.activeElement.textContent") == "in m2"
    moving(wide, server, 4, OPEN)
    assert wide.evaluate("document.activeElement.textContent") == "m3"


def test_a_split_view_that_comes_with_its_detail_moves_only_as_a_whole(wide, server):
    opened(wide, server, {**SPLIT, "root": "m0", "models": {**SPLIT["models"], "m0": {"kind": "switched", "child": "m2"}, "m1": {
        "kind": "split", "sidebar": "m4", "detail": "m3"}}})
    assert moving(wide, server, 2, replace("/models/m0/child", "m1")) == []
    wide.get_by_role("button", name="in m3").wait_for()


def test_a_model_that_leaves_the_detail_for_another_place_stays_there(wide, server):
    document = {**SPLIT, "models": {**SPLIT["models"], "m0": {"kind": "custom", "component": "desk", "children": ["m1", "m5"]}, "m5": {"kind": "switched"}}, "root": "m0"}
    wide.add_init_script("addEventListener('load', async () => (await import('/client/client.js')).defineElement('desk', () => () => {}))")
    opened(wide, server, document)
    moving(wide, server, 2, OPEN)
    finish(wide)
    assert moving(wide, server, 3, CLOSE, add("/models/m5/child", "m3")) == []
    wide.wait_for_function("() => !document.querySelector('.moving')")
    assert wide.locator(".switched [data-model=m3]:not([inert])").count() == 1


@pytest.mark.parametrize("side", [1, -1], ids=["left to right", "right to left"])
def test_a_tab_comes_a_little_from_where_its_button_is(paused, server, side):
    if side < 0:
        paused.add_init_script(FROM_THE_RIGHT)
    opened(paused, server, TABS)
    for rev, name, way in ((2, "m4", 1), (3, "m3", -1), (4, "m2", -1), (5, "m3", 1)):
        assert moving(paused, server, rev, tab(name)) == [[name, 200, {"translate": f"{16 * side * way}px", "opacity": "0"}, THERE]]
        paused.get_by_role("button", name=f"in {name}").click(trial=True)
    finish(paused)
    shown(paused, "m3")


@pytest.mark.parametrize(["document", "changes"], [
    (rows("abc"), MOVED), (SPLIT, [OPEN]), (TABS, [tab("m3")]),
], ids=["rows", "detail", "tab"])
@pytest.mark.parametrize("why", ["reduced", "hidden", "none"])
def test_nothing_moves_where_nobody_wants_or_sees_it(page, server, document, changes, why):
    page.add_init_script("window.started = 0; { const { animate } = Element.prototype; Element.prototype.animate = function (...how) { started += 1; return animate.apply(this, how); }; }")
    page.set_viewport_size({"width": 400, "height": 800})
    opened(page, server, document)
    if why == "reduced":
        prefer_stillness(page)
    if why == "hidden":
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    told = {"animation": {"name": "none"}} if why == "none" else {}
    assert moving(page, server, 2, *(change | told for change in changes)) == []
    assert page.evaluate("started") == 0
    assert page.locator(".moving, .above").count() == 0


def test_a_restored_document_shows_its_detail_and_tab_at_once(paused, server):
    opened(paused, server, SPLIT)
    server.send({"state": {**SPLIT, "title": "New", "models": {**SPLIT["models"], "m1": {**SPLIT["models"]["m1"], "detail": "m3"}}}, "rev": 2, "applied": 0})
    paused.wait_for_function("() => document.title === 'New'")
    paused.evaluate(DRAWN)
    assert paused.evaluate(MOVING) == []


@pytest.mark.parametrize(["mirror", "count"], [(False, 4), (True, 0)], ids=["window", "mirror"])
def test_a_mirror_of_a_window_does_not_move(paused, server, mirror, count):
    opened(paused, server, screen())
    assert paused.evaluate("""async ([mirror, tree, operations]) => {
        const [{ WindowView }, { apply }] = await Promise.all([import("/client/view/window-view.js"), import("/client/protocol/patch.js")]);
        const root = document.createElement("div");
        document.body.prepend(root);
        const view = new WindowView(root, { send() {}, forget() {}, arrived() {} });
        view.isMirror = mirror;
        view.state(tree);
        // Until what moves rows is loaded here too.
        for (let frame = 0; frame < 10; frame++) await DRAWN();
        view.patched(apply(tree, operations));
        await DRAWN();
        return document.getAnimations().length;
    }""".replace("DRAWN", f"({DRAWN})"), [mirror, rows("abc"), MOVED]) == count
