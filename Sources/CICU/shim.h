// ICU renames every function with a macro (ucol_open becomes ucol_open_72). Swift does not import such macros, so these
// functions wrap them.
#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/unorm2.h>
#include <unicode/uvernum.h>

static inline UCollator *cicu_open(const char *locale, UErrorCode *status) { return ucol_open(locale, status); }
static inline void cicu_close(UCollator *collator) { ucol_close(collator); }
static inline int32_t cicu_sort_key(
    const UCollator *collator, const UChar *text, int32_t length, uint8_t *key, int32_t capacity) {
  return ucol_getSortKey(collator, text, length, key, capacity);
}
static inline void cicu_version(const UCollator *collator, UVersionInfo version) { ucol_getVersion(collator, version); }

// Compatibility decomposition (NFKD). Returns the length of the result, which may exceed the capacity, or -1.
static inline int32_t cicu_decompose(const UChar *text, int32_t length, UChar *result, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *decomposer = unorm2_getNFKDInstance(&status);
  int32_t count = unorm2_normalize(decomposer, text, length, result, capacity, &status);
  return U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR ? -1 : count;
}
// Canonical composition (NFC). Returns the length of the result, which may exceed the capacity, or -1.
static inline int32_t cicu_compose(const UChar *text, int32_t length, UChar *result, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *composer = unorm2_getNFCInstance(&status);
  int32_t count = unorm2_normalize(composer, text, length, result, capacity, &status);
  return U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR ? -1 : count;
}
static inline UChar32 cicu_fold_case(UChar32 character) { return u_foldCase(character, U_FOLD_CASE_DEFAULT); }
static inline int8_t cicu_category(UChar32 character) { return u_charType(character); }

#endif
