#!/bin/sh
# What a first refresh is measured against: jq to CSV, .import of the sqlite3 shell, the same columns and indexes.
#
# import.sh JQ SQLITE3 CITIES.JSON DATABASE
set -eu
rm -f "$4"
"$1" -r '.[] | [._id, .name, (.name | ascii_downcase), .country, .coord.lat, .coord.lon] | @csv' "$3" > "$4.csv"
"$2" "$4" <<SQL
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE record (key TEXT, title TEXT, folded TEXT, country TEXT, latitude REAL, longitude REAL);
.mode csv
.import "$4.csv" record
CREATE UNIQUE INDEX record_key ON record (key);
CREATE INDEX record_title ON record (folded, key);
CREATE VIRTUAL TABLE record_text USING fts5 (folded, country, content='record', prefix='1 2 3', columnsize=0);
INSERT INTO record_text (record_text) VALUES ('rebuild');
SQL
