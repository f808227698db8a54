"""Charts, sparklines and gauges: drawn, patched, read by pointer, keys and screen readers."""

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from browsers import browser_for
from client_page import PATIENCE, add, patch, remove, replace, screen
from people import wait_until
from playwright.sync_api import expect

MINUTE = 60_000
START = 1_795_942_800_000  # 2026-11-29 09:00 in UTC


@pytest.fixture
def context(server, request):
    """A page in Berlin, where it is 10:00."""
    context = browser_for(request).new_context(base_url=server.origin, timezone_id="Europe/Berlin", locale="en-GB")
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()


def series(kind, name, *values, **members):
    points = [[START + index * MINUTE, value] for index, value in enumerate(values)]
    return {"id": f"{kind} {name}", "as": kind, "name": name, "points": points, **members}


def chart(*all_series, **members):
    return {"type": "chart", "label": "Waiting", "x": "time", "xTitle": "Time", "series": list(all_series), **members}


def show(page, server, *body):
    page.goto("/")
    server.attach(screen(*body))
    page.locator(".plot .line, .plot .bar, .sparkline .line, .gauge").first.wait_for(state="attached")
    wait_until(page, lambda: page.locator(".coming").count() == 0)


def legend(page):
    return page.locator(".chart li").evaluate_all("all => all.map(node => [...node.children].map(part => part.textContent))")


def reads(page, *expected):
    wait_until(page, lambda: legend(page) == [list(one) for one in expected])


def path(page, name="line"):
    return page.locator(f".plot .{name}").first.get_attribute("d")


def texts_of_axes(page):
    return page.locator(".plot text:not(.read)").all_text_contents()


CALLS = chart(series("line", "Calls", *[3, 5, 8, 4] * 15), series("area", "Lost", *[1, 0, 2, 1] * 15))


def test_a_chart_is_drawn_with_one_path_for_each_series_and_round_numbers(page, server):
    show(page, server, CALLS)
    reads(page, ("Calls", "4"), ("Lost", "1"))
    assert path(page).count("L") == 59
    assert page.locator(".plot .line").count() == 2
    assert page.locator(".plot .dot").count() == 2
    assert texts_of_axes(page)[:3] == ["0", "5", "10"]
    assert texts_of_axes(page)[:2:-1] in (["10:00", "10:15", "10:30", "10:45"], ["10:45", "10:30", "10:15", "10:00"])


def test_a_window_that_slides_moves_the_nodes_that_there_are(page, server):
    show(page, server, CALLS)
    page.evaluate("globalThis.before = [...document.querySelectorAll('.chart, .chart *')]")
    former = path(page)
    server.send(patch(2, *[operation for index in (0, 1) for operation in (
        remove(f"/models/m1/body/0/series/{index}/points/0"),
        add(f"/models/m1/body/0/series/{index}/points/59", [START + 60 * MINUTE, 6]))]))
    reads(page, ("Calls", "6"), ("Lost", "6"))
    assert path(page) != former
    gone = page.evaluate("before.filter(node => !node.isConnected).map(node => node.localName)")
    # A row of the table has left, with its cells.
    assert set(gone) <= {"tr", "td", "text"}
    expect(page.locator(".chart tbody tr").last).to_have_text("11:0066")
    assert page.locator(".chart tbody tr").count() == 50


def test_a_changed_last_value_is_read_at_once(page, server):
    show(page, server, CALLS)
    reads(page, ("Calls", "4"), ("Lost", "1"))
    server.send(patch(2, replace("/models/m1/body/0/series/0/points/59/1", 12.25)))
    reads(page, ("Calls", "12.25"), ("Lost", "1"))


def test_a_series_that_leaves_takes_its_nodes_along(page, server):
    show(page, server, CALLS)
    reads(page, ("Calls", "4"), ("Lost", "1"))
    page.evaluate("globalThis.area = document.querySelectorAll('.plot .line')[1]")
    server.send(patch(2, remove("/models/m1/body/0/series/0")))
    reads(page, ("Lost", "1"))
    assert page.evaluate("area.isConnected && document.querySelectorAll('.plot .line').length === 1")


def test_a_pointer_reads_the_nearest_values_in_the_legend(page, server):
    show(page, server, CALLS)
    plot = page.locator(".plot")
    box = plot.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 40)
    expect(page.locator(".plot .read")).to_have_text("10:59")
    page.mouse.move(box["x"] + 1, box["y"] + 40)
    expect(page.locator(".plot .read")).to_have_text("10:00")
    reads(page, ("Calls", "3"), ("Lost", "1"))
    assert page.locator(".plot .hairline").get_attribute("d")
    page.mouse.move(box["x"], box["y"] - 60)
    reads(page, ("Calls", "4"), ("Lost", "1"))
    assert page.locator(".plot .hairline").get_attribute("d") is None


