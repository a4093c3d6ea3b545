"""`python -m tools.record`: record games for every version of rules that has none.

A recorded game pins its version: tests/recorded replays each of them move by move, so existing
files are never rewritten. docs/games.md, *To change a rule*, says when to record.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from config.environment import ROOT
from games.engine import Event, NotationError, Refusal, Rng, Rules, Seeds, Value, state_hash
from games.engine.notation import print_seat, read_seat
from games.kinds import KINDS, read_move

FOLDER = ROOT / "tests" / "recorded"
GAMES_A_VERSION = 24
AnyRules = Rules[Any, Any, Any]


class Differs(Exception):  # noqa: N818  (a finding, not an error)
    """A recorded game plays differently now; says where and how."""


def folder(game: str, version: int) -> Path:
    return FOLDER / game / f"v{version}"


class Player:
    """A game played by some version of the rules, with a running checksum of what happens.

    The checksum covers the legal moves, the events and the whole state afterwards.
    """

    def __init__(
        self, rules: AnyRules, players: int, options: Mapping[str, Value], seed: int
    ) -> None:
        self.rules, self.players = rules, players
        seeds = Seeds.from_number(seed, rules.rounds)
        self.deals = [state_hash(rules.dealt(options, players, each))[:8] for each in seeds.rounds]
        self.state = rules.setup(options, players, seeds)
        self.events: list[Event] = list(rules.opening_events(self.state))
        self.check = state_hash(rules.pieces(self.state))

    def play(self, seat: int, text: str) -> str:
        """Play a move; return the shortened checksum after it."""
        legal = sorted(move.written() for move in self.rules.legal_moves(self.state, seat))
        progress = self.rules.play(self.state, seat, read_move(self.rules, text))
        self.state = progress.after
        self.events += progress.events
        state = state_hash(self.rules.pieces(self.state))
        found = json.dumps([self.check, legal, progress.events, progress.turn_over, state])
        self.check = sha256(found.encode()).hexdigest()
        return self.check[:4]

    def end(self) -> dict[str, Any]:
        """Return the outcome, the state, and what each seat and a spectator saw."""
        outcome = self.rules.outcome(self.state)
        readers = [None, *range(self.players)]
        return {
            "outcome": None if outcome is None else json.loads(json.dumps(asdict(outcome))),
            "state": state_hash(self.rules.pieces(self.state)),
            "told": {"all" if who is None else print_seat(who): self._told(who) for who in readers},
        }

    def _told(self, who: int | None) -> str:
        told = json.dumps([self.rules.view_event(event, who) for event in self.events])
        return sha256(told.encode()).hexdigest()[:8]


# --- Recording ---


def record(
    game: str, version: int, players: int, options: Mapping[str, Value], seed: int
) -> dict[str, Any]:
    """Record a whole game; three of four moves are a bot's, so that goals are reached.

    Players who may answer out of turn do so now and then.
    """
    rules, bots = KINDS[game].versions[version], KINDS[game].quick_move
    player, rng, moves = Player(rules, players, options, seed), Rng(b"%d" % seed, "record"), []
    while waiting := rules.waiting_for(player.state):
        others = [s for s in range(players) if s not in waiting] if not rng.below(4) else []
        answering = [seat for seat in others if rules.legal_moves(player.state, seat)]
        seat = answering[0] if answering else waiting[0]
        if rng.below(4):
            move = bots(rules.view(player.state, seat), rng)
        else:
            move = rng.choose(rules.legal_moves(player.state, seat))
        text = move.written()
        moves.append(f"{print_seat(seat)} {text} #{player.play(seat, text)}")
    head = {"game": game, "version": version, "players": players, "options": options, "seed": seed}
    return {**head, "deals": player.deals, "moves": moves, **player.end()}


def tables(rules: AnyRules) -> Iterator[tuple[int, dict[str, Value]]]:
    """Yield every number of players in turn, with one set of options after another."""
    counts = rules.players
    for number, options in enumerate(islice(_option_sets(rules), GAMES_A_VERSION)):
        yield counts[number % len(counts)], options


def _option_sets(rules: AnyRules) -> Iterator[dict[str, Value]]:
    """Yield the defaults, every other value on its own, all last values at once, random ones."""
    usual = {option.name: option.default for option in rules.options}
    yield usual
    for option in rules.options:
        for value in option.values[1:]:
            yield {**usual, option.name: value}
    yield {option.name: option.values[-1] for option in rules.options}
    rng = Rng(rules.name.encode(), "options")
    while True:
        yield {option.name: rng.choose(option.values) for option in rules.options}


def write(game: str, version: int) -> None:
    """Write all games of a version that has none."""
    place = folder(game, version)
    games = [
        record(game, version, players, options, seed=1000 * version + number)
        for number, (players, options) in enumerate(tables(KINDS[game].versions[version]))
    ]
    place.mkdir(parents=True)
    for number, found in enumerate(games):
        text = json.dumps(found, indent=0, ensure_ascii=False)
        (place / f"{number:02}.json").write_text(text + "\n", encoding="utf-8")


# --- Replaying ---


def replay(recorded: Mapping[str, Any], rules: AnyRules) -> Any:
    """Replay a recorded game by these rules to its last state; raise Differs if that fails."""
    try:
        player = Player(rules, recorded["players"], recorded["options"], recorded["seed"])
    except ValueError as error:
        raise Differs(f"the deal: {error}") from None
    if player.deals != recorded["deals"]:
        raise Differs("the deal: other cards, in another order")
    for number, line in enumerate(recorded["moves"], 1):
        _replay_one(player, number, line)
    end = player.end()
    for name in ("outcome", "state", "told"):
        if end[name] != recorded[name]:
            raise Differs(f"the end: {name} is {end[name]}, not {recorded[name]}")
    return player.state


def _replay_one(player: Player, number: int, line: str) -> None:
    move, _, check = line.rpartition(" #")
    seat, _, text = move.partition(" ")
    try:
        found = player.play(read_seat(seat), text)
    except (Refusal, NotationError) as error:
        raise Differs(f"move {number}, {move}: {error}") from None
    if found != check:
        raise Differs(f"move {number}, {move}: other moves were possible, or other things happened")


def main() -> int:
    for game, kind in KINDS.items():
        for version in kind.versions:
            if not folder(game, version).exists():
                write(game, version)
                print(f"{game} version {version}: {GAMES_A_VERSION} games recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
