"""Pages that are told what changed, as it changes: server-sent events at /live/.

Only the fact travels ("table so-and-so is at 57.3.0"); the page then asks for what its reader may
see, as ever. A stream needs an ASGI server; without one the address is not there and pages ask by
themselves every few seconds.
"""
