"""Databases that the tests start or make: a file of SQLite, and a PostgreSQL on the loopback."""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

from links import Link
from program import ROOT, Program, eventually, free_port

BINARY = os.environ.get("ORIEL_ORDERS") or ROOT / ".build/debug/OrielOrders"
PLACED = "SELECT id, key FROM orders ORDER BY id"


class SQLite:
    """`placed` returns the numbers and keys of all orders."""

    def __init__(self, folder):
        self.address = f"{folder}/orders.db"

    def placed(self):
        with contextlib.closing(sqlite3.connect(self.address)) as database:
            return database.execute(PLACED).fetchall()

    def stop(self):
        pass


# While there is a file named `full` in the folder of the data, no table can grow: a disk without room refuses that first.
FULL_DISK = """
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_full(int descriptor, off_t end) {
  char link[64], path[4096];
  struct stat status;
  if (access("full", F_OK) != 0 || fstat(descriptor, &status) != 0 || end <= status.st_size) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, "/base/") != NULL;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t place) {
  if (is_full(descriptor, place + count)) { errno = ENOSPC; return -1; }
  return syscall(SYS_pwrite64, descriptor, bytes, count, place);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t place) {
  return pwrite64(descriptor, bytes, count, place);
}

int posix_fallocate64(int descriptor, off_t place, off_t count) {
  if (is_full(descriptor, place + count)) return ENOSPC;
  return syscall(SYS_fallocate, descriptor, 0, place, count) == 0 ? 0 : errno;
}

int posix_fallocate(int descriptor, off_t place, off_t count) { return posix_fallocate64(descriptor, place, count); }
"""


class PostgreSQL:
    """A server of its own. It refuses to run as root, so root starts it as the user `postgres`."""

    # What it loads first.
    library = None

    def __init__(self, *settings):
        self.settings = "".join(f" -c {setting}" for setting in settings)
        # Debian has them beside the PATH.
        debian = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), default=None)
        self.tools = (debian or pathlib.Path(shutil.which("pg_ctl")).resolve()).parent
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="oriel-", dir="/tmp"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.port = free_port()
        self.address = f"host=127.0.0.1 port={self.port} user=orders dbname=postgres"
        self.make()
        self.start()

    def make(self):
        self.run("initdb", "--auth=trust", "--username=orders", "--no-sync", "--encoding=UTF8", f"--pgdata={self.folder}/data")

    def start(self):
        self.run(
            "pg_ctl", "start", "--wait", f"--pgdata={self.folder}/data", f"--log={self.folder}/log",
            f"--options=-h 127.0.0.1 -p {self.port} -k {self.folder}{self.settings}")

    def new_database(self, name):
        """Makes an empty database, and returns its URL."""
        self.query(f"CREATE DATABASE {name}")
        return f"postgres://orders@127.0.0.1:{self.port}/{name}"

    def logged(self):
        return (self.folder / "log").read_text()

    def query(self, sql, address=None):
        """Returns the values of the rows, one row a line."""
        return self.run("psql", "--no-align", "--tuples-only", "--dbname", address or self.address, "--command", sql).split()

    def placed(self, address=None):
        lines = self.run(
            "psql", "--no-align", "--tuples-only", "--dbname", address or self.address, "--command", PLACED).splitlines()
        return [(int(number), key) for number, _, key in (line.partition("|") for line in lines)]

    def stop(self):
        self.end()
        shutil.rmtree(self.folder)

    def end(self):
        """Ends it as a crash would."""
        self.run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={self.folder}/data")

    @property
    def other(self):
        """Makes a command another user's."""
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []

    def run(self, tool, *words):
        # In a file, because the server that is started keeps what it was given as its output.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                [*self.other, self.tools / tool, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env={**os.environ, "LD_PRELOAD": self.library} if self.library else None)
            output.seek(0)
            assert done.returncode == 0, f"{tool}: {output.read()}"
            return output.read()


class DatabaseOfServer:
    """A new database of a PostgreSQL that others use too."""

    def __init__(self, server, name):
        self.server = server
        server.new_database(name)
        self.address = server.address.replace("dbname=postgres", f"dbname={name}")

    def placed(self):
        return self.server.placed(self.address)


class PostgreSQLOnSmallDisk(PostgreSQL):
    """One whose disk can be full."""

    def start(self):
        library = self.folder / "disk.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-o", library, "-"], input=FULL_DISK, text=True, check=True)
        self.library = str(library)
        super().start()

    @contextlib.contextmanager
    def full(self):
        file = self.folder / "data/full"
        file.touch()
        try:
            yield
        finally:
            file.unlink()


class Standby(PostgreSQL):
    """A server that follows another one until it is promoted."""

    def __init__(self, primary):
        self.primary = primary
        super().__init__()

    def make(self):
        self.run(
            "pg_basebackup", "--dbname", self.primary.address, f"--pgdata={self.folder}/data", "--write-recovery-conf", "--checkpoint=fast",
            "--no-sync")

    def stop_following(self):
        """From now on it lacks what the other one commits."""
        self.query("ALTER SYSTEM SET primary_conninfo = ''")
        self.query("SELECT pg_reload_conf()")
        eventually(lambda: self.query("SELECT count(*) FROM pg_stat_wal_receiver") == ["0"])

    def promote(self):
        self.run("pg_ctl", "promote", "--wait", f"--pgdata={self.folder}/data")


class ReplicatedPostgreSQL:
    """A PostgreSQL that acknowledges what a standby has. When it ends, the standby takes its place, and gets one of its own."""

    def __init__(self):
        self.primary = PostgreSQL()
        self.front = Link(self.primary.port)
        self.follow()

    def follow(self):
        self.standby = Standby(self.primary)
        self.primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.query("SELECT pg_reload_conf()")

    def new_database(self, name):
        return self.primary.new_database(name).replace(f":{self.primary.port}/", f":{self.front.port}/")

    def end(self):
        self.primary.end()

    def start(self):
        former, self.primary = self.primary, self.standby
        self.primary.promote()
        self.front.to = self.primary.port
        self.follow()
        shutil.rmtree(former.folder)

    def stop(self):
        for server in self.standby, self.primary:
            with contextlib.suppress(AssertionError):  # it has ended
                server.end()
            shutil.rmtree(server.folder)


class Orders(Program):
    """The app in Tests/Orders with one of these databases."""

    def __init__(self, database, *flags):
        os.environ["ORDERS"] = database.address
        super().__init__(*flags, binary=BINARY)

    def start(self, crash=None):
        """- Parameter crash: The place in its code at which it kills itself."""
        os.environ["ORDERS_CRASH"] = crash or ""
        super().start()
