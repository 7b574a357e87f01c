// Wrappers for variadic functions of SQLite, which Swift cannot call and GRDB does not wrap.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// Must be called before any other SQLite function.
static inline int csqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Turns an option of a connection on or off, such as SQLITE_DBCONFIG_DEFENSIVE.
static inline int csqlite_set_option(sqlite3 *db, int option, int isOn) {
    return sqlite3_db_config(db, option, isOn, (int *)0);
}

#endif
