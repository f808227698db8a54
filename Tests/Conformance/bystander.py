"""A window that must not be affected by other connections' misuse of the server."""

from oriel_client import Client


class Bystander:
    """Counts, one tap after another, in a window of its own."""

    def __init__(self, program):
        self.program = program
        self.page = Client(program.origin, program.user()).attach(scene="counter")
        self.count = 0
        self.notices_nothing()

    def notices_nothing(self):
        """The window works as before, with the same server and over the same socket, and only its own taps have changed
        it.
        """
        page, root = self.page, self.page.document["root"]
        assert page.event("tap", root, "increment") is None
        self.count += 1
        assert page.rev == 1 + self.count
        assert page.document["models"][root]["body"][0]["text"] == str(self.count)
        assert self.program.api("GET", f"windows/{page.window}") == {
            "id": page.window, "user": page.user, "scene": "counter", "title": page.document["title"], "epoch": page.epoch,
            "rev": page.rev, "attached": 1, "document": page.document}
