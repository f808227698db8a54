"""Customers of the app in Tests/Orders, who order and click at random until the server is killed, and after."""

import random
from collections import Counter as Tally

from lasting_page import Page, text
from people import People

class Customer(Page):
    """A window of the app in Tests/Orders: orders go into a database of the app's own, clicks into rows that all share."""

    def __init__(self, program, cookie, shop=None):
        self.placed = self.clicks = 0
        self.counters, self.shop = [], shop
        super().__init__(program, cookie, **({"url": f"/{shop}/main"} if shop else {}))

    def come(self):
        self.client.query = f"page=%2F{self.shop}%2Fmain" if self.shop and random.random() < 0.5 else ""
        super().come()

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

    def __init__(self, database, clients, users, shops=0):
        super().__init__(clients, users)
        self.database = database
        self.shops = [f"shop-{number}" for number in range(shops)] or [None]

    def come(self, program):
        cookies = [program.user() for _ in range(self.users)]
        return [
            Customer(program, cookies[index % self.users], self.shops[index % self.users % len(self.shops)])
            for index in range(self.clients)]

    def verify(self, people):
        orders = Tally(key.rpartition(":")[0] for _, key in self.database.placed())
        for shop in self.shops:
            self.verify_shop([person for person in people if person.shop == shop], orders)
        strangers = orders.keys() - {person.client.instance for person in people}
        assert not strangers, f"orders of pages that there never were: {strangers}"

    def verify_shop(self, people, orders):
        clicks, keys = Tally(), Tally()
        for person in people:
            clicks[person.cookie] += person.clicks
            keys[person.client.instance] += person.placed
        # An event that is given up was not acknowledged, but may have reached the database.
        given_up = {person.client.instance: person.given_up for person in people}
        wrong = {key: orders[key] for key in given_up if not 0 <= orders[key] - keys[key] <= given_up[key]}
        assert not wrong, f"orders in the database: {wrong}, acknowledged: {keys}"
        for person in people:
            # Messages between tenants, and those that were scheduled, arrive after the click is saved. What others have
            # ordered is rendered a moment after it is saved.
            sums = [str(clicks.total()), str(clicks.total()), str(keys.total())]
            person.until(lambda person=person, sums=sums: person.shows("counted", "reminders", "orders") == sums)
            person.check({
                "counted": str(clicks.total()), "reminders": str(clicks.total()), "placed": str(person.placed), "clicked": str(person.clicks), "clicks": str(clicks[person.cookie]),
                "orders": str(keys.total()), "total": str(clicks.total())})
