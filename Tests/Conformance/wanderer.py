"""A person who presses anything that is there, and now and then something that is not, in many windows of two users at
once.
"""

import json
import random

from oriel_client import Client
from page_view import View, within
from websockets.exceptions import ConnectionClosed

SCENES = ["welcome", "live", "home", "exhibit", "shop", "members", "guide", "control", "counter", "note", "wallboard"]
NAMES = ["tap", "input", "change", "submit", "focus", "selection", "files", "scrolled", "custom:pick", "back", "selectTab",
         "dismiss", "action", "detent", "appeared", "openURL", "none"]
TEXTS = ["", "a", "two words", "é😀\u200f", '"<b>&', "0", "-1", "42", "2026-11-21", "12:30", "x" * 300]
PAGES = 7


class Page(Client):
    """A page that keeps the server's messages, and sometimes performs triggers as pages do."""

    def __init__(self, program, cookie, choices, **members):
        super().__init__(program.origin, cookie)
        self.told, self.followed = [], set()
        self.perform = lambda _: choices.choice(["performed", "performed", "declined", "blocked", "failed"])
        self.attach(**members)

    @property
    def is_over(self):
        return self.closed is not None and (self.closed >= 4400 or self.closed == 1000)

    @property
    def view(self):
        return View(self.document, self.shared)

    def catch_up(self):
        """Returns when everything that was sent before has arrived."""
        self.ping(self.last_event + 1)
        assert self.places <= set(self.shared), "a shared document that has a place was not sent"


