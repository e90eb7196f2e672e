// The parts of <curses.h> that Swift cannot import: globals that are macros, variadic functions, and wide-character
// functions behind a define.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <term.h>
#include <wchar.h>

/// The number of columns of a character, from the C library. Its declaration is behind a feature macro that Swift does
/// not set.
int wcwidth(wchar_t character);

/// Starts ncurses for the named terminal, with output to `output`. Returns NULL when the terminal is unknown. It never
/// reads.
static inline SCREEN *cncurses_start(const char *name, FILE *output) { return newterm(name, output, stdin); }

static inline WINDOW *cncurses_screen(void) { return stdscr; }
static inline WINDOW *cncurses_shown(void) { return curscr; }
static inline int cncurses_colors(void) { return COLORS; }
static inline int cncurses_color_pairs(void) { return COLOR_PAIRS; }

/// A string capability of the terminal found by `setupterm`; NULL when it has none of that name.
static inline const char *cncurses_string(const char *name) {
  char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

/// Whether the terminal has the boolean capability.
static inline bool cncurses_flag(const char *name) { return tigetflag((char *)name) > 0; }

/// A string capability with its number filled in; valid until the next call.
static inline const char *cncurses_fill(const char *capability, int number) { return tiparm(capability, number); }

/// Makes a cell of up to five characters (the first has columns, the others are marks), with attributes and a colour
/// pair.
static inline void cncurses_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  setcchar(cell, text, attributes, 0, &pair);
}

#define CNCURSES_ATTRIBUTE(name, value) static inline attr_t cncurses_##name(void) { return value; }
CNCURSES_ATTRIBUTE(bold, WA_BOLD)
CNCURSES_ATTRIBUTE(dim, WA_DIM)
CNCURSES_ATTRIBUTE(underline, WA_UNDERLINE)
CNCURSES_ATTRIBUTE(reverse, WA_REVERSE)
CNCURSES_ATTRIBUTE(italic, A_ITALIC)
#undef CNCURSES_ATTRIBUTE

#endif
