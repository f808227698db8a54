"""A browser that keeps nothing is told so, in a sentence."""

import json

import pytest
from browsers import CHROMIUM
from client_page import *  # noqa: F403 (fixtures)
from playwright.sync_api import expect


@pytest.fixture
def forgetful(browser, tmp_path):
    """Chromium, set to block all cookies, which blocks the storage of pages too."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
    yield context
    context.close()


@pytest.mark.chromium
def test_a_browser_that_blocks_cookies_and_storage_is_told_what_to_do(forgetful, server):
    server.refuses["/connect"] = 401
    page = forgetful.new_page()
    page.goto(server.origin)
    assert page.evaluate("() => { try { return !!sessionStorage; } catch (error) { return error.name; } }") == "SecurityError"
    expect(page.get_by_role("heading", name="This page needs cookies")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
