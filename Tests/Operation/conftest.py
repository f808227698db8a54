"""The product is installed in its proper place, on a machine of its own: see deploy/check."""

import os
import pathlib
import sys

import pytest

TESTS = pathlib.Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "Browser")]

from browsers import browser, driver  # noqa: E402, F401 (fixtures)


@pytest.fixture(scope="session")
def builds():
    """Two builds of the program of the guide, the older first."""
    builds = os.environ.get("ORIEL_BUILDS")
    assert builds, "deploy/check builds two programs, and says here where they are"
    return [pathlib.Path(path) for path in builds.split(":")]
