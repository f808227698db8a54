"""A system outside, which is told of each click in the app of Tests/Orders and may kill the server when it is."""

import collections
import os
import signal
import socketserver
import threading


class Exchange:
    """`told` has the keys under which it was told of each number of each shop."""

    def __init__(self):
        self.told = collections.defaultdict(set)
        self.victim = None
        exchange = self

        class Teller(socketserver.StreamRequestHandler):
            def handle(self):
                exchange.hear(self.rfile.readline().decode().rstrip("\n"))
                self.wfile.write(b".")

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Teller)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # the server was killed
        os.environ["ORDERS_EXCHANGE"] = str(self.server.server_address[1])
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hear(self, line):
        shop, _, rest = line.partition(" ")
        number, _, key = rest.partition(" ")
        self.told[shop, int(number)].add(key)
        victim, self.victim = self.victim, None
        if victim:
            victim.send_signal(signal.SIGKILL)

    def kill(self, program):
        """Kills the server when it next tells of a sale, within a few seconds."""
        self.victim = program.process
        for _ in range(50):
            if program.process.poll() is not None:
                break
            threading.Event().wait(0.1)
        self.victim = None
        program.kill()

    def verify(self):
        """A click that was lost after it was told of would have left its number to the next one."""
        twice = {sale: keys for sale, keys in self.told.items() if len(keys) != 1}
        assert self.told and not twice, f"the exchange knows of clicks that the server has lost: {twice}"

    def stop(self):
        del os.environ["ORDERS_EXCHANGE"]
        self.server.shutdown()
        self.server.server_close()
