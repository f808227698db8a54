"""The settings of `serve`: as flags, in the environment, and in what is written about them."""

import os
import re
import subprocess

import pytest
from program import PATIENCE, ROOT, Program

LIMITS = ROOT / "Sources/OrielServer/OrielServer.docc/Limits.md"
SETTING = re.compile(r"^  (?:-\w, )?(--[a-z-]+)(?: <[a-z-]+>)?(?:\s|$)", re.MULTILINE)


@pytest.fixture(scope="module")
def help():
    """What `serve --help` says of each flag, on one line."""
    said = subprocess.run([Program.path(), "serve", "--help"], check=True, capture_output=True, text=True, timeout=PATIENCE).stdout
    found = list(SETTING.finditer(said))
    ends = [each.start() for each in found[1:]] + [len(said)]
    return {each[1]: " ".join(said[each.end():end].split()) for each, end in zip(found, ends, strict=True)}


def serve(*flags, **environment):
    """Starts a server that refuses its settings. Returns the exit code and the error output."""
    command = [Program.path(), "serve", "--port", "0", "--database", "memory", *flags]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **environment}, stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr


def test_limits_names_each_default_as_serve_has_it(help):
    said = re.findall(r"([^|]*?)\(`(--[a-z-]+)`\)", LIMITS.read_text(encoding="utf-8"))
    numbers = [(re.findall(r"[0-9][0-9,]*", before), flag) for before, flag in said]
    named = {flag: int(found[-1].replace(",", "")) for found, flag in numbers if found}
    usual = {flag: int(re.search(r"Defaults to (\d+)\.$", help[flag])[1]) for _, flag in numbers}
    usual["--upload-limit"] >>= 20
    assert named == usual and len(named) == 12


def test_every_setting_is_named_with_its_range_when_it_is_refused(help):
    numbers = [flag for flag, said in help.items() if re.search(r"Defaults to \d+\.$", said)] + ["--loops"]
    assert len(numbers) == 20
    for flag in numbers:
        code, said = serve(flag, "x")
        assert code == 64 and re.search(f"'x' is invalid for '{flag} <.*>': it must be a number from [0-9.]+ to [0-9.]+", said), said


def test_a_variable_that_is_refused_is_named():
    code, said = serve(ORIEL_WINDOW_LAYERS="none")
    assert code == 1 and "In ORIEL_WINDOW_LAYERS: " in said and "it must be a number from 1 to 1000" in said


@pytest.mark.parametrize("flags, reason", [
    (["--embed-visitors"], "Add --allow-origin with the origin of these pages"),
    (["--embed-visitors", "--allow-origin", "https://shop.example", "--require-sign-in"], "Leave one of them out"),
])
def test_visitors_of_other_origins_need_an_origin_and_no_sign_in(flags, reason):
    code, said = serve(*flags)
    assert code != 0 and reason in said
