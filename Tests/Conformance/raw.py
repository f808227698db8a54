"""Frames and handshakes that no library would send."""

import secrets
import struct

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def frame(opcode, payload=b"", *, final=True, masked=True, reserved=0, length=None):
    """A frame (RFC 6455 §5.2). `length` may differ from the payload's length."""
    size = len(payload) if length is None else length
    short = size if size < 126 else 126 if size < 1 << 16 else 127
    head = bytes([final << 7 | reserved << 4 | opcode, masked << 7 | short])
    head += struct.pack("!H", size) if short == 126 else struct.pack("!Q", size) if short == 127 else b""
    if not masked:
        return head + payload
    key = secrets.token_bytes(4)
    stream = int.from_bytes((key * (len(payload) // 4 + 1))[:len(payload)])
    return head + key + (int.from_bytes(payload) ^ stream).to_bytes(len(payload))


def fragments(opcode, *payloads):
    """A message in this number of frames."""
    last = len(payloads) - 1
    return b"".join(frame(opcode if n == 0 else 0, part, final=n == last) for n, part in enumerate(payloads))


def handshake(program, **changes):
    """The headers of a valid handshake with these changes (None removes one); names as in `sec_websocket_key`."""
    headers = {
        "host": f"127.0.0.1:{program.port}", "upgrade": "websocket", "connection": "Upgrade",
        "sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ==", "sec_websocket_version": "13",
        "sec_websocket_protocol": "oriel.v1", "origin": program.origin, "cookie": program.user(), **changes}
    return {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
