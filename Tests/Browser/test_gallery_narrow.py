"""Every screen of the Gallery on a phone: words are whole, and nothing extends beyond its place."""

import re

import pytest
from legibility import broken_words, overflowing
from playwright.sync_api import expect
from test_gallery_catalogue import ROOMS, exhibits
from test_gallery_screens import CLOSES, SCREENS

PHONE = {"width": 390, "height": 844}
pytestmark = pytest.mark.nightly


def can_be_read(page):
    assert (page.url, broken_words(page), overflowing(page)) == (page.url, [], [])


@pytest.mark.chromium
@pytest.mark.parametrize("room", ROOMS)
def test_every_exhibit_of_a_room_can_be_read_on_a_phone(still, room):
    page = still.open("/home/catalogue")
    page.set_viewport_size(PHONE)
    for address in exhibits(page, room):
        page.goto(address)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        can_be_read(page)
        door = page.get_by_role("link", name="Go there in this tab")
        if door.count():
            door.click()
            expect(page).not_to_have_url(re.compile("/home/catalogue/"))
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            can_be_read(page)


@pytest.mark.chromium
@pytest.mark.parametrize("screen", [pytest.param(name, marks=CLOSES) if name == "what is over" else name for name in SCREENS])
def test_every_screen_can_be_read_on_a_phone(still, screen):
    path, show = SCREENS[screen]
    page = still.open(path)
    page.set_viewport_size(PHONE)
    show(page)
    can_be_read(page)


@pytest.mark.chromium
@pytest.mark.parametrize("name", ["Duplicate “Postcards”", "Add"])
def test_the_forms_of_the_shop_can_be_read_on_a_phone(still, name):
    page = still.open("/shop/inventory")
    page.set_viewport_size(PHONE)
    can_be_read(page)
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Save")).to_be_visible()
    can_be_read(page)
