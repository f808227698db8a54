"""Lines that refuse sockets, die in the background, or carry requests only."""

from client_page import *  # noqa: F403 (fixtures)
from client_page import screen
from playwright.sync_api import expect


def test_a_network_that_refuses_sockets_is_named_to_the_user_and_to_the_administrator(page, server):
    server.refuses_sockets = True
    said = []
    page.on("console", lambda line: said.append(line.text) if line.type == "warning" else None)
    page.goto("/")
    expect(page.get_by_role("heading", name="Your network blocks the connection")).to_be_visible()
    expect(page.get_by_text("refuses its WebSocket")).to_be_visible()
    assert [line for line in said if "Upgrade" in line]
    # It goes on trying, and is there once it can be.
    server.refuses_sockets = False
    server.attach(screen())
    expect(page.get_by_role("heading", name="Test")).to_be_visible()
    page.errors.clear()


def test_a_window_that_is_shown_stays_and_names_the_cause(page, server):
    page.goto("/")
    server.attach(screen({"type": "text", "text": "Content"}))
    page.get_by_text("Content").wait_for()
    server.refuses_sockets = True
    server.socket.close(1012)
    expect(page.get_by_role("region", name="Notices").get_by_text("Your network blocks the connection")).to_be_visible()
    expect(page.get_by_text("Content")).to_be_visible()
    page.errors.clear()


def test_a_notification_that_throws_is_a_toast_in_the_page(context, page, server):
    """Chrome for Android shows notifications for service workers only."""
    context.add_init_script("""
        Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
        globalThis.Notification = class { static permission = "granted"; constructor() { throw new TypeError("Illegal constructor"); } };
    """)
    page.goto("/")
    server.attach(screen())
    page.locator("main h1").wait_for()
    server.send({"trigger": {"id": "t-1", "kind": "notify", "payload": {"title": "Hello", "body": "There"}}})
    page.get_by_role("button", name="Hello").click()
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": "tap"}


def test_a_touch_finds_out_that_the_socket_is_dead(context, page, server):
    """Time passes as if the page had been in the background."""
    context.add_init_script("let shift = 0; const real = performance.now.bind(performance); performance.now = () => real() + shift; globalThis.later = () => { shift += 60_000; };")
    page.goto("/")
    server.attach(screen({"type": "button", "id": "b", "text": "Go"}))
    button = page.get_by_role("button", name="Go")
    button.wait_for()
    # The other end hears nothing any more, and says nothing.
    page.evaluate("later()")
    button.click()
    page.get_by_role("region", name="Notices").get_by_text("Reconnecting").wait_for()


def test_what_is_pressed_offline_is_counted_at_the_button(page, server):
    page.goto("/")
    server.attach(screen({"type": "button", "id": "b", "text": "Count"}, {"type": "button", "id": "c", "text": "Other"}))
    button = page.get_by_role("button", name="Count")
    button.wait_for()
    server.refuses_sockets = True
    server.socket.close(1012)
    page.get_by_text("Reconnecting").first.wait_for()
    for _ in range(4):
        button.click()
    expect(button).to_have_attribute("data-unsent", "+4")
    expect(page.get_by_role("button", name="Other")).not_to_have_attribute("data-unsent", "+1")
    assert button.evaluate("node => getComputedStyle(node, '::after').content").startswith(('"+4"', "attr(data-unsent)"))
    server.refuses_sockets = False
    attach = server.next("attach")
    assert attach["window"] == "w-1"
    server.send({"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": "e-1", "rev": 1, "applied": 0, "resumed": True,
                              "server": {"name": "test", "version": "1"}}})
    for id in range(1, 5):
        server.send({"patch": [], "rev": 1, "base": 1, "applied": id})
    expect(button).not_to_have_attribute("data-unsent", "+4")
    page.errors.clear()


def test_a_window_in_a_page_is_no_scroll_trap(page, server):
    server.pages["/outside"] = """<!doctype html><script type="module" src="/client/embed.js"></script>
        <style>oriel-window { height: 260px }</style><oriel-window scene="main"></oriel-window><div style="height: 3000px"></div>"""
    page.goto("/outside")
    server.attach(screen({"type": "text", "text": "Content"}))
    page.get_by_text("Content").wait_for()
    box = page.locator("oriel-window").bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 100)
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 0")
