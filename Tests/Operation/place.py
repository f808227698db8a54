"""A machine that shares everything with this one except its network and its /etc. Changes there are invisible to other
processes, and disappear with this process. Must be used by root, before the process has threads.
"""

import concurrent.futures
import contextlib
import ctypes
import os
import socket
import subprocess
import tempfile

NEW_MOUNTS, NEW_NETWORK = 0x0002_0000, 0x4000_0000


def leave_the_machine():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_MOUNTS | NEW_NETWORK) != 0:
        raise OSError(ctypes.get_errno(), "no machine of its own; is this root?")
    run("mount", "--make-rprivate", "/")
    upper = tempfile.mkdtemp(prefix="oriel-etc-")
    run("mount", "-t", "tmpfs", "tmpfs", upper)
    for folder in ("changes", "work"):
        os.mkdir(f"{upper}/{folder}")
    run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir=/etc,upperdir={upper}/changes,workdir={upper}/work", "/etc")
    run("ip", "link", "set", "lo", "up")
    with open("/etc/hosts", "a") as hosts:
        hosts.write("127.0.0.1 app.example\n")


def connect(network, address):
    """A connection in the network of this file, as `ip netns` names it."""
    def connect():
        with open(network) as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), NEW_NETWORK) != 0:
                raise OSError(ctypes.get_errno(), network)
        return socket.create_connection(address)

    # Only this thread changes its network.
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(connect).result()


def make_certificates():
    """Makes certificates for app.example, in the places that the proxies' files name."""
    os.makedirs("/etc/ssl/oriel", exist_ok=True)
    with contextlib.chdir("/etc/ssl/oriel"):
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=app.example", "-addext", "subjectAltName=DNS:app.example",
            "-keyout", "privkey.pem", "-out", "fullchain.pem")
        with open("haproxy.pem", "w") as both:
            for name in ("fullchain.pem", "privkey.pem"):
                both.write(open(name).read())


def run(*command):
    subprocess.run(command, check=True, capture_output=True)
