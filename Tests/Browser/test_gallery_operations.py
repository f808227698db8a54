"""The Gallery's four operations rooms: what each does with two windows, by click and by keyboard, and at every width."""

import re

import pytest
from axe import violations_in_light_and_dark
from people import Person, button, wait_until
from playwright.sync_api import expect
from program import Program
from test_client_navigation import FROM_THE_RIGHT

ROOMS = {
    "dispatch": ("/dispatch", "/dispatch-incident/4103", "/dispatch-supervisor"),
    "trading": ("/trading", "/trading-ticket/HALC", "/trading-chart/HALC"),
    "calls": ("/calls", "/calls-conversation/703", "/calls-supervisor"),
    "wall": ("/wall", "/wall-control"),
}


def row(page, text):
    """The cell that opens a row of a board, or the link in it."""
    found = page.locator(".app-board .space > .row").filter(has_text=text).locator(".cell").first
    return found.locator("a") if page.url.split("?")[0].endswith("/trading") else found


def opened_by(person, page, name):
    with person.context.expect_page() as opened:
        button(page, name).click()
    return opened.value


def test_a_supervisor_opens_an_incident_on_a_desk(person):
    desk = person.open("/dispatch")
    row(desk, "Chest pain").press("Enter")
    expect(desk.get_by_role("heading", name="4103 · Chest pain, male 58")).to_be_visible()
    desk.get_by_label("Note").press_sequentially("Wife says he is aw")
    supervisor = opened_by(person, desk, "Open the supervisor's window")
    expect(supervisor.get_by_text("✎ “Wife says he is aw”", exact=True)).to_be_visible()
    row(supervisor, "Smell of gas").click()
    expect(desk.get_by_role("heading", name="4105 · Smell of gas")).to_be_visible()
    button(desk, "Back to 4103").click()
    expect(desk.get_by_label("Note")).to_have_value("Wife says he is aw")


