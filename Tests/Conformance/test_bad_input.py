"""How a server reacts to invalid messages: each is answered as PROTOCOL says, and no other page notices."""

import json
import signal
import time

import pytest
from bystander import Bystander
from oriel_client import Client
from raw import BINARY, CLOSE, PING, TEXT, fragments, frame, handshake
from websockets.exceptions import ConnectionClosed

LIMIT = 64 * 1024


@pytest.fixture(scope="module")
def bystander(program):
    return Bystander(program)


@pytest.fixture(autouse=True)
def nobody_else_notices(bystander):
    yield
    bystander.notices_nothing()


@pytest.fixture
def page(program):
    page = Client(program.origin, program.user()).attach(scene="counter")
    yield page
    page.cut()


def event(**changes):
    members = {"id": 1, "model": "m1", "element": "increment", "name": "tap", **changes}
    return json.dumps({"event": {name: value for name, value in members.items() if value is not ...}})


def attach(**changes):
    members = {"instance": "i" * 22, "environment": {}, "capabilities": {}, **changes}
    return json.dumps({"attach": {name: value for name, value in members.items() if value is not ...}})


def nested(depth):
    """An event whose value makes the whole message this deep, with the outermost object at depth 1."""
    return event(value=1).replace('"value": 1', '"value": ' + "[" * (depth - 2) + "]" * (depth - 2))


MALFORMED = {
    "nothing": "", "blanks": " ", "truncated": '{"event":{"id":1', "a number": "1", "a string": '"ping"', "a list": '[{"ping":1}]',
    "two messages": '{"ping":1}{"ping":2}', "something after it": '{"ping":1} x', "a comment": '{"ping":1/**/}',
    "a comma too many": '{"ping":1,}', "single quotes": "{'ping':1}", "a raw line feed in a string": '{"leave":{"a":"\n"}}',
    "an unknown escape": '{"leave":{"a":"\\x41"}}', "a NUL after it": '{"ping":1}\0', "NaN": '{"ping":NaN}',
    "a leading zero": '{"ping":01}', "a plus": '{"ping":+1}', "a bare point": '{"ping":1.}',
    "no verb": "{}", "an unknown verb": '{"frobnicate":1}', "a verb of the server": '{"state":{},"rev":1,"applied":0}',
    "two verbs": '{"ping":1,"leave":{}}', "a verb in other letters": '{"Ping":1}',
    "a key twice": '{"ping":1,"ping":1}', "a key twice, once escaped": '{"ping":1,"\\u0070ing":1}',
    "a key twice, deep inside": event(value=1).replace('"value": 1', '"value": {"a":[{"b":1,"b":2}]}'),
    "a key twice, beside the verb": '{"ping":1,"x":1,"x":1}',
    "too deep": nested(33), "far too deep": nested(30_000),
    "null for a message": "null", "null for a value": '{"ping":null}', "null for a member": event(element=None),
    "null in a value": event(value=1).replace('"value": 1', '"value": {"a":[null]}'),
    "a lone surrogate": '{"leave":{"a":"\\ud800"}}', "a lone low surrogate": '{"leave":{"a":"\\udc00x"}}',
    "surrogates the wrong way round": '{"leave":{"a":"\\udc00\\ud800"}}',
    "a ping of text": '{"ping":"1"}', "a ping of a fraction": '{"ping":1.5}', "a ping below zero": '{"ping":-1}',
    "a ping over 2⁵³ − 1": '{"ping":9007199254740992}', "a ping beyond all numbers": '{"ping":1e999}', "a ping of true": '{"ping":true}',
    "a number beyond all numbers": event(value=1).replace('"value": 1', '"value": 1e999'),
    "leave with a number": '{"leave":1}', "an event that is a list": '{"event":[1]}', "an environment of text": '{"environment":"dark"}',
    "a width of text": '{"environment":{"width":"wide"}}', "visible as a number": '{"environment":{"visible":1}}',
    "an event without an id": event(id=...), "without a model": event(model=...), "without a name": event(name=...),
    "an event below zero": event(id=-1), "an event 1.5": event(id=1.5), "an event of text": event(id="1"),
    "an event beyond 2⁵³ − 1": event(id=2**53), "a model that is a number": event(model=1), "an empty model": event(model=""),
    "a model of 65 scalars": event(model="m" * 65), "an empty element": event(element=""), "an element of 65 scalars": event(element="é" * 65),
    "a name that is a number": event(name=1), "a gap": event(id=2), "a second attach": attach(),
    "performed without a trigger": '{"performed":{"status":"performed"}}', "performed without a status": '{"performed":{"trigger":"t-1"}}',
    "performed with an unknown status": '{"performed":{"trigger":"t-1","status":"perhaps"}}',
    "performed by a trigger of 65 scalars": json.dumps({"performed": {"trigger": "t" * 65, "status": "performed"}}),
}

