"""A connection that is slow, cut or gone: each act during that time is done once, and typing continues."""

import pytest
from people import Person, all_saved, button, element, wait_until, window_of
from playwright.sync_api import expect


def notices(page):
    return page.get_by_role("region", name="Notices")


def test_clicks_while_the_link_is_cut_count_once(remote, wire):
    page = remote.open("/counter")
    for _ in range(2):
        button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("2")
    wire.cut()
    for _ in range(3):
        button(page, "Increment").click()
    expect(notices(page)).to_contain_text("Reconnecting…")
    expect(element(page, "count")).to_have_text("2")
    wire.mend()
    expect(element(page, "count")).to_have_text("5")
    expect(notices(page)).not_to_contain_text("Reconnecting…")
    button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("6")


@pytest.mark.chromium
def test_a_line_that_goes_silent_while_an_event_waits_is_left_for_another(remote, wire):
    page = remote.open("/counter")
    button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("1")
    # Both directions are held and neither side is told, as behind a router that has forgotten the connection.
    wire.hold("up")
    wire.hold("down")
    with page.expect_websocket():
        button(page, "Increment").click()
    wire.release()
    expect(element(page, "count")).to_have_text("2")
    expect(notices(page)).not_to_contain_text("Reconnecting…")


@pytest.mark.chromium
def test_a_browser_that_keeps_no_cookies_is_told_what_to_do(remote, wire):
    wire.changes = lambda data: data.replace(b"set-cookie:", b"not-cookie:")
    page = remote.context.new_page()
    page.goto("/counter")
    expect(page.get_by_role("heading", name="This page needs cookies")).to_be_visible()
    wire.changes = lambda data: data
    button(page, "Try again").click()
    expect(element(page, "count")).to_have_text("0")


def test_clicks_whose_answers_are_lost_count_once(remote, wire, program):
    page = remote.open("/counter")
    window = window_of(page)
    wire.hold("down")
    for _ in range(3):
        button(page, "Increment").click()
    wait_until(page, lambda: counts_to(program, window, 3))
    wire.cut()
    wire.mend()
    expect(element(page, "count")).to_have_text("3")
    button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("4")


def test_clicks_that_are_lost_on_the_way_count_once(remote, wire):
    page = remote.open("/counter")
    wire.hold("up")
    for _ in range(3):
        button(page, "Increment").click()
    wire.cut()
    wire.mend()
    expect(element(page, "count")).to_have_text("3")


def test_a_page_that_was_cut_off_shows_what_happened_meanwhile(remote, wire, browser, program):
    page = remote.open()
    other = Person(browser, program.origin)
    other.context.add_cookies([{**cookie, "url": program.origin} for cookie in plain(remote.context.cookies())])
    elsewhere = other.open()
    wire.cut()
    button(elsewhere, "Count").click()
    expect(element(elsewhere, "shared-count")).to_have_text("1")
    expect(element(page, "shared-count")).to_have_text("0")
    wire.mend()
    expect(element(page, "shared-count")).to_have_text("1")
    other.leave()


def test_typing_survives_patches_that_arrive_meanwhile(person):
    page, other = note(person), note(person)
    title = page.get_by_label("Title")
    title.focus()
    page.keyboard.press("Home")
    for character, words in [("a", "one"), ("b", "two"), ("c", "three")]:
        page.keyboard.type(character)
        other.get_by_label("Text").fill(words)
        expect(page.get_by_label("Text")).to_have_value(words)
        assert caret(title) == "abc".index(character) + 1
    expect(title).to_have_value("abcCut the connection")
    expect(other.get_by_label("Title")).to_have_value("abcCut the connection")


def test_what_is_typed_stays_and_is_added_to_what_another_has_written(remote, wire, browser, program):
    page = note(remote)
    other = Person(browser, program.origin)
    other.context.add_cookies([{**cookie, "url": program.origin} for cookie in plain(remote.context.cookies())])
    elsewhere = note(other)
    title = page.get_by_label("Title")
    title.focus()
    page.keyboard.press("End")
    wire.hold("up")
    page.keyboard.type("!!")
    page.keyboard.press("ArrowLeft")
    elsewhere.get_by_label("Title").fill("Theirs")
    elsewhere.get_by_label("Text").fill("Also theirs")
    expect(page.get_by_label("Text")).to_have_value("Also theirs")
    expect(title).to_have_value("Cut the connection!!")
    assert caret(title) == len("Cut the connection!")
    wire.release()
    expect(elsewhere.get_by_label("Title")).to_have_value("Theirs!!")
    expect(title).to_have_value("Theirs!!")
    page.keyboard.type("?")
    expect(elsewhere.get_by_label("Title")).to_have_value("Theirs!?!")
    other.leave()


def test_typing_goes_on_while_the_link_is_cut(remote, wire, program):
    page = note(remote)
    title = page.get_by_label("Title")
    title.focus()
    page.keyboard.press("End")
    wire.cut()
    page.keyboard.type(" at once")
    expect(title).to_have_value("Cut the connection at once")
    wire.mend()
    expect(page).to_have_title("Cut the connection at once")
    page.keyboard.type("!")
    expect(page).to_have_title("Cut the connection at once!")


@pytest.mark.chromium
def test_over_a_slow_wire_no_character_and_no_click_is_lost(remote, wire):
    page = note(remote)
    wire.delay = 0.2
    title = page.get_by_label("Title")
    title.focus()
    page.keyboard.press("End")
    page.keyboard.type(", slowly and in order", delay=15)
    expect(title).to_have_value("Cut the connection, slowly and in order")
    for _ in range(2):
        page.get_by_role("switch", name="Done").click()
    page.get_by_role("switch", name="Done").click()
    expect(page).to_have_title("Cut the connection, slowly and in order")
    page.go_back()
    expect(button(page, "✓ Cut the connection, slowly and in order")).to_be_visible()


# Playwright's Firefox lets any script close any page, and this page's window is over.
@pytest.mark.chromium
def test_a_restart_is_seen_and_windows_that_were_only_in_memory_are_gone(browser, own_program):
    person = Person(browser, own_program.origin)
    page, talk = person.go()
    all_saved(talk)
    own_program.stop()
    expect(notices(page)).to_contain_text("Reconnecting…")
    expect(button(page, "Count")).to_be_visible()
    own_program.start()
    expect(page.get_by_role("heading", name="This window was closed")).to_be_visible()
    button(page, "Open a new window").click()
    button(page, "Count").click()
    expect(element(page, "shared-count")).to_have_text("1")
    person.leave()


@pytest.mark.chromium
def test_a_server_that_was_killed_is_waited_for(browser, own_program):
    person = Person(browser, own_program.origin)
    page, talk = person.go()
    all_saved(talk)
    own_program.kill()
    expect(notices(page)).to_contain_text("Reconnecting…")
    own_program.start()
    expect(page.get_by_role("heading", name="This window was closed")).to_be_visible()
    person.leave()


def note(person):
    """A page that shows the second note."""
    page = person.open()
    page.get_by_role("tab", name="Notes").click()
    button(page, "Cut the connection").click()
    expect(page.get_by_label("Title")).to_have_value("Cut the connection")
    return page


def caret(field):
    return field.evaluate("field => field.selectionStart")


def plain(cookies):
    """The cookies of one origin, for use with another."""
    return [{name: cookie[name] for name in ("name", "value")} for cookie in cookies]


def counts_to(program, window, count):
    """Whether the server's own document shows this count, without involving the browser."""
    document = program.api("GET", f"windows/{window}")["document"]
    return f'"{count}"' in str(document).replace("'", '"')
