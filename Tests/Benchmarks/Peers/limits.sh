#!/bin/sh
# SQLite alone, doing one part of what agg does: what it takes is a lower bound for agg.
#
# limits.sh PART SQLITE3 MIRROR FOLDER
#
# rows      write the rows and indexes of a mirror into a new file, without a journal
# text      write the text index, likewise
# both      write both at the same time, each on its own core
# read      read all rows
set -eu
sqlite=$2 mirror=$3 folder=$4

# Prints the statements that created the given parts of the mirror.
schema() { "$sqlite" -cmd ".timeout 5000" "$mirror" "SELECT sql || ';' FROM sqlite_schema WHERE $1 ORDER BY rowid"; }

# Runs the statements on standard input in a new file.
create() {
    rm -f "$folder/$1.db"
    { printf "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ATTACH '%s' AS mirror; BEGIN;\n" "$mirror"; cat; echo "COMMIT;"; } |
        "$sqlite" -bail -cmd ".timeout 5000" "$folder/$1.db" > /dev/null
}

rows() {
    {
        schema "name IN ('record', 'record_plain', 'record_marked')"
        # Without a condition, SQLite would copy whole pages.
        echo "PRAGMA cache_size = -10000; INSERT INTO record SELECT * FROM mirror.record WHERE id > 0;"
        # As in agg, indexes are sorted in short runs, on more threads.
        echo "PRAGMA cache_size = -2000; PRAGMA threads = 2;"
        schema "tbl_name = 'record' AND type = 'index' AND name NOT IN ('record_plain', 'record_marked')"
    } | create limit-rows
}

text() {
    {
        schema "name = 'record_text'"
        cat << SQL
INSERT INTO record_text (record_text, rank) SELECT k, v FROM mirror.record_text_config WHERE k <> 'version';
INSERT INTO record_text (rowid, text)
    SELECT id, folded || coalesce(' ' || alternate, '') || coalesce(other_titles, '') || words FROM mirror.record ORDER BY id;
INSERT INTO record_text (record_text) VALUES ('optimize');
SQL
    } | create limit-text
}

case $1 in
rows) rows ;;
text) text ;;
both)
    text &
    rows
    wait $!
    ;;
read) "$sqlite" "$mirror" "SELECT sum(length(fields)) FROM record" ;;
esac