MALFORMED_FIRST = {
    "without an instance": attach(instance=...), "without an environment": attach(environment=...),
    "without capabilities": attach(capabilities=...), "an instance that is a number": attach(instance=1),
    "an empty instance": attach(instance=""), "an instance of 65 scalars": attach(instance="i" * 65),
    "a window of 65 scalars": attach(window="w" * 65), "a rev of text": attach(rev="1"), "a rev below zero": attach(rev=-1),
    "takeover as text": attach(takeover="yes"), "a scene that is a number": attach(scene=1), "capabilities as a list": attach(capabilities=[]),
    "a list of numbers as capability": attach(capabilities={"present": [1]}), "a value of null": attach(value=None),
    "truncated": '{"attach":', "an unknown verb": '{"hello":1}',
}

HARMLESS = {
    "something unknown beside the verb": '{"ping":7,"whatever":{"state":[1]}}', "a number with a point": '{"ping":7.0}',
    "a number with an exponent": '{"ping":70e-1}', "blanks around it": ' \t\r\n{"ping" : 7 } ', "an escaped verb": '{"\\u0070ing":7}',
    "the largest integer": '{"ping":9007199254740991}',
}

ANSWERED = {
    "a model that is not there": (event(model="m999"), "stale"), "an element that is not there": (event(element="nowhere"), "stale"),
    "a model of 64 wide scalars": (event(model="𝄞" * 64), "stale"), "a name it does not take": (event(name="frobnicate"), "invalid"),
    "as deep as may be": (nested(32).replace("m1", "m999"), "stale"), "no element at all": (event(element=...), "invalid"),
}

BROKEN_FRAMES = {
    "binary": (frame(BINARY, b'{"ping":1}'), 1003), "an empty binary": (frame(BINARY), 1003),
    "no UTF-8": (frame(TEXT, b'{"leave":{"a":"\xff"}}'), 1007), "UTF-8 cut short": (frame(TEXT, b'{"leave":{"a":"\xc3'), 1007),
    "an overlong form": (frame(TEXT, b'{"leave":{"a":"\xc0\xaf"}}'), 1007), "a surrogate in UTF-8": (frame(TEXT, b'"\xed\xa0\x80"'), 1007),
    "no UTF-8 over two frames": (fragments(TEXT, b'{"leave":{"a":"\xc3', b'("}}'), 1007),
    "one byte too many": (frame(TEXT, b" " * (LIMIT - 9) + b'{"ping":1}'), 1009),
    "too many over fragments": (fragments(TEXT, *[b" " * 1000] * 66), 1009),
    "a length that is a threat": (frame(TEXT, b"x", length=1 << 40), 1009),
    "not masked": (frame(TEXT, b'{"ping":1}', masked=False), 1002), "a reserved bit": (frame(TEXT, b'{"ping":1}', reserved=4), 1002),
    "a reserved opcode": (frame(3, b"x"), 1002), "a continuation of nothing": (frame(0, b"x"), 1002),
    "a message inside a message": (frame(TEXT, b"{", final=False) + frame(TEXT, b"}"), 1002),
    "a ping in fragments": (frame(PING, b"x", final=False), 1002), "a close with a code of nobody": (frame(CLOSE, b"\x03\xed"), 1002),
    "a close with half a code": (frame(CLOSE, b"\x03"), 1002),
}

