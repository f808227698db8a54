"""Kills the server while people work, and asks afterwards whether anything was lost or done twice.

    python Tests/Conformance/torture.py --clients 200 --kills 50
    python Tests/Conformance/torture.py --clients 100 --kills 50 --orders postgresql
    python Tests/Conformance/torture.py --clients 100 --kills 50 --orders sqlite --exchange
    python Tests/Conformance/torture.py --clients 100 --kills 50 --orders sqlite --database postgresql --standby
    python Tests/Conformance/torture.py --clients 100 --kills 200 --orders postgresql --shops 8 --nodes 3
    ORIEL_LOOPS=2 python Tests/Conformance/torture.py --clients 100 --kills 50 --orders sqlite --shops 6 --drains

Each client is a page that knows the protocol and nothing else. It goes on typing, navigating, opening and closing
windows, says again after each kill what was not saved, and keeps its own account of what it did. At the end its document,
the server's and that account must agree, and each user's shared counter must be the number of clicks.

With `--orders`, the clients are customers of the app in Tests/Orders, which has a database of its own. Each order must be
in that database once, and the rows that all users share must be the sums of all clicks. Each click also sends a message to
another tenant, which answers, and schedules a message: each must arrive once. With `--shops`, they are customers of
several such shops, each a tenant, and half of the pages name theirs in the handshake: with several loops, these are handed
over and the others are sent on at their attach.

With `--drains`, the server is asked to end instead of being killed half of the time. With `--exchange`, each click is told
to a system outside, which kills the server at that moment two times of three: it must never know of a click that the server
has lost.

With `--nodes`, several servers share a database of PostgreSQL, behind a balancer that gives each connection to another one. One
at a time is killed, ended, stopped for some seconds, cut from the database or the other nodes, for one way or both, or from one
other, or gets no hints of the database; a sixth of the time it is the database that ends, and another sixth its commits are
cancelled. The clock of one is three seconds ahead, and that of another three behind: by as
much the messages that an app has scheduled may be late. The database has a standby, which takes its place when it ends.

With `--database postgresql`, windows are stored there, and half of the time the database ends and not the server. With
`--standby`, a second server waits, and takes the place of the one that is killed.
"""

import argparse
import functools
import logging
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from cluster import BalancedCluster
from customers import Customers
from databases import BINARY, Orders, PostgreSQL, ReplicatedPostgreSQL, SQLite
from exchange import Exchange
from people import People
from program import Program


class Torture:
    def __init__(self, program, visitors, kills, pause, drains=False, exchange=None, store=None, standby=False):
        self.program, self.visitors, self.kills, self.pause, self.exchange, self.store = program, visitors, kills, pause, exchange, store
        if isinstance(program, BalancedCluster):
            self.ends = [program.fail] * 4 + [self.interrupt_store, self.cancel_commits] * bool(store)
        else:
            ends = [program.kill] + [program.stop] * drains + [lambda: exchange.kill(program)] * (2 * bool(exchange))
            self.ends = [functools.partial(self.replace, end) for end in ends] + [self.interrupt_store] * len(ends) * bool(store)
        self.standby = program.spawn() if standby else None
        self.people = visitors.come(program)
        self.stop = threading.Event()
        self.failures = []
        # What was done to it, and the seconds since the start.
        self.faults = []

    def run(self):
        self.began = time.monotonic()
        threads = [threading.Thread(target=self.work, args=(person,), daemon=True) for person in self.people]
        for thread in threads:
            thread.start()
        for _ in range(self.kills):
            self.stop.wait(random.uniform(*self.pause))
            if self.stop.is_set():
                break
            fault = random.choice(self.ends)
            began = time.monotonic() - self.began
            fault()
            self.faults.append((self.name(fault), round(began, 1), round(time.monotonic() - self.began, 1)))
        if self.standby:
            self.standby.kill()
        self.stop.set()
        for thread in threads:
            thread.join()
        try:
            if self.failures:
                raise self.failures[0]
            self.verify()
        except BaseException as failure:
            if failure in self.failures:
                print(f"failed after {self.failed - self.began:.1f} s; what was done, from and until when: {self.faults}")
            print(self.program.logged())
            if isinstance(self.store, PostgreSQL):
                print(self.store.logged())
            raise

    @staticmethod
    def name(fault):
        return " ".join(part.__name__ for part in (getattr(fault, "func", fault), *getattr(fault, "args", ())))

    def replace(self, end):
        end()
        if self.standby:
            self.program.process = self.standby
            self.program.wait_until_it_listens()
            self.standby = self.program.spawn()
        else:
            self.program.start()

    def interrupt_store(self):
        if isinstance(self.program, BalancedCluster):
            self.program.faults.append("interrupt_store")
        self.store.end()
        # Nodes that have no answer for 3 seconds ask each other.
        self.stop.wait(random.uniform(0, random.choice([2, 2, 10])))
        self.store.start()

    def cancel_commits(self):
        """Those that wait for the standby: they are done, and their nodes can't know it."""
        self.store.primary.query("""
            DO $$ BEGIN
              FOR i IN 1..200 LOOP
                PERFORM pg_stat_clear_snapshot();
                PERFORM pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep';
                PERFORM pg_sleep(0.01);
              END LOOP;
            END $$""")

    def work(self, person):
        try:
            while not self.stop.is_set():
                person.work()
            for page in (person, *person.counters):
                page.settle()
        except BaseException as failure:
            self.failed = time.monotonic()
            self.failures.append(failure)
            self.stop.set()

    def verify(self):
        self.visitors.verify(self.people)
        if self.exchange:
            self.exchange.verify()
        windows = {page.client.window for person in self.people for page in (person, *person.counters)}
        assert self.windows() == windows, f"windows lost or too many: {self.windows() ^ windows}"

    def windows(self):
        found, after = set(), ""
        while True:
            page = self.program.api("GET", f"windows?limit=1000{after}")
            found |= {window["id"] for window in page["windows"]}
            if "next" not in page:
                return found
            after = f"&after={page['next']}"

    def total(self, amount):
        return sum(getattr(page, amount) for person in self.people for page in (person, *person.counters))


