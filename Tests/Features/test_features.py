import re

import pytest
from features import TESTS, all_tests, catalogue, is_due, known

FEATURES = catalogue()
RULES = catalogue("rules.txt")
FAULTS = catalogue("faults.txt")
KNOWN = known()


@pytest.mark.parametrize("row", [row for row in FEATURES if is_due(row)])
def test_a_test_proves_the_feature(row):
    assert FEATURES[row]


@pytest.mark.parametrize("rule", RULES)
def test_a_test_proves_the_rule(rule):
    assert RULES[rule]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_test_proves_what_happens_at_a_fault(fault):
    assert FAULTS[fault]


def test_every_test_of_a_catalogue_exists():
    assert [proof for rows in (FEATURES, RULES, FAULTS) for proofs in rows.values() for proof in proofs if proof not in KNOWN] == []


def test_the_rules_are_those_of_the_article():
    article = (TESTS.parent / "Sources/Oriel/Oriel.docc/Rules.md").read_text(encoding="utf-8")
    rules = re.findall(r"^### (.*)$", article.partition("## Topics")[0], re.MULTILINE)
    assert list(RULES) == rules


def test_the_faults_are_those_of_the_article():
    article = (TESTS.parent / "Sources/OrielServer/OrielServer.docc/SeveralMachines.md").read_text(encoding="utf-8")
    table = article.partition("| what fails | what happens |\n")[2].partition("\n\n")[0]
    assert sorted(FAULTS) == sorted(line.split(" | ")[0][2:] for line in table.splitlines()[1:])


def test_no_test_names_a_number():
    number = re.compile(r"(?<![A-Za-z0-9])[FfUu]\d{1,3}(?![A-Za-z0-9])")
    assert [f"{path}: {name}" for path, name in all_tests() if number.search(name.replace("_", " "))] == []
