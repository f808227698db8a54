"""Elements and the events they send."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import patch, replace, screen, texts
from playwright.sync_api import expect


def shown(page, server, *body, **members):
    page.goto("/")
    server.attach(screen(*body, **members))
    page.locator("main h1").wait_for()


def of(element, name, *value):
    event = {"model": "m1", "element": element, "name": name}
    return {**event, "value": value[0]} if value else event


def answer(server, rev, applied, *operations):
    server.send(patch(rev, *operations, applied=server.done[applied - 1]))


def test_a_button_is_tapped(page, server):
    shown(page, server, {"type": "button", "id": "b", "text": "Go"})
    page.get_by_role("button", name="Go").click()
    assert server.event() == of("b", "tap")


def test_a_link_of_a_scheme_that_is_not_allowed_leads_nowhere(page, server):
    shown(page, server, {"type": "link", "text": "Bad", "url": "javascript:alert(1)"},
          {"type": "link", "text": "Good", "url": "/docs"})
    assert page.get_by_text("Bad").get_attribute("href") is None
    assert page.get_by_role("link", name="Good").get_attribute("href") == "/docs"


def test_typing_sends_one_event_at_a_time_and_then_the_rest(page, server):
    shown(page, server, {"type": "textField", "id": "f", "label": "Name", "text": ""})
    page.get_by_label("Name").press_sequentially("abc")
    assert server.event() == of("f", "input", "a")
    answer(server, 2, 1, replace("/models/m1/body/0/text", "a"))
    assert server.event() == of("f", "input", "abc")
    assert page.get_by_label("Name").input_value() == "abc"


def test_what_was_typed_goes_out_before_any_other_event(page, server):
    shown(page, server, {"type": "textField", "id": "f", "label": "Name", "text": ""},
          {"type": "button", "id": "b", "text": "Go"})
    page.get_by_label("Name").press_sequentially("ab")
    page.get_by_role("button", name="Go").click()
    assert server.events(3) == [of("f", "input", "a"), of("f", "change", "ab"), of("b", "tap")]


def test_the_user_is_ahead_until_the_edit_has_ended_then_the_document_wins(page, server):
    shown(page, server, {"type": "textField", "id": "f", "label": "Name", "text": ""})
    field = page.get_by_label("Name")
    field.press_sequentially("a")
    field.press_sequentially("b")
    first = server.event()
    answer(server, 2, 1, replace("/models/m1/body/0/text", "A"))
    assert [first, server.event()] == [of("f", "input", "a"), of("f", "input", "ab")]
    assert field.input_value() == "ab"
    answer(server, 3, 2, replace("/models/m1/body/0/text", "AB"))
    field.press("Tab")
    assert server.event() == of("f", "change", "ab")
    answer(server, 4, 3)
    expect(field).to_have_value("AB")


PRICE = {"type": "textField", "id": "f", "label": "Price", "text": "1.5", "live": False}


def test_a_field_that_is_not_live_keeps_what_is_typed_until_the_edit_ends(page, server):
    shown(page, server, PRICE, {"type": "textField", "id": "g", "label": "Name", "text": ""})
    field = page.get_by_label("Price")
    field.fill("2,")
    server.send(patch(2, replace("/models/m1/body/0/text", "1.75"), replace("/models/m1/body/0/label", "Price now")))
    page.get_by_text("Price now").wait_for()
    assert field.input_value() == "2,"
    field.press_sequentially("5")
    page.get_by_label("Name").focus()
    assert server.event() == of("f", "change", "2,5")
    answer(server, 3, 1, replace("/models/m1/body/0/text", "2.50"))
    expect(field).to_have_value("2.50")


def test_a_field_that_is_not_live_shows_the_former_text_again(page, server):
    shown(page, server, PRICE)
    page.get_by_label("Price").fill("abc")
    page.get_by_label("Price").press("Enter")
    assert server.events(2) == [of("f", "change", "abc"), of("f", "submit", "abc")]
    answer(server, 2, 2)
    expect(page.get_by_label("Price")).to_have_value("1.5")


def test_an_edit_that_was_taken_back_ends_too(page, server):
    shown(page, server, PRICE)
    field = page.get_by_label("Price")
    field.press("End")
    field.press_sequentially("0")
    field.press("Backspace")
    field.blur()
    assert server.event() == of("f", "change", "1.5")
    answer(server, 2, 1)
    server.send(patch(3, replace("/models/m1/body/0/text", "3"), applied=server.done[0]))
    expect(field).to_have_value("3")


def test_a_tap_ends_an_edit(page, server):
    shown(page, server, PRICE, {"type": "button", "id": "b", "text": "Save"})
    page.get_by_label("Price").fill("2")
    page.get_by_role("button", name="Save").dispatch_event("click")
    assert server.events(2) == [of("f", "change", "2"), of("b", "tap")]


def test_a_field_says_what_its_text_means_and_which_keys_it_takes(page, server):
    shown(page, server, {"type": "secureField", "id": "p", "label": "Password", "autocomplete": "current-password"},
          {"type": "textField", "id": "f", "label": "Price", "text": "", "keyboard": "decimal"})
    assert page.get_by_label("Password").get_attribute("autocomplete") == "current-password"
    assert page.get_by_label("Price").get_attribute("inputmode") == "decimal"


DRAFT = {"type": "textField", "id": "f", "label": "Price", "text": "1.5", "draft": False}


def typed(text, draft):
    return replace("/models/m1/body/0/text", text), replace("/models/m1/body/0/draft", draft)


def test_a_draft_is_sent_while_the_user_types_and_ends_with_the_edit(page, server):
    shown(page, server, DRAFT, {"type": "button", "id": "b", "text": "Save"})
    field = page.get_by_label("Price")
    field.fill("2")
    assert server.event() == of("f", "input", "2")
    answer(server, 2, 1, *typed("2", True))
    field.press_sequentially(",")
    assert server.event() == of("f", "input", "2,")
    field.press_sequentially("5")
    answer(server, 3, 2, *typed("2,", True))
    assert server.event() == of("f", "input", "2,5")
    answer(server, 4, 3, *typed("2,5", True))
    expect(field).to_have_value("2,5")
    field.blur()
    assert server.event() == of("f", "change", "2,5")
    answer(server, 5, 4, *typed("2.50", False))
    expect(field).to_have_value("2.50")
    page.get_by_role("button", name="Save").click()
    assert server.event() == of("b", "tap")


def test_a_tap_and_return_end_a_draft_that_is_not_yet_answered(page, server):
    shown(page, server, DRAFT, {"type": "button", "id": "b", "text": "Save"})
    field = page.get_by_label("Price")
    field.press("End")
    field.press_sequentially("25")
    page.get_by_role("button", name="Save").dispatch_event("click")
    assert server.events(3) == [of("f", "input", "1.52"), of("f", "change", "1.525"), of("b", "tap")]
    answer(server, 2, 3, replace("/models/m1/body/0/text", "3"))
    expect(field).to_have_value("3")
    field.fill("4")
    field.press("Enter")
    field.blur()
    assert server.events(3) == [of("f", "input", "4"), of("f", "change", "4"), of("f", "submit", "4")]


def test_another_tab_or_app_does_not_end_a_draft(context, page, server):
    shown(page, server, DRAFT, {"type": "button", "id": "b", "text": "Save"})
    field = page.get_by_label("Price")
    field.fill("2")
    assert server.event() == of("f", "input", "2")
    answer(server, 2, 1, *typed("2", True))
    field.evaluate("field => { field.dispatchEvent(new Event('change')); field.dispatchEvent(new FocusEvent('blur')); }")
    field.press("End")
    field.press_sequentially("5")
    assert server.event() == of("f", "input", "25")
    answer(server, 3, 2, *typed("25", True))
    expect(field).to_have_value("25")
    # A tap ends it although the field has kept the focus.
    page.get_by_role("button", name="Save").dispatch_event("click")
    assert server.events(2) == [of("f", "change", "25"), of("b", "tap")]
    answer(server, 4, 4, *typed("", False))
    expect(field).to_have_value("")
    page.get_by_role("button", name="Save").focus()
    page.get_by_role("button", name="Save").click()
    assert server.event() == of("b", "tap")


def test_a_draft_that_another_page_has_typed_ends_when_the_field_is_left(page, server):
    shown(page, server, {**DRAFT, "text": "25", "draft": True})
    field = page.get_by_label("Price")
    expect(field).to_have_value("25")
    field.focus()
    field.blur()
    assert server.event() == of("f", "change", "25")
    answer(server, 2, 1, *typed("25.00", False))
    expect(field).to_have_value("25.00")
    field.focus()
    field.blur()
    field.fill("7")
    assert server.event() == of("f", "input", "7")


def test_a_reload_does_not_end_a_draft(page, server):
    shown(page, server, DRAFT)
    page.get_by_label("Price").fill("2")
    assert server.event() == of("f", "input", "2")
    answer(server, 2, 1, *typed("2", True))
    page.get_by_label("Price").press_sequentially("5")
    assert server.event() == of("f", "input", "25")
    page.reload()
    server.attach(screen({**DRAFT, "text": "25", "draft": True}), applied=server.done[-1])
    expect(page.get_by_label("Price")).to_have_value("25")
    page.get_by_label("Price").press("End")
    page.get_by_label("Price").press_sequentially("0")
    assert server.event() == of("f", "input", "250")


@pytest.mark.chromium
def test_a_component_of_the_apps_own_shows_its_properties_and_sends_events(page, server):
    page.goto("/")
    page.evaluate("""import('/client/client.js').then(({ defineElement }) => defineElement('dial', (host, emit) => {
      const button = document.createElement('button');
      host.append(button);
      button.onclick = () => emit('turned', 3);
      return ({ at }) => { button.textContent = `at ${at}`; };
    }))""")
    server.attach(screen({"type": "component", "id": "d", "component": "dial", "properties": {"at": 1}}))
    page.get_by_role("button", name="at 1").click()
    assert server.event() == of("d", "custom:turned", 3)
    answer(server, 2, 1, replace("/models/m1/body/0/properties/at", 4))
    page.get_by_role("button", name="at 4").wait_for()


ENDING = """import('/client/client.js').then(({ defineElement }) => {
    globalThis.ended = [];
    defineElement('clock', (host, emit, gone) => {
        gone.onabort = () => ended.push(host.textContent);
        return ({ name }) => { host.textContent = name; };
    });
})"""


def test_a_component_hears_when_it_goes_with_what_it_stands_in_or_with_its_window(page, server):
    page.goto("/")
    page.evaluate(ENDING)
    clocks = [{"type": "component", "id": name, "component": "clock", "properties": {"name": name}} for name in "ab"]
    server.attach(screen({"type": "vstack", "id": "v", "children": clocks[:1]}, clocks[1]))
    page.get_by_text("a", exact=True).wait_for()
    server.send(patch(2, {"op": "remove", "path": "/models/m1/body/0"}))
    page.wait_for_function("() => ended.join() === 'a'")
    server.socket.close(code=4501, reason="signed out")
    page.wait_for_function("() => ended.join() === 'a,b'")


def test_a_refused_toggle_flips_back(page, server):
    shown(page, server, {"type": "toggle", "id": "t", "label": "Sound", "value": False})
    toggle = page.get_by_role("switch", name="Sound")
    toggle.click()
    assert server.event() == of("t", "change", True)
    assert toggle.is_checked()
    [event] = server.done
    server.send({"rejected": {"event": event, "code": "invalid", "message": "no"}, "applied": event})
    page.wait_for_function("() => !document.querySelector('input').checked")


def test_enter_submits_the_field_and_its_form(page, server):
    shown(page, server, {"type": "form", "id": "form", "children": [
        {"type": "textField", "id": "f", "label": "Name", "text": ""},
        {"type": "textField", "id": "g", "label": "City", "text": ""}]})
    page.get_by_label("Name").press_sequentially("a")
    page.get_by_label("Name").press("Enter")
    assert server.events(4) == [
        of("f", "input", "a"), of("f", "change", "a"), of("f", "submit", "a"), of("form", "submit")]


def test_enter_submits_no_control_that_is_not_a_line_of_text(page, server):
    shown(page, server, {"type": "toggle", "id": "t", "label": "Sound", "value": False},
          {"type": "slider", "id": "s", "label": "Level", "value": 1, "max": 5}, {"type": "button", "id": "b", "text": "Go"})
    page.get_by_role("switch", name="Sound").press("Enter")
    page.get_by_role("slider", name="Level").press("Enter")
    page.get_by_role("button", name="Go").press("Enter")
    assert server.event() == of("b", "tap")


def test_a_stepper_stays_in_its_range(page, server):
    shown(page, server, {"type": "stepper", "id": "s", "label": "Guests", "value": 8, "min": 0, "max": 9})
    more = page.get_by_role("button", name="Guests +")
    more.click()
    assert server.event() == of("s", "change", 9)
    assert more.is_disabled()


@pytest.mark.parametrize("kind", ["menu", "segmented", "radio"])
def test_a_picker_sends_the_id_of_what_was_picked(page, server, kind):
    shown(page, server, {"type": "picker", "id": "p", "label": "Theme", "as": kind, "value": "a", "options": [
        {"id": "a", "text": "Light"}, {"id": "b", "text": "Dark"}]})
    if kind == "menu":
        page.get_by_label("Theme").select_option("b")
    else:
        page.get_by_label("Dark").check(force=True)
    assert server.event() == of("p", "change", "b")


def test_a_slider_sends_numbers(page, server):
    shown(page, server, {"type": "slider", "id": "s", "label": "Volume", "value": 40, "min": 0, "max": 100, "step": 10})
    page.get_by_label("Volume").press("ArrowRight")
    assert server.events(2) == [of("s", "input", 50), of("s", "change", 50)]


def test_a_slider_without_steps_stands_anywhere(page, server):
    shown(page, server, {"type": "slider", "id": "s", "label": "Share", "value": 0.25, "min": 0, "max": 1})
    assert page.get_by_label("Share").input_value() == "0.25"


def test_the_text_of_a_secure_field_stays_when_its_screen_changes(page, server):
    shown(page, server, {"type": "secureField", "id": "p", "label": "Password"}, *texts("x"))
    page.get_by_label("Password").press_sequentially("s")
    assert server.event() == of("p", "input", "s")
    answer(server, 2, 1, replace("/models/m1/body/1/text", "y"))
    page.get_by_text("y", exact=True).wait_for()
    assert page.get_by_label("Password").input_value() == "s"


def test_a_menu_opens_and_a_choice_closes_it(page, server):
    shown(page, server, {"type": "menu", "text": "More", "children": [
        {"type": "button", "id": "one", "text": "One"}, {"type": "button", "id": "two", "text": "Two"}]})
    page.get_by_role("button", name="More").press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "One"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert server.event() == of("two", "tap")
    page.get_by_role("button", name="Two").wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "More"


ROW = {"type": "button", "id": "b", "text": "Row", "contextMenu": [{"type": "button", "id": "b.open", "text": "Open"}]}


def test_a_context_menu_opens_by_pointer(page, server):
    shown(page, server, ROW)
    page.get_by_role("button", name="Row").click(button="right")
    page.get_by_role("button", name="Open").click()
    assert server.event() == of("b.open", "tap")


@pytest.mark.chromium
def test_a_context_menu_opens_by_keyboard(page, server):
    shown(page, server, ROW)
    page.get_by_role("button", name="Row").press("Shift+F10")
    page.get_by_role("button", name="Open").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open").wait_for(state="detached")


# iOS does not have this event.
NO_MENU = """addEventListener("contextmenu", (event) => {
    if (!event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
}, true);"""


@pytest.fixture
def finger(page):
    """Touches points of a page that receives no `contextmenu`: `touchStart`, `touchMove` and `touchEnd`."""
    page.add_init_script(NO_MENU)
    driver = page.context.new_cdp_session(page)
    driver.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def act(kind, *points):
        driver.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    return act


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.chromium
def test_a_finger_that_rests_opens_a_context_menu_and_presses_nothing(page, server, finger):
    shown(page, server, ROW)
    finger("touchStart", middle(page.get_by_role("button", name="Row")))
    item = page.get_by_role("button", name="Open")
    item.wait_for()
    finger("touchEnd")
    finger("touchStart", middle(item))
    finger("touchEnd")
    assert server.event() == of("b.open", "tap")
    item.wait_for(state="detached")


@pytest.mark.chromium
def test_a_finger_that_moves_or_is_lifted_opens_no_menu(page, server, finger):
    shown(page, server, ROW)
    page.clock.install()
    x, y = middle(page.get_by_role("button", name="Row"))
    finger("touchStart", (x, y))
    finger("touchMove", (x + 40, y))
    page.clock.run_for(2000)
    finger("touchEnd")
    assert page.locator(".menu").count() == 0
    finger("touchStart", (x, y))
    finger("touchEnd")
    assert server.event() == of("b", "tap")
    page.clock.run_for(2000)
    assert page.locator(".menu").count() == 0


def test_focus_follows_the_document_and_is_reported(page, server):
    shown(page, server, {"type": "textField", "id": "f", "label": "One", "focused": True},
          {"type": "textField", "id": "g", "label": "Two", "focused": False})
    assert server.event() == of("f", "focus")
    answer(server, 2, 1, replace("/models/m1/body/0/focused", False), replace("/models/m1/body/1/focused", True))
    assert server.events(2) == [of("f", "blur"), of("g", "focus")]
    assert page.evaluate("document.activeElement === document.querySelectorAll('input')[1]")


def test_what_is_not_known_is_a_labelled_placeholder_reported_once(page, server):
    lines = []
    page.on("console", lambda line: lines.append(line.text))
    shown(page, server, {"type": "hologram"}, {"type": "hologram"}, {"type": "component", "component": "map"})
    assert page.get_by_text("Cannot show “hologram”").count() == 2
    assert lines == ["Cannot show “hologram”", "Cannot show “map”"]


def test_runs_are_styled_and_linked(page, server):
    shown(page, server, {"type": "text", "text": ["Read ", {"text": "this", "style": "bold"}, {"text": "now", "url": "/x"}]})
    assert page.locator("[data-type=text]").inner_html() == (
        'Read <span data-style="bold">this</span><a class="link" href="/x">now</a>')


def test_an_event_that_is_too_long_is_not_sent_and_said_so(page, server):
    shown(page, server, {"type": "textArea", "id": "t", "label": "Text", "text": ""})
    page.get_by_label("Text").fill("x" * 70_000)
    expect(page.get_by_role("alert")).to_have_text("53616 characters too many")
    assert server.done == []


def test_a_text_that_may_be_long_but_is_too_long_to_send_stays_and_says_so(page, server):
    shown(page, server, {"type": "textArea", "id": "t", "label": "Text", "text": "", "maxLength": 100_000})
    page.get_by_label("Text").fill("x" * 70_000)
    expect(page.get_by_role("alert")).to_have_text("This is too long to send.")
    assert page.get_by_label("Text").input_value() == "x" * 70_000
    assert server.done == []


def test_text_is_never_markup(page, server):
    shown(page, server, *texts("<img src=x onerror=alert(1)>"), title="<b>T</b>")
    assert page.locator("main img, main b").count() == 0
