"""The guide: the arrangements of DB2, as a browser shows them."""

from people import button, clause
from places import do, guide
from playwright.sync_api import expect


@clause("DB2", 1, 2, 3, 4)
def test_the_window_is_arranged_by_a_sent_value_and_stays_so_db2(still):
    page = guide(still)
    expect(page.get_by_role("tab")).to_have_text(["Home", "Examples", "Settings"])
    do(page, "split")
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator(".sidebar").get_by_role("button")).to_have_text(["Home", "Examples", "Settings"])
    button(page.locator(".sidebar"), "Settings").click()
    expect(page.locator(".detail").get_by_role("heading", name="Settings", level=1)).to_be_visible()
    expect(page.locator(".sidebar [aria-current]")).to_have_text(["Settings"])
    page.reload()
    expect(page.locator(".detail").get_by_role("heading", name="Settings", level=1)).to_be_visible()
    expect(page.locator(".sidebar [aria-current]")).to_have_text(["Settings"])
    button(page.locator(".sidebar"), "Home").click()
    do(page, "tabs")
    expect(page.get_by_role("tab")).to_have_count(3)
