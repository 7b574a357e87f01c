"""Servers on 127.0.0.1 that respond like the five services, each on a separate port, starting with the given one.

services.py FIRST_PORT CITIES.JSON SCHOOLS.JSON SCORES.JSON FEED ROWS MEGABYTES_PER_SECOND

A speed of 0 means full speed; at any other speed, a response also takes a tenth of a second to start.
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

first, cities, schools, scores, feed, rows = int(sys.argv[1]), *sys.argv[2:6], int(sys.argv[6])
speed = float(sys.argv[7]) * 1_000_000

WORDS = (
    "FOOD NON-FOOD CONTACT SURFACES CLEAN WALLS FLOORS CEILINGS OBSERVED INSTRUCTED MANAGER TO PROVIDE HAND WASHING SIGNS"
    " TEMPERATURE COLD HOLDING UNIT MAINTAIN DETAIL CLEANING REQUIRED PRIORITY FOUNDATION VIOLATION CITATION ISSUED"
).split()
VIEW = {
    "id": "4ijn-s7e5", "name": "Food Inspections", "rowsUpdatedAt": 1700000000,
    "columns": [
        {"id": 1, "fieldName": "inspection_id", "dataTypeName": "number"},
        {"id": 2, "fieldName": "dba_name", "dataTypeName": "text"},
        {"id": 3, "fieldName": "inspection_date", "dataTypeName": "calendar_date"},
        {"id": 4, "fieldName": "violations", "dataTypeName": "text"},
    ],
}


def inspection(number):
    """Returns a row of about 1.5 KB, mostly violations, no two alike."""
    text = " ".join(WORDS[(number * 7 + i * (number % 13 + 3)) % len(WORDS)] for i in range(154))
    return json.dumps(
        {
            ":id": f"row-{number}",
            "latitude": str(41.65 + number % 977 / 2500), "longitude": str(-87.85 + number % 1009 / 3000), "inspection_id": str(number), "dba_name": f"PLACE {number % 9973} {number}",
            "address": f"{number % 5000} N STATE ST", "results": ("Pass", "Fail", "Out of Business")[number % 3], "risk": "Risk 1 (High)",
            "facility_type": "Restaurant", "city": "CHICAGO", "state": "IL", "zip": str(60601 + number % 60),
            "inspection_date": f"20{number % 14 + 10}-0{number % 9 + 1}-1{number % 9}T00:00:00.000",
            "violations": f"{number % 60}. {text} {number}",
        }
    )


def portal(path, query):
    if path.startswith("/api/views/"):
        return json.dumps(VIEW).encode()
    offset, limit = int(query.get("$offset", ["0"])[0]), int(query.get("$limit", ["1000"])[0])
    return ("[" + "\n,".join(map(inspection, range(offset, min(offset + limit, rows)))) + "]\n").encode()


def search(path, query):
    page = int(query.get("page", ["1"])[0])
    items = [
        {"id": i, "name": f"repo{i}", "full_name": f"owner/repo{i}", "owner": {"login": "owner"}, "stargazers_count": i}
        for i in range(page * 100, page * 100 + 100)
    ]
    return json.dumps({"total_count": 1000, "incomplete_results": False, "items": items}).encode()


def serve(port, answer, next_page=None):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            parts = urlsplit(self.path)
            body = answer(parts.path, parse_qs(parts.query))
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            if next_page:
                page = int(parse_qs(parts.query).get("page", ["1"])[0]) + 1
                self.send_header("Link", f"<http://127.0.0.1:{port}{parts.path}?page={page}>; rel=\"next\"")
            self.end_headers()
            self.send(body)

        def send(self, body):
            if not speed:
                self.wfile.write(body)
                return
            start = time.monotonic() + 0.1
            for offset in range(0, len(body), 65_536):
                time.sleep(max(0, start + offset / speed - time.monotonic()))
                self.wfile.write(body[offset : offset + 65_536])

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever).start()


def file(path):
    body = Path(path).read_bytes()
    return lambda *_: body


schools_body, scores_body = Path(schools).read_bytes(), Path(scores).read_bytes()
serve(first, file(cities))
serve(first + 1, portal)
serve(first + 2, file(feed))
serve(first + 3, search, next_page=True)
serve(first + 4, lambda path, _: scores_body if "f9bf-2cp4" in path else schools_body)
