"""Ending a round by common consent. (L24)"""

from __future__ import annotations

from games.kinds.lost_mines.rules.moves import Consent
from games.kinds.lost_mines.rules.refusals import Refusal
from games.kinds.lost_mines.rules.rounds import all_agree, end_round, in_the_round, progress
from games.kinds.lost_mines.rules.state import Proposal, State, Table
from games.mine.events import Event
from games.mine.notation import Seat
from games.mine.progress import Progress


def consent(state: State, seat: Seat, move: Consent) -> Progress[State]:
    """Propose in one's own turn, before one's card, once a round; answer at any time. (L24)"""
    if move.word == "propose":
        return _propose(state, seat)
    proposal = state.proposal
    if proposal is None or seat not in in_the_round(state) or not may_answer(state, seat):
        raise Refusal("wrong-phase")
    if move.word == "refuse":
        after = state._replace(proposal=None)
        return Progress(state, after, (Event("refused", seat),), turn_over=False)
    agreed = tuple(sorted((*proposal.agreed, seat)))
    return _asked(state, Proposal(proposal.by, agreed), Event("agreed", seat))


def _propose(state: State, seat: Seat) -> Progress[State]:
    """Who proposes has agreed. (L24)"""
    if seat != state.turn:
        raise Refusal("not-your-turn")
    if not may_propose(state, seat):
        raise Refusal("wrong-phase")
    asked = state._replace(proposed=tuple(sorted((*state.proposed, seat))))
    led_to = _asked(asked, Proposal(seat, (seat,)), Event("proposed", seat))
    return led_to._replace(before=state)


def _asked(state: State, proposal: Proposal, event: Event) -> Progress[State]:
    """When every player still in the round has agreed, it ends at once. (L24)"""
    events = [event]
    after = state._replace(proposal=proposal)
    over = all_agree(after)
    if over:
        after = end_round(after, "consent", events)
    return progress(state, after, events, turn_over=over)


def may_propose(table: Table, seat: Seat) -> bool:
    """Before one's card, once a round, and while no other proposal is open. (L24)"""
    early = table.phase == "play" and seat == table.turn
    return early and table.proposal is None and seat not in table.proposed


def may_answer(table: Table, seat: Seat) -> bool:
    """Somebody has proposed, and this seat has not answered yet. (L24)"""
    return table.proposal is not None and seat not in table.proposal.agreed
