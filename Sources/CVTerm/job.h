// A shell with a single job, which a program in a terminal needs as its parent. It is written in C, because only
// async-signal-safe functions may be called after a fork.
//
// The shell leads the terminal's session and outlives the job. The terminal's settings can therefore be read after the
// job has ended (the kernel resets them with the session), and the job can be stopped and continued (Ctrl-Z never stops
// a session leader).
#ifndef CVTERM_JOB_H
#define CVTERM_JOB_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
  CVTERM_STARTED = 1,  // value: process id
  CVTERM_NOT_STARTED,  // value: errno
  CVTERM_STOPPED,      // value: signal
  CVTERM_EXITED,       // value: status
  CVTERM_KILLED,       // value: signal
};

typedef struct {
  int32_t kind;
  int32_t value;
  /// The time of the event, in nanoseconds of the monotonic clock; for a start, just before exec.
  int64_t time;
} CVTermReport;

/// The commands to the shell, one byte each. The end of the connection ends the shell and its job.
enum { CVTERM_CONTINUE = 'c' };

typedef struct {
  /// The job to which the shell forwards a hang-up; 0 when there is none.
  pid_t process;
  /// Written by the job, which shares its shell's memory until exec: the time of the exec, or the reason of its
  /// failure.
  int64_t started;
  int error;
} CVTermJob;

/// The only job of this process. It is a function, since Swift does not emit variables of a header.
static inline volatile CVTermJob *cvterm_job(void) {
  static volatile CVTermJob job;
  return &job;
}

static inline int64_t cvterm_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static inline void cvterm_pass_on(int signal_number) {
  if (cvterm_job()->process > 0) kill(-cvterm_job()->process, signal_number);
}

static inline void cvterm_do_nothing(int signal_number) { (void)signal_number; }

static inline void cvterm_report(int link, int32_t kind, int32_t value, int64_t time) {
  CVTermReport report = {kind, value, time};
  while (write(link, &report, sizeof report) < 0 && errno == EINTR) {}
}

static inline void cvterm_handle(int signal_number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal_number, &action, NULL);
}

static inline void cvterm_run_job(
    int terminal, const char *program, char *const arguments[], char *const environment[],
    const char *directory) {
  setpgid(0, 0);
  tcsetpgrp(terminal, getpid());
  for (int number = 1; number < 32; number++) cvterm_handle(number, SIG_DFL);
  for (int descriptor = 0; descriptor < 3; descriptor++) dup2(terminal, descriptor);
  if (terminal > 2) close(terminal);
  if (directory == NULL || chdir(directory) == 0) {
    cvterm_job()->started = cvterm_now();
    execve(program, arguments, environment);
  }
  cvterm_job()->error = errno;
  _exit(127);
}

/// Ends a job that may be stopped or ignore the hang-up of its terminal, and this shell.
static inline void cvterm_end(pid_t job) {
  kill(-job, SIGKILL);
  while (waitpid(job, NULL, 0) < 0 && errno == EINTR) {}
  _exit(0);
}

static inline void cvterm_run_shell(
    const char *path, int link, const char *program, char *const arguments[], char *const environment[],
    const char *directory) {
  const int ignored[] = {SIGTTOU, SIGTTIN, SIGINT, SIGQUIT, SIGTSTP, SIGPIPE};
  for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) cvterm_handle(ignored[i], SIG_IGN);
  cvterm_handle(SIGHUP, cvterm_pass_on);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // The link gets the descriptor 3, and all others are closed.
  if (link != 3) dup2(link, 3);
  link = 3;
  syscall(SYS_close_range, 4u, ~0u, 0u);
  fcntl(link, F_SETFD, FD_CLOEXEC);

  setsid();
  int terminal = open(path, O_RDWR | O_CLOEXEC);
  if (terminal < 0 || ioctl(terminal, TIOCSCTTY, 0) != 0) {
    cvterm_report(link, CVTERM_NOT_STARTED, errno, cvterm_now());
    _exit(127);
  }
  for (int descriptor = 0; descriptor < 3; descriptor++) dup2(terminal, descriptor);

  // vfork: the shell continues once the job has become the program or failed to.
  pid_t job = vfork();
  if (job == 0) cvterm_run_job(terminal, program, arguments, environment, directory);
  if (job < 0 || cvterm_job()->error != 0) {
    cvterm_report(link, CVTERM_NOT_STARTED, job < 0 ? errno : cvterm_job()->error, cvterm_now());
    _exit(127);
  }
  cvterm_job()->process = job;
  cvterm_report(link, CVTERM_STARTED, job, cvterm_job()->started);

  // SIGCHLD arrives only while the shell waits in pselect, so none is missed.
  cvterm_handle(SIGCHLD, cvterm_do_nothing);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  for (;;) {
    int status;
    pid_t changed = waitpid(job, &status, WUNTRACED | WNOHANG);
    if (changed < 0) _exit(1);
    char command;
    if (changed == 0) {
      fd_set connection;
      FD_ZERO(&connection);
      FD_SET(link, &connection);
      if (pselect(link + 1, &connection, NULL, NULL, NULL, &none) > 0 && read(link, &command, 1) <= 0) {
        cvterm_end(job);
      }
      continue;
    }
    if (WIFSTOPPED(status)) {
      tcsetpgrp(terminal, getpgrp());
      cvterm_report(link, CVTERM_STOPPED, WSTOPSIG(status), cvterm_now());
      ssize_t count;
      while ((count = read(link, &command, 1)) < 0 && errno == EINTR) {}
      if (count <= 0) cvterm_end(job);
      tcsetpgrp(terminal, job);
      kill(-job, SIGCONT);
      continue;
    }
    cvterm_job()->process = 0;
    // This closes the terminal for the last time, so that the other end reads all output and then the end.
    for (int descriptor = 0; descriptor < 3; descriptor++) close(descriptor);
    close(terminal);
    if (WIFEXITED(status)) {
      cvterm_report(link, CVTERM_EXITED, WEXITSTATUS(status), cvterm_now());
    } else {
      cvterm_report(link, CVTERM_KILLED, WTERMSIG(status), cvterm_now());
    }
    ssize_t count;
    while ((count = read(link, &command, 1)) > 0 || (count < 0 && errno == EINTR)) {}
    _exit(0);
  }
}

/// Opens a pseudo-terminal that no fork on another thread can inherit. Returns the user's end, or -1 with `errno` set;
/// the other end is /dev/pts/`*number`.
static inline int cvterm_open_terminal(unsigned *number) {
  int descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  int locked = 0;
  if (ioctl(descriptor, TIOCSPTLCK, &locked) == 0 && ioctl(descriptor, TIOCGPTN, number) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

/// Starts a shell that runs one job in the terminal at `path`. Returns its process id, or -1 with `errno` set. `*link`
/// becomes the connection to it: reports are read from it, commands are written to it.
static inline pid_t cvterm_start(
    const char *path, const char *program, char *const arguments[], char *const environment[], const char *directory,
    int *link) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  pid_t shell = fork();
  if (shell == 0) cvterm_run_shell(path, ends[1], program, arguments, environment, directory);
  int error = errno;
  close(ends[1]);
  if (shell < 0) {
    close(ends[0]);
    errno = error;
    return -1;
  }
  *link = ends[0];
  return shell;
}

#endif
