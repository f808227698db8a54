"""The browsers of the tests, one of each kind for all of them: each test has a context of its own."""

import os

import pytest
from playwright.sync_api import sync_playwright

# Chromium without a window around the page: the whole browser takes twice the processor for the same tests.
SHELL = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FIREFOX = os.environ.get("FIREFOX", "/usr/bin/firefox-esr")


# How many milliseconds a message takes to a page and from it, besides what it takes anyway. A test that reads what is on
# its way fails then; one that waits for it does not.
LINE = int(os.environ.get("ORIEL_LINE", 0))
SLOW_LINE = """(delay) => {
    // A timer that no test's clock stops.
    const cell = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    const later = (act) => Atomics.waitAsync(cell, 0, 0, delay).value.then(act);
    const leaving = new Set();
    addEventListener("pagehide", () => { for (const leave of leaving) leave(); });
    globalThis.WebSocket = class extends WebSocket {
        set onopen(handle) { super.onopen = this.#late(handle); }
        get onopen() { return super.onopen; }
        set onmessage(handle) { super.onmessage = this.#late(handle); }
        get onmessage() { return super.onmessage; }
        set onclose(handle) { super.onclose = this.#late(handle); }
        get onclose() { return super.onclose; }
        send(data) {
            const leave = () => { if (leaving.delete(leave) && this.readyState === WebSocket.OPEN) super.send(data); };
            leaving.add(leave);
            later(leave);
        }
        #late(handle) { return handle && ((event) => later(() => handle.call(this, event))); }
    };
}"""


def launched(playwright, chromium=SHELL):
    """Chromium, or Debian's Firefox where ORIEL_BROWSER says so; on a line as slow as ORIEL_LINE says."""
    browser = launch(playwright, chromium)
    if LINE:
        new_context = browser.new_context

        def on_a_slow_line(**options):
            context = new_context(**options)
            context.add_init_script(f"({SLOW_LINE})({LINE})")
            return context

        browser.new_context = on_a_slow_line
    return browser


def launch(playwright, chromium):
    if os.environ.get("ORIEL_BROWSER") == "firefox":
        preferences = {
            # Otherwise Firefox waits by itself, for up to a minute, before it opens a socket again.
            "network.websocket.delay-failed-reconnects": False,
            # A mouse, which hovers and is exact, although no device is there.
            "ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6,
        }
        return playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=preferences)
    return playwright.chromium.launch(
        executable_path=chromium,
        args=["--no-sandbox", "--disable-dev-shm-usage"],
        # As people have it: pages that were left may be kept, and windows are held back.
        ignore_default_args=["--disable-popup-blocking", "--disable-back-forward-cache"],
    )


@pytest.fixture(scope="session")
def driver():
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(driver):
    browser = launched(driver)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_browser(driver):
    """Chromium with its windows, and what it asks people about."""
    browser = launched(driver, CHROMIUM)
    yield browser
    browser.close()


def browser_for(request):
    """The browser that a test needs."""
    return request.getfixturevalue("whole_browser" if request.node.get_closest_marker("whole_browser") else "browser")
