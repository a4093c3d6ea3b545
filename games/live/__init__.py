"""Live updates for open pages: server-sent events at /live/.

An event only says that something changed ("table x is at 57.3.0"); the page then fetches what its
reader may see. A stream needs an ASGI server; without one /live/ is a 404 and pages poll every few
seconds.
"""
