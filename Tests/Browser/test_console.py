"""The operators' console, used as an operator uses it."""

import http.client
import json
import re
import socket
import struct

import pytest
from axe import violations_in_light_and_dark
from client_page import *  # noqa: F403 (fixtures)
from people import Person, button, element, wait_until
from playwright.sync_api import expect

# More rows than a page of the console's list, and than the store returns at once. SearchTests covers 100,000.
CROWD = 1500
PER_USER = 50


class Operator(Person):
    """Somebody with the admin token."""

    def __init__(self, browser, program, **options):
        super().__init__(browser, program.origin, **options)
        page = self.context.new_page()
        page.goto("/admin")
        page.get_by_label("Token").fill(program.token)
        button(page, "Sign in").click()
        page.locator("main .sidebar").wait_for(state="attached")
        self.page = page


@pytest.fixture
def operator(browser, program):
    operator = Operator(browser, program)
    yield operator
    operator.leave()


def window_id(page):
    return page.evaluate("sessionStorage['oriel.window']")


def look_at(operator, person_page):
    """Opens the screen of a user's window."""
    operator.page.goto(f"/admin/windows/{window_id(person_page)}")
    element(operator.page, "part").wait_for()
    return operator.page


def found(page):
    """The titles of the windows that a search has found."""
    return page.locator(".detail .row[data-row] .cell button:visible")


def mirror(page):
    return page.frame_locator("iframe[title='What the user sees']")


def test_a_mirror_waits_for_the_scripts_that_define_the_elements_of_the_app(person, operator):
    desk = person.open("/dispatch")
    page, scripts, sockets = operator.page, [], []
    page.route("**/app/operations.js", lambda route: scripts.append(route))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"/admin/windows/{window_id(desk)}")
    wait_until(page, lambda: scripts)
    page.wait_for_function("() => document.querySelector('iframe').contentDocument?.body?.inert")
    # The console's own.
    assert len(sockets) == 1
    scripts[0].continue_()
    expect(mirror(page).locator(".app-board").first).to_be_visible()
    expect(mirror(page).get_by_text("Cannot show")).to_have_count(0)


def test_without_the_role_there_is_no_console(person, program):
    page = person.context.new_page()
    page.goto("/admin/windows")
    expect(page.get_by_label("Token")).to_be_visible()
    assert "Windows" not in page.content()
    # Bypasses the form, because the scene is unknown.
    visitor = person.open("/")
    unknown = visitor.evaluate(ATTACHED, "nonsense")
    assert visitor.evaluate(ATTACHED, "admin")["scene"] == unknown["scene"]


def test_an_operator_signs_out(operator):
    page = operator.page
    page.get_by_role("link", name="Sign out").click()
    button(page, "Sign out").click()
    expect(page.get_by_label("Token")).to_be_visible()
    page.goto("/admin/windows")
    expect(page.get_by_label("Token")).to_be_visible()


ATTACHED = """
scene => new Promise(done => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/connect", "oriel.v1");
  socket.onopen = () => socket.send(JSON.stringify({attach: {scene, instance: crypto.randomUUID(), environment: {}, capabilities: {}}}));
  socket.onmessage = ({data}) => { const {attached} = JSON.parse(data); if (attached) { socket.close(); done(attached); } };
})
"""


def test_watches_a_window_live_while_its_user_clicks(operator, person):
    counter = person.open("/counter")
    page = look_at(operator, counter)
    seen = mirror(page).locator('[data-element="count"]')
    expect(seen).to_have_text("0")
    expect(counter.get_by_text("An operator is viewing this window")).to_be_visible()
    button(counter, "Increment").click()
    expect(seen).to_have_text("1")
    button(counter, "Increment").click()
    expect(seen).to_have_text("2")
    page.get_by_label("Log", exact=True).check(force=True)
    expect(page.get_by_text("tap on “increment” of CounterModel").first).to_be_visible()
    # After moving on to another screen, the operator no longer sees it.
    button(page, "Overview").click()
    expect(counter.get_by_text("An operator is viewing this window")).to_be_hidden()


def test_steps_back_in_time_and_forks(operator, person):
    counter = person.open("/counter")
    page = look_at(operator, counter)
    for number in range(1, 4):
        button(counter, "Increment").click()
        expect(mirror(page).locator('[data-element="count"]')).to_have_text(str(number))
    expect(element(page, "moment")).to_contain_text("Revision 4 of 4")
    button(page, "Earlier").click()
    button(page, "Earlier").click()
    expect(mirror(page).locator('[data-element="count"]')).to_have_text("1")
    expect(element(counter, "count")).to_have_text("3")
    with operator.context.expect_page() as opened:
        button(page, "Open a copy").click()
    fork = opened.value
    expect(element(fork, "count")).to_have_text("1")
    button(fork, "Increment").click()
    expect(element(fork, "count")).to_have_text("2")
    expect(element(counter, "count")).to_have_text("3")
    button(page, "Now").click()
    expect(mirror(page).locator('[data-element="count"]')).to_have_text("3")


