"""The test server for check-singer: a paged REST API, and the parts of GitHub's API that the taps need."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

grown = False
failing = False
asked = []


def place(n):
    day = 1 + n % 28
    return {"region": ("EU", "US")[n % 2 == 0], "n": n, "name": f"Place {n} Ü",
            "updated_at": f"2026-01-{day:02}T00:00:{n:02}Z", "geo": {"lat": 40.0 + n, "lon": 1.5}}


def issue(n):
    user = {"login": f"u{n}", "id": n, "node_id": "x", "type": "User", "site_admin": False, "avatar_url": "a",
            "html_url": "h", "url": "u"}
    return {"id": 1000 + n, "node_id": f"N{n}", "number": n, "title": f"Issue {n}", "body": "line1\nline2", "state": "open",
            "user": user, "html_url": f"http://127.0.0.1/o/r/issues/{n}", "url": "u", "labels": [], "assignees": [],
            "comments": 0, "locked": False, "type": None, "state_reason": None, "assignee": None, "milestone": None,
            "author_association": "NONE",
            "reactions": {"total_count": 0, "+1": 0, "-1": 0, "laugh": 0, "hooray": 0, "confused": 0, "heart": 0, "rocket": 0,
                          "eyes": 0, "url": "r"}, "created_at": "2026-01-02T00:00:00Z",
            "updated_at": f"2026-02-{n:02}T00:00:00Z", "closed_at": None}


REPOSITORY = {"id": 1, "node_id": "n", "name": "r", "full_name": "o/r", "private": False, "html_url": "h",
              "owner": {"login": "o", "id": 9, "node_id": "x", "type": "User", "site_admin": False, "avatar_url": "a",
                        "html_url": "h", "url": "u"},
              "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-02T00:00:00Z",
              "pushed_at": "2026-01-02T00:00:00Z", "stargazers_count": 5}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-RateLimit-Limit", "5000")
        self.send_header("X-RateLimit-Remaining", "4999")
        self.end_headers()
        self.wfile.write(body)

    def page(self, rows, query):
        page = int(query.get("page", ["1"])[0])
        part = rows[(page - 1) * 10:page * 10]
        self.answer({"results": part, "next": page + 1 if page * 10 < len(rows) else None})

    def do_GET(self):
        global grown, failing
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        if url.path == "/asked":
            found = any(path == query["path"][0] and since >= query["since"][0] for path, since in asked)
            return self.answer(found)
        asked.append((url.path, query.get("since", [""])[0]))
        if url.path == "/grow":
            grown = True
            return self.answer({})
        if url.path == "/fail":
            failing = True
            return self.answer({})
        if url.path == "/places" and failing and query.get("page", ["1"])[0] == "2":
            return self.answer({"error": "broken"}, 404)
        if url.path in ("/places", "/inc") and self.headers.get("Authorization") != "Bearer s3cret-token":
            return self.answer({"error": "no token"}, 401)
        if url.path == "/places":
            return self.page([place(n) for n in range(1, 26)], query)
        if url.path == "/inc":
            rows = [place(n) for n in range(1, 22 if grown else 21)]
            return self.page([row for row in rows if row["updated_at"] >= query.get("since", [""])[0]], query)
        if url.path == "/api/repos/o/r":
            return self.answer(REPOSITORY)
        if url.path == "/api/repos/o/r/issues":
            return self.answer([issue(n) for n in range(1, 21)] if query.get("page", ["1"])[0] == "1" else [])
        if url.path == "/api/rate_limit":
            limit = {"limit": 5000, "remaining": 4999, "reset": 4102444800, "used": 1}
            return self.answer({"resources": {"core": limit, "graphql": limit, "search": limit}, "rate": limit})
        self.answer({"message": "Not Found", "path": self.path}, 404)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "/graphql" in self.path:
            return self.answer({"data": {"repo0": {"nameWithOwner": "o/r", "databaseId": 1}, "rateLimit": {"cost": 1}}})
        self.answer({"message": "Not Found"}, 404)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(sys.argv[1], "w") as file:
    file.write(str(server.server_address[1]))
server.serve_forever()
