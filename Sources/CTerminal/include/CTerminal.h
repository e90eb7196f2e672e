// Gives the terminal back, from wherever the program ends: a normal exit, a deadly signal, a trap, a stop.
//
// Everything that this does inside a signal handler is write(2), poll(2), tcflush, tcsetattr and raise: what POSIX allows
// there. What has to be written is prepared beforehand.
#ifndef CTERMINAL_H
#define CTERMINAL_H

// The options of a command line; the Swift overlay of the C library leaves them out.
#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/// Takes charge of the terminal `fd`: `reset` is written to it and the settings `saved` are put back on every way out, exit
/// included. Fails (false) only when `reset` is too long to be kept.
bool cterminal_guard_arm(int fd, const struct termios *saved, const char *reset, size_t length);

/// Puts the terminal back, if the guard is armed; safe from a signal handler, from any thread, and more than once.
void cterminal_guard_restore(void);

/// Puts the terminal back and ends the process by the signal `number`, whatever this thread or the process has done about
/// it, so that the parent sees it.
void cterminal_die(int number);

/// Makes deadly signals ways out, too: they restore the terminal, and then end the process as they would have without us.
/// Doing it again changes nothing.
void cterminal_guard_catch_signals(void);

/// Whether the terminal is ours at present.
bool cterminal_guard_is_armed(void);

/// Gives the calling thread a stack of its own for signals, so that a stack overflow too is survived long enough to restore
/// the terminal. The main queue moves from thread to thread; asking again on the same thread costs a few nanoseconds.
void cterminal_guard_thread(void);

/// Starts to catch stops, continuations and changes of the window's size, and returns a descriptor from which the signals'
/// numbers can be read, a byte each. -1 when there are no descriptors left.
int cterminal_signals_open(void);

/// Stops this process as Ctrl-Z would have, and returns once it has been continued.
void cterminal_stop(void);

/// Runs a line of the shell, whose `$1` is `argument`, in the foreground, and waits until it has ended: the terminal is its
/// own meanwhile, and so are Ctrl-C and Ctrl-\. When it is stopped this process stops too, and both go on together.
/// Returns its status; 128 and the signal's number when a signal has ended it; 127 when it could not be started.
int cterminal_run_foreground(const char *line, const char *argument);

/// A file without a name, in memory, that can be written, read and truncated. -1 when there is none.
int cterminal_memory_file(void);

#endif
