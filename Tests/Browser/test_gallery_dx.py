"""Many windows: every clause of DX1 and DX2, by hand and by an operator."""

import pytest
from people import button, clause, element, press, question, says, titled, top, wait_until, window_of
from playwright.sync_api import expect


def screen(person, page, number):
    with person.context.expect_page() as opened:
        page.get_by_role("button", name=f"Open screen {number}", exact=True).click()
    return opened.value


def channel(page, number, name):
    section = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=f"Screen {number}", exact=True))
    section.get_by_role("radio", name=name).check()


@pytest.mark.chromium
@clause("DX1", 1, 2, 3, 4, 5, 7)
def test_the_control_room_arranges_steers_and_dismisses_a_wall_dx1(still):
    page, talk = still.go("/control")
    titled(page, "Control room")
    first, fourth = screen(still, page, 1), screen(still, page, 4)
    assert talk.when(talk.heard, "trigger", kind="openWindow")["payload"]["placement"] == {"left": 0, "top": 0, "width": 640, "height": 400}
    placements = [message["trigger"]["payload"]["placement"] for message in talk.heard if "trigger" in message]
    assert placements[-1] == {"left": 640, "top": 420, "width": 640, "height": 400}
    for shown in (first, fourth):
        expect(shown.get_by_text("Calls waiting")).to_be_visible()
        assert shown.evaluate("() => [innerWidth, innerHeight]") == [640, 400]
    assert element(first, "seconds").text_content().endswith(" s")
    channel(page, 4, "Colours")
    titled(fourth, "Colours")
    titled(first, "Wallboard")
    page.get_by_role("textbox", name="Message").fill("Come in")
    press(page, "Show the message everywhere")
    for shown in (first, fourth):
        expect(element(shown, "message")).to_have_text("Come in")
    count = len(still.context.pages)
    page.get_by_role("button", name="Open screen 4", exact=True).click()
    focus = talk.when([message for message in talk.said if "event" in message], "event")
    assert focus and len(still.context.pages) == count
    with fourth.expect_event("close"):
        page.get_by_role("button", name="Close screen 4", exact=True).click()
    with first.expect_event("close"):
        press(page, "Close all screens")


@clause("DX1", 6)
def test_the_control_room_locks_every_window_dx1(still):
    page = still.open("/control")
    wall, elsewhere = screen(still, page, 2), still.open("/members")
    press(page, "Lock every window")
    for window in (page, wall, elsewhere):
        titled(window, "Locked")
    press(wall, "Let me in!")
    titled(page, "Control room")
    titled(elsewhere, "Commands")
    titled(wall, "Wallboard")


@pytest.mark.whole_browser
@pytest.mark.chromium
@clause("DX2", 1, 2, 3)
def test_an_operator_opens_leads_and_dismisses_windows_dx2(still, program):
    page, talk = still.go("/members")
    user = talk.when(talk.heard, "attached")["user"]
    window = program.act("open", {"user": user}, scene="counter")["window"]["id"]
    # Whoever looks for the button before lets the browser open the window.
    talk.when(talk.said, "performed", status="blocked")
    offer = button(page.get_by_role("region", name="Notices"), "Open")
    with still.context.expect_page() as opened:
        offer.click()
    counter = opened.value
    titled(counter, "Counter")
    program.act("land", {"window": window_of(page)}, url="/subscription")
    titled(page, "Become a friend")
    program.act("dismiss", {"window": window})
    expect(counter.get_by_text("An operator closed it.")).to_be_visible()
    counter.get_by_role("button", name="Reopen it").click()
    titled(counter, "Counter")
    expect(top(page).get_by_role("button", name="Simulate a purchase")).to_be_visible()


@clause("DX2", 5)
def test_an_operator_asks_for_a_review_dx2(still, program):
    page = still.open("/members")
    id = program.act("trigger", {"window": window_of(page)}, kind="requestReview", payload={})["trigger"]
    button(page.get_by_role("region", name="Notices"), "5 of 5").click()
    says(page, "Thank you for 5 stars.")
    assert [outcome["status"] for outcome in program.api("GET", f"triggers/{id}")["outcomes"]] == ["performed"]


@clause("DX2", 4, 6)
def test_an_operator_sends_a_message_and_locks_the_windows_dx2(still, program):
    page, other = still.open("/members"), still.open()
    target = {"window": window_of(page)}
    program.act("trigger", target, kind="custom:message", payload={"text": "Tea is served"})
    button(question(page, "Tea is served"), "OK").click()
    # A window that is locked before the answer arrives asks again later.
    wait_until(page, lambda: "presented" not in str(program.api("GET", f"windows/{window_of(page)}")["document"]))
    program.act("trigger", target, kind="custom:lock", payload={})
    for window in (page, other):
        titled(window, "Locked")
    press(other, "Let me in!")
    titled(page, "Commands")