def nodes(store, folder, count, database=None):
    if database:
        os.environ["ORDERS"], os.environ["ORDERS_CRASH"] = database.address, ""
    return BalancedCluster(
        store.new_database("nodes"), pathlib.Path(folder), count=count, binary=BINARY if database else None, clocks=("+3s", "-3s"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--users", type=int, default=40)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--pause", type=float, nargs=2, default=(0.2, 4), help="seconds between a start and the next kill")
    parser.add_argument("--orders", choices=["sqlite", "postgresql"], help="the database of the app in Tests/Orders")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite", help="where windows are stored")
    parser.add_argument("--standby", action="store_true", help="a second server waits; only with PostgreSQL")
    parser.add_argument("--nodes", type=int, default=0, help="servers that share a database of PostgreSQL")
    parser.add_argument("--shops", type=int, default=0, help="tenants of that app, between which the clients are divided")
    parser.add_argument("--drains", action="store_true", help="end the server with SIGTERM half of the time")
    parser.add_argument("--exchange", action="store_true", help="a system outside kills the server when it is told of a click")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    if options.nodes and options.orders == "sqlite":
        parser.error("several processes can't write to one file at the same time: --orders postgresql")
    if options.exchange and not options.orders:
        parser.error("only the app with a database tells a system outside: --orders sqlite or --orders postgresql")
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # a link that the test cuts is no news
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        store = ReplicatedPostgreSQL() if options.nodes else PostgreSQL() if options.database == "postgresql" else None
        flags = ["--database", store.new_database("torture"), "--state", folder] if store else ["--database", f"{folder}/oriel.db"]
        database = {"sqlite": lambda: SQLite(folder), "postgresql": PostgreSQL, None: lambda: None}[options.orders]()
        if options.shops:
            os.environ["ORDERS_SHOPS"] = str(options.shops)
        exchange = Exchange() if options.exchange else None
        if options.nodes:
            program = nodes(store, folder, options.nodes, database)
        else:
            program = Orders(database, *flags) if database else Program(*flags)
        kind = functools.partial(Customers, database, shops=options.shops) if database else People
        try:
            torture = Torture(
                program, kind(options.clients, options.users), options.kills, options.pause, options.drains, exchange, store,
                options.standby)
            torture.run()
        finally:
            if program.is_running:
                program.kill()
            for server in filter(None, [database, store]):
                server.stop()
    clicks = sum(person.clicks for person in torture.people)
    orders = f", {torture.total('placed')} orders" if database else ""
    print(f"{options.clients} clients, {options.kills} kills: {torture.total('said')} events, {clicks} of them clicks of shared "
          f"counters{orders}, {torture.total('given_up')} given up; nothing lost, nothing done twice")
    if options.nodes:
        print(f"Nodes that ended by themselves, after which faults: {program.ended_after}")


if __name__ == "__main__":
    main()
