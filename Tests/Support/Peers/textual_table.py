"""The table in Textual: a ScrollView with the line API, which renders only the visible lines."""

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from people import People

PLAIN = Style()
SELECTED = Style(reverse=True)


class Table(ScrollView, can_focus=True):
    """A list of any length with a selected row."""

    BINDINGS = [
        ("down,j", "move(1)"),
        ("up,k", "move(-1)"),
        ("pagedown", "page(1)"),
        ("pageup", "page(-1)"),
        ("home,g", "first"),
        ("end,G", "last"),
        ("i", "insert"),
        ("q", "app.quit"),
    ]

    def __init__(self, people):
        super().__init__()
        self.people = people
        self.selected = 0

    def on_mount(self):
        self.virtual_size = Size(100, len(self.people))
        self.report()

    def render_line(self, y):
        row = self.scroll_offset.y + y
        width = self.size.width
        if row >= len(self.people):
            return Strip.blank(width)
        text = self.people.line(row).ljust(width)[:width]
        return Strip([Segment(text, SELECTED if row == self.selected else PLAIN)], width)

    def report(self):
        self.app.query_one(Static).update(self.people.status(self.selected))

    def select(self, row):
        """Selects a row, scrolls to it, and renders only the two lines that changed if they stay visible."""
        old, self.selected = self.selected, max(0, min(row, len(self.people) - 1))
        if old == self.selected:
            return
        self.refresh_line(old)
        self.refresh_line(self.selected)
        self.scroll_to_region(Region(0, self.selected, 1, 1), animate=False, force=True, immediate=True)
        self.report()

    def action_move(self, distance):
        self.select(self.selected + distance)

    def action_page(self, pages):
        self.select(self.selected + pages * self.size.height)

    def action_first(self):
        self.select(0)

    def action_last(self):
        self.select(len(self.people) - 1)

    def action_insert(self):
        self.people.insert(self.selected + 1)
        self.virtual_size = Size(100, len(self.people))
        self.refresh()
        self.report()


class TableApp(App):
    """The table above its status line, in the colours of the terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Table { height: 1fr; overflow-x: hidden; scrollbar-size: 0 0; }
    Static { height: 1; }
    """

    def compose(self):
        yield Table(People())
        yield Static(markup=False)

    def on_mount(self):
        self.theme = "ansi-dark"
        self.query_one(Table).focus()


TableApp().run()
