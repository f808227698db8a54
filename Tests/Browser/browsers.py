"""The browser of the tests, one for all of them: each test has a context of its own in it."""

import os

import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FIREFOX = os.environ.get("FIREFOX", "/usr/bin/firefox-esr")


def launched(playwright):
    """Chromium, or Debian's Firefox where ORIEL_BROWSER says so."""
    if os.environ.get("ORIEL_BROWSER") == "firefox":
        # Otherwise Firefox waits by itself, for up to a minute, before it opens a socket again.
        undelayed = {"network.websocket.delay-failed-reconnects": False}
        return playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=undelayed)
    return playwright.chromium.launch(
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--disable-dev-shm-usage"],
        ignore_default_args=["--disable-popup-blocking"],
    )


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()
