"""A server for the data that the checks use: towns, and a source of each kind whose titles contain markup and scripts."""

import html
import http.server
import json
import pathlib

TOWNS = [
    {"id": 1, "name": "London", "country": "GB", "coord": {"lat": 51.5, "lon": -0.12}},
    {"id": 2, "name": "London", "country": "CA", "coord": {"lat": 42.98, "lon": -81.23}},
    {"id": 3, "name": "Londonderry", "country": "GB", "coord": {"lat": 55.0, "lon": -7.3}},
    {"id": 4, "name": "Paris", "country": "FR", "coord": {"lat": 48.85, "lon": 2.35}},
] + [
    {"id": 100 + n, "name": f"Lonville {n}", "country": "US", "coord": {"lat": 30 + n % 20, "lon": -120 + n % 50}}
    for n in range(400)
] + [
    {"id": 600 + n, "name": f"Crowdham {n}", "country": "US", "coord": {"lat": 10 + n / 2000 + n % 2 * 40, "lon": 10 + n % 2 * 40}}
    for n in range(600)
]

HOSTILE = "Hostile <script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"

# A source of each kind with a hostile title. URL stands for the portal and the name of the source, FOLDER for that of the programs.
HOSTILE_SOURCES = {
    "h-arcgis": "kind: arcgis, url: \"URL/FeatureServer/0\"",
    "h-ckan": "kind: ckan, endpoint: \"URL\", resource: r1, key: id, title: name",
    "h-cities": "kind: cities, url: \"URL\"",
    "h-command": "kind: command, command: [sh, \"FOLDER/command.sh\"], key: id, title: name",
    "h-feed": "kind: feed, url: \"URL\"",
    "h-github": "kind: github, endpoint: \"URL\"",
    "h-schools": "kind: nyc-schools, endpoint: \"URL\"",
    "h-singer": "kind: singer, command: [sh, \"FOLDER/tap.sh\"], stream: s, title: name",
    "h-soda": "kind: soda, endpoint: \"URL\", dataset: abcd-1234, key: id, title: name",
    "h-table": "kind: table, format: json, encoding: utf-8, key: id, title: name, columns: \"id:integer, name\", url: \"URL\"",
}


def hostile(path):
    """Returns what a service sends for a path of a hostile source."""
    row = {"id": 1, "name": HOSTILE}
    if path.startswith("/h-arcgis"):
        if "/query" in path:
            return {"objectIdFieldName": "OBJECTID", "features": [{"attributes": {"OBJECTID": 1, "NAME": HOSTILE}}]}
        fields = [{"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "NAME", "type": "esriFieldTypeString"}]
        return {"name": HOSTILE, "type": "Table", "advancedQueryCapabilities": {"supportsPagination": True}, "fields": fields}
    if path.startswith("/h-ckan"):
        fields = [{"id": "id", "type": "int"}, {"id": "name", "type": "text"}]
        return {"success": True, "result": {"fields": fields, "total": 1, "records": [dict(row, _id=1)]}}
    if path.startswith("/h-cities"):
        return [{"id": 1, "name": HOSTILE, "country": "XX", "coord": {"lat": 1, "lon": 1}}]
    if path.startswith("/h-feed"):
        title = html.escape(html.escape(HOSTILE))
        return f"<rss version='2.0'><channel><title>{title}</title><item><guid>1</guid><title>{title}</title></item></channel></rss>"
    if path.startswith("/h-github"):
        items = [{"id": 1, "name": HOSTILE, "full_name": "o/r", "owner": {"login": "o"}, "html_url": "javascript:alert(1)"}]
        return {"total_count": 1, "incomplete_results": False, "items": items}
    if path.startswith("/h-schools"):
        return [] if "f9bf-2cp4" in path else [{"dbn": "1", "school_name": HOSTILE}]
    if "/api/views/" in path:
        columns = [{"fieldName": name, "dataTypeName": "text"} for name in row]
        return {"name": HOSTILE, "rowsUpdatedAt": 1, "columns": columns}
    return [] if "offset=1" in path else [row]


def write_programs(folder):
    """Writes the programs of the hostile sources."""
    row = json.dumps({"id": 1, "name": HOSTILE})
    schema = json.dumps({"properties": {"id": {"type": "integer"}, "name": {"type": "string"}}})
    pathlib.Path(folder, "command.sh").write_text(f"cat <<'END'\n{row}\nEND\n")
    pathlib.Path(folder, "tap.sh").write_text(f"""
        case "$*" in
        *--help*) echo --catalog;;
        *--discover*) cat <<'END'
{{"streams": [{{"tap_stream_id": "s", "stream": "s", "key_properties": ["id"], "schema": {schema}, "metadata": []}}]}}
END
        ;;
        *) cat <<'END'
{{"type": "SCHEMA", "stream": "s", "key_properties": ["id"], "schema": {schema}}}
{{"type": "RECORD", "stream": "s", "record": {row}}}
END
        esac
        """)


class Portal(http.server.BaseHTTPRequestHandler):
    """Serves the list of towns. Each request adds a town and moves Borderton to the other country."""

    asked = 0
    # Whether requests fail.
    is_closed = False
    # If set, bodies are sent slowly until this event.
    gate = None

    def do_GET(self):
        if Portal.is_closed:
            return self.answer(404, b"")
        if self.path.startswith("/h-"):
            content = hostile(self.path)
            return self.answer(200, (content if isinstance(content, str) else json.dumps(content)).encode())
        Portal.asked += 1
        body = json.dumps(TOWNS + [
            {"id": 2000 + Portal.asked, "name": f"Newtown {Portal.asked}", "country": "GB", "coord": {"lat": 52, "lon": 0}},
            {"id": 6, "name": "Borderton", "country": ["DE", "PL"][Portal.asked % 2], "coord": {"lat": 51, "lon": 15}},
        ]).encode()
        self.answer(200, body)

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        while Portal.gate and not Portal.gate.wait(0.1) and len(body) > 500:
            self.wfile.write(body[:500])
            body = body[500:]
        self.wfile.write(body)

    def log_message(self, *_):
        pass
