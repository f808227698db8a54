"""Screens of the Gallery as assistive technology hears them, and layers by keyboard alone."""

import math

import pytest
from axe import violations, violations_in_light_and_dark
from legibility import broken_words, overflowing
from people import button, element
from playwright.sync_api import expect


def notes(page):
    page.get_by_role("tab", name="Notes").click()
    expect(page.get_by_role("heading", name="Notes", level=1)).to_be_visible()


def a_note(page):
    notes(page)
    button(page, "Cut the connection").click()
    expect(page.get_by_label("Title")).to_be_visible()


def a_screen(name):
    def open_it(page):
        button(page, name).click()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    return open_it


def a_layer(name, role="dialog"):
    def open_it(page):
        button(page, name).click()
        expect(page.get_by_role(role)).to_be_visible()
    return open_it


def this_window(page):
    page.get_by_role("tab", name="This window").click()
    expect(page.get_by_role("heading", name="This window", level=1)).to_be_visible()


SCREENS = {
    "home": ("/home", lambda page: None), "notes": ("/home", notes), "a note": ("/home", a_note), "counter": ("/counter", lambda page: None),
    "wallboard": ("/wallboard", lambda page: None), "a sheet": ("/home", a_layer("A sheet")), "a half sheet": ("/home", a_layer("A half sheet")),
    "a cover": ("/home", a_layer("A cover")), "an alert": ("/home", a_layer("An alert", "alertdialog")),
    "a question": ("/home", a_layer("A question", "alertdialog")),
    "transitions": ("/home", a_screen("Transitions")), "places": ("/home/places", lambda page: page.get_by_role("heading", name="Places").wait_for()),
    "this window": ("/home", this_window),
    "a chart": ("/home/chart", lambda page: page.get_by_role("button", name="Desk 1: 12").wait_for()),
    "what is over": ("/home", lambda page: (button(page, "Close this window").click(), page.get_by_text("It can’t be reopened.").wait_for())),
}

# Playwright's Firefox lets any script close any page.
CLOSES = pytest.mark.chromium


@pytest.mark.parametrize("screen", [pytest.param(name, marks=CLOSES) if name == "what is over" else name for name in SCREENS])
def test_axe_finds_nothing(still, screen):
    path, show = SCREENS[screen]
    page = still.open(path)
    show(page)
    assert violations_in_light_and_dark(page) == []


@pytest.mark.chromium
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_cut_off_on_a_very_wide_screen_and_where_rows_are_dense(person, screen):
    path, show = SCREENS[screen]
    page = person.open(path)
    page.emulate_media(reduced_motion="reduce")
    show(page)
    page.set_viewport_size({"width": 2560, "height": 1440})
    for density, row in (("regular", 40), ("dense", 28)):
        page.evaluate("density => document.querySelectorAll('.stage, dialog').forEach(node => node.dataset.style = density)", density)
        lowest = page.evaluate("Math.min(...[...document.querySelectorAll('.rows > *')].map(one => one.clientHeight).filter(height => height))")
        # Some rows have two lines, and some screens no rows.
        assert lowest == math.inf or row <= lowest < row + 10, density
        assert (density, broken_words(page), overflowing(page), violations(page)) == (density, [], [], [])


def test_a_screen_reader_hears_the_counter(person):
    page = person.open("/counter")
    button(page, "Increment").click()
    expect(page.get_by_role("main")).to_match_aria_snapshot("""
        - main:
          - /children: equal
          - heading "Counter" [level=1]
          - text: "1"
          - button "Increment"
    """)


def test_an_element_of_the_apps_own_is_drawn_by_its_script_and_sends_events(person):
    page = person.open("/home/chart")
    expect(page.get_by_role("button", name="Desk 1: 12", pressed=True)).to_be_visible()
    button(page, "Desk 2: 7").press("Enter")
    expect(element(page, "picked")).to_have_text("Desk 2: 7 calls")
    button(page, "Another call for this desk").click()
    expect(page.get_by_role("button", name="Desk 2: 8", pressed=True)).to_be_visible()


