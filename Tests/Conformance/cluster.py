"""Several servers on one database, each a node that reaches the others, and a balancer in front of them."""

import contextlib
import itertools
import json
import os
import platform
import random
import signal
import subprocess
import time
import urllib.parse
from http.client import HTTPException

from links import DatabaseLink, NodeLink, Proxy
from program import PATIENCE, Program, free_port


# libfaketime moves all timers of descriptors by the offset of the wall clock, also those of the monotonic clock, which
# Dispatch uses.
TIMERS = """
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
int timerfd_settime(int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
  return syscall(SYS_timerfd_settime, descriptor, flags, new, old);
}
"""


def clock_libraries(folder):
    """What a process loads to have a wall clock of its own."""
    library = folder / "timers.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-o", library, "-"], input=TIMERS, text=True, check=True)
    return f"{library}:/usr/lib/{platform.machine()}-linux-gnu/faketime/libfaketime.so.1"


class Node(Program):
    """A node whose ways to the database and from other nodes are links."""

    def __init__(self, cluster, name, clock=""):
        self.cluster, self.name, self.own_port = cluster, name, free_port()
        self.clock = {}
        if clock:
            self.clock = {"LD_PRELOAD": clock_libraries(cluster.folder), "FAKETIME": clock, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
            # libfaketime sets a variable in the first process that loads it, and a Swift program loses its arguments by that.
            self.launcher = ("/usr/bin/env",)
        database = urllib.parse.urlsplit(cluster.database)
        self.to_database, self.from_nodes = DatabaseLink(database.port), NodeLink(self.own_port)
        self.address_of_node = f"127.0.0.1:{self.from_nodes.port}"
        place = database.netloc.rpartition(":")[0]
        super().__init__(
            "--database", database._replace(netloc=f"{place}:{self.to_database.port}").geturl(),
            "--state", str(cluster.folder / name), "--node-name", name, *cluster.flags, binary=cluster.binary)

    def spawn(self):
        self.port, self.token, self.secret = self.own_port, self.cluster.token, {**self.cluster.secret, **self.clock}
        self.flags_of_start = ("--node-address", self.address_of_node)
        flags, self.flags = self.flags, (*self.flags, *self.flags_of_start)
        try:
            return super().spawn()
        finally:
            self.flags = flags

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def command(self, *arguments):
        """The exit code of `oriel`, and what it says."""
        environment = {**os.environ, "ORIEL_SERVER": self.origin, "ORIEL_ADMIN_TOKEN": self.token}
        done = subprocess.run([Program.tool(), *arguments], env=environment, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    @property
    def life(self):
        return self.get("/health/node")[2].decode().strip()


class Cluster:
    """Nodes a, b and c. They have a key and a token in common."""

    def __init__(self, database, folder, *flags, count=3, binary=None, clocks=()):
        """`clocks` says how much each node's is ahead of the machine's, such as `+1h`."""
        self.database, self.folder, self.flags, self.binary = database, folder, flags, binary
        self.secret = {"ORIEL_SECRET": os.urandom(32).hex()}
        self.token = os.urandom(24).hex()
        self.nodes = [Node(self, name, clock or "") for name, clock in itertools.zip_longest("abc"[:count], clocks)]

    def __iter__(self):
        return iter(self.nodes)

    def __getitem__(self, index):
        return self.nodes[index]

    def stop(self):
        for node in self:
            if node.is_running:
                node.go_on()
                node.kill()

    def ended(self, node):
        """The exit code of a node that ends by itself."""
        return node.process.wait(PATIENCE)


class Balancer(Proxy):
    """Gives each connection to the next node, and never remembers which: as a round robin with health checks does."""

    def __init__(self, ports):
        self.up = dict.fromkeys(ports, True)
        self.turns = itertools.cycle(ports)
        super().__init__()

    def ports(self):
        return [port for port in itertools.islice(self.turns, len(self.up)) if self.up[port]]

    def mark(self, port, up):
        """A node that is marked down has its connections cut."""
        self.up[port] = up
        if not up:
            ended = [pair for pair in self.pairs if pair[0] == port]
            self.pairs = [pair for pair in self.pairs if pair[0] != port]
            for _, *ends in ended:
                self.cut(ends)


class BalancedCluster(Cluster):
    """Nodes that are used as one program, and fail one at a time."""

    def __init__(self, *words, **names):
        super().__init__(*words, **names)
        self.balancer = Balancer([node.own_port for node in self])
        self.port = self.balancer.port
        self.origin = f"http://127.0.0.1:{self.port}"
        self.faults = []
        # What had failed before a node ended by itself.
        self.ended_after = []

    @property
    def is_running(self):
        return any(node.is_running for node in self)

    def user(self):
        return self.any(lambda node: node.user())

    def get(self, path, headers=None, method="GET", body=None):
        """Asks one node after another until one has what is asked for in its memory."""
        def ask(node):
            answer = node.get(path, headers, method, body)
            if answer[0] in (409, 503):
                raise HTTPException(f"{path}: {answer[0]} {answer[2].decode()}")
            return answer
        return self.any(ask)

    def api(self, method, path, body=None, expect=200):
        headers = {"Authorization": f"Bearer {self.token}"}
        status, _, answer = self.get(f"/admin/api/v1/{path}", headers, method, body)
        assert status == expect, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer)

    def any(self, ask):
        deadline = time.monotonic() + PATIENCE
        while True:
            for node in self:
                if self.balancer.up[node.own_port]:
                    with contextlib.suppress(OSError, HTTPException):
                        return ask(node)
            assert time.monotonic() < deadline, "no node answers"
            time.sleep(0.1)

    def fail(self):
        """A random node fails in a random way, and is there again."""
        for ended in self:
            if not ended.is_running:
                # It had stood still, and found that it was replaced.
                assert ended.process.returncode == 75, ended.process.returncode
                self.ended_after.append(self.faults[-2:])
                self.start_again(ended)
        faults = [
            self.end, self.end, self.end_gently, self.stand_still, self.cut_from_database, self.cut_from_nodes, self.lose_hints,
        ] + [self.cut_from_one] * (len(self.nodes) > 1)
        node, fault = random.choice(self.nodes), random.choice(faults)
        self.faults.append(f"{fault.__name__} {node.name}")
        fault(node)

    def end(self, node):
        node.kill()
        self.balancer.mark(node.own_port, False)
        time.sleep(random.uniform(0, 1))
        self.start_again(node)

    def end_gently(self, node):
        node.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            node.process.wait(20)
        if node.is_running:
            node.kill()
        self.start_again(node)

    def stand_still(self, node):
        node.pause()
        time.sleep(1)
        self.balancer.mark(node.own_port, False)
        time.sleep(random.uniform(0, 5))
        node.go_on()
        # It may have been replaced meanwhile, and is about to find that out.
        self.balancer.mark(node.own_port, True)

    def cut_from_database(self, node):
        """If that lasts, the others say that they reach it, and the node ends."""
        self.interrupt(node.to_database, 8)

    def cut_from_nodes(self, node):
        """Pages that others would pass on to it come by another way, or wait."""
        self.interrupt(node.from_nodes, 4)

    def cut_from_one(self, node):
        """Both reach the third and the database: no node ends, and pages come by the third."""
        other = random.choice([other for other in self if other is not node])
        with contextlib.suppress(OSError, HTTPException):  # one had stood still, and ends
            lives = node.life, other.life
            for one, life in zip((other, node), lives):
                one.from_nodes.leave_out(life)
            time.sleep(random.uniform(0, 4))
            for one in (node, other):
                one.from_nodes.heal()

    def lose_hints(self, node):
        """The node reads the others' news at its next beat."""
        node.to_database.loses_hints = True
        time.sleep(random.uniform(0, 4))
        node.to_database.heal()

    def interrupt(self, link, longest):
        link.fail(*random.choice([["there"], ["back"], ["there", "back"], []]))
        time.sleep(random.uniform(0, longest))
        link.heal()

    def start_again(self, node):
        self.balancer.mark(node.own_port, False)
        node.start()
        self.balancer.mark(node.own_port, True)

    def kill(self):
        self.stop()

    def logged(self):
        return "\n".join(f"{node.name}:\n{node.logged()}" for node in self)
