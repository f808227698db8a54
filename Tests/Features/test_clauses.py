import ast

from clauses import clauses, named_by, performed, swift_tests
from gallery import screens

CLAUSES = clauses()
PERFORMED = performed()


def test_every_row_has_clauses():
    assert list(dict.fromkeys(clause.split(".")[0] for clause in CLAUSES)) == list(screens())


def test_every_clause_is_performed_by_a_test():
    assert [f"{clause} {words}" for clause, words in CLAUSES.items() if clause not in PERFORMED] == []


def test_clauses_are_counted_from_one():
    count = {}
    for clause in CLAUSES:
        row, number = clause.split(".")
        count[row] = count.get(row, 0) + 1
        assert int(number) == count[row], f"{clause} is out of order"


def test_no_test_names_a_clause_that_is_not_there():
    assert [clause for clause in PERFORMED if clause not in CLAUSES] == []


def test_clauses_are_found_before_tests():
    test = ast.parse('@clause("DA6", 1, 2)\n@clause("DB1", 3)\ndef test_it(): pass').body[0]
    assert list(named_by(test)) == ["DA6.1", "DA6.2", "DB1.3"]


def test_clauses_are_found_in_front_of_tests_in_swift():
    test = '@Test(.clause("DA6", 1, 2), .clause("DB1", 3), arguments: ["a"])\n  func `it works`() {}\n  @Test func `it too`() {}'
    assert list(swift_tests(test)) == [("it works", ["DA6.1", "DA6.2", "DB1.3"])]
