"""Seeded random numbers, the only source of chance in a game.

The generator, exactly, so that anyone can write it again in any language:

- a *seed* is a string of bytes; a *purpose* is a short ASCII text such as `deck`;
- key = SHA-256(`undermine-1` + 0x00 + purpose + 0x00 + seed);
- block i (i = 0, 1, 2 …) = SHA-256(key + i as 8 bytes, big-endian);
- the blocks, one after the other, are read as words of 4 bytes, big-endian;
- *a number below n*: take the next word w; if w ≥ 2³² − (2³² mod n) take another; the number
  is w mod n;
- *a shuffle* of a list: for i from the last place down to 1, swap places i and j, where j is a
  number below i + 1.

A commitment is SHA-256(salt + seed), in hex.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import pack, unpack
from typing import TypeVar

T = TypeVar("T")
WORD_RANGE = 2**32


@dataclass(frozen=True, slots=True)
class Seed:
    """The source of chance for one round, or for the game, with the salt that hides it."""

    seed: bytes
    salt: bytes = b""

    @property
    def commitment(self) -> str:
        """Return the commitment that is shown at the deal instead of seed and salt."""
        return sha256(self.salt + self.seed).hexdigest()

    def rng(self, purpose: str) -> Rng:
        return Rng(self.seed, purpose)

    @staticmethod
    def from_hex(seed: str, salt: str = "") -> Seed:
        return Seed(bytes.fromhex(seed), bytes.fromhex(salt))


@dataclass(frozen=True, slots=True)
class Seeds:
    """One seed for what outlasts a round, and one for each round."""

    game: Seed
    rounds: tuple[Seed, ...]

    @staticmethod
    def from_number(number: int, rounds: int = 3) -> Seeds:
        """Return seeds for tests, scenarios and playouts; real tables take random ones."""
        rng = Rng(str(number).encode(), "seeds")
        drawn = [Seed(rng.bytes(32), rng.bytes(16)) for _ in range(rounds + 1)]
        return Seeds(drawn[0], tuple(drawn[1:]))

    @staticmethod
    def random(rng: Rng, rounds: int) -> Seeds:
        """Draw seeds for imagined worlds: nobody knows the real ones before the round is over."""
        return Seeds(Seed(rng.bytes(32)), tuple(Seed(rng.bytes(32)) for _ in range(rounds)))


def verify(seed: Seed, commitment: str) -> bool:
    """Tell whether this seed and salt match the commitment."""
    return hmac.compare_digest(seed.commitment, commitment)


class Rng:
    """A stream of random numbers from the documented generator."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._key = sha256(b"undermine-1\0" + purpose.encode("ascii") + b"\0" + seed).digest()
        self._block = 0
        self._words: list[int] = []
        """The words of the current block not yet used, the next one last."""

    def _more(self) -> list[int]:
        block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
        self._words = [*unpack(">8I", block)[::-1]]
        self._block += 1
        return self._words

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely."""
        word = (self._words or self._more()).pop()
        while word >= WORD_RANGE - WORD_RANGE % n:
            word = (self._words or self._more()).pop()
        return word % n

    def bytes(self, count: int) -> bytes:
        words = [(self._words or self._more()).pop() for _ in range((count + 3) // 4)]
        return pack(f">{len(words)}I", *words)[:count]

    def choose(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
