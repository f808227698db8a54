"""An issuer of tokens, and the keys that it signs them with."""

import base64
import http.server
import json
import secrets
import threading
import time

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa


def encoded(number_or_bytes):
    if isinstance(number_or_bytes, int):
        number_or_bytes = number_or_bytes.to_bytes((number_or_bytes.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(number_or_bytes).decode().rstrip("=")


class Key:
    """A key of the issuer."""

    def __init__(self, algorithm, name):
        self.algorithm, self.name = algorithm, name
        self.private = {
            "HS256": lambda: secrets.token_bytes(32), "RS256": lambda: rsa.generate_private_key(65537, 2048),
            "ES256": lambda: ec.generate_private_key(ec.SECP256R1()), "EdDSA": ed25519.Ed25519PrivateKey.generate,
        }[algorithm]()

    @property
    def public(self):
        """The public part of the key as a JSON Web Key. A shared secret has no public part, so it is included."""
        common = {"kid": self.name, "alg": self.algorithm, "use": "sig"}
        if self.algorithm == "HS256":
            return common | {"kty": "oct", "k": encoded(self.private)}
        algorithm = jwt.algorithms.get_default_algorithms()[self.algorithm]
        return json.loads(algorithm.to_jwk(self.private.public_key())) | common

    @property
    def pem(self):
        return self.private.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def sign(self, header=None, **changes):
        """A valid token with these changes. `None` leaves out a claim."""
        now = int(time.time())
        claims = {
            "sub": "ann", "iss": "https://id.example", "aud": "oriel", "iat": now, "nbf": now, "exp": now + 3600,
            "realm": {"roles": ["admin"]}, **changes}
        claims = {name: value for name, value in claims.items() if value is not None}
        header = {"kid": self.name, **(header or {})}
        return jwt.encode(
            claims, self.private, self.algorithm, {name: value for name, value in header.items() if value is not None})


class Issuer:
    """Serves key sets over HTTP, or over HTTPS under a name, and counts the requests."""

    def __init__(self, *keys, tls=None, name="127.0.0.1", leads_to=None, length=None):
        self.keys, self.asked = list(keys), 0
        self.answers = threading.Event()  # while it is not set, whoever asks waits
        self.answers.set()
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                issuer.asked += 1
                issuer.answers.wait()
                body = json.dumps({"keys": [key.public for key in issuer.keys]}).encode()
                if leads_to and self.path == "/keys.json":
                    self.send_response(302)
                    self.send_header("Location", leads_to)
                    self.send_header("Content-Length", "0")
                    return self.end_headers()
                if length:
                    body = b" " * length
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.url = f"{'https' if tls else 'http'}://{name}:{self.server.server_port}/keys.json"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
