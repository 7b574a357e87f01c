"""Uses the page of `agg serve` as a person would, in a real browser. Usage: `check.py AGG [CHECK…]`

Each function whose name starts with `check_` is a check, described by its docstring. The browser can reach only this machine,
so a request to any other host would fail and appear in its log.
"""

import http.server
import json
import os
import pathlib
import re
import resource
import socket
import sys
import tempfile
import threading
import time

import axe_playwright_python
from page import Server, browser, configured, one, query, resize, texts, wait
from portal import HOSTILE_SOURCES, Portal, write_programs
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import staleness_of

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"

# One of each page.
PATHS = ["/?q=lon", "/", "/record?address=towns:1", "/help"]


def check_search(driver, server):
    """Rows change while typing, and the URL contains the query."""
    driver.get(server.base + "/")
    one(driver, "#q").send_keys("londond")
    wait(driver, lambda: texts(driver, ".row .title") == ["Londonderry"], "the row of Londonderry")
    assert driver.current_url.endswith("/?q=londond"), driver.current_url
    assert driver.title == "londond – agg", driver.title


def check_completion(driver, server):
    """Columns and their values are suggested while typing."""
    driver.get(server.base + "/")
    one(driver, "#q").send_keys("lon country:c")
    wait(driver, lambda: "country:CA" in texts(driver, "#completions button"), "the value CA")
    one(driver, "#completions button").click()
    wait(driver, lambda: len(texts(driver, ".row")) == 1, "one row")
    assert query(driver) == "lon country:CA ", query(driver)


def check_completions_move_nothing(driver, server):
    """Completions come next after the search box, cover what is below without moving it, and disappear with Escape."""
    driver.get(server.base + "/")
    one(driver, "#q").send_keys("lond")
    wait(driver, lambda: texts(driver, ".row .title"), "rows")
    place = lambda: driver.execute_script("return [document.querySelector('.row').getBoundingClientRect().top, document.querySelector('#q').getBoundingClientRect().width]")
    wait(driver, lambda: texts(driver, "#completions button"), "completions")
    before = place()
    driver.switch_to.active_element.send_keys(Keys.TAB)
    assert driver.switch_to.active_element.text == texts(driver, "#completions button")[0]
    driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    wait(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "#completions"), "no completions")
    assert driver.switch_to.active_element == one(driver, "#q")
    assert place() == before, (place(), before)


def check_focus(driver, server):
    """A click on a facet, on “Show more”, or on the button of a chip keeps the focus near its place."""
    focus = lambda: driver.execute_script("const one = document.activeElement; return one.id || one.className || one.tagName")
    driver.get(server.base + "/?q=lonville")
    count = len(texts(driver, ".row"))
    one(driver, ".more a").send_keys(Keys.ENTER)
    wait(driver, lambda: len(texts(driver, ".row")) > count, "more rows")
    rows = driver.find_elements(By.CSS_SELECTOR, ".row .title")
    assert driver.switch_to.active_element == rows[count], focus()
    driver.get(server.base + "/?q=london")
    wait(driver, lambda: one(driver, "a[data-term='country:GB']"), "the facet").send_keys(Keys.ENTER)
    wait(driver, lambda: len(texts(driver, ".row")) == 2, "two rows")
    wait(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "a[data-term='country:CA']"), "new facets")
    assert focus() in ["main", "A"], focus()
    one(driver, ".chip[data-source=towns] button").send_keys(Keys.ENTER)
    wait(driver, lambda: focus() == "refresh", "the focus on the button")


def check_facet(driver, server):
    """Clicking a facet adds a filter, and clicking the filter removes it."""
    driver.get(server.base + "/?q=london")
    link = wait(driver, lambda: one(driver, "a[data-term='country:GB']"), "the facet")
    link.click()
    wait(driver, lambda: texts(driver, ".row .subtitle") == ["United Kingdom"] * 2, "two rows")
    assert query(driver) == "london country:GB"
    one(driver, ".conditions a").click()
    wait(driver, lambda: len(texts(driver, ".row")) == 3, "three rows")


