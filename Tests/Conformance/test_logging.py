"""A server logs what has happened, but never users' input."""

import contextlib
import json
import unicodedata
from urllib.parse import quote

import pytest
from oriel_client import Client
from page_view import View, event_of
from program import Program
from websockets.exceptions import ConnectionClosed

WORD = "xylographer"


@pytest.fixture
def talkative(tmp_path):
    """A program that logs at every level."""
    program = Program("--database", tmp_path / "oriel.db", "--log-level", "trace")
    yield program
    program.stop()


def test_nothing_that_people_write_is_logged(talkative):
    page = Client(talkative.origin, talkative.user()).attach(url=f"/note/1?{WORD}#{WORD}")
    write(page)
    refused(page)
    opened(talkative, page)
    for text in (json.dumps({"event": WORD}), f'{{"{WORD}', WORD):
        malformed(talkative, text)
    talkative.get(f"/{WORD}?{WORD}", {"Authorization": f"Bearer {WORD}", "Cookie": f"oriel={WORD}", WORD: WORD})
    talkative.get(f"/upload/{WORD}", method="POST", body=WORD)
    log = talkative.logged()
    assert "malformed" in log
    assert [line for line in log.splitlines() if WORD in line.lower()] == []


FORGED = "x\n2026-01-01T00:00:00+0000 error oriel: forged\r\x00\x1b[2K\u202e\u2028"


def test_nobody_adds_a_line_to_the_log(talkative):
    """Names come from operators, verbs and addresses from pages, and from anyone what a header says."""
    page = Client(talkative.origin, talkative.user()).attach(scene="counter")
    window, user = {"window": page.window}, {"user": FORGED}
    for act in ({"act": "land", "target": window, "destination": {"name": FORGED}}, {"act": "send", "target": window, "actions": [{"name": FORGED}]},
                {"act": "trigger", "target": window, "kind": f"custom:{FORGED}", "payload": FORGED},
                {"act": "signOut", "target": user, "reason": FORGED}, {"act": "open", "target": user, "scene": FORGED}):
        headers = {"Authorization": f"Bearer {talkative.token}", "Content-Type": "application/json"}
        talkative.get("/admin/api/v1/acts", headers, "POST", json.dumps(act))
    malformed(talkative, json.dumps({FORGED: FORGED}))
    page.event("tap", FORGED, FORGED)
    Client(talkative.origin, talkative.user()).attach(url="/" + quote(FORGED), scene="home").cut()
    Client(talkative.origin, talkative.user()).connect().say(**{FORGED: FORGED})
    log = talkative.logged()
    assert "\\u{202E}" in log and "malformed" in log
    assert [line for line in log.split("\n") if line.startswith("2026-01-01")] == []
    assert [character for character in log if character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")] == []


def test_a_page_that_says_nonsense_again_and_again_fills_no_log(talkative):
    for length in (1, 60_000):
        for _ in range(20):
            malformed(talkative, json.dumps({"x" * length: 1}))
    lines = [line for line in talkative.logged().splitlines() if "malformed" in line]
    assert len(lines) == 1 and len(lines[0]) < 1000


def write(page):
    """Types into every field of a model that stores the input."""
    for step in ({"type": WORD, "into": "title"}, {"change": "text", "to": WORD}):
        assert page.event(**event_of(step, View(page.document))) is None


def refused(page):
    """Sends events that are refused."""
    model = View(page.document).element("title")[0]
    for event in ({"model": WORD, "name": "tap"}, {"model": model, "name": WORD}, {"model": model, "element": WORD, "name": "tap"},
                  {"model": model, "element": "title", "name": "change", "value": {WORD: WORD}}):
        assert page.event(**event)["code"] in ("stale", "invalid")


def opened(program, page):
    """Sends an operator's triggers, and the page's answers."""
    window = {"window": page.window}
    trigger = program.act("trigger", window, kind="notify", payload={"title": WORD, "body": WORD})["trigger"]
    page.until(lambda: page.triggers)
    page.answer(trigger, "performed", WORD)
    page.say(performed={"trigger": trigger, "status": "failed", "value": {WORD: WORD}})
    program.act("trigger", window, expect=400, kind=WORD, payload=WORD)
    page.ping(1)


def malformed(program, text):
    other = Client(program.origin, program.user()).connect()
    other.socket.send(text)
    with contextlib.suppress(ConnectionClosed):
        other.until_closed()
