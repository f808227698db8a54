"""Controls and texts of forms and questions, in a real browser."""

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import patch, replace, screen, texts

OPTIONS = [{"id": "a", "text": "Ham"}, {"id": "b", "text": "Olives"}, {"id": "c", "text": "Basil"}]
DATE = {"type": "datePicker", "id": "d", "label": "Due", "as": "date", "value": "2026-11-21"}
COLOR = {"type": "colorPicker", "id": "c", "label": "Tint", "value": "#ff0000"}
PAGES = {"type": "pageControl", "id": "p", "label": "Page", "value": 0, "count": 3}
SEVERAL = {"type": "picker", "id": "s", "label": "Toppings", "multiple": True, "value": ["a"], "options": OPTIONS}
TABLE = {"type": "tabular", "columns": [{"title": "Name"}, {"title": "Points"}], "children": [
    {"type": "hstack", "id": "r1", "children": texts("Ada", "3")},
    {"type": "hstack", "id": "r2", "children": [*texts("Bob"), {"type": "button", "id": "b", "text": "5"}]}]}
FIELD = {"type": "textField", "id": "f", "label": "Name", "text": "a👍bc", "selection": {}}


def shown(page, server, *body, **members):
    page.goto("/")
    server.attach(screen(*body, **members))
    page.locator("main h1").wait_for()


def answer(server, rev, *operations):
    """The person's acts so far."""
    server.send(patch(rev, *operations, applied=server.done[-1]))


def of(element, name, value):
    return {"model": "m1", "element": element, "name": name, "value": value}


@pytest.mark.parametrize("style, text", [("date", "2027-01-02"), ("time", "10:30"), ("datetime-local", "2027-01-02T10:30")])
def test_a_date_is_picked(page, server, style, text):
    shown(page, server, {**DATE, "as": style, "value": ""})
    page.get_by_label("Due").fill(text)
    page.get_by_label("Due").blur()
    assert server.event() == of("d", "change", text)


def test_a_colour_is_picked(page, server):
    shown(page, server, COLOR)
    page.get_by_label("Tint").fill("#00ff00")
    assert server.event() == of("c", "input", "#00ff00")


def test_a_page_is_opened(page, server):
    shown(page, server, PAGES)
    assert page.get_by_role("radio", name="1").is_checked()
    page.get_by_role("radio", name="3").check(force=True)
    assert server.event() == of("p", "change", 2)
    answer(server, 2, replace("/models/m1/body/0/value", 1))
    page.wait_for_function("() => document.querySelectorAll('input')[1].checked")


def test_several_options_are_picked(page, server):
    shown(page, server, SEVERAL)
    assert page.get_by_role("checkbox", name="Ham").is_checked()
    page.get_by_role("checkbox", name="Basil").check()
    assert server.event() == of("s", "change", ["a", "c"])


def test_an_emptied_secret_empties_its_field(page, server):
    shown(page, server, {"type": "secureField", "id": "p", "label": "Password", "filled": False})
    page.get_by_label("Password").press_sequentially("s")
    assert server.event() == of("p", "input", "s")
    answer(server, 2, replace("/models/m1/body/0/filled", True))
    page.get_by_label("Password").press("Enter")
    while server.event()["name"] != "submit":
        pass
    assert page.get_by_label("Password").input_value() == "s"
    answer(server, 3, replace("/models/m1/body/0/filled", False))
    page.wait_for_function("() => document.querySelector('input').value === ''")


def test_the_caret_is_followed_and_moved(page, server):
    shown(page, server, FIELD)
    field = page.get_by_label("Name")
    field.focus()
    field.evaluate("field => field.setSelectionRange(3, 4)")
    while (event := server.event()) != of("f", "selection", {"from": 2, "to": 3}):
        assert event["name"] == "selection"
        server.send({"patch": [], "rev": 1, "base": 1, "applied": server.done[-1]})
    answer(server, 2, replace("/models/m1/body/0/selection", {"from": 4, "to": 4}))
    page.wait_for_function("() => document.querySelector('input').selectionStart === 5")


def test_a_table_has_headings_and_cells(page, server):
    shown(page, server, TABLE)
    assert page.get_by_role("columnheader").all_text_contents() == ["Name", "Points"]
    assert page.get_by_role("row").nth(2).get_by_role("cell").all_text_contents() == ["Bob", "5"]
    page.get_by_role("button", name="5").click()
    assert server.event() == {"model": "m1", "element": "b", "name": "tap"}
    server.send(patch(2, {"op": "move", "from": "/models/m1/body/0/children/1", "path": "/models/m1/body/0/children/0"}))
    page.wait_for_function("() => document.querySelector('td').textContent === 'Bob'")


def test_scrolling_is_told_where_it_is_asked_for(page, server):
    shown(page, server, {"type": "scroll", "id": "s", "scrolled": True, "children": texts(*map(str, range(200)))})
    page.locator(".scroll").evaluate("""node => {
      node.style.cssText = 'height: 100px; overflow: auto; display: block';
      node.scrollTop = node.scrollHeight;
    }""")
    assert server.event() == of("s", "scrolled", {"fraction": 1})


def question(**members):
    return {"as": "alert", "id": "q1", "title": "Sure?", "actions": [
        {"id": "q1.0", "label": [{"text": "Yes", "style": "bold"}]}, {"id": "q1.1", "label": "No", "role": "cancel"}], **members}


def test_an_answer_is_sent_and_another_question_is_another_dialog(page, server):
    shown(page, server, presented=question())
    page.get_by_role("button", name="Yes").click()
    assert server.event() == {"model": "m1", "name": "action", "value": {"id": "q1.0"}}
    page.get_by_role("alertdialog").evaluate("node => { node.mine = true; }")
    answer(server, 2, replace("/models/m1/presented", question(id="q2", title="Really?")))
    page.get_by_role("alertdialog", name="Really?").wait_for()
    page.wait_for_function("() => document.querySelectorAll('dialog').length === 1")
    assert page.get_by_role("alertdialog").evaluate("node => node.mine") is None


def test_a_hidden_title_names_its_dialog(page, server):
    shown(page, server, presented=question(**{"as": "dialog", "titleVisibility": "hidden", "message": "It is gone then."}))
    dialog = page.get_by_role("alertdialog", name="Sure?")
    dialog.wait_for()
    assert dialog.get_by_role("heading").evaluate("node => getComputedStyle(node).clipPath") == "inset(50%)"


def test_runs_say_what_they_stand_for(page, server):
    shown(page, server, {"type": "text", "text": [{"text": "★★★", "label": "three stars"}, " by Ada"]})
    assert page.get_by_role("img", name="three stars").text_content() == "★★★"


@pytest.mark.chromium
def test_axe_finds_nothing(page, server):
    # An element that is still fading in has no contrast yet.
    page.emulate_media(reduced_motion="reduce")
    shown(page, server, DATE, COLOR, PAGES, SEVERAL, TABLE, FIELD,
          {"type": "webView", "label": "Help", "url": "/client/icon.svg"}, {"type": "text", "text": [{"text": "★", "label": "a star"}]})
    page.get_by_label("Due").wait_for()
    assert violations(page) == []
    server.send(patch(2, {"op": "add", "path": "/models/m1/presented", "value": question(title="", message="Go on?")}))
    page.get_by_role("alertdialog", name="Go on?").wait_for()
    assert violations(page) == []
