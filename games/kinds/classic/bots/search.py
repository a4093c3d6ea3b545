"""How the hard bot looks ahead: playouts in likely worlds, and a judgement of where they stop.

The judgement adds up a few facts of a world with weights that were fitted to rounds between bots
(`weights.toml`). In playouts each seat plays as the normal bot, with what it knows in that world.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, combinations
from math import exp, log
from operator import itemgetter
from typing import Final

from games.engine.bots import measured
from games.engine.notation import Seat
from games.engine.rng import Rng
from games.engine.search import (
    Trial,
    World,
    best_by_search,
    draw_index,
    draw_weighted,
    halving_stages,
)
from games.engine.tunnels import Cell
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.advice import Weighed, promising, weigh
from games.kinds.classic.bots.behaviour import LEADS_THROUGH
from games.kinds.classic.bots.beliefs import (
    EVIDENCE,
    Beliefs,
    prior_chance,
    prior_chance_of_others,
    saboteur_counts,
    saboteur_counts_of_others,
)
from games.kinds.classic.bots.distances import UNREACHABLE, Distances
from games.kinds.classic.bots.outlook import DECK_SIZE, Outlook
from games.kinds.classic.rules.cards import DIGGER, GOALS, SABOTEUR, TREASURE
from games.kinds.classic.rules.judge import play
from games.kinds.classic.rules.moves import Discard, Move
from games.kinds.classic.rules.state import ROUNDS, State, View
from games.kinds.classic.rules.view import worlds

WEIGHTS: Final[Mapping[str, float]] = measured(__file__, "weights.toml")
"""By the name of the fact, in the order of `facts`."""
MAX_EVIDENCE_GAP: Final = 4.0


def diggers_win_chance(state: State, survey: Distances, evidence: Sequence[float]) -> float:
    known = facts(state, survey, evidence)
    speaks = sum([weight * fact for weight, fact in zip(WEIGHTS.values(), known, strict=True)])
    return 1 / (1 + exp(-max(-20.0, min(20.0, speaks))))


def facts(state: State, survey: Distances, evidence: Sequence[float]) -> tuple[float, ...]:
    """Return the facts of a world, each scaled to about one."""
    seats, goal = state.seats, treasure_cell(state)
    diggers = [seat for seat, role in enumerate(state.roles) if role == DIGGER]
    others = [seat for seat, role in enumerate(state.roles) if role != DIGGER]
    way = _way(survey, goal)
    left = len(state.stock) + sum([len(hand) for hand in state.hands])
    turns = left * len(diggers) / seats
    able = [seat for seat in diggers if not state.broken[seat]]
    return (
        1.0,
        way / 10,
        way * way / 100,
        turns / 20,
        min(way / (turns + 1), 2.0),
        float(way <= 1),
        len(others) / seats,
        1 - len(able) / max(len(diggers), 1),
        sum([len(state.broken[seat]) for seat in diggers]) / max(len(diggers), 1),
        sum([bool(state.broken[seat]) for seat in others]) / max(len(others), 1),
        _seen_through(evidence, diggers, others),
        sum([goal in state.looked[seat] for seat in diggers]) / max(len(diggers), 1),
        sum([LEADS_THROUGH.get(card, False) for seat in able for card in state.hands[seat]]) / 10,
    )


def treasure_cell(state: State) -> Cell:
    return next(cell for cell, name in state.goals if name == TREASURE)


def _way(survey: Distances, goal: Cell) -> int:
    for cell, steps in zip(survey.goals, survey.near, strict=True):
        if cell == goal:
            return min(steps, UNREACHABLE)
    return 0


def _seen_through(
    evidence: Sequence[float], diggers: Sequence[int], others: Sequence[int]
) -> float:
    """Return how much stronger the evidence against saboteurs is than that against diggers."""
    if not diggers or not others:
        return 0.0
    against = sum([evidence[seat] for seat in others]) / len(others)
    for_them = sum([evidence[seat] for seat in diggers]) / len(diggers)
    return max(-MAX_EVIDENCE_GAP, min(MAX_EVIDENCE_GAP, against - for_them))


MIN_PRIOR: Final = 0.03
"""Prior chances are kept at least this far from 0 and 1."""
MAX_ROUND_MOVES: Final = 1000


class Playout:
    """A round in one world, played on to its end.

    An action that saboteurs take makes everybody suspect its player.
    """

    __slots__ = ("_usual", "events", "evidence", "passed", "state", "survey")

    def __init__(self, state: State, evidence: Sequence[float], survey: Distances) -> None:
        self.state = state
        self.survey = survey
        self.evidence = list(evidence)
        self.passed = [False] * state.seats
        self._usual = prior_chance(state.options, state.seats)

    def result(self, moves: int = MAX_ROUND_MOVES) -> float:
        """Return the diggers' chance to win, from 0 to 1, after playing at most this many moves."""
        while self.state.phase == "play" and moves:
            self.step(best_move(self.outlook()))
            moves -= 1
        if self.state.phase == "play":
            return diggers_win_chance(self.state, self.survey, self.evidence)
        return float(treasure_cell(self.state) in self.state.mine.tiles)

    def step(self, move: Move) -> None:
        """Play this move and update the beliefs of all."""
        seat, before = self.state.turn, self.survey
        case = behaviour.case_of(self.state.broken[seat], before)
        progress = play(self.state, seat, move)
        if progress.after.mine is not self.state.mine:
            self.survey = Distances(progress.after.mine)
        kind = behaviour.classify(
            progress.events[0], before, self.survey, self._standing, self.passed[seat]
        )
        self.evidence[seat] += EVIDENCE[case, kind]
        self.passed[seat] = isinstance(move, Discard)
        self.state = progress.after

    def _standing(self, seat: Seat) -> str:
        chance = self._believed(self._usual)[seat]
        return behaviour.suspicion_level(chance, self._usual, self.evidence[seat])

    def _believed(self, usual: float) -> list[float]:
        """Return roughly how likely each seat is a saboteur, given the prior chance."""
        share = min(max(usual, MIN_PRIOR), 1 - MIN_PRIOR)
        mean = sum(self.evidence) / self.state.seats
        shift = log(share / (1 - share)) - mean
        return [1 / (1 + exp(-shift - speaks)) for speaks in self.evidence]

    def outlook(self) -> Outlook:
        state, seat = self.state, self.state.turn
        role = state.roles[seat]
        others = prior_chance_of_others(state.options, state.seats, role)
        return Outlook(
            seat,
            role == DIGGER,
            state.options,
            self.survey,
            state.broken,
            state.hands[seat],
            self._chances(seat),
            self._believed(others),
            self._believed(self._usual),
            self.evidence,
            self._usual,
            others,
            (len(state.stock) + sum(map(len, state.hands))) / DECK_SIZE,
            self.passed[seat],
            behaviour.case_of(state.broken[seat], self.survey),
        )

    def _chances(self, seat: Seat) -> tuple[float, ...]:
        """Return how likely each face-down goal is the treasure, to this seat."""
        seen = self.state.looked[seat]
        names = dict(self.state.goals)
        hidden = self.survey.goals
        known = [goal for goal in hidden if goal in seen and names[goal] == TREASURE]
        possible = known or [goal for goal in hidden if goal not in seen]
        return tuple([(goal in possible) / len(possible) for goal in hidden])


