// Tells Thread Sanitizer about a Mutex of Swift for which a thread has to wait.
//
// The code for a mutex without waiting threads is compiled into its caller, and therefore instrumented. The rest is in
// libswiftSynchronization, which is not: what the former owner has written would then appear as a race. The tests run
// with this library in LD_PRELOAD, whose functions of the same names replace those of libswiftSynchronization.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// The calling convention of a method, and the address of its value, here of the mutex.
#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

typedef METHOD void LockSlow(uint32_t thread, SELF);
typedef METHOD void UnlockSlow(SELF);

// Absent from programs that are not instrumented.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

// Synchronization._MutexHandle._lockSlow(UInt32)
METHOD void $s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF(uint32_t thread, SELF) {
  LockSlow *lock = (LockSlow *)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  lock(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

// Synchronization._MutexHandle._unlockSlow()
METHOD void $s15Synchronization12_MutexHandleV11_unlockSlowyyF(SELF) {
  UnlockSlow *unlock = (UnlockSlow *)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(self);
  unlock(self);
}
