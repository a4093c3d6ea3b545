"""What becomes of mail, counted for Prometheus."""

from config.metrics import Counter

MAIL = Counter("undermine_mail", "Mail that was tried, by what became of it.", ["outcome"])
