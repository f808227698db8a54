"""The Gallery's long table: the server's rows, in real pages."""

import csv
import io
import pathlib
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
    """The first cells of the rows that are drawn at one moment, in their order."""
    return page.evaluate("() => [...document.querySelectorAll('.space > .row > .cell:first-child')].map((cell) => cell.textContent)")


def test_a_user_sorts_scrolls_edits_and_hands_out(person):
    page = opened(person)
    assert table(page).get_attribute("aria-rowcount") == "2001"
    page.get_by_role("columnheader", name="Weight").click()
    expect(page.get_by_role("columnheader", name="Weight")).to_have_attribute("aria-sort", "ascending")
    wait_until(page, lambda: first(page)[:1] == ["No. 1476"])
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


def test_columns_are_saved_with_the_window_and_an_empty_table_says_so(person):
    page = opened(person)
    heads = page.locator(".head > .cell > span")
    page.get_by_role("columnheader", name="Place").click(button="right")
    page.get_by_role("button", name="Hide Place").click()
    expect(heads).to_have_text(["Parcel", "Weight", "State", "Actions"])
    expect(cell(page, "No. 2000", 1)).to_have_text(re.compile(r"^\d+\.\d\d$"))
    page.reload()
    row(page, "No. 2000").wait_for()
    expect(heads).to_have_text(["Parcel", "Weight", "State", "Actions"])
    page.get_by_role("columnheader", name="Parcel").click(button="right")
    page.get_by_role("button", name="Reset columns").click()
    expect(heads).to_have_text(["Parcel", "Place", "Weight", "State", "Actions"])
    page.get_by_role("button", name="Clear the depot").click()
    expect(page.get_by_text("All have left the depot.")).to_be_visible()
    page.get_by_role("button", name="Bring them back").click()
    row(page, "No. 2000").wait_for()
    expect(page.get_by_text("All have left the depot.")).to_be_hidden()


def test_all_parcels_are_saved_as_their_user_sees_them(person):
    page = opened(person)
    page.get_by_role("columnheader", name="Weight").click()
    wait_until(page, lambda: first(page)[0] == "No. 1476")
    page.get_by_role("columnheader", name="Place").click(button="right")
    page.get_by_role("button", name="Hide Place").click()
    expect(page.locator(".head > .cell > span")).to_have_text(["Parcel", "Weight", "State", "Actions"])
    page.get_by_role("columnheader", name="Parcel").click(button="right")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    assert download.value.suggested_filename == "parcels.csv"
    contents = pathlib.Path(download.value.path()).read_bytes()
    assert contents.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(contents.decode("utf-8-sig"), newline=""), strict=True))
    assert lines[0] == ["Parcel", "Weight", "State", ""]
    assert (len(lines), lines[1]) == (2001, ["No. 1476", "0.54", "In time", "Hand out"])
    weights = [float(line[1]) for line in lines[1:]]
    assert weights == sorted(weights) and {line[2] for line in lines[1:]} == {"Late", "In time"}
    # The menu of a row offers the same.
    row(page, "No. 1476").locator(".cell").first.click(button="right")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    assert pathlib.Path(download.value.path()).read_bytes() == contents


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
    wait_until(page, lambda: first(page)[:1] == ["No. 1995"])
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


def test_a_row_is_found_far_away_and_is_at_the_top_again_after_a_reload(person):
    page = opened(person)
    cell(page, "No. 2000", 0).focus()
    page.keyboard.press("ArrowDown")
    expect(cell(page, "No. 1999", 0)).to_be_focused()
    page.keyboard.press("Control+f")
    field = page.get_by_role("searchbox", name="Find in rows")
    expect(field).to_be_focused()
    page.keyboard.type("NO. 99")
    for number in (999, 998):
        page.keyboard.press("Enter")
        expect(page.locator(".find .note")).to_have_text(f"Row {2001 - number} of 2000")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".find .note")).to_have_text("Row 1002 of 2000")
    page.keyboard.press("Escape")
    expect(cell(page, "No. 999", 0)).to_be_focused()
    page.evaluate("() => { document.querySelector('.view').scrollTop += 777; }")
    middle, place = centre(table(page)), "() => document.querySelector('.view').scrollTop"
    wait_until(page, lambda: page.evaluate(HAS_ROW, middle))
    before = page.evaluate(place), page.evaluate(UNDER, middle)
    page.reload()
    table(page).wait_for()
    wait_until(page, lambda: page.evaluate(HAS_ROW, middle))
    assert (page.evaluate(place), page.evaluate(UNDER, middle)) == before


HAS_ROW = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('.space > .row')"


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


def letters(person):
    page = person.open("/exhibit/archive")
    row(page, "No. 1").wait_for()
    return page, page.get_by_role("grid", name="Letters")


def test_a_million_rows_of_a_source_are_read_where_one_looks(person):
    page, grid = letters(person)
    assert grid.get_attribute("aria-rowcount") == "1000001"
    row(page, "No. 1").locator(".cell").first.click()
    page.keyboard.press("Control+End")
    expect(row(page, "No. 1000000").locator(":focus")).to_have_count(1)
    expect(grid).not_to_have_attribute("aria-busy", "true")
    page.get_by_role("columnheader", name="Letter").click()
    page.get_by_role("columnheader", name="Letter").click()
    wait_until(page, lambda: first(page)[:2] == ["No. 1000000", "No. 999999"])
    page.get_by_role("textbox", name="Place").fill("fulda")
    expect(grid).to_have_attribute("aria-rowcount", "142858")
    wait_until(page, lambda: first(page)[:1] == ["No. 999998"])
    page.get_by_role("textbox", name="Place").fill("nowhere")
    expect(page.get_by_text("From no such place.")).to_be_visible()
    page.get_by_role("textbox", name="Place").fill("")
    expect(page.get_by_text("From no such place.")).to_be_hidden()
    wait_until(page, lambda: first(page)[:1] == ["No. 1000000"])


def test_a_source_that_fails_says_so_and_is_tried_again(person):
    page, grid = letters(person)
    page.get_by_role("switch", name="Closed").check()
    problem = page.locator(".problem", has_text="The archive is closed. Open it, and try again.")
    expect(problem).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(problem).to_be_visible()
    page.get_by_role("switch", name="Closed").uncheck()
    expect(problem).to_be_hidden()
    wait_until(page, lambda: first(page)[:2] == ["No. 1", "No. 2"])


def test_scrolling_a_million_rows_draws_few_asks_seldom_and_misses_none(person, record_property):
    """What it takes is printed with `-rP`: on a busy machine, times say little."""
    page, grid = letters(person)
    took = page.evaluate("""async () => {
      const view = document.querySelector(".data-table > .view"), frames = [];
      let top = view.scrollTop, last = await new Promise(requestAnimationFrame);
      for (const end = last + 4000; last < end;) {
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        top += 1.5 * (now - last);
        view.scrollTop += 1.5 * (now - last);
        last = now;
      }
      return { frames: frames.length, slow: frames.filter((one) => one > 32).length, longest: Math.max(...frames), drawn: document.querySelectorAll(".space > .row").length };
    }""")
    print(took)
    record_property("scrolling", str(took))
    assert took["drawn"] <= 80

    def whole():
        shown = [int(text.removeprefix("No. ")) for text in first(page)]
        return shown and shown[0] > 100 and shown == list(range(shown[0], shown[0] + len(shown)))

    wait_until(page, whole)
