"""Visitors of the demo, who do at random what people do, until the server is killed, and after."""

import contextlib
import random
import string
from collections import Counter as Tally

from lasting_page import CUT, Page, text

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
