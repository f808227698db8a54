"""Random requests to the JSON API, derived from its own description: schemathesis must find no failures.

To run longer, with other requests: FUZZING_EXAMPLES=500 FUZZING_SEED=7 .venv/bin/pytest Tests/Conformance/test_fuzzing.py
"""

import os
import pathlib
import subprocess
import sys

import pytest
from oriel_client import Client
from program import Program

HERE = pathlib.Path(__file__).parent
SEED = ["--seed", os.environ["FUZZING_SEED"]] if "FUZZING_SEED" in os.environ else ["--seed", "1", "--generation-deterministic"]


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
         *SEED, "--max-examples", os.environ.get("FUZZING_EXAMPLES", "5"),
         "--no-color"],
        env={**os.environ, "SCHEMATHESIS_HOOKS": "fuzzing_hooks", "PYTHONPATH": str(HERE)}, cwd=tmp_path,
        capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-8000:] + found.stderr[-2000:]
    assert proxied.is_running