def best_move(outlook: Outlook) -> Move:
    """Return the normal bot's move; the first of several equally good ones."""
    return max(weigh(outlook), key=itemgetter(0))[1]


LOOKAHEAD_LAPS: Final = 2
"""The number of laps played before the position is judged."""
STAGES: Final = 3
"""The playouts are split into this many stages; each keeps the better half of the moves."""
ESTIMATE_WEIGHT: Final = 0.0015
"""In rounds won per point of the normal bot's estimate."""


class RoleSampler:
    """Draws a deal of roles by how likely it is believed to be."""

    def __init__(self, view: View, seat: Seat, evidence: Sequence[float]) -> None:
        least, most = saboteur_counts_of_others(view.options, view.seats, view.roles[seat])
        others = [other for other in range(view.seats) if other != seat]
        own = (seat,) if view.roles[seat] == SABOTEUR else ()
        dealt = [s for n in range(least, most + 1) for s in combinations(others, n)]
        weights = [exp(sum(evidence[other] for other in s)) for s in dealt]
        self._dealt = [(*own, *s) for s in dealt]
        self._sums = list(accumulate(weights))
        self._seats = view.seats
        self._most = saboteur_counts(view.options, view.seats).most
        self._aside = len(view.aside)

    def draw(self, rng: Rng) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the roles of all seats, and the one set aside."""
        saboteurs = self._dealt[draw_index(self._sums, rng)]
        aside = SABOTEUR if len(saboteurs) < self._most else DIGGER
        roles = [SABOTEUR if s in saboteurs else DIGGER for s in range(self._seats)]
        return tuple(roles), (aside,) * self._aside


def likely_worlds(view: View, seat: Seat, beliefs: Beliefs, rng: Rng) -> Iterator[State]:
    """Yield worlds that fit what the seat knows, the likelier ones more often.

    Each is in the last round, so that a playout ends with this round.
    """
    roles = RoleSampler(view, seat, beliefs.evidence)
    for world in worlds(view, rng):
        dealt, aside = roles.draw(rng)
        goals = _goals(view, beliefs, rng)
        yield world._replace(roles=dealt, aside=aside, goals=goals, round=ROUNDS)


def _goals(view: View, beliefs: Beliefs, rng: Rng) -> tuple[tuple[Cell, str], ...]:
    """Draw what each goal is: the treasure by belief, the stones at random."""
    known = {cell: name for cell, name in view.goals if name}
    if TREASURE not in known.values():
        cells = list(beliefs.treasure)
        known[draw_weighted(cells, beliefs.treasure.values(), rng)] = TREASURE
    left = iter(rng.shuffled(sorted(set(GOALS) - set(known.values()))))
    return tuple((cell, known.get(cell) or next(left)) for cell, _ in view.goals)


def trial_worlds(view: View, seat: Seat, beliefs: Beliefs, rng: Rng) -> Iterator[World[Move]]:
    """Yield worlds to try moves in, as likely as this seat believes, judged for its side."""
    digging, survey = view.roles[seat] == DIGGER, Distances(view.mine)
    for state in likely_worlds(view, seat, beliefs, rng):
        yield World(1.0, partial(win_chance, state, survey, beliefs.public, digging))


def win_chance(
    state: State, survey: Distances, public: Sequence[float], digging: bool, move: Move
) -> float:
    """Return how likely the side on turn wins this world with this move, from 0 to 1."""
    playout = Playout(state, public, survey)
    playout.step(move)
    chance = playout.result(LOOKAHEAD_LAPS * state.seats)
    return chance if digging else 1 - chance


def searched_move(worlds: Iterator[World[Move]], weighed: Sequence[Weighed], playouts: int) -> Move:
    """Return the best of the most promising moves by about `playouts` playouts."""
    trials = [Trial(move, 0.0, 0.0, ESTIMATE_WEIGHT * worth) for worth, move in promising(weighed)]
    return best_by_search(trials, halving_stages(len(trials), playouts // STAGES), worlds)
