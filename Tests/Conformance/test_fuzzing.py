"""Random requests to the JSON API, derived from its own description: schemathesis must find no failures.

To run longer: FUZZING_EXAMPLES=500 .venv/bin/pytest Tests/Conformance/test_fuzzing.py
"""

import os
import pathlib
import subprocess
import sys

import pytest
from oriel_client import Client
from program import Program

HERE = pathlib.Path(__file__).parent


@pytest.fixture(name="proxied")
def behind_a_proxy():
    program = Program("--database", "memory", "--trusted-proxies", "127.0.0.1")
    yield program
    if program.is_running:
        program.stop()


def test_the_api_is_as_it_says(proxied, tmp_path):
    Client(proxied.origin, proxied.user()).attach(scene="counter")
    api = f"{proxied.origin}/admin/api/v1"
    found = subprocess.run(
        [pathlib.Path(sys.executable).parent / "schemathesis", "--config-file", HERE / "fuzzing.toml", "run",
         f"{api}/openapi.json", "--url", api, "--header", f"Authorization: Bearer {proxied.token}",
         "--seed", "1", "--generation-deterministic", "--max-examples", os.environ.get("FUZZING_EXAMPLES", "10"),
         "--no-color"],
        env={**os.environ, "SCHEMATHESIS_HOOKS": "fuzzing_hooks", "PYTHONPATH": str(HERE)}, cwd=tmp_path,
        capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-8000:] + found.stderr[-2000:]
    assert proxied.is_running
