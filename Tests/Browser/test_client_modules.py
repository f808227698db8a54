"""The client's modules, which are joined to a few files: each then sees the names of the others before the browser's."""

import re

from client_page import *  # noqa: F403 (fixtures)
from client_page import CLIENT

DECLARATION = re.compile(r"^(?:export )?(?:async )?(?:const|let|function\*?|class) (?:(\w+)|\{([^}]*)\})", re.MULTILINE)


def names_of(module):
    for name, several in DECLARATION.findall(module.read_text()):
        yield from [name] if name else re.findall(r"(\w+)\s*(?:,|$)", several)


def test_no_module_declares_a_name_of_the_browser(page, server):
    page.goto("/")
    names = {(name, module.name) for module in CLIENT.rglob("*.js") for name in names_of(module)}
    assert ("WindowDocument", "document.js") in names and ("hash", "mirror.js") in names
    of_the_browser = page.evaluate("""() => {
      const names = [];
      for (let object = globalThis; object; object = Object.getPrototypeOf(object)) names.push(...Object.getOwnPropertyNames(object));
      return names;
    }""")
    assert {found for found in names if found[0] in of_the_browser} == set()
