"""People press anything, in any order, in many windows of the Gallery, while links are cut and the server is killed.
Every event is answered, every page shows the server's state, and the server survives.

To run longer, or with another seed: WANDER_STEPS=20000 WANDER_SEED=7 .venv/bin/pytest Tests/Conformance/test_wander.py
"""

import os

from program import Program
from wanderer import Wanderer


def test_whatever_people_press_is_answered_and_every_page_shows_what_the_server_has(tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    steps, seed = int(os.environ.get("WANDER_STEPS", "250")), int(os.environ.get("WANDER_SEED", "1"))
    wanderer = Wanderer(program, seed)
    try:
        wanderer.wander(steps)
    finally:
        program.kill()
    assert wanderer.answered > steps / 2
