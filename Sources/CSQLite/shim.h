// One-line functions for what Swift cannot call of SQLite: variadic functions that GRDB does not wrap.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <malloc.h>
#include <sqlite3.h>

/// Has to be called before anything else of SQLite.
static inline int csqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Lets threads share as few heaps: each keeps what it freed for itself, and SQLite's work moves between threads.
static inline void csqlite_share_heaps(int count) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, count);
#endif
}

/// Switches an option of a connection, such as SQLITE_DBCONFIG_DEFENSIVE.
static inline int csqlite_set_option(sqlite3 *db, int option, int isOn) {
    return sqlite3_db_config(db, option, isOn, (int *)0);
}

#endif
