"""The final report of `deploy/test` is true."""

import json
import pathlib
import subprocess
import sys

import pytest

SUMMARY = pathlib.Path(__file__).parents[1] / "summary.py"
REPORT = """<testsuites><testsuite>
  <testcase name="runs"/>
  <testcase name="runs too"/>
  <testcase name="is not run"><skipped>no browser here</skipped></testcase>
  {more}
</testsuite></testsuites>"""


@pytest.fixture
def summary(tmp_path):
    def summary(*notes, more="", wall=()):
        (tmp_path / "report.xml").write_text(REPORT.format(more=more))
        (tmp_path / "notes").write_text("".join(json.dumps(note) + "\n" for note in notes))
        answer = subprocess.run([sys.executable, SUMMARY, tmp_path / "notes", *wall], capture_output=True, text=True)
        assert answer.stderr == ""
        return answer.returncode, answer.stdout.splitlines()
    return summary


def test_tests_that_were_run_again_are_named(summary, tmp_path):
    (tmp_path / "browser.xml").write_text('<testsuite><testcase name="press"/></testsuite>')
    (tmp_path / "browser.again").write_text("test_console.py::press\n")
    code, said = summary({"part": "browser", "step": "tests", "exit": 0, "report": "browser.xml"})
    assert (code, said[-4:]) == (0, ["Failed once, and run again:", "  test_console.py::press", "", "1 passed, 0 failed"])


def test_checks_and_tests_are_counted(summary):
    code, lines = summary(
        {"part": "swift", "step": "build", "exit": 0, "report": "", "seconds": [61.5, 110, 9.6]},
        {"part": "js", "step": "tests", "exit": 0, "report": "report.xml", "seconds": [9, 3, 0.2]},
        {"part": "python", "step": "autobahn", "skipped": "no Python 2.7"})
    assert code == 0
    assert lines == [
        "",
        "                  passed  failed  skipped   took  processor",
        "swift: build           1       0        0   1:02       2:00",
        "js: tests              2       0        1   0:09       0:03",
        "python: autobahn       0       0        1   0:00       0:00",
        "                                            1:11       2:03",
        "",
        "Skipped:",
        "  js: tests: is not run: no browser here",
        "  python: autobahn: no Python 2.7",
        "",
        "3 passed, 0 failed, 2 skipped",
    ]


def test_what_ran_side_by_side_took_no_longer_than_all_of_it(summary):
    steps = [{"part": "swift", "step": step, "exit": 0, "seconds": [60, 50, 5]} for step in ("half", "other half")]
    assert summary(*steps, wall=["65"])[1][4].split() == ["1:05", "1:50"]


def test_a_failure_is_named(summary):
    code, lines = summary(
        {"part": "swift", "step": "build", "exit": 1, "report": ""},
        {"part": "js", "step": "tests", "exit": 1, "report": "report.xml"},
        more='<testcase name="breaks"><failure message="1 != 2"/></testcase>')
    assert code == 1
    assert lines[-5:] == ["Failed:", "  swift: build", "  js: tests: breaks", "", "2 passed, 2 failed, 1 skipped"]


@pytest.mark.parametrize("note, line", [
    ({"exit": 139, "report": "none.xml"}, "  js: tests: ended with 139"),
    ({"exit": 1, "report": "report.xml"}, "  js: tests: ended with 1"),
    ({"exit": 0, "report": "none.xml"}, "  js: tests: ran no test"),
])
def test_tests_that_did_not_end_well_have_failed(summary, note, line):
    code, lines = summary({"part": "js", "step": "tests", **note})
    assert (code, lines[-3]) == (1, line)


def test_a_run_of_nothing_has_failed(summary):
    assert summary()[0] == 1