def test_arrow_keys_read_one_value_after_the_other_and_say_it(page, server):
    show(page, server, CALLS)
    plot = page.get_by_role("slider", name="Waiting")
    plot.focus()
    for key, said in (("ArrowLeft", "10:58, Calls 8, Lost 2"), ("Home", "10:00, Calls 3, Lost 1"), ("ArrowLeft", "10:00, Calls 3, Lost 1"),
                      ("ArrowRight", "10:01, Calls 5, Lost 0"), ("End", "10:59, Calls 4, Lost 1")):
        plot.press(key)
        expect(plot).to_have_attribute("aria-valuetext", said)
    plot.press("Home")
    # What changes meanwhile is shown, but not said.
    server.send(patch(2, replace("/models/m1/body/0/series/0/points/0/1", 7)))
    reads(page, ("Calls", "7"), ("Lost", "1"))
    expect(plot).to_have_attribute("aria-valuetext", "10:00, Calls 3, Lost 1")
    plot.blur()
    reads(page, ("Calls", "4"), ("Lost", "1"))


def test_time_runs_from_left_to_right_where_one_reads_from_right_to_left(page, server):
    show(page, server, CALLS)
    page.evaluate("document.documentElement.dir = 'rtl'")
    plot = page.get_by_role("slider", name="Waiting")
    plot.focus()
    plot.press("Home")
    left = float(page.locator(".plot .hairline").get_attribute("d")[1:].split(" ")[0])
    plot.press("End")
    assert float(page.locator(".plot .hairline").get_attribute("d")[1:].split(" ")[0]) > left


def test_screen_readers_have_a_table_of_the_last_50_points(page, server):
    show(page, server, CALLS)
    table = page.get_by_role("table", name="Waiting")
    expect(table.get_by_role("columnheader")).to_have_text(["Time", "Calls", "Lost"])
    expect(table.get_by_role("row")).to_have_count(51)
    expect(table.get_by_role("row").nth(1)).to_have_text("10:1082")
    assert page.locator("svg:visible").first.get_attribute("aria-hidden") == "true"


def test_categories_have_bars_side_by_side_and_a_rule_has_a_line(page, server):
    def bars(name, *values):
        return {"id": f"bar {name}", "as": "bar", "name": name, "points": [list(pair) for pair in zip(("North", "South"), values)]}

    limit = {"id": "rule Limit", "as": "rule", "name": "Limit", "value": 8, "style": "danger"}
    show(page, server, chart(bars("Taken", 12, 7), bars("Lost", 2, -1), limit, x="category", unit="%"))
    assert [page.locator(".plot .bar").nth(index).get_attribute("d").count("M") for index in (0, 1)] == [2, 2]
    assert set(texts_of_axes(page)) >= {"North", "South", "0"}
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    reads(page, ("Taken", "12\u202f%"), ("Lost", "2\u202f%"), ("Limit", "8\u202f%"))
    assert page.locator(".plot .rule").get_attribute("d").startswith("M")


def test_gaps_interrupt_a_line_and_read_as_a_dash(page, server):
    show(page, server, chart(series("line", "Calls", 1, 2, None, 4, None)))
    assert [run.count("L") for run in path(page).split("M")[1:]] == [1, 0]
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    reads(page, ("Calls", "–"))


def test_what_is_malformed_is_skipped(page, server):
    wrong = [{"as": "pie", "name": "Pie", "points": [[1, 2]]}, None, 7, {"as": "line", "name": "None"},
             {"as": "bar", "name": "Odd", "points": [None, 3, ["x", 2], [1], [START, "4"]]}, {"as": "rule", "name": "High", "value": "x"}]
    show(page, server, chart(*wrong, series("line", "Calls", 1, 2)))
    reads(page, ("None", "–"), ("Odd", "–"), ("High", "–"), ("Calls", "2"))
    server.send(patch(2, replace("/models/m1/body/0/series", "all"), replace("/models/m1/body/0/x", "colour")))
    reads(page)
    server.send(patch(3, replace("/models/m1/body/0/series", [series("line", "Calls", 5)])))
    reads(page, ("Calls", "5"))