def check_back_and_forward(driver, server):
    """Back and forward move through the searches."""
    driver.get(server.base + "/")
    one(driver, "#q").send_keys("paris")
    wait(driver, lambda: texts(driver, ".row .title") == ["Paris"], "Paris")
    driver.get(server.base + "/?q=londonderry")
    box = one(driver, "#q")
    box.clear()
    box.send_keys("lonville 39")
    wait(driver, lambda: "Lonville 39" in texts(driver, ".row .title"), "Lonville 39")
    driver.back()
    wait(driver, lambda: query(driver) == "londonderry" and texts(driver, ".row .title") == ["Londonderry"], "Londonderry")
    driver.forward()
    wait(driver, lambda: query(driver) == "lonville 39" and "Lonville 39" in texts(driver, ".row .title"), "Lonville 39")


def check_star(driver, server):
    """A star adds and removes a favorite immediately."""
    driver.get(server.base + "/?q=paris")
    one(driver, ".row .star").click()
    wait(driver, lambda: one(driver, ".row .star").get_attribute("aria-pressed") == "true", "the star")
    assert "Paris" in server.run("favorites", "--format", "csv")
    driver.get(server.base + "/")
    assert texts(driver, ".row .title") == ["Paris"]
    one(driver, ".row .star").click()
    wait(driver, lambda: one(driver, ".row .star").get_attribute("aria-pressed") == "false", "no star")
    assert "Paris" not in server.run("favorites", "--format", "csv")


def check_keys(driver, server):
    """The page can be used with only the keyboard."""
    driver.get(server.base + "/?q=london")
    body = one(driver, "body")
    driver.execute_script("document.activeElement.blur()")
    body.send_keys("/")
    assert driver.switch_to.active_element == one(driver, "#q")
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert driver.switch_to.active_element.text == "London"
    driver.switch_to.active_element.send_keys("f")
    wait(driver, lambda: one(driver, ".row .star").get_attribute("aria-pressed") == "true", "the star")
    driver.switch_to.active_element.send_keys("f")
    wait(driver, lambda: one(driver, ".row .star").get_attribute("aria-pressed") == "false", "no star")
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER)
    wait(driver, lambda: "/record?address=" in driver.current_url, "the record")
    one(driver, "body").send_keys("?")
    wait(driver, lambda: driver.current_url.endswith("/help"), "the help")


def check_record(driver, server):
    """A record shows its fields and keeps its tags and note."""
    driver.get(server.base + "/record?address=towns:3")
    assert one(driver, "h1").text.endswith("Londonderry")
    assert "GB" in texts(driver, ".fields td")
    one(driver, "#tags").send_keys("walls, river")
    one(driver, "#note").send_keys("<b>Walk the walls</b>")
    button = one(driver, ".notes-form button")
    button.click()
    wait(driver, lambda: staleness_of(button)(driver), "the new page")
    wait(driver, lambda: "river" in one(driver, "#tags").get_attribute("value"), "the tags")
    assert one(driver, "#note").get_attribute("value") == "<b>Walk the walls</b>"
    server.run("unfavorite", "towns:3")


def check_refresh(driver, server):
    """A chip's button refreshes its source."""
    driver.get(server.base + "/?q=newtown")
    before = texts(driver, ".row .title")
    one(driver, ".chip[data-source=towns] button").click()
    wait(driver, lambda: texts(driver, ".row .title") not in ([], before), "a new town")
    wait(driver, lambda: "fresh" in one(driver, ".chip[data-source=towns]").get_attribute("class"), "a fresh chip")
    driver.get(server.base + f"/?q=newtown+{Portal.asked + 1}")
    wait(driver, lambda: one(driver, "#map canvas[data-count='0']"), "an empty map")
    one(driver, ".chip[data-source=towns] button").click()
    wait(driver, lambda: one(driver, "#map canvas[data-count='1']"), "the new town on the map")


