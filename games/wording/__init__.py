"""Codes inside, sentences at the edge: what the engine and the services say, in the reader's words.

`refusals.py` and `cards.py` hold what every game shares; each game has a module of its own for its
events, roles, options and places. A sentence is always translated whole: what is put into it are
names, numbers, cells, and nouns with their article, always as the object of the sentence.
"""

from __future__ import annotations

from types import MappingProxyType

from games.wording import classic, duel, lost_mines, solo
from games.wording.cards import card_name, card_object, cell_words, openings, sides_words
from games.wording.names import Names, bot_name, is_empty, seat_name
from games.wording.phrases import Line, fill, joined, plain
from games.wording.refusals import answer, reason, refusal
from games.wording.times import time_left

WORDS = MappingProxyType({"classic": classic, "duel": duel, "solo": solo, "lost_mines": lost_mines})
"""The words of every game by its name. A new game adds a module here and a word to this line."""

__all__ = [
    "WORDS",
    "Line",
    "Names",
    "answer",
    "bot_name",
    "card_name",
    "card_object",
    "cell_words",
    "fill",
    "is_empty",
    "joined",
    "openings",
    "plain",
    "reason",
    "refusal",
    "seat_name",
    "sides_words",
    "time_left",
]
