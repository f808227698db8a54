"""The reference of what authors and operators write, made from the programs, the client's style sheet and its words.

    python3 Tests/Documentation/reference.py >Sources/OrielServer/OrielServer.docc/Reference.md
"""

import json
import pathlib
import re
import subprocess

from messages import errors, log_lines

ROOT = pathlib.Path(__file__).parents[2]
HEAD = """# Reference

The commands and flags of the programs, what they log and refuse, and the tokens and words of the browser client.

## Overview

This page is made from the programs, their sources and the client, and a test compares it with them. The symbols are in the documentation of their modules, the metrics in <doc:ReadingTheMetrics>, the limits in <doc:Limits>, the messages and close codes in *Protocol* of `OrielWire`, and the API of operators at `/admin/api/v1/openapi.json`.
"""


def commands(program):
    """Each command of a program with arguments of its own: (its words, what it does, its arguments)."""
    def look(command, words):
        arguments = [each for each in command.get("arguments", []) if shown(each)]
        if arguments:
            yield " ".join(words), command.get("abstract", ""), arguments
        for inner in command.get("subcommands", []):
            if inner["commandName"] != "help":
                yield from look(inner, [*words, inner["commandName"]])

    help = subprocess.run([ROOT / ".build/debug" / program, "--experimental-dump-help"], capture_output=True, text=True, check=True)
    command = json.loads(help.stdout)["command"]
    return list(look(command, [program]))


def shown(argument):
    names = {name["name"] for name in argument.get("names", [])}
    return argument.get("shouldDisplay", True) and not names & {"help", "version"}


def row(argument):
    names = ["-" * (2 if name["kind"] == "long" else 1) + name["name"] for name in argument.get("names", [])]
    written = ", ".join(f"`{name}`" for name in names) or f"`<{argument['valueName']}>`"
    meaning = argument.get("abstract", "") + (" Can be repeated." if argument["isRepeating"] and "repeated" not in argument.get("abstract", "") else "")
    return f"| {written} | {meaning.replace('|', chr(92) + '|')} |"


def tokens():
    """The properties that the client's style sheet sets at its root."""
    style = (ROOT / "web-client/style.css").read_text(encoding="utf-8")
    root = re.search(r"^:root, :host \{(.*?)^\}", style, re.MULTILINE | re.DOTALL)[1]
    return re.findall(r"^\s+(--[\w-]+): (.*);$", root, re.MULTILINE)


def words():
    """The texts of the client, by their names."""
    script = "const { words, endings, broken } = await import(process.argv[1]); console.log(JSON.stringify({ ...words, endings, broken }, (_, value) => typeof value === 'function' ? null : value));"
    node = ROOT / ".venv/bin/node"
    done = subprocess.run(
        [node, "--input-type=module", "--eval", script, (ROOT / "web-client/view/words.js").as_uri()],
        capture_output=True, text=True, check=True)
    yield from named(json.loads(done.stdout))


def named(texts, path=""):
    for name, text in texts.items():
        if isinstance(text, dict):
            yield from named(text, f"{path}{name}.")
        else:
            yield path + name, text


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def reference():
    parts = [HEAD]
    for program, title in (("gallery", "An app's program"), ("oriel", "The operators' and authors' program")):
        parts.append(f"## {title}\n")
        if program == "gallery":
            parts.append("Every flag of `serve` can also be set as an environment variable: `--public-url` as `ORIEL_PUBLIC_URL`. The program has the name that its package gives it. Beside these commands it has the operators', under `oriel` below.\n")
        for name, abstract, arguments in commands(program):
            if program == "gallery" and name.split()[1:2] not in (["serve"], ["store"]):
                continue
            name = name.replace("gallery", "APP", 1)
            parts.append(f"### {name}\n\n{abstract}\n\n| flag | meaning |\n|---|---|\n" + "\n".join(map(row, arguments)) + "\n")
    parts.append("## Style tokens\n\nAn app's style sheet sets them, for all windows or for a part of the page.\n\n| token | by default |\n|---|---|\n"
                 + "\n".join(f"| `{name}` | `{value}` |" for name, value in tokens()) + "\n")
    parts.append("## Words\n\nThe client's own texts, which a String Catalog translates as `oriel.page.` and the name, and which an app's script may replace before the first window comes. A text without one here is made by a function of values.\n\n| word | text |\n|---|---|\n"
                 + "\n".join(f"| `{name}` | {cell(text) if text else ''} |" for name, text in words()) + "\n")
    parts.append("## Log lines\n\n… stands for what the line is about. Notices of models (`NavigationNotice`) are logged beside these.\n\n| level | line |\n|---|---|\n"
                 + "\n".join(f"| {level} | {cell(line)} |" for level, line in log_lines(ROOT / "Sources")) + "\n")
    parts.append("## Errors\n\nMessages of macros are at the line that is wrong, and of the compiler's other errors, *Coming from* has a list.\n")
    for heading, texts in errors(ROOT / "Sources"):
        parts.append(f"### {heading}\n\n" + "\n".join(f"- {cell(text)}" for text in texts) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(reference(), end="")
