"""What becomes of notices, counted for Prometheus."""

from config.observability.metrics import Counter

NOTICES = Counter(
    "undermine_notices", "Notices, by channel and by what became of them.", ["channel", "outcome"]
)
