#!/bin/sh
# The peer of a first refresh of a table: DuckDB's read_csv, with its text index.
#
# table.sh DUCKDB EXTENSIONS TABLE.CSV DATABASE TEXT_COLUMNS
set -eu
rm -f "$4" "$4.wal"
"$1" "$4" -c "SET extension_directory = '$2'" -c "LOAD fts" -c "CREATE TABLE orders AS SELECT * FROM read_csv('$3')" \
    -c "CREATE INDEX orders_customer ON orders (customer)" -c "PRAGMA create_fts_index('orders', 'id', $5)" > /dev/null
