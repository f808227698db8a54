"""Ways from one program to another, over which a test says what comes through."""

import contextlib
import re
import socket
import threading
import time
import weakref
from collections import deque


class Proxy:
    """Passes connections on, each to a port that it chooses."""

    def __init__(self):
        self.pairs, self.port = [], 0
        self.listen()

    def listen(self):
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=200)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                threading.Thread(target=self.join, args=(near,), daemon=True).start()

    def join(self, near):
        for port in self.ports():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as far, near:
                self.pairs.append(pair := (port, near, far))
                back = threading.Thread(target=self.forward, args=(far, near, "back"), daemon=True)
                back.start()
                self.forward(near, far, "there")
                back.join()
                with contextlib.suppress(ValueError):  # it was cut
                    self.pairs.remove(pair)
                return
        near.close()

    def forward(self, source, sink, way):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(self.passed(data, way, source))
            self.passed(b"", way, source)  # its end does not come through either
        self.cut((source, sink))

    def cut(self, ends):
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def passed(self, data, way, source):
        """What goes on its way of what has come from an end of a connection, once it may."""
        return data


class Link(Proxy):
    """The way to a port, over which a test can say what comes through."""

    def __init__(self, port):
        self.to, self.is_cut, self.flows = port, False, {"there": threading.Event(), "back": threading.Event()}
        self.stalled, self.healed = set(), threading.Event()
        self.delay = 0  # of all that comes back, in seconds
        super().__init__()
        self.heal()

    def ports(self):
        return [self.to]

    def passed(self, data, way, source):
        self.flows[way].wait()
        if source in self.stalled:
            self.healed.wait()
        if way == "back":
            time.sleep(self.delay)
        return data

    def fail(self, *ways):
        """Nothing comes through on these ways; with none, connections are refused."""
        for way in ways:
            self.flows[way].clear()
        if not ways:
            self.is_cut = True
            self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
            pairs, self.pairs = self.pairs, []
            for _, *ends in pairs:
                self.cut(ends)

    def stall(self):
        """Nothing comes through any more on the connections that are open now."""
        self.healed.clear()
        self.stalled |= {end for _, *ends in self.pairs for end in ends}

    def heal(self):
        self.stalled.clear()
        self.healed.set()
        if self.is_cut:
            self.is_cut = False
            self.listen()
        for flow in self.flows.values():
            flow.set()


class NodeLink(Link):
    """The way to a node from the others. What one of them passes on can be stopped.

    `words` are the last values of `Oriel-Via` that came through.
    """

    def __init__(self, port):
        self.left_out, self.lives, self.words = None, weakref.WeakKeyDictionary(), deque(maxlen=1000)
        super().__init__(port)

    def leave_out(self, life):
        self.left_out = life
        self.healed.clear()
        self.stalled |= {end for _, *ends in self.pairs for end in ends if self.lives.get(ends[0]) == life}

    def passed(self, data, way, source):
        if word := re.search(rb"\noriel-via: (from=(\w+);.*)\r", data):
            self.words.append(word[1].decode())
            self.lives[source] = word[2].decode()
            if self.lives[source] == self.left_out:
                self.stalled.add(source)
        return super().passed(data, way, source)

    def heal(self):
        self.left_out = None
        super().heal()


class DatabaseLink(Link):
    """The way to PostgreSQL, which can lose its hints: messages of the type `A` (postgresql.org/docs/current/protocol-message-formats.html)."""

    def __init__(self, port):
        self.loses_hints, self.rests, self.greeted = False, weakref.WeakKeyDictionary(), weakref.WeakSet()
        super().__init__(port)

    def passed(self, data, way, source):
        data = super().passed(data, way, source)
        return data if way == "there" else b"".join(self.messages(data, source))

    def messages(self, data, source):
        """The whole messages of a server. Before the first, it answers by one letter whether it encrypts."""
        data = self.rests.pop(source, b"") + data
        if data == b"N" and source not in self.greeted:
            yield data
            return
        self.greeted.add(source)
        start = 0
        while len(data) >= start + 5 and len(data) > (end := start + int.from_bytes(data[start + 1:start + 5])):
            if not (self.loses_hints and data[start] == ord("A")):
                yield data[start:end + 1]
            start = end + 1
        if data[start:]:
            self.rests[source] = data[start:]

    def heal(self):
        self.loses_hints = False
        super().heal()