# RFC 6455 §7.1.7: an endpoint that fails a connection SHOULD send the reason, and may just close it.
DROPPED_FRAMES = {"a ping of 126 bytes": frame(PING, b"x" * 126), "a close of one byte": frame(CLOSE, b"\x03")}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_message_ends_the_connection(page, text):
    page.socket.send(text)
    assert page.until_closed() == 4400
    assert page.closing["message"]


@pytest.mark.parametrize("text", MALFORMED_FIRST.values(), ids=MALFORMED_FIRST)
def test_a_malformed_first_message_ends_the_connection(program, text):
    page = Client(program.origin, program.user()).connect()
    page.socket.send(text)
    assert page.until_closed() == 4400


@pytest.mark.parametrize("text", [event(), '{"leave":{}}', '{"environment":{}}', '{"performed":{"trigger":"t","status":"failed"}}'])
def test_nothing_is_said_before_attach(program, text):
    page = Client(program.origin, program.user()).connect()
    page.socket.send(text)
    assert page.until_closed() == 4400


def test_a_page_whose_attach_came_in_time_is_attached_after_the_server_stood_still(program):
    """A paused virtual machine, or a swap storm: the deadline is over when the server goes on, and the bytes are there."""
    page = Client(program.origin, program.user()).connect()
    program.process.send_signal(signal.SIGSTOP)
    try:
        page.say(attach={"instance": page.instance, "environment": page.environment, "capabilities": {}})
        time.sleep(11)
    finally:
        program.process.send_signal(signal.SIGCONT)
    page.until(lambda: page.phase == "attached")


def test_a_ping_before_attach_is_answered_and_does_not_extend_the_time_to_attach(program):
    page = Client(program.origin, program.user()).connect()
    page.ping(1)
    assert page.until_closed() == 4408


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS)
def test_what_is_only_unusual_is_answered(page, text):
    page.socket.send(text)
    page.receive()
    assert page.last == {"pong": json.loads(text)["ping"]}


@pytest.mark.parametrize("text, code", ANSWERED.values(), ids=ANSWERED)
def test_an_event_about_nothing_is_rejected_and_changes_nothing(page, text, code):
    page.last_event = 1
    page.socket.send(text)
    page.until(lambda: page.applied == 1)
    assert (page.rejected[1]["code"], page.rev) == (code, 1)


@pytest.mark.parametrize("data, code", BROKEN_FRAMES.values(), ids=BROKEN_FRAMES)
def test_a_broken_frame_ends_the_connection(page, data, code):
    page.socket.socket.sendall(data)
    assert page.until_closed() == code


@pytest.mark.parametrize("data", DROPPED_FRAMES.values(), ids=DROPPED_FRAMES)
def test_a_broken_control_frame_ends_the_connection(page, data):
    page.socket.socket.sendall(data)
    assert page.until_closed() in (1002, 1006)


def test_a_message_may_be_as_long_as_the_limit(page):
    message = b'{"environment":{"locale":"de"}}'
    page.socket.socket.sendall(frame(TEXT, b" " * (LIMIT - len(message)) + message))
    page.handled()


def test_a_ping_is_short_because_it_never_waits(page):
    page.socket.socket.sendall(frame(TEXT, b" " * (64 - 10) + b'{"ping":7}'))
    page.receive()
    assert page.last == {"pong": 7}
    page.socket.socket.sendall(frame(TEXT, b" " * (65 - 10) + b'{"ping":7}'))
    assert page.until_closed() == 4400


def test_a_message_may_come_in_pieces_with_a_ping_between(page):
    page.socket.socket.sendall(frame(TEXT, b'{"pi', final=False) + frame(PING, b"?") + frame(0, b'ng":7}'))
    page.receive()
    assert page.last == {"pong": 7}


