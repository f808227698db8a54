"""Kills the server while people work, and asks afterwards whether anything was lost or done twice.

    python Tests/Conformance/torture.py --clients 200 --kills 50
    python Tests/Conformance/torture.py --clients 100 --kills 50 --orders postgresql

Each client is a page that knows the protocol and nothing else. It goes on typing, navigating, opening and closing
windows, says again after each kill what was not saved, and keeps its own account of what it did. At the end its document,
the server's and that account must agree, and each user's shared counter must be the number of clicks.

With `--orders`, the clients are customers of the app in Tests/Orders, which has a database of its own. Each order must be
in that database once, and the rows that all users share must be the sums of all clicks. Each click also sends a message to
another tenant, which answers, and schedules a message: each must arrive once.
"""

import argparse
import contextlib
import functools
import logging
import pathlib
import random
import string
import sys
import tempfile
import threading
import time
from collections import Counter as Tally
from http.client import HTTPException

if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from databases import Orders, PostgreSQL, SQLite
from oriel_client import Client
from page_view import View
from program import Program
from websockets.exceptions import WebSocketException

CUT = (WebSocketException, ConnectionError, EOFError)
LEFT, DISMISSED = 1000, 4500
LONGEST = 60  # seconds that a server may take until it listens again


class Gone(Exception):
    """The window has ended."""


class Page:
    """A client that reconnects whatever happens to its server."""

    def __init__(self, program, cookie, **members):
        self.program, self.cookie, self.said, self.given_up = program, cookie, 0, 0
        self.load(**members)

    def load(self, **members):
        """A new life of the page, which knows only these members."""
        self.client, self.members = Client(self.program.origin, self.cookie), members
        self.come()

    def come(self):
        deadline = time.monotonic() + LONGEST
        while True:
            try:
                self.client.resume() if self.client.window else self.client.attach(**self.members)
                return
            except TimeoutError:  # a silent server is a failure, not a cut
                raise
            except (*CUT, OSError):
                if self.client.closed == DISMISSED:
                    raise Gone from None
            assert time.monotonic() < deadline, f"the server does not come back, last closed {self.client.closed}"
            time.sleep(0.02 + 0.2 * random.random())

    def until(self, condition):
        while True:
            try:
                return self.client.until(condition)
            except CUT:
                if self.client.closed == DISMISSED:
                    raise Gone from None
                self.come()

    def say(self, name, model, element=None, value=None):
        """Returns the event's id."""
        self.said += 1
        with contextlib.suppress(*CUT):  # it is in the outbox, and is said when the page comes back
            self.client.event(name, model, element, value, wait=False)
        return self.client.last_event

    def done(self, events):
        """Waits until all events are saved, and returns those that were done. The next acts then refer only to things
        that no crash can take away.

        An event during which the server was killed twice is not tried again and is refused (DESIGN: *Poison*).
        """
        self.until(lambda: not self.client.outbox)
        refusals = [self.client.rejected.pop(event) for event in events if event in self.client.rejected]
        assert {refusal["code"] for refusal in refusals} <= {"failed"}, f"{self.client.window}: rejected {refusals}"
        self.given_up += len(refusals)
        refused = {refusal["event"] for refusal in refusals}
        return [event for event in events if event not in refused]

    def act(self, event, element, value=None, times=1):
        """Returns how often the act was done."""
        model, found = self.view.element(element)
        return len(self.done([self.say(event, model, found["id"], value) for _ in range(times)]))

    def settle(self):
        """Waits until all events are saved, and all messages of the server have arrived."""
        self.done([])
        while True:
            try:
                return self.client.ping(random.getrandbits(32))
            except CUT:
                self.come()

    @property
    def view(self):
        return View(self.client.document)

    def check(self, shown):
        """The page's document, the server's and the account must agree."""
        name = self.client.window
        self.settle()
        document = self.program.api("GET", f"windows/{name}")["document"]
        assert document == self.client.document, f"{name}: the page shows something else than the server"
        told = {element: text(self.view.element(element)[1]) for element in shown}
        assert told == shown, f"{name}: shows {told}, not {shown}"

    def leave(self):
        while True:
            try:
                self.client.say(leave={})
                if self.client.until_closed() in (LEFT, DISMISSED):
                    return
                self.come()
            except Gone:
                return
            except CUT:
                self.client.closed = 1006
                with contextlib.suppress(Gone):
                    self.come()

    def dismiss(self):
        """An operator ends the window; the first answer may be lost with the server."""
        headers = {"Authorization": f"Bearer {self.program.token}"}
        while True:
            with contextlib.suppress(OSError, HTTPException):
                status, *_ = self.program.get(f"/admin/api/v1/windows/{self.client.window}", headers, "DELETE")
                assert status in (204, 404), status
                return
            time.sleep(0.1)


