"""The Gallery's long table: the server's rows, in real pages."""

import re

from people import Person, all_saved, button, element, wait_until
from playwright.sync_api import expect
from program import Program

PATH = "/exhibit/tables"


def opened(person):
    page = person.open(PATH)
    row(page, "No. 2000").wait_for()
    return page


def row(page, text):
    return page.locator(".space > .row").filter(has=page.get_by_text(text, exact=True))


def cell(page, text, column):
    return row(page, text).locator(".cell").nth(column)


def table(page):
    return page.get_by_role("grid", name="Parcels")


def first(page):
    """The first cells of the rows that are drawn, in their order."""
    return page.locator(".space > .row > .cell:first-child").all_text_contents()


def test_a_user_sorts_scrolls_edits_and_hands_out(person):
    page = opened(person)
    assert table(page).get_attribute("aria-rowcount") == "2001"
    page.get_by_role("columnheader", name="Weight").click()
    expect(page.get_by_role("columnheader", name="Weight")).to_have_attribute("aria-sort", "ascending")
    wait_until(page, lambda: first(page)[0] == "No. 1476")
    page.get_by_role("columnheader", name="Weight").click()
    cell(page, "No. 631", 2).dblclick()
    page.locator(".editor").fill("99")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A weight from 0.1 to 40 kg.")).to_be_visible()
    page.locator(".editor").fill("0.25")
    page.keyboard.press("Enter")
    expect(cell(page, "No. 631", 2)).to_have_text(re.compile("0.25"))
    # The order holds: the lightest row is still the first.
    assert first(page)[0] == "No. 631"
    row(page, "No. 631").get_by_role("button", name="Hand out 631").click()
    expect(row(page, "No. 631")).to_have_attribute("data-gone", "")
    page.mouse.move(0, 0)
    page.keyboard.press("Escape")
    expect(table(page)).to_have_attribute("aria-rowcount", "2000")


UNDER = "([x, y]) => document.elementFromPoint(x, y).closest('.row').textContent"


def test_rows_that_come_move_nothing_under_the_pointer_nor_when_it_has_left(person):
    page, talk = person.go(PATH)
    row(page, "No. 2000").wait_for()
    page.mouse.move(*centre(table(page)))
    page.mouse.wheel(0, 6000)
    wait_until(page, lambda: "No. 1850" in first(page))
    under = page.evaluate(UNDER, centre(table(page)))
    # The pointer stays where it is.
    button(page, "Three arrive").evaluate("node => node.click()")
    button(page, "Weigh a hundred again").evaluate("node => node.click()")
    all_saved(talk)
    assert (page.evaluate(UNDER, centre(table(page))), table(page).get_attribute("aria-rowcount")) == (under, "2001")
    middle = centre(table(page))
    page.mouse.move(0, 0)
    expect(table(page)).to_have_attribute("aria-rowcount", "2004")
    assert page.evaluate(UNDER, middle) == under
    expect(page.get_by_role("button", name="3 new ↑")).to_be_visible()


def centre(node):
    box = node.bounding_box()
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def test_the_menu_of_a_selection_hands_out_what_is_selected(person):
    page = opened(person)
    cell(page, "No. 1999", 0).click()
    cell(page, "No. 1996", 0).click(modifiers=["Shift"])
    expect(element(page, "said")).to_have_text("4 selected")
    cell(page, "No. 1997", 1).click(button="right")
    button(page, "Hand out 4").click()
    expect(row(page, "No. 1997")).to_have_attribute("data-gone", "")
    page.mouse.move(0, 0)
    page.keyboard.press("Escape")
    wait_until(page, lambda: first(page)[:2] == ["No. 2000", "No. 1995"])


def test_the_keyboard_alone_does_everything(person):
    page = opened(person)
    cell(page, "No. 2000", 0).focus()
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("columnheader", name="Place")).to_have_attribute("aria-sort", "ascending")
    wait_until(page, lambda: first(page)[0] == "No. 1995")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(element(page, "said")).to_have_text("1 selected")
    page.keyboard.press("Shift+ArrowDown")
    expect(element(page, "said")).to_have_text("2 selected")
    page.keyboard.press("Control+a")
    expect(element(page, "said")).to_have_text("2000 selected")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(element(page, "said")).to_have_text(re.compile("was opened, 2000 selected"))


def test_a_table_is_there_again_after_a_cut_and_a_kill(browser, tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    someone = Person(browser, program.origin)
    page = opened(someone)
    page.get_by_role("columnheader", name="Weight").click()
    cell(page, "No. 845", 0).click()
    program.kill()
    program.start()
    expect(row(page, "No. 845")).to_have_attribute("aria-selected", "true", timeout=40_000)
    cell(page, "No. 214", 0).click()
    expect(row(page, "No. 214")).to_have_attribute("aria-selected", "true")
    page.reload()
    expect(row(page, "No. 214")).to_have_attribute("aria-selected", "true")
    someone.leave()
    program.stop()
