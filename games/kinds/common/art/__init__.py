"""Cards as pictures: the notation of a card becomes an SVG symbol in a sprite. No Django here.

This package holds what games share; a game's own drawings are in `art` of its folder. `python -m
games.kinds.common.art` writes `static/img/cards*.svg`, one sprite per game; with `--sheet OUT.html`
it writes a page that shows all of them. All colours are CSS variables, so one sprite serves
daylight and lamplight. Faces need no drawing of their own: any tunnel that can be written in
notation is drawn from it; what lies in tunnels is a row in `features.DRAWN`.
"""