def text(element):
    return element.get("value", element.get("text", ""))


class Counter(Page):
    """A window of its own with a number in it."""

    def __init__(self, program, cookie, window):
        self.count = 0
        super().__init__(program, cookie, window=window)

    def work(self):
        self.count += self.act("tap", "increment", times=random.randint(1, 5))

    def close(self):
        random.choice([self.leave, self.dismiss])()


class Person(Page):
    """A home window, and the counters that were opened from it."""

    def __init__(self, program, cookie):
        self.depth, self.clicks, self.filter, self.tab = 0, 0, "", "tour"
        self.counters, self.followed = [], set()
        super().__init__(program, cookie, scene="home")

    def work(self):
        self.select(random.choice(["tour", "tour", "notes"]))
        here = [self.type] if self.tab == "notes" else [self.click, self.click, self.push, self.back, self.sheet, self.open]
        random.choice([*here, *here, self.use, self.use, self.close, self.cut, self.reload])()

    def select(self, tab):
        if tab != self.tab and self.done([self.say("selectTab", self.client.document["root"], value={"id": tab})]):
            self.tab = tab

    def type(self):
        model, element = self.view.element("search")
        said, typed = {}, self.filter
        for _ in range(random.randint(1, 8)):
            typed = (typed + random.choice(string.ascii_lowercase))[-6:]
            said[self.say("input", model, element["id"], typed)] = typed
        for event in self.done(list(said)):
            self.filter = said[event]

    def click(self):
        self.clicks += self.act("tap", "shared-increment", times=random.randint(1, 8))

    def sheet(self):
        """Presents something, uses it and closes it."""
        if self.act("tap", "sheet"):
            self.clicks += self.act("tap", "count", times=random.randint(1, 3))
            while not self.act("tap", "done"):
                pass

    def push(self):
        count = random.choice([1, 3])
        if self.depth < 6 and self.act("tap", "push" if count == 1 else "push-three"):
            self.depth += count

    def back(self):
        root = random.random() < 0.3
        if self.depth and self.act("tap", "pop-to-root" if root else "pop"):
            self.depth = 0 if root else self.depth - 1

    def open(self):
        if len(self.counters) < 3 and self.act("tap", "open-counter"):
            self.until(lambda: self.asked)
            trigger = self.asked[0]
            self.followed.add(trigger["id"])
            self.counters.append(Counter(self.program, self.cookie, trigger["payload"]["window"]))
            with contextlib.suppress(*CUT):  # the event is sent again, and answered from memory
                self.client.answer(trigger["id"], "performed", "opened")

    @property
    def asked(self):
        """Each click opens one window, and each is shown once."""
        return [each for each in self.client.triggers if each["kind"] == "openWindow" and each["id"] not in self.followed]

    def use(self):
        if self.counters:
            random.choice(self.counters).work()

    def close(self):
        if self.counters:
            self.counters.pop(random.randrange(len(self.counters))).close()

    def cut(self):
        """The link fails, and the server is unaffected."""
        self.client.cut()

    def reload(self):
        """The new page holds the lock that the old one has released."""
        window = self.client.window
        self.client.cut()
        self.load(window=window, takeover=True)

    def verify(self, clicks):
        while self.tab != "notes":
            self.select("notes")
        self.check({"search": self.filter})
        while self.tab != "tour":
            self.select("tour")
        self.check({"shared-count": str(clicks)})
        path = self.client.document["models"][self.view.last("stack")]["path"]
        assert len(path) == self.depth + 1, f"{len(path) - 1} screens deep, not {self.depth}"
        assert not self.asked, "a window was opened that nobody asked for"
        for counter in self.counters:
            counter.check({"count": str(counter.count)})


class People:
    """Visitors of the demo."""

    def __init__(self, clients, users):
        self.clients, self.users = clients, users

    def come(self, program):
        cookies = [program.user() for _ in range(self.users)]
        return [Person(program, cookies[index % self.users]) for index in range(self.clients)]

    def verify(self, people):
        clicks = Tally()
        for person in people:
            clicks[person.cookie] += person.clicks
        for person in people:
            person.verify(clicks[person.cookie])


