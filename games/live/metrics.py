"""What streams do, for operators."""

from prometheus_client import Gauge

from config.metrics import Counter

STREAMS = Gauge("undermine_streams", "Streams that are open now.", multiprocess_mode="livesum")
EVENTS = Counter("undermine_stream_events", "Events sent by streams.", ["event"])