def check_failure(driver, server):
    """A failed search, star, or refresh shows the reason."""
    driver.get(server.base + "/?q=paris")
    cookies = driver.get_cookies()
    driver.delete_all_cookies()
    try:
        for act in [
            lambda: one(driver, ".row .star").click(),
            lambda: one(driver, "#q").send_keys("x"),
            lambda: one(driver, ".chip[data-source=towns] button").click(),
        ]:
            act()
            wait(driver, lambda: "not signed in; open the URL" in one(driver, "#failure").text, "the reason")
            driver.execute_script("document.querySelector('#failure').textContent = ''")
    finally:
        for cookie in cookies:
            driver.add_cookie(cookie)
        # The browser reports each refused request.
        driver.get_log("browser")


def check_progress(driver, server):
    """A chip shows how far a refresh has come."""
    driver.get(server.base + "/?q=paris")
    Portal.gate = threading.Event()
    try:
        one(driver, ".chip[data-source=towns] button").click()
        state = ".chip[data-source=towns] .state"
        wait(driver, lambda: re.search(r"^\d.*(B|records)$", one(driver, state).text), "progress")
    finally:
        Portal.gate.set()
        Portal.gate = None
    wait(driver, lambda: "fresh" in one(driver, ".chip[data-source=towns]").get_attribute("class"), "a fresh chip")


def check_chip(driver, server):
    """A chip shows the age of its source, and the reason if a refresh failed."""
    driver.get(server.base + "/?q=paris")
    chip = ".chip[data-source=towns]"
    assert re.fullmatch(r"\d+ \w+ old", one(driver, chip + " .state").text), one(driver, chip).text
    Portal.is_closed = True
    try:
        one(driver, chip + " button").click()
        wait(driver, lambda: "404" in one(driver, chip + " .why").get_attribute("textContent"), "the reason")
        assert "404" in one(driver, "#failure").text, one(driver, "#failure").text
    finally:
        Portal.is_closed = False
    one(driver, chip + " summary").click()
    wait(driver, lambda: "records" in one(driver, chip + " .why").text, "the details")
    assert texts(driver, ".row .title") == ["Paris"]
    one(driver, chip + " button").click()
    wait(driver, lambda: "404" not in one(driver, chip + " .why").get_attribute("textContent"), "no reason")


def check_changes(driver, server):
    """A record shows its changes, with the old and new values."""
    server.run("refresh", "towns", "--force")
    driver.get(server.base + "/record?address=towns:6")
    row = next(row for row in texts(driver, ".changes tbody tr") if " country " in row)
    assert row.endswith(("DE PL", "PL DE")), row


def check_chart(driver, server):
    """The chart counts the results by a column that a click selects."""
    driver.get(server.base + "/?q=lon")
    wait(driver, lambda: texts(driver, "#chart th"), "the chart")
    link = one(driver, ".chart-link[aria-label='Chart of country']")
    link.click()
    wait(driver, lambda: "chart=country" in driver.current_url, "the column in the URL")
    wait(driver, lambda: one(driver, ".chart figcaption").text == "country", "the column")
    wait(driver, lambda: {"GB", "CA"} <= set(texts(driver, "#chart th")), "the bars")
    bars = driver.execute_script("return [...document.querySelectorAll('#chart rect')].map(bar => bar.getBoundingClientRect().width)")
    assert bars[0] > bars[-1] > 0, bars
    driver.refresh()
    wait(driver, lambda: one(driver, ".chart figcaption").text == "country", "the column again")


def check_clusters(driver, server):
    """Many close places are one circle, and a click on it zooms in."""
    driver.get(server.base + "/?q=crowdham&m=10.08,10,6")
    canvas = wait(driver, lambda: one(driver, "#map canvas[data-count='600']"), "600 places")
    wait(driver, lambda: int(canvas.get_attribute("data-drawn") or 0) > 0, "a picture")
    ActionChains(driver).click(canvas).perform()
    wait(driver, lambda: re.search("m=10[^&]*8.00", driver.current_url), "a closer view in the URL")


