import pytest
from features import features, is_due, named_rows, rows_named_by

FEATURES = features()
TESTS = list(named_rows())
PROVED = {row for _, _, rows in TESTS for row in rows}


@pytest.mark.parametrize("row", [row for row, title in FEATURES.items() if is_due(title)])
def test_a_test_names_the_row(row):
    assert row in PROVED, f"no test names {row}, {FEATURES[row]}"


def test_no_test_claims_more_than_four_rows():
    assert [(str(path), name) for path, name, rows in TESTS if len(set(rows)) > 4] == []


def test_no_test_names_a_row_that_is_not_there():
    assert {row for row in PROVED if row not in FEATURES} == set()


def test_rows_are_found_in_the_names_of_every_language():
    assert rows_named_by("pop clamps to the depth (F26, U5)") == ["F26"]
    assert rows_named_by("test_back_f36_f141") == ["F36", "F141"]
    assert rows_named_by("UTF8 and 0xF0 are no rows") == []
