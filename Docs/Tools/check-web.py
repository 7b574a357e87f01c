"""Uses the page of `agg serve` as a person would, in a real browser. Usage: `check-web.py AGG [CHECK…]`

`check-web.py AGG --figures CITIES.JSON` measures the page with all cities instead (Docs/Performance.md).

Each function whose name starts with `check_` is a check, described by its docstring. The browser can reach only this machine,
so a request to any other host would fail and appear in its log.
"""

import http.server
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import axe_playwright_python
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.ui import WebDriverWait

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"

TOWNS = [
    {"id": 1, "name": "London", "country": "GB", "coord": {"lat": 51.5, "lon": -0.12}},
    {"id": 2, "name": "London", "country": "CA", "coord": {"lat": 42.98, "lon": -81.23}},
    {"id": 3, "name": "Londonderry", "country": "GB", "coord": {"lat": 55.0, "lon": -7.3}},
    {"id": 4, "name": "Paris", "country": "FR", "coord": {"lat": 48.85, "lon": 2.35}},
    {"id": 5, "name": "<img src=x onerror=document.title='owned'>", "country": "XX", "coord": {"lat": 1, "lon": 1}},
] + [
    {"id": 100 + n, "name": f"Lonville {n}", "country": "US", "coord": {"lat": 30 + n % 20, "lon": -120 + n % 50}}
    for n in range(400)
]