def test_2000_points_are_one_path(page, server):
    show(page, server, chart(series("line", "Calls", *[index % 40 for index in range(2000)]), last=2000))
    assert path(page).count("L") == 1999
    expect(page.get_by_text("The last 2,000 points")).to_be_visible()
    assert page.locator(".plot *").count() < 30


def test_parts_can_be_left_out_and_ends_given(page, server):
    show(page, server, chart(series("line", "Calls", 3, 5), low=0, high=90, without="xAxis legend", height=96))
    assert texts_of_axes(page) == ["0", "50"]
    expect(page.locator(".chart ul")).to_be_hidden()
    assert page.locator(".chart").bounding_box()["height"] == 96
    server.send(patch(2, replace("/models/m1/body/0/without", "yAxis")))
    expect(page.locator(".chart ul")).to_be_visible()
    wait_until(page, lambda: "0" not in texts_of_axes(page))


@pytest.mark.parametrize("width", [320, 1440])
def test_nothing_jumps_when_the_file_comes_late(page, server, width):
    page.set_viewport_size({"width": width, "height": 800})
    held = []
    page.route("**/chart.js", lambda route: held.append(route))
    page.goto("/")
    gauge = {"type": "gauge", "label": "Load", "value": 0.4, "low": 0, "high": 1}
    spark = {"type": "chart", "as": "sparkline", "label": "Last hour", "values": [1, 3, 2]}
    below = {"type": "text", "text": "Below"}
    server.attach(screen(CALLS, below, chart(series("bar", "Calls", 1), height=120), below, gauge, below, {"type": "hstack", "children": [spark, below]}, below))
    wait_until(page, lambda: held)
    boxes = "all => all.map(node => JSON.stringify(node.getBoundingClientRect()))"
    before = page.get_by_text("Below").evaluate_all(boxes)
    held[0].continue_()
    page.locator(".chart .line").first.wait_for(state="attached")
    page.locator(".gauge").wait_for()
    assert page.get_by_text("Below").evaluate_all(boxes) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_chart_is_drawn_to_the_width_that_it_has(page, server):
    page.set_viewport_size({"width": 1000, "height": 800})
    show(page, server, CALLS)
    ends = "Number(document.querySelector('.plot .line').getAttribute('d').split('L').at(-1).split(' ')[0])"
    wide = page.evaluate(ends)
    page.set_viewport_size({"width": 320, "height": 800})
    wait_until(page, lambda: page.evaluate(ends) < wide)
    inside = "[...document.querySelectorAll('.plot text')].every(node => { const box = node.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth })"
    assert page.evaluate(inside)


def test_a_sparkline_is_an_image_with_its_latest_value_and_a_gauge_a_meter(page, server):
    show(page, server, {"type": "chart", "as": "sparkline", "label": "Last hour", "values": [1, None, 2.5]},
         {"type": "gauge", "label": "Load", "value": 0.41, "low": 0, "high": 1}, {"type": "gauge", "label": "Disk", "low": 0, "high": 9})
    expect(page.get_by_role("img", name="Last hour: 2.5")).to_be_visible()
    meter = page.get_by_role("meter", name="Load")
    expect(meter).to_have_attribute("aria-valuetext", "41%")
    expect(page.get_by_role("img", name="Disk")).to_be_visible()
    server.send(patch(2, replace("/models/m1/body/1/value", 0.5), add("/models/m1/body/2/value", 3), add("/models/m1/body/2/text", "3 GB"),
                      replace("/models/m1/body/0/values", [4])))
    expect(meter).to_have_attribute("aria-valuenow", "0.5")
    expect(page.get_by_role("meter", name="Disk")).to_have_attribute("aria-valuetext", "3 GB")
    expect(page.get_by_role("img", name="Last hour: 4")).to_be_visible()


@pytest.mark.parametrize("look", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}], ids=str)
def test_axe_finds_nothing(page, server, look):
    page.emulate_media(**look)
    show(page, server, CALLS, chart(series("bar", "Calls", 3, 5), {"as": "rule", "name": "Limit", "value": 4}, label="Bars"),
         chart(label="Empty"), {"type": "chart", "as": "sparkline", "label": "Last hour", "values": [1, 2]},
         {"type": "gauge", "label": "Load", "value": 0.4, "style": "danger"}, {"type": "gauge", "label": "Unknown"})
    page.locator(".chart .bar").wait_for(state="attached")
    page.get_by_role("slider").first.focus()
    page.keyboard.press("Home")
    assert violations(page) == []
