"""What the bench adds to the site that it measures: three bare pages, and a count of queries.

Only the bench starts a server with these settings (`bench/running.py`).
"""
