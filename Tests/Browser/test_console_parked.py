"""What operators see of a parked window that crashed the process, and what they can do about it."""

import os
import re
import sys

import pytest
from axe import violations
from people import Person, button, element
from playwright.sync_api import expect
from program import PATIENCE, ROOT, Program

sys.path.insert(0, str(ROOT / "Tests/Conformance"))
from oriel_client import Client  # noqa: E402

BINARY = os.environ.get("ORIEL_FAULTY") or ROOT / ".build/debug/OrielFaulty"


@pytest.fixture
def faulty(tmp_path, monkeypatch):
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=no")
    program = Program("--database", str(tmp_path / "oriel.db"), binary=BINARY)
    yield program
    program.kill()


@pytest.fixture
def parked(faulty):
    """The page of a parked window that crashes the process at every start."""
    client = Client(faulty.origin, cookie=faulty.user()).attach()
    client.event("tap", client.document["root"], "start")
    client.until(lambda: not client.outbox)
    faulty.kill()
    faulty.start()
    for _ in range(3):
        client.connect()
        client.say(attach={"instance": client.instance, "window": client.window,
                           "environment": client.environment, "capabilities": {}})
        client.until_closed()
        faulty.process.wait(PATIENCE)
        faulty.process.stdout.close()
        faulty.start()
    return client


@pytest.fixture
def operator(browser, faulty, parked):
    operator = Person(browser, faulty.origin)
    page = operator.context.new_page()
    page.goto("/admin")
    page.get_by_label("Token").fill(faulty.token)
    button(page, "Sign in").click()
    expect(page.get_by_role("heading", name="Overview").first).to_be_visible()
    operator.page = page
    yield operator
    operator.leave()


def test_a_parked_window_is_seen_at_once_and_can_be_tried_again(operator, faulty, parked):
    page = operator.page
    expect(page.get_by_text(re.compile("^The window “Faulty” of u-"))).to_be_visible()
    expect(page.get_by_text(re.compile("It crashed the process 3 times, most recently in restoring a window"))).to_be_visible()
    again = page.get_by_role("button", name=re.compile("^Try the window"))
    expect(again).to_be_disabled()
    page.get_by_label("Act", exact=True).check()
    assert violations(page) == []
    page.get_by_role("button", name=re.compile("^Show the window")).click()
    expect(element(page, "missing")).to_have_text(re.compile("is parked, so it can’t be opened"))
    page.go_back()
    again.click()
    expect(again).to_be_hidden()
    assert faulty.api("GET", "parked") == {"parked": []}
    assert faulty.api("GET", "audit?act=retry")["records"][0]["target"] == f"window:{parked.window}"


def test_a_parked_window_says_so_in_the_list_and_is_dismissed(operator, faulty, parked):
    page = operator.page
    button(page, "Windows").click()
    element(page, "search").locator("input").fill("is:parked")
    expect(element(page, "count")).to_have_text("1 window")
    expect(page.get_by_text(re.compile("^Parked: it crashed the process 3 times"))).to_be_visible()
    page.locator(".detail .row[data-row] .cell button:visible").first.click()
    expect(element(page, "missing")).to_have_text(re.compile("is parked, so it can’t be opened"))
    expect(element(page, "reason")).to_have_text(re.compile("It crashed the process 3 times"))
    expect(button(page, "Dismiss")).to_be_disabled()
    page.get_by_label("Act", exact=True).check()
    button(page, "Dismiss").click()
    button(page.get_by_role("alertdialog"), "Dismiss").click()
    expect(element(page, "missing")).to_have_text(re.compile("There is no such window"))
    assert faulty.api("GET", "windows")["windows"] == []
