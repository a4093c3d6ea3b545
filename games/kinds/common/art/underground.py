"""Cards of tunnels, drawn from their faces."""

from __future__ import annotations

from games.kinds.common.art import features, tunnels
from games.mine.notation import read_face


def underground(card: str) -> str:
    """A card of tunnels, with what lies in them."""
    face = read_face(card)
    return tunnels.path_card(card, face) + features.features(face)
