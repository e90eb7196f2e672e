"""The table in urwid: a ListBox over a ListWalker that makes a widget for each visible row."""

import urwid

from people import People


class Row(urwid.Text):
    """A line that can be selected."""

    _selectable = True

    def keypress(self, size, key):
        return key


class Walker(urwid.ListWalker):
    """The rows of a list of any length."""

    def __init__(self, people):
        self.people = people
        self.focus = 0

    def __getitem__(self, row):
        if not 0 <= row < len(self.people):
            raise IndexError
        return urwid.AttrMap(Row(self.people.line(row), wrap="clip"), None, "selected")

    def next_position(self, row):
        if row + 1 >= len(self.people):
            raise IndexError
        return row + 1

    def prev_position(self, row):
        if row <= 0:
            raise IndexError
        return row - 1

    def positions(self, reverse=False):
        rows = range(len(self.people))
        return reversed(rows) if reverse else rows

    def set_focus(self, row):
        self.focus = row
        status.set_text(self.people.status(row))
        self._modified()

    def insert(self):
        self.people.insert(self.focus + 1)
        self.set_focus(self.focus)


def unhandled(key):
    if key == "q":
        raise urwid.ExitMainLoop
    if key == "i":
        walker.insert()


for key, command in [("j", "cursor down"), ("k", "cursor up"), ("g", "cursor max left"), ("G", "cursor max right")]:
    urwid.command_map[key] = command
people = People()
status = urwid.Text(people.status(0))
walker = Walker(people)
frame = urwid.Frame(urwid.ListBox(walker), footer=status)
urwid.MainLoop(frame, [("selected", "standout", "")], handle_mouse=False, unhandled_input=unhandled).run()
