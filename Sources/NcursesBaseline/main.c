// The baseline of the list benchmarks: the same list written by hand in C. It holds N rows in memory, redraws the
// visible ones after each key, and lets ncurses write the difference.
//
//   N=1000000 NcursesBaseline     down/j up/k page keys home/end; i inserts a row here, x deletes it, / types a text
//   below
//                                 (Enter ends it), q quits
//
// It shows "POSITION of COUNT" in its last line, as peoplebook does, so that one benchmark can drive both.
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char name[32], email[48], phone[20], tags[16];
} Row;

static const char *first_names[] = {
    "Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Ken", "Dennis",
    "Margaret", "Linus", "Frances", "John", "Radia", "Tim", "Anita", "Niklaus",
};
static const char *last_names[] = {
    "Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Thompson", "Ritchie",
    "Hamilton", "Torvalds", "Allen", "Backus", "Perlman", "Lee", "Borg", "Wirth",
};

static void make_row(Row *row, long i, const char *last) {
  const char *first = first_names[i % 16];
  last = last ? last : last_names[(i / 16) % 16];
  snprintf(row->name, sizeof row->name, "%s %s", first, last);
  snprintf(row->email, sizeof row->email, "%s%ld@example.org", first, i);
  snprintf(row->phone, sizeof row->phone, "+1555%07ld", i % 10000000);
  snprintf(row->tags, sizeof row->tags, "%s", i % 3 ? "" : "friend");
}

static void draw(const Row *rows, long count, long top, long selected, const char *text) {
  int height = LINES - 1, width = COLS;
  erase();
  for (int y = 0; y < height && top + y < count; y++) {
    const Row *row = &rows[top + y];
    char line[512];
    int rest = width > 92 ? width - 92 : 0;
    snprintf(line, sizeof line, "%-32s%-40s%-20s%-*s", row->name, row->email, row->phone, rest, row->tags);
    if (top + y == selected) attron(A_REVERSE);
    mvaddnstr(y, 0, line, width);
    if (top + y == selected) attroff(A_REVERSE);
  }
  mvprintw(height, 0, "%ld of %ld ", selected + 1, count);
  if (text != NULL) {
    attron(A_UNDERLINE);
    mvprintw(height, 30, "%-*s", width > 30 ? width - 31 : 0, text);
    attroff(A_UNDERLINE);
    move(height, 30 + (int)strlen(text));
  }
  refresh();
}

int main(void) {
  long count = getenv("N") ? atol(getenv("N")) : 10000;
  long capacity = count + 1000, selected = 0, top = 0, inserted = 0;
  char text[64] = "";
  size_t length = 0;
  bool is_typing = false;
  Row *rows = malloc(capacity * sizeof *rows);
  if (rows == NULL) return 1;
  for (long i = 0; i < count; i++) make_row(&rows[i], i, NULL);

  setlocale(LC_ALL, "");
  initscr();
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  curs_set(0);
  for (;;) {
    int height = LINES - 1;
    if (selected >= count) selected = count - 1;
    if (selected < 0) selected = 0;
    if (top > selected) top = selected;
    if (top < selected - height + 1) top = selected - height + 1;
    if (top < 0) top = 0;
    draw(rows, count, top, selected, is_typing ? text : NULL);
    int key = getch();
    if (is_typing && key != ERR) {
      if (key == '\r') {
        is_typing = false;
        curs_set(0);
      } else if (key >= ' ' && key <= '~' && length + 1 < sizeof text) {
        text[length++] = (char)key;
        text[length] = 0;
      }
      continue;
    }
    switch (key) {
      case '/':
        is_typing = true;
        curs_set(1);
        text[length = 0] = 0;
        break;
      case KEY_DOWN: case 'j': selected++; break;
      case KEY_UP: case 'k': selected--; break;
      case KEY_NPAGE: selected += height; top += height; break;
      case KEY_PPAGE: selected -= height; top -= height; break;
      case KEY_HOME: selected = 0; break;
      case KEY_END: selected = count - 1; break;
      case 'i':
        if (count < capacity) {
          memmove(&rows[selected + 1], &rows[selected], (count - selected) * sizeof *rows);
          make_row(&rows[selected], ++inserted, "Inserted");
          count++;
        }
        break;
      case 'x':
        if (count > 0) {
          memmove(&rows[selected], &rows[selected + 1], (count - selected - 1) * sizeof *rows);
          count--;
        }
        break;
      case ERR: case 'q':
        endwin();
        return 0;
    }
  }
}
