"""What a first refresh is measured against: the same list into the same columns and indexes, from Python."""

import sqlite3
import sys
import urllib.request

import orjson

address, path = sys.argv[1], sys.argv[2]
cities = orjson.loads(urllib.request.urlopen(address).read())
database = sqlite3.connect(path)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = NORMAL")
database.execute(
    "CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT, title TEXT, folded TEXT, subtitle TEXT, country TEXT,"
    " latitude REAL, longitude REAL)"
)
with database:
    database.executemany(
        "INSERT INTO record (key, title, folded, subtitle, country, latitude, longitude) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (
                str(city["_id"]), city["name"], city["name"].lower(), city["country"], city["country"],
                city["coord"]["lat"], city["coord"]["lon"],
            )
            for city in cities
        ),
    )
    database.execute("CREATE UNIQUE INDEX record_key ON record (key)")
    database.execute("CREATE INDEX record_title ON record (folded, key)")
    database.execute(
        "CREATE VIRTUAL TABLE record_text USING fts5 (folded, subtitle, country, content='record', content_rowid='id',"
        " prefix='1 2 3', columnsize=0)"
    )
    database.execute("INSERT INTO record_text (record_text) VALUES ('rebuild')")
print(database.execute("SELECT count(*) FROM record").fetchone()[0])
