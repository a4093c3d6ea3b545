"""The dwarfs who play as bots: what each is called, and what manner they have.

Their names are proper names of our own, the same in every language. Their faces are in
`art/bot_faces.py`. How strong one plays is the seat's business: any of them may be easy or hard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.mine.minds import Manner


@dataclass(frozen=True, slots=True)
class Dwarf:
    """One of those who play as bots."""

    key: str
    """In rows, records and drawings; never shown."""
    name: str
    about: str | Promise
    """Their manner, in a sentence."""
    manner: Manner
    tempo: float
    """How long they take over a move: 1 is the usual, less is quicker."""


DWARFS: Final = (
    Dwarf("grimbart", "Grimbart", _("Trusts nobody, and takes his time."), Manner(-1, -1), 1.3),
    Dwarf("hilda", "Hilda", _("Digs first and thinks well of everybody."), Manner(1, 1), 0.8),
    Dwarf("kunz", "Kunz", _("Never waits for a better moment."), Manner(1, 0), 0.75),
    Dwarf("berthild", "Berthild", _("Steady as a pit prop."), Manner(0, 0), 1.0),
    Dwarf("ottokar", "Ottokar", _("Patient, and slow to think ill."), Manner(-1, 1), 1.4),
    Dwarf("runa", "Runa", _("Strikes early, and suspects earlier."), Manner(1, -1), 0.85),
    Dwarf("wenzel", "Wenzel", _("Believes what he is told, at least twice."), Manner(0, 1), 1.1),
    Dwarf("friedrun", "Friedrun", _("Bides her time and counts the cards."), Manner(-1, 0), 1.25),
    Dwarf("alrun", "Alrun", _("Looks twice at who laid a dead end."), Manner(0, -1), 1.1),
    Dwarf("jobst", "Jobst", _("Quick with the pick, quicker with the tongue."), Manner(1, 0), 0.7),
    Dwarf("gerlind", "Gerlind", _("Mends what others break, and asks later."), Manner(0, 1), 0.95),
    Dwarf("tassilo", "Tassilo", _("Plays by the book, and has read it."), Manner(0, 0), 1.2),
)  # fmt: skip
BY_KEY: Final = {dwarf.key: dwarf for dwarf in DWARFS}


def dwarf_by(key: str, number: int) -> Dwarf:
    """The dwarf of a bot's seat. Where its row names none, or one that only a newer release has,
    the number of the seat does."""
    return BY_KEY.get(key) or DWARFS[number % len(DWARFS)]