def test_a_screen_reader_hears_where_it_is(person):
    page = person.open()
    button(page, "Push another screen").click()
    expect(page.get_by_role("main")).to_match_aria_snapshot("""
        - main:
          - tablist:
            - tab "Tour" [selected]
            - tab "Notes"
            - tab "This window"
          - tabpanel "Tour":
            - button "Back"
            - heading "Level 1" [level=1]
            - list:
              - listitem:
                - heading "Shared by all your windows" [level=2]
                - list:
                  - listitem:
                    - heading "0" [level=2]
                    - button "Count"
    """)


def test_a_screen_reader_hears_the_notes(person):
    page = person.open()
    notes(page)
    expect(page.get_by_role("main")).to_match_aria_snapshot("""
        - main:
          - tabpanel "Notes":
            - heading "Notes" [level=1]
            - list:
              - listitem:
                - list:
                  - listitem:
                    - textbox "Search"
              - listitem:
                - list:
                  - listitem:
                    - button "Open in its own window"
                  - listitem:
                    - button "Cut the connection"
                  - listitem:
                    - button "Duplicate this tab"
              - listitem:
                - list:
                  - listitem:
                    - textbox "New note"
                    - button "Add" [disabled]
    """)


def test_a_screen_reader_hears_a_question(person):
    page = person.open()
    button(page, "A question").click()
    expect(page.get_by_role("alertdialog")).to_match_aria_snapshot("""
        - alertdialog "Set the shared counter back to zero?":
          - heading "Set the shared counter back to zero?" [level=2]
          - button "Set it back"
          - button "Cancel"
    """)


# By keyboard alone

def press_until_focused(page, target, key="Tab"):
    """Continues from the focused element, as a person without a mouse does."""
    for _ in range(60):
        page.keyboard.press(key)
        if target.evaluate("node => node === document.activeElement"):
            return
    raise AssertionError(f"{key} never comes to {target}")


def test_an_alert_by_keyboard_alone(person):
    page = person.open()
    press_until_focused(page, button(page, "An alert"))
    page.keyboard.press("Enter")
    expect(button(page, "Fine")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(button(page, "An alert")).to_be_focused()


def test_a_sheet_by_keyboard_alone(person):
    page = person.open()
    press_until_focused(page, button(page, "A sheet"))
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="A layer")
    expect(sheet).to_be_visible()
    press_until_focused(page, button(sheet, "Count"))
    page.keyboard.press("Space")
    expect(sheet).to_contain_text("The shared counter is 1.")
    press_until_focused(page, button(sheet, "An alert on top"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(button(sheet, "An alert on top")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button(page, "A sheet")).to_be_focused()
    expect(element(page, "shared-count")).to_have_text("1")


@pytest.mark.chromium
def test_a_question_by_keyboard_alone(person):
    page = person.open()
    press_until_focused(page, button(page, "Count"))
    page.keyboard.press("Enter")
    press_until_focused(page, button(page, "A question"))
    page.keyboard.press("Enter")
    question = page.get_by_role("alertdialog")
    expect(button(question, "Cancel")).to_be_focused()
    press_until_focused(page, button(question, "Set it back"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(element(page, "shared-count")).to_have_text("0")


def test_tabs_by_keyboard_alone(person):
    page = person.open()
    press_until_focused(page, page.get_by_role("tab", name="Tour"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Notes", level=1)).to_be_visible()
    expect(page.get_by_role("tab", name="Notes")).to_be_focused()


@pytest.mark.usefixtures("entries")
def test_the_browsers_back_is_the_stacks(person):
    page = person.open()
    button(page, "Push another screen").click()
    expect(page.get_by_role("heading", name="Level 1")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Tour", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="Level 1")).to_have_count(0)


def test_a_screen_of_the_gallery_says_whether_it_came_moving(person):
    page = person.open()
    button(page, "Transitions").click()
    button(page, "Tilt and fly").click()
    expect(page.get_by_text("It moved")).to_be_visible()
    button(page, "Back in a blur").click()
    button(page, "At once").click()
    expect(element(page, "arrived")).to_have_text("At once")
    button(page, "Back at once").click()
    expect(page.get_by_role("heading", name="Transitions", level=1)).to_be_visible()
