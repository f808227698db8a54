"""What test_fuzzing.py changes in the requests."""

import itertools

import requests
import schemathesis

NUMBERS = itertools.count()
SEND = requests.Session.send


def from_an_address_of_its_own(session, request, **kwargs):
    """Some requests have a wrong token, and an address that sends several has to wait."""
    number = next(NUMBERS)
    request.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return SEND(session, request, **kwargs)


# Not a hook, because the check that sends wrong tokens calls none.
requests.Session.send = from_an_address_of_its_own


@schemathesis.hook
def filter_case(context, case):
    """Leaves an act out: a draining server answers no further requests."""
    return not (isinstance(case.body, dict) and case.body.get("act") == "drain")
