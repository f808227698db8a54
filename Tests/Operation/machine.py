"""A clean Debian with systemd and podman, booted beside this one: its own processes, mounts and names, but this
machine's network. What it is made of is kept for the next time; what is done in it is not."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).parents[2]
KEPT = pathlib.Path(os.environ.get("ORIEL_CHECK_FOLDER", ROOT / ".build/check")).absolute()
PATIENCE = 120
PACKAGES = (
    "systemd systemd-sysv dbus git openssl curl podman buildah crun docker-compose netavark aardvark-dns iptables "
    "iproute2 procps")
# The packages in Docker Hub's image `swift`, besides Swift.
SWIFT_PACKAGES = (
    "binutils git gnupg libc6-dev libcurl4-openssl-dev libedit2 libgcc-12-dev libncurses-dev libpython3-dev "
    "libsqlite3-0 libstdc++-12-dev libxml2-dev libz3-4 pkg-config tzdata zlib1g-dev")
IMAGES = {"docker.io/library/debian:bookworm-slim": "debian", "docker.io/library/swift:6.3-bookworm": "swift",
          "docker.io/library/caddy:2": "caddy", "docker.io/library/haproxy:3.0": "haproxy",
          "docker.io/library/postgres:17": "postgres"}
# How Docker Hub's images are started, and where they have their programs.
CHANGES = {"caddy": ["ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data",
                     'CMD ["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]'],
           "haproxy": ['CMD ["haproxy","-W","-db","-f","/usr/local/etc/haproxy/haproxy.cfg"]'],
           "postgres": ["ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin"]}
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "BUILDAH_ISOLATION": "chroot",
               "BUILDAH_FORMAT": "docker"}
# Containers share the machine's network and limits, because the machine may be a container itself.
CONTAINERS = """[containers]
{network}
cgroups = "disabled"
default_ulimits = ["nofile={soft}:{files}", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
"""
# The command docker: podman has all of its subcommands except `compose`.
DOCKER = """#!/bin/sh
[ "$1" = compose ] || exec podman "$@"
shift
exec docker-compose --host unix:///run/apart.sock "$@"
"""
# The containers of compose.yaml have networks and ports, so they run apart, in an otherwise empty network.
APART = """[Service]
Environment=CONTAINERS_CONF=/etc/containers/apart.conf
ExecStartPre=ip netns add apart
ExecStartPre=nsenter --net=/run/netns/apart ip link set lo up
ExecStart=nsenter --net=/run/netns/apart podman system service --time=0 unix:///run/apart.sock
"""
BOOT = """set -e
mount --make-rprivate /
mount -t tmpfs tmpfs {changes}
mkdir {changes}/upper {changes}/work {changes}/root
root={changes}/root
mount -t overlay overlay -o lowerdir={base},upperdir={changes}/upper,workdir={changes}/work $root
mount -t proc proc $root/proc
mount -t sysfs -o ro sysfs $root/sys
mount -t cgroup2 cgroup2 $root/sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs $root/run
mount -t tmpfs tmpfs $root/tmp
mkdir -p $root/var/lib/containers
mount --bind {kept}/containers $root/var/lib/containers
mount --bind {kept}/cache $root/var/tmp
mount --bind {kept}/out $root/mnt
mkdir $root/oriel
mount --bind -o ro {oriel} $root/oriel
mount -t tmpfs -o mode=755 tmpfs $root/dev
for device in null zero full random urandom tty; do touch $root/dev/$device; mount --bind /dev/$device $root/dev/$device; done
mkdir $root/dev/pts $root/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts $root/dev/pts
ln -s pts/ptmx $root/dev/ptmx
mkdir $root/run/old
cd $root
pivot_root . run/old
umount -l /run/old
exec env -i container=oriel PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --unit=multi-user.target
"""


class Machine:
    def __init__(self):
        for name in ("containers", "cache", "changes", "out", "builds"):
            (KEPT / name).mkdir(parents=True, exist_ok=True)
        self.make_roots()
        script = BOOT.format(changes=KEPT / "changes", base=KEPT / "machine", kept=KEPT, oriel=ROOT)
        self.process = subprocess.Popen(
            ["unshare", "--pid", "--mount", "--uts", "--ipc", "--cgroup", "--fork", "--kill-child", "sh", "-c", script],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.wait()
        self.load_images()

    def make_roots(self):
        make("base", lambda root: run(
            "debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", root))
        make("debian", lambda root: run("cp", "--archive", "--reflink=auto", f"{KEPT}/base/.", root))
        make("machine", lambda root: furnish(root, PACKAGES))
        make("swift", self.make_swift)
        make("caddy", lambda root: furnish(root, "caddy"))
        make("haproxy", lambda root: furnish(root, "haproxy"))
        make("postgres", self.make_postgres)
        etc = KEPT / "machine/etc"
        shutil.copy("/etc/resolv.conf", etc / "resolv.conf")
        files = int(subprocess.check_output(["sh", "-c", "ulimit -Hn"], text=True).replace("unlimited", "1048576"))
        (etc / "containers/containers.conf").write_text(
            CONTAINERS.format(network='netns = "host"', soft=1024, files=files))
        # podman's service confuses the two limits, so both are the same.
        (etc / "containers/apart.conf").write_text(CONTAINERS.format(network="", soft=files, files=files))
        (etc / "systemd/system/apart.service").write_text(APART)
        docker = KEPT / "machine/usr/local/bin/docker"
        docker.unlink(missing_ok=True)
        docker.write_text(DOCKER)
        docker.chmod(0o755)

    @staticmethod
    def make_postgres(root):
        """Replaces Docker Hub's image, which has an empty folder for the data."""
        furnish(root, "postgresql")
        run_inside(root, "sh", "-c", "rm -r /var/lib/postgresql/* && install -d -o postgres -m 1777 /var/lib/postgresql/data")

    @staticmethod
    def make_swift(root):
        """Replaces Docker Hub's image, with this machine's Swift, the same source of packages as this machine's git, and the
        certificate authorities that this machine trusts.
        """
        furnish(root, SWIFT_PACKAGES)
        trusted = pathlib.Path("usr/local/share/ca-certificates")
        for authority in (pathlib.Path("/") / trusted).glob("*.crt"):
            shutil.copy(authority, root / trusted)
        run_inside(root, "update-ca-certificates")
        swift = pathlib.Path(shutil.which("swift")).resolve().parents[2]
        left_out = [f"--exclude={name}" for name in ("*lldb*", "*sourcekit*", "*SourceKit*", "*wasm*")]
        pack = subprocess.Popen(["tar", "-C", swift, "-c", *left_out, "usr"], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-C", root, "-x"], stdin=pack.stdout, check=True)
        listed = subprocess.run(
            ["git", "config", "--get-regexp", r"^url\..*\.insteadof$"], capture_output=True, text=True).stdout
        for key, address in (line.split(" ", 1) for line in listed.splitlines()):
            mirror = key.removeprefix("url.").removesuffix(".insteadof")
            run("git", "config", "--file", f"{root}/etc/gitconfig", "--add", key, address)
            # One mirror may stand for several addresses.
            if os.path.isdir(mirror) and not os.path.isdir(f"{root}{mirror}"):
                shutil.copytree(mirror, f"{root}{mirror}", symlinks=True)

    def wait(self):
        deadline = time.monotonic() + PATIENCE
        while self.ask("systemctl is-system-running").stdout.strip() != "running":
            assert self.process.poll() is None, self.process.stderr.read().decode()
            assert time.monotonic() < deadline, self.ask("systemctl --failed").stdout
            time.sleep(0.2)

    @property
    def init(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return children[0] if children else "0"

    def load_images(self):
        for name, root in IMAGES.items():
            if self.ask(f"podman image exists {name}").returncode != 0:
                changes = " ".join(f"--change '{change}'" for change in CHANGES.get(root, []))
                self.do(f"podman import {changes} - {name}", stdin=subprocess.Popen(
                    ["tar", "-C", KEPT / root, "-c", "."], stdout=subprocess.PIPE).stdout)

    def start_apart(self):
        """Starts the service in whose network the containers of compose.yaml run. Returns the file of that network."""
        self.do("systemctl start apart; until [ -S /run/apart.sock ]; do sleep 0.1; done")
        return f"/proc/{self.init}/root/run/netns/apart"

    def ask(self, script, apart=False, **options):
        there = ["nsenter", "--net=/run/netns/apart"] if apart else []
        return subprocess.run(
            ["nsenter", "--target", self.init, "--all", "env", "-i", *(f"{k}={v}" for k, v in ENVIRONMENT.items()),
             *there, "sh", "-euxc", script], **{"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, **options})

    def do(self, script, **options):
        """Runs a script, which must succeed. Returns its output."""
        answer = self.ask(script, **options)
        assert answer.returncode == 0, f"{script}\n{answer.stdout[-4000:]}\n{answer.stderr[-6000:]}"
        return answer.stdout

    def end(self):
        os.kill(int(self.init), signal.SIGRTMIN + 4)  # power off
        self.process.wait(PATIENCE)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def make(name, steps):
    """Makes a root directory once, and either completely or not at all."""
    root, part = KEPT / name, KEPT / f"{name}.part"
    if root.exists():
        return
    shutil.rmtree(part, ignore_errors=True)
    steps(part)
    part.rename(root)


def furnish(root, packages):
    run("cp", "--archive", KEPT / "base", root)
    shutil.copy("/etc/resolv.conf", f"{root}/etc/resolv.conf")
    run_inside(root, "sh", "-c",
               f"apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends {packages} "
               "&& apt-get clean")


def run_inside(root, *command):
    # There is no such folder inside.
    run("chroot", root, "env", "--unset=TMPDIR", *command)
