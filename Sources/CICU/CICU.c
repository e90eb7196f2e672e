// The headers rename every function (ucol_open becomes ucol_open_72), since a library exports one version's names.
// Here the names are completed when the version of the library is known.
#define U_DISABLE_RENAMING 1
#include "CICU.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unicode/unorm2.h>
#include <unicode/uvernum.h>

#define FUNCTIONS(each) \
  each(ucol_open) each(ucol_close) each(ucol_getSortKey) each(ucol_getVersion) each(unorm2_getNFKDInstance) \
  each(unorm2_getNFCInstance) each(unorm2_normalize) each(u_foldCase) each(u_charType)

// The functions of the loaded library; all are null where there is none.
static struct {
#define DECLARE(name) __typeof__(name) *name;
  FUNCTIONS(DECLARE)
} icu;

static bool load_version(int version) {
  char name[64];
  snprintf(name, sizeof name, "libicui18n.so.%d", version);
  // The library of the common functions is loaded with it, and is searched for names too.
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  bool is_complete = true;
#define FIND(function) \
  snprintf(name, sizeof name, #function "_%d", version); \
  *(void **)&icu.function = dlsym(library, name); \
  is_complete = is_complete && icu.function;
  FUNCTIONS(FIND)
  if (is_complete) return true;
#define FORGET(function) icu.function = 0;
  FUNCTIONS(FORGET)
  dlclose(library);
  return false;
}

static void load(void) {
  enum { oldest = 60, newest = 120 };
  if (load_version(U_ICU_VERSION_MAJOR_NUM)) return;
  for (int version = newest; version >= oldest; version--) {
    if (load_version(version)) return;
  }
}

bool cicu_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return icu.ucol_open;
}

UCollator *cicu_open(const char *locale, UErrorCode *status) {
  return cicu_is_available() ? icu.ucol_open(locale, status) : 0;
}

void cicu_close(UCollator *collator) { icu.ucol_close(collator); }

int32_t cicu_sort_key(const UCollator *collator, const UChar *text, int32_t length, uint8_t *key, int32_t capacity) {
  return icu.ucol_getSortKey(collator, text, length, key, capacity);
}

void cicu_version(const UCollator *collator, UVersionInfo version) { icu.ucol_getVersion(collator, version); }

static int32_t normalize(
    const UNormalizer2 *normalizer, const UChar *text, int32_t length, UChar *result, int32_t capacity,
    UErrorCode status) {
  int32_t count = icu.unorm2_normalize(normalizer, text, length, result, capacity, &status);
  return U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR ? -1 : count;
}

int32_t cicu_decompose(const UChar *text, int32_t length, UChar *result, int32_t capacity) {
  if (!cicu_is_available()) return -1;
  UErrorCode status = U_ZERO_ERROR;
  return normalize(icu.unorm2_getNFKDInstance(&status), text, length, result, capacity, status);
}

int32_t cicu_compose(const UChar *text, int32_t length, UChar *result, int32_t capacity) {
  if (!cicu_is_available()) return -1;
  UErrorCode status = U_ZERO_ERROR;
  return normalize(icu.unorm2_getNFCInstance(&status), text, length, result, capacity, status);
}

UChar32 cicu_fold_case(UChar32 character) {
  return cicu_is_available() ? icu.u_foldCase(character, U_FOLD_CASE_DEFAULT) : character;
}

int8_t cicu_category(UChar32 character) {
  return cicu_is_available() ? icu.u_charType(character) : U_OTHER_LETTER;
}
