"""Every route: who may open it, and which routes are pages to view.

tests/site requests each route as each kind of visitor. Browser tests and `make screenshots` open
every page that a visitor or a player gets.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

KINDS = ("visitor", "player", "suspended", "staff")
OPEN = (200, 200, 200, 200)
NOT_SUSPENDED = (200, 200, 403, 200)
SIGNED_IN = (302, 200, 403, 200)  # a visitor is redirected to sign in
OWN = (302, 200, 200, 200)  # even a suspended player may export their data and leave
FOR_VISITORS = (200, 302, 403, 302)  # signed-in users are redirected home
POST_ONLY = (405, 405, 405, 405)
POST_ONLY_HERE = (405, 405, 403, 405)  # a suspended player never gets here
NOWHERE = (404, 404, 403, 404)
PERHAPS = (302, 404, 403, 404)  # only signed-in users learn whether such a table exists

# name: what a GET answers to visitor, player, suspended player, staff.
TABLE: dict[str, tuple[int, int, int, int]] = {
    "home": NOT_SUSPENDED,
    "new-table": NOT_SUSPENDED,
    "play-now": NOT_SUSPENDED,
    "open-tables": NOT_SUSPENDED,
    "my-tables": SIGNED_IN,
    "invitation": NOWHERE,
    "lobby-poll": NOWHERE,
    "table-join": POST_ONLY_HERE,
    "table-leave": POST_ONLY_HERE,
    "table-decline": POST_ONLY_HERE,
    "table-start": POST_ONLY_HERE,
    "table-remove": POST_ONLY_HERE,
    "table-chair": POST_ONLY_HERE,
    "table-invite": POST_ONLY_HERE,
    "table-rematch": POST_ONLY_HERE,
    "live": NOWHERE,  # a stream, and only under ASGI
    "table": PERHAPS,
    "table-poll": PERHAPS,
    "table-seen": PERHAPS,
    "table-advice": PERHAPS,
    "table-opinion": PERHAPS,
    "table-hindsight": PERHAPS,
    "table-preview": PERHAPS,
    "table-log": PERHAPS,
    "table-export": PERHAPS,
    "table-replay": PERHAPS,
    "viewer": NOT_SUSPENDED,
    "table-board-png": PERHAPS,
    "table-board-svg": PERHAPS,
    "picture": NOWHERE,
    "cover": NOT_SUSPENDED,
    "table-move": POST_ONLY_HERE,
    "table-scene": POST_ONLY_HERE,
    "table-say": POST_ONLY_HERE,
    "table-note": POST_ONLY_HERE,
    "table-cancel": POST_ONLY_HERE,
    "table-resign": POST_ONLY_HERE,
    "table-take": POST_ONLY_HERE,
    "table-here": POST_ONLY_HERE,
    "table-take-back": POST_ONLY_HERE,
    "player": NOWHERE,
    "ratings": NOT_SUSPENDED,
    "game-ratings": NOT_SUSPENDED,
    "dwarf": NOWHERE,  # of that code; every drawing is public
    "own-dwarf": SIGNED_IN,
    "own-line": SIGNED_IN,
    "friends": SIGNED_IN,
    "follow": POST_ONLY_HERE,
    "unfollow": POST_ONLY_HERE,
    "notices": SIGNED_IN,
    "notices-sent": SIGNED_IN,
    "notices-test": POST_ONLY_HERE,
    "push-on": POST_ONLY_HERE,
    "push-off": POST_ONLY_HERE,
    "webhook-set": POST_ONLY_HERE,
    "webhook-remove": POST_ONLY_HERE,
    "service-worker": OPEN,
    "manifest": OPEN,
    "offline": OPEN,
    "share": NOT_SUSPENDED,
    "vacation": SIGNED_IN,
    "vacation-end": POST_ONLY_HERE,
    "rules": OPEN,
    "game-rules": OPEN,
    "lessons": NOT_SUSPENDED,
    "lesson": NOT_SUSPENDED,
    "lesson-preview": NOT_SUSPENDED,
    "puzzles": NOT_SUSPENDED,
    "puzzle": NOT_SUSPENDED,
    "puzzle-preview": NOT_SUSPENDED,
    "cards": OPEN,
    "privacy": OPEN,
    "terms": OPEN,
    "conduct": OPEN,
    "my-decisions": OWN,
    "accounts:name": SIGNED_IN,
    "contact": OPEN,
    "names": OPEN,
    "readyz": OPEN,
    "sweepz": (503, 503, 503, 503),  # no worker runs in this test
    "metrics": NOWHERE,
    "set_language": POST_ONLY,
    "set-theme": POST_ONLY,
    "mailbox": NOT_SUSPENDED,
    "mailbox-message": (404, 404, 403, 404),
    "mailbox-html": (404, 404, 403, 404),
    "accounts:settings": SIGNED_IN,
    "accounts:claim": (
        302,
        302,
        403,
        302,
    ),  # for guests: tests/accounts/sign_in/test_guest_claim.py
    "accounts:data": OWN,
    "accounts:delete": OWN,
    "accounts:end-session": (405, 405, 403, 405),
    "notices-off": (404, 404, 404, 404),
    "accounts:never-again": (404, 404, 404, 404),
    "accounts:send-again": POST_ONLY_HERE,
    "accounts:confirm-again": NOWHERE,
    "accounts:mailed-code": OWN,
    "accounts:set-password": (302, 302, 403, 302),  # after the password once more
    "accounts:sign-out": OWN,
    "accounts:sign-up": FOR_VISITORS,
    "accounts:confirm-email": NOT_SUSPENDED,
    "accounts:password-from-key": OPEN,
    "account_login": FOR_VISITORS,
    "account_logout": OWN,
    "account_inactive": NOT_SUSPENDED,
    "account_signup": FOR_VISITORS,
    "account_reauthenticate": OWN,
    "account_email": SIGNED_IN,
    "account_email_verification_sent": NOT_SUSPENDED,
    "account_change_password": SIGNED_IN,
    "account_set_password": (302, 302, 403, 302),  # they have one: change it instead
    "account_reset_password": OPEN,
    "account_reset_password_done": OPEN,
    "account_reset_password_from_key": OPEN,
    "account_reset_password_from_key_done": OPEN,
    "account_confirm_login_code": (302, 302, 403, 302),  # no code was asked for
    "account_request_login_code": FOR_VISITORS,
    "account_confirm_email": NOT_SUSPENDED,
    "usersessions_list": SIGNED_IN,
    "mfa_index": SIGNED_IN,
    "mfa_authenticate": (302, 302, 403, 302),  # nobody is waiting for the second factor
    "mfa_reauthenticate": (302, 302, 302, 302),  # they have no second factor
    "mfa_activate_totp": (302, 302, 403, 302),  # after the password once more
    "mfa_deactivate_totp": (302, 404, 403, 404),
    "mfa_view_recovery_codes": (302, 404, 403, 404),
    "mfa_generate_recovery_codes": (302, 302, 403, 302),
    "mfa_download_recovery_codes": (302, 404, 403, 404),
    "report": (302, 404, 403, 404),  # about nobody
    "my-reports": SIGNED_IN,
    "kept-away": SIGNED_IN,
    "appeal": (404, 404, 404, 404),
    "manners": (302, 404, 403, 404),
}
LOCAL_ONLY = {"mailbox", "mailbox-message", "mailbox-html"}
ARGUMENTS: dict[str, dict[str, object]] = {
    "invitation": {"invite_code": "nosuchcode23"},
    "table-remove": {"code": "nosuchcode23", "number": 1},
    "table-chair": {"code": "nosuchcode23", "number": 1},
    "table-take": {"code": "nosuchcode23", "number": 1},
    "manifest": {"language": "de"},
    "picture": {"token": "no-such-token"},
    "cover": {"name": "classic"},
    "game-rules": {"game": "classic"},
    "cards": {"game": "lost-mines"},
    "play-now": {"game": "lost-mines"},
    "lesson": {"game": "lost-mines"},
    "lesson-preview": {"game": "lost-mines"},
    "puzzle": {"name": "the-gap"},
    "puzzle-preview": {"name": "the-gap"},
    "player": {"name": "nobody-of-this-name"},
    "game-ratings": {"game": "duel"},
    "dwarf": {"mark": "1", "dwarf": "999999"},
    "follow": {"name": "nobody-of-this-name"},
    "unfollow": {"name": "nobody-of-this-name"},
    "push-off": {"pk": 1},
    "mailbox-message": {"name": "no-such-mail"},
    "mailbox-html": {"name": "no-such-mail"},
    "accounts:confirm-email": {"key": "no-such-key"},
    "account_confirm_email": {"key": "no-such-key"},
    "accounts:password-from-key": {"uidb36": "1", "key": "no-such-key"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "no-such-key"},
    "accounts:end-session": {"pk": 1},
    "appeal": {"token": "no-such-token"},
    "manners": {"name": "Nobody-9"},
    "notices-off": {"token": "no-such-token"},
    "accounts:never-again": {"token": "no-such-token"},
    "accounts:confirm-again": {"token": "no-such-token"},
}
AT_A_TABLE = {"code": "nosuchcode23"}
NO_PAGES = {"cover", "lesson-preview", "manifest", "puzzle-preview", "readyz", "service-worker"}
"""Open to visitors, but pictures, parts of pages or files."""
FOR_PLAYERS_TOO = ("home", "new-table", "play-now", "rules", "open-tables", "ratings")
"""Pages that a player sees differently from a visitor."""


def address(name: str) -> str:
    at_a_table = name.startswith(("table", "lobby"))
    return reverse(name, kwargs=ARGUMENTS.get(name, AT_A_TABLE if at_a_table else None))


def here() -> set[str]:
    """Return the routes of this site: in production there is no mailbox page."""
    return set(TABLE) - (set() if settings.LOCAL_MODE else LOCAL_ONLY)


def visitor_pages() -> list[str]:
    found = {address(name) for name in here() - NO_PAGES if TABLE[name][0] == 200}
    return [*sorted(found), "/no-such-page/"]


def player_pages() -> list[str]:
    own = {name for name in here() if TABLE[name][0] != 200 and TABLE[name][1] == 200}
    return sorted({address(name) for name in (*own, *FOR_PLAYERS_TOO)})
