// The functions of ICU that Persistence calls. ICU is not linked, since its data are 31 MB: the system's library is
// loaded when one of these functions is first called, which a program needs after its first frame.
#ifndef CICU_H
#define CICU_H

#include <stdbool.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>

// Whether the system has ICU. Loads it.
bool cicu_is_available(void);

// Returns null where ICU or its data are missing.
UCollator *cicu_open(const char *locale, UErrorCode *status);
void cicu_close(UCollator *collator);
int32_t cicu_sort_key(const UCollator *collator, const UChar *text, int32_t length, uint8_t *key, int32_t capacity);
void cicu_version(const UCollator *collator, UVersionInfo version);

// Compatibility decomposition (NFKD). Returns the length of the result, which may exceed the capacity, or -1.
int32_t cicu_decompose(const UChar *text, int32_t length, UChar *result, int32_t capacity);
// Canonical composition (NFC). Returns the length of the result, which may exceed the capacity, or -1.
int32_t cicu_compose(const UChar *text, int32_t length, UChar *result, int32_t capacity);

UChar32 cicu_fold_case(UChar32 character);
int8_t cicu_category(UChar32 character);

#endif
