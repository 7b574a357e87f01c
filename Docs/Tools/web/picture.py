"""Updates the screenshots of the page in Docs, with all cities. Usage: `picture.py AGG CITIES.JSON FOLDER`"""

import os
import sys
import tempfile
import time

from page import Server, browser, configured, one, resize, wait

# Name, width, height, theme.
PICTURES = [("web", 1920, 1080, "light"), ("web-phone", 360, 740, "dark")]


def main():
    agg, cities, pictures = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        source = f"{{id: cities, url: \"file://{os.path.abspath(cities)}\"}}"
        server = Server(agg, folder, configured(folder, [source], without=["feed", "github"]))
        server.run("refresh", "cities")
        server.start()
        driver = browser()
        driver.get(server.url)
        for name, width, height, theme in PICTURES:
            resize(driver, width, height)
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
            driver.get(server.base + "/?q=san")
            wait(driver, lambda: one(driver, "#map canvas[data-lines]"), "the map")
            # The chart and the fine lines of the map follow.
            time.sleep(1)
            driver.save_screenshot(f"{pictures}/{name}.png")
        driver.quit()
        server.stop()


if __name__ == "__main__":
    main()
