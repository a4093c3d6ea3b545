"""Hypothesis with our settings. Tests import it from here: most runs don't need it, and it is slow
to load."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

__all__ = ["assume", "given", "settings", "st"]

# A slow, busy machine is not a failure.
settings.register_profile(
    "house",
    deadline=None,
    max_examples=100 if "TEST_LUCK" in os.environ else 40,  # more in `make soak`
    derandomize="TEST_LUCK" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")