def check_map(driver, server):
    """The map shows all places, and moves and zooms."""
    driver.get(server.base + "/?q=lonville")
    canvas = wait(driver, lambda: one(driver, "#map canvas[data-count='400']"), "400 places")
    drawn = lambda: int(canvas.get_attribute("data-drawn") or 0)
    wait(driver, lambda: drawn() > 0, "a picture")
    before = drawn()
    ActionChains(driver).drag_and_drop_by_offset(canvas, 40, 30).perform()
    wait(driver, lambda: drawn() > before, "the map to move")
    one(driver, "#map .zoom button").click()
    wait(driver, lambda: "m=" in driver.current_url, "the view in the URL")
    place = re.search("m=([^&]*)", driver.current_url).group(1)
    driver.refresh()
    wait(driver, lambda: one(driver, "#map canvas[data-count='400']"), "400 places again")
    assert place in driver.current_url


def check_no_other_host(driver, server):
    """No request goes to another host, and the browser reports no errors."""
    driver.get_log("performance")
    for path in PATHS:
        driver.get(server.base + path)
        if path.startswith("/?q="):
            wait(driver, lambda: one(driver, "#map canvas[data-lines]"), "the map")
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    foreign = [url for url in asked if not url.startswith((server.base + "/", "data:", "blob:"))]
    assert asked and not foreign, foreign
    faults = [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert not faults, faults


def check_markup_in_titles(driver, server):
    """Markup and scripts in the titles of every kind of source are shown as text."""
    feed = """
        const done = arguments[0];
        fetch('/feed.atom?q=source:h-feed').then(answer => answer.text()).then(text => {
          const feed = new DOMParser().parseFromString(text, 'application/xml');
          done([feed.querySelector('parsererror') === null, feed.querySelector('entry title')?.textContent]);
        });"""
    for source in HOSTILE_SOURCES:
        for path in [f"/?q=source:{source}", f"/record?address={source}:1"]:
            driver.get(server.base + path)
            shown = ".row .title" if "q=" in path else "h1"
            title = wait(driver, lambda: one(driver, shown), f"a title of {source}").text
            assert "Hostile" in title and "document.title='owned'" in title, (path, title)
            assert driver.title != "owned", path
            assert not driver.find_elements(By.CSS_SELECTOR, "main script, main img, a[href^='javascript']"), path
    is_valid, title = driver.execute_async_script(feed)
    assert is_valid and "Hostile" in title, title


def check_crowd(driver, server):
    """The server responds while 10,000 connections are open."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (12_000, max(12_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    address = ("127.0.0.1", int(server.base.rsplit(":", 1)[1]))

    def status():
        with socket.create_connection(address, 5) as client:
            client.sendall(
                f"GET /api/search?q=paris HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\n"
                "Authorization: Bearer a-token-for-programs\r\nConnection: close\r\n\r\n".encode())
            return client.recv(100).split(b" ")[1]

    crowd = [socket.create_connection(address, 5) for _ in range(10_000)]
    try:
        assert status() in (b"200", b"503")
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < 400
        # The connections that the server accepted end because they are idle.
        wait(driver, lambda: status() == b"200", "an answer", seconds=60)
    finally:
        for client in crowd:
            client.close()


def check_axe(driver, server):
    """axe-core finds no serious accessibility problems."""
    for path in PATHS:
        driver.get(server.base + path)
        time.sleep(0.5)
        # The driver runs the script, so the page's Content-Security-Policy doesn't apply.
        driver.execute_script(AXE.read_text())
        faults = driver.execute_async_script("axe.run().then(arguments[0])")["violations"]
        serious = [
            f"{fault['id']}: {fault['help']} {fault['nodes'][0]['html'][:120]}" for fault in faults
            if fault["impact"] in ("serious", "critical")
        ]
        assert not serious, (path, serious)


def check_widths(driver, server):
    """Nothing is cut off at 360 or 1,920 pixels, or at twice the size; the map is beside the rows if there is room."""
    for width, height, factor in [(360, 740, 1), (1920, 1080, 1), (1280, 900, 2)]:
        resize(driver, width, height, factor)
        for path in reversed(PATHS):
            driver.get(server.base + path)
            if path.startswith("/?q="):
                wait(driver, lambda: one(driver, "#map canvas[data-lines]"), "the map")
            wide, room = driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
            assert wide <= room, (path, width, factor, wide, room)
        rows, pictures = (one(driver, part).rect for part in ["#results", "#pictures"])
        if width // factor >= 1200:
            assert rows["x"] + rows["width"] <= pictures["x"] and abs(rows["y"] - pictures["y"]) < 200, (width, rows, pictures)
        else:
            assert rows["y"] + rows["height"] <= pictures["y"], (width, rows, pictures)
    resize(driver, 1280, 900)


def check_dark(driver, server):
    """The dark theme follows the system."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    driver.get(server.base + "/?q=lon")
    color = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert color == "rgb(17, 21, 28)", color
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def check_without_script(driver, server):
    """Search, facets, favorites, and refreshing work without JavaScript."""
    driver.quit()
    plain = browser(script=False)
    try:
        # The user's own token also starts a session.
        plain.get(server.base + "/?token=a-token-for-programs")
        one(plain, "#q").send_keys("london" + Keys.ENTER)
        wait(plain, lambda: texts(plain, ".row .title") == ["London", "London", "Londonderry"], "three rows")
        wait(plain, lambda: one(plain, "a[data-term='country:GB']"), "the facet").click()
        wait(plain, lambda: len(texts(plain, ".row")) == 2, "two rows")
        one(plain, ".row .star").click()
        wait(plain, lambda: one(plain, ".row .star").get_attribute("aria-pressed") == "true", "the star")
        assert "country" in plain.current_url
        one(plain, ".row .star").click()
        wait(plain, lambda: one(plain, ".row .star").get_attribute("aria-pressed") == "false", "no star")
        asked = Portal.asked
        one(plain, ".chip[data-source=towns] button").click()
        wait(plain, lambda: Portal.asked > asked, "the refresh")
        wait(plain, lambda: "/map.svg" in one(plain, "figure.map img").get_attribute("src"), "the map")
        wait(plain, lambda: one(plain, ".row .title"), "a row").click()
        wait(plain, lambda: one(plain, "h1").text.endswith("London"), "the record")
    finally:
        plain.quit()


def main():
    agg, only = sys.argv[1], sys.argv[2:]
    checks = [(name, check) for name, check in globals().items() if name.startswith("check_")]
    with tempfile.TemporaryDirectory() as folder:
        portal = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Portal)
        threading.Thread(target=portal.serve_forever, daemon=True).start()
        write_programs(folder)
        url = f"http://127.0.0.1:{portal.server_port}"
        sources = [f"{{id: towns, kind: cities, url: \"{url}/towns.json\"}}"] + [
            f"{{id: {name}, {values}}}".replace("URL", f"{url}/{name}").replace("FOLDER", folder)
            for name, values in HOSTILE_SOURCES.items()
        ]
        server = Server(agg, folder, configured(folder, sources))
        server.run("refresh")
        server.start()
        driver = browser()
        failed = 0
        driver.get(server.url)
        assert driver.current_url == server.base + "/", driver.current_url
        for name, check in checks:
            if only and name not in only:
                continue
            try:
                check(driver, server)
                print(f"ok      {check.__doc__}")
            except Exception as error:
                failed += 1
                print(f"failed  {check.__doc__}\n        {type(error).__name__}: {str(error)[:600]}")
        driver.quit()
        status = server.stop()
        assert status == 130, f"agg serve exited with status {status}"
        portal.shutdown()
    print(f"{failed} failed" if failed else "All checks of the page passed.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
