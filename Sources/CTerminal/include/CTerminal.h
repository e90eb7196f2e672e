// Restores the terminal however the program ends: a normal exit, a fatal signal, a trap, a stop.
//
// A signal handler calls only write(2), poll(2), tcflush, tcsetattr and raise, which POSIX permits there. The bytes to
// be written are prepared in advance.
#ifndef CTERMINAL_H
#define CTERMINAL_H

// Parses command-line options; the Swift overlay of the C library does not include it.
#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/// Guards the terminal `fd`: when the program ends in any way, `reset` is written to it and the settings `saved` are
/// restored. Returns false only when `reset` is too long.
bool cterminal_guard_arm(int fd, const struct termios *saved, const char *reset, size_t length);

/// Restores the terminal if the guard is armed. Safe in a signal handler, on any thread, and more than once.
void cterminal_guard_restore(void);

/// Restores the terminal and ends the process by the signal `number`, even where the signal is blocked or handled, so
/// that the parent process sees the signal.
void cterminal_die(int number);

/// Catches fatal signals: they restore the terminal and then end the process as usual. Further calls have no effect.
void cterminal_guard_catch_signals(void);

/// Gives the calling thread its own stack for signals, so that the terminal can be restored after a stack overflow. The
/// main queue moves from thread to thread; a further call on the same thread costs a few nanoseconds.
void cterminal_guard_thread(void);

/// Starts to catch stops, continuations and window size changes. Returns a descriptor from which the signals' numbers
/// can be read, a byte each; -1 when no descriptors are available.
int cterminal_signals_open(void);

/// Stops this process as Ctrl-Z would, and returns once it is continued.
void cterminal_stop(void);

/// Runs a shell command line, with `argument` as its `$1`, in the foreground, and waits for its end. Until then the
/// terminal, Ctrl-C and Ctrl-\ belong to the command. When the command is stopped, this process stops too, and both
/// continue together. Returns the command's status; 128 plus the signal's number when a signal ended it; 127 when it
/// could not be started.
int cterminal_run_foreground(const char *line, const char *argument);

/// Runs a shell command line, with `argument` as its `$1`, in a session of its own without input and output, and waits
/// for its end. Returns the command's status; 127 when it could not be started.
int cterminal_run_apart(const char *line, const char *argument);

/// Opens a file in memory, without a name, that can be written, read and truncated. Returns -1 on failure.
int cterminal_memory_file(void);

#endif
