// libsodium: authenticated encryption, signatures and digests.
#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium.h>

#endif
