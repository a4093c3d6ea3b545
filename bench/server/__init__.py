"""What benchmarks add to the site they measure: three bare pages, and a count of queries.

Only benchmarks start a server with these settings (`bench/running.py`).
"""
