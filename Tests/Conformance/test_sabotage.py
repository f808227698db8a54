"""The changes of sabotage.py fit the sources. Whether each is noticed takes a build: see there."""

import pytest
from sabotage import ROOT, SABOTAGES


@pytest.mark.parametrize("name", SABOTAGES)
def test_what_a_sabotage_changes_is_in_the_sources_once(name):
    assert {(file, old): (ROOT / file).read_text().count(old) for file, old, _ in SABOTAGES[name]} == {
        (file, old): 1 for file, old, _ in SABOTAGES[name]}
