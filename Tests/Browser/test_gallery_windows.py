"""Windows of the real program: several of one user, opened, closed, copied and reloaded."""

import pytest
from people import Person, all_saved, button, element, window_of
from playwright.sync_api import expect


def test_a_click_in_one_window_counts_in_both(person):
    first, second = person.open(), person.open()
    button(first, "Count").click()
    expect(element(first, "shared-count")).to_have_text("1")
    expect(element(second, "shared-count")).to_have_text("1")
    button(second, "Count").click()
    expect(element(first, "shared-count")).to_have_text("2")
    assert window_of(first) != window_of(second)


def test_a_click_opens_another_window(person):
    first = person.open()
    button(first, "Count").click()
    with person.context.expect_page() as opened:
        button(first, "Open another window").click()
    second = opened.value
    expect(element(second, "shared-count")).to_have_text("1")
    assert "#" not in second.url
    assert window_of(first) != window_of(second)
    assert len(person.context.pages) == 2


def open_by_button(person, page):
    offer = button(page.get_by_role("region", name="Notices"), "Open")
    expect(offer).to_be_visible()
    with person.context.expect_page() as opened:
        offer.click()
    expect(offer).to_have_count(0)
    return opened.value


@pytest.mark.whole_browser
@pytest.mark.chromium
def test_what_no_gesture_asked_for_becomes_a_button(person, program):
    page, talk = person.go()
    user = talk.when(talk.heard, "attached")["user"]
    window = program.act("open", {"user": user}, scene="counter")["window"]["id"]
    talk.when(talk.said, "performed", status="blocked")
    assert len(person.context.pages) == 1
    counter = open_by_button(person, page)
    expect(element(counter, "count")).to_have_text("0")
    assert window_of(counter) == window


@pytest.mark.whole_browser
@pytest.mark.chromium
def test_a_window_that_a_timer_opens_waits_for_a_gesture(person):
    page, talk = person.go()
    button(page, "Open it in three seconds").click()
    talk.when(talk.said, "event", element="open-later")
    all_saved(talk)
    page.reload()  # the reloaded page has had no gesture
    talk.when(talk.said, "performed", status="blocked")
    assert len(person.context.pages) == 1
    expect(open_by_button(person, page).get_by_role("heading", name="Tour")).to_be_visible()


def test_a_window_that_a_script_opened_closes_when_it_is_dismissed(person):
    page = person.open()
    with person.context.expect_page() as opened:
        button(page, "Open a counter").click()
    counter = opened.value
    expect(element(counter, "count")).to_be_visible()
    with counter.expect_event("close"):
        button(page, "Close all counters").click()
    expect(button(page, "Count")).to_be_visible()


@pytest.mark.chromium
def test_a_window_that_a_person_opened_says_that_it_was_closed(person, program):
    page = person.open()
    window = window_of(page)
    button(page, "Close this window").click()
    expect(page.get_by_role("heading", name="This window was closed")).to_be_focused()
    program.api("GET", f"windows/{window}", expect=404)
    button(page, "Open a new window").click()
    expect(button(page, "Count")).to_be_visible()
    assert window_of(page) != window


@pytest.mark.chromium
def test_a_window_is_dismissed_from_outside(person, program):
    page = person.open("/counter")
    program.act("dismiss", {"window": window_of(page)})
    expect(page.get_by_role("heading", name="This window was closed")).to_be_visible()


def test_a_duplicated_tab_has_the_same_state_and_a_life_of_its_own(person):
    page = person.open("/counter")
    for _ in range(3):
        button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("3")
    with person.context.expect_page() as opened:
        page.evaluate("() => { open(location.href); }")  # with a copy of the sessionStorage, as a duplicated tab has
    copy = opened.value
    expect(element(copy, "count")).to_have_text("3")
    button(copy, "Increment").click()
    expect(element(copy, "count")).to_have_text("4")
    button(page, "Increment").click()
    button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("5")
    expect(element(copy, "count")).to_have_text("4")
    assert window_of(copy) != window_of(page)


def test_a_reload_keeps_the_window_and_its_state(person):
    page = person.open()
    button(page, "Push another screen").click()
    expect(page.get_by_role("heading", name="Level 1")).to_be_visible()
    button(page.locator(".page:not([inert])"), "A sheet").click()
    expect(page.get_by_role("dialog", name="A layer")).to_be_visible()
    window = window_of(page)
    page.reload()
    expect(page.get_by_role("dialog", name="A layer")).to_be_visible()
    assert window_of(page) == window
    button(page, "Done").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", name="Level 1")).to_be_visible()


def test_a_click_just_before_a_reload_counts_once(person):
    page = person.open("/counter")
    button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("1")
    button(page, "Increment").click()
    page.reload()
    expect(element(page, "count")).to_have_text("2")


def test_a_wallboard_ticks_in_every_window(person):
    first, second = person.open("/wallboard"), person.open("/wallboard")
    shown = element(first, "seconds").text_content()
    for page in (first, second):
        expect(element(page, "seconds")).not_to_have_text(shown)


def test_somebody_else_sees_nothing_of_it(browser, program, person):
    page, other = person.open(), Person(browser, program.origin)
    elsewhere = other.open()
    button(page, "Count").click()
    expect(element(page, "shared-count")).to_have_text("1")
    expect(element(elsewhere, "shared-count")).to_have_text("0")
    other.leave()


@pytest.mark.parametrize("path, title", [("/", "Oriel"), ("/home", "Tour"), ("/wallboard", "Wallboard")])
def test_an_address_is_a_scene(person, path, title):
    page = person.open(path)
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(page).to_have_title(title)
