"""Speed, as ratios and counts. Never asserted in a test: see CONTRIBUTING."""
