"""The table in prompt_toolkit: a UIControl whose lines are asked for only where they are visible."""

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, UIContent, UIControl, Window

from people import People


class Table(UIControl):
    """A list of any length with a selected row."""

    def __init__(self, people):
        self.people = people
        self.selected = 0

    def is_focusable(self):
        return True

    def line(self, row):
        return [("reverse" if row == self.selected else "", self.people.line(row).ljust(self.width))]

    def create_content(self, width, height):
        self.width = width
        return UIContent(
            get_line=self.line,
            line_count=len(self.people),
            cursor_position=Point(0, self.selected),
            show_cursor=False,
        )

    def move(self, distance):
        self.selected = max(0, min(self.selected + distance, len(self.people) - 1))


table = Table(People())
window = Window(table)
status = Window(FormattedTextControl(lambda: table.people.status(table.selected)), height=1)
keys = KeyBindings()


def bind(action, *names):
    for name in names:
        keys.add(name)(lambda event: action())


def page():
    return window.render_info.window_height if window.render_info else 1


bind(lambda: table.move(1), "down", "j")
bind(lambda: table.move(-1), "up", "k")
bind(lambda: table.move(page()), "pagedown")
bind(lambda: table.move(-page()), "pageup")
bind(lambda: table.move(-len(table.people)), "home", "g")
bind(lambda: table.move(len(table.people)), "end", "G")
bind(lambda: table.people.insert(table.selected + 1), "i")
keys.add("q")(lambda event: event.app.exit())
Application(layout=Layout(HSplit([window, status])), key_bindings=keys, full_screen=True).run()
