"""Tenants in the console: looking at them, and what operators do to them."""

import os
import re

import pytest
from axe import violations_in_light_and_dark
from people import Person, button, element
from playwright.sync_api import expect
from program import ROOT, Program

BINARY = os.environ.get("ORIEL_DESK") or ROOT / ".build/debug/OrielDesk"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A dispatch desk for several rooms."""
    folder = tmp_path_factory.mktemp("feed")
    for room in ("north", "south", "west", "spare"):
        (folder / room).write_text("Kitchen fire\nCut hand\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESK_FEED", str(folder))
        desk = Program("--database", str(folder / "oriel.db"), binary=BINARY)
    yield desk
    desk.stop()


def come(browser, desk, room):
    person = Person(browser, desk.origin)
    person.page = person.open(f"/{room}/board")
    expect(person.page.get_by_text("2: Cut hand")).to_be_visible()
    return person


@pytest.fixture
def dispatchers(browser, desk):
    people = {name: come(browser, desk, room) for name, room in {
        "ann": "north", "bob": "south", "cid": "south", "dee": "west"}.items()}
    yield people
    for person in people.values():
        person.leave()


def sign_in(browser, desk, **options):
    operator = Person(browser, desk.origin, **options)
    page = operator.context.new_page()
    page.goto("/admin")
    page.get_by_label("Token").fill(desk.token)
    button(page, "Sign in").click()
    page.locator("main .sidebar").wait_for(state="attached")
    operator.page = page
    return operator


@pytest.fixture
def operator(browser, desk, dispatchers):
    operator = sign_in(browser, desk)
    yield operator
    operator.leave()


def look_at(operator, tenant):
    page = operator.page
    page.goto(f"/admin/tenants/{tenant}")
    expect(page.get_by_role("heading", name=tenant).first).to_be_visible()
    return page


def act(page):
    """Switches the console from viewing to acting."""
    page.get_by_label("Act", exact=True).check()
    expect(element(page, "acting-notice")).to_have_text("Acting: your actions affect users.")


def confirm(page, question, choice):
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text(question)
    button(dialog, choice).click()
    expect(dialog).to_be_hidden()


def found(page):
    """The rows of a list."""
    return page.locator(".detail .navigation:visible")


def test_by_keyboard_an_operator_finds_a_tenant_and_its_windows(operator):
    page = operator.page
    button(page, "Tenants").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Tenants")).to_be_visible()
    element(page, "search").locator("input").focus()
    page.keyboard.type("sou")
    expect(element(page, "count")).to_have_text("1 tenant")
    button(page, "south").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/admin/tenants/south$"))
    expect(page.get_by_text("2 attached", exact=True)).to_be_visible()
    found(page).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Windows")).to_be_visible()
    expect(page.locator(".row[data-row]").filter(has_text="board").filter(has_text="Attached").first).to_be_visible()
    expect(element(page, "search").locator("input")).to_have_value("tenant:south is:all")


def test_a_closed_tenant_shows_its_pages_out_until_it_is_reopened(operator, dispatchers):
    person = dispatchers["ann"].page
    button(person, "Take 2").click()
    expect(person.get_by_text("2: Cut hand, taken")).to_be_visible()
    page = look_at(operator, "north")
    expect(button(page, "Close")).to_be_disabled()
    act(page)
    button(page, "Close").click()
    confirm(page, "Close north?", "Cancel")
    button(page, "Close").click()
    confirm(page, "Close north?", "Close the tenant")
    expect(element(page, "said")).to_have_text("north is closed.")
    expect(person.get_by_role("heading", name="This place was closed")).to_be_visible()
    button(page, "Reopen").click()
    expect(element(page, "said")).to_have_text("north is open again.")
    button(person, "Try again").click()
    expect(person.get_by_text("2: Cut hand, taken")).to_be_visible()


def test_a_sleeping_tenant_wakes_for_the_page_that_comes_back(operator, desk, dispatchers):
    page = look_at(operator, "west")
    act(page)
    button(page, "Put to sleep").click()
    expect(element(page, "said")).to_have_text("west is asleep until its next visitor.")
    expect(dispatchers["dee"].page.get_by_text("2: Cut hand")).to_be_visible()
    record = desk.api("GET", "audit?act=sleep&limit=1")["records"][0]
    assert (record["way"], record["target"], record["outcome"]) == ("console", "tenant:west", "performed")


def test_a_deleted_tenant_is_gone(operator, desk, browser):
    person = come(browser, desk, "spare")
    page = look_at(operator, "spare")
    act(page)
    button(page, "Delete").click()
    confirm(page, "are lost for good", "Delete")
    expect(element(page, "said")).to_have_text("spare was deleted.")
    expect(button(page, "Free the name")).to_be_visible()
    assert desk.api("GET", "tenants/spare")["windows"] == 0
    person.leave()


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_and_all_fits(browser, desk, dispatchers, width):
    operator = sign_in(browser, desk, viewport={"width": width, "height": 844})
    page = operator.page
    for path, shown in {"tenants": "count", "tenants/south": "acting-notice", "windows": "count",
                        "users": "tenant"}.items():
        page.goto(f"/admin/{path}")
        element(page, shown).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations_in_light_and_dark(page) == []
        if os.environ.get("SHOTS"):
            page.screenshot(path=f"{os.environ['SHOTS']}/{path.replace('/', '-')}-{width}.png", full_page=True)
    operator.leave()
