"""Looking back at tables: replays, records, pictures."""
