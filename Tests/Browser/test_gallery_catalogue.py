"""The catalogue: every exhibit is reached by its address, and assistive technology finds nothing wrong with it."""

import re

import pytest
from axe import violations_in_light_and_dark
from people import button, element
from playwright.sync_api import expect

ROOMS = ["Parts of a desk"]
# Their exhibits are made of the same elements.
OTHER_ROOMS = ["Members", "Guide", "Forms and state", "Stacks and transitions", "Many windows"]


def exhibits(page, room):
    """The addresses of a room's exhibits, by their titles."""
    section = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=room, exact=True)).first
    links = section.get_by_role("link")
    expect(links.first).to_be_visible()
    return links.evaluate_all("links => links.map(link => link.getAttribute('href'))")


def find_nothing(page):
    assert (page.url, violations_in_light_and_dark(page)) == (page.url, [])


@pytest.mark.chromium
@pytest.mark.parametrize("room", [*ROOMS, *(pytest.param(room, marks=pytest.mark.nightly) for room in OTHER_ROOMS)])
def test_every_exhibit_of_a_room_has_an_address_and_axe_finds_nothing(still, room):
    page = still.open("/home/catalogue")
    for address in exhibits(page, room):
        page.goto(address)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        find_nothing(page)
        door = page.get_by_role("link", name="Go there in this tab")
        if door.count():
            door.click()
            expect(page).not_to_have_url(re.compile("/home/catalogue/"))
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            find_nothing(page)


def test_the_catalogue_finds_what_is_searched_for(person):
    page = person.open("/home/catalogue")
    page.get_by_role("textbox", name="Search").fill("password")
    expect(page.get_by_role("link")).to_have_count(1)
    page.get_by_role("link", name="Guest Wi-Fi").click()
    expect(page).to_have_url(re.compile("/home/catalogue/wifi$"))
    expect(page.get_by_role("heading", name="Guest Wi-Fi", level=1)).to_be_visible()


def test_joining_a_network_by_keyboard_dc13(person):
    page = person.open("/home/catalogue/wifi")
    button(page, "Gallery (secured)").click()
    password = page.get_by_label("Password")
    password.fill("sesame")
    password.press("Enter")
    expect(page.get_by_role("alertdialog", name="Wrong password")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    password.fill("blob")
    password.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(element(page, "joined")).to_contain_text("Gallery")


def test_a_reload_in_the_middle_of_onboarding_da10(person):
    page = person.open("/members/flows")
    button(page, "Sign out and start over").click()
    button(page, "Create account").click()
    expect(button(page, "Continue")).to_be_disabled()
    page.get_by_role("radio", name="Xcode").check()
    expect(button(page, "Continue")).to_be_enabled()
    page.reload()
    button(page, "Continue").click()
    expect(page.get_by_text("Wrong password. Try again.")).to_be_visible()
    expect(page.get_by_role("radio", name="Myself")).to_have_count(1)  # the first question has gone
    page.get_by_role("radio", name="Myself").check()
    expect(button(page, "Continue")).to_be_enabled()
    button(page, "Continue").click()
    button(page, "Finish").click()
    expect(page.get_by_role("tab", name="Commands")).to_have_attribute("aria-selected", "true")


def test_two_windows_of_a_member_share_a_purchase_and_a_lock_da14_da18(person):
    page, other = person.open("/members/subscription"), person.open("/members/subscription")
    button(page, "Simulate a purchase").click()
    expect(other.get_by_text("You are a friend of the gallery.")).to_be_visible()
    button(page, "Done").click()
    page.get_by_role("tab", name="Flows").click()
    button(page, "Lock every window").click()
    button(other, "Let me in!").click()
    expect(button(page, "Lock every window")).to_be_visible()
    expect(other.get_by_text("You are a friend of the gallery.")).to_be_visible()


def test_the_control_room_opens_a_screen_and_steers_it_dx1(person):
    page = person.open("/control")
    with person.context.expect_page() as opened:
        page.get_by_role("button", name="Open screen 2", exact=True).click()
    screen = opened.value
    expect(screen.get_by_text("Calls waiting")).to_be_visible()
    page.get_by_role("textbox", name="Message").fill("Come in")
    button(page, "Show the message everywhere").click()
    expect(screen.get_by_text("Come in")).to_be_visible()
    with screen.expect_event("close"):
        page.get_by_role("button", name="Close screen 2", exact=True).click()
