// What Swift cannot import from <curses.h>: globals that are macros, and wide-character calls hidden behind a define.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#include <wchar.h>

/// The columns of a character, by the C library; its declaration hides behind a feature macro that Swift does not set.
int wcwidth(wchar_t character);

#endif
