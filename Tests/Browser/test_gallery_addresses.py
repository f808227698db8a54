"""An address leads to a place in the Gallery, and the address bar shows the current place."""

import re

import pytest
from client_page import prepare
from people import Person, button, element, window_of
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("entries")


def at(page, path):
    expect(page).to_have_url(re.compile(re.escape(path) + "$"))


def test_an_address_leads_to_its_place_and_back_and_forward_follow_it(person):
    page = person.open("/home/notes/2")
    expect(page.get_by_label("Title")).to_have_value("Cut the connection")
    at(page, "/home/notes/2")
    page.go_back()
    expect(page.get_by_role("tab", name="Notes")).to_have_attribute("aria-selected", "true")
    expect(button(page, "Cut the connection")).to_be_visible()
    at(page, "/home/notes")
    page.go_forward()
    expect(page.get_by_label("Title")).to_have_value("Cut the connection")
    at(page, "/home/notes/2")


def test_what_is_walked_to_can_be_opened_by_somebody_else(person, browser, program, request):
    page = person.open()
    button(page, "Push three at once").click()
    expect(page.get_by_role("heading", name="Level 3", exact=True)).to_be_visible()
    at(page, "/home/level/3")
    friend = Person(browser, program.origin)
    prepare(friend.context, request)
    there = friend.open("/home/level/3")
    expect(there.get_by_role("heading", name="Level 3", exact=True)).to_be_visible()
    there.go_back()
    expect(there.get_by_role("heading", name="Level 2", exact=True)).to_be_visible()
    at(there, "/home/level/2")
    friend.leave()


def test_a_reload_stays_and_another_address_is_another_window(person):
    page = person.open("/home/about")
    window = window_of(page)
    expect(page.get_by_role("tab", name="This window")).to_have_attribute("aria-selected", "true")
    page.reload()
    expect(page.get_by_role("tab", name="This window")).to_have_attribute("aria-selected", "true")
    assert window_of(page) == window
    page.goto("/note/3")
    expect(page.get_by_label("Title")).to_have_value("Duplicate this tab")
    assert window_of(page) != window
    at(page, "/note/3")


def test_links_within_the_gallery_stay_in_the_window(person):
    page = person.open("/home/places")
    window = window_of(page)
    page.get_by_role("link", name="All notes, by their address").click()
    expect(button(page, "Cut the connection")).to_be_visible()
    at(page, "/home/notes")
    page.get_by_role("tab", name="Tour").click()
    page.get_by_role("link", name="A note, by its address").click()
    expect(page.get_by_label("Title")).to_have_value("Open in its own window")
    at(page, "/home/notes/1")
    assert window_of(page) == window


def test_an_operator_leads_a_window_somewhere(person, program):
    page = person.open()
    program.act("land", {"window": window_of(page)}, url="/notes/3")
    expect(page.get_by_label("Title")).to_have_value("Duplicate this tab")
    program.act("land", {"window": window_of(page)}, destination={"name": "Page", "properties": {"half": {"_0": 3}}})
    expect(page.get_by_role("dialog", name="Page 3")).to_be_visible()
    program.act("land", {"window": window_of(page)}, url="/attic", expect=422)
    at(page, "/home/notes/3")


def test_places_are_reached_by_every_way_there_is(person):
    page = person.open("/home/places")
    for name, title in [("page-2", "Page 2"), ("mapped", "Page 99"), ("half-pushed", "Page 3"), ("command", "Page 55"),
                        ("property", "Page 56"), ("trigger", "Page 57"), ("foreign", "Elsewhere")]:
        element(page, name).click()
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", name="Places", exact=True)).to_be_visible()
    element(page, "lost").click()
    expect(page.get_by_text("Missing provider for LostPage")).to_be_visible()


def test_an_address_that_nothing_owns_is_not_found_and_says_so(person, program):
    asked = [(path, accept) for path in ("/nope.txt", "/nonsense/xyz", "/note/seven") for accept in ("text/html,*/*", "image/*,*/*")]
    answers = [program.get(path, {"Accept": accept}) for path, accept in asked]
    assert [(status, b"<!doctype html>" in body, "Set-Cookie" in headers) for status, headers, body in answers] == [
        (404, True, True), (404, False, False)] * 3
    assert [program.get(path)[0] for path in ("/", "/home/notes/2", "/counter", "/shop/inventory", "/home/catalogue/wifi")] == [200] * 5
    page = person.open("/nonsense/xyz")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    at(page, "/nonsense/xyz")
    button(page, "Go to the start").click()
    at(page, "/")
    expect(page.get_by_role("heading", name="Page not found")).to_have_count(0)
    # Only the models of the scene know which places exist below it.
    person.open("/shop/nowhere").get_by_role("heading", name="Page not found").wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_each_incident_that_was_looked_at_is_a_place_that_back_leads_to(person, width):
    page = person.open("/dispatch")
    page.set_viewport_size({"width": width, "height": 900})
    window = window_of(page)
    element(page, "incidents").get_by_role("row").filter(has_text="4105").locator(".cell").first.click()
    at(page, person.address("/dispatch/incident/4105"))
    if width < 800:
        page.go_back()
        at(page, person.address("/dispatch"))
        return
    element(page, "incidents").get_by_role("row").filter(has_text="4104").locator(".cell").first.click()
    at(page, person.address("/dispatch/incident/4104"))
    page.go_back()
    at(page, person.address("/dispatch/incident/4105"))
    expect(page.get_by_role("heading", name="4105").first).to_be_visible()
    page.go_back()
    at(page, person.address("/dispatch"))
    expect(page.get_by_role("heading", name="4105")).to_have_count(0)
    page.go_forward()
    at(page, person.address("/dispatch/incident/4105"))
    assert window_of(page) == window


def test_back_returns_to_the_tab_that_was_left(person):
    page = person.open("/home")
    page.get_by_role("tab", name="Notes").click()
    at(page, "/home/notes")
    page.get_by_role("tab", name="Exhibits").click()
    at(page, "/home/catalogue")
    page.go_back()
    expect(page.get_by_role("tab", name="Notes")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.get_by_role("tab", name="Tour")).to_have_attribute("aria-selected", "true")
    page.go_forward()
    expect(page.get_by_role("tab", name="Notes")).to_have_attribute("aria-selected", "true")


def test_back_from_another_address_returns_to_the_window_that_was_there(person):
    page = person.open("/note/3")
    window = window_of(page)
    page.goto("/trading")
    expect(page.get_by_role("heading", name="Trading").first).to_be_attached()
    page.go_back()
    expect(page.get_by_label("Title")).to_have_value("Duplicate this tab")
    assert window_of(page) == window
