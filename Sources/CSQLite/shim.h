// SQLite, with a destructor constant that Swift cannot import because of its cast, and wrappers of variadic functions.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// Enables or disables triggers. After a change, SQLite recompiles the connection's statements when they are next used.
static inline int csqlite_set_triggers(sqlite3 *database, int enabled) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, (int *)0);
}

// Disables SQLite's memory statistics, which need a lock. Must be called before any other function of SQLite.
static inline int csqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
