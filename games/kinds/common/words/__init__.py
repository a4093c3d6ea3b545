"""Codes inside, sentences at the edge: what the engine and the services say, in the reader's words.

`refusals.py` and `cards.py` hold what every game shares; each game has a module of its own for its
events, roles, options and places. A sentence is always translated whole: what is put into it are
names, numbers, cells, and nouns with their article, always as the object of the sentence.
"""

from __future__ import annotations

from games.kinds.common.words.cards import card_name, card_object, cell_words, openings, sides_words
from games.kinds.common.words.names import Names, bot_name, is_empty, seat_name
from games.kinds.common.words.phrases import Line, fill, joined, plain

__all__ = [
    "Line",
    "Names",
    "bot_name",
    "card_name",
    "card_object",
    "cell_words",
    "fill",
    "is_empty",
    "joined",
    "openings",
    "plain",
    "seat_name",
    "sides_words",
]