class Customer(Page):
    """A window of the app in Tests/Orders: orders go into a database of the app's own, clicks into rows that all share."""

    def __init__(self, program, cookie):
        self.placed = self.clicks = 0
        self.counters = []
        super().__init__(program, cookie)

    def work(self):
        random.choice([self.order, self.order, self.click, self.both, self.cut])()

    def order(self):
        self.placed += self.act("tap", "order", times=random.randint(1, 3))

    def click(self):
        self.clicks += self.act("tap", "click", times=random.randint(1, 8))

    def both(self):
        """Clicks that wait until `once` has ended."""
        said = [(name, self.tap(name)) for name in random.choices(["order", "click"], k=6)]
        done = self.done([event for _, event in said])
        self.placed += sum(name == "order" and event in done for name, event in said)
        self.clicks += sum(name == "click" and event in done for name, event in said)

    def tap(self, name):
        model, found = self.view.element(name)
        return self.say("tap", model, found["id"])

    def shows(self, *names):
        return [text(self.view.element(name)[1]) for name in names]

    def cut(self):
        self.client.cut()


class Customers(People):
    """What they share must be the sums of what was acknowledged to them."""

    def __init__(self, database, clients, users):
        super().__init__(clients, users)
        self.database = database

    def come(self, program):
        cookies = [program.user() for _ in range(self.users)]
        return [Customer(program, cookies[index % self.users]) for index in range(self.clients)]

    def verify(self, people):
        clicks, keys = Tally(), Tally()
        for person in people:
            clicks[person.cookie] += person.clicks
            keys[person.client.instance] += person.placed
        orders = [key.rpartition(":")[0] for _, key in self.database.placed()]
        # An event that is given up was not acknowledged, but may have reached the database.
        given_up = {person.client.instance: person.given_up for person in people}
        wrong = {key: count for key, count in Tally(orders).items() if not 0 <= count - keys[key] <= given_up[key]}
        assert not wrong and not keys - Tally(orders), f"orders in the database: {Tally(orders)}, acknowledged: {keys}"
        for person in people:
            # Messages between tenants, and those that were scheduled, arrive after the click is saved.
            person.until(lambda person=person: person.shows("counted", "reminders") == [str(clicks.total())] * 2)
            person.check({
                "counted": str(clicks.total()), "reminders": str(clicks.total()), "placed": str(person.placed), "clicked": str(person.clicks), "clicks": str(clicks[person.cookie]),
                "orders": str(keys.total()), "total": str(clicks.total())})


class Torture:
    def __init__(self, program, visitors, kills, pause):
        self.program, self.visitors, self.kills, self.pause = program, visitors, kills, pause
        self.people = visitors.come(program)
        self.stop = threading.Event()
        self.failures = []

    def run(self):
        threads = [threading.Thread(target=self.work, args=(person,), daemon=True) for person in self.people]
        for thread in threads:
            thread.start()
        for _ in range(self.kills):
            self.stop.wait(random.uniform(*self.pause))
            if self.stop.is_set():
                break
            self.program.kill()
            self.program.start()
        self.stop.set()
        for thread in threads:
            thread.join()
        if self.failures:
            raise self.failures[0]
        self.verify()

    def work(self, person):
        try:
            while not self.stop.is_set():
                person.work()
            for page in (person, *person.counters):
                page.settle()
        except BaseException as failure:
            self.failures.append(failure)
            self.stop.set()

    def verify(self):
        self.visitors.verify(self.people)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--users", type=int, default=40)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--pause", type=float, nargs=2, default=(0.2, 4), help="seconds between a start and the next kill")
    parser.add_argument("--orders", choices=["sqlite", "postgresql"], help="the database of the app in Tests/Orders")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # a link that the test cuts is no news
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--database", f"{folder}/oriel.db"]
        database = {"sqlite": lambda: SQLite(folder), "postgresql": PostgreSQL, None: lambda: None}[options.orders]()
        program = Orders(database, *flags) if database else Program(*flags)
        kind = functools.partial(Customers, database) if database else People
        try:
            torture = Torture(program, kind(options.clients, options.users), options.kills, options.pause)
            torture.run()
        finally:
            print(program.logged() if sys.exc_info()[0] else "", end="")
            if program.is_running:
                program.kill()
            if database:
                database.stop()
    clicks = sum(person.clicks for person in torture.people)
    orders = f", {torture.total('placed')} orders" if database else ""
    print(f"{options.clients} clients, {options.kills} kills: {torture.total('said')} events, {clicks} of them clicks of shared "
          f"counters{orders}, {torture.total('given_up')} given up; nothing lost, nothing done twice")


if __name__ == "__main__":
    main()
