#!/bin/sh
# The peer of a first refresh: DuckDB's read_json, with its text index if the extension is installed.
#
# duckdb.sh DUCKDB EXTENSIONS CITIES.JSON DATABASE
set -eu
rm -f "$4" "$4.wal"
table="CREATE TABLE city AS
    SELECT _id AS id, name, country, coord.lat AS latitude, coord.lon AS longitude FROM read_json('$3')"
index="CREATE INDEX city_name ON city (name)"
if [ -d "$2" ]; then
    "$1" "$4" -c "SET extension_directory = '$2'" -c "LOAD fts" -c "$table" -c "$index" \
        -c "PRAGMA create_fts_index('city', 'id', 'name', 'country')" > /dev/null
else
    "$1" "$4" -c "$table" -c "$index" > /dev/null
fi
