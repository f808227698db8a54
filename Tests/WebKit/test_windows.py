"""A smoke test of windows in WebKit, Safari's engine: the behaviour that every browser must have."""

from conftest import Page
from program import Program
from selenium.webdriver.common.keys import Keys


def test_a_click_counts_and_a_reload_keeps_it(page):
    page.open("/counter")
    page.click("Increment")
    page.shows("count", "1")
    page.driver.refresh()
    page.shows("count", "1")


def test_back_leaves_a_pushed_screen(page):
    page.open("/home")
    page.click("Push another screen")
    page.heading("Level 1")
    page.driver.back()
    page.heading("Tour")


def test_a_sheet_opens_and_escape_closes_it(page):
    page.open("/home")
    page.click("A sheet")
    page.heading("A layer")
    page.focused().send_keys(Keys.ESCAPE)
    page.until(lambda: not page.all("dialog"))
    assert page.focused().accessible_name == "A sheet"


def test_a_field_keeps_every_character(page):
    page.open("/home")
    page.click("Notes")
    page.heading("Notes")
    field = page.until(lambda: page.all("input[type=text], input[type=search]"))[0]
    field.send_keys("Cut the")
    page.until(lambda: "Duplicate this tab" not in page.driver.find_element("tag name", "main").text)
    assert field.get_property("value") == "Cut the"
    page.button("Cut the connection")


def test_a_window_is_offered_because_no_message_may_open_one_and_both_show_what_is_shared(page):
    page.open("/home")
    first = page.driver.current_window_handle
    page.click("Open another window")
    page.click("Open")
    page.until(lambda: len(page.driver.window_handles) == 2)
    page.driver.switch_to.window(next(iter(set(page.driver.window_handles) - {first})))
    before = int(page.element("shared-count").text)
    page.click("Count")
    page.shows("shared-count", str(before + 1))
    page.driver.switch_to.window(first)
    page.shows("shared-count", str(before + 1))


def test_a_program_that_is_killed_comes_back_with_every_click(driver, tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    page = Page(driver, program.origin)
    page.open("/counter")
    page.click("Increment")
    page.shows("count", "1")
    program.kill()
    page.click("Increment")
    program.start()
    page.shows("count", "2")
    driver.get("about:blank")
    program.stop()


def test_every_exhibit_of_the_catalogue_is_shown(page):
    page.open("/home/catalogue")
    script = "return [...document.querySelectorAll('a[href^=\"/home/catalogue/\"]')].map(link => link.getAttribute('href'))"
    rooms = page.until(lambda: page.driver.execute_script(script))
    for address in rooms:
        page.open(address)
        page.until(lambda: page.all("h1"))