def test_half_typed_text_outlives_a_kill(browser, tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    someone = Person(browser, program.origin)
    desk, ticket = someone.open("/dispatch"), someone.open("/trading-ticket/HALC")
    row(desk, "Kitchen fire").click()
    desk.get_by_label("Note").press_sequentially("Two people on the ro")
    ticket.get_by_label("Limit").press_sequentially("84.")
    program.kill()
    ticket.get_by_label("Limit").press_sequentially("12")
    program.start()
    # Another window shows the server's state.
    for path, label, text in (("/dispatch-incident/4100", "Note", "Two people on the ro"), ("/trading-ticket/HALC", "Limit", "84.12")):
        expect(someone.open(path).get_by_label(label)).to_have_value(text)
    expect(desk.get_by_label("Note")).to_have_value("Two people on the ro")
    expect(ticket.get_by_label("Limit")).to_be_focused()
    someone.leave()
    program.stop()


def test_a_row_of_the_shared_prices_opens_a_ticket_and_it_moves_to_its_own_window(person):
    page = person.open("/trading")
    price = page.get_by_role("grid", name="An instrument opens a ticket").locator(".space")
    shown = price.text_content()
    expect(price).not_to_have_text(shown)
    row(page, "Kite Airlines").press("Enter")
    page.get_by_role("dialog", name="KITE ticket").get_by_label("Quantity").press_sequentially("12")
    ticket = opened_by(person, page, "Open in a window")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(ticket.get_by_label("Quantity")).to_have_value("12")
    ticket.get_by_label("Quantity").press_sequentially("x")
    expect(button(ticket, "Buy")).to_be_disabled()
    expect(ticket.get_by_text("The quantity is a whole number from 1 to 100,000.")).to_be_visible()


def test_a_supervisor_takes_over_what_is_half_typed(person):
    agent = person.open("/calls")
    row(agent, "Elif Demir").click()
    agent.get_by_label("Answer").press_sequentially("Yes, it goes o")
    supervisor = opened_by(person, agent, "Open the supervisor's window")
    button(supervisor, "Take over from Agent 1").click()
    expect(supervisor.get_by_label("Answer")).to_have_value("Yes, it goes o")
    expect(agent.get_by_label("Answer")).to_have_count(0)
    supervisor.get_by_label("Answer").press("End")
    supervisor.get_by_label("Answer").press_sequentially("n.")
    expect(agent.get_by_text("Supervisor 1 is typing: “Yes, it goes on.”", exact=True)).to_be_visible()
    button(supervisor, "Send").click()
    expect(agent.get_by_role("log").get_by_text("Yes, it goes on.", exact=True)).to_be_visible()


def test_each_line_of_hand_over_buttons_begins_at_the_same_place(still):
    desk = still.open("/calls")
    for _ in range(4):
        still.open("/calls")
    row(desk, "Elif Demir").click()
    hands = desk.get_by_role("button", name=re.compile("^Hand to "))
    expect(hands).to_have_count(4)
    for width in (390, 1440):
        desk.set_viewport_size({"width": width, "height": 900})
        boxes = [each.bounding_box() for each in hands.all()]
        answer = desk.get_by_label("Answer").bounding_box()
        starts = {round(line) - round(answer["x"]) for line in
                  {box["y"]: min(other["x"] for other in boxes if other["y"] == box["y"]) for box in boxes}.values()}
        assert starts == {0}, width


def test_one_click_reaches_every_wall(person):
    first, second = person.open("/wall"), person.open("/wall")
    control = opened_by(person, first, "Open the control window")
    control.get_by_label("Message").fill("Lift 2 is out of order")
    button(control, "Announce on all walls").click()
    for wall in (first, second):
        expect(wall.get_by_role("alert")).to_have_text("Lift 2 is out of order")
    button(control, "Clear").click()
    for wall in (first, second):
        expect(wall.get_by_role("alert")).to_have_count(0)


def test_on_a_wall_that_nobody_touches_the_buttons_fade_and_come_back(still):
    wall = still.open("/wall")
    strip, full = wall.locator(".app-control"), button(wall, "Full screen")
    for each in (strip, full):
        expect(each).to_have_css("opacity", "0")
    for each in (full, button(wall, "Open the control window")):
        wall.keyboard.press("Tab")
        expect(each).to_be_focused()
    expect(strip).to_have_css("opacity", "1")
    expect(wall.get_by_role("time")).to_have_text(re.compile(r"\d\d:\d\d"))


@pytest.mark.chromium
def test_a_wall_fills_the_screen(still):
    wall = still.open("/wall")
    button(wall, "Full screen").click()
    wall.wait_for_function("() => document.fullscreenElement === document.documentElement")
    button(wall, "Leave full screen").click()
    wall.wait_for_function("() => !document.fullscreenElement")


def test_a_wall_is_legible_from_across_the_room(still):
    page = still.open("/wall")
    page.set_viewport_size({"width": 2560, "height": 1440})
    sizes = page.locator(".wall-board").evaluate(
        "wall => [...wall.querySelectorAll('.wall-value, .wall-label, .wall-number')].filter(node => node.textContent)"
        ".map(node => parseFloat(getComputedStyle(node).fontSize))")
    assert min(sizes) > 40
    assert page.locator(".wall-board").evaluate("wall => wall.scrollHeight - wall.clientHeight") <= 0


# The texts whose sign is not before their digits, as it is drawn; and how many have a sign.
MISPLACED_SIGNS = """() => {
    const at = (node, index) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        return range.getBoundingClientRect().x;
    };
    const signed = [...document.querySelectorAll(".app-board .cell, .app-board .cell span, .wall-value, .text, .wall-board .wall-number, .chart b, .chart text")]
        .filter(({ firstChild }) => /[−+]\\d/.test(firstChild?.data));
    const misplaced = signed.filter(({ firstChild: node }) => at(node, node.data.search(/[−+]/)) > at(node, node.data.search(/\\d/)));
    return [signed.length > 0, misplaced.map(({ textContent }) => textContent)];
}"""


@pytest.mark.parametrize("path", ["/trading", "/trading-ticket/HALC", "/trading-chart/HALC"])
def test_from_right_to_left_a_number_has_its_sign_before_it(still, path):
    still.context.add_init_script(FROM_THE_RIGHT)
    page = still.open(path)
    page.wait_for_function(f"() => ({MISPLACED_SIGNS})()[0]")
    assert page.evaluate(MISPLACED_SIGNS) == [True, []]


def test_from_right_to_left_numbers_stand_under_their_heads(still):
    still.context.add_init_script(FROM_THE_RIGHT)
    page = still.open("/trading")
    page.locator(".app-board .space > .row").first.wait_for()
    left = page.locator(".app-board").first.evaluate("""(board) => [...board.querySelectorAll(".row:not(.foot) > .cell[aria-colindex='3']")].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell.firstElementChild ?? cell);
        return Math.round(range.getBoundingClientRect().x - cell.getBoundingClientRect().x);
    })""")
    assert len(left) > 1 and max(left) - min(left) <= 1, left


@pytest.mark.chromium
def test_bars_and_stripes_are_seen_in_forced_colours(still):
    wall = still.open("/wall")
    wall.emulate_media(forced_colors="active")
    bar = wall.locator(".wall-bar").first
    assert picture(bar, "1") != picture(bar, "0.2")
    desk = still.open("/dispatch")
    desk.emulate_media(forced_colors="active")
    desk.locator(".app-board .space > .row").first.wait_for()
    stripes = desk.locator(".app-board .space").first.evaluate(
        "(body) => Object.fromEntries([...body.children].map((row) => [row.dataset.tone, getComputedStyle(row, '::before').width]))")
    assert stripes == {"danger": "6px", "warn": "4px", "accent": "3px"}


def picture(bar, share):
    """A bar as it is drawn with this share."""
    bar.evaluate("(bar, share) => bar.style.setProperty('--share', share)", share)
    return bar.screenshot()


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_wider_than_its_page(still, room):
    for path in ROOMS[room]:
        page = still.open(path)
        page.locator(".content > *").first.wait_for()
        for width in (390, 820, 2560):
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate(
                "[...document.querySelectorAll('main, .screen, .wall-board')].filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.className)")
            assert (path, width, wide) == (path, width, [])
        page.close()


@pytest.mark.parametrize("room", ROOMS)
def test_axe_finds_nothing(still, room):
    for path in ROOMS[room]:
        page = still.open(path)
        page.locator(".content > *").first.wait_for()
        if path in ("/dispatch", "/calls"):
            page.locator(".app-board .space > .row .cell").first.click()
            page.locator(".detail .screen").wait_for()
        assert (path, violations_in_light_and_dark(page)) == (path, [])
        page.close()


@pytest.mark.parametrize("app", ["dispatch", "calls", "trading"])
def test_an_app_leads_back_to_the_first_page_and_to_ones_windows(person, app):
    address = f"/{app}?room={person.room}"
    page = person.open(address)
    title = page.title()
    page.get_by_role("link", name="Your windows").click()
    expect(page.get_by_role("heading", name="Your windows")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/windows\\?room={person.room}$"))
    page.go_back()
    expect(page).to_have_title(title)
    page.get_by_role("link", name="All apps").click()
    expect(page.get_by_text(f"This is the room {person.room}.")).to_be_visible()


@pytest.mark.chromium
def test_a_desk_loads_no_more_than_49_kilobytes_beside_17_for_its_table(person):
    page = person.context.new_page()
    network, sizes, names = page.context.new_cdp_session(page), {}, {}
    network.send("Network.enable")
    network.on("Network.responseReceived", lambda response: names.update({response["requestId"]: response["response"]["url"]}))
    network.on("Network.loadingFinished", lambda loaded: sizes.update({loaded["requestId"]: loaded["encodedDataLength"]}))
    page.goto(person.address("/dispatch"))
    page.locator(".app-board .space > .row").first.wait_for()
    # The file that makes rows slide is loaded once the desk is drawn.
    wait_until(page, lambda: page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('row-slides.js'))"))
    table = sum(size for id, size in sizes.items() if "/table" in names[id])
    assert len(sizes) > 5 and sum(sizes.values()) - table <= 49 * 1024, sizes
    assert 0 < table <= 17 * 1024, sizes
