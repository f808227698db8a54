"""Paths to the places in the Gallery that many tests visit."""

from people import question, titled, top

ROUTES = {
    "/home": ["Home"], "/home/page2": ["Page 2", "Home"], "/home/page3": ["Page 3", "Home"],
    "/home/page2/page3": ["Page 3", "Page 2", "Home"], "/home/page2/page3/page99": ["Page 99", "Page 3", "Page 2", "Home"],
    "/home/auth": ["Page 77", "Home"], "/settings": ["Settings"], "/settings/page2": ["Page 2", "Settings"],
    "/settings/page3": ["Page 3", "Settings"], "/simple/sheet": ["Page 0"],
}


def guide(person, path="/home"):
    page = person.open(f"/guide{path}")
    titled(page, ROUTES[path][0]) if path != "/home/auth" else question(page, "Is it really you?")
    return page


def here(page, name):
    """The element with this id on the screen that is on top."""
    return top(page).locator(f'[data-element="{name}"]').filter(visible=True)


def do(page, *names):
    for name in names:
        here(page, name).click()


def leads(page, *titles):
    """The screen on top has the first title, and each step back leads to the next title."""
    titled(page, titles[0])
    for title in titles[1:]:
        top(page).locator("button.back").filter(visible=True).click()
        titled(page, title)


def exhibit(person, name):
    return person.open(f"/home/catalogue/{name}")


def notices(page):
    return page.get_by_role("region", name="Notices")
