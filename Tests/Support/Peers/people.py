"""The people of the table programs: a number for each row, of which only visible rows become text."""

import os
from array import array

FIRST_NAMES = (
    "Ada Grace Alan Edsger Barbara Donald Ken Dennis Margaret Linus Frances John Radia Tim Anita Niklaus"
).split()
LAST_NAMES = (
    "Lovelace Hopper Turing Dijkstra Liskov Knuth Thompson Ritchie Hamilton Torvalds Allen Backus Perlman Lee Borg Wirth"
).split()


class People:
    """A list of N people (from the environment). The numbers of inserted people are negative."""

    def __init__(self):
        self.numbers = array("i", range(int(os.environ.get("N", "10000"))))
        self.inserted = 0

    def __len__(self):
        return len(self.numbers)

    def insert(self, row):
        """Inserts a new person."""
        self.inserted += 1
        self.numbers.insert(row, -self.inserted)

    def line(self, row):
        """Name, e-mail, telephone and tag in columns."""
        number = abs(self.numbers[row])
        first = FIRST_NAMES[number % 16]
        last = "Inserted" if self.numbers[row] < 0 else LAST_NAMES[number // 16 % 16]
        tag = "" if number % 3 else "friend"
        return f"{first + ' ' + last:<32}{f'{first}{number}@example.org':<40}+1555{number % 10_000_000:07}{'':<8}{tag}"

    def status(self, row):
        """The position and the number of people, as all the compared programs show them."""
        return f"{row + 1 if len(self) else 0} of {len(self)}"
