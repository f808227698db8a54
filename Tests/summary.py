"""Says what a test run came to, from what `deploy/test` noted: a line of JSON per step.

    {"part": "js", "step": "lint", "exit": 0}                                  a check: it passes or fails as a whole
    {"part": "js", "step": "lint", "exit": 0, "seconds": [9, 12.5, 3]}         how long it took, and the processor for it
    {"part": "js", "step": "tests", "exit": 1, "report": "web-client.xml"}     tests, and their JUnit report
    {"part": "python", "step": "autobahn", "skipped": "no Python 2.7"}         what could not be run here, and why
"""

import dataclasses
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


@dataclasses.dataclass
class Outcome:
    part: str
    step: str
    passed: int = 0
    failed: list[str] = dataclasses.field(default_factory=list)
    skipped: list[str] = dataclasses.field(default_factory=list)
    # Tests that have failed once, and passed when they were run again.
    again: list[str] = dataclasses.field(default_factory=list)
    # In seconds, by the clock, and of a processor.
    took: float = 0
    used: float = 0

    @property
    def name(self):
        return f"{self.part}: {self.step}"


def outcome(line, folder):
    took, *used = line.get("seconds", [0])
    result = Outcome(line["part"], line["step"], took=took, used=sum(used))
    if "skipped" in line:
        result.skipped.append(f"{result.name}: {line['skipped']}")
    elif line.get("report"):
        count(result, line["exit"], folder / line["report"])
        result.again = run_again(folder / line["report"])
    elif line["exit"] == 0:
        result.passed = 1
    else:
        result.failed.append(result.name)
    return result


def count(result, exit_code, report):
    """A run without a report, or one that fails without naming a failure, counts as failed."""
    for case in cases(report):
        name = f"{result.name}: {case.get('name')}"
        reason = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            result.failed.append(name)
        elif reason is not None:
            result.skipped.append(f"{name}: {reason.get('message') or reason.text or 'no reason given'}")
        else:
            result.passed += 1
    if result.failed:
        return
    if exit_code != 0:
        result.failed.append(f"{result.name}: ended with {exit_code}")
    elif result.passed + len(result.skipped) == 0:
        result.failed.append(f"{result.name}: ran no test")


def run_again(report):
    """The tests that were run again, which Tests/conftest.py has noted beside the report."""
    noted = report.with_suffix(".again")
    return noted.read_text().splitlines() if noted.exists() else []


def cases(report):
    try:
        return list(ElementTree.parse(report).iter("testcase"))
    except (FileNotFoundError, ElementTree.ParseError):
        return []


def totals(outcomes):
    passed = sum(result.passed for result in outcomes)
    failed = sum(len(result.failed) for result in outcomes)
    skipped = sum(len(result.skipped) for result in outcomes)
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def minutes(seconds):
    return f"{int(seconds + 0.5) // 60}:{int(seconds + 0.5) % 60:02}"


def table(outcomes, wall):
    width = max((len(result.name) for result in outcomes), default=0)
    yield f"{'':{width}}  passed  failed  skipped   took  processor"
    for result in outcomes:
        times = f"{minutes(result.took):>5}  {minutes(result.used):>9}"
        yield f"{result.name:{width}}  {result.passed:6}  {len(result.failed):6}  {len(result.skipped):7}  {times}"
    took = wall or sum(result.took for result in outcomes)
    used = sum(result.used for result in outcomes)
    yield f"{'':{width}}  {'':23} {minutes(took):>6}  {minutes(used):>9}".rstrip()


def listing(title, lines):
    return [f"\n{title}:", *(f"  {line}" for line in lines)] if lines else []


def main(notes, wall=0):
    """wall: how long all of it took, in seconds, because some steps run beside others."""
    outcomes = [outcome(json.loads(line), notes.parent) for line in notes.read_text().splitlines()]
    failed = [name for result in outcomes for name in result.failed]
    skipped = [reason for result in outcomes for reason in result.skipped]
    again = [name for result in outcomes for name in result.again]
    lists = *listing("Skipped", skipped), *listing("Failed once, and run again", again), *listing("Failed", failed)
    print("", *table(outcomes, wall), *lists, "", sep="\n")
    print(totals(outcomes))
    return 1 if failed or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:])))
