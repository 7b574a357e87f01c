"""The peer of a first refresh: the same list into the same columns, indexes, and text index, from Python."""

import json
import pathlib
import re
import sqlite3
import sys
import urllib.request

import orjson

address, path = sys.argv[1], sys.argv[2]
plugin = pathlib.Path(__file__).parents[3] / "Plugins" / "Cities"
names = dict(re.findall(r'"([A-Z]{2})": "([^"]+)"', (plugin / "CountryNames.swift").read_text()))
aliases = {
    code: re.findall(r'"([^"]+)"', list_of_names)
    for code, list_of_names in re.findall(r'"([A-Z]{2})": \[([^\]]+)\]', (plugin / "CountryAliases.swift").read_text())
}


def row(city):
    country, name = city["country"], city["name"]
    subtitle, other = names.get(country, ""), aliases.get(country, [])
    fields, keywords = f'{{"country":"{country}"}}', json.dumps(other) if other else None
    latitude, longitude = city["coord"]["lat"], city["coord"]["lon"]
    return (
        str(city["_id"]), hash((name, subtitle, latitude, longitude, fields, keywords)), name.lower(), name, subtitle,
        latitude, longitude, keywords, fields, f" {subtitle} {country} {' '.join(other)}".lower(),
    )


cities = orjson.loads(urllib.request.urlopen(address).read())
database = sqlite3.connect(path)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = NORMAL")
database.execute(
    "CREATE TABLE record (id INTEGER PRIMARY KEY, class INTEGER NOT NULL, source INTEGER NOT NULL, key TEXT NOT NULL,"
    " digest INTEGER NOT NULL, seen REAL, folded TEXT NOT NULL, spelling TEXT, alternate TEXT, title TEXT NOT NULL,"
    " subtitle TEXT, date TEXT, latitude REAL, longitude REAL, url TEXT, keywords TEXT, fields TEXT,"
    " words TEXT NOT NULL)"
)
with database:
    database.executemany(
        "INSERT INTO record (class, source, key, digest, folded, title, subtitle, latitude, longitude, keywords, fields,"
        " words) VALUES (15, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        map(row, cities),
    )
    for index in (
        "record_key ON record (source, key, digest)",
        "record_plain ON record (class, folded, date DESC, key) WHERE spelling IS NULL",
        "record_marked ON record (class, folded, date DESC, key, spelling) WHERE spelling IS NOT NULL",
        "record_alternate ON record (class, alternate, folded) WHERE alternate IS NOT NULL",
        "record_date ON record (class, date DESC, folded, key) WHERE date IS NOT NULL",
        "record_place ON record (source, CAST(latitude * 10 AS INTEGER), longitude, latitude)"
        " WHERE latitude IS NOT NULL",
    ):
        database.execute("CREATE INDEX " + index)
    database.execute(
        "CREATE VIRTUAL TABLE record_text USING fts5 (text, content='', columnsize=0, detail=none, prefix='1 2 3')"
    )
    database.execute("INSERT INTO record_text (rowid, text) SELECT id, folded || words FROM record")
    database.execute("INSERT INTO record_text (record_text) VALUES ('optimize')")
print(database.execute("SELECT count(*) FROM record").fetchone()[0])
