"""A connection that a test can cut, restore, hold and slow down: between browser and server, because browsers only simulate
that, or between a server and its database.
"""

import contextlib
import socket
import struct
import threading
import time

ABRUPT = struct.pack("ii", 1, 0)


class Proxy:
    """Forwards TCP connections to a port of this machine."""

    def __init__(self, port):
        self.port = port
        self.pairs = []
        self.is_cut = False
        # A transformation of the bytes on their way to the browser.
        self.changes = lambda data: data
        # The delay in each direction, in seconds.
        self.delay = 0
        self.flows = {"up": threading.Event(), "down": threading.Event()}
        for flow in self.flows.values():
            flow.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                if self.is_cut:
                    reset(near)
                else:
                    self.join(near)

    def join(self, near):
        try:
            far = socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            return reset(near)
        self.pairs.append((near, far))
        for source, sink, way in ((near, far, "up"), (far, near, "down")):
            threading.Thread(target=self.forward, args=(source, sink, self.flows[way]), daemon=True).start()

    def forward(self, source, sink, flow):
        try:
            while data := source.recv(65536):
                flow.wait()
                time.sleep(self.delay)
                sink.sendall(self.changes(data) if flow is self.flows["down"] else data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            # A killed program resets the connections of which it hasn't read everything.
            reset(source)
            reset(sink)

    def cut(self):
        """Cuts every connection, discards held bytes, and lets no new connection through."""
        self.is_cut = True
        pairs, self.pairs = self.pairs, []
        for near, far in pairs:
            reset(near)
            reset(far)
        self.release()

    def mend(self):
        self.is_cut = False

    def hold(self, way):
        """Holds the bytes on their way `up` to the server or `down` to the browser."""
        self.flows[way].clear()

    def release(self):
        for flow in self.flows.values():
            flow.set()

    def close(self):
        self.listener.close()
        self.cut()


def reset(connection):
    """Ends the connection as a pulled plug does: without the end of stream of an orderly close."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPT)
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