def test_a_replayed_event_is_dropped_silently(page):
    root = page.document["root"]
    page.event("tap", root, "increment")
    for replayed in (1, 0):
        page.socket.send(event(id=replayed, model=root))
    page.ping(7)
    assert (page.rev, page.document["models"][root]["body"][0]["text"]) == (2, "1")


def test_a_flood_is_closed(page):
    root = page.document["root"]
    message = b"".join(frame(TEXT, event(id=number, model=root).encode()) for number in range(1, 1001))
    page.last_event = 1000
    try:
        page.socket.socket.sendall(message)
    except OSError:
        pass  # it may close before it has read everything
    assert page.until_closed() == 4429


def test_a_flood_of_pings_harms_nobody(page):
    page.socket.socket.sendall(frame(PING, b"?") * 1000)
    try:
        page.ping(7)
    except ConnectionClosed:
        assert page.closed in (1002, 4429)


# Handshakes

REFUSED = {
    "no subprotocol": ({"sec_websocket_protocol": None}, 400), "an unknown subprotocol": ({"sec_websocket_protocol": "oriel.v0"}, 400),
    "a bearer and no protocol": ({"sec_websocket_protocol": "bearer.x"}, 400),
    "no key": ({"sec_websocket_key": None}, 400), "a short key": ({"sec_websocket_key": "AAAA"}, 400),
    "no upgrade": ({"upgrade": None, "connection": None}, 400),
    "an upgrade to HTTP/2": ({"upgrade": "h2c", "connection": "Upgrade, HTTP2-Settings", "http2_settings": "AAMAAABkAAQAAP__"}, 400),
    "no version": ({"sec_websocket_version": None}, 426), "version 12": ({"sec_websocket_version": "12"}, 426),
    "no origin": ({"origin": None}, 403), "a foreign origin": ({"origin": "https://example.com"}, 403), "the origin null": ({"origin": "null"}, 403),
    "another port's origin": ({"origin": "http://127.0.0.1:1"}, 403), "no cookie": ({"cookie": None}, 401),
    "a cookie of nobody": ({"cookie": "oriel=u-1." + "0" * 64}, 401), "an empty cookie": ({"cookie": "oriel="}, 401),
    "a wrong bearer": ({"sec_websocket_protocol": "oriel.v1, bearer.wrong", "cookie": None}, 401),
    "another's origin with a bearer": ({"origin": "https://example.com", "sec_websocket_protocol": "oriel.v1, bearer.x"}, 403),
}


@pytest.mark.parametrize("changes, status", REFUSED.values(), ids=REFUSED)
def test_a_handshake_is_refused(program, changes, status):
    answer, headers, body = program.get("/connect", handshake(program, **changes))
    assert answer == status
    if "protocol" in str(changes) and status == 400:
        assert b"oriel.v1" in body
    if status == 426:
        assert headers["Sec-WebSocket-Version"] == "13"


def test_a_cookie_with_another_users_name_is_refused(program):
    mine, theirs = program.user(), program.user()
    forged = theirs.split(".")[0] + "." + mine.split(".", 1)[1]
    assert program.get("/connect", handshake(program, cookie=forged))[0] == 401


def test_an_upgrade_of_a_page_is_ignored(program):
    headers = {"Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAAP__"}
    assert program.get("/", headers)[0] == 200


def test_a_post_is_no_handshake(program):
    assert program.get("/connect", handshake(program), method="POST")[0] in (400, 405)


def test_someone_elses_window_is_not_theirs_to_come_back_to(program, page):
    thief = Client(program.origin, program.user())
    with pytest.raises(ConnectionClosed):
        thief.attach(window=page.window)
    assert thief.closed == 4403
    page.ping(7)


def test_a_window_that_never_was_is_gone(program):
    page = Client(program.origin, program.user())
    with pytest.raises(ConnectionClosed):
        page.attach(window="w-nowhere")
    assert page.closed == 4500