class Wanderer:
    def __init__(self, program, seed):
        self.program, self.seed, self.choices = program, seed, random.Random(seed)
        self.users = [program.user(), program.user()]
        self.pages, self.addresses, self.answered = [], ["/", "/nowhere"], 0

    def wander(self, steps):
        acts = {self.press: 70, self.guess: 10, self.open: 6, self.follow: 3, self.cut: 2, self.reload: 1, self.fork: 1,
                self.hide: 1, self.trigger: 1, self.leave: .5, self.dismiss: .5, self.restart: .7}
        for step in range(steps):
            act = self.choices.choices(list(acts), acts.values())[0]
            page = self.choices.choice(self.pages) if self.pages else None
            try:
                self.take(act if page else self.open, page)
                if step % 3 == 0:
                    self.compare()
            except (AssertionError, TimeoutError, KeyError, IndexError) as error:
                told = "\n".join(map(str, page.told[-30:])) if page else ""
                raise AssertionError(f"step {step} of seed {self.seed}, {act.__name__}: {error!r}\n{told}") from error

    def take(self, act, page):
        """The act may find a lost link, or end its window."""
        try:
            if page and page.closed:
                page.resume()
            act(page)
        except ConnectionClosed:
            assert self.program.is_running, "the server is gone"
            for each in self.pages:
                if not each.closed and each.socket.state.name != "OPEN":
                    each.until_closed()
        self.pages = [each for each in self.pages if not each.is_over]

    def compare(self):
        """Every page shows the server's state."""
        for page in self.pages:
            if page.closed:
                continue
            try:
                page.catch_up()
                window = self.window(page.window)
                if window is None:
                    # Another page has closed it, and this one is told once that is saved.
                    page.until_closed()
                    continue
                page.until(lambda page=page, window=window: page.rev >= window["rev"])
                # One of the app's timers may have fired in the meantime.
                assert page.rev > window["rev"] or page.document == window["document"], "it shows something else"
                self.look_around(page)
            except ConnectionClosed:
                page.until_closed()
        self.pages = [page for page in self.pages if not page.is_over]

    def window(self, id):
        """What the server has; `None` if it was closed."""
        status, _, answer = self.program.get(f"/admin/api/v1/windows/{id}", {"Authorization": f"Bearer {self.program.token}"})
        assert status in (200, 404), answer
        return json.loads(answer) if status == 200 else None

    def look_around(self, page):
        found = [page.document.get("url")] + [element.get("url") for _, element in page.view.elements]
        self.addresses += [url for url in found if url and url.startswith("/") and url not in self.addresses]

    # People's acts

    def press(self, page):
        """Something that is visible."""
        page.catch_up()
        view = page.view
        presenter, top = view.layers[-1]
        if "model" not in top:
            actions = [action["id"] for action in top.get("actions", [])]
            answer = {"name": "action", "value": {"id": self.choices.choice(actions)}} if actions else {
                "name": "dismiss", "value": {"id": top["id"]}}
            return self.tell(page, model=presenter, **answer)
        elements = [(model, element) for model, element in view.elements if "id" in element]
        if not elements or self.choices.random() < .15:
            return self.tell(page, **self.move(view, top))
        model, element = self.choices.choice(elements)
        self.tell(page, model=model, element=element["id"], **self.use(element))

    def use(self, element):
        """An act on an element of this type."""
        choice, number = self.choices.choice, self.choices.uniform(element.get("min", 0), element.get("max", 10))
        match element["type"]:
            case "button" | "navigationLink" | "link" | "menu":
                return {"name": "tap"}
            case "textField" if element.get("live") is False:
                return choice([{"name": "change", "value": choice(TEXTS)}, {"name": "submit"}, {"name": "focus"}])
            case "textField" | "textArea" | "secureField":
                return choice([{"name": choice(["input", "change"]), "value": choice(TEXTS)}, {"name": "submit"}, {"name": "focus"}])
            case "toggle":
                return {"name": "change", "value": choice([True, False])}
            case "slider":
                return {"name": choice(["input", "change"]), "value": round(number, 2)}
            case "stepper":
                return {"name": "change", "value": int(number)}
            case "picker" if element.get("options"):
                return {"name": "change", "value": choice(element["options"])["id"]}
            case "list" | "tabular" if element.get("children"):
                return {"name": "selection", "value": [choice(element["children"]).get("id", "none")]}
        return {"name": choice(NAMES), "value": self.value()}

    def move(self, view, top):
        """An act on a whole model."""
        name = self.choices.choice(view.visible)
        model = view.models[name]
        if model["kind"] == "stack" and len(model["path"]) > 1:
            return {"model": name, "name": "back", "value": {"depth": self.choices.randrange(len(model["path"]) - 1)}}
        if model["kind"] == "tabs":
            return {"model": name, "name": "selectTab", "value": {"id": self.choices.choice(model["tabs"])["id"]}}
        if "detents" in top and self.choices.random() < .5:
            return {"model": top["model"], "name": "detent", "value": {"id": self.choices.choice(top["detents"])}}
        if len(view.layers) > 1 and self.choices.random() < .5:
            return {"model": top["model"], "name": "dismiss", "value": {}}
        if self.choices.random() < .5:
            return {"model": name, "name": "appeared", "value": {"animated": True}}
        return {"model": view.document["root"], "name": "openURL", "value": {"url": self.choices.choice(self.addresses)}}

    def guess(self, page):
        """Something that may be covered, gone, or of another kind."""
        models = page.view.models
        event = {"model": self.choices.choice([*models, "none"]), "name": self.choices.choice(NAMES)}
        ids = [element["id"] for model in models.values()
               for element in within(model.get("toolbar", []) + model.get("body", [])) if "id" in element]
        if ids and self.choices.random() < .7:
            event["element"] = self.choices.choice(ids)
        self.tell(page, value=self.value(), **event)

    def value(self, depth=0):
        simple = [*TEXTS, 0, -1, 7, .5, 1e300, True, False]
        kind = self.choices.randrange(6 if depth < 2 else 4)
        match kind:
            case 4:
                return [self.value(depth + 1) for _ in range(self.choices.randrange(3))]
            case 5:
                return {name: self.value(depth + 1) for name in self.choices.sample(["id", "depth", "fraction", "animated", "url"], 2)}
        return self.choices.choice(simple)

    def tell(self, page, **event):
        page.told.append(event)
        page.event(**event)
        self.answered += 1

    # Pages' acts

    def open(self, _):
        if len(self.pages) < PAGES:
            members = {"scene": self.choices.choice(SCENES)} | self.choices.choice([{}, {"url": self.choices.choice(self.addresses)}])
            self.add(self.choices.choice(self.users), **members)

    def add(self, cookie, **members):
        page = Page(self.program, cookie, self.choices, **members)
        self.pages.append(page)
        return page

    def follow(self, page):
        """A window that the server has opened gets its page."""
        opened = {trigger["payload"]["window"] for trigger in page.triggers if trigger["kind"] == "openWindow"} - page.followed
        if opened and len(self.pages) < PAGES:
            window = min(opened)
            page.followed.add(window)
            self.add(page.cookie, window=window)

    def cut(self, page):
        page.cut()

    def reload(self, page):
        page.cut()
        self.pages.remove(page)
        self.add(page.cookie, window=page.window, takeover=True)

    def fork(self, page):
        if len(self.pages) < PAGES:
            assert self.add(page.cookie, window=page.window).window != page.window

    def hide(self, page):
        page.report(visible=self.choices.random() < .6, width=self.choices.choice([320, 900, 1600]),
                    locale=self.choices.choice(["en", "ar", "de"]))

    def leave(self, page):
        page.say(leave={})
        page.until_closed()

    # Operators' acts

    def dismiss(self, page):
        self.program.act("dismiss", {"window": page.window})

    def trigger(self, page):
        target = self.choices.choice([{"window": page.window}, {"user": page.user}, {"scene": page.scene}, {"all": True}])
        kind, payload = self.choices.choice([("notify", {"title": "a", "body": "b"}), ("copy", {"text": "x"}), ("setBadge", {"count": 3}),
                                             ("openURL", {"url": "/notes", "target": "_self"}), ("custom:none", {})])
        self.program.act("trigger", target, kind=kind, payload=payload)

    def restart(self, _):
        """Kills or stops the server. Its windows come back, except those that were opened a moment ago."""
        self.choices.choice([self.program.kill, self.program.stop])()
        for page in self.pages:
            page.cut()
        self.program.start()