class Portal(http.server.BaseHTTPRequestHandler):
    """Serves the list of towns, which grows by one with each request."""

    asked = 0

    def do_GET(self):
        Portal.asked += 1
        towns = TOWNS + [{"id": 1000 + Portal.asked, "name": f"Newtown {Portal.asked}", "country": "GB", "coord": {"lat": 52, "lon": 0}}]
        body = json.dumps(towns).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server:
    """`agg serve` with its own store."""

    def __init__(self, agg, folder, configuration, store=None):
        self.environment = dict(
            os.environ, HOME=folder, AGG_CONFIG=configuration, AGG_STORE=store or f"{folder}/store", XDG_STATE_HOME=folder)
        self.agg = agg

    def run(self, *words):
        return subprocess.run([self.agg, *words], env=self.environment, check=True, capture_output=True, text=True).stdout

    def start(self):
        self.process = subprocess.Popen(
            [self.agg, "serve", "--port", "0", "--token", "a-token-for-programs", "--json"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = json.loads(self.process.stdout.readline())["url"]
        self.base = self.url.split("/?")[0]
        return self

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


def browser(width=1280, height=900, script=True):
    """Starts a headless browser that can reach only this machine."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in [
        "--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},{height}", "--disable-background-networking",
        "--disable-component-update", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    if not script:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    # A window can't be narrower than 500 pixels, but the page in it can.
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    return driver


def wait(driver, condition, what):
    def holds(_):
        try:
            return condition()
        except WebDriverException:
            # The element belongs to the previous page.
            return False

    return WebDriverWait(driver, 15, poll_frequency=0.02).until(holds, what)


def one(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector)


def texts(driver, selector):
    return [element.text for element in driver.find_elements(By.CSS_SELECTOR, selector)]


def query(driver):
    return one(driver, "#q").get_attribute("value")


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
    driver.get(server.base + "/?q=lon")
    wait(driver, lambda: one(driver, "#map canvas[data-count]"), "the map")
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    foreign = [url for url in asked if not url.startswith((server.base + "/", "data:", "blob:"))]
    assert asked and not foreign, foreign
    faults = [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert not faults, faults


def check_markup_in_titles(driver, server):
    """A title that contains markup is shown as text."""
    driver.get(server.base + "/?q=source:towns+img")
    wait(driver, lambda: any("<img src=x" in text for text in texts(driver, ".row .title")), "the title")
    assert driver.title != "owned"


def check_axe(driver, server):
    """axe-core finds no serious accessibility problems."""
    for path in ["/?q=london", "/", "/record?address=towns:1", "/help"]:
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
    """Nothing is cut off at 360 or 1,920 pixels, or with text at twice the size."""
    shots = os.environ.get("SCREENSHOTS")
    for width, height, factor in [(360, 740, 1), (1920, 1080, 1), (1280, 900, 2)]:
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width // factor, "height": height // factor, "deviceScaleFactor": factor, "mobile": False})
        driver.get(server.base + "/?q=lon")
        wait(driver, lambda: one(driver, "#map canvas[data-count]"), "the map")
        wide, room = driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room, (width, factor, wide, room)
        if shots:
            time.sleep(0.5)
            driver.save_screenshot(f"{shots}/web-{width}.png")
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False})


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


PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

KEYS = """
const done = arguments[0], box = document.querySelector('#q');
const text = ['s','a','n',' ','j','o','s','e',' ','c','r'];
const times = [];
let pressed = 0;
new MutationObserver(changes => {
  if (!pressed || !changes.some(change => [...change.addedNodes].some(node => node.id === 'results'))) return;
  requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - pressed); pressed = 0; }, 0));
}).observe(document.querySelector('#main'), { childList: true });
(async () => {
  for (let round = 0; round < 10; round++) {
    box.value = '';
    for (const letter of text) {
      box.value += letter;
      pressed = performance.now();
      box.dispatchEvent(new Event('input', { bubbles: true }));
      while (pressed) await new Promise(go => setTimeout(go, 5));
      await new Promise(go => setTimeout(go, 180));
    }
  }
  done(times.sort((a, b) => a - b));
})();
"""

MAP = """
const done = arguments[0];
(async () => {
  const start = performance.now();
  await aggMap.show('/points?q=source:cities&once');
  await new Promise(go => requestAnimationFrame(() => setTimeout(go, 0)));
  const first = performance.now() - start;
  const begin = performance.now();
  for (let frame = 0; frame < 120; frame++) {
    aggMap.panBy(frame % 40 < 20 ? 4 : -4, 1);
    await new Promise(go => requestAnimationFrame(go));
  }
  done([first, 120 / ((performance.now() - begin) / 1000), document.querySelector('#map canvas').dataset.count]);
})();
"""


def figures(agg, cities):
    """Measures the page with all cities, and prints what, the figure, the limit, and whether it is met, with tabs."""

    def row(what, figure, limit, met):
        print(what, figure, limit, "yes" if met else "no", sep="\t", flush=True)

    def median(values):
        ordered = sorted(values)
        return ordered[len(ordered) // 2]

    with tempfile.TemporaryDirectory() as folder:
        configuration = pathlib.Path(folder, "config.yml")
        configuration.write_text(
            f"sources:\n  - {{id: cities, url: \"file://{os.path.abspath(cities)}\"}}\n"
            + "".join(f"  - {{id: {name}, enabled: false}}\n" for name in ["feed", "github", "nyc-schools", "chicago-inspections"]))
        server = Server(agg, folder, str(configuration))
        server.run("refresh", "cities")
        paints = []
        for _ in range(9):
            # A browser's very first page takes far longer than any other, even with a single word.
            driver = browser()
            driver.get("data:text/html,hello")
            hello = wait(driver, lambda: driver.execute_script(PAINT), "a paint")
            start = time.monotonic()
            server.start()
            starting = (time.monotonic() - start) * 1000
            driver.get(server.url)
            paints.append((starting, wait(driver, lambda: driver.execute_script(PAINT), "a paint"), hello))
            driver.quit()
            server.stop()
        paint = median(starting + page for starting, page, _ in paints)
        row(
            "first paint with 209,557 cities, with the start of the server, median of 9",
            "%.0f ms (start %.0f, page %.0f; the browser's very first page, with one word: %.0f)"
            % (paint, *(median(column) for column in zip(*paints))), "150 ms", paint <= 150)
        driver = browser(1600, 1000)
        driver.set_script_timeout(120)
        server.start()
        driver.get(server.url)
        times = driver.execute_async_script(KEYS)
        p95 = times[len(times) * 95 // 100]
        row(
            f"from a key press to new rows on the screen ({len(times)})", "p50 %.0f ms, p95 %.0f ms" % (median(times), p95),
            "p95 50 ms", p95 <= 50)
        driver.get(server.base + "/?q=source:cities")
        wait(driver, lambda: one(driver, "#map canvas[data-count]"), "the map")
        first, frames, count = driver.execute_async_script(MAP)
        row(f"map of {count} places: first picture", "%.0f ms" % first, "300 ms", first <= 300)
        row(f"map of {count} places: frames per second while moving", "%.0f" % frames, "30", frames >= 30)
        driver.quit()
        server.stop()


def main():
    if sys.argv[2:3] == ["--figures"]:
        return figures(sys.argv[1], sys.argv[3])
    agg, only = sys.argv[1], sys.argv[2:]
    checks = [(name, check) for name, check in globals().items() if name.startswith("check_")]
    with tempfile.TemporaryDirectory() as folder:
        portal = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Portal)
        threading.Thread(target=portal.serve_forever, daemon=True).start()
        configuration = pathlib.Path(folder, "config.yml")
        configuration.write_text(
            "sources:\n  - {id: towns, kind: cities, url: \"http://127.0.0.1:%d/towns.json\"}\n" % portal.server_port
            + "".join(f"  - {{id: {name}, enabled: false}}\n" for name in ["cities", "feed", "github", "nyc-schools", "chicago-inspections"]))
        server = Server(agg, folder, str(configuration))
        server.run("refresh", "towns")
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
