"""Random requests to the JSON API, derived from its own description: schemathesis must find no failures.

To run longer: FUZZING_EXAMPLES=500 .venv/bin/pytest Tests/Conformance/test_fuzzing.py
"""

import os
import pathlib
import subprocess
import sys

from oriel_client import Client

HERE = pathlib.Path(__file__).parent


def test_the_api_is_as_it_says(own_program, tmp_path):
    Client(own_program.origin, own_program.user()).attach(scene="counter")
    api = f"{own_program.origin}/admin/api/v1"
    found = subprocess.run(
        [pathlib.Path(sys.executable).parent / "schemathesis", "--config-file", HERE / "fuzzing.toml", "run",
         f"{api}/openapi.json", "--url", api, "--header", f"Authorization: Bearer {own_program.token}",
         "--seed", "1", "--generation-deterministic", "--max-examples", os.environ.get("FUZZING_EXAMPLES", "10"),
         "--no-color"],
        env={**os.environ, "SCHEMATHESIS_HOOKS": "fuzzing_hooks", "PYTHONPATH": str(HERE)}, cwd=tmp_path,
        capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-8000:] + found.stderr[-2000:]
    assert own_program.is_running
