"""The first page: two live windows side by side, their controls, and the code that makes them."""

import pathlib
import re
import subprocess

import pytest
import zxingcpp
from axe import violations_in_light_and_dark
from people import Person, button, wait_until
from playwright.sync_api import expect
from program import ROOT, Program
from test_client_navigation import FROM_THE_RIGHT

LIVE = ROOT / "Sources/Gallery/Welcome/LiveWindow.swift"
TIME = r"\d\d:\d\d:\d\d"
SHIFTS = """() => {
    const seen = new PerformanceObserver(() => {});
    seen.observe({ type: "layout-shift", buffered: true });
    return seen.takeRecords().reduce((sum, { value }) => sum + value, 0);
}"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    program = Program("--demo", "--database", str(tmp_path_factory.mktemp("demo") / "oriel.db"))
    yield program
    program.stop()


@pytest.fixture
def visitor(browser, demo):
    visitor = Person(browser, demo.origin)
    yield visitor
    visitor.leave()


def twin(page, number):
    return page.get_by_role("region", name=f"Window {number}")


def count(window):
    return window.locator('[data-element="count"]')


def note(window):
    return window.get_by_label("Note")


def first_page(person):
    """The page, when both windows are there."""
    page = person.open("/")
    for number in (1, 2):
        expect(twin(page, number).get_by_text("live", exact=True)).to_be_visible()
        expect(count(twin(page, number))).to_be_visible()
    return page


def report(page):
    return page.locator(".report")


def both_show(page, number, text=None):
    for each in (1, 2):
        expect(count(twin(page, each))).to_have_text(str(number))
        if text is not None:
            expect(note(twin(page, each))).to_have_value(text)


def test_what_is_done_in_one_window_is_seen_in_the_other_and_on_the_server(person):
    page = first_page(person)
    button(twin(page, 1), "Count").click()
    both_show(page, 1)
    note(twin(page, 2)).fill("hello")
    both_show(page, 1, "hello")
    expect(page.locator(".server")).to_contain_text('count = 1')
    expect(page.locator(".server")).to_contain_text('note = "hello"')


def test_it_opens_as_a_real_window_that_counts_too(person):
    page = first_page(person)
    with person.context.expect_page() as opened:
        button(page, "Open it as a real window").click()
    button(opened.value, "Count").click()
    both_show(page, 1)
    expect(opened.value).to_have_url(re.compile(re.escape(person.address("/live")) + "$"))


def test_offline_everything_waits_and_then_arrives(person):
    page, other = first_page(person), person.open("/live")
    note(twin(page, 1)).fill("before")
    expect(note(other)).to_have_value("before")
    button(page, "Go offline").click()
    for number in (1, 2):
        expect(twin(page, number).get_by_text("offline", exact=True)).to_be_visible()
    expect(report(page)).to_have_text(re.compile(f"^Offline since {TIME}"))
    for _ in range(3):
        button(twin(page, 1), "Count").click()
    note(twin(page, 1)).fill("meanwhile")
    button(other, "Count").click()
    expect(count(other)).to_have_text("1")
    both_show(page, 0)
    button(page, "Come back").click()
    both_show(page, 4, "meanwhile")
    expect(note(other)).to_have_value("meanwhile")
    expect(report(page)).to_have_text(re.compile(
        f"^Offline {TIME}, back {TIME}: 3 clicks made meanwhile arrived, and the count went from 0 to 4. Your text was still there.$"))
    expect(button(page, "Go offline")).to_be_enabled()


def test_clicks_whose_answer_was_still_on_its_way_are_counted_too(person):
    page = first_page(person)
    add, offline = button(twin(page, 1), "Count").element_handle(), button(page, "Go offline").element_handle()
    # In one task, in which no answer comes.
    page.evaluate("([add, offline]) => { add.click(); add.click(); offline.click(); add.click(); }", [add, offline])
    button(page, "Come back").click()
    both_show(page, 3)
    expect(report(page)).to_contain_text("3 clicks made meanwhile arrived, and the count went from 0 to 3.")
    button(twin(page, 2), "Count").click()
    both_show(page, 4)
    expect(report(page)).to_contain_text("the count went from 0 to 3.")


def test_the_server_is_stopped_and_comes_back_with_all_there_was(visitor):
    page = first_page(visitor)
    button(twin(page, 2), "Count").click()
    note(twin(page, 2)).fill("half a wo")
    both_show(page, 1, "half a wo")
    button(page, "Stop the server").click()
    expect(report(page)).to_have_text(re.compile(f"^Stopped {TIME}, back {TIME}: the count was still 1. Your text was still there.$"))
    both_show(page, 1, "half a wo")
    button(twin(page, 1), "Count").click()
    both_show(page, 2)
    expect(button(page, "Stop the server")).to_be_enabled()


def test_what_is_no_demo_offers_no_stop(person):
    page = first_page(person)
    expect(button(page, "Go offline")).to_be_visible()
    expect(button(page, "Stop the server")).to_have_count(0)


def test_the_code_beside_the_windows_is_the_file(person):
    page = first_page(person)
    code = page.get_by_role("region", name="The code of Welcome/LiveWindow.swift")
    assert code.locator("code").text_content() == pathlib.Path(LIVE).read_text().rstrip()


def test_the_keyboard_alone_counts_and_goes_offline(person):
    page = first_page(person)
    button(twin(page, 1), "Count").focus()
    page.keyboard.press("Enter")
    both_show(page, 1)
    page.keyboard.press("Tab")
    page.keyboard.type("abc")
    expect(note(twin(page, 2))).to_have_value("abc")
    button(page, "Go offline").focus()
    page.keyboard.press("Space")
    expect(button(page, "Come back")).to_be_focused()
    page.keyboard.press("Space")
    expect(report(page)).to_contain_text("Your text was still there")


def test_a_reload_brings_back_both_windows(person):
    page = first_page(person)
    button(twin(page, 1), "Count").click()
    both_show(page, 1)
    ids = "() => Object.entries(sessionStorage).filter(([key]) => key.startsWith('oriel.window')).sort().map(([, id]) => id)"
    windows = page.evaluate(ids)
    page.reload()
    both_show(page, 1)
    assert page.evaluate(ids) == windows and len(set(windows)) == 3


@pytest.mark.chromium
def test_axe_finds_nothing(still):
    page = still.open("/")
    for number in (1, 2):
        expect(twin(page, number).get_by_text("live", exact=True)).to_be_visible()
    assert violations_in_light_and_dark(page) == []


@pytest.mark.chromium
@pytest.mark.parametrize("width", [320, 390, 820, 1000, 1440, 2560])
def test_it_fits_every_width_and_stands_still(person, width):
    page = person.context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/")
    for number in (1, 2):
        expect(count(twin(page, number))).to_have_text("0")
    assert page.evaluate(SHIFTS) < 0.01
    assert page.evaluate("[...document.querySelectorAll('.screen')].every((node) => node.scrollWidth <= node.clientWidth)")
    boxes = {name: page.locator(name).bounding_box() for name in (".twins", ".listing")}
    beside = boxes[".listing"]["x"] > boxes[".twins"]["x"] + boxes[".twins"]["width"]
    assert beside == (width >= 1000)
    left, right = (twin(page, number).bounding_box() for number in (1, 2))
    assert left["y"] == right["y"] and right["x"] > left["x"]
    assert page.evaluate("scrollY") == 0 and page.locator(".screen").first.evaluate("(screen) => screen.scrollTop") == 0


def test_who_comes_back_is_led_to_the_windows_that_wait(visitor):
    desk, talk = visitor.go("/dispatch")
    rows = desk.locator('[data-element="incidents"]').get_by_role("row")
    rows.filter(has_text="4105").locator(".cell").first.click()
    desk.get_by_label("Note").press_sequentially("Caller says th")
    title = desk.title()
    # A page that is closed may not have sent its last letters.
    def typed():
        return [message["event"]["id"] for message in talk.said if message.get("event", {}).get("value") == "Caller says th"]

    wait_until(desk, lambda: any(message.get("applied", 0) >= each for message in talk.heard for each in typed()))
    desk.close()
    looked = visitor.open("/live")
    looked.close()
    # Who goes on at once has not been away.
    expect(visitor.open(f"/windows?room={visitor.room}").get_by_text("Not open, half-typed, last used")).to_be_visible()
    page = visitor.open("/")
    back = page.locator('[data-element="back"]')
    expect(back).to_contain_text("Welcome back: 1 window waits for you")
    expect(back).to_contain_text("In one of them, something is half typed.")
    demo = page.locator(".twins").bounding_box()
    with visitor.context.expect_page() as opened:
        back.get_by_role("button", name=title).click()
    expect(opened.value.get_by_label("Note")).to_have_value("Caller says th")
    expect(back).to_contain_text("Welcome back: nothing waits for you")
    assert page.locator(".twins").bounding_box() == demo


def test_the_address_of_a_desk_leads_back_to_the_desk_that_waits(visitor):
    desk = visitor.open("/dispatch")
    rows = desk.locator('[data-element="incidents"]').get_by_role("row")
    rows.filter(has_text="4104").locator(".cell").first.click()
    place = re.compile(re.escape(visitor.address("/dispatch/incident/4104")) + "$")
    expect(desk).to_have_url(place)
    name = desk.title()
    desk.close()
    list = visitor.open(f"/windows?room={visitor.room}")
    expect(list.get_by_text("Not open, last used")).to_be_visible()
    again = visitor.open("/dispatch")
    expect(again).to_have_url(place)
    assert again.title() == name


@pytest.mark.chromium
@pytest.mark.parametrize("width", [1280, 1440, 1920, 2560])
def test_no_line_of_the_code_is_cut(person, width):
    page = person.context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/")
    wide = page.locator(".listing > pre").evaluate("(pre) => Math.max(0, pre.scrollWidth - pre.clientWidth)")
    assert wide == 0


@pytest.mark.chromium
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (2560, 1300)])
def test_the_doors_are_in_the_first_screen(person, size):
    width, height = size
    page = person.context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    expect(count(twin(page, 1))).to_be_visible()
    names = [name.bounding_box() for name in page.locator(".door > .name").all()]
    assert len(names) == 5
    assert [name for name in names if name["y"] + name["height"] > height] == []


def test_from_right_to_left_the_code_runs_from_left_to_right(still):
    still.context.add_init_script(FROM_THE_RIGHT)
    page = still.open("/")
    gap = page.locator(".listing > pre").evaluate("""(pre) => {
        const range = document.createRange();
        range.selectNodeContents(pre.querySelector("span"));
        return range.getBoundingClientRect().x - pre.getBoundingClientRect().x;
    }""")
    assert gap < 40


# A picture's pixels as bytes of grey, a row after the other.
PIXELS = """async (svg) => {
    const { width, height } = svg.getBoundingClientRect();
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, grey: Array.from({ length: width * height }, (_, at) => data[4 * at]) };
}"""


@pytest.mark.chromium
def test_a_phone_that_reads_the_code_is_in_the_same_room(browser):
    """The address is this machine's own in its network, as a phone would see it."""
    program = Program("--database", "memory", "--host", "0.0.0.0", "--insecure")
    addresses = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
    # On a machine without a network: another name of it, which the page doesn't know as such.
    host = next((address for address in addresses if ":" not in address), "desk.localhost")
    desk, phone = (Person(browser, f"http://{host}:{program.port}") for _ in range(2))
    try:
        page = first_page(desk)
        picture = page.locator(".invitation > svg").evaluate(PIXELS)
        grey = memoryview(bytes(picture["grey"])).cast("B", (int(picture["height"]), int(picture["width"])))
        address = zxingcpp.read_barcode(grey).text
        assert address == f"http://{host}:{program.port}/?room={desk.room}"
        assert page.get_by_role("link", name=address).get_attribute("href") == address
        second = phone.context.new_page()
        second.goto(address)
        button(twin(second, 1), "Count").click()
        both_show(page, 1)
        # The doors lead on in the room.
        with phone.context.expect_page() as opened:
            second.get_by_role("link", name="Dispatch").click()
        expect(opened.value).to_have_title("Dispatch · Desk 1")
        board = desk.open("/dispatch")
        expect(board).to_have_title("Dispatch · Desk 2")
    finally:
        desk.leave()
        phone.leave()
        program.stop()


def test_a_server_for_this_machine_alone_says_how_a_phone_gets_in(person):
    page = first_page(person)
    expect(page.locator(".invitation")).to_contain_text("Start it with --host 0.0.0.0 --insecure in a network that you trust")
    expect(page.locator(".invitation > svg")).to_have_count(0)


@pytest.mark.chromium
def test_a_room_of_ones_own_is_left_again(person):
    page = person.context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Go to a room of your own").click()
    expect(page).to_have_url(re.compile(r"/\?room=[a-z0-9]{8}$"))
    expect(page.get_by_text("This is the room")).to_be_visible()
    page.get_by_role("link", name="Go back to the room of all visitors").click()
    expect(page.get_by_text("All visitors of this page share its count")).to_be_visible()
    expect(page).to_have_url(re.compile("[0-9]/$"))
