// ICU renames every function by macro (ucol_open becomes ucol_open_72), and Swift does not see macros: these wrappers do.
#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <unicode/ucol.h>
#include <unicode/uvernum.h>

static inline UCollator *cicu_open(const char *locale, UErrorCode *status) { return ucol_open(locale, status); }
static inline void cicu_close(UCollator *collator) { ucol_close(collator); }
static inline int32_t cicu_sort_key(const UCollator *collator, const UChar *text, int32_t length, uint8_t *key, int32_t capacity) {
  return ucol_getSortKey(collator, text, length, key, capacity);
}
static inline void cicu_version(const UCollator *collator, UVersionInfo version) { ucol_getVersion(collator, version); }

#endif
