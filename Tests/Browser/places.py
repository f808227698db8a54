"""Paths to the places in the Gallery that many tests visit."""

from people import titled, top


def guide(person, path="/home", title="Home"):
    page = person.open(f"/guide{path}")
    titled(page, title)
    return page


def here(page, name):
    """The element with this id on the screen that is on top."""
    return top(page).locator(f'[data-element="{name}"]').filter(visible=True)


def do(page, *names):
    for name in names:
        here(page, name).click()


def exhibit(person, name):
    return person.open(f"/home/catalogue/{name}")


def notices(page):
    return page.get_by_role("region", name="Notices")
