"""The panel beside an exhibit: why the exhibit matters, the current stacks of its window, and its code."""

import json
import re

import pytest
from axe import violations_in_light_and_dark
from people import button, no_layer, titled
from playwright.sync_api import expect
from program import ROOT

NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1440, "height": 900}


def about(page):
    return page.get_by_role("complementary", name="About this exhibit")


def holds(page, *entries):
    """Waits until the picture shows these models, the topmost first: the kind and the title of each."""
    page.wait_for_function("""expected => JSON.stringify([...document.querySelectorAll('.pile > li')]
        .map(item => [item.dataset.kind, item.querySelector('b')?.textContent ?? item.lastChild.textContent])) === expected""",
        arg=json.dumps([list(entry) for entry in entries], separators=(",", ":"), ensure_ascii=False))


@pytest.fixture
def guest(still):
    """A person who has not folded the panel."""
    still.context.add_init_script("try { localStorage['gallery.about'] = 'open' } catch {}")
    return still


def exhibits(program):
    text = program.get("/client/app/exhibits.js")[2].decode()
    return json.loads(text.removeprefix("export default ").rstrip().removesuffix(";"))


def test_every_exhibit_says_why_and_has_its_code(program):
    found = exhibits(program)
    assert len(found) > 35
    assert [each["id"] for each in found if not re.fullmatch(r"\S.{20,110}\.", each["why"])] == []
    assert len({each["why"] for each in found}) == len(found)
    for each in found:
        status, _, text = program.get(f"/client/app/{each['code'].replace('/', '-')}")
        assert (status, text) == (200, (ROOT / "Sources/Gallery" / each["code"]).read_bytes()), each["id"]


def test_the_picture_follows_the_stack_and_what_lies_over_it(guest):
    page = guest.open("/home/catalogue/transitions")
    tabs = ("tabs", "Exhibits")
    below = [("screen", "Transitions"), ("screen", "Catalogue"), tabs]
    holds(page, *below)
    button(page.locator("main"), "Blur").click()
    titled(page, "Blur")
    holds(page, ("screen", "Blur"), *below)
    page.go_back()
    holds(page, *below)
    button(page.locator("main"), "A cover that grows").click()
    holds(page, ("cover", "Cover"), *below)
    page.go_back()
    no_layer(page)
    holds(page, *below)


def test_it_shows_the_exhibits_code_and_why(guest):
    page = guest.open("/home/catalogue/transitions")
    expect(about(page).get_by_role("heading", name="Transitions")).to_be_visible()
    expect(about(page)).to_contain_text("A transition is a value that travels with the push it belongs to.")
    expect(about(page).locator("code")).to_have_text((ROOT / "Sources/Gallery/TransitionsModel.swift").read_text().rstrip())


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_its_code_is_coloured_and_stays_in_its_box(guest, size):
    page = guest.open("/home/catalogue/transitions")
    page.set_viewport_size(size)
    if size is NARROW:
        about(page).get_by_role("button").click()
    code = about(page).get_by_role("region", name="The exhibit’s code")
    expect(code.locator(".keyword").first).to_be_visible()
    drawn = code.evaluate("""(pre) => {
        const style = getComputedStyle(pre), box = pre.getBoundingClientRect(), outer = pre.parentNode.getBoundingClientRect();
        return { inside: box.left >= outer.left && box.right <= outer.right, scrolls: style.overflowX, padding: parseFloat(style.paddingLeft) > 8,
            colours: new Set([...pre.querySelectorAll("span")].map((span) => getComputedStyle(span).color)).size > 2 };
    }""")
    assert drawn == {"inside": True, "scrolls": "auto", "padding": True, "colours": True}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_code_fades_below_until_its_end_is_seen(guest):
    page = guest.open("/home/catalogue/transitions")
    page.set_viewport_size(WIDE)
    code = about(page).get_by_role("region", name="The exhibit’s code")
    expect(code).to_have_attribute("data-more", "")
    code.evaluate("(pre) => { pre.scrollTop = pre.scrollHeight; }")
    expect(code).not_to_have_attribute("data-more", "")


@pytest.mark.parametrize("folded", [False, True])
def test_an_exhibit_with_windows_of_its_own_shows_its_code_once(guest, folded):
    page = guest.open("/home/catalogue/layers")
    page.set_viewport_size(WIDE)
    if folded:
        button(about(page), "Hide").click()
    code = page.locator("pre").filter(visible=True)
    expect(code).to_have_count(1)
    expect(code).to_have_text((ROOT / "Sources/Gallery/Members/LayerCards.swift").read_text().rstrip())


@pytest.mark.parametrize("path, title", [
    ("/members/layers", "Layers"), ("/members", "The members' area"), ("/shop/inventory/1", "Inventory"),
    ("/exhibit/floors", "Floors"), ("/counter", "Counter")])
def test_it_stands_in_the_exhibits_own_windows_too(guest, path, title):
    page = guest.open(path)
    expect(about(page).get_by_role("heading", name=title, exact=True)).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/live", "/home", "/home/catalogue", "/home/notes"])
def test_what_is_no_exhibit_stands_alone(guest, path):
    page = guest.open(path)
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    expect(about(page)).to_have_count(0)


def test_who_folds_it_away_finds_it_so(still):
    page = still.open("/home/catalogue/wifi")
    page.set_viewport_size(WIDE)
    show = button(about(page), "Why, stack and code")
    expect(show).to_have_attribute("aria-expanded", "false")
    show.press("Enter")
    expect(about(page).locator(".pile")).to_be_visible()
    page.reload()
    expect(about(page).locator(".pile")).to_have_count(1)


def test_on_a_narrow_page_it_lies_behind_a_button(guest):
    page = guest.open("/home/catalogue/wifi")
    page.set_viewport_size(NARROW)
    expect(about(page).locator(".pile")).to_be_hidden()
    button(about(page), "Why, stack and code").press("Enter")
    expect(about(page).locator(".pile")).to_be_visible()
    button(about(page), "Hide").press("Enter")
    expect(about(page).locator(".pile")).to_be_hidden()
    titled(page, "Guest Wi-Fi")


@pytest.mark.chromium
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_axe_finds_nothing(guest, size):
    page = guest.open("/home/catalogue/wifi")
    page.set_viewport_size(size)
    if size is NARROW:
        about(page).get_by_role("button").click()
    expect(about(page).locator("code > span").first).to_be_visible()
    assert violations_in_light_and_dark(page) == []


def test_an_exhibit_stands_beside_it_from_1000_pixels(guest):
    page = guest.open("/home/catalogue/wifi")
    for width in (1000, 1440, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        expect(about(page).locator(".pile")).to_be_visible()
        exhibit, panel = page.locator("main").bounding_box(), about(page).bounding_box()
        assert exhibit["x"] + exhibit["width"] <= panel["x"] + 1 and panel["x"] + panel["width"] <= width
        assert panel["height"] == exhibit["height"] == 900


@pytest.mark.parametrize("width", [390, 1000, 1440, 2560])
def test_the_way_back_stands_beside_the_title_of_a_wide_list(still, width):
    page = still.open("/home/level/1")
    page.set_viewport_size({"width": width, "height": 900})
    title = page.get_by_role("heading", name="Level 1", exact=True).bounding_box()
    back = page.locator("button.back").filter(visible=True).bounding_box()
    assert 0 <= title["x"] - (back["x"] + back["width"]) < 20
