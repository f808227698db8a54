"""The guide: stacks and examples of DB10 to DB12, what of them takes a browser."""

import re

import pytest
from people import clause, no_layer, press, says, titled, top
from places import do, guide
from playwright.sync_api import expect


@pytest.mark.usefixtures("entries")
@clause("DB10", 1, 2, 3, 4, 5)
def test_ways_down_the_stack_db10(still):
    page = guide(still, "/home/page2/page3/page99", "Page 99")
    do(page, "pop")
    titled(page, "Page 3")
    do(page, "next")
    titled(page, "Page 4")
    do(page, "pop-to-second")
    titled(page, "Page 2")
    do(page, "back")
    titled(page, "Home")
    do(page, "route-2-3")
    titled(page, "Page 3")
    do(page, "pop-all")
    titled(page, "Home")
    do(page, "page-44")
    titled(page, "Page 44")
    page.go_back()
    titled(page, "Home")


def examples(person):
    page = guide(person)
    page.get_by_role("tab", name="Examples").click()
    titled(page, "Examples")
    return page


@clause("DB12", 1, 2)
def test_a_slider_is_shared_with_a_sheet_db12(still):
    page = examples(still)
    do(page, "binding")
    expect(page.locator("dialog.cover[open]")).to_have_count(1)
    do(page, "sheet")
    titled(page, "The same")
    top(page).get_by_role("slider").press("End")
    page.keyboard.press("Escape")
    titled(page, "A binding")
    says(page, "100 %")
    expect(top(page).get_by_role("slider")).to_have_value("1")
    do(page, "close")
    no_layer(page)


@pytest.mark.usefixtures("entries")
@clause("DB12", 1, 9)
def test_a_picture_grows_into_a_screen_db12(person):
    page = examples(person)
    do(page, "transition")
    titled(page, "A transition")
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        globalThis.grown = [];
        Element.prototype.animate = function (frames, how) { grown.push(...frames.map(({transform}) => transform ?? "")); return animate.call(this, frames, how); };
    }""")
    press(page, "Picture 3")
    titled(page, "Page 3")
    assert any(re.match(r"translate\(.*\) scale\(0\.", transform) for transform in page.evaluate("() => grown"))
    page.go_back()
    titled(page, "A transition")
    do(page, "close")
    no_layer(page)
