"""What is shown as now goes by the server's clock, and nothing waits for the wall clock."""

import datetime

from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, screen
from playwright.sync_api import expect

# The browser's clock is ten minutes ahead.
AHEAD = "const real = Date.now; Date.now = () => real() + 600_000;"


def iso(time):
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_now_is_now_whatever_the_browsers_clock_says(context, page, server):
    context.add_init_script(AHEAD)
    now = datetime.datetime.now(datetime.UTC)
    page.goto("/")
    server.attach(screen({"type": "time", "as": "relative", "text": iso(now)}), server={"time": int(now.timestamp() * 1000)})
    expect(page.locator("time")).to_have_text("now")


def test_the_time_of_stale_data_is_the_servers(context, page, server):
    context.add_init_script(AHEAD)
    now = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)
    page.goto("/")
    server.attach(screen(), server={"time": int(now.timestamp() * 1000)})
    page.locator("main h1").wait_for()
    server.end()
    server.socket.close(1012)
    expect(page.get_by_text("as of")).to_contain_text("3:04:")
    page.errors.clear()


def test_a_clock_that_is_set_back_holds_no_sheet_back(context, page, server):
    context.add_init_script("let shift = 0; const real = Date.now; Date.now = () => real() + shift; globalThis.setBack = () => { shift -= 3_600_000; };")
    page.goto("/")
    server.attach(screen({"type": "textField", "id": "f", "label": "Note", "text": ""}))
    page.get_by_label("Note").focus()
    page.keyboard.press("a")
    page.evaluate("setBack()")
    page.keyboard.press("b")
    server.send(patch(2, add("/models/m2", {"kind": "screen", "title": "Urgent", "body": []}),
                      add("/models/m1/presented", {"as": "sheet", "model": "m2"})))
    expect(page.get_by_role("dialog", name="Urgent")).to_be_visible()
