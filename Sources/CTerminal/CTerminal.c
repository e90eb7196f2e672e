#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const int polite[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int traps[] = {SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct {
  atomic_bool armed;
  int fd;
  struct termios saved;
  char reset[1024];
  size_t length;
} guard;

// MARK: The guard

void cterminal_guard_restore(void) {
  if (!atomic_exchange(&guard.armed, false)) return;
  int error = errno;
  size_t done = 0;
  // A terminal that accepts no output (stopped or slow) must not keep the program from ending. The queued output is
  // discarded, and the rest is given up after half a second.
  for (int patience = 10; done < guard.length && patience > 0;) {
    ssize_t count = write(guard.fd, guard.reset + done, guard.length - done);
    if (count > 0) {
      done += (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      if (patience-- == 10) tcflush(guard.fd, TCOFLUSH);
      struct pollfd writable = {.fd = guard.fd, .events = POLLOUT};
      poll(&writable, 1, 50);
    } else if (count == 0 || errno != EINTR) {
      break;
    }
  }
  // In the background, tcsetattr would stop this process by SIGTTOU while it is ending.
  sigset_t block, before;
  sigemptyset(&block);
  sigaddset(&block, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &block, &before);
  tcsetattr(guard.fd, TCSANOW, &guard.saved);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
}

void cterminal_die(int number) {
  cterminal_guard_restore();
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(number, &plain, NULL);
  sigset_t unblock;
  sigemptyset(&unblock);
  sigaddset(&unblock, number);
  pthread_sigmask(SIG_UNBLOCK, &unblock, NULL);
  raise(number);
}

static void catch(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

/// A signal that the parent process has set to be ignored (nohup, a shell without job control) stays ignored.
static bool is_ignored(int number) {
  struct sigaction present;
  return sigaction(number, NULL, &present) == 0 && present.sa_handler == SIG_IGN;
}

bool cterminal_guard_arm(int fd, const struct termios *saved, const char *reset, size_t length) {
  static bool registered = false;
  if (length > sizeof guard.reset) return false;
  guard.fd = fd;
  guard.saved = *saved;
  memcpy(guard.reset, reset, length);
  guard.length = length;
  atomic_store(&guard.armed, true);
  if (registered) return true;
  registered = true;
  atexit(cterminal_guard_restore);
  return true;
}

void cterminal_guard_catch_signals(void) {
  static bool caught = false;
  if (caught) return;
  caught = true;
  for (size_t i = 0; i < COUNT(polite); i++) {
    if (!is_ignored(polite[i])) catch(polite[i], cterminal_die, SA_RESTART);
  }
  for (size_t i = 0; i < COUNT(traps); i++) catch(traps[i], cterminal_die, SA_ONSTACK);
}

// MARK: Stacks for signals

static const size_t stack_size = 64 * 1024;
static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static __thread bool has_stack;

static void free_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(memory, stack_size);
}

static void make_stack_key(void) {
  pthread_key_create(&stack_key, free_stack);
}

void cterminal_guard_thread(void) {
  if (has_stack) return;
  has_stack = true;
  pthread_once(&stack_once, make_stack_key);
  void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  pthread_setspecific(stack_key, memory);
  stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
  sigaltstack(&stack, NULL);
}

// MARK: Signals that are reported

static int signal_pipe[2] = {-1, -1};

static void report_signal(int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe already holds more signals than will be read one by one.
  if (write(signal_pipe[1], &byte, 1) < 0) errno = error;
}

int cterminal_signals_open(void) {
  if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
  if (!is_ignored(SIGTSTP)) catch(SIGTSTP, report_signal, SA_RESTART);
  catch(SIGCONT, report_signal, SA_RESTART);
  catch(SIGWINCH, report_signal, SA_RESTART);
  return signal_pipe[0];
}

void cterminal_stop(void) {
  // With the default action of SIGCONT, the kernel drops the signal after it has resumed the process. The caller
  // notices the continuation by the return of this function.
  catch(SIGCONT, SIG_DFL, 0);
  catch(SIGTSTP, SIG_DFL, 0);
  sigset_t unblock, before;
  sigemptyset(&unblock);
  sigaddset(&unblock, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &unblock, &before);
  // Stops only this process: the others of its group have received their own signal. In a group without a parent that
  // could continue it, this has no effect, as intended.
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  catch(SIGTSTP, report_signal, SA_RESTART);
  catch(SIGCONT, report_signal, SA_RESTART);
}

// MARK: Foreground commands

int cterminal_run_foreground(const char *line, const char *argument) {
  // The keys of the terminal send these signals to the whole process group, but only the command should react.
  static const int keyboard_signals[] = {SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
  struct sigaction before[COUNT(keyboard_signals)];
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults, none;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (size_t i = 0; i < COUNT(keyboard_signals); i++) {
    if (!is_ignored(keyboard_signals[i])) sigaddset(&defaults, keyboard_signals[i]);
    sigaction(keyboard_signals[i], NULL, &before[i]);
    catch(keyboard_signals[i], keyboard_signals[i] == SIGCONT ? SIG_DFL : SIG_IGN, 0);
  }
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  char *arguments[] = {"sh", "-c", (char *)line, "sh", (char *)argument, NULL};
  pid_t child;
  int status = 127 << 8;
  if (posix_spawn(&child, "/bin/sh", NULL, &attributes, arguments, environ) == 0) {
    for (;;) {
      if (waitpid(child, &status, WUNTRACED) < 0) {
        if (errno == EINTR) continue;
        status = 127 << 8;
        break;
      }
      if (!WIFSTOPPED(status)) break;
      raise(SIGSTOP);
      kill(child, SIGCONT);
    }
  }
  posix_spawnattr_destroy(&attributes);
  for (size_t i = 0; i < COUNT(keyboard_signals); i++) sigaction(keyboard_signals[i], &before[i], NULL);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int cterminal_run_apart(const char *line, const char *argument) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (int fd = 0; fd < 3; fd++) posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
  char *arguments[] = {"sh", "-c", (char *)line, "sh", (char *)argument, NULL};
  pid_t child;
  int status = 127 << 8;
  if (posix_spawn(&child, "/bin/sh", &files, &attributes, arguments, environ) == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  }
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int cterminal_memory_file(void) {
  return memfd_create("screen", MFD_CLOEXEC);
}
