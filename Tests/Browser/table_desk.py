"""A server's side of a table: it answers what pages ask for, from rows that the test controls."""

import threading

import jsonpatch

COLUMNS = [
    {"id": "symbol", "title": "Symbol", "width": 90, "pinned": True, "sorts": True},
    {"id": "price", "title": "Price", "width": 100, "align": "trailing", "sorts": True, "flashes": True},
    {"id": "quantity", "title": "Quantity", "width": 100, "align": "trailing", "edits": True, "footer": "Σ 1,000"},
    {"id": "note", "title": "Note", "priority": 1},
    {"id": "act", "title": "Act", "width": 120, "priority": 2},
]
TABLE = {"type": "table", "id": "orders", "label": "Orders", "columns": COLUMNS, "sort": [{"column": "symbol", "order": "forward"}],
         "selection": "many", "opens": True, "menu": True}


def cells(name):
    number = int("".join(letter for letter in name if letter.isdigit()) or 0)
    button = {"type": "button", "id": "cancel", "text": f"Cancel {name}"}
    return [f"{'ABCDEFGH'[number % 8]}{name}", {"text": f"{number % 977}.25"}, str(number % 50), f"Note of {name}", {"children": [button]}]


class Desk:
    """The rows of one table. Whatever is changed is sent as one patch, with what pages ask for answered at once."""

    def __init__(self, server, total=200, element="orders", model="m1"):
        self.server = server
        self.element, self.model = element, model
        self.ids = [f"k{number}" for number in range(total)]
        self.extra = {}
        self.rows = {}
        self.first, self.count = 0, 40
        self.rev = 0
        self.asked = []
        self.lock = threading.RLock()
        # Whether requests wait for the test.
        self.is_late = False
        self.put = server.received.put
        server.received.put = self.heard

    def heard(self, message):
        if "rows" in message:
            with self.lock:
                self.asked.append(message["rows"])
                if not self.is_late:
                    self.answer(message["rows"])
        self.put(message)

    def answer(self, asked):
        """Answers a request with a state, or with an empty patch where nothing changes."""
        shift = 0
        if (anchor := asked.get("anchor")) and anchor["id"] in self.ids:
            shift = self.ids.index(anchor["id"]) - anchor["index"]
        self.first, self.count = max(0, asked.get("from", self.first) + (shift if "from" in asked else 0)), min(200, asked.get("count", self.count))
        if asked.get("to") in self.ids:
            self.first = max(0, self.ids.index(asked["to"]) - self.count // 2)
        answer = {"sequence": asked["sequence"], **({"found": self.found(asked["find"])} if "find" in asked else {})}
        if "from" in asked or asked.get("fresh"):
            self.state(**answer)
        else:
            self.patch(**answer)

    def found(self, find):
        """The next row with a text, or with the beginning of one."""
        at = self.ids.index(find["after"]) if "after" in find else -1
        order = self.ids[at + 1:] + self.ids[:at + 1]
        if find.get("back"):
            order = order[-2::-1] + order[-1:]
        for name in order:
            texts = [text for text in self.row(name)["cells"] if isinstance(text, str)]
            if find["text"] in " ".join(texts) if "text" in find else texts[0].lower().startswith(find["prefix"].lower()):
                return {"id": name, "index": self.ids.index(name)}
        return {}

    def row(self, name):
        return self.rows.setdefault(name, {"cells": cells(name)})

    @property
    def slice(self):
        ids = self.ids[self.first:self.first + self.count]
        return {"from": self.first, "total": len(self.ids), "ids": ids, "rows": {name: self.row(name) for name in ids}, **self.extra}

    def send(self, **message):
        self.rev += 1
        self.server.send({"rows": {"model": self.model, "element": self.element, "rev": self.rev, **message}})

    def state(self, **message):
        with self.lock:
            self.send(state=self.slice, **message)

    def patch(self, *operations, **message):
        with self.lock:
            self.keep(operations)
            self.send(patch=list(operations), **message)

    def keep(self, operations):
        """Changes what later answers have, but for the order, which the test changes."""
        kept = {**self.extra, "rows": self.rows}
        for operation in operations:
            first, *rest = operation["path"].split("/")[1:]
            if first not in ("from", "total", "ids") and (first != "rows" or rest[0] in self.rows):
                kept = jsonpatch.apply_patch(kept, [operation])
        self.rows = kept.pop("rows")
        self.extra = kept

    def moved_by(self, count):
        """The patch of rows that have come above what the page has."""
        with self.lock:
            self.first += count
            self.patch({"op": "replace", "path": "/from", "value": self.first}, {"op": "replace", "path": "/total", "value": len(self.ids)})

    def copied(self, texts):
        """What the page has asked for to copy."""
        self.patch(copied=texts)
