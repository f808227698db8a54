"""What a person types stays as it was typed until the edit ends, and a refusal is said at the field."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, replace, screen
from playwright.sync_api import expect

TEXT = "/models/m1/body/0/text"


def field(label="Field", kind="textField", **members):
    return {"type": kind, "id": "f", "label": label, "text": "", **members}


def shown(page, server, *body):
    page.goto("/")
    server.attach(screen(*body))
    page.locator("main h1").wait_for()
    return page.get_by_label("Field", exact=True)


class Typist:
    """Types letter by letter; each event is answered before the next letter, with what an app makes of the text."""

    def __init__(self, page, server, made):
        self.page, self.server, self.made = page, server, made
        self.rev = 1
        self.texts = []

    def type(self, text):
        for letter in text:
            self.page.keyboard.press(letter)
            self.answer()

    def answer(self):
        event = self.server.act()
        self.texts.append(event["value"])
        self.rev += 1
        self.server.send(patch(self.rev, replace(TEXT, self.made(event["value"])), applied=event["id"]))
        return event


def grouped(text):
    digits = [letter for letter in text if letter.isdigit()]
    return " ".join("".join(digits[at:at + 4]) for at in range(0, len(digits), 4))


def test_digits_that_an_app_groups_are_all_there(page, server):
    control = shown(page, server, field())
    control.focus()
    Typist(page, server, grouped).type("1234567890123456")
    expect(control).to_have_value("1234 5678 9012 3456")


@pytest.mark.parametrize(
    ("made", "typed", "sent", "shown_at_the_end"),
    [(str.strip, "a b ", "a b ", "a b"), (str.upper, "abc", "abc", "ABC"), (lambda text: str(max(int(text or 0), 10)), "50", "50", "50"),
     (lambda text: text[:3], "abcde", "abcde", "abc")])
def test_what_an_app_makes_of_a_text_is_shown_when_the_edit_ends(page, server, made, typed, sent, shown_at_the_end):
    control = shown(page, server, field())
    control.focus()
    typist = Typist(page, server, made)
    typist.type(typed)
    expect(control).to_have_value(typed)
    assert typist.texts[-1] == sent
    page.keyboard.press("Tab")
    if made(typed) != typed:
        assert typist.answer()["name"] == "change"
    expect(control).to_have_value(shown_at_the_end)


def test_a_server_that_knows_what_was_typed_has_it_shown_while_the_edit_goes_on(page, server):
    control = shown(page, server, field())
    control.focus()
    page.keyboard.type("a")
    event = server.act()
    server.send(patch(2, replace(TEXT, "ba"), add("/models/m1/body/0/typed", "ba"), applied=event["id"]))
    expect(control).to_have_value("ba")
    # The caret stays behind the own letter.
    page.keyboard.type("c")
    event = server.act()
    assert (event["value"], event["over"]) == ("bac", {"from": 2, "to": 3, "was": ""})
    server.send(patch(3, replace(TEXT, "BAC"), replace("/models/m1/body/0/typed", "bac"), applied=event["id"]))
    expect(control).to_have_value("bac")
    page.keyboard.press("Tab")
    event = server.act()
    assert event["name"] == "change"
    server.send({"patch": [{"op": "remove", "path": "/models/m1/body/0/typed"}], "rev": 4, "applied": event["id"]})
    expect(control).to_have_value("BAC")


def test_an_input_says_over_which_text_it_was_typed(page, server):
    control = shown(page, server, field(text="Call Ann 😀"))
    control.focus()
    page.keyboard.press("End")
    page.keyboard.type("!")
    event = server.act()
    assert (event["value"], event["over"]) == ("Call Ann 😀!", {"from": 10, "to": 11, "was": ""})
    # Not over what has arrived meanwhile, but over what was on the screen.
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    server.send(patch(2, replace(TEXT, "Oh, Call Ann 😀!"), applied=event["id"]))
    event = server.act()
    assert (event["value"], event["over"]) == ("all Ann 😀!", {"from": 0, "to": 0, "was": "C"})


def test_what_a_killed_server_has_not_saved_stays_in_its_field(page, server):
    control = shown(page, server, field())
    control.focus()
    Typist(page, server, str).type("abc")
    server.socket.close(1012)
    # The server has only the first letter on its disk.
    attach = server.next("attach")
    server.send({"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": "e-2", "rev": 1, "applied": server.done[0], "resumed": False,
                              "server": {"name": "test", "version": "1"}}},
                {"state": screen(field(text="a"), {"type": "text", "text": "News"}), "rev": 1, "applied": server.done[0]})
    assert attach["window"] == "w-1"
    page.get_by_text("News").wait_for()
    assert control.input_value() == "abc"
    for rev, text in ((2, "ab"), (3, "abc")):
        event = server.act()
        assert event["value"] == text
        server.send(patch(rev, replace(TEXT, text), applied=event["id"]))
    server.send(patch(4, replace("/models/m1/body/1/text", "Later")))
    page.get_by_text("Later").wait_for()
    assert control.input_value() == "abc"
    page.keyboard.type("d")
    event = server.act()
    assert (event["value"], event["over"]) == ("abcd", {"from": 3, "to": 4, "was": ""})
    page.errors.clear()


def test_what_another_types_comes_at_once_and_leaves_the_caret_behind_its_character(page, server):
    control = shown(page, server, field(text="Hello world"))
    control.focus()
    page.evaluate("document.activeElement.setSelectionRange(5, 5)")
    server.send(patch(2, replace(TEXT, "Oh, Hello, world")))
    expect(control).to_have_value("Oh, Hello, world")
    assert page.evaluate("document.activeElement.selectionStart") == 9
    server.send(patch(3, replace(TEXT, "OH, HELLO, WORLD")))
    expect(control).to_have_value("OH, HELLO, WORLD")
    assert page.evaluate("document.activeElement.selectionStart") == 9


def test_a_text_that_is_too_long_stays_and_the_field_says_by_how_much(page, server):
    control = shown(page, server, field(kind="textArea", text="abc"))
    control.focus()
    page.keyboard.press("End")
    page.keyboard.insert_text("x" * 20_000)
    reason = page.get_by_role("alert")
    expect(reason).to_have_text("3619 characters too many")
    assert control.input_value() == "abc" + "x" * 20_000
    assert control.get_attribute("aria-invalid") == "true"
    expect(control).to_have_accessible_description("3619 characters too many")
    expect(control).to_have_accessible_name("Field")
    server.send(patch(2, add("/models/m1/body/1", {"type": "text", "text": "News"})))
    page.get_by_text("News").wait_for()
    assert control.input_value() == "abc" + "x" * 20_000
    # It is sent once it fits.
    control.fill("abcd")
    assert server.event()["value"] == "abcd"
    expect(reason).to_have_count(0)


def test_ten_emoji_fit_in_ten(page, server):
    control = shown(page, server, field(maxLength=10))
    control.focus()
    page.keyboard.insert_text("😀" * 10)
    assert server.event()["value"] == "😀" * 10
    page.keyboard.insert_text("😀")
    expect(page.get_by_role("alert")).to_have_text("1 character too many")
    assert control.input_value() == "😀" * 11


def test_a_refusal_of_the_server_is_said_at_the_field_and_leaves_the_text(page, server):
    control = shown(page, server, field(draft=False, text="10"), {"type": "button", "id": "b", "text": "Go"})
    control.fill("12x")
    event = server.act()
    server.send(patch(2, replace(TEXT, "12x"), replace("/models/m1/body/0/draft", True), applied=event["id"]))
    page.keyboard.press("Enter")
    event, submit = server.act(), server.act()
    assert (event["name"], submit["name"]) == ("change", "submit")
    server.send(patch(3, replace(TEXT, "10"), replace("/models/m1/body/0/draft", False)),
                {"rejected": {"event": event["id"], "code": "invalid", "message": "This can't be read"}, "applied": event["id"]},
                {"rejected": {"event": submit["id"], "code": "invalid", "message": "This can't be read"}, "applied": submit["id"]})
    expect(page.get_by_role("alert")).to_have_text("This can't be read")
    expect(control).to_have_value("12x")
    page.keyboard.press("Tab")
    server.send(patch(4, replace("/models/m1/body/1/text", "News")))
    page.get_by_role("button", name="News").wait_for()
    expect(page.get_by_role("alert")).to_have_text("This can't be read")
    expect(control).to_have_value("12x")
    control.fill("12")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_refused_value_of_another_control_is_said_and_the_document_wins(page, server):
    page.goto("/")
    server.attach(screen({"type": "toggle", "id": "t", "label": "Lights", "value": False}))
    switch = page.get_by_role("switch", name="Lights")
    switch.click()
    event = server.act()
    server.send({"rejected": {"event": event["id"], "code": "invalid", "message": "Not now"}, "applied": event["id"]})
    expect(page.get_by_role("alert")).to_have_text("Not now")
    expect(switch).not_to_be_checked()
    expect(switch).to_have_accessible_name("Lights")


def date(**members):
    return {"type": "datePicker", "id": "f", "label": "Field", "as": "date", "value": "2026-11-29", "min": "2026-01-01", "max": "2027-12-31", **members}


def test_a_date_with_limits_is_typed_and_sent_when_its_edit_ends(page, server):
    control = shown(page, server, date())
    control.focus()
    page.keyboard.type("12312027")
    expect(control).to_have_value("2027-12-31")
    page.keyboard.press("Tab")
    event = server.act()
    assert (event["name"], event["value"]) == ("change", "2027-12-31")


def test_a_date_out_of_range_is_refused_with_words_at_the_end(page, server):
    control = shown(page, server, date())
    control.focus()
    page.keyboard.type("12312029")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.keyboard.press("Tab")
    # In the browser's words.
    expect(page.get_by_role("alert")).to_have_text(control.evaluate("node => node.validationMessage"))
    expect(page.get_by_role("alert")).to_contain_text("12/31/2027")
    server.send(patch(2, add("/models/m1/body/1", {"type": "text", "text": "News"})))
    page.get_by_text("News").wait_for()
    expect(control).to_have_value("2029-12-31")


def test_half_a_date_stays(page, server):
    control = shown(page, server, date(value=""), {"type": "button", "id": "b", "text": "Go"})
    control.focus()
    page.keyboard.type("1231")
    server.send(patch(2, replace("/models/m1/body/1/text", "News")))
    page.get_by_role("button", name="News").wait_for()
    page.keyboard.type("2027")
    expect(control).to_have_value("2027-12-31")
    page.keyboard.press("Backspace")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("alert")).to_have_text("This is not complete.")


# What is composed. Android's keyboards compose every word, those of Japanese and Chinese each phrase.

FIELDS = [
    ("a text field", field()), ("a search field", field(keyboard="search")), ("a text of several lines", field(kind="textArea")),
    ("a secret", {"type": "secureField", "id": "f", "label": "Field", "filled": False}),
    ("a field with a draft", field(draft=False)),
]


@pytest.fixture
def keyboard(page):
    """An input method."""
    return page.context.new_cdp_session(page)


def compose(keyboard, text):
    keyboard.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})


@pytest.mark.chromium
@pytest.mark.parametrize("element", [element for _, element in FIELDS], ids=[name for name, _ in FIELDS])
def test_what_is_composed_is_sent_as_it_comes(page, server, keyboard, element):
    control = shown(page, server, element)
    control.focus()
    rev = 1
    for count in range(1, 6):
        compose(keyboard, "hello"[:count])
        event = server.act()
        assert (event["name"], event["value"]) == ("input", "hello"[:count])
        rev += 1
        server.send(patch(rev, applied=event["id"]))
    keyboard.send("Input.insertText", {"text": "hello"})
    expect(control).to_have_value("hello")


@pytest.mark.chromium
def test_a_field_with_live_false_sends_what_was_composed_when_its_edit_ends(page, server, keyboard):
    shown(page, server, field(live=False)).focus()
    compose(keyboard, "hel")
    keyboard.send("Input.insertText", {"text": "hello"})
    page.keyboard.press("Tab")
    assert server.event() == {"model": "m1", "element": "f", "name": "change", "value": "hello"}


@pytest.mark.chromium
def test_nothing_is_written_into_a_field_under_composition(page, server, keyboard):
    control = shown(page, server, field(text="a"))
    control.focus()
    page.keyboard.press("End")
    compose(keyboard, "k")
    event = server.act()
    assert event["value"] == "ak"
    server.send(patch(2, replace(TEXT, "From elsewhere"), add("/models/m1/body/0/typed", "From elsewhere"), applied=event["id"]),
                patch(3, add("/models/m1/body/1", {"type": "text", "text": "News"})))
    page.get_by_text("News").wait_for()
    expect(control).to_have_value("ak")
    compose(keyboard, "か")
    event = server.act()
    assert event["value"] == "aか"
    server.send(patch(4, replace(TEXT, "From elsewhereか"), replace("/models/m1/body/0/typed", "From elsewhereか"), applied=event["id"]),
                patch(5, replace("/models/m1/body/1/text", "Later")))
    page.get_by_text("Later").wait_for()
    expect(control).to_have_value("aか")
    keyboard.send("Input.insertText", {"text": "か"})
    expect(control).to_have_value("From elsewhereか")


@pytest.mark.chromium
def test_send_is_enabled_by_the_first_composed_letter_and_a_press_on_it_sends(page, server, keyboard):
    control = shown(page, server, field(), {"type": "button", "id": "send", "text": "Send", "disabled": True})
    control.focus()
    compose(keyboard, "h")
    event = server.act()
    server.send(patch(2, replace(TEXT, "h"), {"op": "remove", "path": "/models/m1/body/1/disabled"}, applied=event["id"]))
    page.get_by_role("button", name="Send").click()
    assert [event["name"] for event in iter(server.event, {"model": "m1", "element": "send", "name": "tap"})] in ([], ["change"])


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_keys_of_a_composition_do_nothing_else(page, server, key):
    """WebKit ends a composition before it reports the key that has ended it."""
    page.goto("/")
    server.attach({**screen(), "models": {
        "m1": {"kind": "screen", "title": "Test", "body": [], "presented": {"as": "sheet", "model": "m2"}},
        "m2": {"kind": "screen", "title": "Sheet", "body": [field(), {"type": "button", "id": "ask", "text": "Ask"}]}}})
    control = page.get_by_label("Field", exact=True)
    control.focus()
    control.evaluate("""(node, key) => {
        node.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
        node.value = "かな";
        node.dispatchEvent(new InputEvent("input", { bubbles: true }));
        node.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
        node.dispatchEvent(new KeyboardEvent("keydown", { key, keyCode: 229, bubbles: true, cancelable: true }));
    }""", key)
    event = server.act()
    assert (event["name"], event["value"]) == ("input", "かな")
    server.send(patch(2, replace("/models/m2/body/0/text", "かな"), applied=event["id"]))
    # Nothing else was sent until now.
    page.evaluate("document.querySelector('[data-element=ask]').click()")
    assert server.act()["name"] == "tap"
    control.press(key)
    assert server.act()["name"] == {"Enter": "submit", "Escape": "dismiss"}[key]


def test_a_unit_stands_inside_its_field_and_is_read_with_the_label(page, server):
    page.goto("/")
    server.attach(screen(field("Amount", prefix="€", text="214.00"), {**field("Parcel", suffix="kg", text="1.2"), "id": "g"}))
    amount, parcel = page.get_by_role("textbox", name="Amount €"), page.get_by_role("textbox", name="Parcel kg")
    for box, unit in ((amount, page.get_by_text("€")), (parcel, page.get_by_text("kg"))):
        outer, inner = box.bounding_box(), unit.bounding_box()
        assert outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
        assert outer["y"] <= inner["y"] + 1 and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    # The text makes room for it.
    assert page.get_by_text("€").evaluate("""(unit) => {
      const style = getComputedStyle(unit), input = getComputedStyle(unit.parentElement.querySelector("input"));
      return parseFloat(input.paddingInlineStart) >= unit.getBoundingClientRect().width - parseFloat(style.paddingInlineEnd);
    }""")
    # It lets a click through.
    page.mouse.click(*(page.get_by_text("kg").bounding_box()[side] + 4 for side in ("x", "y")))
    expect(parcel).to_be_focused()


def test_arrow_keys_change_a_number_by_a_step_after_what_was_typed(page, server):
    box = shown(page, server, field(text="12", draft=False, steps=True))
    box.press("End")
    box.press("5")
    typed = server.act()
    server.send(patch(2, replace(TEXT, "125"), {"op": "replace", "path": "/models/m1/body/0/draft", "value": True}, applied=typed["id"]))
    box.press("ArrowUp")
    assert server.event() == {"model": "m1", "element": "f", "name": "change", "value": "125"}
    assert server.event() == {"model": "m1", "element": "f", "name": "step", "value": 1}
    server.send(patch(3, replace(TEXT, "126"), {"op": "replace", "path": "/models/m1/body/0/draft", "value": False}, applied=server.done[-1]))
    expect(box).to_have_value("126")
    expect(box).to_be_focused()
    box.press("Control+ArrowUp")
    box.press("ArrowDown")
    assert server.event() == {"model": "m1", "element": "f", "name": "step", "value": -1}


def test_arrow_keys_of_other_fields_move_the_caret(page, server):
    box = shown(page, server, field(text="12"))
    box.press("End")
    box.press("ArrowUp")
    box.press("3")
    assert server.event()["value"] == "312"
