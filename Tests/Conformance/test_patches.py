"""The golden patches, applied by a JSON Patch library that knows nothing of us.

    pip install pytest jsonpatch
    pytest Tests/Conformance/test_patches.py
"""

import json
from pathlib import Path

import jsonpatch
import pytest

FIXTURES = Path(__file__).parent.parent / "Fixtures" / "patches"
CASES = [
    pytest.param(case, id=f"{file.stem}-{number}")
    for file in sorted(FIXTURES.glob("*.json"))
    for number, case in enumerate(json.loads(file.read_text(encoding="utf-8")))
]


def canonical(value):
    """Tells true from 1, which Python takes for equal, and nothing else: 1 and 1.0 are the same JSON."""
    if isinstance(value, dict):
        return {name: canonical(member) for name, member in value.items()}
    if isinstance(value, list):
        return [canonical(element) for element in value]
    return ("bool", value) if isinstance(value, bool) else value


def test_there_are_hundreds():
    assert len(CASES) >= 200


@pytest.mark.parametrize("case", CASES)
def test_a_library_applies_the_patch(case):
    after = jsonpatch.apply_patch(case["before"], case["patch"])
    assert canonical(after) == canonical(case["after"])


@pytest.mark.parametrize("case", CASES)
def test_the_patch_keeps_to_the_protocol(case):
    for operation in case["patch"]:
        assert operation["op"] in ("add", "remove", "replace", "move")
        assert operation["path"] != ""
        assert operation.get("from") != ""
