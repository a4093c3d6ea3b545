"""Codes inside, sentences at the edge: what games say, in the reader's words.

`game.py` is what each game must say, with the sentences that all share; a game's own are in
`words.py` of its folder. A sentence is always translated whole: what is put into it are names,
numbers, cells, and nouns with their article, always as the object of the sentence.
"""

from __future__ import annotations

from games.kinds.common.words.cards import CardNames, cell_words, openings, sides_words
from games.kinds.common.words.game import GameWords
from games.kinds.common.words.moves import Button
from games.kinds.common.words.names import Names, bot_name
from games.kinds.common.words.phrases import Line, fill, joined, plain

__all__ = [
    "Button",
    "CardNames",
    "GameWords",
    "Line",
    "Names",
    "bot_name",
    "cell_words",
    "fill",
    "joined",
    "openings",
    "plain",
    "sides_words",
]
