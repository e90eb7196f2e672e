// Moves the calendar's clock of a program, which loads this library before its own with LD_PRELOAD. The offset in
// nanoseconds is the content of the file that CLOCK_OFFSET names; it may change while the program runs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *offset;
static int (*system_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void map_offset(void) {
  system_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("CLOCK_OFFSET");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *bytes = mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (bytes != MAP_FAILED) offset = bytes;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!system_clock_gettime) map_offset();
  int result = system_clock_gettime(clock, time);
  if (result || clock != CLOCK_REALTIME || !offset) return result;
  int64_t nanoseconds = time->tv_nsec + *offset % 1000000000;
  time->tv_sec += *offset / 1000000000 + (nanoseconds >= 1000000000) - (nanoseconds < 0);
  time->tv_nsec = (nanoseconds + 1000000000) % 1000000000;
  return 0;
}

// The two older functions of the same clock, which SQLite uses.

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  if (result) return result;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *seconds) {
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
  if (seconds) *seconds = precise.tv_sec;
  return precise.tv_sec;
}
