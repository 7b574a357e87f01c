"""Starts `agg serve` and a headless browser that can reach only this machine."""

import json
import os
import pathlib
import signal
import subprocess

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

# The built-in sources that need a network.
BUILT_IN = ["cities", "feed", "github", "nyc-schools", "chicago-inspections"]


def configured(folder, sources, without=BUILT_IN):
    """Writes a configuration with some sources and without others, and returns its path."""
    path = pathlib.Path(folder, "config.yml")
    path.touch(mode=0o600)
    lines = sources + [f"{{id: {name}, enabled: false}}" for name in without]
    path.write_text("sources:\n" + "".join(f"  - {line}\n" for line in lines))
    return str(path)


class Server:
    """`agg serve` with its own store."""

    def __init__(self, agg, folder, configuration, store=None):
        self.environment = dict(
            os.environ, HOME=folder, AGG_CONFIG=configuration, AGG_STORE=store or f"{folder}/store", XDG_STATE_HOME=folder)
        self.agg = agg

    def run(self, *words):
        return subprocess.run([self.agg, *words], env=self.environment, check=True, stdout=subprocess.PIPE, text=True).stdout

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
    resize(driver, width, height)
    return driver


def resize(driver, width, height, factor=1):
    """Changes the size of the page in pixels of the screen; a window itself can't be narrower than 500 pixels."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width // factor, "height": height // factor, "deviceScaleFactor": factor, "mobile": False})


def wait(driver, condition, what, seconds=15):
    def holds(_):
        try:
            return condition()
        except WebDriverException:
            # The element belongs to the previous page.
            return False

    return WebDriverWait(driver, seconds, poll_frequency=0.02).until(holds, what)


def one(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector)


def texts(driver, selector):
    return [element.text for element in driver.find_elements(By.CSS_SELECTOR, selector)]


def query(driver):
    return one(driver, "#q").get_attribute("value")
