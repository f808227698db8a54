"""The tutorial's code compiles after each step, and is at its end the example DispatchDesk. The tests read the results of
the last `swift build`."""

import pathlib
import re
import subprocess

import pytest
from documentation import MODULES, ROOT, c_modules, catalogue
from test_examples import PLUGIN, lines

STEP = re.compile(r"^## (\d+)\. .*?(?=^## )", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DECLARATION = re.compile(r"(?:^@\w+\n)?^(?:final class|struct) (\w+).*?^}$", re.MULTILINE | re.DOTALL)
TEXT = (catalogue("Oriel") / "Tutorial.md").read_text(encoding="utf-8")
RUN = ROOT / "Sources/Examples/DispatchDesk"


def steps():
    """Each step with all declarations that the reader has after it, by their names."""
    known = {}
    for step in STEP.finditer(TEXT):
        blocks = BLOCK.findall(step[0])
        assert blocks, f"step {step[1]} has no code"
        for block in blocks:
            found = list(DECLARATION.finditer(block))
            assert "\n".join(each[0] for each in found).split() == block.split(), block
            known.update({each[1]: each[0] for each in found})
        yield step[1], dict(known)


def test_the_tutorial_has_ten_steps():
    assert [number for number, _ in steps()] == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("declarations", [pytest.param(known, id=f"step {number}") for number, known in steps()])
def test_the_code_of_a_step_compiles(declarations, tmp_path):
    file = tmp_path / "Step.swift"
    app = [text for name, text in declarations.items() if not name.endswith("Tests")]
    file.write_text("import Oriel\n\n" + "\n\n".join(app) + "\n", encoding="utf-8")
    includes = [word for path in [MODULES, *c_modules()] for word in ("-I", path)]
    done = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature",
         "NonisolatedNonsendingByDefault", *includes, "-load-plugin-executable", f"{PLUGIN}#OrielMacros", file],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_last_step_is_what_is_run():
    *_, (_, last) = steps()
    run = "".join(file.read_text(encoding="utf-8") for file in sorted(RUN.glob("*/*/*.swift"))).replace("@main\n", "")
    found = {each[1]: lines(each[0]) for each in DECLARATION.finditer(run)}
    assert {name: lines(text) for name, text in last.items()} == found


def test_a_test_that_an_earlier_step_shows_is_one_of_the_last_step():
    *_, (_, last) = steps()
    tests = lines(last["DispatchDeskTests"])
    for _, known in steps():
        for line in lines(known.get("DispatchDeskTests", "")):
            assert line in tests
