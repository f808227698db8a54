"""A page of the guide's app, and the issuer of its users' tokens."""

import http.client
import pathlib
import ssl
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Conformance"))

from issuer import Issuer, Key  # noqa: E402
from oriel_client import Client  # noqa: E402
from websockets.exceptions import ConnectionClosed, InvalidHandshake  # noqa: E402

ORIGIN = "http://127.0.0.1:8080"
# The public URL that the guide gives the server.
SITE = "https://app.example"
# Accepts a certificate that caddy has signed itself.
ANY = ssl.create_default_context()
ANY.check_hostname, ANY.verify_mode = False, ssl.CERT_NONE


class FarClient(Client):
    """A client in another network: `reach` opens its connections there."""

    def __init__(self, origin, cookie, reach):
        super().__init__(origin, cookie)
        self.reach = reach

    def connect(self, place=None):
        return super().connect(place, sock=self.reach(), ssl=ANY, server_hostname=self.origin.removeprefix("https://"))


class Notebook:
    def __init__(self):
        connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=30)
        self.client = Client(ORIGIN, cookie(connection), page=SITE).attach()

    @classmethod
    def behind(cls, origin, reach):
        """A client that reaches the server through a proxy in another network."""
        host = origin.removeprefix("https://")
        connection = http.client.HTTPSConnection(host, timeout=30)
        connection.sock = ANY.wrap_socket(reach(), server_hostname=host)
        notebook = cls.__new__(cls)
        notebook.client = FarClient(origin, cookie(connection), reach).attach()
        return notebook

    def note(self, text):
        """Writes a note, and waits until it is saved."""
        model, body = self.screen
        field = next(element for element in elements(body) if element["type"] == "textField")
        self.client.event("input", model, field["id"], text)
        add = next(element for element in elements(body) if element.get("text") == "Add")
        assert self.client.event("tap", model, add["id"]) is None
        self.client.until(lambda: not self.client.outbox)

    @property
    def screen(self):
        return next((name, model["body"]) for name, model in self.client.document["models"].items() if "body" in model)

    @property
    def title(self):
        return self.client.document["title"]

    @property
    def notes(self):
        buttons = [each["text"] for each in elements(self.screen[1]) if each["type"] == "button"]
        return [title for title in buttons if title != "Add"]

    def was_told_to_come_back(self):
        """Whether the server reported before it closed that it was restarting (1012)."""
        try:
            self.client.until(lambda: False)
        except ConnectionClosed:
            return self.client.closed == 1012

    def come_back_soon(self):
        """Tries again as a page does, unless it is attached."""
        deadline = time.monotonic() + 60
        while True:
            try:
                return self.client.resume()
            except (ConnectionClosed, InvalidHandshake, OSError):
                assert time.monotonic() < deadline, "the page does not come back"
                time.sleep(0.2)

    def come_back(self, ready):
        assert ready() == 200
        self.client.resume()


def provider(machine, folder):
    """Serves an issuer's keys under a name that the machine knows, with a certificate that it trusts. Returns the
    issuer and its key.
    """
    certificate, private = folder / "certificate.pem", folder / "private.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-subj", "/CN=id.example", "-addext", "subjectAltName=DNS:id.example",
         "-keyout", private, "-out", certificate], check=True, capture_output=True)
    trusted = "/usr/local/share/ca-certificates/id.example.crt"
    with certificate.open() as file:
        machine.do(f"cat >{trusted}; update-ca-certificates; echo 127.0.0.1 id.example >>/etc/hosts", stdin=file)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate, private)
    key = Key("ES256", "only")
    return Issuer(key, tls=tls, name="id.example"), key


def cookie(connection):
    """The token of a new user."""
    connection.request("GET", "/")
    cookies = connection.getresponse().headers.get_all("Set-Cookie", [])
    connection.close()
    return next(cookie.split(";")[0] for cookie in cookies if cookie.startswith("__Host-oriel="))


def elements(body):
    for element in body:
        yield element
        yield from elements(element.get("children", []))
