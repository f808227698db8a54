"""The icons of buttons, links, images and tabs, which a page loads when its document names them."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import patch, replace, screen
from people import wait_until
from playwright.sync_api import expect


def button(name, **members):
    return {"type": "button", "id": name, "text": name, "symbol": name, **members}


def asked(page):
    requests = []
    page.on("request", lambda request: requests.append(request.url.rsplit("/", 1)[1]) if "/icons/" in request.url else None)
    return requests


def shapes(page):
    """What each icon has drawn."""
    return page.locator(".icon").evaluate_all("all => all.map(node => [node.dataset.icon, node.childElementCount])")


def test_all_icons_of_a_document_are_asked_for_at_once_and_each_once(page, server):
    requests = asked(page)
    page.goto("/")
    body = [button("trash"), button("bell"), button("trash", id="again"), {"type": "image", "symbol": "star.fill"},
            {"type": "link", "text": "Site", "url": "https://example.com", "symbol": "globe"}]
    server.attach(screen(*body))
    wait_until(page, lambda: shapes(page) == [["trash", 1], ["bell", 1], ["trash", 1], ["star.fill", 1], ["globe", 1]])
    assert requests == ["bell+globe+star.fill+trash.svg"]
    server.send(patch(2, replace("/models/m1/body/0/symbol", "bell"), replace("/models/m1/body/1/symbol", "heart")))
    wait_until(page, lambda: shapes(page)[:2] == [["bell", 1], ["heart", 1]])
    assert requests[1:] == ["heart.svg"]


def test_nothing_moves_when_an_icon_comes(page, server):
    held = []
    page.route("**/icons/**", lambda route: held.append(route))
    page.goto("/")
    server.attach(screen(button("trash"), button("bell")))
    page.get_by_role("button", name="bell").wait_for()
    wait_until(page, lambda: held)
    boxes = "all => all.map(node => JSON.stringify(node.getBoundingClientRect()))"
    before = page.locator(".button").evaluate_all(boxes)
    held[0].continue_()
    wait_until(page, lambda: shapes(page) == [["trash", 1], ["bell", 1]])
    assert page.locator(".button").evaluate_all(boxes) == before


def test_an_icon_that_does_not_exist_or_is_no_name_is_a_square_and_named_on_the_console(page, server):
    said = []
    page.on("console", lambda line: said.append(line.text))
    page.goto("/")
    server.attach(screen(button("nothing"), button("../x y"), button("a_b"), button("bell")))
    wait_until(page, lambda: shapes(page) == [["nothing", 1], ["../x y", 1], ["a_b", 1], ["bell", 1]])
    assert {"No icon is called “nothing”.", "No icon is called “../x y”."} <= set(said)
    page.errors.clear()


def test_icons_that_could_not_be_had_are_asked_for_with_the_next(page, server):
    server.refuses["/client/view/icons/bell.svg"] = 503
    warnings = []
    page.on("console", lambda line: warnings.append(line.text) if line.type == "warning" else None)
    page.goto("/")
    server.attach(screen(button("bell"), {"type": "text", "id": "t", "text": "Wait"}))
    page.get_by_text("Wait").wait_for()
    wait_until(page, lambda: warnings)
    server.refuses.clear()
    server.send(patch(2, {"op": "add", "path": "/models/m1/body/2", "value": button("trash")}))
    wait_until(page, lambda: shapes(page) == [["bell", 1], ["trash", 1]])
    page.errors.clear()


def test_an_icon_alone_is_named_and_has_that_as_its_tooltip(page, server):
    page.goto("/")
    server.attach(screen({"type": "button", "id": "b", "symbol": "trash", "label": "Delete"}, button("bell", label="Ring")))
    alone = page.get_by_role("button", name="Delete")
    expect(alone).to_have_attribute("title", "Delete")
    box = alone.bounding_box()
    assert box["width"] == box["height"]
    assert page.get_by_role("button", name="Ring").get_attribute("title") is None


def test_icons_that_point_turn_round_where_one_reads_from_right_to_left(page, server):
    page.goto("/")
    server.attach(screen(button("arrow.right"), button("arrow.up"), button("bell")))
    page.get_by_role("button", name="bell").wait_for()
    page.evaluate("document.documentElement.dir = 'rtl'")
    scales = page.locator(".button > .icon").evaluate_all("all => all.map(node => getComputedStyle(node).scale)")
    assert scales == ["-1 1", "none", "none"]


def test_a_class_of_the_apps_own_is_given_and_taken_beside_the_clients(page, server):
    page.goto("/")
    server.attach(screen({"type": "text", "text": "Waiting", "class": "state rows"}))
    text = page.get_by_text("Waiting")
    assert text.get_attribute("class") == "text app-state app-rows"
    server.send(patch(2, replace("/models/m1/body/0/class", "state late")))
    expect(text).to_have_class("text app-state app-late")
    server.send(patch(3, {"op": "remove", "path": "/models/m1/body/0/class"}))
    expect(text).to_have_class("text")


def test_what_is_dense_has_rows_of_28_pixels_and_a_finger_44(page, server, browser):
    page.goto("/")
    rows = {"type": "list", "style": "dense", "children": [{"type": "text", "text": "One"}, {"type": "text", "text": "Two"}]}
    server.attach(screen(rows))
    page.get_by_text("Two").wait_for()
    assert page.locator(".rows > li").nth(0).bounding_box()["height"] == pytest.approx(28, abs=.1)
