"""The operation that test_fuzzing.py leaves out: a draining server answers no further requests."""

import schemathesis


@schemathesis.hook
def filter_case(context, case):
    return not (isinstance(case.body, dict) and case.body.get("act") == "drain")
