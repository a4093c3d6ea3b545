"""What happens at tables, measured for Prometheus."""

from config.observability.metrics import Histogram

MOVE_SECONDS = Histogram(
    "undermine_move_seconds", "How long a person's move took, from its lock to its commit."
)
