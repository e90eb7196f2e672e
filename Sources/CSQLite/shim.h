// SQLite, with a destructor constant that Swift cannot import because of its cast, wrappers of variadic functions, and
// calls of the system about a database's files.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// Enables or disables triggers. After a change, SQLite recompiles the connection's statements when they are next used.
static inline int csqlite_set_triggers(sqlite3 *database, int enabled) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, (int *)0);
}

// Disables SQLite's memory statistics, which need a lock. Must be called before any other function of SQLite.
static inline int csqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// The last error of the system in reading or writing the files of a connection; 0 for none. A successful read does not
// reset it.
static inline int csqlite_last_file_error(sqlite3 *database) {
  int code = 0;
  sqlite3_file *log = 0;
  if (!database) return 0;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
  if (code) return code;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
  return code;
}

// The last checkpoint of a database in WAL mode, and the time of the last write to its file.
typedef struct {
  unsigned int salts[2], backfilled, attempted;
  long long seconds, nanoseconds;
} csqlite_file_state;

// Reads the state of the file at `path`, which the connection has open and has read. Returns SQLITE_BUSY during a
// checkpoint.
//
// The lock of checkpoints and the places in the log's index are those of https://sqlite.org/walformat.html. The index
// is read through SQLite, since closing a descriptor of the file would release the locks of the whole process.
static inline int csqlite_read_file_state(sqlite3 *database, const char *path, csqlite_file_state *state) {
  enum { checkpointLock = 1, indexSize = 32768 };
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2) return SQLITE_NOTFOUND;
  void volatile *index = 0;
  code = file->pMethods->xShmMap(file, 0, indexSize, 0, &index);
  if (code != SQLITE_OK) return code;
  if (!index) return SQLITE_NOTFOUND;
  code = file->pMethods->xShmLock(file, checkpointLock, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
  if (code != SQLITE_OK) return code;
  unsigned int const volatile *words = (unsigned int const volatile *)index;
  state->salts[0] = words[8];
  state->salts[1] = words[9];
  state->backfilled = words[24];
  state->attempted = words[32];
  struct stat status;
  int missing = stat(path, &status);
  file->pMethods->xShmLock(file, checkpointLock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
  if (missing) return SQLITE_CANTOPEN;
  state->seconds = status.st_mtim.tv_sec;
  state->nanoseconds = status.st_mtim.tv_nsec;
  return SQLITE_OK;
}

// Glibc's headers declare it only with _GNU_SOURCE, which its Swift module does not define.
extern int renameat2(int oldFolder, char const *old, int targetFolder, char const *target, unsigned int flags);

// Renames a file, unless the path `target` exists. After an error, returns -1 and sets errno.
static inline int csqlite_rename_to_new(char const *old, char const *target) {
  enum { noReplacement = 1 };
  return renameat2(AT_FDCWD, old, AT_FDCWD, target, noReplacement);
}

#endif