def test_the_document_is_a_tree_that_marks_what_changed(operator, person):
    counter = person.open("/counter")
    page = look_at(operator, counter)
    page.get_by_label("Document", exact=True).check(force=True)
    button(counter, "Increment").click()
    changed = page.locator(".tree [data-changed] > summary").first
    expect(changed).to_be_visible()


def test_works_by_keyboard_alone(operator, person):
    person.open("/counter")
    page = operator.page
    page.bring_to_front()
    button(page, "Windows").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Windows")).to_be_visible()
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/shortcuts.js'))")
    page.keyboard.press("/")
    expect(element(page, "search").locator("input")).to_be_focused()
    page.keyboard.type("counter")
    expect(element(page, "count")).to_contain_text("window")
    found(page).first.wait_for()
    page.locator(".detail .row[data-row] [role=gridcell], .detail .row[data-row] [role=rowheader]").first.focus()
    page.keyboard.press("Enter")
    expect(element(page, "part")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(browser, program, person, width):
    counter = person.open("/counter")
    button(counter, "Increment").click()
    operator = Operator(browser, program, viewport={"width": width, "height": 900})
    page = operator.page
    screens = {"": "[data-element=charts] svg", "/users": "[data-element=count]", "/windows": "[data-element=count]",
               f"/windows/{window_id(counter)}": "[data-element=mirror]"}
    for path, shown in screens.items():
        page.goto("/admin" + path)
        page.locator("main .screen h1:visible").first.wait_for()
        page.locator(shown).first.wait_for()
        assert (path, violations_in_light_and_dark(page)) == (path, [])
    # There is room for the panel beside the mirror, or it is asked for.
    panel = element(page, "part")
    expect(panel).to_have_count(int(width > 390))
    if width == 390:
        page.emulate_media(color_scheme="light")
        page.keyboard.press("i")
        panel.wait_for()
        assert violations_in_light_and_dark(page) == []
    operator.leave()


def test_finds_a_window_among_very_many(operator, person, program):
    fill(program.port, CROWD)
    needle = person.open("/note/7")
    page = operator.page
    page.goto("/admin/windows")
    expect(element(page, "count")).to_contain_text(re.compile(r"1\d{3} windows"))
    element(page, "search").locator("input").fill(needle.title())
    expect(element(page, "count")).to_have_text("1 window")
    found(page).first.click()
    expect(page).to_have_url(re.compile(window_id(needle)))


def test_a_page_that_stands_still_is_behind_until_it_draws_again(operator, person, program):
    # A window that changes by itself.
    trader = person.open("/trading")
    window = window_id(trader)
    page = operator.page
    page.goto("/admin/windows?filter=is:behind")
    expect(page.get_by_text("No window matches")).to_be_visible()
    browser = trader.context.new_cdp_session(trader)
    browser.send("Debugger.enable")
    browser.send("Debugger.pause")
    row = page.locator(f".row[data-row='{window}']")
    expect(row).to_contain_text("Behind")
    expect(row).to_contain_text(re.compile(r"\d+ · \d+ s"))
    assert [found["id"] for found in program.api("GET", "windows?filter=is:behind")["windows"]] == [window]
    browser.send("Debugger.resume")
    expect(row).to_have_count(0)
    assert program.api("GET", "windows?filter=is:behind")["count"] == 0


def fill(port, count):
    """Opens waiting windows, of users who each have as many as allowed."""
    for _ in range(count // PER_USER):
        request = http.client.HTTPConnection("127.0.0.1", port)
        request.request("GET", "/")
        response = request.getresponse()
        cookie = response.getheader("set-cookie").split(";")[0]
        response.read()
        request.close()
        for number in range(PER_USER):
            open_window(port, cookie, number)


def open_window(port, cookie, number):
    attach = json.dumps({"attach": {"scene": "counter", "instance": f"crowd-{cookie[-20:]}-{number}",
                                    "environment": {}, "capabilities": {}}}).encode()
    head = (f"GET /connect?page=%2F HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Protocol: oriel.v1\r\nCookie: {cookie}\r\n\r\n").encode()
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(head)
        received = b""
        while b"\r\n\r\n" not in received:
            received += connection.recv(4096)
        assert b" 101 " in received.split(b"\r\n")[0], received
        # Masked with nothing but zeros (RFC 6455 §5.3).
        connection.sendall(b"\x81" + struct.pack("!BH", 0x80 | 126, len(attach)) + bytes(4) + attach)
        while b'"attached"' not in received:
            part = connection.recv(4096)
            assert part, received
            received += part
