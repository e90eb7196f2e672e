// libvterm stores a cell's attributes in bit-fields and a colour in a union, which Swift reads through this function.
#ifndef CVTERM_SHIM_H
#define CVTERM_SHIM_H

#include <stdbool.h>
#include <stdint.h>
#include <vterm.h>

#include "job.h"

/// A colour in the form that the program used.
typedef struct {
  /// 0: the terminal's default; 1: `red` is an index into the palette of 256; 2: red, green and blue.
  uint8_t kind;
  uint8_t red, green, blue;
} CVTermColor;

typedef struct {
  /// The character and its marks, ended by 0; the first is UINT32_MAX for the right half of a wide character.
  uint32_t characters[VTERM_MAX_CHARS_PER_CELL];
  uint8_t width;
  bool bold, italic, blink, reverse, strike;
  /// 0 none, 1 single, 2 double, 3 curly.
  uint8_t underline;
  /// The alternative font, 0 to 9.
  uint8_t font;
  CVTermColor foreground, background;
} CVTermCell;

static inline CVTermColor cvterm_color(VTermColor color) {
  CVTermColor result = {0, 0, 0, 0};
  if (VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color)) return result;
  if (VTERM_COLOR_IS_INDEXED(&color)) {
    result.kind = 1;
    result.red = color.indexed.idx;
  } else {
    result.kind = 2;
    result.red = color.rgb.red;
    result.green = color.rgb.green;
    result.blue = color.rgb.blue;
  }
  return result;
}

static inline CVTermCell cvterm_cell(const VTermScreen *screen, int row, int column) {
  VTermScreenCell cell = {0};
  CVTermCell result = {0};
  VTermPos position = {row, column};
  if (!vterm_screen_get_cell(screen, position, &cell)) return result;
  for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL; i++) result.characters[i] = cell.chars[i];
  result.width = (uint8_t)cell.width;
  result.bold = cell.attrs.bold;
  result.italic = cell.attrs.italic;
  result.blink = cell.attrs.blink;
  result.reverse = cell.attrs.reverse;
  result.strike = cell.attrs.strike;
  result.underline = cell.attrs.underline;
  result.font = cell.attrs.font;
  result.foreground = cvterm_color(cell.fg);
  result.background = cvterm_color(cell.bg);
  return result;
}

#endif
