// SQLite, a "destructor" constant whose cast Swift cannot import, and a function with variable arguments.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// Whether triggers fire. A change makes SQLite compile the connection's statements anew when they are next used.
static inline int csqlite_set_triggers(sqlite3 *database, int enabled) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, (int *)0);
}

// Memory is then handed out without counting it, which takes a lock. Before anything else is asked of SQLite.
static inline int csqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
