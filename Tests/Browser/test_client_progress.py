"""What a person sees while the server has not answered."""

import re

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, replace, screen
from playwright.sync_api import expect

BODY = [{"type": "button", "id": "go", "text": "Go"}, {"type": "toggle", "id": "on", "label": "On", "value": False},
        {"type": "textField", "id": "name", "label": "Name", "text": ""}]


@pytest.fixture
def shown(page, server):
    page.goto("/")
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()
    return page


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def test_a_press_that_waits_is_marked_then_the_page_and_then_in_words_and_moves_nothing(shown, server):
    before = [box(shown, "[data-element=go]"), box(shown, "h1")]
    shown.get_by_role("button", name="Go").click()
    shown.locator("[data-element=go][data-busy]").wait_for()
    shown.locator(".waiting-bar").wait_for()
    notices = shown.get_by_role("region", name="Notices")
    notices.get_by_text("The server is slow to answer…").wait_for()
    assert [box(shown, "[data-element=go]"), box(shown, "h1")] == before
    assert shown.evaluate("document.elementFromPoint(5, 1).className") != "waiting-bar"
    server.send(patch(2, replace("/models/m1/title", "Gone"), applied=server.done[-1]))
    shown.get_by_role("heading", name="Gone").wait_for()
    assert shown.locator("[data-busy], .waiting-bar").count() == 0
    assert notices.get_by_text("slow").count() == 0


def test_a_refusal_is_an_answer(shown, server):
    shown.get_by_role("button", name="Go").click()
    shown.locator("[data-element=go][data-busy]").wait_for()
    server.send({"rejected": {"event": server.done[-1], "code": "forbidden", "message": "Not now"}, "applied": server.done[-1]})
    shown.get_by_text("Not now").wait_for()
    assert shown.locator("[data-busy]").count() == 0


def test_a_switch_shows_at_once_what_was_chosen_and_that_it_waits(shown, server):
    switch = shown.get_by_role("switch", name="On")
    switch.check()
    assert switch.is_checked()
    shown.locator("input[data-busy]").wait_for()
    server.send(patch(2, replace("/models/m1/body/1/value", True), applied=server.done[-1]))
    shown.wait_for_function("() => !document.querySelector('[data-busy]')")
    assert switch.is_checked()


def test_typing_marks_no_field(shown, server):
    shown.get_by_label("Name").press_sequentially("Ada")
    shown.get_by_text("The server is slow to answer…").wait_for()
    assert shown.locator("[data-busy], .waiting-bar").count() == 0


def test_a_lost_connection_is_named_instead(shown, server):
    shown.get_by_role("button", name="Go").click()
    shown.get_by_text("The server is slow to answer…").wait_for()
    server.send({"closing": {"code": 1012, "message": "Restarting", "retryAfter": 60_000}})
    server.socket.close(code=1012, reason="restarting")
    shown.get_by_text("Reconnecting… 1 unsent change").wait_for()
    assert shown.get_by_text("slow to answer").count() == 0
    assert shown.locator(".waiting-bar").count() == 0
    assert shown.locator("[data-element=go][data-busy]").count() == 1


def test_without_a_network_the_page_says_at_once_how_old_it_is(context, page, server):
    page.goto("/")
    server.attach(screen({"type": "text", "text": "101.5"}, {"type": "textField", "id": "name", "label": "Name", "text": ""}))
    page.get_by_text("101.5").wait_for()
    notices = page.get_by_role("region", name="Notices")
    context.set_offline(True)
    expect(notices.get_by_text("Reconnecting…")).to_be_visible()
    expect(notices.get_by_text(re.compile(r"^as of \d+:\d\d:\d\d"))).to_be_visible()
    assert "grayscale" in page.locator(".stage").evaluate("node => getComputedStyle(node).filter")
    page.get_by_label("Name").fill("still typed")
    context.set_offline(False)
    server.attach(screen({"type": "text", "text": "102"}, {"type": "textField", "id": "name", "label": "Name", "text": ""}), epoch="e-2")
    expect(page.get_by_text("102")).to_be_visible()
    expect(notices).not_to_contain_text("as of")
    assert page.locator(".stage").evaluate("node => getComputedStyle(node).filter") == "none"


def test_the_second_half_of_a_double_click_is_refused_in_silence(shown, server):
    shown.get_by_role("button", name="Go").dblclick()
    taps = []
    while len(taps) < 2:
        if (event := server.next("event"))["name"] == "tap":
            taps.append(event)
    first, second = taps
    server.send(patch(2, add("/models/m1/body/0/disabled", True), applied=first["id"]))
    refusal = {"event": second["id"], "code": "notExecutable", "message": "This can't be used now"}
    server.send({"rejected": refusal, "applied": second["id"]})
    shown.get_by_label("Name").fill("more")
    while (typed := server.next("event"))["name"] != "input":
        pass
    # A refusal that is none of a double click is told.
    server.send({"rejected": {**refusal, "event": typed["id"], "message": "Not now"}, "applied": typed["id"]})
    notices = shown.get_by_role("region", name="Notices")
    expect(notices).to_contain_text("Not now")
    assert "This can't be used now" not in notices.inner_text()
