"""Tables as rows: `store/` turns them into an engine's state and back."""

from games.tables.models.log import Departure, Invitation, LogEntry, Message, Note, event_of
from games.tables.models.pieces import (
    Card,
    HandCard,
    Knowledge,
    PlacedCard,
    Round,
    SeatValue,
    Token,
)
from games.tables.models.results import Career, Meeting, Rating, Tally
from games.tables.models.tables import Seat, SiteClock, Table, new_code
