"""A window that must notice nothing of what others do to the server."""

from oriel_client import Client


class Bystander:
    """Counts, one tap after another, in a window of its own."""

    def __init__(self, program):
        self.program = program
        self.page = Client(program.origin, program.user()).attach(scene="counter")
        self.count = 0
        self.notices_nothing()

    def notices_nothing(self):
        """It is served as ever, by the same server, over the same socket, and nothing but its own taps has changed it."""
        page, root = self.page, self.page.document["root"]
        assert page.event("tap", root, "increment") is None
        self.count += 1
        assert page.rev == 1 + self.count
        assert page.document["models"][root]["body"][0]["text"] == str(self.count)
        assert self.program.api("GET", f"windows/{page.window}") == {
            "id": page.window, "user": page.user, "scene": "counter", "title": page.document["title"], "epoch": page.epoch,
            "rev": page.rev, "attached": 1, "document": page.document}
