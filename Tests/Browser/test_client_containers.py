"""Split views, hidden parts of stacks, and the heights of sheets."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace


def leaf(title, *body):
    return {"kind": "screen", "type": "M", "title": title, "body": list(body)}


def show(page, server, models, **window):
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": models, **window})


def split(**detail):
    return {"m1": {"kind": "split", "sidebar": "m2", **({"detail": "m3"} if detail else {})},
            "m2": leaf("List"), **({"m3": detail} if detail else {})}


def test_a_split_view_shows_both_where_there_is_room(page, server):
    page.set_viewport_size({"width": 1200, "height": 800})
    show(page, server, split(**leaf("Detail")))
    sidebar, detail = page.get_by_role("heading", name="List"), page.get_by_role("heading", name="Detail")
    sidebar.wait_for()
    assert detail.is_visible()
    assert sidebar.bounding_box()["x"] < detail.bounding_box()["x"]
    assert page.get_by_role("navigation").get_by_role("heading").all_inner_texts() == ["List"]
    assert page.get_by_role("button", name="Back").count() == 0


@pytest.mark.usefixtures("entries")
def test_on_a_narrow_page_the_detail_lies_over_the_sidebar_and_back_leads_there(page, server):
    page.set_viewport_size({"width": 400, "height": 800})
    show(page, server, split(**leaf("Detail")))
    page.get_by_role("heading", name="Detail").wait_for()
    assert page.get_by_role("heading", name="List").count() == 0
    page.get_by_role("button", name="Back").click()
    assert server.event() == {"model": "m1", "name": "back", "value": {"depth": 0}}
    server.send(patch(2, remove("/models/m1/detail"), remove("/models/m3")))
    page.get_by_role("heading", name="List").wait_for()
    server.send(patch(3, add("/models/m3", leaf("Next")), add("/models/m1/detail", "m3")))
    page.get_by_role("heading", name="Next").wait_for()
    page.go_back()
    assert server.event() == {"model": "m1", "name": "back", "value": {"depth": 0}}


def stack(**members):
    return {"m1": {"kind": "stack", "path": [{"model": "m2"}, {"model": "m3"}], **members},
            "m2": leaf("Home"), "m3": leaf("Detail", {"type": "text", "text": "here"})}


def test_a_stack_leaves_out_what_its_options_say(page, server):
    show(page, server, stack(options=["hideBackButton", "inlineTitle"]))
    title = page.get_by_role("heading", name="Detail")
    title.wait_for()
    assert page.get_by_role("button", name="Back").count() == 0
    assert title.evaluate("node => getComputedStyle(node).fontSize") == "16px"
    server.send(patch(2, replace("/models/m1/options", ["hideToolbar"])))
    page.get_by_role("button", name="Back").wait_for()
    assert page.locator(".page:not([inert]) header").evaluate("node => getComputedStyle(node).position") == "absolute"


@pytest.mark.parametrize("animated", [True, False])
def test_the_tab_bar_goes_while_a_stack_shows_more_than_its_root(page, server, animated):
    models = {"m1": {"kind": "tabs", "selected": "a", "tabs": [{"id": "a", "title": "A", "model": "m2"},
                                                               {"id": "b", "title": "B", "model": "m5"}]},
              "m2": {"kind": "stack", "path": [{"model": "m3"}], "tabBar": {"hidden": False, "animated": animated}},
              "m3": leaf("Home"), "m5": leaf("Other")}
    show(page, server, models)
    bar = page.get_by_role("tablist")
    bar.wait_for()
    server.send(patch(2, add("/models/m4", leaf("Deep")), add("/models/m2/path/1", {"model": "m4"}),
                      replace("/models/m2/tabBar/hidden", True)))
    bar.wait_for(state="hidden")
    server.send(patch(3, replace("/models/m1/selected", "b")))
    bar.wait_for()


def test_a_sheet_is_dragged_to_a_detent_or_away(page, server):
    page.set_viewport_size({"width": 390, "height": 800})
    presented = {"as": "sheet", "model": "m2", "detents": ["medium", "large"]}
    show(page, server, {"m1": {**leaf("Home"), "presented": presented}, "m2": leaf("Sheet")})
    page.get_by_role("dialog").wait_for()
    page.wait_for_function("() => { const { top } = document.querySelector('dialog').getBoundingClientRect(); return top === 360; }")

    def drag(to):
        page.wait_for_function("() => !document.querySelector('dialog').getAnimations().length")
        box = page.get_by_role("button", name="Resize").bounding_box()
        page.mouse.move(195, box["y"] + 5)
        page.mouse.down()
        page.mouse.move(195, to, steps=4)
        page.mouse.up()

    drag(120)
    assert server.event() == {"model": "m2", "name": "detent", "value": {"id": "large"}}
    server.send(patch(2, add("/models/m1/presented/detent", "large"), applied=server.done[-1]))
    page.wait_for_function("() => document.querySelector('dialog').getBoundingClientRect().top === 40")
    drag(300)
    assert server.event() == {"model": "m2", "name": "detent", "value": {"id": "medium"}}
    server.send(patch(3, replace("/models/m1/presented/detent", "medium"), applied=server.done[-1]))
    page.wait_for_function("() => document.querySelector('dialog').getBoundingClientRect().top === 360")
    drag(780)
    assert server.event() == {"model": "m2", "name": "dismiss", "value": {}}


# More than fits, so that a sheet is as high as it may be.
LINES = [{"type": "text", "text": f"Line {number}"} for number in range(60)]


@pytest.mark.parametrize("refused", [True, False])
def test_a_sheet_stays_where_it_was_let_go_until_the_answer(page, server, refused):
    page.set_viewport_size({"width": 390, "height": 800})
    show(page, server, {"m1": {**leaf("Home"), "presented": {"as": "sheet", "model": "m2"}}, "m2": leaf("Sheet", *LINES)})
    page.wait_for_function("() => document.querySelector('dialog')?.getBoundingClientRect().top === 40")
    page.wait_for_function("() => !document.querySelector('dialog').getAnimations().length")
    page.mouse.move(195, 60)
    page.mouse.down()
    page.mouse.move(195, 700, steps=4)
    page.mouse.up()
    assert server.event() == {"model": "m2", "name": "dismiss", "value": {}}
    # No animation runs while the answer is pending.
    assert page.evaluate("() => { const { top } = document.querySelector('dialog').getBoundingClientRect();"
                         "return [top, document.querySelector('dialog').getAnimations().length]; }") == [680, 0]
    page.evaluate("""() => { globalThis.highest = innerHeight; const look = () => {
        highest = Math.min(highest, document.querySelector('dialog')?.getBoundingClientRect().top ?? innerHeight); requestAnimationFrame(look); }; look(); }""")
    if refused:
        server.send({"rejected": {"event": server.done[-1], "code": "notExecutable", "message": "Not now"}, "applied": server.done[-1]})
        page.wait_for_function("() => document.querySelector('dialog').getBoundingClientRect().top === 40")
    else:
        server.send(patch(2, remove("/models/m1/presented"), remove("/models/m2"), applied=server.done[-1]))
        page.wait_for_function("() => !document.querySelector('dialog')")
        assert page.evaluate("highest") >= 680


def test_a_sheet_at_the_bottom_is_pulled_down_by_its_heading_to_be_dismissed(page, server):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 390, "height": 800})
    show(page, server, {"m1": {**leaf("Home"), "presented": {"as": "sheet", "model": "m2"}}, "m2": leaf("Sheet", *LINES)})
    page.get_by_role("dialog").wait_for()
    for to in (200, 700):
        page.mouse.move(195, 60)
        page.mouse.down()
        page.mouse.move(195, to, steps=4)
        page.mouse.up()
        if to == 200:
            page.wait_for_function("() => document.querySelector('dialog').getBoundingClientRect().top === 40")
    # A short drag is not enough.
    assert server.event() == {"model": "m2", "name": "dismiss", "value": {}}
    assert len(server.done) == 1


@pytest.mark.chromium
def test_a_long_screen_is_printed_whole(page, server):
    body = [{"type": "text", "text": f"Line {number}"} for number in range(200)]
    page.goto("/")
    server.attach({"scene": "main", "root": "m1", "models": {"m1": {"kind": "stack", "path": [{"model": "m2"}]}, "m2": leaf("Long", *body)}})
    page.get_by_text("Line 199").wait_for()
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollHeight > 5 * innerHeight")


@pytest.mark.parametrize("width", [390, 1000])
def test_a_sheet_that_says_no_height_is_as_tall_as_its_content_up_to_the_page(page, server, width):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 800})
    heights = []
    for lines in ([], LINES):
        show(page, server, {"m1": {**leaf("Home"), "presented": {"as": "sheet", "model": "m2"}}, "m2": leaf("Sheet", *lines)})
        page.get_by_role("dialog").wait_for()
        heights.append(page.get_by_role("dialog").bounding_box()["height"])
        assert page.locator("dialog .screen").evaluate("node => node.scrollHeight > node.clientHeight") == bool(lines)
    assert heights[0] < 200 and heights[1] == (760 if width == 390 else 680)


def test_a_sheet_is_as_tall_as_the_server_says_and_asks_for_the_next(page, server):
    page.set_viewport_size({"width": 1000, "height": 800})
    presented = {"as": "sheet", "model": "m2", "detents": ["30%", "400px"], "detent": "30%"}
    show(page, server, {"m1": {**leaf("Home"), "presented": presented}, "m2": leaf("Sheet")})
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    page.wait_for_function("() => document.querySelector('dialog').offsetHeight === 240")
    page.get_by_role("button", name="Resize").click()
    assert server.event() == {"model": "m2", "name": "detent", "value": {"id": "400px"}}
    server.send(patch(2, replace("/models/m1/presented/detent", "400px")))
    page.wait_for_function("() => document.querySelector('dialog').offsetHeight === 400")
