"""A client of oriel.v1, written from the protocol's page alone. It is strict: what a server may not say is an error.
It draws nothing. A page that answers triggers as people do sets `perform`.
"""

import base64
import contextlib
import gzip
import json
import secrets
from collections import deque
from urllib.parse import quote

import jsonpatch
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE = 20  # seconds: how long the server may say nothing before a test is given up
UNANSWERED = 64


def require(condition, message):
    if not condition:
        raise AssertionError(f"against the protocol: {json.dumps(message)[:500]}")


class Client:
    """The life of one page: an instance, its events and its copy of the document, over one socket after another."""

    def __init__(self, origin, cookie=None, bearer=None, page=None):
        """`page` is the origin of the client's page, as if a proxy were in between."""
        self.origin, self.cookie, self.bearer, self.page = origin, cookie, bearer, page or origin
        self.headers = {}           # of each handshake
        self.patience = PATIENCE
        self.instance = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")
        self.window = self.epoch = self.rev = self.document = self.socket = self.closed = self.closing = None
        self.applied = self.last_event = self.sent = self.ever_sent = self.saved = 0
        self.expires = []           # when the server has said that the credentials end, in milliseconds
        self.shared = {}            # document id → (rev, state)
        self.slices = {}            # (model, element) of a table → (rev, slice)
        self.asked = self.answered = 0  # the last request for rows, and the last that was answered
        self.copied = None
        self.found = None
        self.outbox = deque()       # events that are not saved yet
        self.query = "page=%2F"     # of the handshake
        self.handshakes = 0         # of the last attach
        self.triggers = []          # each once
        self.server = None          # what it has said of itself
        self.rejected, self.answers = {}, {}  # by event id, by trigger id
        self.perform = lambda trigger: None
        self.reads_gzip, self.received = False, []  # whether each message was compressed, and its size
        self.environment = {"locale": "en", "timeZone": "UTC", "visible": True}

    def connect(self, place=None, **options):
        """Opens a socket, at the place that a `closing` named. With a cookie it acts as a page and sends an origin; with a bearer token it needs no origin."""
        protocols = ["oriel.v1"] + ([f"bearer.{self.bearer}"] if self.bearer else [])
        query = "&".join(filter(None, [self.query, place and "at=" + quote(place, safe="")]))
        self.socket = connect(
            self.origin.replace("http", "ws", 1) + "/connect" + ("?" + query if query else ""), subprotocols=protocols, compression=None, max_size=2 << 20,
            origin=None if self.bearer else self.page, additional_headers={**self.headers, **({"Cookie": self.cookie} if self.cookie else {})},
            open_timeout=PATIENCE, close_timeout=1, ping_interval=None, legacy=True, **options)
        require(self.socket.subprotocol == "oriel.v1", self.socket.subprotocol)
        self.closed = self.closing = None
        self.phase = "attaching"
        return self

    def attach(self, **members):
        """Connects and attaches with these members. Returns when the document has arrived."""
        place = None
        for self.handshakes in 1, 2, 3:
            self.connect(place)
            capabilities = {"compression": ["gzip"]} if self.reads_gzip else {}
            self.say(attach={"instance": self.instance, "environment": self.environment, "capabilities": capabilities, **members})
            try:
                self.until(lambda: self.phase == "attached")
                return self
            except ConnectionClosed:
                place = (self.closing or {}).get("at")
                if not place or self.handshakes == 3:
                    raise
        return self

    def resume(self, **members):
        """Reconnects to the window from its current position, on a new socket. The old socket is cut without a close
        frame.
        """
        self.cut()
        position = {"epoch": self.epoch, "rev": self.rev} if self.rev is not None else {}
        return self.attach(window=self.window, saved=self.saved, sent=self.ever_sent, **{**position, **members})

    def cut(self):
        """Ends the connection below the protocol: no close frame."""
        self.closed = self.closed or 1006
        with contextlib.suppress(OSError):  # it was closed before
            self.socket.socket.shutdown(2)

    def say(self, **message):
        self.socket.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def event(self, name, model, element=None, value=None, wait=True):
        """Sends an event. Returns the refusal, or nothing."""
        self.last_event += 1
        members = {"id": self.last_event, "model": model, "element": element, "name": name, "value": value}
        self.outbox.append({member: value for member, value in members.items() if value is not None})
        if not self.closed:
            self.flush()
        if wait:
            self.until(lambda event=self.last_event: self.applied >= event)
        return self.rejected.get(self.last_event)

    def flush(self):
        for event in self.outbox:
            if self.sent < event["id"] <= self.applied + UNANSWERED:
                self.say(event=event)
                self.sent = event["id"]
                self.ever_sent = max(self.ever_sent, self.sent)

    def report(self, **environment):
        self.environment |= environment
        self.say(environment=environment)

    def ping(self, number):
        self.last = {}  # it may be the answer to the same ping, received earlier
        self.say(ping=number)
        self.until(lambda: self.last.get("pong") == number)

    def handled(self):
        """Returns when the server has handled all that the page said: messages are handled in order, except `ping`,
        which never waits.
        """
        require(self.event("tap", "no model of this name") is not None, "an event to no model was accepted")

    def kept(self):
        """Returns when the store has the window, and all that the page did."""
        self.handled()
        self.until(lambda: not self.outbox)

    def answer(self, trigger, status, value=None):
        self.answers[trigger] = {"trigger": trigger, "status": status} | ({"value": value} if value is not None else {})
        self.say(performed=self.answers[trigger])

    def until(self, condition):
        while not condition():
            self.receive()

    def until_closed(self):
        """Reads on until the server closes. Returns the code."""
        try:
            self.until(lambda: False)
        except ConnectionClosed:
            return self.closed

    def receive(self):
        """Handles one message."""
        try:
            text = self.socket.recv(timeout=self.patience)
        except ConnectionClosed as end:
            self.closed = end.rcvd.code if end.rcvd else 1006
            require(self.closed < 4400 or (self.closing or {}).get("code") == self.closed, [self.closed, self.closing])
            raise
        require(isinstance(text, str) or self.reads_gzip, "a binary message")
        if self.reads_gzip:
            self.received.append((isinstance(text, bytes), len(text)))
            text = text if isinstance(text, str) else gzip.decompress(text)
        self.last = message = json.loads(text)
        for verb, take in self.verbs.items():
            if verb in message:
                take(self, message[verb], message)

    def take_attached(self, value, _):
        self.server = value["server"]
        require(self.phase == "attaching" and value["server"]["limits"] == {"message": 65536, "unanswered": UNANSWERED}, value)
        there = value["resumed"] and (value["epoch"], value["rev"]) == (self.epoch, self.rev)
        self.window, self.user, self.scene, self.epoch = (value[name] for name in ("window", "user", "scene", "epoch"))
        self.resumed, self.applied, self.sent = value["resumed"], value["applied"], value["applied"]
        self.phase = "attached" if there else "positioned"
        self.slices, self.answered = {}, self.asked
        self.flush()

    def take_state(self, value, message):
        require(self.phase != "attaching", message)
        self.document, self.rev, self.phase = value, message["rev"], "attached"
        self.take_applied(message["applied"])

    def take_patch(self, value, message):
        require(self.phase == "attached" or self.phase == "positioned" and self.resumed, message)
        require(message.get("base", message["rev"] - 1) == self.rev, message)
        self.document, self.rev, self.phase = patched(self.document, value), message["rev"], "attached"
        self.take_applied(message.get("applied", 0))

    def take_shared(self, value, message):
        name = value["document"]
        require(name in self.places, message)
        if "patch" in value:
            rev, state = self.shared[name]
            require(value.get("base", value["rev"] - 1) == rev, message)
            value = {**value, "state": patched(state, value["patch"])}
        self.shared[name] = (value["rev"], value["state"])

    def take_rows(self, value, message):
        name = (value["model"], value["element"])
        require(self.phase == "attached" and self.table(*name), message)
        if "patch" in value:
            rev, state = self.slices[name]
            require(value.get("base", value["rev"] - 1) == rev, message)
            value = {**value, "state": patched(state, value["patch"])}
        self.slices[name] = (value["rev"], value["state"])
        self.copied = value.get("copied", self.copied)
        self.found = value.get("found", self.found)
        if sequence := value.get("sequence"):
            require(self.answered < sequence <= self.asked, message)
            self.answered = sequence
        state = value["state"]
        require(sorted(state["ids"]) == sorted(state["rows"]) and len(state["ids"]) <= 200, message)
        require(0 <= state["from"] <= max(0, state["total"] - len(state["ids"])), message)
        columns = len([column for column in self.table(*name)["columns"] if not column.get("hidden")])
        require(all(len(row["cells"]) == columns for row in state["rows"].values()), message)

    def table(self, model, element):
        """The table with this id in a document of the window."""
        models = [self.document["models"], *(state["models"] for _, state in self.shared.values())]
        waiting = [every[model] for every in models if model in every]
        while waiting:
            node = waiting.pop()
            if isinstance(node, dict):
                if (node.get("type"), node.get("id")) == ("table", element):
                    return node
                node = list(node.values())
            waiting += node if isinstance(node, list) else []
        return None

    def ask_rows(self, model, element, **members):
        """Says which rows the page looks at. Returns the slice, once that is answered."""
        self.asked += 1
        self.say(rows={"model": model, "element": element, "sequence": self.asked, **members})
        self.until(lambda: self.answered == self.asked)
        return self.slices[model, element][1]

    def take_saved(self, value, message):
        require(value <= self.last_event, message)
        self.saved = max(self.saved, value)
        while self.outbox and self.outbox[0]["id"] <= value:
            self.outbox.popleft()

    def take_expires(self, value, message):
        self.expires.append(value)

    def take_rejected(self, value, message):
        require(value["code"] in ("stale", "invalid", "notExecutable", "forbidden", "failed") and value["message"], message)
        self.rejected[value["event"]] = value
        self.take_applied(message["applied"])

    def take_trigger(self, value, message):
        require(self.phase == "attached" and value["kind"] and "payload" in value, message)
        if value["id"] in self.answers:
            self.say(performed=self.answers[value["id"]])
        elif value["id"] not in [trigger["id"] for trigger in self.triggers]:
            self.triggers.append(value)
            if status := self.perform(value):
                self.answer(value["id"], status)

    def take_closing(self, value, _):
        require("at" not in value or (value["code"], value["retryAfter"]) == (1012, 0) and 0 < len(value["at"]) <= 64, value)
        self.closing = value

    def take_applied(self, event):
        self.applied = max(self.applied, event)
        self.shared = {name: copy for name, copy in self.shared.items() if name in self.places}
        self.flush()

    @property
    def places(self):
        """The shared documents that the window shows."""
        return {model["document"] for model in self.document["models"].values() if model["kind"] == "shared"}

    verbs = {"attached": take_attached, "state": take_state, "patch": take_patch, "shared": take_shared, "rows": take_rows,
             "saved": take_saved, "rejected": take_rejected, "expires": take_expires, "trigger": take_trigger, "closing": take_closing}


def patched(document, operations):
    """The document after a patch: an off-the-shelf library applies it, whole or not at all."""
    for operation in operations:
        require(operation["op"] in ("add", "remove", "replace", "move"), operation)
        require(operation["path"] and not operation["path"].endswith("/-"), operation)
    return jsonpatch.apply_patch(document, operations)
