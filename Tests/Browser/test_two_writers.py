"""Two people type in one text, and neither loses a letter."""

import os
import re

import pytest
from browsers import browser_for
from people import Person
from playwright.sync_api import expect
from program import Program
from proxy import Proxy

INCIDENT = "/dispatch-incident/4100"


class Writer:
    def __init__(self, browser, origin, room, letter):
        self.person = Person(browser, origin)
        self.letter = letter
        self.typed = 0
        page = self.person.context.new_page()
        page.goto(f"{INCIDENT}?room={room}")
        self.field = page.get_by_label("Note", exact=True)
        self.field.focus()
        self.page = page

    def type(self):
        self.page.keyboard.type(self.letter)
        self.typed += 1

    @property
    def text(self):
        return self.field.input_value()


def meet(browser, origins, room):
    one, other = (Writer(browser, origin, room, letter) for origin, letter in zip(origins, "ab"))
    one.page.keyboard.type("Common ")
    expect(other.field).to_have_value("Common ")
    other.page.keyboard.press("End")
    return one, other


def agree(one, other):
    """Both see the same text, with every letter of both."""
    one.page.keyboard.press("End")
    whole = re.compile(rf"^(?=(?:[^a]*a){{{one.typed}}}[^a]*$)(?=(?:[^b]*b){{{other.typed}}}[^b]*$)Common [ab]*$")
    expect(one.field).to_have_value(whole)
    expect(other.field).to_have_value(one.text)
    one.person.leave()
    other.person.leave()


@pytest.mark.parametrize("delay", [0, 0.3], ids=["a good line", "600 ms"])
def test_two_people_type_in_one_note_and_lose_no_letter(browser, program, wire, delay):
    wire.delay = delay
    one, other = meet(browser, [wire.origin, program.origin], os.urandom(4).hex())
    for _ in range(40):
        one.type()
        other.type()
    agree(one, other)


def test_what_each_types_stays_together(browser, program):
    one, other = meet(browser, [program.origin, program.origin], os.urandom(4).hex())
    for _ in range(20):
        one.type()
        other.type()
    expect(one.field).to_have_value(re.compile(r"^Common (a{20}b{20}|b{20}a{20})$"))
    agree(one, other)


def test_a_field_shows_who_else_writes(browser, program):
    one, other = meet(browser, [program.origin, program.origin], os.urandom(4).hex())
    one.type()
    expect(other.page.get_by_text("Someone is writing")).to_be_visible()
    expect(one.page.get_by_text("Someone is writing")).to_have_count(0)
    expect(other.field).to_have_accessible_name("Note")
    expect(other.page.get_by_text("Someone is writing")).to_have_count(0)
    agree(one, other)


def test_two_people_lose_no_letter_when_the_server_is_killed(browser, tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    wire = Proxy(program.port)
    try:
        one, other = meet(browser, [wire.origin, program.origin], os.urandom(4).hex())
        for turn in range(40):
            one.type()
            other.type()
            if turn in (10, 25):
                program.kill()
                one.type()
                other.type()
                program.start()
        agree(one, other)
    finally:
        wire.close()
        program.stop()
