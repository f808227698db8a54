"""Ways from one program to another, over which a test says what comes through."""

import contextlib
import socket
import threading


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
                self.wait(way, source)
                sink.sendall(data)
        self.cut((source, sink))

    def cut(self, ends):
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def wait(self, way, source):
        """Returns when what has come from an end of a connection may go on its way."""


class Link(Proxy):
    """The way to a port, over which a test can say what comes through."""

    def __init__(self, port):
        self.to, self.is_cut, self.flows = port, False, {"there": threading.Event(), "back": threading.Event()}
        self.stalled, self.healed = set(), threading.Event()
        super().__init__()
        self.heal()

    def ports(self):
        return [self.to]

    def wait(self, way, source):
        self.flows[way].wait()
        if source in self.stalled:
            self.healed.wait()

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
