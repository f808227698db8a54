"""Fixtures of all tests that need the real program: build it with `swift build --traits PostgreSQL --product gallery`, or set ORIEL_BINARY."""

import pytest
from program import Program


@pytest.fixture(scope="session")
def program():
    program = Program("--database", "memory")
    yield program
    program.stop()


@pytest.fixture
def own_program():
    """A program that the test may stop, restart and leave in any condition."""
    program = Program("--database", "memory")
    yield program
    if program.is_running:
        program.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the program's log to the report of a failed test."""
    report = yield
    for name in ("program", "own_program"):
        if report.failed and name in item.funcargs:
            report.sections.append((f"log of {name}", item.funcargs[name].logged()[-4000:]))
    return report
