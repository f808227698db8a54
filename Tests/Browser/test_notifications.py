"""Notifications between a server, its operators and people with several pages."""

import re

from people import button, wait_until, window_of
from playwright.sync_api import expect


def told(pages):
    return [page.locator(".toast .title").all_text_contents() for page in pages]


def test_who_has_several_pages_open_is_told_once_by_an_operator(person, program):
    pages = [person.open(), person.open("/counter"), person.open("/windows")]
    user = program.api("GET", f"windows/{window_of(pages[0])}")["user"]
    sent = program.act("trigger", {"user": user}, kind="notify", payload={"title": "Lunch", "tone": "warn"})
    statuses = lambda: sorted(outcome["status"] for outcome in program.api("GET", f"triggers/{sent['trigger']}")["outcomes"])  # noqa: E731
    wait_until(pages[0], lambda: statuses() == ["pending", "performed", "performed"])
    wait_until(pages[0], lambda: sorted(told(pages)) == [[], [], ["Lunch"]])


def test_the_button_of_a_notification_undoes_what_it_tells(person):
    page = person.open("/exhibit/notifications")
    button(page, "Delete Invoice").click()
    expect(button(page, "Delete Invoice")).to_have_count(0)
    button(page, "Undo").click()
    expect(button(page, "Delete Invoice")).to_be_visible()
    expect(page.get_by_text("Invoice was deleted: action")).to_be_visible()


def test_a_notification_of_progress_changes_in_place(person):
    page = person.open("/exhibit/notifications")
    for part in range(1, 5):
        button(page, "Copy a file").click()
        expect(page.locator(".toast p")).to_have_text([f"{part} of 4 parts"])
    expect(page.locator(".toast")).to_have_attribute("data-tone", "good")
    expect(page.locator("main").get_by_text(re.compile("^Copying: shown$"))).to_have_count(3)
