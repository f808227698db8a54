"""Walks the steps of walk.json over the socket, and after each step compares every page with the server's state."""

import contextlib

from oriel_client import Client
from page_view import View, event_of
from websockets.exceptions import ConnectionClosed


class Walker:
    """Pages by their names, and users by theirs."""

    def __init__(self, program):
        self.program, self.pages, self.cookies = program, {}, {}

    def walk(self, steps):
        for step in steps:
            try:
                self.take(step)
            except AssertionError as error:
                raise AssertionError(f"at “{step['why']}”: {error}") from error

    def take(self, step):
        outcome = self.do(step["do"], step["page"])
        if step.get("outcome") == "closed" and outcome == "nothing":
            # The page is closed when the end of its window is on disk.
            self.pages[step["page"]].until_closed()
            outcome = "closed"
        assert outcome == step.get("outcome"), f"{outcome}, not {step.get('outcome')}"
        for name, expected in step["expect"].items():
            wait(self.pages[name], expected)
        self.compare()
        for name, expected in step["expect"].items():
            check(self.pages[name], expected)

    # One step

    def do(self, action, name):
        """Takes a step. Returns its result: the verb of the answer, or the code of a refusal."""
        page = self.pages.get(name)
        match action:
            case {"open": scene, "user": user}:
                self.open(name, self.cookie(user), scene=scene)
            case {"disconnect": True}:
                page.cut()
            case {"reconnect": True}:
                page.resume()
            case {"reload": True}:
                page.cut()
                self.open(name, page.cookie, window=page.window, takeover=True)
            case {"duplicate": copy}:
                self.open(copy, page.cookie, window=page.window)
                assert self.pages[copy].window != page.window, "a fork is a window of its own"
            case {"perform": kind, "status": status}:
                page.answer(latest(page, kind)["id"], status)
            case {"follow": kind, "as": opened}:
                trigger = latest(page, kind)
                self.open(opened, page.cookie, window=trigger["payload"]["window"])
                page.answer(trigger["id"], "performed", "opened")
            case {"leave": True}:
                page.say(leave={})
                page.until_closed()
                return "closed"
            case _:
                return self.event(page, event_of(action, view(page)))

    def event(self, page, event):
        before = page.rev
        try:
            refusal = page.event(**event)
            page.ping(page.last_event)
        except ConnectionClosed:
            page.until_closed()
            return "closed"
        if refusal:
            return refusal["code"]
        return "nothing" if page.rev == before else "patch"

    def open(self, name, cookie, **members):
        self.pages[name] = Client(self.program.origin, cookie).attach(**members)

    def cookie(self, user):
        if user not in self.cookies:
            self.cookies[user] = self.program.user()
        return self.cookies[user]

    # What must be true after a step

    def compare(self):
        """Every attached page shows the server's state, and every other window is as the server says."""
        for name, page in self.pages.items():
            if page.closed:
                continue
            try:
                self.compare_page(name, page)
            except ConnectionClosed:
                page.until_closed()
                self.program.api("GET", f"windows/{page.window}", expect=404)

    def compare_page(self, name, page):
        page.ping(page.last_event)
        window = self.program.api("GET", f"windows/{page.window}")
        page.until(lambda: page.rev == window["rev"])
        assert window["document"] == page.document, f"{name} shows something else than the server has"
        assert window == {
            "id": page.window, "user": page.user, "scene": page.scene, "title": page.document["title"],
            "epoch": page.epoch, "rev": page.rev, "attached": 1, "document": page.document}


def latest(page, kind):
    return [trigger for trigger in page.triggers if trigger["kind"] == kind][-1]


def view(page):
    return View(page.document, page.shared)


def wait(page, expected):
    """Returns when the page shows the things that the step names: another page's step is shown a moment later. If they
    don't come, `check` tells what is missing.
    """
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        page.until(lambda: page.closed or "closed" not in expected and all(actual == value for _, actual, value in looks(page, expected)))


def check(page, expected):
    """Looks at the things that the step names."""
    if page.closed or "closed" in expected:
        assert page.closed == expected["closed"], f"closed with {page.closed}"
        return
    for name, actual, value in looks(page, expected):
        assert actual == value, f"{name} is {actual}, not {value}"


def looks(page, expected):
    """The things that the step names: what the page shows, and what is expected."""
    seen = view(page)
    return [(name, SEEN[name](page, seen, value), value) for name, value in expected.items()]


def members(seen, elements):
    """The members that are expected of the named elements; None for an absent element."""
    found = {name: seen.element(name)[1] for name in elements}
    return {name: {member: found[name].get(member) for member in wanted} for name, wanted in elements.items()}


def depth(seen):
    stacks = [seen.models[name] for name in seen.visible if seen.models[name]["kind"] == "stack"]
    return len(stacks[-1]["path"]) - 1 if stacks else None


SEEN = {
    "title": lambda page, seen, _: page.document["title"],
    "top": lambda page, seen, _: seen.models[seen.visible[-1]]["type"],
    "depth": lambda page, seen, _: depth(seen),
    "layers": lambda page, seen, _: [layer["as"] for _, layer in seen.layers[1:]],
    "elements": lambda page, seen, elements: members(seen, elements),
    "reads": lambda page, seen, texts: [text for text in texts if text in seen.text],
    "doesNotRead": lambda page, seen, texts: [text for text in texts if text not in seen.text],
    "triggers": lambda page, seen, _: [trigger["kind"] for trigger in page.triggers],
}
