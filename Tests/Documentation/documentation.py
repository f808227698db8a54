"""What the documentation is made of: the symbols of each room as the last build has left them, and the articles.

    python3 Tests/Documentation/documentation.py

prints every public symbol without a docstring. One that stands for a requirement of a protocol inherits its docstring;
a name that begins with `_` is for the code that macros write. With `--record` it writes the public API to Tests/Fixtures/api.
"""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = ROOT / "Sources"
MODULES = ROOT / ".build/debug/Modules"
API = ROOT / "Tests/Fixtures/api"
FOLDER = tempfile.TemporaryDirectory()
PUBLIC = re.compile(r"^\s*(?:@\w+\s+)*public\s", re.MULTILINE)


def public_rooms():
    """The rooms with symbols that are visible outside of this package."""
    return sorted(
        folder.name for folder in SOURCES.iterdir()
        if any(PUBLIC.search(file.read_text(encoding="utf-8")) for file in folder.rglob("*.swift")))


def catalogue(room):
    return next((SOURCES / room).glob("*.docc"), None)


def documented_rooms():
    return sorted(folder.name for folder in SOURCES.iterdir() if catalogue(folder.name))


@functools.cache
def graphs(room):
    """The folder with the symbol graphs of a room's build."""
    folder = pathlib.Path(FOLDER.name, room)
    folder.mkdir()
    target = json.loads(run("swift", "-print-target-info"))["target"]["unversionedTriple"]
    libpq = run("pkg-config", "--variable=includedir", "libpq").strip()
    includes = [word for path in [MODULES, *c_modules(), libpq] for word in ("-I", path)]
    run("swift", "symbolgraph-extract", "-module-name", room, "-target", target, *includes, "-output-dir", folder,
        "-minimum-access-level", "public", "-skip-synthesized-members")
    return folder


def c_modules():
    """The folders with the module maps of C targets, which are written by hand or by the build."""
    built = [MODULES.parent / f"{folder.name}.build" for folder in SOURCES.glob("C[A-Z]*")]
    written = [*SOURCES.glob("C*/module.modulemap"), *ROOT.glob(".build/checkouts/*/Sources/*/module.modulemap")]
    return [*built, *(map.parent for map in written)]


def symbols(room):
    return [symbol for file in graphs(room).glob("*.symbols.json") for symbol in json.loads(file.read_text())["symbols"]]


def declarations(room):
    """The public API of a room: each symbol with its kind, its place and its declaration."""
    lines = set()
    for symbol in symbols(room):
        if any(name.startswith("_") for name in symbol["pathComponents"]) or "location" not in symbol:
            continue
        written = "".join(part["spelling"] for part in symbol["declarationFragments"])
        constraints = symbol.get("swiftExtension", {}).get("constraints", [])
        where = ", ".join(f"{each['lhs']} {each['kind']} {each['rhs']}" for each in constraints)
        lines.add(" ".join(f"{'.'.join(symbol['pathComponents'])}: {written}{' where ' + where if where else ''}".split()))
    return sorted(lines)


def recorded(room):
    """The public API as it was when it was last looked at."""
    file = API / f"{room}.txt"
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def record():
    API.mkdir(exist_ok=True)
    for file in API.glob("*.txt"):
        file.unlink()
    for room in public_rooms():
        (API / f"{room}.txt").write_text("".join(f"{line}\n" for line in declarations(room)), encoding="utf-8")


def undocumented(room):
    """The public symbols of a room without a docstring, each with its place."""
    return sorted({place(symbol) for symbol in symbols(room) if lacks_docstring(symbol)})


def lacks_docstring(symbol):
    hidden = any(name.startswith("_") for name in symbol["pathComponents"])
    # Symbols that the compiler synthesizes have no place.
    return not hidden and "location" in symbol and not symbol.get("docComment", {}).get("lines")


def place(symbol):
    location = symbol["location"]
    file = location["uri"].partition("/Sources/")[2]
    return f"{file}:{location['position']['line'] + 1} {'.'.join(symbol['pathComponents'])}"


def warnings(room):
    """DocC's complaints about a room's catalogue and docstrings."""
    docc = shutil.which("docc") or os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift"))), "docc")
    done = subprocess.run(
        [docc, "convert", catalogue(room), "--additional-symbol-graph-dir", graphs(room), "--fallback-display-name", room,
         "--fallback-bundle-identifier", room, "--output-path", pathlib.Path(FOLDER.name, f"{room}.doccarchive"),
         "--warnings-as-errors"], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


# A name in an article, as code or as a link to a symbol.
NAME = re.compile(r"(`{1,2})([^`]+)\1")


def rows_of(article):
    """The rows of an article's tables: (there, here)."""
    for line in article.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] != "there" and not cells[0].startswith("---"):
            yield cells[0], cells[1]


def names_here(there, here):
    """The names that the reader is told to look for, including the other framework's names if ours are the same."""
    return [name for cell in ([there, here] if "the same" in here else [here]) for _, name in NAME.findall(cell)]


def is_known(name, known):
    """Whether a name in an article is the name of a symbol: `push(_:on:)`, `.alert`, `@NavigationModel`, `Binding`."""
    words = re.sub(r"-protocol\b", "", name).lstrip("@.").replace("/", ".")
    path, _, arguments = words.partition("(")
    last = path.split(".")[-1].strip()
    labels = arguments.rstrip(")")
    if re.fullmatch(r"(?:\w+:)+", labels):
        return f"{last}({labels})" in known
    return last in {title.partition("(")[0] for title in known}


def known_names():
    """The names of all public symbols. The compiler leaves out those that begin with `_`, so they are added."""
    sources = [file.read_text(encoding="utf-8") for room in public_rooms() for file in (SOURCES / room).rglob("*.swift")]
    hidden = {name for source in sources for name in re.findall(r"public func (_\w+)", source)}
    return hidden | {symbol["pathComponents"][-1] for room in public_rooms() for symbol in symbols(room)}


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


def main():
    if sys.argv[1:] == ["--record"]:
        record()
        return 0
    lines = [line for room in public_rooms() for line in undocumented(room)]
    print(*lines, f"{len(lines)} public symbols without a docstring", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
