"""Fixtures of the tests that put people before the real program, which shows the Gallery."""

import pytest
from client_page import browser, entries, prepare  # noqa: F401 (fixtures)
from people import Person
from proxy import Proxy


@pytest.fixture
def person(browser, program, request):
    person = Person(browser, program.origin)
    prepare(person.context, request)
    yield person
    person.leave()


@pytest.fixture
def still(browser, program, request):
    """Somebody who wants no motion, so that tests need not wait for any."""
    person = Person(browser, program.origin, reduced_motion="reduce")
    prepare(person.context, request)
    yield person
    person.leave()


@pytest.fixture
def wire(program):
    wire = Proxy(program.port)
    yield wire
    wire.close()


@pytest.fixture
def remote(browser, wire):
    """Somebody at the other end of a wire that can be cut."""
    person = Person(browser, wire.origin)
    yield person
    person.leave()
