"""A walk through the Gallery, over the socket: see Tests/Fixtures/README.md, *walk.json*."""

import json
from pathlib import Path

from walker import Walker

STEPS = json.loads((Path(__file__).parent.parent / "Fixtures" / "walk.json").read_text(encoding="utf-8"))


def test_every_page_shows_what_the_server_has_at_every_step(program):
    Walker(program).walk(STEPS)
