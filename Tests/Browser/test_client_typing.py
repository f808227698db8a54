"""Another screen that comes while somebody types takes no letters away."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import HEARD, add, hears, patch, remove, replace, screen
from playwright.sync_api import expect

BODY = [{"type": "textField", "id": "note", "label": "Note", "text": ""}, {"type": "button", "id": "go", "text": "Go"}]
SHEET = [add("/models/m2", {"kind": "screen", "title": "Urgent", "body": [{"type": "text", "text": "Come here"}]}),
         add("/models/m1/presented", {"as": "sheet", "model": "m2"})]
FOCUSED = "() => document.activeElement.localName"


# The page's clock stands still, so that no pause comes, until a test moves it.
STILL = "globalThis.now = 1e6; performance.now = () => now"


@pytest.fixture
def typing(context, page, server):
    context.add_init_script(STILL)
    page.add_init_script(HEARD)
    page.goto("/")
    server.attach(screen(*BODY))
    page.get_by_label("Note").focus()
    page.keyboard.type("Cal")
    return page


def answer(server, event, *operations, rev):
    server.send(patch(rev, *operations, applied=event["id"]))
    return event["value"]


def typed(server):
    while (event := server.next("event"))["name"] not in ("input", "change"):
        pass
    return event


def test_a_sheet_from_elsewhere_waits_for_a_pause_and_every_letter_arrives(typing, server):
    first = typed(server)
    hears(typing, server, patch(2, *SHEET))
    typing.keyboard.type("ler says")
    assert typing.evaluate(FOCUSED) == "input"
    assert typing.get_by_label("Note").input_value() == "Caller says"
    typing.evaluate("now += 1200")
    expect(typing.get_by_role("dialog", name="Urgent")).to_be_visible()
    # What was typed meanwhile is sent for the field, although its screen is covered now.
    value = answer(server, first, rev=3)
    rev = 4
    while value != "Caller says":
        event = typed(server)
        assert (event["model"], event["element"]) == ("m1", "note")
        value = answer(server, event, replace("/models/m1/body/0/text", event["value"]), rev=rev)
        rev += 1
    server.send(patch(rev, remove("/models/m1/presented"), remove("/models/m2")))
    expect(typing.get_by_label("Note")).to_have_value("Caller says")


def test_what_the_typing_itself_leads_to_does_not_wait(typing, server):
    server.send(patch(2, *SHEET, applied=typed(server)["id"]))
    expect(typing.get_by_role("dialog", name="Urgent")).to_be_visible()


def test_an_act_of_the_user_ends_the_wait(typing, server):
    typed(server)
    server.send(patch(2, *SHEET))
    typing.keyboard.type("l")
    typing.get_by_role("button", name="Go").click()
    expect(typing.get_by_role("dialog", name="Urgent")).to_be_visible()


def test_a_screen_that_is_gone_is_not_typed_into(typing, server):
    typed(server)
    server.send(patch(
        2, add("/models/m2", {"kind": "screen", "title": "Other", "body": []}), remove("/models/m1"), replace("/root", "m2")))
    expect(typing.get_by_role("heading", name="Other")).to_be_visible()


def test_other_changes_are_shown_while_somebody_types(typing, server):
    typed(server)
    server.send(patch(2, replace("/models/m1/body/1/text", "Went")))
    expect(typing.get_by_role("button", name="Went")).to_be_visible()
