import pytest
from gallery import SOURCES, named_rows, rows_named_by, screens

SCREENS = screens()
TESTS = list(named_rows())
PROVED = {row for _, _, rows in TESTS for row in rows}


@pytest.mark.parametrize("row", SCREENS)
def test_the_row_has_a_file_and_a_test(row):
    file, title = SCREENS[row]
    assert (SOURCES / file).is_file(), f"{row} is shown by nothing"
    assert row in PROVED, f"no test names {row}, {title}"


def test_no_test_claims_more_than_four_rows():
    assert [(str(path), name) for path, name, rows in TESTS if len(set(rows)) > 4] == []


def test_no_test_names_a_row_that_is_not_there():
    assert {row for row in PROVED if row not in SCREENS} == set()


def test_rows_are_found_in_names():
    assert rows_named_by("onboarding asks until the answer is right (DA10)") == ["DA10"]
    assert rows_named_by("test_a_lock_da18_dx1") == ["DA18", "DX1"]
    assert rows_named_by("DATA1 and ADA1 are no rows") == []
