"""Cards as pictures: the notation of a card becomes an SVG symbol in a sprite. No Django here.

Here is what games share; what one game draws is in `art` of its folder. `python -m
games.kinds.common.art` writes `static/img/cards*.svg`, one sprite a game; with `--sheet OUT.html`
it writes a page to look at all of them. All colours are CSS variables, so one sprite serves
daylight and lamplight. A face needs no picture of its own: whatever the notation
can say of tunnels is drawn from it; what else may lie in them is a row in `features.DRAWN`.
"""
