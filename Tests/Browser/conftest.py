"""Fixtures of the tests that use the real program, which shows the Gallery, in a browser."""

import pytest
from browsers import browser, browser_for, driver, whole_browser  # noqa: F401 (fixtures)
from client_page import entries, prepare  # noqa: F401 (fixtures)
from people import Person
from proxy import Proxy


@pytest.fixture
def person(program, request):
    person = Person(browser_for(request), program.origin)
    prepare(person.context, request)
    yield person
    person.leave()


@pytest.fixture
def still(program, request):
    """A person who prefers reduced motion, so that tests need not wait for animations."""
    person = Person(browser_for(request), program.origin, reduced_motion="reduce")
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
    """A person whose connection can be cut."""
    person = Person(browser, wire.origin)
    yield person
    person.leave()
