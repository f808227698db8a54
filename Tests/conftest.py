"""Fixtures of all tests that need the real program: build it with `swift build --traits PostgreSQL --product gallery`, or set ORIEL_BINARY."""

import pathlib

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


def pytest_configure(config):
    if (report := config.option.xmlpath) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(RunAgain(pathlib.Path(report).with_suffix(".again")))


class RunAgain:
    """Notes the tests that are run again because they have failed, for Tests/summary.py."""

    def __init__(self, notes):
        self.notes = notes

    def pytest_runtest_logreport(self, report):
        if report.outcome == "rerun":
            self.notes.parent.mkdir(parents=True, exist_ok=True)
            with self.notes.open("a") as notes:
                print(report.nodeid, file=notes)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the program's log to the report of a failed test."""
    report = yield
    for name in ("program", "own_program"):
        if report.failed and name in item.funcargs:
            report.sections.append((f"log of {name}", item.funcargs[name].logged()[-4000:]))
    return report
