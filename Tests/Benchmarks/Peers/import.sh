#!/bin/sh
# The peer of a first refresh: jq to CSV and .import of the sqlite3 shell, with the same columns, indexes, and text index.
#
# import.sh JQ SQLITE3 CITIES.JSON DATABASE
set -eu
rm -f "$4"
"$1" -r '.[] | [._id, .name, (.name | ascii_downcase), .country, (.country | ascii_downcase), .coord.lat, .coord.lon]
    | @csv' "$3" > "$4.csv"
"$2" "$4" <<SQL
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE city (key TEXT, title TEXT, folded TEXT, country TEXT, words TEXT, latitude REAL, longitude REAL);
.mode csv
.import "$4.csv" city
BEGIN;
CREATE TABLE record (
    id INTEGER PRIMARY KEY, class INTEGER NOT NULL, source INTEGER NOT NULL, key TEXT NOT NULL, digest INTEGER NOT NULL,
    seen REAL, folded TEXT NOT NULL, spelling TEXT, alternate TEXT, title TEXT NOT NULL, subtitle TEXT, date TEXT,
    latitude REAL, longitude REAL, url TEXT, keywords TEXT, fields TEXT, words TEXT NOT NULL
);
INSERT INTO record (class, source, key, digest, folded, title, subtitle, latitude, longitude, fields, words)
    SELECT 15, 1, key, rowid, folded, title, country, latitude, longitude, json_object('country', country), ' ' || words
    FROM city;
CREATE INDEX record_key ON record (source, key, digest);
CREATE INDEX record_plain ON record (class, folded, date DESC, key) WHERE spelling IS NULL;
CREATE INDEX record_marked ON record (class, folded, date DESC, key, spelling) WHERE spelling IS NOT NULL;
CREATE INDEX record_alternate ON record (class, alternate, folded) WHERE alternate IS NOT NULL;
CREATE INDEX record_date ON record (class, date DESC, folded, key) WHERE date IS NOT NULL;
CREATE INDEX record_place ON record (source, CAST(latitude * 10 AS INTEGER), longitude, latitude)
    WHERE latitude IS NOT NULL;
CREATE VIRTUAL TABLE record_text USING fts5 (text, content = '', columnsize = 0, detail = none, prefix = '1 2 3');
INSERT INTO record_text (rowid, text) SELECT id, folded || words FROM record;
INSERT INTO record_text (record_text) VALUES ('optimize');
COMMIT;
SQL
