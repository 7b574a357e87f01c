"""What a first refresh is measured against: the same list into the same columns and indexes, from Python."""

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
    country = city["country"]
    name, other = names.get(country, ""), aliases.get(country, [])
    return (
        str(city["_id"]), city["name"], city["name"].lower(), name, city["coord"]["lat"], city["coord"]["lon"],
        json.dumps(other) if other else None, f'{{"country":"{country}"}}',
        f"{name} {country} {' '.join(other)}".lower(),
    )


cities = orjson.loads(urllib.request.urlopen(address).read())
database = sqlite3.connect(path)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = NORMAL")
database.execute(
    "CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT, title TEXT, folded TEXT, subtitle TEXT, latitude REAL,"
    " longitude REAL, keywords TEXT, fields TEXT, words TEXT)"
)
with database:
    database.executemany(
        "INSERT INTO record (key, title, folded, subtitle, latitude, longitude, keywords, fields, words)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        map(row, cities),
    )
    database.execute("CREATE UNIQUE INDEX record_key ON record (key)")
    database.execute("CREATE INDEX record_title ON record (folded, key)")
    database.execute(
        "CREATE VIRTUAL TABLE record_text USING fts5 (folded, words, content='record', content_rowid='id',"
        " prefix='1 2 3', columnsize=0)"
    )
    database.execute("INSERT INTO record_text (record_text) VALUES ('rebuild')")
print(database.execute("SELECT count(*) FROM record").fetchone()[0])
