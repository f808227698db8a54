"""The guide: sent values and routes, every clause of DB1 to DB5, by hand."""

import pytest
from people import button, clause, no_layer, question, says, titled
from places import do, guide, here, leads
from playwright.sync_api import expect


@pytest.mark.chromium
@clause("DB1", 1, 2)
def test_the_root_takes_a_moment_db1(still):
    page, talk = still.go("/guide")
    state = talk.when(talk.heard, "state")
    assert "progress" in str(state)
    titled(page, "Home")
    expect(page.get_by_role("progressbar")).to_have_count(0)


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


@clause("DB3", 1, 2, 3, 4, 5, 6, 7, 8)
def test_links_of_every_kind_db3(still):
    page = guide(still)
    for name, title in [("page-2", "Page 2"), ("page-44", "Page 44")]:
        do(page, name)
        leads(page, title, "Home")
    do(page, "places")
    for name, title in [("mapped", "Page 99"), ("command", "Page 55"), ("property", "Page 56"), ("trigger", "Page 57")]:
        do(page, name)
        leads(page, title, "Places")
    do(page, "foreign")
    says(page, "This is a page, made by somebody else.")
    leads(page, "Elsewhere", "Places")
    do(page, "placeholder")
    says(page, "Nobody has painted this yet.")
    leads(page, "Elsewhere", "Places")
    do(page, "lost")
    says(page, "Missing provider for LostPage")


@clause("DB4", 1, 2, 3, 4)
def test_values_and_routes_are_sent_db4(still):
    page = guide(still)
    for name, titles in [("send", ["Page 3", "Page 2", "Home"]), ("route-2-3", ["Page 3", "Page 2", "Home"]),
                         ("route-2-3-99", ["Page 99", "Page 3", "Page 2", "Home"])]:
        do(page, name)
        leads(page, *titles)
    do(page, "route-settings")
    expect(page.get_by_role("tab", name="Settings")).to_have_attribute("aria-selected", "true")
    leads(page, "Page 2", "Settings")


@clause("DB5", 1, 2, 3, 4, 5)
def test_a_queue_waits_for_who_it_is_db5(still):
    page = guide(still)
    expect(here(page, "forget")).to_be_disabled()
    do(page, "authenticated")
    button(question(page, "Is it really you?"), "Cancel").click()
    no_layer(page)
    titled(page, "Home")
    do(page, "authenticated")
    button(question(page, "Is it really you?"), "Yes").click()
    leads(page, "Page 77", "Home")
    do(page, "authenticated")
    leads(page, "Page 77", "Home")
    do(page, "forget")
    expect(here(page, "forget")).to_be_disabled()
    do(page, "authenticated")
    question(page, "Is it really you?")
